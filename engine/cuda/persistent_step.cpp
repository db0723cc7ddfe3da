// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/persistent_step.h"

namespace decodescope::engine::cuda {
namespace {

/// The phases of a decode step in the order of its plan; every op that is made beside another has none of its own.
std::vector<Phase> phasesOf(const ForwardPlan& plan, const StepArgs& args, const StepBuffers& buffers)
{
    std::vector<Phase> phases;
    auto* logits = buffers.logits.as<float>();
    for (std::size_t i = 0; i < plan.ops.size(); ++i) {
        const Op& op = plan.ops[i];
        if (!args.launches(op))
            continue;
        const auto index = static_cast<std::int32_t>(i);
        const auto add = [&](PhaseKind kind, const auto& phaseArgs) {
            phases.push_back(Phase::of(kind, index, phaseArgs));
        };
        switch (op.kind) {
            case OpKind::embedding:
                add(PhaseKind::embed, args.embed(0));
                break;
            case OpKind::qkvProjection:
                add(PhaseKind::project, args.qkv(op.layer, 0));
                break;
            case OpKind::cacheAppend:
                add(PhaseKind::append, args.append(op.layer, 0));
                break;
            case OpKind::attention:
                add(PhaseKind::attend, args.attend(op.layer, 0));
                break;
            case OpKind::attentionOutput:
                add(PhaseKind::project, args.attentionOutput(op.layer, 0));
                break;
            case OpKind::gateUpProjection:
                add(PhaseKind::project, args.gateUp(op.layer, 0));
                break;
            case OpKind::activation:
                add(PhaseKind::gate, args.gate(0));
                break;
            case OpKind::downProjection:
                add(PhaseKind::project, args.down(op.layer, 0));
                break;
            case OpKind::outputHead:
                add(PhaseKind::project, args.head(buffers.residual.as<float>(), logits, 0));
                break;
            case OpKind::attentionNorm:
            case OpKind::ffnNorm:
            case OpKind::rope:
            case OpKind::finalNorm:
                break;
        }
    }
    const LogitsArgs reduce = args.logits(logits, nullptr, 0);
    phases.push_back(Phase::of(PhaseKind::scanLogits, -1, reduce));
    phases.push_back(Phase::of(PhaseKind::mergeLogits, -1, reduce));
    return phases;
}

}  // namespace

Result<void> PersistentStep::prepare(const StepArgs& args)
{
    if (m_sizes.phases == 0)
        return {};
    ForwardPlan plan;
    StepShape shape;
    shape.sequences.push_back({1, 0});
    makeForwardPlan(m_model.config, shape, plan);
    const std::vector<Phase> phases = phasesOf(plan, args, m_buffers);
    if (auto copied = check(
            cudaMemcpy(m_buffers.phases.data(), phases.data(), phases.size() * sizeof(Phase), cudaMemcpyHostToDevice),
            "copying the phases of a step to the device");
        !copied)
        return copied;
    auto pinned = allocatePinned(m_sizes.stamps, "time stamps of a step");
    if (!pinned)
        return tl::unexpected(pinned.error());
    m_pinnedStamps = std::move(*pinned);
    for (const Phase& phase : phases) m_ops.push_back(phase.op);
    return {};
}

Result<void> PersistentStep::enqueue(int rows, int splits, int attendAtOnce, cudaStream_t stream)
{
    PersistentArgs args;
    args.phases = m_buffers.phases.as<Phase>();
    args.count = static_cast<int>(m_ops.size());
    args.rows = rows;
    args.splits = splits;
    args.attendAtOnce = attendAtOnce;
    args.results = m_buffers.results.as<unsigned long long>();
    args.resultWords = rows * static_cast<int>(m_sizes.resultWords);
    args.stamps = m_buffers.stamps.as<unsigned long long>();
    if (auto launched =
            check(launchPersistent(args, m_model.persistentBlocks, stream), "launching the persistent kernel");
        !launched)
        return launched;
    return check(cudaMemcpyAsync(m_pinnedStamps.get(), m_buffers.stamps.data(),
                                 static_cast<std::size_t>(m_sizes.stamps), cudaMemcpyDeviceToHost, stream),
                 "copying time stamps from the device");
}

void PersistentStep::readTimes(StepOutput& out) const
{
    const auto* stamps = static_cast<const std::uint64_t*>(m_pinnedStamps.get());
    out.hashNs = 0;
    for (std::size_t i = 0; i < m_ops.size(); ++i) {
        const auto ns = static_cast<std::int64_t>(stamps[i + 1] - stamps[i]);
        if (m_ops[i] < 0)
            out.hashNs += ns;
        else
            out.ops.push_back({m_ops[i], ns});
    }
}

}  // namespace decodescope::engine::cuda
