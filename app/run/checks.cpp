// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/checks.h"

#include "app/run/single_run.h"
#include "app/run/sweep.h"
#include "profiler/record/prediction.h"
#include "profiler/record/summary.h"

#include <algorithm>

namespace decodescope::app {

namespace {

using engine::Strategy;

/// The course's prompt: 9 tokens in the default model's vocabulary.
constexpr const char* kCoursePrompt = "The key idea behind the Transformer architecture is";
constexpr std::int64_t kCoursePromptTokens = 9;
constexpr std::int64_t kBrokenTokens = 12;
constexpr double kJudgedPrediction = 4.0;
constexpr std::int64_t kLongestSpeedupRun = 4096;
/// The runs of the course's prompt take fractions of a second each: one alone is at the mercy of the moment.
constexpr std::int32_t kSpeedupRepeats = 3;
/// Kernels are probed for runs up to this long; what is longer is predicted from there.
constexpr std::int64_t kProbedSpeedupRun = 512;

/// Greedy, EOS ignored, naive then cached; the course's prompt unless the settings bring one.
profiler::RunSettings checkSettings(const profiler::RunSettings& given, std::int64_t newTokens,
                                    const PreparedModel& model)
{
    profiler::RunSettings settings = given;
    settings.newTokens = newTokens;
    settings.ignoreEos = true;
    settings.sampling = {};
    settings.strategies = {Strategy::naive, Strategy::cached};
    // The margin where two runs part needs the two best logits.
    settings.topLogits = std::max(settings.topLogits, 2);
    if (settings.prompts.empty() && settings.promptIds.empty()) {
        if (model.tokenizer) {
            settings.prompts = {kCoursePrompt};
        } else {
            settings.promptIds = {fillerIds(model, kCoursePromptTokens)};
        }
    }
    return settings;
}

std::vector<std::int64_t> promptLengths(const profiler::Recording& recording)
{
    std::vector<std::int64_t> lengths;
    for (const auto& prompt : recording.runs.front()->info().promptIds) {
        lengths.push_back(static_cast<std::int64_t>(prompt.size()));
    }
    return lengths;
}

/// The work of runChecks: what the checks share, and how a cancellation ends it.
class CheckRun {
public:
    CheckRun(const profiler::RunSettings& settings, const CheckOptions& options, const PreparedModel& model,
             const RunCallbacks& callbacks, const std::function<void(const CheckResult&)>& finished,
             std::stop_token stop)
        : m_settings(settings),
          m_options(options),
          m_model(model),
          m_callbacks(callbacks),
          m_finished(finished),
          m_stop(std::move(stop))
    {
        m_settings.exact = true;   // they compare bits
        m_settings.trace = false;  // and measure speed
        m_report.warnings = model.warnings;
    }

    Result<CheckReport> run()
    {
        add(checkHandCalculation());
        add(checkFormulaLinear(m_model.source->config(), m_settings.keyFormat, m_settings.valueFormat));
        for (const auto part :
             {&CheckRun::agreementAndSpeedup, &CheckRun::contexts, &CheckRun::bounds, &CheckRun::brokenCaches}) {
            auto done = (this->*part)();
            if (!done && done.error().code != ErrorCode::cancelled) {
                return tl::unexpected(done.error());
            }
            if (!done || m_stop.stop_requested()) {
                m_report.cancelled = true;
                break;
            }
        }
        return std::move(m_report);
    }

private:
    void add(CheckResult check)
    {
        m_report.checks.push_back(std::move(check));
        if (m_finished) {
            m_finished(m_report.checks.back());
        }
    }

    /// executeRuns with cancellation as an error, since half a run has no verdict.
    Result<profiler::Recording> recordRuns(const profiler::RunSettings& settings, bool probeRoofs = true)
    {
        auto recording = probeRoofs ? executeRuns(settings, m_model, m_callbacks, m_stop)
                                    : executeRunsWithoutRoofs(settings, m_model, m_callbacks, m_stop);
        if (recording && m_stop.stop_requested()) {
            return fail(ErrorCode::cancelled, "stopped");
        }
        if (recording) {
            for (const std::string& warning : recording->warnings) {
                auto& all = m_report.warnings;
                if (std::find(all.begin(), all.end(), warning) == all.end()) {
                    all.push_back(warning);
                }
            }
        }
        return recording;
    }

