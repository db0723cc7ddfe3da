// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cupti/kernel_name.h"

#include <cxxabi.h>
#include <cstdlib>
#include <memory>

namespace decodescope::profiler::cupti {

std::string kernelName(const char* symbol)
{
    if (symbol == nullptr)
        return {};
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> readable(abi::__cxa_demangle(symbol, nullptr, nullptr, &status),
                                                          std::free);
    if (status != 0 || readable == nullptr)
        return symbol;
    // Of "void a::(anonymous namespace)::attend<64, a::B>(a::Args)": from after the last "::" or space outside of
    // brackets, to the bracket that opens the arguments.
    const std::string text = readable.get();
    std::size_t begin = 0;
    std::size_t end = text.size();
    int angles = 0;
    int rounds = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool outside = angles == 0 && rounds == 0;
        if (c == '(' && outside && text.compare(i, 21, "(anonymous namespace)") != 0) {
            end = i;
            break;
        }
        if (outside && (c == ' ' || (c == ':' && i > 0 && text[i - 1] == ':')))
            begin = i + 1;
        angles += c == '<' ? 1 : c == '>' ? -1 : 0;
        rounds += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
    return text.substr(begin, end - begin);
}

}  // namespace decodescope::profiler::cupti
