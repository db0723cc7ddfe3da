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
    t.window = QColor(0xF3F5F8u);
    t.surface = QColor(0xFFFFFFu);
    t.surfaceRaised = QColor(0xF8F9FBu);
    t.border = QColor(0xD9DEE6u);
    t.grid = QColor(0xE8EBF0u);
    t.text = QColor(0x172030u);
    t.textMuted = QColor(0x566173u);
    t.textOnAccent = QColor(0xFFFFFFu);
    t.accent = QColor(0x2C3749u);
    t.success = QColor(0x0A6847u);
    t.warning = QColor(0x7A5200u);
    t.error = QColor(0xB0201Bu);
    t.focus = QColor(0x6A45D6u);
    t.prefill = QColor(0x56B4E9u);
    t.newWork = QColor(0x0072B2u);
    t.recomputed = QColor(0xD55E00u);
    t.recomputedHatch = QColor(0xFFB684u);
    t.cachedFill = QColor(0xDDEDE4u);
    t.cachedOutline = QColor(0x9CC3AFu);
    t.future = QColor(0xF6F7F9u);
    t.runNaive = QColor(0x9B2C77u);
    t.runCached = QColor(0x172030u);
    t.formula = QColor(0x5C6779u);
    t.timeLow = QColor(0xEFEAF7u);
    t.timeHigh = QColor(0x4A2A86u);
    t.bar = QColor(0xCDD6E2u);
    t.barAlternate = QColor(0xE1E7EFu);
    t.barSelected = QColor(0x2C3749u);
    t.memoryKinds = {QColor(0x8C9BB0u), QColor(0x4B5A70u), QColor(0xC3CCD8u), QColor(0xE6EAF0u)};
    return t;
}

Theme darkTheme()
{
    Theme t;
    t.kind = ThemeKind::dark;
    t.window = QColor(0x11151Bu);
    t.surface = QColor(0x191F28u);
    t.surfaceRaised = QColor(0x212934u);
    t.border = QColor(0x343E4Cu);
    t.grid = QColor(0x28313Du);
    t.text = QColor(0xE9EDF3u);
    t.textMuted = QColor(0xA5B0BFu);
    t.textOnAccent = QColor(0x11151Bu);
    t.accent = QColor(0xE3E8F0u);
    t.success = QColor(0x5FD3A0u);
    t.warning = QColor(0xF0C24Fu);
    t.error = QColor(0xFF8F86u);
    t.focus = QColor(0xB9A3FFu);
    t.prefill = QColor(0x8FCDF5u);
    t.newWork = QColor(0x2492DAu);
    t.recomputed = QColor(0xE8762Bu);
    t.recomputedHatch = QColor(0x8A3F0Bu);
    t.cachedFill = QColor(0x22382Eu);
    t.cachedOutline = QColor(0x4B7561u);
    t.future = QColor(0x1D242Eu);
    t.runNaive = QColor(0xF09CCFu);
    t.runCached = QColor(0xE9EDF3u);
    t.formula = QColor(0xA5B0BFu);
    t.timeLow = QColor(0x2A2440u);
    t.timeHigh = QColor(0xD9C8FFu);
    t.bar = QColor(0x3B4758u);
    t.barAlternate = QColor(0x2C3644u);
    t.barSelected = QColor(0xE3E8F0u);
    t.memoryKinds = {QColor(0x5D6C82u), QColor(0xB4C0D1u), QColor(0x414E60u), QColor(0x2C3644u)};
    return t;
}

/// Bright rooms and washed-out lamps: white ground, darker marks, larger everything.
Theme projectorTheme()
{
    Theme t = lightTheme();
    t.kind = ThemeKind::projector;
    t.window = QColor(0xFFFFFFu);
    t.surface = QColor(0xFFFFFFu);
    t.surfaceRaised = QColor(0xF4F6F9u);
    t.border = QColor(0xB9C2CEu);
    t.grid = QColor(0xD8DEE6u);
    t.text = QColor(0x000000u);
    t.textMuted = QColor(0x333C4Au);
    t.accent = QColor(0x111A28u);
    t.success = QColor(0x00573Au);
    t.warning = QColor(0x633F00u);
    t.error = QColor(0x98120Eu);
    t.focus = QColor(0x5427C9u);
    t.newWork = QColor(0x005E9Cu);
    t.prefill = QColor(0x63BDF0u);
    t.recomputed = QColor(0xDE6200u);
    t.recomputedHatch = QColor(0xFFC79Eu);
    t.cachedFill = QColor(0xD0E8DBu);
    t.cachedOutline = QColor(0x6FA58Au);
    t.runNaive = QColor(0x86145Fu);
    t.runCached = QColor(0x000000u);
    t.formula = QColor(0x3D4756u);
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
