// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QString>

namespace decodescope::app {

enum class ThemeKind { light, dark, projector };

/// Colours, fonts and strokes by what they mean. No view holds a colour of its own. Text colours have at least 4.5:1
/// against surface and window in every theme (tested).
struct Theme {
    ThemeKind kind{};
    // surfaces
    QColor window, surface, surfaceRaised, border, grid;
    // text
    QColor text, textMuted, textOnAccent;
    QColor accent, success, warning, error, focus;
    // data: these mean nothing else anywhere
    QColor prefill, newWork, recomputed, recomputedHatch, cachedFill, cachedOutline, future;
    // runs in line plots
    QColor runNaive, runCached, formula;
    // sizes in logical pixels
    qreal stroke = 1.5;
    qreal thinStroke = 1.0;
    qreal radius = 6;
    qreal spacing = 8;
    int fontSmall = 12, fontBody = 13, fontTitle = 15, fontHeadline = 24;

    QFont font(int pixelSize, int weight = 400) const;  ///< bundled Inter, no hinting
};

const Theme& theme(ThemeKind kind);

/// Loads the bundled Inter from resources; call once after the application object exists. False when missing.
bool loadBundledFonts();

}  // namespace decodescope::app
