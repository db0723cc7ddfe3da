// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

#include <cstdint>

namespace decodescope::app {

/// The figures of app/plots/numbers.h in the user's locale unless another is given, and those that only the window
/// shows. Files use the C locale and are written elsewhere.
QString formatBytes(std::int64_t bytes, const QLocale& locale = QLocale());     ///< "0.88 MiB"
QString formatCount(std::int64_t count, const QLocale& locale = QLocale());     ///< "23,040"
QString formatDuration(double seconds, const QLocale& locale = QLocale());      ///< "46 ms", "1.5 s", "3 min 20 s"
QString formatFactor(double factor, const QLocale& locale = QLocale());         ///< "5.3×"
QString formatPercent(double share, const QLocale& locale = QLocale());         ///< "95 %"
QString formatRate(double tokensPerSecond, const QLocale& locale = QLocale());  ///< "126 tok/s"
QString formatNumber(double value, int significant, const QLocale& locale = QLocale());

}  // namespace decodescope::app
