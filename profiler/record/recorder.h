// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/generate/generate.h"
#include "engine/model/tokenizer.h"
#include "profiler/cupti/kernel_tracer.h"
#include "profiler/cupti/step_counter.h"
#include "profiler/record/run_record.h"

#include <functional>
#include <memory>

namespace decodescope::profiler {

/// The engine Observer that turns StepEvents into StepRecords: prices the plan, attaches token bytes, formula bytes and
/// the bound, and publishes. Costs under 1 % of a decode step (tests/bench).
class Recorder : public engine::Observer {
public:
    /// `onPublished` (may be empty) is called on the engine's thread after each append; it must not block, except in a
    /// paced run: there it may wait for the user, and no time of the record holds the waiting. `tracer` or `counter`
    /// (either may be null) is the context's.
    Recorder(std::shared_ptr<RunRecord> run, const engine::LoadedModel& model,
             std::shared_ptr<const engine::Tokenizer> tokenizer, std::function<void()> onPublished = {},
             KernelTracer* tracer = nullptr, StepCounter* counter = nullptr);
    ~Recorder() override;
    void onStep(const engine::StepEvent& event) override;
    /// What a paced run has waited so far, nanoseconds.
    std::int64_t waitedNs() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace decodescope::profiler
