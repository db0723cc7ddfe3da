// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace decodescope::tests {

/// SHA-256 (FIPS 180-4) of bytes given in pieces; for comparing with reference hashes only.
class Sha256 {
public:
    void update(std::span<const std::byte> bytes);
    /// Lower-case hexadecimal; the object is spent afterwards.
    std::string finish();

private:
    void block(const std::byte* bytes);
    std::array<std::uint32_t, 8> m_state{0x6a09e667U, 0xbb67ae85U, 0x3c6ef372U, 0xa54ff53aU,
                                         0x510e527fU, 0x9b05688cU, 0x1f83d9abU, 0x5be0cd19U};
    std::array<std::byte, 64> m_pending{};
    std::size_t m_pendingBytes = 0;
    std::uint64_t m_totalBytes = 0;
};

}  // namespace decodescope::tests
