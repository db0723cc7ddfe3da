// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/bench.h"

#include "app/run/single_run.h"
#include "app/run/statistics.h"
#include "app/run/sweep.h"
#include "profiler/cost/cost_model.h"

#include <algorithm>
#include <chrono>

namespace decodescope::app {

namespace {

using Clock = std::chrono::steady_clock;

/// A context of `batch` sequences and the rows fed to it.
class BenchContext {
public:
    static Result<BenchContext> create(const profiler::RunSettings& settings, const PreparedModel& model,
                                       std::int64_t positions)
    {
        auto context = model.loaded->createContext(
            contextOptionsFor(settings, engine::Strategy::cached, positions, 1, settings.batch));
        if (!context) {
            return tl::unexpected(context.error());
        }
        return BenchContext(std::move(*context), fillerIds(model, positions), settings.batch);
    }

    /// Feeds positions [from, from + count) of the filler to every sequence. Returns seconds, hash and top K included.
    Result<double> feed(std::int64_t from, std::int64_t count, std::stop_token stop)
    {
        std::vector<engine::SequenceInput> inputs;
        const auto tokens = std::span<const engine::TokenId>(m_ids).subspan(static_cast<std::size_t>(from),
                                                                            static_cast<std::size_t>(count));
        for (std::int32_t slot = 0; slot < m_sequences; ++slot) {
            m_context->truncate(slot, from);
            inputs.push_back({slot, tokens, 0, false});
        }
        const auto start = Clock::now();
        if (auto done = m_context->step(inputs, false, stop, m_output); !done) {
            return tl::unexpected(done.error());
        }
        return std::chrono::duration<double>(Clock::now() - start).count();
    }

    const engine::ForwardPlan& plan() const { return m_output.plan; }

private:
    BenchContext(std::unique_ptr<engine::Context> context, std::vector<engine::TokenId> ids, std::int64_t sequences)
        : m_context(std::move(context)), m_ids(std::move(ids)), m_sequences(static_cast<std::int32_t>(sequences))
    {
    }
    std::unique_ptr<engine::Context> m_context;
    std::vector<engine::TokenId> m_ids;
    std::int32_t m_sequences;
    engine::StepOutput m_output;
};

/// Shared by the rows of one bench.
struct Bench {
    const profiler::RunSettings& settings;
    const BenchOptions& options;
    const PreparedModel& model;
    std::stop_token stop;
    BenchResult result;

    std::int64_t modelledBytes(const engine::ForwardPlan& plan) const
    {
        const profiler::CostFormats formats{[this](engine::TensorId id) { return model.loaded->residentType(id); },
                                            settings.keyFormat, settings.valueFormat};
        return profiler::priceStep(model.source->config(), plan, formats).bytes();
    }

    BenchRow row(engine::Phase kind, const std::vector<double>& seconds, std::int64_t tokens, double bytes)
    {
        BenchRow row;
        row.kind = kind;
        row.threads = model.loaded->device().threads;
        row.sequences = settings.batch;
        row.repeats = static_cast<std::int32_t>(seconds.size());
        std::vector<double> rates;
        rates.reserve(seconds.size());
        for (const double time : seconds) {
            rates.push_back(static_cast<double>(tokens) / time);
        }
        const double median = *medianOf(seconds);
        row.tokPerS = static_cast<double>(tokens) / median;
        row.stddev = stddevOf(rates);
        row.gbPerS = bytes / median / 1e9;
        if (const auto roofs = probeRoofs(model, result.warnings, stop)) {
            row.readRoofGbPerS = roofs->readGbPerS;
            row.shareOfReadRoof = row.gbPerS / roofs->readGbPerS;
        }
        return row;
    }

    Result<void> prefill(std::int64_t length)
    {
        auto context = BenchContext::create(settings, model, length);
        if (!context) {
            return tl::unexpected(context.error());
        }
        std::vector<double> seconds;
        for (std::int32_t i = -1; i < options.repeat; ++i) {
            auto time = context->feed(0, length, stop);
            if (!time) {
                return tl::unexpected(time.error());
            }
            if (i >= 0) {
                seconds.push_back(*time);
            }
        }
        BenchRow result_ = row(engine::Phase::prefill, seconds, length * settings.batch,
                               static_cast<double>(modelledBytes(context->plan())));
        result_.promptTokens = length;
        result.rows.push_back(result_);
        return {};
    }

