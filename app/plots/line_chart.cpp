// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/line_chart.h"

#include "app/plots/axis.h"
#include "app/plots/label_placer.h"
#include "app/plots/numbers.h"

#include <QCategoryAxis>
#include <QChart>
#include <QFontMetricsF>
#include <QGraphicsEllipseItem>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QGraphicsSimpleTextItem>
#include <QLineSeries>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

namespace decodescope::app {

namespace {

constexpr qreal kLine = 1.4;  ///< line height in type sizes

void setTicks(QCategoryAxis* axis, std::vector<double>& known, const std::vector<double>& ticks, double low,
              const QStringList& labels)
{
    if (known == ticks && axis->categoriesLabels() == labels)
        return;
    known = ticks;
    for (const QString& label : axis->categoriesLabels()) axis->remove(label);
    axis->setStartValue(low - 1);
    for (std::size_t i = 0; i < ticks.size(); ++i) axis->append(labels[static_cast<qsizetype>(i)], ticks[i]);
}

}  // namespace

QList<QPointF> reduceToColumns(const std::vector<QPointF>& samples, double low, double high, int columns)
{
    QList<QPointF> kept;
    if (samples.size() <= 2 * static_cast<std::size_t>(std::max(1, columns)) || !(high > low)) {
        kept = QList<QPointF>(samples.begin(), samples.end());
        return kept;
    }
    kept.reserve(2 * columns + 2);
    const auto columnOf = [&](const QPointF& p) {
        return std::clamp(static_cast<int>((p.x() - low) / (high - low) * columns), 0, columns - 1);
    };
    for (std::size_t i = 0; i < samples.size();) {
        const int column = columnOf(samples[i]);
        std::size_t least = i;
        std::size_t most = i;
        std::size_t next = i;
        for (; next < samples.size() && columnOf(samples[next]) == column; ++next) {
            if (samples[next].y() < samples[least].y())
                least = next;
            if (samples[next].y() > samples[most].y())
                most = next;
        }
        kept << samples[std::min(least, most)];
        if (least != most)
            kept << samples[std::max(least, most)];
        i = next;
    }
    if (kept.back() != samples.back())
        kept << samples.back();
    return kept;
}

LineChart::LineChart(QWidget* parent)
    : QChartView(new QChart, parent), m_theme(&theme(ThemeKind::light)), m_x(new QCategoryAxis), m_y(new QCategoryAxis)
{
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QChart* c = chart();
    // All of a chart changes at once: an index of its items and the regions between them cost more than they spare.
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    scene()->setItemIndexMethod(QGraphicsScene::NoIndex);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    c->setAnimationOptions(QChart::NoAnimation);
    c->legend()->hide();
    c->setMargins({});
    c->layout()->setContentsMargins(0, 0, 0, 0);
    c->setBackgroundVisible(false);
    for (QCategoryAxis* axis : {m_x, m_y}) {
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        axis->setTruncateLabels(false);
    }
    c->addAxis(m_x, Qt::AlignBottom);
    c->addAxis(m_y, Qt::AlignLeft);
    m_x->setGridLineVisible(false);
    m_titleItem = addText();
    m_xTitleItem = addText();
    m_emptyItem = addText();
    setTheme(*m_theme);
}

QGraphicsSimpleTextItem* LineChart::addText()
{
    auto* item = new QGraphicsSimpleTextItem(chart());
    item->setZValue(20);
    return item;
}

void LineChart::setTheme(const Theme& theme)
{
    m_theme = &theme;
    setBackgroundBrush(theme.surface);
    const QFont small = theme.font(theme.fontSmall);
    for (QCategoryAxis* axis : {m_x, m_y}) {
        axis->setLabelsFont(small);
        axis->setLabelsBrush(theme.textMuted);
        axis->setLinePen(QPen(theme.border, 1));
        axis->setGridLinePen(QPen(theme.grid, 1));
    }
    m_y->setLineVisible(false);
    for (QGraphicsSimpleTextItem* item : {m_titleItem, m_xTitleItem, m_emptyItem}) {
        item->setFont(small);
        item->setBrush(theme.textMuted);
    }
    schedule();
}

void LineChart::setEmptyText(const QString& text)
{
    m_emptyText = text;
    schedule();
}

void LineChart::setReducedText(const QString& text)
{
    m_reducedText = text;
    schedule();
}

bool LineChart::reduces() const
{
    const auto most = static_cast<std::size_t>(2 * std::max(1, static_cast<int>(chart()->plotArea().width())));
    return std::any_of(m_lines.begin(), m_lines.end(),
                       [most](const ChartLine& line) { return line.samples.size() > most; });
}

void LineChart::setLines(std::vector<ChartLine> lines, int lastStep, const QString& title, const QString& xTitle)
{
    m_lines = std::move(lines);
    m_lastStep = lastStep;
    m_title = title;
    m_xTitle = xTitle;
    schedule();
}

/// However often the lines change, the series are replaced once before the next frame.
void LineChart::schedule()
{
    if (m_waiting)
        return;
    m_waiting = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (m_waiting)
                flush();
        },
        Qt::QueuedConnection);
}

