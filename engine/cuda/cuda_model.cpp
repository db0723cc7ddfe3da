// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cuda_model.h"

#include "engine/cuda/cuda_context.h"
#include "engine/cuda/persistent.h"

namespace decodescope::engine::cuda {
namespace {

const DeviceProjection* findProjection(const DeviceWeights& weights, TensorId id)
{
    if (id.role == TensorRole::outputHead)
        return &weights.head;
    if (id.role == TensorRole::tokenEmbedding)
        return weights.tied ? &weights.head : &weights.embedding;
    const auto layer = static_cast<std::size_t>(id.layer);
    if (id.layer < 0 || layer >= weights.layers.size())
        return nullptr;
    const DeviceLayer& w = weights.layers[layer];
    switch (id.role) {
        case TensorRole::query:
            return &w.query;
        case TensorRole::key:
            return &w.key;
        case TensorRole::value:
            return &w.value;
        case TensorRole::attentionOutput:
            return &w.attentionOutput;
        case TensorRole::ffnGate:
            return &w.gate;
        case TensorRole::ffnUp:
            return &w.up;
        case TensorRole::ffnDown:
            return &w.down;
        default:
            return nullptr;
    }
}

class CudaModel final : public LoadedModel {
public:
    CudaModel(std::shared_ptr<const ModelSource> source, std::shared_ptr<CudaModelState> state)
        : m_source(std::move(source)), m_state(std::move(state))
    {
    }

