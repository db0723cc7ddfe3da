// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/step_pricer.h"

#include <utility>

namespace decodescope::profiler {
namespace {

std::size_t index(ComputeType type)
{
    return static_cast<std::size_t>(type);
}

}  // namespace

StepPricer::StepPricer(const engine::LoadedModel& model, DataType key, DataType value, std::optional<Ceilings> ceilings)
    : m_config(model.config()), m_model(model), m_ceilings(std::move(ceilings))
{
    m_formats.weights = [&model](engine::TensorId id) { return model.residentType(id); };
    m_formats.key = key;
    m_formats.value = value;
}

bool StepPricer::sameRows(const engine::ForwardPlan& plan) const
{
    if (plan.shape.rows() != m_rows || plan.shape.headRows() != m_headRows || plan.ops.size() != m_ops.size())
        return false;
    for (std::size_t i = 0; i < plan.ops.size(); ++i)
        if (plan.ops[i].kind != m_ops[i].kind || plan.ops[i].layer != m_ops[i].layer)
            return false;
    return true;
}

void StepPricer::reprice(const engine::ForwardPlan& plan)
{
    m_rows = plan.shape.rows();
    m_headRows = plan.shape.headRows();
    m_ops.clear();
    m_attention.clear();
    m_fixed = {};
    m_fixedFlops = {};
    for (const engine::Op& op : plan.ops) {
        OpRecord record{op.kind, op.layer, 0, {}};
        if (op.kind == engine::OpKind::attention) {
            m_attention.push_back(m_ops.size());
        } else {
            record.cost = priceOp(m_config, plan.shape, op, m_formats);
            m_fixed += record.cost;
            const bool product = isMatmul(op.kind) && op.weightCount > 0;
            m_fixedFlops[index(product ? m_model.computeType(op.weights[0]) : ComputeType::f32)] += record.cost.flops;
        }
        m_ops.push_back(record);
    }
}

void StepPricer::price(const engine::ForwardPlan& plan, std::vector<OpRecord>* ops)
{
    if (!sameRows(plan))
        reprice(plan);
    m_step = m_fixed;
    m_flops = m_fixedFlops;
    const engine::Op* last = nullptr;
    Cost cost;
    for (const std::size_t i : m_attention) {
        const engine::Op& op = plan.ops[i];
        if (last == nullptr || last->window != op.window)
            cost = priceOp(m_config, plan.shape, op, m_formats);
        last = &op;
        m_ops[i].cost = cost;
        m_step += cost;
        m_flops[index(ComputeType::f32)] += cost.flops;
    }
    if (ops != nullptr)
        *ops = m_ops;
}

Bound StepPricer::bound(std::int64_t wallNs) const
{
    if (!m_ceilings || m_ceilings->readGbPerS <= 0)
        return Bound::unknown;
    double computeNs = 0;
    for (std::size_t type = 0; type < kComputeTypes; ++type) {
        if (m_flops[type] <= 0)
            continue;
        const std::optional<double> roof = m_ceilings->computeGflopPerS(static_cast<ComputeType>(type));
        if (!roof || *roof <= 0)
            return Bound::unknown;
        computeNs += m_flops[type] / *roof;
    }
    const double memoryNs = static_cast<double>(m_step.bytes()) / m_ceilings->readGbPerS;
    const bool launched = m_model.device().kind != "cpu";
    if (launched && memoryNs + computeNs < 0.5 * static_cast<double>(wallNs))
        return Bound::launch;
    return memoryNs >= computeNs ? Bound::memory : Bound::compute;
}

}  // namespace decodescope::profiler
