// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace decodescope::profiler::cupti {

/// A kernel's name for people: "_ZN1a1b6attendILi64EEEvNS_4ArgsE" is "attend<64>". What is no mangled name stays.
std::string kernelName(const char* symbol);

}  // namespace decodescope::profiler::cupti
