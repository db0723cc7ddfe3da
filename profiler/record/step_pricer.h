// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/forward/backend.h"
#include "profiler/ceilings/ceilings.h"
#include "profiler/record/step_record.h"

#include <array>
#include <optional>
#include <vector>

namespace decodescope::profiler {

constexpr std::size_t kComputeTypes = 3;

/// Prices the steps of one run. Between decode steps only the attention changes, so the other costs are kept as long
/// as the plan keeps its rows.
class StepPricer {
public:
    StepPricer(const engine::LoadedModel& model, DataType key, DataType value, std::optional<Ceilings> ceilings);

    /// Prices `plan`; fills `ops` (one row per op, no times) when given.
    void price(const engine::ForwardPlan& plan, std::vector<OpRecord>* ops);
    const Cost& stepCost() const { return m_step; }
    /// FLOPs of the step by the arithmetic they are done in; all but matrix products are f32.
    const std::array<double, kComputeTypes>& flopsByType() const { return m_flops; }
    /// Memory or compute, whichever takes longer at the measured roofs; on a device, launches where both together
    /// explain less than half of the time measured. Unknown without roofs.
    Bound bound(std::int64_t wallNs) const;

private:
    bool sameRows(const engine::ForwardPlan& plan) const;
    void reprice(const engine::ForwardPlan& plan);

    engine::ModelConfig m_config;
    const engine::LoadedModel& m_model;
    CostFormats m_formats;
    std::optional<Ceilings> m_ceilings;
    std::int64_t m_rows = -1;
    std::int64_t m_headRows = -1;
    std::vector<OpRecord> m_ops;
    std::vector<std::size_t> m_attention;  ///< indices into m_ops
    Cost m_fixed;                          ///< all but attention
    std::array<double, kComputeTypes> m_fixedFlops{};
    Cost m_step;
    std::array<double, kComputeTypes> m_flops{};
};

}  // namespace decodescope::profiler
