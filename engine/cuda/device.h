// SPDX-License-Identifier: GPL-3.0-or-later
// The one header kernels are written against. nvcc makes device code of it; g++ (DECODESCOPE_CUDA_ON_CPU) makes code
// for tests/cuda_on_cpu, which runs the same kernels without a GPU. Every arithmetic function here is rounded once, to
// nearest even, so that both give the same bits.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#ifdef __CUDACC__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#else
#include "engine/model/half.h"
#include "tests/cuda_on_cpu/lanes.h"

#include <bit>
#include <cmath>
#include <cstring>
#endif

namespace decodescope::engine::cuda {

constexpr int kWarp = 32;

/// Sixteen bytes, as one load.
struct alignas(16) Words4 {
    std::uint32_t w[4];
};
struct alignas(8) Words2 {
    std::uint32_t w[2];
};

#ifdef __CUDACC__

#define DECODESCOPE_DEVICE __device__ __forceinline__
#define DECODESCOPE_UNROLL _Pragma("unroll")
#define DECODESCOPE_KERNEL __global__ void
/// A kernel whose registers are to leave room for `blocks` blocks of `threads` threads.
#define DECODESCOPE_BOUNDED_KERNEL(threads, blocks) __global__ void __launch_bounds__(threads, blocks)

DECODESCOPE_DEVICE int threadX()
{
    return static_cast<int>(threadIdx.x);
}
DECODESCOPE_DEVICE int blockX()
{
    return static_cast<int>(blockIdx.x);
}
DECODESCOPE_DEVICE int blockY()
{
    return static_cast<int>(blockIdx.y);
}
DECODESCOPE_DEVICE int blockZ()
{
    return static_cast<int>(blockIdx.z);
}
DECODESCOPE_DEVICE int gridX()
{
    return static_cast<int>(gridDim.x);
}
DECODESCOPE_DEVICE int blockThreads()
{
    return static_cast<int>(blockDim.x);
}

/// The block's shared memory: one T, asked for once in a kernel. ptxas knows its size, and so does the driver.
template <class T>
DECODESCOPE_DEVICE T& sharedMemory()
{
    __shared__ __align__(16) unsigned char shared[sizeof(T)];
    return *reinterpret_cast<T*>(shared);
}

DECODESCOPE_DEVICE void syncThreads()
{
    __syncthreads();
}

/// Combines over the warp, each value by itself, by one fixed tree; every lane gets the results. All 32 lanes must
/// come.
template <class T, int N, class Combine>
DECODESCOPE_DEVICE void reduceOverWarp(T (&values)[N], Combine combine)
{
#pragma unroll
    for (int mask = kWarp / 2; mask > 0; mask /= 2)
#pragma unroll
        for (int i = 0; i < N; ++i) values[i] = combine(values[i], __shfl_xor_sync(0xffffffffU, values[i], mask));
}

DECODESCOPE_DEVICE void addAtomically(unsigned long long* to, unsigned long long value)
{
    atomicAdd(to, value);
}

DECODESCOPE_DEVICE float fma(float a, float b, float c)
{
    return __fmaf_rn(a, b, c);
}
DECODESCOPE_DEVICE float mul(float a, float b)
{
    return __fmul_rn(a, b);
}
DECODESCOPE_DEVICE float add(float a, float b)
{
    return __fadd_rn(a, b);
}
DECODESCOPE_DEVICE float sub(float a, float b)
{
    return __fsub_rn(a, b);
}
DECODESCOPE_DEVICE float div(float a, float b)
{
    return __fdiv_rn(a, b);
}
DECODESCOPE_DEVICE float root(float a)
{
    return __fsqrt_rn(a);
}
DECODESCOPE_DEVICE float nearestInteger(float a)
{
    return rintf(a);
}
DECODESCOPE_DEVICE float larger(float a, float b)
{
    return fmaxf(a, b);
}
DECODESCOPE_DEVICE float magnitude(float a)
{
    return fabsf(a);
}
DECODESCOPE_DEVICE std::uint32_t bitsOf(float a)
{
    return __float_as_uint(a);
}
DECODESCOPE_DEVICE float floatOf(std::uint32_t bits)
{
    return __uint_as_float(bits);
}
DECODESCOPE_DEVICE float halfValue(std::uint16_t bits)
{
    return __half2float(__ushort_as_half(bits));
}
DECODESCOPE_DEVICE std::uint16_t halfBits(float a)
{
    return __half_as_ushort(__float2half_rn(a));
}
DECODESCOPE_DEVICE std::uint16_t bfloatBits(float a)
{
    return __bfloat16_as_ushort(__float2bfloat16_rn(a));
}

/// Loads of weights: read once, through the read-only path. Addresses are aligned to the size.
DECODESCOPE_DEVICE Words4 loadWords4(const void* from)
{
    const uint4 v = __ldg(static_cast<const uint4*>(from));
    return {{v.x, v.y, v.z, v.w}};
}
/// Memory that kernels write, as one load.
DECODESCOPE_DEVICE Words4 readWords4(const void* from)
{
    const uint4 v = *static_cast<const uint4*>(from);
    return {{v.x, v.y, v.z, v.w}};
}
DECODESCOPE_DEVICE Words2 readWords2(const void* from)
{
    const uint2 v = *static_cast<const uint2*>(from);
    return {{v.x, v.y}};
}
DECODESCOPE_DEVICE void writeWords4(void* to, const Words4& v)
{
    *static_cast<uint4*>(to) = make_uint4(v.w[0], v.w[1], v.w[2], v.w[3]);
}
DECODESCOPE_DEVICE void writeWords2(void* to, const Words2& v)
{
    *static_cast<uint2*>(to) = make_uint2(v.w[0], v.w[1]);
}
DECODESCOPE_DEVICE Words2 loadWords2(const void* from)
{
    const uint2 v = __ldg(static_cast<const uint2*>(from));
    return {{v.x, v.y}};
}
DECODESCOPE_DEVICE std::uint32_t loadWord(const void* from)
{
    return __ldg(static_cast<const unsigned int*>(from));
}
DECODESCOPE_DEVICE std::uint16_t loadShort(const void* from)
{
    return __ldg(static_cast<const unsigned short*>(from));
}
DECODESCOPE_DEVICE std::uint8_t loadByte(const void* from)
{
    return __ldg(static_cast<const unsigned char*>(from));
}

#else

#define DECODESCOPE_DEVICE inline
#define DECODESCOPE_UNROLL
#define DECODESCOPE_KERNEL void
#define DECODESCOPE_BOUNDED_KERNEL(threads, blocks) void

inline int threadX()
{
    return cuda_on_cpu::blockPlace.thread;
}
inline int blockX()
{
    return cuda_on_cpu::blockPlace.x;
}
inline int blockY()
{
    return cuda_on_cpu::blockPlace.y;
}
inline int blockZ()
{
    return cuda_on_cpu::blockPlace.z;
}
inline int gridX()
{
    return cuda_on_cpu::blockPlace.gridX;
}
inline int blockThreads()
{
    return cuda_on_cpu::blockPlace.threads;
}

template <class T>
T& sharedMemory()
{
    return *reinterpret_cast<T*>(cuda_on_cpu::blockPlace.shared);
}

inline void syncThreads(std::source_location where = std::source_location::current())
{
    cuda_on_cpu::syncThreads(where);
}

/// The same tree, walked for all lanes by the last of them to come.
template <class T, int N, class Combine>
void reduceOverWarp(T (&values)[N], Combine combine, std::source_location where = std::source_location::current())
{
    cuda_on_cpu::meetInWarp(values, sizeof(values), where, [&combine](std::byte* const* lanes) {
        T all[kWarp][N];
        for (int lane = 0; lane < kWarp; ++lane) std::memcpy(all[lane], lanes[lane], sizeof(all[lane]));
        for (int mask = kWarp / 2; mask > 0; mask /= 2) {
            T next[kWarp][N];
            for (int lane = 0; lane < kWarp; ++lane)
                for (int i = 0; i < N; ++i) next[lane][i] = combine(all[lane][i], all[lane ^ mask][i]);
            std::memcpy(all, next, sizeof(all));
        }
        for (int lane = 0; lane < kWarp; ++lane) std::memcpy(lanes[lane], all[lane], sizeof(all[lane]));
    });
}

inline void addAtomically(unsigned long long* to, unsigned long long value)
{
    *to += value;
}

inline float fma(float a, float b, float c)
{
    return std::fma(a, b, c);
}
inline float mul(float a, float b)
{
    return a * b;
}
inline float add(float a, float b)
{
    return a + b;
}
inline float sub(float a, float b)
{
    return a - b;
}
inline float div(float a, float b)
{
    return a / b;
}
inline float root(float a)
{
    return std::sqrt(a);
}
inline float nearestInteger(float a)
{
    return std::nearbyint(a);
}
inline float larger(float a, float b)
{
    return std::fmax(a, b);
}
inline float magnitude(float a)
{
    return std::fabs(a);
}
inline std::uint32_t bitsOf(float a)
{
    return std::bit_cast<std::uint32_t>(a);
}
inline float floatOf(std::uint32_t bits)
{
    return std::bit_cast<float>(bits);
}
inline float halfValue(std::uint16_t bits)
{
    return halfToFloat(bits);
}
inline std::uint16_t halfBits(float a)
{
    return floatToHalf(a);
}
inline std::uint16_t bfloatBits(float a)
{
    return floatToBfloat16(a);
}

template <class T>
T loadAligned(const void* from)
{
    cuda_on_cpu::requireAligned(from, sizeof(T));
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}
template <class T>
T loadWeights(const void* from)
{
    cuda_on_cpu::weightBytesLoaded += sizeof(T);
    return loadAligned<T>(from);
}
inline Words4 loadWords4(const void* from)
{
    return loadWeights<Words4>(from);
}
inline Words2 loadWords2(const void* from)
{
    return loadWeights<Words2>(from);
}
inline Words4 readWords4(const void* from)
{
    return loadAligned<Words4>(from);
}
inline Words2 readWords2(const void* from)
{
    return loadAligned<Words2>(from);
}
template <class T>
void storeAligned(void* to, const T& value)
{
    cuda_on_cpu::requireAligned(to, sizeof(T));
    std::memcpy(to, &value, sizeof(T));
}
inline void writeWords4(void* to, const Words4& v)
{
    storeAligned(to, v);
}
inline void writeWords2(void* to, const Words2& v)
{
    storeAligned(to, v);
}
inline std::uint32_t loadWord(const void* from)
{
    return loadWeights<std::uint32_t>(from);
}
inline std::uint16_t loadShort(const void* from)
{
    return loadWeights<std::uint16_t>(from);
}
inline std::uint8_t loadByte(const void* from)
{
    return loadWeights<std::uint8_t>(from);
}

#endif

DECODESCOPE_DEVICE float bfloatValue(std::uint16_t bits)
{
    return floatOf(static_cast<std::uint32_t>(bits) << 16);
}

DECODESCOPE_DEVICE int laneOf(int thread)
{
    return thread % kWarp;
}

struct Sum {
    template <class T>
    DECODESCOPE_DEVICE T operator()(T a, T b) const
    {
        return a + b;
    }
};
struct Largest {
    template <class T>
    DECODESCOPE_DEVICE T operator()(T a, T b) const
    {
        return a > b ? a : b;
    }
};

/// e^x within about 1 ulp for x in [-87, 88]; below it 0, exactly; above it e^88. The CPU backend's, step by step.
DECODESCOPE_DEVICE float exponential(float x)
{
    x = x < -88.0F ? -88.0F : x > 88.0F ? 88.0F : x;
    const float n = nearestInteger(mul(x, 1.44269504088896341F));
    float r = fma(-n, 0.693359375F, x);
    r = fma(-n, -2.12194440e-4F, r);
    float p = 1.9875691500e-4F;
    p = fma(p, r, 1.3981999507e-3F);
    p = fma(p, r, 8.3334519073e-3F);
    p = fma(p, r, 4.1665795894e-2F);
    p = fma(p, r, 1.6666665459e-1F);
    p = fma(p, r, 5.0000001201e-1F);
    p = add(fma(p, mul(r, r), r), 1.0F);
    return mul(p, floatOf(static_cast<std::uint32_t>(static_cast<int>(n) + 127) << 23));
}

/// Tells the stand-in how to call `kernel`; nvcc's registration does that on a device.
template <class Args>
void announce([[maybe_unused]] const char* name, [[maybe_unused]] void (*kernel)(Args))
{
#ifndef __CUDACC__
    cuda_on_cpu::nameKernel(
        reinterpret_cast<const void*>(kernel), name, sizeof(Args), [](const void* function, void* parameter) {
            reinterpret_cast<void (*)(Args)>(const_cast<void*>(function))(*static_cast<const Args*>(parameter));
        });
#endif
}

/// What a launch asks for beyond the kernel's own: nothing on a device; all of it where nobody else knows its size.
constexpr std::size_t dynamicBytes([[maybe_unused]] std::size_t sharedBytes)
{
#ifdef __CUDACC__
    return 0;
#else
    return sharedBytes;
#endif
}

/// Launches `kernel`, whose only parameter is a struct copied at the call; `sharedBytes` is the size of what it has
/// from sharedMemory().
template <class Args>
cudaError_t launch(const char* name, void (*kernel)(Args), const Args& args, dim3 grid, unsigned threads,
                   std::size_t sharedBytes, cudaStream_t stream)
{
    Args copy = args;
    void* parameters[] = {&copy};
    announce(name, kernel);
    return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, dim3(threads), parameters,
                            dynamicBytes(sharedBytes), stream);
}

}  // namespace decodescope::engine::cuda
