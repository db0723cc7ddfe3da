// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace decodescope::app {

QString formatInteger(const QLocale& locale, std::int64_t value)
{
    return locale.toString(static_cast<qlonglong>(value));
}

QString formatSignificant(const QLocale& locale, double value, int digits)
{
    if (!std::isfinite(value))
        return QStringLiteral("–");
    if (value == 0)
        return locale.toString(0);
    // The magnitude after rounding: 9.996 has three digits as 10.0, not 10.00.
    int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
    const double unit = std::pow(10.0, magnitude - digits + 1);
    if (std::abs(std::round(value / unit)) >= std::pow(10.0, digits))
        ++magnitude;
    const int decimals = std::clamp(digits - 1 - magnitude, 0, 9);
    return locale.toString(value, 'f', decimals);
}

QString formatBytes(const QLocale& locale, std::int64_t bytes)
{
    constexpr std::array<const char*, 5> kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (std::abs(value) >= 1024.0 && unit + 1 < kUnits.size()) {
        value /= 1024.0;
        ++unit;
    }
    // 900 KiB reads better as 0.88 MiB next to other megabytes.
    if (unit == 1 && std::abs(value) >= 512.0) {
        value /= 1024.0;
        ++unit;
    }
    const QString number =
        unit == 0 ? formatInteger(locale, bytes) : formatSignificant(locale, value, std::abs(value) < 1 ? 2 : 3);
    return number + QStringLiteral("\u00a0") + QLatin1String(kUnits[unit]);
}

QString formatSeconds(const QLocale& locale, double seconds)
{
    const double size = std::abs(seconds);
    const auto with = [&](double value, const QString& unit) {
        return formatSignificant(locale, value, value >= 100 ? 3 : 2 + (value >= 10)) + QStringLiteral("\u00a0") + unit;
    };
    if (size >= 120)
        return with(seconds / 60, QStringLiteral("min"));
    if (size >= 1)
        return with(seconds, QStringLiteral("s"));
    if (size >= 1e-3)
        return with(seconds * 1e3, QStringLiteral("ms"));
    if (size >= 1e-6)
        return with(seconds * 1e6, QStringLiteral("µs"));
    return with(seconds * 1e9, QStringLiteral("ns"));
}

QString formatShare(const QLocale& locale, double share)
{
    // What is not all is not called all.
    const double percent = share < 1 ? std::min(share * 100, 99.9) : share * 100;
    const bool edge = (percent > 0 && percent < 1) || (percent > 99 && percent < 100);
    return locale.toString(percent, 'f', edge ? 1 : 0) + QStringLiteral("\u00a0%");
}

QString formatFlops(const QLocale& locale, double flops)
{
    constexpr std::array<const char*, 6> kUnits{"FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP"};
    std::size_t unit = 0;
    while (std::abs(flops) >= 999.5 && unit + 1 < kUnits.size()) {
        flops /= 1000.0;
        ++unit;
    }
    return formatSignificant(locale, flops, 3) + QStringLiteral("\u00a0") + QLatin1String(kUnits[unit]);
}

QString visibleToken(const std::string& bytes)
{
    QString text = QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
    for (QChar& c : text) {
        if (c == QLatin1Char(' '))
            c = QChar(0x2423);
        else if (c == QLatin1Char('\n'))
            c = QChar(0x21B5);
        else if (c == QLatin1Char('\t'))
            c = QChar(0x2192);
        else if (c.category() == QChar::Other_Control || c.category() == QChar::Other_Format)
            c = QChar(0x00B7);
    }
    return text;
}

}  // namespace decodescope::app
