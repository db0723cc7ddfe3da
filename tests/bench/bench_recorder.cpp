// SPDX-License-Identifier: GPL-3.0-or-later
// What recording costs: time per step and memory per step on SmolLM2-135M, against a decode step of 5 ms.
#include "profiler/record/recorder.h"
#include "tests/support/fake_model.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace {

using namespace decodescope;

double microsecondsPerStep(std::int64_t steps, std::int64_t& bytesPerStep)
{
    const test::FakeModel model;
    auto run = std::make_shared<profiler::RunRecord>(test::fakeRunInfo({}, engine::Strategy::cached));
    profiler::Recorder recorder(run, model, std::make_shared<test::FakeTokenizer>());
    const std::int64_t before = run->steps().bytes();
    std::chrono::nanoseconds recording{0};
    for (std::int64_t i = 0; i < steps; ++i) {
        engine::SequenceStep sequence;
        sequence.token = static_cast<engine::TokenId>(i);
        sequence.contextLength = 10 + i;
        sequence.positionsComputed = 1;
        sequence.positionsReused = 9 + i;
        sequence.top = {{1, 5.f}, {2, 4.f}, {3, 3.f}, {4, 2.f}, {5, 1.f}};
        engine::StepOutput output;
        engine::makeForwardPlan(model.config(), {{{1, 9 + i}}, false}, output.plan);
        for (std::size_t op = 0; op < output.plan.ops.size(); ++op)
            output.ops.push_back({static_cast<std::int32_t>(op), 15'000});
        output.wallNs = 5'000'000;
        const engine::StepEvent event{i,
                                      i == 0 ? engine::Phase::prefill : engine::Phase::decode,
                                      {&sequence, 1},
                                      output,
                                      0,
                                      {1, 1, 1, 10 + i},
                                      {},
                                      0};
        const auto start = std::chrono::steady_clock::now();
        recorder.onStep(event);
        recording += std::chrono::steady_clock::now() - start;
    }
    bytesPerStep = (run->steps().bytes() - before) / steps;
    return 1e-3 * static_cast<double>(recording.count()) / static_cast<double>(steps);
}

}  // namespace

int main()
{
    for (const std::int64_t steps : {std::int64_t{512}, std::int64_t{4096}, std::int64_t{65'536}}) {
        std::int64_t bytes = 0;
        double best = 1e9;
        for (int i = 0; i < 5; ++i) best = std::min(best, microsecondsPerStep(steps, bytes));
        std::printf("%6lld steps: %.2f us per step (%.3f %% of 5 ms), %lld bytes per step\n",
                    static_cast<long long>(steps), best, best / 50.0, static_cast<long long>(bytes));
        if (best > 50.0) {
            std::fprintf(stderr, "recording costs more than 1 %% of a decode step\n");
            return 1;
        }
    }
}
