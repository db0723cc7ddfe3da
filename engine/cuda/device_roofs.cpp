// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/device_roofs.h"

#include "engine/cuda/blas.h"
#include "engine/cuda/fp8_product.h"
#include "engine/cuda/handles.h"
#include "engine/cuda/persistent.h"
#include "engine/cuda/roof_kernels.h"

#include <algorithm>
#include <chrono>
#include <functional>

namespace decodescope::engine::cuda {
namespace {

constexpr std::int64_t kUnit = std::int64_t{1} << 20;
constexpr std::int64_t kBlasWorkspace = std::int64_t{32} << 20;
constexpr int kLaunches = 200;
constexpr int kBarriers = 200;
constexpr int kCachePasses = 20;

class Probe {
public:
    Probe(const RoofOptions& options, std::stop_token stop)
        : m_options(options),
          m_stop(std::move(stop)),
          m_account(MemoryAccount::create(std::make_unique<DeviceBlocks>()))
    {
    }
    Result<DeviceRoofs> run(int index);

private:
    using Work = std::function<cudaError_t()>;

    /// Shortest time of `work`, in seconds by the device's events.
    Result<double> best(const Work& work, const char* what);
    Result<void> memory();
    Result<void> cache();
    Result<void> launches();
    Result<void> barriers(int index);
    Result<void> products();
    Result<void> product(const Blas& blas, const char* name, cudaDataType type, cublasComputeType_t compute);
    Result<void> productFp8(void* workspace);
    /// Times `multiply`, a product of `productSize` cubed; what fails is a note.
    Result<void> timeProduct(const char* name, const std::function<Result<void>()>& multiply);