    const ModelConfig& config() const override { return m_state->config; }
    const DeviceInfo& device() const override { return m_state->device; }
    std::shared_ptr<MemoryAccount> memory() const override { return m_state->account; }
    DataType residentType(TensorId id) const override
    {
        const DeviceProjection* projection = findProjection(m_state->weights, id);
        return projection != nullptr ? projection->view.type : DataType::f32;
    }
    ComputeType computeType(TensorId) const override { return ComputeType::f32; }
    std::string computeName() const override { return std::string(name(ComputeType::f32)); }
    std::int64_t residentWeightBytes() const override { return m_state->weights.bytes(); }
    Result<std::unique_ptr<Context>> createContext(const ContextOptions& options) override
    {
        return CudaContext::create(m_state, options);
    }
    Result<MemorySnapshot> estimateContext(const ContextOptions& options) const override
    {
        if (auto valid = validateContext(m_state->config, options); !valid)
            return tl::unexpected(valid.error());
        return ContextSizes(*m_state, options).snapshot(options.cacheIsWorkspace);
    }

private:
    std::shared_ptr<const ModelSource> m_source;
    std::shared_ptr<CudaModelState> m_state;
};

Result<void> validateModel(const ModelConfig& config, const ModelOptions& options)
{
    if (config.headDim > kMaxHeadDim)
        return fail(ErrorCode::badInput,
                    "head_dim " + std::to_string(config.headDim) + " is larger than " + std::to_string(kMaxHeadDim) +
                        ", the largest we run on CUDA",
                    "use --device cpu");
    if (options.compute.value_or(ComputeType::f32) != ComputeType::f32)
        return fail(ErrorCode::usage,
                    std::string(name(*options.compute)) +
                        " products do not exist on CUDA: weights of every format are "
                        "multiplied in f32",
                    "choose --compute auto or f32");
    if (options.weights && *options.weights != DataType::f32 && *options.weights != DataType::f16 &&
        *options.weights != DataType::bf16 && *options.weights != DataType::q8_0 && *options.weights != DataType::q4_0)
        return fail(ErrorCode::usage, "weights cannot be converted to " + std::string(name(*options.weights)),
                    "choose file, f32, f16, bf16, q8_0 or q4_0");
    return {};
}

/// Runs one kernel and looks at what it made.
Result<void> tryKernel(const std::string& device, int major, int minor)
{
    Stream stream;
    if (auto made = check(cudaStreamCreateWithFlags(stream.out(), cudaStreamNonBlocking), "making a stream"); !made)
        return made;
    const auto account = MemoryAccount::create(std::make_unique<DeviceBlocks>());
    auto block = account->allocate(MemoryKind::workspace, 2 * sizeof(float), "the start-up product");
    if (!block)
        return tl::unexpected(block.error());
    const float in = 21.0F;
    float out = 0.0F;
    auto* data = block->as<float>();
    if (auto copied = check(cudaMemcpy(data, &in, sizeof in, cudaMemcpyHostToDevice), "the first copy"); !copied)
        return copied;
    const cudaError_t launched = launchProbe({data, data + 1}, stream.get());
    if (launched == cudaErrorNoKernelImageForDevice || launched == cudaErrorInvalidDeviceFunction) {
        cudaGetLastError();
        return fail(
            ErrorCode::device,
            device + " has compute capability " + std::to_string(major) + "." + std::to_string(minor) +
                ", for which this build has no kernels",
            "build with -DCMAKE_CUDA_ARCHITECTURES=" + std::to_string(major * 10 + minor) + ", or use --device cpu");
    }
    if (auto done = check(launched, "the first launch"); !done)
        return done;
    if (auto done = check(cudaStreamSynchronize(stream.get()), "the first kernel"); !done)
        return done;
    if (auto copied = check(cudaMemcpy(&out, data + 1, sizeof out, cudaMemcpyDeviceToHost), "the first copy back");
        !copied)
        return copied;
    if (out != 42.0F)
        return fail(ErrorCode::device, device + " computes wrongly: 2 x 21 gave " + std::to_string(out),
                    "use --device cpu");
    return {};
}

}  // namespace

Result<DeviceInfo> probeDevice(int index)
{
    int count = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&count); error != cudaSuccess) {
        cudaGetLastError();
        return fail(ErrorCode::device, std::string("no CUDA device can be used: ") + cudaGetErrorString(error),
                    error == cudaErrorInsufficientDriver ? "install or update the NVIDIA driver, or use --device cpu"
                                                         : "use --device cpu");
    }
    if (index < 0 || index >= count)
        return fail(ErrorCode::device,
                    "there is no CUDA device " + std::to_string(index) + ": " + std::to_string(count) + " found",
                    "use --device cuda, or --device cpu");
    if (auto set = check(cudaSetDevice(index), "choosing device " + std::to_string(index)); !set)
        return tl::unexpected(set.error());
    cudaDeviceProp properties{};
    if (auto read = check(cudaGetDeviceProperties(&properties, index), "reading the device's properties"); !read)
        return tl::unexpected(read.error());
    if (auto works = tryKernel(properties.name, properties.major, properties.minor); !works)
        return tl::unexpected(works.error());
    DeviceInfo info;
    info.kind = "cuda";
    info.name = properties.name;
    info.isa = "sm_" + std::to_string(properties.major) + std::to_string(properties.minor);
    info.lastLevelCacheBytes = properties.l2CacheSize;
    return info;
}

Result<std::unique_ptr<LoadedModel>> loadOnDevice(std::shared_ptr<const ModelSource> source,
                                                  const ModelOptions& options, int index, std::stop_token stop)
{
    if (auto valid = validateModel(source->config(), options); !valid)
        return tl::unexpected(valid.error());
    auto device = probeDevice(index);
    if (!device)
        return tl::unexpected(device.error());
    auto state = std::make_shared<CudaModelState>();
    state->config = source->config();
    state->device = std::move(*device);
    state->index = index;
    state->account = MemoryAccount::create(std::make_unique<DeviceBlocks>());
    int major = 0;
    int minor = 0;
    if (auto asked = check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, index),
                           "asking for the compute capability");
        !asked)
        return tl::unexpected(asked.error());
    if (auto asked = check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, index),
                           "asking for the compute capability");
        !asked)
        return tl::unexpected(asked.error());
    state->capability = major * 10 + minor;
    if (auto asked = check(findPersistentBlocks(index, state->persistentBlocks), "asking for cooperative launches");
        !asked)
        return tl::unexpected(asked.error());
    if (auto loaded = loadDeviceWeights(*source, options, std::move(stop), *state); !loaded)
        return tl::unexpected(loaded.error());
    return std::make_unique<CudaModel>(std::move(source), std::move(state));
}

}  // namespace decodescope::engine::cuda
