// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/roofline_names.h"

#include "app/plots/numbers.h"

namespace decodescope::app {

QStringList rooflineNames(const Canvas& canvas, const RooflinePoint& point)
{
    using Kind = RooflinePoint::Kind;
    const QLocale& locale = canvas.locale();
    const QString share = point.roofShare > 0 ? formatShare(locale, point.roofShare) : QString();
    const auto with = [&](const char* full, const char* brief, const char* bare) -> QStringList {
        if (share.isEmpty())
            return {canvas.say(bare)};
        return {canvas.say(full).arg(share), canvas.say(brief).arg(share), canvas.say(bare)};
    };
    QStringList names;
    switch (point.kind) {
        case Kind::trail:
            return {};
        case Kind::decode:
            names = with(QT_TRANSLATE_NOOP("Plots", "decode · %1 of its roof"), QT_TRANSLATE_NOOP("Plots", "decode %1"),
                         QT_TRANSLATE_NOOP("Plots", "decode"));
            break;
        case Kind::prefill:
            names = with(QT_TRANSLATE_NOOP("Plots", "prefill · %1 of its roof"),
                         QT_TRANSLATE_NOOP("Plots", "prefill %1"), QT_TRANSLATE_NOOP("Plots", "prefill"));
            break;
        case Kind::naive:
            names = {
                canvas.say(QT_TRANSLATE_NOOP("Plots", "naive: busy, %1 repeats")).arg(formatShare(locale, point.share)),
                canvas.say(QT_TRANSLATE_NOOP("Plots", "%1 repeats")).arg(formatShare(locale, point.share)),
                canvas.say(QT_TRANSLATE_NOOP("Plots", "naive"))};
            break;
        case Kind::naiveUseful:
            names = {canvas.say(QT_TRANSLATE_NOOP("Plots", "useful: %1 GFLOP/s"))
                         .arg(formatSignificant(locale, point.gflopPerS)),
                     canvas.say(QT_TRANSLATE_NOOP("Plots", "useful"))};
            break;
        case Kind::op:
            return {point.label};
        case Kind::countedDecode:
            return with(QT_TRANSLATE_NOOP("Plots", "decode, counted · %1 of its roof"),
                        QT_TRANSLATE_NOOP("Plots", "decode, counted %1"),
                        QT_TRANSLATE_NOOP("Plots", "decode, counted"));
        case Kind::countedPrefill:
            return with(QT_TRANSLATE_NOOP("Plots", "prefill, counted · %1 of its roof"),
                        QT_TRANSLATE_NOOP("Plots", "prefill, counted %1"),
                        QT_TRANSLATE_NOOP("Plots", "prefill, counted"));
    }
    if (point.cacheResident)
        names.front() += QStringLiteral(" · ") + canvas.say(QT_TRANSLATE_NOOP("Plots", "cache-resident"));
    return names;
}

}  // namespace decodescope::app
