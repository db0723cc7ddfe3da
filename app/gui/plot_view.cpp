// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plot_view.h"

#include "app/gui/widgets.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QPainter>

namespace decodescope::app {

PlotView::PlotView(const char* objectName, const QString& accessibleName, Draw draw, QWidget* parent)
    : QWidget(parent), m_draw(std::move(draw))
{
    named(this, objectName, accessibleName);
    auto* copy = new QAction(tr("Copy picture"), this);
    addAction(copy);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copy, &QAction::triggered, this, &PlotView::copyPicture);
}

void PlotView::setTheme(const Theme& theme)
{
    m_theme = &theme;
    update();
}

void PlotView::paintEvent(QPaintEvent*)
{
    if (m_theme != nullptr) {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        m_draw(painter, rect(), *m_theme);
    }
}

void PlotView::copyPicture()
{
    if (m_theme == nullptr) {
        return;
    }
    // Twice the size whatever the screen's scale: good in slides.
    constexpr int kScale = 2;
    QImage image(size() * kScale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kScale);
    image.fill(m_theme->surface);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    m_draw(painter, rect(), *m_theme);
    painter.end();
    QApplication::clipboard()->setImage(image);
}

}  // namespace decodescope::app
