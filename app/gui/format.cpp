// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/format.h"

#include "app/plots/numbers.h"

#include <QCoreApplication>

#include <cmath>

namespace decodescope::app {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Format)
};

}  // namespace

QString formatNumber(double value, int significant, const QLocale& locale)
{
    return formatSignificant(locale, value, significant);
}

QString formatBytes(std::int64_t bytes, const QLocale& locale)
{
    return formatBytes(locale, bytes);  // as the plots write it
}

QString formatCount(std::int64_t count, const QLocale& locale)
{
    return formatInteger(locale, count);
}

QString formatDuration(double seconds, const QLocale& locale)
{
    if (!std::isfinite(seconds)) {
        return QStringLiteral("–");
    }
    if (seconds < 1e-3) {
        return Tr::tr("%1 µs").arg(formatNumber(seconds * 1e6, 2, locale));
    }
    if (seconds < 1) {
        return Tr::tr("%1 ms").arg(formatNumber(seconds * 1e3, 2, locale));
    }
    if (seconds < 60) {
        return Tr::tr("%1 s").arg(formatNumber(seconds, 2, locale));
    }
    const auto whole = static_cast<qlonglong>(std::llround(seconds));
    if (whole < 3600) {
        return Tr::tr("%1 min %2 s").arg(locale.toString(whole / 60), locale.toString(whole % 60));
    }
    return Tr::tr("%1 h %2 min").arg(locale.toString(whole / 3600), locale.toString(whole % 3600 / 60));
}

QString formatFactor(double factor, const QLocale& locale)
{
    return formatNumber(factor, factor < 1 ? 1 : 2, locale) + QStringLiteral("×");
}

QString formatPercent(double share, const QLocale& locale)
{
    return formatShare(locale, share);
}

QString formatRate(double tokensPerSecond, const QLocale& locale)
{
    return Tr::tr("%1 tok/s").arg(formatNumber(tokensPerSecond, 3, locale));
}

}  // namespace decodescope::app
