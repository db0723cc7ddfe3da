// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QString>
#include <array>

namespace decodescope::app {

enum class ThemeKind { light, dark, projector };

/// Colours, fonts and strokes by what they mean. No view holds a colour of its own. Text colours have at least 4.5:1
/// against surface, raised surface and window in every theme (tested).
struct Theme {
    ThemeKind kind{};
    // surfaces
    QColor window, surface, surfaceRaised, border, grid;
    // text
    QColor text, textMuted, textOnAccent;
    QColor accent, success, warning, error, focus;
    // data: these mean nothing else anywhere
    QColor prefill, newWork, recomputed, recomputedHatch, cachedFill, cachedOutline, future;
    // runs in line plots; readable as text
    QColor runNaive, runCached, formula;
    // time per position, from least to most
    QColor timeLow, timeHigh;
    // bars that carry text: ops (every other one lighter), and what is selected
    QColor bar, barAlternate, barSelected;
    // memory by kind: weights, KV cache, activations, workspace
    std::array<QColor, 4> memoryKinds;
    // sizes in logical pixels
    qreal stroke = 1.5;
    qreal thinStroke = 1.0;
    qreal radius = 6;
    qreal spacing = 8;
    int fontSmall = 12, fontBody = 13, fontTitle = 15, fontHeadline = 24;

    QFont font(int pixelSize, int weight = 400) const;  ///< bundled Inter, no hinting

    /// Colour of the time scale at `share` in [0, 1].
    QColor timeColor(double share) const;
};

const Theme& theme(ThemeKind kind);

/// WCAG contrast ratio, 1 to 21.
double contrastRatio(const QColor& a, const QColor& b);
/// The theme's darkest or lightest text colour, whichever reads better on `background`.
QColor textOn(const QColor& background);

/// Loads the bundled Inter from resources; call once after the application object exists. False when missing.
bool loadBundledFonts();

}  // namespace decodescope::app
