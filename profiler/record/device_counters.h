// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace decodescope::profiler {

/// What a device's own counters say of one step: measured, where Cost is modelled. Empty: the device has no such
/// counter.
struct DeviceCounters {
    std::optional<std::int64_t> bytesRead;     ///< from the device's memory (DRAM), what its cache holds left out
    std::optional<std::int64_t> bytesWritten;  ///< to it
    std::optional<double> flops;               ///< f32 additions and products (a multiply-add is 2), tensor products
    std::optional<double> tensorShare;         ///< of the kernels' time in which tensor units worked, 0 to 1

    std::optional<std::int64_t> bytes() const;
    std::optional<double> arithmeticIntensity() const;  ///< flops / bytes
    bool operator==(const DeviceCounters&) const = default;
};

inline std::optional<std::int64_t> DeviceCounters::bytes() const
{
    return bytesRead && bytesWritten ? std::optional(*bytesRead + *bytesWritten) : std::nullopt;
}

inline std::optional<double> DeviceCounters::arithmeticIntensity() const
{
    const auto moved = bytes();
    return flops && moved && *moved > 0 ? std::optional(*flops / static_cast<double>(*moved)) : std::nullopt;
}

}  // namespace decodescope::profiler
