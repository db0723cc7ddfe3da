// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/utf8_check.h"

#include <utf8proc.h>
#include <algorithm>

namespace decodescope::engine {

bool isValidUtf8(std::string_view text)
{
    constexpr std::size_t kLongestCharacter = 4;
    while (!text.empty()) {
        const auto* begin = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
        const auto window = static_cast<utf8proc_ssize_t>(std::min(text.size(), kLongestCharacter));
        utf8proc_int32_t codePoint = 0;
        const utf8proc_ssize_t used = utf8proc_iterate(begin, window, &codePoint);
        if (used <= 0)
            return false;
        text.remove_prefix(static_cast<std::size_t>(used));
    }
    return true;
}

}  // namespace decodescope::engine
