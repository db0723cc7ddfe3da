// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forward/backend.h"

namespace decodescope::engine {

std::string_view name(LaunchMode mode)
{
    switch (mode) {
        case LaunchMode::automatic:
            return "auto";
        case LaunchMode::kernels:
            return "kernels";
        case LaunchMode::graph:
            return "graph";
        case LaunchMode::persistent:
            return "persistent";
    }
    return {};
}

std::optional<LaunchMode> parseLaunchMode(std::string_view text)
{
    for (LaunchMode mode : {LaunchMode::automatic, LaunchMode::kernels, LaunchMode::graph, LaunchMode::persistent})
        if (text == name(mode))
            return mode;
    return std::nullopt;
}

}  // namespace decodescope::engine
