// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/number_text.h"

#include <array>
#include <charconv>

namespace decodescope::engine {

std::string fixedText(double value, int decimals)
{
    std::array<char, 384> text;  // the largest double has 309 digits before the point
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals);
    return {text.data(), end.ptr};
}

std::string shortestText(double value)
{
    std::array<char, 32> text;
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace decodescope::engine
