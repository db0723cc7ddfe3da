// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headline.h"

#include "app/gui/format.h"
#include "engine/kv_cache/kv_size.h"
#include "profiler/record/decode_depth.h"
#include "profiler/record/prediction.h"
#include "profiler/record/summary.h"

#include <QCoreApplication>

namespace decodescope::app {

namespace {

using engine::Strategy;
using profiler::RunRecord;

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Headline)
};

bool broken(const RunRecord& run)
{
    return run.info().strategy != Strategy::cached && run.info().strategy != Strategy::naive;
}

bool stopped(const RunRecord& run)
{
    const auto* end = run.end();
    return end != nullptr && !end->stops.empty() && end->stops.front() == engine::StopReason::cancelled;
}

QString stepsOf(const RunRecord& run, const QLocale& locale)
{
    return Tr::tr("step %1 of %2")
        .arg(formatCount(static_cast<qint64>(run.steps().size()), locale),
             formatCount(run.info().settings.newTokens, locale));
}

HeadlineFigure speedOf(const RunRecord* naive, const RunRecord* cached, bool live, const QLocale& locale,
                       const profiler::Recording& pair)
{
    HeadlineFigure figure;
    figure.value = QStringLiteral("–");
    figure.tone = Tone::muted;
    const auto running = [&](const RunRecord& run) {
        return run.info().strategy == Strategy::naive
                   ? Tr::tr("running without the cache: %1").arg(stepsOf(run, locale))
                   : Tr::tr("running with the cache: %1").arg(stepsOf(run, locale));
    };
    if (naive == nullptr && cached == nullptr) {
        figure.caption = live ? Tr::tr("the first step is under way") : Tr::tr("press Run to measure");
        return figure;
    }
    if (naive == nullptr || cached == nullptr) {
        const RunRecord& only = naive != nullptr ? *naive : *cached;
        if (only.end() == nullptr) {
            figure.caption = running(only);
            return figure;
        }
        const auto summary = profiler::summarise(only);
        const auto depths = profiler::decodeDepths(only);
        if (!summary.decodeTokPerS || !depths) {
            figure.caption = naive != nullptr  ? Tr::tr("without the cache; run both to compare")
                             : broken(*cached) ? Tr::tr("with a broken cache; run naive too to compare")
                                               : Tr::tr("with the cache; run both to compare");
            return figure;
        }
        figure.value = formatRate(*summary.decodeTokPerS, locale);
        figure.tone = Tone::plain;
        figure.caption = (naive != nullptr  ? Tr::tr("without the cache, at depths %1 to %2")
                          : broken(*cached) ? Tr::tr("with a broken cache, at depths %1 to %2")
                                            : Tr::tr("with the cache, at depths %1 to %2"))
                             .arg(formatCount(depths->first, locale), formatCount(depths->last, locale));
        figure.detail = Tr::tr("Decode steps only; the depth is the tokens before the new one. Run both to compare.");
        return figure;
    }
    const RunRecord* unfinished = cached->end() == nullptr ? cached : naive;
    if (unfinished->end() == nullptr) {
        figure.caption = running(*unfinished);
        return figure;
    }
    if (stopped(*naive) || stopped(*cached)) {
        figure.value = Tr::tr("Stopped");
        figure.caption = Tr::tr("no comparison of a run that was stopped");
        return figure;
    }
    if (naive->steps().size() < 2 && cached->steps().size() < 2) {
        figure.caption = Tr::tr("one step each leaves nothing to save");
        figure.detail = Tr::tr("Both runs compute the prompt once; a cache saves work from the second step on.");
        return figure;
    }
    const auto naiveMs = profiler::summarise(*naive).totalMs;
    const auto cachedMs = profiler::summarise(*cached).totalMs;
    if (cachedMs <= 0) {
        figure.caption = Tr::tr("no time was measured");
        return figure;
    }
    // The recorded definition, on this pair alone; a broken cache stands in for the cached run.
    const double factor = profiler::speedup(pair).value_or(naiveMs / cachedMs);
    figure.value = formatFactor(factor, locale);
    figure.tone = Tone::plain;
    if (broken(*cached)) {
        figure.caption = Tr::tr("against naive, cache broken");
    } else if (const auto predicted = profiler::predictedSpeedup(pair)) {
        figure.caption = Tr::tr("faster, predicted %1").arg(formatFactor(*predicted, locale));
    } else {
        figure.caption = Tr::tr("faster end to end");
    }
    figure.detail = Tr::tr("Without the cache %1, with it %2, prefill included and warm-up excluded.")
                        .arg(formatDuration(naiveMs / 1e3, locale), formatDuration(cachedMs / 1e3, locale));
    return figure;
}

