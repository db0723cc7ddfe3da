// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/canvas.h"

#include <QLocale>
#include <QRectF>
#include <QString>
#include <cstdint>
#include <vector>

class QPainter;

namespace decodescope::app {

/// One way to keep keys and values, and what it costs.
struct SizeBar {
    QString name;
    QString formula;  ///< with the numbers filled in
    std::int64_t bytes = 0;
    std::int64_t heads = 0;  ///< the bar is made of as many pieces; 0: of one
    bool chosen = false;     ///< what the fields ask for; the others are there to compare
};

/// Bars of one scale from zero, each with its name, its size and its formula. Returns where the filled bars lie; what
/// is written is noted in `texts`.
std::vector<QRectF> drawSizeBars(QPainter& painter, const QRectF& rect, const std::vector<SizeBar>& bars,
                                 const Theme& theme, const QLocale& locale, std::vector<DrawnText>* texts = nullptr);

/// The product in a formula as the screen writes it: multiplication signs, figures in the locale.
QString formulaOnScreen(const QString& formula, const QLocale& locale);

}  // namespace decodescope::app
