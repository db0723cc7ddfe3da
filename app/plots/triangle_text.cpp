// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/triangle_text.h"

#include "app/plots/numbers.h"
#include "app/plots/triangle_cells.h"

#include <QCoreApplication>
#include <algorithm>

namespace decodescope::app {

namespace {

QString sayText(bool translated, const char* english)
{
    return translated ? QCoreApplication::translate("Plots", english) : QString::fromUtf8(english);
}

}  // namespace

QString panelTitle(const Canvas& canvas, const std::shared_ptr<profiler::RunRecord>& run, bool cachedPanel)
{
    if (run && run->info().strategy != engine::Strategy::naive && run->info().strategy != engine::Strategy::cached) {
        const std::string_view strategy = engine::name(run->info().strategy);
        QString kind = QString::fromUtf8(strategy.data(), static_cast<qsizetype>(strategy.size()));
        kind = kind.section(QLatin1Char(':'), 1);
        return canvas.say(QT_TRANSLATE_NOOP("Plots", "Broken cache: %1")).arg(kind);
    }
    return cachedPanel ? canvas.say(QT_TRANSLATE_NOOP("Plots", "With the cache"))
                       : canvas.say(QT_TRANSLATE_NOOP("Plots", "Without the cache"));
}

QString stepSummary(const Canvas& canvas, const std::shared_ptr<profiler::RunRecord>& run, std::size_t steps,
                    bool brief)
{
    if (!run)
        return canvas.say(QT_TRANSLATE_NOOP("Plots", "not run"));
    if (steps == 0)
        return canvas.say(QT_TRANSLATE_NOOP("Plots", "not started"));
    const auto& step = run->steps()[steps - 1];
    const QLocale& locale = canvas.locale();
    QString text = canvas
                       .say(step.positionsComputed == 1 ? QT_TRANSLATE_NOOP("Plots", "%1 position")
                                                        : QT_TRANSLATE_NOOP("Plots", "%1 positions"))
                       .arg(formatInteger(locale, step.positionsComputed));
    if (!brief) {
        text = canvas.say(QT_TRANSLATE_NOOP("Plots", "step %1: %2"))
                   .arg(formatInteger(locale, static_cast<std::int64_t>(steps)), text);
    }
    if (step.positionsRecomputed > 0) {
        text +=
            canvas.say(QT_TRANSLATE_NOOP("Plots", ", %1 again")).arg(formatInteger(locale, step.positionsRecomputed));
    }
    return text + QStringLiteral(" · ") + formatSeconds(locale, static_cast<double>(step.wallNs) * 1e-9);
}

QString endReason(const Canvas& canvas, const profiler::RunRecord& run, int sequence)
{
    const auto* end = run.end();
    if (!end || end->stops.empty())
        return {};
    const auto index = std::min(static_cast<std::size_t>(std::max(0, sequence)), end->stops.size() - 1);
    const QString step = formatInteger(canvas.locale(), static_cast<std::int64_t>(run.steps().size()));
    switch (end->stops[index]) {
        case engine::StopReason::eos:
            return canvas.say(QT_TRANSLATE_NOOP("Plots", "EOS at step %1")).arg(step);
        case engine::StopReason::cancelled:
            return canvas.say(QT_TRANSLATE_NOOP("Plots", "stopped at step %1")).arg(step);
        case engine::StopReason::length:
            break;
    }
    return canvas.say(QT_TRANSLATE_NOOP("Plots", "length reached at step %1")).arg(step);
}

QString describeCell(const PlotScene& scene, const CellPosition& cell, const QLocale& locale)
{
    const auto& run = cell.cachedPanel ? scene.cached : scene.naive;
    const std::size_t steps = shownSteps(run, cell.cachedPanel ? scene.cachedSteps : scene.naiveSteps);
    const auto say = [](const char* english) { return sayText(true, english); };
    const QString place = say(QT_TRANSLATE_NOOP("Plots", "step %1, position %2"))
                              .arg(formatInteger(locale, cell.row + 1), formatInteger(locale, cell.column + 1));
    if (!run || static_cast<std::size_t>(cell.row) >= steps)
        return place + say(QT_TRANSLATE_NOOP("Plots", ": not computed yet"));
    const auto& step = run->steps()[static_cast<std::size_t>(cell.row)];
    const RowCells row = rowCells(step, scene.sequence);
    const std::string bytes = tokenAt(*run, steps, scene.sequence, cell.column);
    QString text = place;
    if (!bytes.empty() && cell.column < row.end)
        text += QStringLiteral(" “") + visibleToken(bytes) + QStringLiteral("”");
    const auto first = firstComputedAt(*run, steps, scene.sequence, cell.column);
    const QString since = first ? formatInteger(locale, static_cast<std::int64_t>(*first) + 1) : QString();
    switch (row.at(cell.column)) {
        case CellKind::empty:
            return text + (cell.column >= row.end ? say(QT_TRANSLATE_NOOP("Plots", ": after the end of the sequence"))
                                                  : say(QT_TRANSLATE_NOOP("Plots", ": not used in this step")));
        case CellKind::prefill:
            text += say(QT_TRANSLATE_NOOP("Plots", ": prefill, computed for the first time"));
            break;
        case CellKind::newWork:
            text += say(QT_TRANSLATE_NOOP("Plots", ": new, computed for the first time"));
            break;
        case CellKind::recomputed:
            text += say(QT_TRANSLATE_NOOP("Plots", ": computed again, first computed at step %1")).arg(since);
            break;
        case CellKind::reused:
            return text + say(QT_TRANSLATE_NOOP("Plots", ": read from the cache, computed at step %1")).arg(since);
    }
    return text + QStringLiteral(" · ") + formatSeconds(locale, row.secondsPerPosition);
}

QString describeWork(const WorkCounters& work, const QLocale& locale, bool translated)
{
    if (work.positionsRecomputed == 0) {
        return sayText(translated, QT_TRANSLATE_NOOP("Plots", "%1 positions computed, none of them twice"))
            .arg(formatInteger(locale, work.positionsComputed));
    }
    return sayText(translated, QT_TRANSLATE_NOOP("Plots", "%1 positions computed, %2 again (%3): %4 and %5 wasted"))
        .arg(formatInteger(locale, work.positionsComputed), formatInteger(locale, work.positionsRecomputed),
             formatShare(locale, work.shareRecomputed), formatSeconds(locale, work.secondsWasted),
             formatFlops(locale, work.flopsWasted));
}

}  // namespace decodescope::app
