// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/progress.h"

#include "app/gui/format.h"
#include "app/gui/run_session.h"

#include <QCoreApplication>

#include <algorithm>

namespace decodescope::app {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(RunProgress)
};

/// Positions computed in the first `steps` steps of a run that computes everything again.
double naiveWork(double prompt, double steps)
{
    return steps * prompt + steps * (steps - 1) / 2;
}

}  // namespace

RunProgress progressOf(const profiler::RunRecord& run, const QLocale& locale)
{
    const auto& info = run.info();
    const auto done = run.steps().size();
    const auto total = static_cast<double>(std::max<std::int64_t>(info.settings.newTokens, 1));
    RunProgress progress;
    QString title = runTitle(info.strategy);
    if (info.warmup) {
        title = Tr::tr("Warm-up");
    }
    if (info.warmup || done == 0) {
        progress.text = info.warmup ? title : Tr::tr("%1: first step").arg(title);
        return progress;
    }
    const auto& last = run.steps()[done - 1];
    const auto prompt = info.promptIds.empty() ? 1.0 : static_cast<double>(info.promptIds.front().size());
    const bool repeats = info.strategy == engine::Strategy::naive || info.strategy == engine::Strategy::brokenRefill;
    const auto steps = static_cast<double>(done);
    progress.fraction = repeats ? naiveWork(prompt, steps) / naiveWork(prompt, total) : steps / total;
    progress.fraction = std::clamp(progress.fraction, 0.0, 1.0);
    const double elapsed = static_cast<double>(last.startNs + last.wallNs + last.samplingNs) / 1e9;
    const double left = progress.fraction > 0 ? elapsed * (1 - progress.fraction) / progress.fraction : 0;
    progress.text = Tr::tr("%1: step %2 of %3, about %4 left")
                        .arg(title, formatCount(static_cast<qint64>(done), locale),
                             formatCount(info.settings.newTokens, locale), formatDuration(left, locale));
    return progress;
}

}  // namespace decodescope::app
