// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/cpu_model.h"

#include "engine/cpu/cpu_context.h"
#include "engine/forward/limits.h"

#include <algorithm>
#include <system_error>

namespace decodescope::engine {
namespace cpu {
namespace {

class CpuModel final : public LoadedModel {
public:
    CpuModel(std::shared_ptr<const ModelSource> source, std::shared_ptr<CpuModelState> state)
        : m_source(std::move(source)), m_state(std::move(state))
    {
    }

    const ModelConfig& config() const override { return m_state->config; }
    const DeviceInfo& device() const override { return m_state->device; }
    std::shared_ptr<MemoryAccount> memory() const override { return m_state->account; }

    DataType residentType(TensorId id) const override
    {
        if (const PackedMatrix* matrix = find(id))
            return matrix->type();
        const bool embedding = id.role == TensorRole::tokenEmbedding;
        return embedding ? m_state->weights.embeddingType : DataType::f32;
    }

    ComputeType computeType(TensorId id) const override
    {
        const PackedMatrix* matrix = find(id);
        return matrix != nullptr ? matrix->compute() : ComputeType::f32;
    }

    std::string computeName() const override
    {
        std::string text;
        for (ComputeType type : {ComputeType::int8, ComputeType::bf16, ComputeType::f32})
            if (m_state->widestInput[static_cast<std::size_t>(type)] > 0) {
                text += text.empty() ? "" : "+";
                text += name(type);
            }
        return text;
    }

    std::int64_t residentWeightBytes() const override { return m_state->weights.bytes(); }

    Result<std::unique_ptr<Context>> createContext(const ContextOptions& options) override
    {
        return CpuContext::create(m_state, options);
    }

    Result<MemorySnapshot> estimateContext(const ContextOptions& options) const override
    {
        if (auto valid = validateContext(m_state->config, options); !valid)
            return tl::unexpected(valid.error());
        return ContextSizes(*m_state, options).snapshot(options.cacheIsWorkspace);
    }

private:
    const PackedMatrix* find(TensorId id) const
    {
        const CpuWeights& weights = m_state->weights;
        if (id.role == TensorRole::outputHead || (id.role == TensorRole::tokenEmbedding && weights.tied))
            return &weights.head.matrix;
        const auto layer = static_cast<std::size_t>(id.layer);
        if (id.layer < 0 || layer >= weights.layers.size())
            return nullptr;
        const LayerWeights& w = weights.layers[layer];
        switch (id.role) {
            case TensorRole::query:
                return &w.query.matrix;
            case TensorRole::key:
                return &w.key.matrix;
            case TensorRole::value:
                return &w.value.matrix;
            case TensorRole::attentionOutput:
                return &w.attentionOutput.matrix;
            case TensorRole::ffnGate:
                return &w.gate.matrix;
            case TensorRole::ffnUp:
                return &w.up.matrix;
            case TensorRole::ffnDown:
                return &w.down.matrix;
            default:
                return nullptr;
        }
    }

    std::shared_ptr<const ModelSource> m_source;
    std::shared_ptr<CpuModelState> m_state;
};

Result<Isa> chooseIsa(const std::string& forced)
{
    if (forced.empty())
        return bestIsa();
    const std::optional<Isa> isa = parseIsa(forced);
    const std::vector<Isa> available = availableIsas();
    if (isa && std::find(available.begin(), available.end(), *isa) != available.end())
        return *isa;
    std::string names;
    for (Isa each : available) {
        names += names.empty() ? "" : ", ";
        names += name(each);
    }
    return fail(ErrorCode::usage,
                "instruction set '" + forced + "' " + (isa ? "is not on this machine" : "is not one we know"),
                "choose one of: " + names);
}

Result<void> validateModel(const ModelConfig& config, const ModelOptions& options)
{
    if (config.headDim > kMaxHeadDim)
        return fail(ErrorCode::badInput, "head_dim " + std::to_string(config.headDim) + " is larger than " +
                                             std::to_string(kMaxHeadDim) + ", the largest we run");
    if (options.threads < 0 || options.threads > kMostThreads)
        return fail(ErrorCode::usage,
                    "threads " + std::to_string(options.threads) + " is not in 0 to " + std::to_string(kMostThreads));
    if (!options.weights)
        return {};
    switch (*options.weights) {
        case DataType::f32:
        case DataType::f16:
        case DataType::bf16:
        case DataType::q8_0:
        case DataType::q4_0:
            return {};
        default:
            return fail(ErrorCode::usage, "weights cannot be converted to " + std::string(name(*options.weights)),
                        "choose file, f32, f16, bf16, q8_0 or q4_0");
    }
}

}  // namespace
}  // namespace cpu

Result<std::unique_ptr<LoadedModel>> loadOnCpu(std::shared_ptr<const ModelSource> source, const ModelOptions& options,
                                               std::stop_token stop)
{
    if (auto valid = cpu::validateModel(source->config(), options); !valid)
        return tl::unexpected(valid.error());
    auto isa = cpu::chooseIsa(options.isa);
    if (!isa)
        return tl::unexpected(isa.error());
    auto state = std::make_shared<cpu::CpuModelState>();
    state->config = source->config();
    state->isa = *isa;
    state->account = MemoryAccount::create();
    state->matmul = &cpu::matmulKernels(*isa);
    state->elementwise = &cpu::elementwiseKernels(*isa);
    state->attention = &cpu::attentionKernels(*isa);
    try {
        state->pool = std::make_unique<cpu::ThreadPool>(options.threads > 0 ? options.threads : affinityCpus());
    } catch (const std::system_error& error) {
        return fail(ErrorCode::runtime, std::string("threads could not be started: ") + error.what(),
                    "choose fewer --threads");
    }
    state->device = {"cpu", cpu::cpuName(), state->pool->threads(), std::string(name(*isa)),
                     cpu::lastLevelCacheBytes()};
    if (auto loaded = cpu::loadWeights(*source, options, std::move(stop), *state); !loaded)
        return tl::unexpected(loaded.error());
    return std::make_unique<cpu::CpuModel>(std::move(source), std::move(state));
}

}  // namespace decodescope::engine
