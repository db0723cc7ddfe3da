// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <cstdint>

namespace decodescope::app {

/// Figures as people read them, in the given locale. Used on screen (the user's locale) and in pictures (C).
QString formatInteger(const QLocale& locale, std::int64_t value);
/// `digits` significant digits without exponent: 46.1, 0.884, 453, 12300.
QString formatSignificant(const QLocale& locale, double value, int digits = 3);
/// B, KiB, MiB, GiB, TiB.
QString formatBytes(const QLocale& locale, std::int64_t bytes);
/// ns, µs, ms, s, min.
QString formatSeconds(const QLocale& locale, double seconds);
/// 0.953 -> "95 %"; below 1 % and above 99 % with one decimal.
QString formatShare(const QLocale& locale, double share);
/// FLOP with a decimal prefix: "271 MFLOP".
QString formatFlops(const QLocale& locale, double flops);

/// One token's bytes for display: invalid UTF-8 as U+FFFD, spaces and line breaks as visible signs, no control
/// characters.
QString visibleToken(const std::string& bytes);

}  // namespace decodescope::app
