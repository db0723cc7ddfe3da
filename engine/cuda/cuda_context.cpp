// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cuda_context.h"

#include "engine/cpu/rope_table.h"
#include "engine/cuda/fast_products.h"
#include "engine/forward/check_inputs.h"
#include "engine/forward/slots.h"
#include "engine/kv_cache/kv_size.h"

#include <algorithm>

namespace decodescope::engine::cuda {

CudaContext::CudaContext(std::shared_ptr<CudaModelState> model, const ContextOptions& options)
    : m_model(std::move(model)),
      m_options(options),
      m_sizes(*m_model, options),
      m_ranges(options.tracer),
      m_step(*m_model, m_options, m_sizes),
      m_depths(static_cast<std::size_t>(options.sequences), 0)
{
    m_options.tracer = &m_ranges;
}

Result<std::unique_ptr<Context>> CudaContext::create(std::shared_ptr<CudaModelState> model,
                                                     const ContextOptions& options)
{
    if (auto valid = validateContext(model->config, options); !valid)
        return tl::unexpected(valid.error());
    if (auto set = check(cudaSetDevice(model->index), "choosing the device"); !set)
        return tl::unexpected(set.error());
    const auto bytesPerPosition = kvBytesPerToken(kvShapeOf(model->config), options.keyFormat, options.valueFormat);
    if (!bytesPerPosition)
        return tl::unexpected(bytesPerPosition.error());
    std::unique_ptr<CudaContext> context(new CudaContext(std::move(model), options));
    context->m_bytesPerPosition = *bytesPerPosition;
    if (auto done = context->allocate(); !done)
        return tl::unexpected(done.error());
    if (auto done = context->fillRopeTable(); !done)
        return tl::unexpected(done.error());
    return context;
}

Result<void> CudaContext::allocate()
{
    const std::int64_t needed = m_sizes.snapshot(false).liveTotal();
    std::size_t free = 0;
    std::size_t total = 0;
    if (auto read = check(cudaMemGetInfo(&free, &total), "reading the device's free memory"); !read)
        return read;
    const std::int64_t cacheBytes = m_sizes.keys.bytes + m_sizes.values.bytes;
    if (needed > static_cast<std::int64_t>(free))
        return fail(ErrorCode::memory,
                    std::string(cacheBytes > needed / 2 ? "KV cache" : "activations") + " for " +
                        std::to_string(m_options.maxPositions) + " positions of " +
                        std::to_string(m_options.sequences) + " sequence(s) do not fit on " + m_model->device.name +
                        ": " + mib(needed) + " needed (cache " + mib(cacheBytes) + ", activations and workspace " +
                        mib(needed - cacheBytes) + "), " + mib(static_cast<std::int64_t>(free)) + " free",
                    "choose a shorter context (--new-tokens, --contexts), a smaller --batch, or a smaller cache format "
                    "such as --kv q8_0");
    const MemoryKind cacheKind = m_options.cacheIsWorkspace ? MemoryKind::workspace : MemoryKind::kvCache;
    StepBuffers& b = m_step.buffers();
    struct Wanted {
        MemoryKind kind;
        std::int64_t bytes;
        const char* what;
        Buffer* target;
    };
    const Wanted all[] = {
        {cacheKind, m_sizes.keys.bytes, "KV cache, keys", &b.keys},
        {cacheKind, m_sizes.values.bytes, "KV cache, values", &b.values},
        {MemoryKind::activations, m_sizes.residual, "residual stream", &b.residual},
        {MemoryKind::activations, m_sizes.qkv, "queries, keys and values", &b.qkv},
        {MemoryKind::activations, m_sizes.query, "rotated queries", &b.query},
        {MemoryKind::activations, m_sizes.attended, "attention output", &b.attended},
        {MemoryKind::activations, m_sizes.gate, "gate projection", &b.gate},
        {MemoryKind::activations, m_sizes.up, "up projection", &b.up},
        {MemoryKind::activations, m_sizes.headInput, "output head input", &b.headInput},
        {MemoryKind::activations, m_sizes.logits, "logits", &b.logits},
        {MemoryKind::workspace, m_sizes.rope, "rotary position table", &b.rope},
        {MemoryKind::workspace, m_sizes.partials, "partial sums of attention", &b.partials},
        {MemoryKind::workspace, m_sizes.uploads, "positions of a step", &b.uploads},
        {MemoryKind::workspace, m_sizes.results, "results of a step", &b.results},
        {MemoryKind::workspace, m_sizes.candidates, "candidates for the best logits", &b.candidates},
        {MemoryKind::workspace, m_sizes.phases, "phases of the persistent kernel", &b.phases},
        {MemoryKind::workspace, m_sizes.stamps, "time stamps of the persistent kernel", &b.stamps},
        {MemoryKind::activations, m_sizes.narrow, "inputs of fast products", &b.narrow},
        {MemoryKind::workspace, m_sizes.blasWorkspace, "cuBLAS's workspace", &b.blasWorkspace},
    };
    for (const Wanted& wanted : all) {
        auto buffer = m_model->account->allocate(wanted.kind, wanted.bytes, wanted.what);
        if (!buffer)
            return tl::unexpected(buffer.error());
        *wanted.target = std::move(*buffer);
    }
    return m_step.prepare();
}

/// The CPU backend's table: one definition of the angles.
Result<void> CudaContext::fillRopeTable()
{
    auto table = cpu::RopeTable::allocate(*MemoryAccount::create(), m_model->config.rope, m_sizes.ropePositions);
    if (!table)
        return tl::unexpected(table.error());
    table->ensure(m_sizes.ropePositions, {});
    return check(cudaMemcpy(m_step.buffers().rope.data(), table->row(0), static_cast<std::size_t>(m_sizes.rope),
                            cudaMemcpyHostToDevice),
                 "copying the rotary position table to the device");
}

Result<void> CudaContext::step(std::span<const SequenceInput> inputs, bool allLogits, std::stop_token stop,
                               StepOutput& out)
{
    if (auto valid =
            checkInputs(inputs, m_depths, m_options.maxPositions, m_sizes.ropePositions, m_model->config.vocab);
        !valid)
        return valid;
    StepShape shape;
    shape.allLogits = allLogits;
    for (const SequenceInput& input : inputs)
        shape.sequences.push_back(
            {static_cast<std::int64_t>(input.tokens.size()), m_depths[static_cast<std::size_t>(input.slot)]});
    makeForwardPlan(m_model->config, shape, out.plan);
    m_ranges.announce(out.plan);
    if (auto done = m_step.run(inputs, m_depths, std::move(stop), out); !done)
        return done;
    for (const SequenceInput& input : inputs)
        m_depths[static_cast<std::size_t>(input.slot)] += static_cast<std::int64_t>(input.tokens.size());
    return {};
}

void CudaContext::truncate(std::int32_t slot, std::int64_t positions)
{
    const auto index = static_cast<std::size_t>(slot);
    if (slot >= 0 && index < m_depths.size())
        m_depths[index] = std::min(m_depths[index], std::max<std::int64_t>(0, positions));
}

std::int64_t CudaContext::depth(std::int32_t slot) const
{
    return depthOf(m_depths, slot);
}

KvUsage CudaContext::kvUsage() const
{
    return kvUsageOf(m_options, m_depths, m_bytesPerPosition, m_sizes.keys.bytes + m_sizes.values.bytes);
}

std::vector<std::string> CudaContext::notes() const
{
    std::vector<std::string> notes;
    if (m_options.launch == LaunchMode::persistent && m_model->persistentBlocks == 0)
        notes.push_back(m_model->device.name +
                        " cannot hold all blocks of one kernel at once (cooperative launch): decode steps are launched "
                        "as graphs, not as a persistent kernel");
    if (!m_options.exact)
        if (const std::string why = whyNotAllFast(*m_model); !why.empty())
            notes.push_back("prompts are multiplied by our own kernels, as with --exact on, " +
                            std::string(m_sizes.blasWorkspace > 0 ? "in part: " : "not by cuBLAS: ") + why);
    return notes;
}

std::vector<float> CudaContext::readCache(std::int32_t slot, std::int32_t layer, bool values) const
{
    const ModelConfig& config = m_model->config;
    const std::int64_t positions = depth(slot);
    std::vector<float> out;
    if (positions == 0 || layer < 0 || layer >= config.layers)
        return out;
    out.resize(static_cast<std::size_t>(config.kvHeads * positions * config.headDim));
    const auto bytes = static_cast<std::int64_t>(out.size() * sizeof(float));
    auto block = m_model->account->allocate(MemoryKind::workspace, bytes, "copy of a cache layer");
    if (!block)
        return {};
    const CacheShape& shape = values ? m_sizes.values : m_sizes.keys;
    const Buffer& cache = values ? m_step.buffers().values : m_step.buffers().keys;
    ReadCacheArgs args;
    args.cache = shape.layer(cache.data(), layer);
    args.keys = !values;
    args.slot = slot;
    args.kvHeads = static_cast<int>(config.kvHeads);
    args.headDim = static_cast<int>(config.headDim);
    args.positions = static_cast<int>(positions);
    args.out = block->as<float>();
    if (launchReadCache(args, m_step.stream()) != cudaSuccess ||
        cudaStreamSynchronize(m_step.stream()) != cudaSuccess ||
        cudaMemcpy(out.data(), block->data(), static_cast<std::size_t>(bytes), cudaMemcpyDeviceToHost) != cudaSuccess)
        return {};
    return out;
}

}  // namespace decodescope::engine::cuda