    const RoofOptions& m_options;
    std::stop_token m_stop;
    std::shared_ptr<MemoryAccount> m_account;
    Buffer m_buffer;
    Event m_started;
    Event m_ended;
    Stream m_stream;
    int m_multiprocessors = 0;
    int m_capability = 0;
    DeviceRoofs m_roofs;
};

Result<double> Probe::best(const Work& work, const char* what)
{
    double seconds = 0;
    for (int i = 0; i <= m_options.repeats; ++i) {  // the first warms up
        if (m_stop.stop_requested())
            return fail(ErrorCode::cancelled, "measuring was stopped");
        float ms = 0;
        for (const cudaError_t error :
             {cudaEventRecord(m_started.get(), m_stream.get()), work(), cudaEventRecord(m_ended.get(), m_stream.get()),
              cudaStreamSynchronize(m_stream.get()), cudaEventElapsedTime(&ms, m_started.get(), m_ended.get())})
            if (auto done = check(error, std::string("measuring ") + what); !done)
                return tl::unexpected(done.error());
        const double now = static_cast<double>(ms) * 1e-3;
        if (i == 1 || (i > 1 && now < seconds))
            seconds = now;
    }
    return std::max(seconds, 1e-9);
}

Result<void> Probe::memory()
{
    std::size_t free = 0;
    std::size_t total = 0;
    if (auto read = check(cudaMemGetInfo(&free, &total), "reading the device's free memory"); !read)
        return read;
    const std::int64_t wanted = std::max(m_options.leastBufferBytes, 4 * m_roofs.cacheBytes);
    const std::int64_t room = static_cast<std::int64_t>(free) / 4 / kUnit * kUnit;
    m_roofs.bufferBytes = std::min((wanted + kUnit - 1) / kUnit * kUnit, std::max(room, kUnit));
    if (m_roofs.bufferBytes < 4 * m_roofs.cacheBytes)
        m_roofs.notes.push_back("memory was short: the buffer has " + mib(m_roofs.bufferBytes) +
                                ", less than four times the " + mib(m_roofs.cacheBytes) + " of L2 cache");
    // Two halves for the copy; reads go over both.
    auto buffer = m_account->allocate(MemoryKind::workspace, 2 * m_roofs.bufferBytes, "the roofs' buffer");
    if (!buffer)
        return tl::unexpected(buffer.error());
    m_buffer = std::move(*buffer);
    if (auto cleared =
            check(cudaMemsetAsync(m_buffer.data(), 0, static_cast<std::size_t>(m_buffer.bytes()), m_stream.get()),
                  "clearing the roofs' buffer");
        !cleared)
        return cleared;
    auto* data = reinterpret_cast<std::uint8_t*>(m_buffer.data());
    for (const int perMultiprocessor : {2, 4, 8}) {
        const auto blocks = static_cast<unsigned>(perMultiprocessor * m_multiprocessors);
        const StreamArgs read{data, data, m_roofs.bufferBytes, 1};
        const auto readTime = best([&] { return launchRead(read, blocks, m_stream.get()); }, "reading memory");
        if (!readTime)
            return tl::unexpected(readTime.error());
        m_roofs.readBytesPerS = std::max(m_roofs.readBytesPerS, static_cast<double>(m_roofs.bufferBytes) / *readTime);
        const StreamArgs copy{data, data + m_roofs.bufferBytes, m_roofs.bufferBytes, 1};
        const auto copyTime = best([&] { return launchCopy(copy, blocks, m_stream.get()); }, "copying memory");
        if (!copyTime)
            return tl::unexpected(copyTime.error());
        m_roofs.copyBytesPerS =
            std::max(m_roofs.copyBytesPerS, 2 * static_cast<double>(m_roofs.bufferBytes) / *copyTime);
    }
    return {};
}

Result<void> Probe::cache()
{
    m_roofs.cacheBufferBytes =
        std::clamp<std::int64_t>(m_roofs.cacheBytes / 2 / 4096 * 4096, 4096, m_roofs.bufferBytes);
    auto* data = reinterpret_cast<std::uint8_t*>(m_buffer.data());
    for (const int perMultiprocessor : {2, 4, 8}) {
        const StreamArgs read{data, data, m_roofs.cacheBufferBytes, kCachePasses};
        const auto blocks = static_cast<unsigned>(perMultiprocessor * m_multiprocessors);
        const auto time = best([&] { return launchRead(read, blocks, m_stream.get()); }, "reading the L2 cache");
        if (!time)
            return tl::unexpected(time.error());
        m_roofs.cacheBytesPerS =
            std::max(m_roofs.cacheBytesPerS, static_cast<double>(m_roofs.cacheBufferBytes) * kCachePasses / *time);
    }
    return {};
}

Result<void> Probe::launches()
{
    const auto many = best(
        [&] {
            for (int i = 0; i < kLaunches; ++i)
                if (const cudaError_t error = launchNothing(m_stream.get()); error != cudaSuccess)
                    return error;
            return cudaSuccess;
        },
        "launches");
    if (!many)
        return tl::unexpected(many.error());
    m_roofs.launchNs = *many / kLaunches * 1e9;
    using Clock = std::chrono::steady_clock;
    for (int i = 0; i < 20 * m_options.repeats; ++i) {
        const auto start = Clock::now();
        for (const cudaError_t error : {launchNothing(m_stream.get()), cudaStreamSynchronize(m_stream.get())})
            if (auto done = check(error, "launching and waiting"); !done)
                return done;
        const double ns = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
        m_roofs.launchAndWaitNs = i == 0 ? ns : std::min(m_roofs.launchAndWaitNs, ns);
    }
    return {};
}

Result<void> Probe::barriers(int index)
{
    int blocks = 0;
    if (auto asked = check(findPersistentBlocks(index, blocks), "asking for cooperative launches"); !asked)
        return asked;
    if (blocks == 0) {
        m_roofs.notes.emplace_back("no barrier of the grid: the device launches no kernels cooperatively");
        return {};
    }
    m_roofs.barrierBlocks = blocks;
    const auto none = best([&] { return launchBarriers({0}, blocks, m_stream.get()); }, "a kernel without barriers");
    if (!none)
        return tl::unexpected(none.error());
    const auto many = best([&] { return launchBarriers({kBarriers}, blocks, m_stream.get()); }, "barriers of the grid");
    if (!many)
        return tl::unexpected(many.error());
    m_roofs.barrierNs = std::max(0.0, *many - *none) / kBarriers * 1e9;
    return {};
}

Result<void> Probe::product(const Blas& blas, const char* name, cudaDataType type, cublasComputeType_t compute)
{
    const auto n = static_cast<int>(m_options.productSize);
    const std::int64_t bytes = m_options.productSize * m_options.productSize * 4;
    auto* base = m_buffer.data();
    Blas::Product p;
    p.weights = base;
    p.in = base + bytes;
    p.out = reinterpret_cast<float*>(base + 2 * bytes);
    p.weightStride = p.inStride = p.outStride = p.outputs = p.rows = p.columns = n;
    p.type = type;
    p.compute = compute;
    return timeProduct(name, [&] { return blas.multiply(p); });
}

Result<void> Probe::timeProduct(const char* name, const std::function<Result<void>()>& multiply)
{
    Result<void> failed;
    const auto time = best(
        [&] {
            if (auto done = multiply(); !done)
                failed = done;
            return cudaSuccess;
        },
        name);
    if (!time && time.error().code == ErrorCode::cancelled)
        return tl::unexpected(time.error());
    if (!time || !failed) {
        m_roofs.notes.push_back(std::string("no product in ") + name + ": " +
                                (time ? failed.error().message : time.error().message));
        return {};
    }
    const auto n = static_cast<double>(m_options.productSize);
    m_roofs.tensor.push_back({name, 2.0 * n * n * n / *time});
    return {};
}

Result<void> Probe::productFp8(void* workspace)
{
    const std::int64_t n = m_options.productSize;
    Fp8Product product;
    if (auto ready = product.prepare(n, workspace, static_cast<std::size_t>(kBlasWorkspace)); !ready) {
        m_roofs.notes.push_back("no product in fp8: " + ready.error().message);
        return {};
    }
    auto* base = reinterpret_cast<std::uint8_t*>(m_buffer.data());
    if (auto filled = check(launchFill({nullptr, base, 2 * n * n, 1, true}, m_stream.get()), "filling the matrices");
        !filled)
        return filled;
    return timeProduct("fp8", [&] {
        return product.multiply(base, base + n * n, reinterpret_cast<float*>(base + 2 * n * n), m_stream.get());
    });
}

Result<void> Probe::products()
{
    const std::int64_t needed = 3 * m_options.productSize * m_options.productSize * 4;
    if (m_buffer.bytes() < needed) {
        m_buffer = {};
        auto larger = m_account->allocate(MemoryKind::workspace, needed, "matrices of the products");
        if (!larger) {
            m_roofs.notes.push_back("no products: " + larger.error().message);
            return {};
        }
        m_buffer = std::move(*larger);
    }
    const StreamArgs fill{nullptr, reinterpret_cast<std::uint8_t*>(m_buffer.data()), needed, 1};
    if (auto filled = check(launchFill(fill, m_stream.get()), "filling the matrices"); !filled)
        return filled;
    auto workspace = m_account->allocate(MemoryKind::workspace, kBlasWorkspace, "cuBLAS's workspace");
    auto blas = workspace ? Blas::open(m_stream.get(), workspace->data(), static_cast<std::size_t>(kBlasWorkspace))
                          : Result<Blas>(tl::unexpected(workspace.error()));
    if (!blas) {
        m_roofs.notes.push_back("no products: " + blas.error().message);
        return {};
    }
    struct Kind {
        const char* name;
        int capability;
        cudaDataType type;
        cublasComputeType_t compute;
    };
    for (const Kind& kind :
         {Kind{"f32", 70, CUDA_R_32F, CUBLAS_COMPUTE_32F}, Kind{"tf32", 80, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32},
          Kind{"f16", 70, CUDA_R_16F, CUBLAS_COMPUTE_32F}, Kind{"bf16", 80, CUDA_R_16BF, CUBLAS_COMPUTE_32F}}) {
        if (m_capability < kind.capability)
            m_roofs.notes.push_back(std::string("no tensor product in ") + kind.name + " on compute capability " +
                                    std::to_string(m_capability / 10) + "." + std::to_string(m_capability % 10));
        else if (auto done = product(*blas, kind.name, kind.type, kind.compute); !done)
            return done;
    }
    if (m_capability >= kFp8Capability)
        return productFp8(workspace->data());
    m_roofs.notes.push_back("no tensor product in fp8 before compute capability 8.9");
    return {};
}

Result<DeviceRoofs> Probe::run(int index)
{
    int major = 0;
    int minor = 0;
    int cacheBytes = 0;
    for (const cudaError_t error :
         {cudaSetDevice(index), cudaStreamCreateWithFlags(m_stream.out(), cudaStreamNonBlocking),
          cudaEventCreate(m_started.out()), cudaEventCreate(m_ended.out()),
          cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, index),
          cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, index),
          cudaDeviceGetAttribute(&m_multiprocessors, cudaDevAttrMultiProcessorCount, index),
          cudaDeviceGetAttribute(&cacheBytes, cudaDevAttrL2CacheSize, index)})
        if (auto done = check(error, "preparing to measure the device"); !done)
            return tl::unexpected(done.error());
    m_capability = major * 10 + minor;
    m_roofs.cacheBytes = cacheBytes;
    for (auto part : {&Probe::memory, &Probe::cache, &Probe::launches})
        if (auto done = (this->*part)(); !done)
            return tl::unexpected(done.error());
    if (auto done = barriers(index); !done)
        return tl::unexpected(done.error());
    if (auto done = products(); !done)
        return tl::unexpected(done.error());
    return std::move(m_roofs);
}

}  // namespace

Result<DeviceRoofs> measureRoofs(int index, const RoofOptions& options, std::stop_token stop)
{
    return Probe(options, std::move(stop)).run(index);
}

}  // namespace decodescope::engine::cuda