HeadlineFigure agreementOf(const RunRecord* naive, const RunRecord* cached, const QLocale& locale)
{
    HeadlineFigure figure;
    figure.value = QStringLiteral("–");
    figure.tone = Tone::muted;
    if (naive == nullptr || cached == nullptr) {
        figure.caption = Tr::tr("same logits? needs both runs");
        return figure;
    }
    const auto agreement = profiler::compareRuns(*naive, *cached);
    const QString common = formatCount(agreement.commonSteps, locale);
    if (agreement.firstDifference) {
        const auto step = formatCount(*agreement.firstDifference + 1, locale);
        figure.tone = Tone::bad;
        if (agreement.tokensEqual) {
            figure.value = Tr::tr("Same text");
            figure.caption = Tr::tr("but other logits from step %1 on").arg(step);
            figure.tone = Tone::warning;
        } else {
            figure.value = Tr::tr("Parts at step %1").arg(step);
            figure.caption =
                Tr::tr("best two logits %1 apart there").arg(formatNumber(agreement.marginAtDifference, 3, locale));
        }
        figure.detail = Tr::tr("Tokens and logits hashes of both runs are compared at every common step.");
        return figure;
    }
    const bool over = naive->end() != nullptr && cached->end() != nullptr;
    if (agreement.commonSteps < 2) {
        figure.value = over ? Tr::tr("No verdict") : QStringLiteral("–");
        figure.caption =
            over ? Tr::tr("there is no decode step to compare") : Tr::tr("same logits? the second run will tell");
        return figure;
    }
    figure.tone = Tone::good;
    if (agreement.identical) {
        figure.value = Tr::tr("Same logits");
        figure.caption = Tr::tr("at all %1 steps, bit for bit").arg(common);
    } else {
        figure.value = Tr::tr("Same so far");
        figure.caption = Tr::tr("at all %1 common steps, bit for bit").arg(common);
    }
    figure.detail = Tr::tr("The hash over every bit of the logits is equal at each step (instruction set %1).")
                        .arg(QString::fromStdString(cached->info().device.isa));
    return figure;
}

HeadlineFigure memoryOf(const RunRecord* cached, const QLocale& locale)
{
    HeadlineFigure figure;
    figure.value = QStringLiteral("–");
    figure.tone = Tone::muted;
    if (cached == nullptr || cached->steps().size() == 0) {
        figure.caption = Tr::tr("what the cache costs in memory");
        return figure;
    }
    const auto& info = cached->info();
    const auto& last = cached->steps()[cached->steps().size() - 1];
    figure.value = formatBytes(last.kv.usedBytes, locale);
    figure.tone = Tone::plain;
    const auto perToken = engine::kvBytesPerToken(engine::kvShapeOf(info.model.config), info.settings.keyFormat,
                                                  info.settings.valueFormat);
    if (!perToken) {
        figure.caption = Tr::tr("is what the cache holds");
        return figure;
    }
    const QString product =
        Tr::tr("%1 × %2 positions")
            .arg(formatCount(*perToken, locale) + QStringLiteral(" B"), formatCount(last.kv.usedPositions, locale));
    figure.caption = Tr::tr("cache: %1").arg(product);
    const auto& config = info.model.config;
    figure.detail = Tr::tr(
                        "Per position: 2 (keys and values) × %1 layers × %2 KV heads × %3 values per head, keys in %4 "
                        "and values in %5.\nUsed %6, requested %7, allocated %8.")
                        .arg(formatCount(config.layers, locale), formatCount(config.kvHeads, locale),
                             formatCount(config.headDim, locale),
                             QString::fromStdString(std::string(name(info.settings.keyFormat))),
                             QString::fromStdString(std::string(name(info.settings.valueFormat))),
                             formatBytes(last.kv.usedBytes, locale), formatBytes(last.kv.requestedBytes, locale),
                             formatBytes(last.kv.allocatedBytes, locale));
    return figure;
}

HeadlineFigure repeatsOf(const RunRecord* naive, const RunRecord* cached, const QLocale& locale)
{
    HeadlineFigure figure;
    figure.value = QStringLiteral("–");
    figure.tone = Tone::muted;
    const RunRecord* run = naive;
    figure.caption = Tr::tr("share of work repeated");
    if (run == nullptr && cached != nullptr) {
        run = cached;
    }
    if (run == nullptr || run->steps().size() == 0) {
        return figure;
    }
    const auto summary = profiler::summarise(*run);
    figure.value = formatPercent(summary.shareRecomputed, locale);
    figure.tone = Tone::plain;
    figure.caption = run == naive ? Tr::tr("of naive work is repetition") : Tr::tr("of the work is repetition");
    figure.detail =
        Tr::tr("%1 of %2 positions again: %3 and %4 GFLOP for nothing.")
            .arg(formatCount(summary.positionsRecomputed, locale), formatCount(summary.positionsComputed, locale),
                 formatDuration(summary.secondsWasted, locale), formatNumber(summary.flopsWasted / 1e9, 3, locale));
    if (cached != nullptr && naive != nullptr) {
        const auto other = profiler::summarise(*cached);
        if (other.positionsRecomputed > 0) {
            figure.caption =
                Tr::tr("repeated; %1 in the broken run too").arg(formatPercent(other.shareRecomputed, locale));
            figure.tone = Tone::bad;
        }
    }
    return figure;
}

}  // namespace

Headline makeHeadline(const std::shared_ptr<RunRecord>& naive, const std::shared_ptr<RunRecord>& cached, bool live,
                      const QLocale& locale)
{
    profiler::Recording pair;
    if (naive) {
        pair.runs.push_back(naive);
    }
    if (cached) {
        pair.runs.push_back(cached);
    }
    return {speedOf(naive.get(), cached.get(), live, locale, pair), agreementOf(naive.get(), cached.get(), locale),
            memoryOf(cached.get(), locale), repeatsOf(naive.get(), cached.get(), locale)};
}

}  // namespace decodescope::app
