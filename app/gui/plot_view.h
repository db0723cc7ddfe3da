// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/theme.h"

#include <QWidget>

#include <functional>

class QPainter;

namespace decodescope::app {

/// Draws with a function of app/plots into all of its space; its context menu copies what it shows as a picture.
class PlotView : public QWidget {
    Q_OBJECT
public:
    using Draw = std::function<void(QPainter&, const QRectF&, const Theme&)>;
    PlotView(const char* objectName, const QString& accessibleName, Draw draw, QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    QSize sizeHint() const override { return {480, 300}; }
    QSize minimumSizeHint() const override { return {220, 130}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void copyPicture();

    Draw m_draw;
    const Theme* m_theme = nullptr;
};

}  // namespace decodescope::app
