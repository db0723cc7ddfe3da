// SPDX-License-Identifier: GPL-3.0-or-later
// Include before hwy/foreach_target.h. Three builds of each kernel file: the compiler's own target, AVX2 and AVX-512
// (Isa::avx512 and above share one: what they add is for matrix products).
#pragma once

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
