// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/forward/backend.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace decodescope::profiler {

/// One probed forward step: what the engine's own kernels took for a number of rows. Means of several tries.
struct KernelProbe {
    std::int64_t rows = 0;         ///< positions computed, all sequences together
    std::int64_t pairs = 0;        ///< (query, key) pairs of one head, summed over attention ops and sequences
    std::int64_t attentionNs = 0;  ///< wall time of the attention ops
    std::int64_t otherNs = 0;      ///< the rest of the step's wall time
    std::int64_t samplingNs = 0;   ///< hash and top logits, after the step
};

/// Roofs a prediction can rest on where the machine's are too far away: what this engine reaches on the loaded model
/// at several numbers of rows and depths. Small products with few rows reach neither the compute nor the memory roof,
/// and how far they stay below depends on the rows. Time of a step = time of everything but attention, which depends
/// on the rows alone, plus attention, which depends on the pairs; both on straight lines between probes.
struct KernelRates {
    // What was probed: rates of another model or format say nothing.
    std::string model;
    std::string weights;
    std::string compute;
    std::int32_t threads = 0;
    std::int64_t sequences = 1;
    std::int64_t chunkRows = 0;  ///< rows the engine computes at once; longer steps are made of such chunks
    std::vector<KernelProbe> probes;

    /// Wall seconds of a step of `rows` rows and `pairs` pairs (as in KernelProbe); empty without probes.
    std::optional<double> stepSeconds(std::int64_t rows, std::int64_t pairs) const;
    /// Median of the time after a step.
    double samplingSeconds() const;
};

/// Pairs of a plan as KernelProbe counts them.
std::int64_t attentionPairsOf(const engine::ForwardPlan& plan);

struct KernelProbeOptions {
    engine::ContextOptions context;  ///< as the run's own
    std::int64_t fewestRows = 1;     ///< per sequence, of the steps that compute several positions
    std::int64_t mostRows = 1;       ///< of the longest such step
    std::int64_t deepest = 0;        ///< positions cached before the last decode step; 0: no decode steps
    double budgetSeconds = 1.0;      ///< later probes are left out once it is spent; then lines are drawn further
};

/// Runs steps of made-up tokens in a context of its own, never the run's. Errors: memory; cancelled.
Result<KernelRates> probeKernels(engine::LoadedModel& model, const KernelProbeOptions& options,
                                 std::stop_token stop = {});

}  // namespace decodescope::profiler