    Result<void> decode(std::int64_t depth)
    {
        auto context = BenchContext::create(settings, model, depth + options.newTokens);
        if (!context) {
            return tl::unexpected(context.error());
        }
        if (auto filled = context->feed(0, depth, stop); !filled) {
            return tl::unexpected(filled.error());
        }
        std::vector<double> seconds;
        double bytes = 0;
        for (std::int32_t i = -1; i < options.repeat; ++i) {
            double total = 0;
            bytes = 0;
            for (std::int64_t step = 0; step < options.newTokens; ++step) {
                auto time = context->feed(depth + step, 1, stop);
                if (!time) {
                    return tl::unexpected(time.error());
                }
                total += *time;
                bytes += static_cast<double>(modelledBytes(context->plan()));
            }
            if (i >= 0) {
                seconds.push_back(total);
            }
        }
        BenchRow result_ = row(engine::Phase::decode, seconds, options.newTokens * settings.batch, bytes);
        result_.depth = depth;
        result_.newTokens = options.newTokens;
        result.rows.push_back(result_);
        return {};
    }
};

Result<void> checkLengths(const BenchOptions& options, const engine::ModelConfig& config)
{
    const auto limited = [&](const char* option, std::int64_t value, std::int64_t more) -> Result<void> {
        if (value < 1) {
            return fail(ErrorCode::usage, std::string(option) + " must be at least 1");
        }
        if (config.maxContext > 0 && value + more > config.maxContext) {
            return fail(ErrorCode::usage, std::string(option) + " " + std::to_string(value) + " needs " +
                                              std::to_string(value + more) + " positions, but the model's limit is " +
                                              std::to_string(config.maxContext));
        }
        return {};
    };
    if (options.repeat < 1 || options.newTokens < 1) {
        return fail(ErrorCode::usage, "--repeat and --new-tokens must be at least 1");
    }
    for (const std::int64_t length : options.promptTokens) {
        if (auto valid = limited("--prompt-tokens", length, 0); !valid) {
            return valid;
        }
    }
    for (const std::int64_t depth : options.depths) {
        if (auto valid = limited("--depths", depth, options.newTokens); !valid) {
            return valid;
        }
    }
    return {};
}

}  // namespace

Result<BenchResult> runBench(const profiler::RunSettings& settings, const BenchOptions& options,
                             const PreparedModel& model, const RunCallbacks& callbacks, std::stop_token stop)
{
    if (auto valid = checkLengths(options, model.source->config()); !valid) {
        return tl::unexpected(valid.error());
    }
    Bench bench{settings, options, model, stop, {}};
    bench.result.warnings = model.warnings;
    const auto finish = [&](const Result<void>& done) -> Result<bool> {
        if (!done && done.error().code == ErrorCode::cancelled) {
            bench.result.cancelled = true;
            return false;
        }
        if (!done) {
            return tl::unexpected(done.error());
        }
        return true;
    };
    const auto say = [&](const std::string& text) {
        if (callbacks.progress) {
            callbacks.progress(text);
        }
    };
    for (const std::int64_t length : options.promptTokens) {
        say("prefill of " + std::to_string(length) + " tokens");
        auto goOn = finish(bench.prefill(length));
        if (!goOn) {
            return tl::unexpected(goOn.error());
        }
        if (!*goOn) {
            return std::move(bench.result);
        }
    }
    for (const std::int64_t depth : options.depths) {
        say("decode at depth " + std::to_string(depth));
        auto goOn = finish(bench.decode(depth));
        if (!goOn) {
            return tl::unexpected(goOn.error());
        }
        if (!*goOn) {
            return std::move(bench.result);
        }
    }
    return std::move(bench.result);
}

}  // namespace decodescope::app
