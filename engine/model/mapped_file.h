// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace decodescope::engine {

/// The bytes of a file, mapped read-only. A file that another process cuts while it is mapped cannot be protected
/// against (the kernel sends SIGBUS); everything else is checked against the size at opening.
class MappedFile {
public:
    /// Errors: badInput with the path and the system's reason; folders and special files are refused.
    static Result<MappedFile> open(const std::string& path);
    /// The same interface over bytes in memory (tests and fuzzing).
    static MappedFile fromBytes(std::vector<std::byte> bytes);

    MappedFile() = default;
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    std::span<const std::byte> bytes() const { return {m_data, m_size}; }
    /// [offset, offset + bytes) will be read front to back: read ahead, and let pages behind go first.
    void adviseSequential(std::uint64_t offset, std::uint64_t bytes) const;
    /// Drops whole pages inside [offset, offset + bytes) from this process; a later read brings them back.
    void dropPages(std::uint64_t offset, std::uint64_t bytes) const;

private:
    void unmap();
    const std::byte* m_data = nullptr;
    std::size_t m_size = 0;
    bool m_mapped = false;
    std::vector<std::byte> m_owned;
};

}  // namespace decodescope::engine
