// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cupti/kernel_name.h"

#include <gtest/gtest.h>

namespace decodescope::profiler::cupti {
namespace {

TEST(KernelName, IsTheFunctionsOwnWithoutSpacesAndArguments)
{
    // clang-format off
    const std::pair<const char*, const char*> names[] = {
        {"attend", "attend"},
        {"_ZN11decodescope6engine4cuda6attendENS1_10AttendArgsE", "attend"},
        {"_ZN11decodescope6engine4cuda12_GLOBAL__N_16attendENS1_10AttendArgsE", "attend"},
        {"_ZN1a1b6attendILi64EEEvNS_4ArgsE", "attend<64>"},
        {"_ZN1a7projectIfNS_4PairIiiEEEEvT_", "project<float, a::Pair<int, int> >"},
        {"_Z6kernelPFviE", "kernel"},
        {"void cutlass::gemm<float>(Params)", "void cutlass::gemm<float>(Params)"},
        {"", ""},
    };
    // clang-format on
    for (const auto& [symbol, expected] : names) EXPECT_EQ(kernelName(symbol), expected) << symbol;
    EXPECT_EQ(kernelName(nullptr), "");
}

}  // namespace
}  // namespace decodescope::profiler::cupti
