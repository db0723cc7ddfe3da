// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/cpu_context.h"

#include "engine/forward/check_inputs.h"
#include "engine/forward/slots.h"
#include "engine/kv_cache/kv_size.h"

#include <algorithm>
#include <cstdio>

namespace decodescope::engine::cpu {
namespace {

Result<void> checkFormat(const ModelConfig& config, DataType type, const char* what)
{
    const std::string label = std::string(what) + " format " + std::string(name(type));
    switch (type) {
        case DataType::f32:
        case DataType::f16:
        case DataType::bf16:
            return {};
        case DataType::q8_0:
        case DataType::q4_0:
            if (config.headDim % traits(type).blockValues != 0)
                return fail(ErrorCode::usage,
                            label + " needs a head_dim that is a multiple of " +
                                std::to_string(traits(type).blockValues) + "; this model's is " +
                                std::to_string(config.headDim),
                            "choose f32, f16 or bf16 for the cache");
            return {};
        default:
            return fail(ErrorCode::usage, label + " does not exist on the CPU",
                        type == DataType::fp8E4m3 ? "choose q8_0, or use --device cuda, where caches can be fp8"
                                                  : "choose f32, f16, bf16, q8_0 or q4_0");
    }
}

}  // namespace

ContextSizes::ContextSizes(const CpuModelState& model, const ContextOptions& options) : work(model, options)
{
    cache.layout = {options.keyFormat, options.valueFormat, model.config.headDim};
    cache.layers = model.config.layers;
    cache.slots = options.sequences;
    cache.kvHeads = model.config.kvHeads;
    cache.positions = options.maxPositions;
    ropeBytes = RopeTable::bytes(model.config.rope, work.ropePositions);
}

MemorySnapshot ContextSizes::snapshot(bool cacheIsWorkspace) const
{
    MemorySnapshot result;
    const MemoryKind kind = cacheIsWorkspace ? MemoryKind::workspace : MemoryKind::kvCache;
    result.live[static_cast<std::size_t>(MemoryKind::activations)] = work.activationBytes;
    result.live[static_cast<std::size_t>(MemoryKind::workspace)] = work.workspaceBytes + ropeBytes;
    result.live[static_cast<std::size_t>(kind)] += cache.keyBytes() + cache.valueBytes();
    result.reserved = result.liveTotal();
    return result;
}

Result<void> validateContext(const ModelConfig& config, const ContextOptions& options)
{
    for (const auto& checked : {checkFormat(config, options.keyFormat, "key"),
                                checkFormat(config, options.valueFormat, "value"), checkRanges(options, config.vocab)})
        if (!checked)
            return checked;
    // Sizes past 2^63 end here; everything after counts in 64 bits.
    const auto bytes =
        kvBytes(kvShapeOf(config), DataType::f32, DataType::f32, options.maxPositions + kBlock, options.sequences);
    if (!bytes)
        return fail(ErrorCode::memory, "KV cache: " + bytes.error().message,
                    "choose a shorter context or a smaller batch");
    return {};
}

CpuContext::CpuContext(std::shared_ptr<CpuModelState> model, const ContextOptions& options, const ContextSizes& sizes)
    : m_model(std::move(model)),
      m_options(options),
      m_work(sizes.work),
      m_runner(*m_model, m_cache, m_rope, m_work, options.topLogits),
      m_depths(static_cast<std::size_t>(options.sequences), 0),
      m_stale(static_cast<std::size_t>(options.sequences), 0)
{
}

Result<std::unique_ptr<Context>> CpuContext::create(std::shared_ptr<CpuModelState> model, const ContextOptions& options)
{
    if (auto valid = validateContext(model->config, options); !valid)
        return tl::unexpected(valid.error());
    const ContextSizes sizes(*model, options);
    const std::int64_t cacheBytes = sizes.cache.keyBytes() + sizes.cache.valueBytes();
    const std::int64_t needed = sizes.snapshot(false).liveTotal();
    const std::int64_t available = availableMemoryBytes();
    if (needed > available) {
        const bool mostlyCache = cacheBytes > needed / 2;
        return fail(ErrorCode::memory,
                    std::string(mostlyCache ? "KV cache" : "activations") + " for " +
                        std::to_string(options.maxPositions) + " positions of " + std::to_string(options.sequences) +
                        " sequence(s) do not fit: " + mib(needed) + " needed (cache " + mib(cacheBytes) +
                        ", activations and workspace " + mib(needed - cacheBytes) + "), " + mib(available) + " free",
                    mostlyCache ? "choose a shorter context (--new-tokens, --contexts), a smaller --batch, or a "
                                  "smaller cache format such as --kv q8_0"
                                : "choose a smaller --batch or a shorter prompt");
    }
    const auto bytesPerPosition = kvBytesPerToken(kvShapeOf(model->config), options.keyFormat, options.valueFormat);
    if (!bytesPerPosition)
        return tl::unexpected(bytesPerPosition.error());
    MemoryAccount& account = *model->account;
    const MemoryKind kind = options.cacheIsWorkspace ? MemoryKind::workspace : MemoryKind::kvCache;
    std::unique_ptr<CpuContext> context(new CpuContext(std::move(model), options, sizes));
    auto cache = KvCache::allocate(account, kind, sizes.cache);
    if (!cache)
        return tl::unexpected(cache.error());
    context->m_cache = std::move(*cache);
    context->m_bytesPerPosition = *bytesPerPosition;
    auto rope = RopeTable::allocate(account, context->m_model->config.rope, sizes.work.ropePositions);
    if (!rope)
        return tl::unexpected(rope.error());
    context->m_rope = std::move(*rope);
    auto activations = account.allocate(MemoryKind::activations, sizes.work.activationBytes, "activations");
    if (!activations)
        return tl::unexpected(activations.error());
    context->m_work.activations = std::move(*activations);
    auto scratch = account.allocate(MemoryKind::workspace, sizes.work.workspaceBytes, "workspace");
    if (!scratch)
        return tl::unexpected(scratch.error());
    context->m_work.scratch = std::move(*scratch);
    return context;
}

Result<void> CpuContext::makeRoomForAllLogits(std::int64_t rows)
{
    const ModelConfig& config = m_model->config;
    const auto floatBytes = static_cast<std::int64_t>(sizeof(float));
    const auto grow = [&](Buffer& buffer, std::int64_t bytes, const char* what) -> Result<void> {
        if (buffer.bytes() >= bytes)
            return {};
        auto larger = m_model->account->allocate(MemoryKind::activations, bytes, what);
        if (!larger)
            return tl::unexpected(larger.error());
        buffer = std::move(*larger);
        return {};
    };
    if (auto done = grow(m_work.allHeadInput, rows * m_work.shape.hiddenStride * floatBytes, "output head input");
        !done)
        return done;
    return grow(m_work.allLogits, rows * config.vocab * floatBytes, "logits of all rows");
}

Result<void> CpuContext::step(std::span<const SequenceInput> inputs, bool allLogits, std::stop_token stop,
                              StepOutput& out)
{
    if (auto valid = checkInputs(inputs, m_depths, m_options.maxPositions, m_rope.positions(), m_model->config.vocab);
        !valid)
        return valid;
    StepShape shape;
    shape.allLogits = allLogits;
    std::int64_t rotaryEnd = 0;
    for (const SequenceInput& input : inputs) {
        const std::int64_t depthNow = m_depths[static_cast<std::size_t>(input.slot)];
        const auto tokens = static_cast<std::int64_t>(input.tokens.size());
        shape.sequences.push_back({tokens, depthNow});
        rotaryEnd = std::max({rotaryEnd, depthNow + tokens, depthNow + tokens + input.ropeShift});
    }
    if (allLogits)
        if (auto room = makeRoomForAllLogits(shape.rows()); !room)
            return room;
    for (const SequenceInput& input : inputs) {
        const auto slot = static_cast<std::size_t>(input.slot);
        if (m_stale[slot] > m_depths[slot])
            m_cache.erase(input.slot, m_depths[slot], m_stale[slot]);
        m_stale[slot] = 0;
    }
    if (!m_rope.ensure(rotaryEnd, stop))
        return fail(ErrorCode::cancelled, "the step was stopped");
    makeForwardPlan(m_model->config, shape, out.plan);
    const bool finished = m_runner.run(inputs, m_depths, std::move(stop), out);
    for (const SequenceInput& input : inputs) {
        std::int64_t& depthNow = m_depths[static_cast<std::size_t>(input.slot)];
        const std::int64_t end = depthNow + static_cast<std::int64_t>(input.tokens.size());
        if (finished)
            depthNow = end;
        else
            m_stale[static_cast<std::size_t>(input.slot)] = end;  // erased before the next step: a stop is in a hurry
    }
    if (!finished)
        return fail(ErrorCode::cancelled, "the step was stopped");
    return {};
}

void CpuContext::truncate(std::int32_t slot, std::int64_t positions)
{
    const auto index = static_cast<std::size_t>(slot);
    if (slot < 0 || index >= m_depths.size() || positions >= m_depths[index])
        return;
    const std::int64_t kept = std::max<std::int64_t>(0, positions);
    m_cache.erase(slot, kept, m_depths[index]);
    m_depths[index] = kept;
}

std::int64_t CpuContext::depth(std::int32_t slot) const
{
    return depthOf(m_depths, slot);
}

KvUsage CpuContext::kvUsage() const
{
    return kvUsageOf(m_options, m_depths, m_bytesPerPosition, m_cache.allocatedBytes());
}

std::vector<float> CpuContext::readCache(std::int32_t slot, std::int32_t layer, bool values) const
{
    const KvCacheShape& shape = m_cache.shape();
    const std::int64_t positions = depth(slot);
    std::vector<float> out;
    if (slot < 0 || slot >= shape.slots || layer < 0 || layer >= shape.layers)
        return out;
    out.resize(static_cast<std::size_t>(shape.kvHeads * positions * shape.layout.dim));
    float* next = out.data();
    for (std::int64_t head = 0; head < shape.kvHeads; ++head)
        for (std::int64_t p = 0; p < positions; ++p, next += shape.layout.dim) {
            if (values)
                m_cache.readValue(layer, slot, head, p, next);
            else
                m_cache.readKey(layer, slot, head, p, next);
        }
    return out;
}

}  // namespace decodescope::engine::cpu
