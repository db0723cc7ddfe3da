// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/generate/generate.h"

#include <array>

namespace decodescope::engine {
namespace {

constexpr std::array kStrategies{Strategy::cached,       Strategy::naive,          Strategy::brokenForget,
                                 Strategy::brokenRefill, Strategy::brokenPosition, Strategy::brokenStale};

}  // namespace

std::string_view name(Strategy strategy)
{
    switch (strategy) {
        case Strategy::cached:
            return "cached";
        case Strategy::naive:
            return "naive";
        case Strategy::brokenForget:
            return "broken:forget";
        case Strategy::brokenRefill:
            return "broken:refill";
        case Strategy::brokenPosition:
            return "broken:position";
        case Strategy::brokenStale:
            return "broken:stale";
    }
    return {};
}

std::optional<Strategy> parseStrategy(std::string_view text)
{
    for (Strategy strategy : kStrategies)
        if (text == name(strategy))
            return strategy;
    return std::nullopt;
}

std::string_view name(Phase phase)
{
    return phase == Phase::prefill ? "prefill" : "decode";
}

std::string_view name(StopReason reason)
{
    switch (reason) {
        case StopReason::length:
            return "length";
        case StopReason::eos:
            return "eos";
        case StopReason::cancelled:
            return "cancelled";
    }
    return {};
}

}  // namespace decodescope::engine
