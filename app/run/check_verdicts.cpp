// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/checks.h"
#include "engine/kv_cache/kv_size.h"
#include "profiler/record/summary.h"

#include <algorithm>
#include <cmath>

namespace decodescope::app {

namespace {

/// What the course asks of the cache's speed-up, and the prediction that makes a longer run worth judging.
constexpr double kNeededSpeedup = 3.0;
/// The course allows 35 %. Fixed prefill chunks, constant workspace and no T x T scores leave under 2 %, which is held
/// where the growth is large enough not to be a few padded blocks.
constexpr double kGrowthTolerance = 0.02;
constexpr double kSmallGrowthTolerance = 0.35;
constexpr std::int64_t kSmallGrowthBytes = 1 << 20;
constexpr std::int64_t kResidentGrowthBytes = 8 << 20;
constexpr double kResidentTolerance = 0.35;

CheckResult result(std::string_view name, bool passed, Cell measured, Cell expected, std::string reason)
{
    return {std::string(name), passed ? CheckStatus::passed : CheckStatus::failed, std::move(measured),
            std::move(expected), std::move(reason)};
}

std::string percent(double share)
{
    return roundedText(share * 100, 3) + " %";
}

std::string ridgeSentence(double intensity, std::optional<double> ridge)
{
    if (!ridge) {
        return "this machine's ridge was not measured";
    }
    return "this machine's ridge, as measured, is " + roundedText(*ridge) +
           " FLOP/B: " + (intensity < *ridge ? "memory-bound here" : "compute-bound here");
}

std::string figuresText(const SpeedupFigures& figures)
{
    return (figures.measured ? roundedText(*figures.measured) : std::string("not measured")) + "x measured and " +
           (figures.predicted ? roundedText(*figures.predicted) + "x" : std::string("nothing")) + " predicted at " +
           std::to_string(figures.newTokens) + " new tokens" +
           (figures.measured && figures.predicted
                ? " (the prediction is off by " + percent(std::abs(*figures.predicted / *figures.measured - 1)) + ")"
                : std::string());
}

}  // namespace

std::string_view name(CheckStatus status)
{
    switch (status) {
        case CheckStatus::passed:
            return "passed";
        case CheckStatus::failed:
            return "failed";
        case CheckStatus::skipped:
            break;
    }
    return "skipped";
}

const std::vector<std::string_view>& checkNames()
{
    static const std::vector<std::string_view> names{
        "kv_formula_matches_hand_calc", "kv_formula_linear_in_seq",        "greedy_outputs_agree",
        "cache_speedup_at_least_3x",    "memory_growth_tracks_kv_formula", "tok_per_s_nondegenerate_all_contexts",
        "decode_is_memory_bound",       "prefill_is_compute_bound",        "broken_cache_is_caught",
    };
    return names;
}

bool CheckReport::failed() const
{
    return std::any_of(checks.begin(), checks.end(),
                       [](const CheckResult& check) { return check.status == CheckStatus::failed; });
}

CheckResult checkHandCalculation()
{
    constexpr std::int64_t kHand = 536'870'912;  // 2 * 32 layers * 8 KV heads * 128 * 4096 tokens * 2 bytes
    engine::KvShape shape;
    shape.layers.assign(32, {8, 128, 128, 0, 0, 0});
    const auto bytes = engine::kvBytes(shape, DataType::f16, DataType::f16, 4096, 1);
    return result("kv_formula_matches_hand_calc", bytes && *bytes == kHand, bytes ? Cell(*bytes) : Cell(), kHand,
                  "2 x 32 layers x 8 KV heads x 128 x 4,096 tokens x 2 bytes");
}

CheckResult checkFormulaLinear(const engine::ModelConfig& config, DataType key, DataType value)
{
    const engine::KvShape shape = engine::kvShapeOf(config);
    const auto one = engine::kvBytes(shape, key, value, 1, 1);
    bool linear = one.has_value();
    std::string contexts;
    double worst = 1;
    for (const std::int64_t tokens : {2, 3, 64, 100, 1024, 4096}) {
        const auto many = engine::kvBytes(shape, key, value, tokens, 1);
        contexts += (contexts.empty() ? "" : ", ") + std::to_string(tokens);
        linear = linear && many && *many == tokens * *one;
        if (one && many) {
            const double ratio = static_cast<double>(*many) / static_cast<double>(tokens * *one);
            worst = std::abs(ratio - 1) > std::abs(worst - 1) ? ratio : worst;
        }
    }
    return result("kv_formula_linear_in_seq", linear, worst, 1,
                  "bytes at T over T times the bytes of one token (" + (one ? std::to_string(*one) : std::string("?")) +
                      "), at T = " + contexts + ", for this model and cache format");
}

CheckResult judgeAgreement(const profiler::RunRecord& naive, const profiler::RunRecord& cached)
{
    constexpr std::string_view kName = "greedy_outputs_agree";
    const profiler::Agreement agreement = compareRuns(naive, cached);
    const std::int64_t equal = agreement.firstDifference.value_or(agreement.commonSteps);
    if (agreement.commonSteps < 2) {
        return {std::string(kName), CheckStatus::skipped, equal, Cell(), "no decode step was made, so no verdict"};
    }
    std::string reason = "ids and logits hashes of naive and cached decoding are equal at every step";
    if (!agreement.identical) {
        reason = agreement.firstDifference
                     ? "they part at step " + std::to_string(*agreement.firstDifference) +
                           (agreement.tokensEqual ? " (logits only, the ids are the same)" : "") +
                           "; the two best logits there are " + roundedText(agreement.marginAtDifference) + " apart"
                     : "the runs have different lengths";
    }
    return result(kName, agreement.identical, equal, static_cast<std::int64_t>(naive.steps().size()), reason);
}

CheckResult judgeSpeedup(const SpeedupFigures& atCourse, const std::optional<SpeedupFigures>& atLonger,
                         const std::string& whyNoLonger)
{
    constexpr std::string_view kName = "cache_speedup_at_least_3x";
    const Cell expected(">= 3");
    const auto reached = [](const SpeedupFigures& figures) {
        return figures.measured && *figures.measured >= kNeededSpeedup;
    };
    if (reached(atCourse) || !atLonger) {
        std::string reason = figuresText(atCourse);
        if (!reached(atCourse)) {
            reason += "; not judged at more tokens: " + whyNoLonger;
        }
        return result(kName, reached(atCourse), atCourse.measured, expected, reason);
    }
    return result(kName, reached(*atLonger), atLonger->measured, expected,
                  figuresText(atCourse) +
                      ": a forward of a few tokens costs little more than one of a single token here. Judged at " +
                      std::to_string(atLonger->newTokens) +
                      ", the smallest power of two for which the cost model predicts 4: " + figuresText(*atLonger));
}

CheckResult judgeMemoryGrowth(const MemoryGrowth& growth)
{
    constexpr std::string_view kName = "memory_growth_tracks_kv_formula";
    if (growth.formulaDelta <= 0) {
        return result(kName, false, growth.measuredDelta, growth.formulaDelta,
                      "the two contexts give the formula nothing to grow by");
    }
    const auto formula = static_cast<double>(growth.formulaDelta);
    const bool small = growth.formulaDelta < kSmallGrowthBytes;
    const double tolerance = small ? kSmallGrowthTolerance : kGrowthTolerance;
    const double off = (static_cast<double>(growth.measuredDelta) - formula) / formula;
    bool passed = std::abs(off) <= tolerance;
    std::string reason = "growth of the allocator's peak from context " + std::to_string(growth.shortContext) + " to " +
                         std::to_string(growth.longContext) + " against the formula: off by " + percent(off) +
                         ", allowed " + percent(tolerance) + (small ? " (small growth)" : " (the course: 35 %)");
    if (!growth.residentDelta) {
        reason += "; the process's resident size says nothing about it";
    } else if (growth.formulaDelta < kResidentGrowthBytes) {
        reason += "; too small to be seen in the process's resident size";
    } else {
        const double residentOff = (static_cast<double>(*growth.residentDelta) - formula) / formula;
        passed = passed && std::abs(residentOff) <= kResidentTolerance;
        reason += "; the process's resident size grew by " + std::to_string(*growth.residentDelta) + " bytes (off by " +
                  percent(residentOff) + ", allowed " + percent(kResidentTolerance) + ")";
    }
    return result(kName, passed, growth.measuredDelta, growth.formulaDelta, reason);
}

CheckResult judgeThroughput(const std::vector<ThroughputPoint>& points)
{
    std::optional<double> slowest;
    std::string list;
    bool complete = !points.empty();
    for (const ThroughputPoint& point : points) {
        list += (list.empty() ? "" : ", ") + (point.tokPerS ? roundedText(*point.tokPerS) : std::string("none")) +
                " at " + std::to_string(point.context);
        complete = complete && point.tokPerS;
        if (point.tokPerS) {
            slowest = std::min(slowest.value_or(*point.tokPerS), *point.tokPerS);
        }
    }
    return result("tok_per_s_nondegenerate_all_contexts", complete && *slowest > 0.5, slowest, "> 0.5",
                  "slowest decode, tokens per second by context: " + list);
}

CheckResult judgeDecodeBound(double bytesPerWeight, std::optional<double> ridge, std::optional<double> stepIntensity)
{
    const double intensity = 2 / bytesPerWeight;
    std::string reason = "2 FLOP per weight of " + roundedText(bytesPerWeight) + " bytes, in FLOP/B";
    if (stepIntensity) {
        reason += "; a whole decode step, cache and activations included, has " + roundedText(*stepIntensity);
    }
    return result("decode_is_memory_bound", intensity < 50, intensity, "< 50",
                  reason + "; " + ridgeSentence(stepIntensity.value_or(intensity), ridge));
}

CheckResult judgePrefillBound(double bytesPerWeight, std::optional<double> ridge)
{
    const double intensity = 2 * 512 / bytesPerWeight;
    return result("prefill_is_compute_bound", intensity > 100, intensity, "> 100",
                  "512 tokens share each weight of " + roundedText(bytesPerWeight) + " bytes, in FLOP/B; " +
                      ridgeSentence(intensity, ridge));
}

CheckResult judgeBrokenCache(const profiler::RunRecord& reference, const profiler::RunRecord& cached,
                             const std::vector<std::shared_ptr<profiler::RunRecord>>& broken)
{
    using engine::Strategy;
    const double honestWaste = profiler::summarise(cached).shareRecomputed;
    std::int64_t caught = 0;
    std::string reason;
    for (const auto& run : broken) {
        const profiler::Agreement agreement = compareRuns(reference, *run);
        const double waste = profiler::summarise(*run).shareRecomputed;
        const Strategy strategy = run->info().strategy;
        reason += (reason.empty() ? "" : "; ") + std::string(engine::name(strategy)) + ": ";
        if (strategy == Strategy::brokenRefill) {
            // Right tokens by wasted work: only its waste gives it away.
            const bool isCaught = agreement.identical && waste > honestWaste && waste > 0;
            caught += isCaught ? 1 : 0;
            reason += std::string(agreement.identical ? "same logits" : "other logits") + ", " + percent(waste) +
                      " of its positions computed again (cached: " + percent(honestWaste) + ")" +
                      (isCaught ? "" : ", not caught");
        } else {
            const bool isCaught = !agreement.identical && agreement.firstDifference.has_value();
            caught += isCaught ? 1 : 0;
            reason += isCaught ? "parts from the reference at step " + std::to_string(*agreement.firstDifference) +
                                     (agreement.tokensEqual ? " (logits)" : "")
                               : std::string("agrees with the reference, not caught");
        }
    }
    const auto expected = static_cast<std::int64_t>(broken.size());
    return result("broken_cache_is_caught", caught == expected && expected > 0, caught, expected, reason);
}

}  // namespace decodescope::app