    Result<void> agreementAndSpeedup()
    {
        profiler::RunSettings settings = checkSettings(m_settings, m_options.newTokens, m_model);
        settings.repeat = std::max(settings.repeat, kSpeedupRepeats);
        auto recording = recordRuns(settings);
        if (!recording) {
            return tl::unexpected(recording.error());
        }
        m_main = std::move(*recording);
        const auto naive = medianRun(m_main, Strategy::naive);
        const auto cached = medianRun(m_main, Strategy::cached);
        add(judgeAgreement(*naive, *cached));
        SpeedupFigures course{m_options.newTokens, speedup(m_main), predictedSpeedup(m_main)};
        std::optional<SpeedupFigures> longer;
        std::string whyNoLonger;
        if (!course.measured || *course.measured < 3) {
            auto figures = longerSpeedup(whyNoLonger);
            if (!figures) {
                return tl::unexpected(figures.error());
            }
            longer = *figures;
        }
        add(judgeSpeedup(course, longer, whyNoLonger));
        return {};
    }

    /// The speed-up at the smallest power of two of new tokens for which the cost model predicts 4.
    Result<std::optional<SpeedupFigures>> longerSpeedup(std::string& whyNot)
    {
        const std::vector<std::int64_t> lengths = promptLengths(m_main);
        const std::int64_t limit = m_model.source->config().maxContext;
        const std::int64_t longest = *std::max_element(lengths.begin(), lengths.end());
        const std::int64_t most = limit > 0 ? std::min(kLongestSpeedupRun, limit - longest + 1) : kLongestSpeedupRun;
        const PredictedRuns runs{{Strategy::naive, Strategy::cached},
                                 longest,
                                 std::clamp<std::int64_t>(most, 1, kProbedSpeedupRun),
                                 static_cast<std::int64_t>(lengths.size())};
        const auto roofs = probeRoofsFor(runs, m_settings, m_model, m_report.warnings, m_stop);
        if (!roofs) {
            whyNot = "without measured roofs there is no prediction";
            return std::nullopt;
        }
        for (std::int64_t tokens = 2; tokens <= kLongestSpeedupRun; tokens *= 2) {
            if (limit > 0 && longest + tokens - 1 > limit) {
                break;
            }
            if (tokens <= m_options.newTokens) {
                continue;
            }
            const auto predicted = predictRuns(m_model, m_settings, *roofs, lengths, tokens);
            if (!predicted || predicted->speedup() < kJudgedPrediction) {
                continue;
            }
            auto recording = recordRuns(checkSettings(m_settings, tokens, m_model));
            if (!recording) {
                return tl::unexpected(recording.error());
            }
            return SpeedupFigures{tokens, speedup(*recording), predictedSpeedup(*recording)};
        }
        whyNot = "the cost model predicts 4 at no power of two within the model's limit of " + std::to_string(limit) +
                 " positions";
        return std::nullopt;
    }

    std::vector<std::int64_t> contextLengths() const
    {
        if (!m_options.contexts.empty()) {
            return m_options.contexts;
        }
        const std::int64_t limit = m_model.source->config().maxContext;
        const std::int64_t longest = limit > 0 ? std::min<std::int64_t>(2048, limit) : 2048;
        return {std::max<std::int64_t>(longest / 4, 4), longest};
    }

