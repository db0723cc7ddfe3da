// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"

#include <QLocale>
#include <QString>

namespace decodescope::app {

/// How far a run under way is.
struct RunProgress {
    QString text;         ///< "Without the cache: step 12 of 32, about 3 s left"
    double fraction = 0;  ///< of this run's work
};

/// Work, not steps: a naive step computes all positions so far, so the last ones take longest.
RunProgress progressOf(const profiler::RunRecord& run, const QLocale& locale = QLocale());

}  // namespace decodescope::app
