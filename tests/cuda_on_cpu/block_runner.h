// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/cuda_on_cpu/lanes.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace decodescope::cuda_on_cpu {

/// Fresh memory is full of it: NaN in every floating-point format, -1 as an integer.
constexpr unsigned char kPoison = 0xff;
/// Behind every block of memory, to see writes past its end; the sanitizer has red zones of its own there.
constexpr unsigned char kCanary = 0xc5;
#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t kCanaryBytes = 0;
#else
constexpr std::size_t kCanaryBytes = 64;
#endif

/// Small, fast and repeatable: orders come from here.
class Random {
public:
    explicit Random(std::uint64_t seed) : m_state(seed * 0x9E3779B97F4A7C15ULL + 1) {}
    std::uint32_t next()
    {
        m_state ^= m_state << 13;
        m_state ^= m_state >> 7;
        m_state ^= m_state << 17;
        return static_cast<std::uint32_t>(m_state >> 32);
    }
    std::size_t below(std::size_t count) { return next() % count; }

private:
    std::uint64_t m_state;
};

/// A kernel launch with its parameters copied.
struct KernelLaunch {
    std::string name;
    const void* function = nullptr;
    void (*invoke)(const void* function, void* parameter) = nullptr;
    std::vector<std::byte> parameter;
    std::uint32_t gridX = 1;
    std::uint32_t gridY = 1;
    std::uint32_t gridZ = 1;
    std::uint32_t threads = 1;
    std::size_t sharedBytes = 0;
    bool together = false;  ///< all blocks at once
};

/// Runs the threads of a block, or of all blocks launched together, as fibers, one after another, in an order drawn at
/// every point where one could be drawn.
/// Not thread-safe: one at a time in a process.
class BlockRunner {
public:
    BlockRunner();
    ~BlockRunner();
    BlockRunner(const BlockRunner&) = delete;
    BlockRunner& operator=(const BlockRunner&) = delete;

    /// Runs all blocks of the grid, in drawn order. Empty when all went well; otherwise what went wrong, where.
    std::string run(const KernelLaunch& launch, Random& random);

    struct Impl;

private:
    std::unique_ptr<Impl> m_impl;
};

}  // namespace decodescope::cuda_on_cpu