    Result<void> contexts()
    {
        profiler::RunSettings settings = checkSettings(m_settings, m_options.newTokens, m_model);
        std::vector<SweepRow> rows;
        const std::vector<std::int64_t> lengths = contextLengths();
        const std::int64_t chunk = commonPrefillChunk(lengths);
        for (const std::int64_t context : lengths) {
            if (m_callbacks.progress) {
                m_callbacks.progress("memory and throughput at context " + std::to_string(context));
            }
            // Once before measuring: threads, stacks and code pages are resident from then on.
            if (rows.empty()) {
                auto warm = measureContext(settings, Strategy::cached, context, 2, chunk, m_model, m_stop);
                if (!warm) {
                    return tl::unexpected(warm.error());
                }
            }
            const std::int64_t newTokens = std::min<std::int64_t>(16, context - 1);
            auto row = measureContext(settings, Strategy::cached, context, newTokens, chunk, m_model, m_stop);
            if (!row) {
                return tl::unexpected(row.error());
            }
            rows.push_back(*row);
        }
        const auto byContext = [](const SweepRow& a, const SweepRow& b) { return a.context < b.context; };
        const auto [shortest, longest] = std::minmax_element(rows.begin(), rows.end(), byContext);
        // A device's memory is not the process's: only the allocator's blocks are judged there.
        const bool inProcess = m_model.loaded->device().kind == "cpu";
        add(judgeMemoryGrowth(
            {shortest->context, longest->context, longest->memoryPeakBytes - shortest->memoryPeakBytes,
             longest->kvBytesFormula - shortest->kvBytesFormula,
             inProcess ? std::optional(longest->residentGrowthBytes - shortest->residentGrowthBytes) : std::nullopt}));
        std::vector<ThroughputPoint> points;
        points.reserve(rows.size());
        for (const SweepRow& row : rows) {
            points.push_back({row.context, row.tokPerS});
        }
        add(judgeThroughput(points));
        return {};
    }

    Result<void> bounds()
    {
        const auto cached = medianRun(m_main, Strategy::cached);
        const profiler::RunInfo& info = cached->info();
        const double bytesPerWeight =
            static_cast<double>(info.model.weightBytes) / static_cast<double>(info.model.config.parameters);
        const engine::TensorId query{engine::TensorRole::query, 0};
        const auto ridge = info.ceilings ? info.ceilings->ridge(m_model.loaded->computeType(query)) : std::nullopt;
        std::optional<double> intensity;
        if (const std::size_t steps = cached->steps().size(); steps > 1) {
            intensity = cached->steps()[steps - 1].cost.arithmeticIntensity();
        }
        add(judgeDecodeBound(bytesPerWeight, ridge, intensity));
        add(judgePrefillBound(bytesPerWeight, ridge));
        return {};
    }

    Result<void> brokenCaches()
    {
        profiler::RunSettings settings = checkSettings(
            m_settings, std::clamp<std::int64_t>(kBrokenTokens, 2, std::max<std::int64_t>(2, m_options.newTokens)),
            m_model);
        settings.strategies = {Strategy::naive,        Strategy::cached,         Strategy::brokenForget,
                               Strategy::brokenRefill, Strategy::brokenPosition, Strategy::brokenStale};
        settings.repeat = 1;
        settings.warmup = 0;
        auto recording = recordRuns(settings, false);
        if (!recording) {
            return tl::unexpected(recording.error());
        }
        std::vector<std::shared_ptr<profiler::RunRecord>> broken;
        for (const Strategy strategy :
             {Strategy::brokenForget, Strategy::brokenRefill, Strategy::brokenPosition, Strategy::brokenStale}) {
            broken.push_back(medianRun(*recording, strategy));
        }
        add(judgeBrokenCache(*medianRun(*recording, Strategy::naive), *medianRun(*recording, Strategy::cached),
                             broken));
        return {};
    }

    profiler::RunSettings m_settings;
    const CheckOptions& m_options;
    const PreparedModel& m_model;
    const RunCallbacks& m_callbacks;
    const std::function<void(const CheckResult&)>& m_finished;
    std::stop_token m_stop;
    profiler::Recording m_main;
    CheckReport m_report;
};

}  // namespace

Result<CheckReport> runChecks(const profiler::RunSettings& settings, const CheckOptions& options,
                              const PreparedModel& model, const RunCallbacks& callbacks,
                              const std::function<void(const CheckResult&)>& finished, std::stop_token stop)
{
    return CheckRun(settings, options, model, callbacks, finished, std::move(stop)).run();
}

}  // namespace decodescope::app
