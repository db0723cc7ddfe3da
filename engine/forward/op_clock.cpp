// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forward/backend.h"

namespace decodescope::engine {

std::string_view name(OpClock clock)
{
    switch (clock) {
        case OpClock::host:
            return "host";
        case OpClock::device:
            return "device";
        case OpClock::events:
            return "events";
    }
    return {};
}

std::optional<OpClock> parseOpClock(std::string_view text)
{
    for (OpClock clock : {OpClock::host, OpClock::device, OpClock::events})
        if (text == name(clock))
            return clock;
    return std::nullopt;
}

}  // namespace decodescope::engine
