// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/forward/forward_plan.h"
#include "profiler/record/step_record.h"

#include <QString>
#include <cstdint>
#include <vector>

namespace decodescope::app {

/// Name of an op for people, translated.
QString opName(engine::OpKind kind);

/// The ops of a step in execution order, those of a kind added up over all layers or of one layer only.
struct OpSum {
    engine::OpKind kind{};
    std::int64_t wallNs = 0;
    profiler::Cost cost;
};
std::vector<OpSum> sumOps(const profiler::StepRecord& step, int layer);

}  // namespace decodescope::app
