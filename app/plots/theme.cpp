// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/theme.h"

#include <QFontDatabase>
#include <algorithm>
#include <cmath>

// Outside every namespace: the macro declares a function of the resource compiler.
static void initResources()
{
    Q_INIT_RESOURCE(resources);
}

namespace decodescope::app {

namespace {

Theme lightTheme()
{
    Theme t;
    t.kind = ThemeKind::light;
    t.window = QColor(0xF3F5F8);
    t.surface = QColor(0xFFFFFF);
    t.surfaceRaised = QColor(0xF8F9FB);
    t.border = QColor(0xD9DEE6);
    t.grid = QColor(0xE8EBF0);
    t.text = QColor(0x172030);
    t.textMuted = QColor(0x566173);
    t.textOnAccent = QColor(0xFFFFFF);
    t.accent = QColor(0x2C3749);
    t.success = QColor(0x0A6847);
    t.warning = QColor(0x7A5200);
    t.error = QColor(0xB0201B);
    t.focus = QColor(0x6A45D6);
    t.prefill = QColor(0x56B4E9);
    t.newWork = QColor(0x0072B2);
    t.recomputed = QColor(0xD55E00);
    t.recomputedHatch = QColor(0xFFB684);
    t.cachedFill = QColor(0xDDEDE4);
    t.cachedOutline = QColor(0x9CC3AF);
    t.future = QColor(0xF6F7F9);
    t.runNaive = QColor(0x9B2C77);
    t.runCached = QColor(0x172030);
    t.formula = QColor(0x5C6779);
    t.timeLow = QColor(0xEFEAF7);
    t.timeHigh = QColor(0x4A2A86);
    t.bar = QColor(0xCDD6E2);
    t.barAlternate = QColor(0xE1E7EF);
    t.barSelected = QColor(0x2C3749);
    t.memoryKinds = {QColor(0x8C9BB0), QColor(0x4B5A70), QColor(0xC3CCD8), QColor(0xE6EAF0)};
    return t;
}

Theme darkTheme()
{
    Theme t;
    t.kind = ThemeKind::dark;
    t.window = QColor(0x11151B);
    t.surface = QColor(0x191F28);
    t.surfaceRaised = QColor(0x212934);
    t.border = QColor(0x343E4C);
    t.grid = QColor(0x28313D);
    t.text = QColor(0xE9EDF3);
    t.textMuted = QColor(0xA5B0BF);
    t.textOnAccent = QColor(0x11151B);
    t.accent = QColor(0xDBE2EC);
    t.success = QColor(0x5FD3A0);
    t.warning = QColor(0xF0C24F);
    t.error = QColor(0xFF8F86);
    t.focus = QColor(0xB9A3FF);
    t.prefill = QColor(0xA9DAF7);
    t.newWork = QColor(0x2492DA);
    t.recomputed = QColor(0xE8762B);
    t.recomputedHatch = QColor(0x8A3F0B);
    t.cachedFill = QColor(0x22382E);
    t.cachedOutline = QColor(0x4B7561);
    t.future = QColor(0x1D242E);
    t.runNaive = QColor(0xF09CCF);
    t.runCached = QColor(0xE9EDF3);
    t.formula = QColor(0xA5B0BF);
    t.timeLow = QColor(0x2A2440);
    t.timeHigh = QColor(0xD9C8FF);
    t.bar = QColor(0x3B4758);
    t.barAlternate = QColor(0x2C3644);
    t.barSelected = QColor(0xDBE2EC);
    t.memoryKinds = {QColor(0x5D6C82), QColor(0xB4C0D1), QColor(0x414E60), QColor(0x2C3644)};
    return t;
}

/// Bright rooms and washed-out lamps: white ground, darker marks, larger everything.
Theme projectorTheme()
{
    Theme t = lightTheme();
    t.kind = ThemeKind::projector;
    t.window = QColor(0xFFFFFF);
    t.surface = QColor(0xFFFFFF);
    t.surfaceRaised = QColor(0xF4F6F9);
    t.border = QColor(0xB9C2CE);
    t.grid = QColor(0xD8DEE6);
    t.text = QColor(0x000000);
    t.textMuted = QColor(0x333C4A);
    t.accent = QColor(0x111A28);
    t.success = QColor(0x00573A);
    t.warning = QColor(0x633F00);
    t.error = QColor(0x98120E);
    t.focus = QColor(0x5427C9);
    t.newWork = QColor(0x005E9C);
    t.prefill = QColor(0x63BDF0);
    t.recomputed = QColor(0xD05400);
    t.recomputedHatch = QColor(0xFFC79E);
    t.cachedFill = QColor(0xD0E8DB);
    t.cachedOutline = QColor(0x6FA58A);
    t.runNaive = QColor(0x86145F);
    t.runCached = QColor(0x000000);
    t.formula = QColor(0x3D4756);
    t.stroke = 2.5;
    t.thinStroke = 1.5;
    t.radius = 8;
    t.spacing = 12;
    t.fontSmall = 16;
    t.fontBody = 18;
    t.fontTitle = 21;
    t.fontHeadline = 34;
    return t;
}

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

}  // namespace

QFont Theme::font(int pixelSize, int weight) const
{
    QFont font(QStringLiteral("Inter DecodeScope"));
    font.setPixelSize(pixelSize);
    font.setWeight(static_cast<QFont::Weight>(weight));
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(
        static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::NoSubpixelAntialias | QFont::PreferOutline));
    return font;
}

QColor Theme::timeColor(double share) const
{
    const double s = std::clamp(share, 0.0, 1.0);
    const auto mix = [s](int low, int high) { return static_cast<int>(std::lround(low + s * (high - low))); };
    return QColor(mix(timeLow.red(), timeHigh.red()), mix(timeLow.green(), timeHigh.green()),
                  mix(timeLow.blue(), timeHigh.blue()));
}

const Theme& theme(ThemeKind kind)
{
    static const Theme light = lightTheme();
    static const Theme dark = darkTheme();
    static const Theme projector = projectorTheme();
    switch (kind) {
        case ThemeKind::dark:
            return dark;
        case ThemeKind::projector:
            return projector;
        case ThemeKind::light:
            break;
    }
    return light;
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor textOn(const QColor& background)
{
    const QColor dark(0x0B1018);
    const QColor bright(0xFFFFFF);
    return contrastRatio(dark, background) >= contrastRatio(bright, background) ? dark : bright;
}

bool loadBundledFonts()
{
    initResources();
    bool all = true;
    for (const char* style : {"Regular", "Medium", "SemiBold", "Bold"}) {
        const QString path = QStringLiteral(":/fonts/Inter-%1.otf").arg(QLatin1String(style));
        all = QFontDatabase::addApplicationFont(path) >= 0 && all;
    }
    return all;
}

}  // namespace decodescope::app
