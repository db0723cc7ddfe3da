// SPDX-License-Identifier: GPL-3.0-or-later
// Include before hwy/foreach_target.h. Four builds of each kernel file: the compiler's own target, SSE4, AVX2 and
// AVX-512 (Isa::avx512 and above share one: what they add is for matrix products). Scalable vectors are left out: one
// vector per 16 values is the most the kernels use, and scalable ones cannot be kept in arrays.
#pragma once

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
