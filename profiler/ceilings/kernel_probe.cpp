// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/ceilings/kernel_rates.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace decodescope::profiler {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kFewestTries = 3;
constexpr double kTriesSeconds = 0.06;   ///< tries of one probe go on for so long
constexpr double kDecodeSeconds = 0.03;  ///< those of a decode step, after as long to settle
constexpr double kLongSeconds = 0.25;    ///< a step as long as this is taken as it comes, once

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

class KernelProber {
public:
    KernelProber(engine::LoadedModel& model, engine::Context& context, const KernelProbeOptions& options,
                 std::stop_token stop)
        : m_context(context),
          m_options(options),
          m_stop(std::move(stop)),
          m_vocabulary(model.config().vocab),
          m_start(Clock::now())
    {
    }

    Result<std::vector<KernelProbe>> run()
    {
        // Pages touched, threads awake.
        if (auto warm = tryStep(std::clamp<std::int64_t>(m_options.fewestRows, 1, std::min(chunk(), capacity())));
            !warm)
            return tl::unexpected(warm.error());
        if (auto done = severalRows(); !done)
            return tl::unexpected(done.error());
        if (auto done = decodeSteps(); !done)
            return tl::unexpected(done.error());
        return std::move(m_probes);
    }

private:
    std::int64_t capacity() const { return m_options.context.maxPositions; }
    std::int64_t chunk() const { return std::max<std::int64_t>(1, m_options.context.prefillChunk / sequences()); }
    std::int64_t sequences() const { return m_options.context.sequences; }
    bool spent() const { return secondsSince(m_start) > m_options.budgetSeconds; }

    /// One step of `rows` made-up tokens in every sequence, on top of what the context holds.
    Result<void> tryStep(std::int64_t rows)
    {
        m_tokens.resize(static_cast<std::size_t>(rows));
        for (std::int64_t i = 0; i < rows; ++i)
            m_tokens[static_cast<std::size_t>(i)] = static_cast<engine::TokenId>((7919 * (i + 1)) % m_vocabulary);
        m_inputs.clear();
        for (std::int64_t slot = 0; slot < sequences(); ++slot) {
            engine::SequenceInput& input = m_inputs.emplace_back();
            input.slot = static_cast<std::int32_t>(slot);
            input.tokens = m_tokens;
        }
        return m_context.step(m_inputs, false, m_stop, m_output);
    }

    void truncate(std::int64_t positions)
    {
        for (std::int64_t slot = 0; slot < sequences(); ++slot)
            m_context.truncate(static_cast<std::int32_t>(slot), positions);
    }

    /// Steps of one row that nobody counts: the first read their weights from memory, the many of a run from what the
    /// caches then hold of them.
    Result<void> settle()
    {
        const std::int64_t depth = m_context.depth(0);
        const Clock::time_point start = Clock::now();
        do {
            if (auto done = tryStep(1); !done)
                return done;
            truncate(depth);
        } while (secondsSince(start) < kDecodeSeconds);
        return {};
    }

    /// Steps of `rows` rows at the depth the context has, for `seconds`; it has that depth again afterwards.
    Result<void> probe(std::int64_t rows, double seconds = kTriesSeconds)
    {
        const std::int64_t depth = m_context.depth(0);
        // Means, not medians: a run's time is a sum as well, disturbances included.
        KernelProbe sums;
        std::int64_t tries = 0;
        const Clock::time_point start = Clock::now();
        while (tries < kFewestTries || secondsSince(start) < seconds) {
            truncate(depth);
            const Clock::time_point before = Clock::now();
            if (auto done = tryStep(rows); !done)
                return done;
            std::int64_t inAttention = 0;
            for (const engine::OpTiming& timing : m_output.ops)
                if (m_output.plan.ops[static_cast<std::size_t>(timing.index)].kind == engine::OpKind::attention)
                    inAttention += timing.wallNs;
            sums.attentionNs += inAttention;
            sums.otherNs += m_output.wallNs - inAttention;
            sums.samplingNs += m_output.hashNs;
            ++tries;
            if (secondsSince(before) > kLongSeconds)
                break;
        }
        KernelProbe& added = m_probes.emplace_back();
        added.rows = rows * sequences();
        added.pairs = attentionPairsOf(m_output.plan);
        added.attentionNs = sums.attentionNs / tries;
        added.otherNs = sums.otherNs / tries;
        added.samplingNs = sums.samplingNs / tries;
        truncate(depth);
        return {};
    }

    /// Steps from an empty cache: the fewest rows, the most that the budget allows, and some between.
    Result<void> severalRows()
    {
        const std::int64_t fewest = std::clamp<std::int64_t>(m_options.fewestRows, 1, std::min(chunk(), capacity()));
        std::int64_t most = std::clamp(m_options.mostRows, fewest, std::min(chunk(), capacity()));
        truncate(0);
        const Clock::time_point start = Clock::now();
        if (auto done = tryStep(fewest); !done)
            return done;
        const double perRow = secondsSince(start) / static_cast<double>(fewest);
        truncate(0);
        if (auto done = probe(fewest); !done)
            return done;
        while (most / 2 >= fewest && perRow * static_cast<double>(most) * kFewestTries > m_options.budgetSeconds / 2)
            most /= 2;
        if (most > fewest)
            if (auto done = probe(most); !done)
                return done;
        // 1.5 apart and from the top: the longer steps weigh most in a run's time.
        for (std::int64_t step = most * 2 / 3; step > fewest && !spent(); step = step * 2 / 3)
            if (auto done = probe(step); !done)
                return done;
        return {};
    }

    Result<void> probeDecode()
    {
        auto settled = settle();
        return settled ? probe(1, kDecodeSeconds) : settled;
    }

    /// One row a sequence, on top of few and of many cached positions.
    Result<void> decodeSteps()
    {
        const std::int64_t deepest = std::min(m_options.deepest, capacity() - 1);
        if (deepest <= 0)
            return {};
        const std::int64_t first = std::min({m_options.fewestRows, deepest, chunk()});
        truncate(0);
        if (auto done = tryStep(first); !done)
            return done;
        if (auto done = probeDecode(); !done)
            return done;
        while (m_context.depth(0) < deepest && !spent())
            if (auto done = tryStep(std::min(chunk(), deepest - m_context.depth(0))); !done)
                return done;
        return m_context.depth(0) > first ? probeDecode() : Result<void>{};
    }

    engine::Context& m_context;
    const KernelProbeOptions& m_options;
    std::stop_token m_stop;
    std::int64_t m_vocabulary;
    Clock::time_point m_start;
    std::vector<engine::TokenId> m_tokens;
    std::vector<engine::SequenceInput> m_inputs;
    engine::StepOutput m_output;
    std::vector<KernelProbe> m_probes;
};

}  // namespace

Result<KernelRates> probeKernels(engine::LoadedModel& model, const KernelProbeOptions& options, std::stop_token stop)
{
    auto context = model.createContext(options.context);
    if (!context)
        return tl::unexpected(context.error());
    auto probes = KernelProber(model, **context, options, std::move(stop)).run();
    if (!probes)
        return tl::unexpected(probes.error());
    KernelRates rates;
    rates.weights = name(model.residentType({engine::TensorRole::query, 0}));
    rates.compute = model.computeName();
    rates.threads = model.device().threads;
    rates.sequences = options.context.sequences;
    rates.chunkRows = options.context.prefillChunk;
    rates.probes = std::move(*probes);
    return rates;
}

}  // namespace decodescope::profiler