void LineChart::flush()
{
    m_waiting = false;
    arrange();
}

void LineChart::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    flush();
}

void LineChart::setUpAxes(double top)
{
    const QFontMetricsF metrics(m_theme->font(m_theme->fontSmall));
    const qreal line = m_theme->fontSmall * kLine;
    const QLocale inLocale = locale();
    m_high = roundUp(top * 1.05);
    const bool titled = height() > 170;
    const qreal above = titled ? line * 1.5 : line * 0.6;
    const qreal below = 2 * line + 8;
    const qreal plotHeight = std::max<qreal>(10, height() - above - below);
    const auto yTicks = linearTicks(0, m_high, std::clamp(static_cast<int>(plotHeight / (line * 1.5)), 2, 6));
    QStringList yLabels;
    qreal left = 0;
    for (const double tick : yTicks) {
        yLabels << (tick == 0 ? QStringLiteral("0") : inLocale.toString(tick, 'g', 6));
        left = std::max(left, metrics.horizontalAdvance(yLabels.back()));
    }
    qreal right = 0;
    for (const ChartLine& end : m_lines)
        right = std::max(right, QFontMetricsF(m_theme->font(m_theme->fontSmall, 600)).horizontalAdvance(end.endLabel));
    right = std::min<qreal>(right + 14, width() * 0.45);
    const QRectF plot(left + 10, above, std::max<qreal>(10, width() - left - 10 - right), plotHeight);
    chart()->setPlotArea(plot);
    const int last = std::max(2, m_lastStep);
    const QString widest = inLocale.toString(last);
    std::vector<double> xTicks;
    QStringList xLabels;
    for (const int tick : countTicks(last, plot.width() / (last - 1), metrics.horizontalAdvance(widest) + 18)) {
        xTicks.push_back(tick);
        xLabels << formatInteger(inLocale, tick);
    }
    setTicks(m_y, m_yTicks, yTicks, 0, yLabels);
    setTicks(m_x, m_xTicks, xTicks, 1, xLabels);
    m_y->setRange(0, m_high);
    m_x->setRange(1, last);
    m_titleItem->setVisible(titled);
    m_titleItem->setText(m_title);
    m_titleItem->setPos(0, 0);
    QString name = m_xTitle;
    if (reduces() && metrics.horizontalAdvance(m_reducedText) <= plot.right())
        name = m_reducedText;
    m_xTitleItem->setText(name);
    m_xTitleItem->setPos(plot.right() - metrics.horizontalAdvance(name), height() - line - 2);
}

