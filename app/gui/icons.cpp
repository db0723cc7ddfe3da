// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>
#include <array>

namespace decodescope::app {

namespace {

/// Paints the vector drawing at the size asked for, whatever the screen's scale.
class VectorIconEngine : public QIconEngine {
public:
    VectorIconEngine(QByteArray svg, QColor normal, QColor disabled, QColor selected)
        : m_svg(std::move(svg)), m_colors{normal, disabled, selected}
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        QColor color = m_colors[0];
        if (mode == QIcon::Disabled)
            color = m_colors[1];
        else if (mode == QIcon::Selected)
            color = m_colors[2];
        QByteArray svg = m_svg;
        svg.replace("currentColor", color.name().toLatin1());
        QSvgRenderer renderer(svg);
        const int side = std::min(rect.width(), rect.height());
        const QRectF square(rect.x() + (rect.width() - side) / 2.0, rect.y() + (rect.height() - side) / 2.0, side,
                            side);
        renderer.render(painter, square);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new VectorIconEngine(*this); }

private:
    QByteArray m_svg;
    std::array<QColor, 3> m_colors;
};

QIcon makeIcon(const QString& name, const QColor& normal, const QColor& disabled, const QColor& selected)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QIcon(new VectorIconEngine(file.readAll(), normal, disabled, selected));
}

}  // namespace

QIcon themedIcon(const QString& name, const Theme& theme)
{
    QColor disabled = theme.textMuted;
    disabled.setRed((disabled.red() + theme.surface.red()) / 2);
    disabled.setGreen((disabled.green() + theme.surface.green()) / 2);
    disabled.setBlue((disabled.blue() + theme.surface.blue()) / 2);
    return makeIcon(name, theme.text, disabled, theme.textOnAccent);
}

QIcon tintedIcon(const QString& name, const QColor& color)
{
    return makeIcon(name, color, color, color);
}

QIcon applicationIcon()
{
    const QColor unused;
    return makeIcon(QStringLiteral("decodescope"), unused, unused, unused);
}

}  // namespace decodescope::app
