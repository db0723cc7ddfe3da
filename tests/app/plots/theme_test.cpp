// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/theme.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QRawFont>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace decodescope::app;

namespace {

const std::vector<ThemeKind> kKinds{ThemeKind::light, ThemeKind::dark, ThemeKind::projector};

using Matrix = std::array<std::array<double, 3>, 3>;
/// Machado, Oliveira, Fernandes 2009, severity 1.0, linear RGB.
const std::array<Matrix, 3> kDeficiencies{{
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}};

double toLinear(double v)
{
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

/// CIE L*a*b* (D65) of a linear sRGB colour.
std::array<double, 3> lab(const std::array<double, 3>& rgb)
{
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
    const double x = f((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047);
    const double y = f(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]);
    const double z = f((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double distance(const QColor& a, const QColor& b, const Matrix* deficiency)
{
    std::array<std::array<double, 3>, 2> seen{};
    int index = 0;
    for (const QColor& color : {a, b}) {
        const std::array<double, 3> rgb{toLinear(color.redF()), toLinear(color.greenF()), toLinear(color.blueF())};
        std::array<double, 3> out = rgb;
        if (deficiency) {
            for (std::size_t r = 0; r < 3; ++r) {
                const auto& row = (*deficiency)[r];
                out[r] = std::clamp(row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2], 0.0, 1.0);
            }
        }
        seen[static_cast<std::size_t>(index++)] = lab(out);
    }
    return std::hypot(seen[0][0] - seen[1][0], seen[0][1] - seen[1][1], seen[0][2] - seen[1][2]);
}

}  // namespace

class ThemeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(loadBundledFonts()); }

    void contrastOfKnownPairs()
    {
        QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
        QVERIFY(std::abs(contrastRatio(QColor(0x777777u), Qt::white) - 4.48) < 0.01);
    }

    void textReadsOnEverySurface()
    {
        for (const ThemeKind kind : kKinds) {
            const Theme& t = theme(kind);
            QCOMPARE(t.kind, kind);
            for (const QColor& surface : {t.window, t.surface, t.surfaceRaised, t.future}) {
                for (const QColor& text : {t.text, t.textMuted, t.accent, t.success, t.warning, t.error, t.runNaive,
                                           t.runCached, t.formula}) {
                    QVERIFY2(contrastRatio(text, surface) >= 4.5,
                             qPrintable(text.name() + QStringLiteral(" on ") + surface.name()));
                }
                QVERIFY(contrastRatio(t.focus, surface) >= 3.0);
            }
            QVERIFY(contrastRatio(t.textOnAccent, t.accent) >= 4.5);
            for (const QColor& fill : {t.prefill, t.newWork, t.recomputed, t.cachedFill, t.bar, t.barAlternate,
                                       t.barSelected, t.memoryKinds[0], t.memoryKinds[1], t.memoryKinds[2],
                                       t.memoryKinds[3], t.timeLow, t.timeHigh, t.timeColor(0.5)})
                QVERIFY2(contrastRatio(textOn(fill), fill) >= 4.5, qPrintable(fill.name()));
        }
    }

    /// The four kinds of work stay apart for protan, deutan and tritan vision (texture comes on top of this).
    void dataColoursSurviveColourBlindness()
    {
        for (const ThemeKind kind : kKinds) {
            const Theme& t = theme(kind);
            const std::array<QColor, 5> colors{t.prefill, t.newWork, t.recomputed, t.cachedFill, t.surface};
            for (std::size_t a = 0; a < colors.size(); ++a) {
                for (std::size_t b = a + 1; b < colors.size(); ++b) {
                    const bool pale = a == 3 && b == 4;  // the outline carries this pair
                    const double least = pale ? 5.0 : 18.0;
                    QVERIFY(distance(colors[a], colors[b], nullptr) >= least);
                    for (const Matrix& m : kDeficiencies) {
                        const double seen = distance(colors[a], colors[b], &m);
                        QVERIFY2(seen >= least, qPrintable(QStringLiteral("theme %1: %2 and %3 differ by %4")
                                                               .arg(static_cast<int>(kind))
                                                               .arg(colors[a].name(), colors[b].name())
                                                               .arg(seen)));
                    }
                }
            }
            QVERIFY(contrastRatio(t.cachedOutline, t.surface) > contrastRatio(t.cachedFill, t.surface));
        }
    }

    void dataColoursMeanNothingElse()
    {
        for (const ThemeKind kind : kKinds) {
            const Theme& t = theme(kind);
            for (const QColor& data : {t.prefill, t.newWork, t.recomputed}) {
                for (const QColor& other : {t.accent, t.success, t.warning, t.error, t.focus, t.runNaive, t.runCached,
                                            t.formula, t.bar, t.timeHigh, t.memoryKinds[0], t.memoryKinds[1]})
                    QVERIFY2(distance(data, other, nullptr) > 18.0,
                             qPrintable(data.name() + QStringLiteral(" and ") + other.name()));
            }
        }
    }

    void fontIsTheBundledOne()
    {
        for (const int weight : {400, 500, 600, 700}) {
            const QFont font = theme(ThemeKind::light).font(13, weight);
            QCOMPARE(QFontInfo(font).family(), QStringLiteral("Inter DecodeScope"));
            QCOMPARE(QFontInfo(font).weight(), weight);
            QCOMPARE(font.pixelSize(), 13);
            QCOMPARE(font.hintingPreference(), QFont::PreferNoHinting);
            const QRawFont raw = QRawFont::fromFont(font);
            for (const char16_t c : u"AZaz09äöüßéŁ→×≥≈αµ·–—…↵␣")
                QVERIFY2(c == 0 || raw.supportsCharacter(QChar(c)), qPrintable(QString(QChar(c))));
        }
    }

    void digitsAreTabular()
    {
        const QFontMetricsF metrics(theme(ThemeKind::light).font(100, 600));
        for (char16_t digit = u'0'; digit <= u'9'; ++digit)
            QVERIFY(std::abs(metrics.horizontalAdvance(QChar(digit)) - metrics.horizontalAdvance(QLatin1Char('0'))) <
                    0.2);
    }

    void projectorIsLarger()
    {
        const Theme& light = theme(ThemeKind::light);
        const Theme& projector = theme(ThemeKind::projector);
        QVERIFY(projector.fontSmall >= light.fontSmall * 4 / 3);
        QVERIFY(projector.stroke > light.stroke);
    }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