void LineChart::arrange()
{
    double top = 0;
    for (const ChartLine& line : m_lines)
        for (const QPointF& p : line.samples) top = std::max(top, p.y());
    const bool any = top > 0;
    for (QCategoryAxis* axis : {m_x, m_y}) axis->setVisible(any);
    m_xTitleItem->setVisible(any);
    m_titleItem->setVisible(any);
    m_emptyItem->setVisible(!any);
    m_emptyItem->setText(m_emptyText);
    m_emptyItem->setPos((QPointF(width(), height()) - m_emptyItem->boundingRect().bottomRight()) / 2);
    if (any)
        setUpAxes(top);
    while (m_drawn.size() > (any ? m_lines.size() : 0)) {
        const Drawn& drawn = m_drawn.back();
        chart()->removeSeries(drawn.line);
        delete drawn.line;
        delete drawn.end;
        delete drawn.label;
        m_drawn.pop_back();
    }
    if (!any)
        return;
    while (m_drawn.size() < m_lines.size()) {
        Drawn drawn{new QLineSeries, new QGraphicsEllipseItem(chart()), addText()};
        chart()->addSeries(drawn.line);
        drawn.line->attachAxis(m_x);
        drawn.line->attachAxis(m_y);
        drawn.end->setPen(Qt::NoPen);
        drawn.end->setZValue(20);
        m_drawn.push_back(drawn);
    }
    const qreal stroke = m_theme->stroke * 1.2;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const ChartLine& line = m_lines[i];
        const Drawn& drawn = m_drawn[i];
        QPen pen(line.color, stroke, line.dashed ? Qt::CustomDashLine : Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin);
        if (line.dashed)
            pen.setDashPattern({4, 3});
        drawn.line->setPen(pen);
        drawn.line->replace(
            reduceToColumns(line.samples, 1, std::max(2, m_lastStep), static_cast<int>(chart()->plotArea().width())));
        drawn.end->setBrush(line.color);
        drawn.end->setRect(-stroke * 1.5, -stroke * 1.5, stroke * 3, stroke * 3);
    }
    ++m_replaceCount;
    placeLabels();
}

/// Beside the ends of their lines, moved apart so that none touches another.
void LineChart::placeLabels()
{
    const QRectF plot = chart()->plotArea();
    const qreal line = m_theme->fontSmall * kLine;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        m_drawn[i].label->setVisible(!m_lines[i].samples.empty());
        m_drawn[i].end->setVisible(!m_lines[i].samples.empty());
        if (!m_lines[i].samples.empty())
            order.push_back(i);
    }
    const auto heightOf = [&](std::size_t i) {
        return plot.bottom() - m_lines[i].samples.back().y() / m_high * plot.height();
    };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return heightOf(a) < heightOf(b); });
    std::vector<double> wanted;
    wanted.reserve(order.size());
    for (const std::size_t i : order) wanted.push_back(heightOf(i));
    const auto middles = spreadAlong(wanted, std::vector<double>(wanted.size(), line), 0, 0, height());
    for (std::size_t k = 0; k < order.size() && k < middles.size(); ++k) {
        const ChartLine& shown = m_lines[order[k]];
        QGraphicsSimpleTextItem* label = m_drawn[order[k]].label;
        label->setFont(m_theme->font(m_theme->fontSmall, 600));
        label->setBrush(shown.color);
        label->setText(shown.endLabel);
        const qreal share = (shown.samples.back().x() - 1) / std::max(1, m_lastStep - 1);
        m_drawn[order[k]].end->setPos(plot.left() + share * plot.width(), wanted[k]);
        label->setPos(plot.left() + share * plot.width() + 8, middles[k] - label->boundingRect().height() / 2);
    }
}

int LineChart::stepAt(const QPointF& point) const
{
    const QRectF plot = chart()->plotArea();
    if (m_lines.empty() || m_lastStep < 2 || point.x() < plot.left() - 4 || point.x() > plot.right() + 4)
        return 0;
    const double share = (point.x() - plot.left()) / plot.width();
    return std::clamp(static_cast<int>(std::lround(1 + share * (m_lastStep - 1))), 1, m_lastStep);
}

QList<QPointF> LineChart::drawnSamples(int line) const
{
    return line >= 0 && static_cast<std::size_t>(line) < m_drawn.size()
               ? m_drawn[static_cast<std::size_t>(line)].line->points()
               : QList<QPointF>{};
}

QStringList LineChart::endLabels() const
{
    QStringList texts;
    for (const Drawn& drawn : m_drawn) {
        if (drawn.label->isVisible())
            texts << drawn.label->text();
    }
    return texts;
}

/// Qt Charts 6.4.2 crashes on a click while the chart is hidden or gone.
void LineChart::mousePressEvent(QMouseEvent* event)
{
    if (chart() != nullptr && chart()->isVisible())
        QChartView::mousePressEvent(event);
    event->ignore();
}

void LineChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (chart() != nullptr && chart()->isVisible())
        QChartView::mouseReleaseEvent(event);
    event->ignore();
}

}  // namespace decodescope::app
