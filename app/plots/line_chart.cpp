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
#include <QLineF>
#include <QLineSeries>
#include <QMouseEvent>
#include <algorithm>
#include <array>
#include <cmath>

namespace decodescope::app {

namespace {

constexpr qreal kLine = 1.4;  ///< line height in type sizes
constexpr int kColumnsPerPiece = 32;
constexpr qreal kLabelGap = 8;  ///< between the end of a line and its label

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

/// What a label takes, whatever its digits: figures change with every step, and an axis that moved with them would
/// have all of the chart laid out anew.
qreal steadyWidth(const QFontMetricsF& metrics, QString label)
{
    for (QChar& c : label) {
        if (c.isDigit())
            c = QLatin1Char('0');
    }
    if (!label.contains(QLatin1Char('.')) && !label.contains(QLatin1Char(',')))
        label += QLatin1Char('.');
    constexpr qreal kUnit = 8;
    return std::ceil(metrics.horizontalAdvance(label) / kUnit) * kUnit;
}

}  // namespace

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
    // A step changes the ends of lines only. Of so few items an index costs more than it spares.
    setViewportUpdateMode(QGraphicsView::MinimalViewportUpdate);
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
    return std::any_of(m_drawn.begin(), m_drawn.end(), [](const Drawn& drawn) { return drawn.reducer.reduces(); });
}

void LineChart::setLines(std::vector<ChartLine> lines, int lastStep, double most, const QString& title,
                         const QString& xTitle)
{
    m_lines = std::move(lines);
    m_lastStep = lastStep;
    m_most = most;
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

void LineChart::setUpAxes()
{
    const QFontMetricsF metrics(m_theme->font(m_theme->fontSmall));
    const qreal line = m_theme->fontSmall * kLine;
    const QLocale inLocale = locale();
    const bool titled = height() > 170;
    const qreal above = titled ? line * 1.5 : line * 0.6;
    const qreal below = 2 * line + 8;
    const qreal plotHeight = std::max<qreal>(10, height() - above - below);
    const int last = std::max(2, m_lastStep);
    qreal right = labelRoom();
    right = agreed(m_beside.first, right).second;
    // How high the plot reaches depends on the samples, and its width, by the figures at its ticks, on how high it
    // reaches; the samples are reduced to the columns of a width that does not.
    m_columns = std::max(1, static_cast<int>(width() - right - metrics.horizontalAdvance(QStringLiteral("0000")) - 10));
    reduce();
    double top = m_most;
    for (const Drawn& drawn : m_drawn) top = std::max(top, drawn.reducer.top());
    m_high = roundUp(top * 1.05);
    const auto yTicks = linearTicks(0, m_high, std::clamp(static_cast<int>(plotHeight / (line * 1.5)), 2, 6));
    QStringList yLabels;
    qreal left = 0;
    for (const double tick : yTicks) {
        yLabels << (tick == 0 ? QStringLiteral("0") : inLocale.toString(tick, 'g', 6));
        left = std::max(left, metrics.horizontalAdvance(yLabels.back()));
    }
    left = agreed(left, m_beside.second).first;
    const QRectF plot(left + 10, above, std::max<qreal>(10, width() - left - 10 - right), plotHeight);
    if (plot != m_plot) {
        m_plot = plot;
        chart()->setPlotArea(plot);
    }
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

qreal LineChart::labelRoom()
{
    const QFontMetricsF bold(m_theme->font(m_theme->fontSmall, 600));
    const qreal most = width() * 0.45;
    qreal room = 0;
    for (const bool brief : {false, true}) {
        m_brief = brief;
        room = 0;
        for (const ChartLine& end : m_lines)
            room = std::max(room, steadyWidth(bold, brief ? end.briefLabel : end.endLabel) + kLabelGap + 2);
        if (room <= most)
            break;
    }
    return std::min(room, most);
}

std::pair<qreal, qreal> LineChart::agreed(qreal left, qreal right)
{
    const std::pair<qreal, qreal> own{left, right};
    const bool changed = own != m_beside;
    m_beside = own;
    if (!m_partner || m_partner->isHidden())
        return own;
    if (changed)
        m_partner->schedule();
    return {std::max(left, m_partner->m_beside.first), std::max(right, m_partner->m_beside.second)};
}

void LineChart::alignWith(LineChart* other)
{
    m_partner = other;
    schedule();
}

void LineChart::reduce()
{
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        m_drawn[i].reducer.update(m_lines[i].samples, 1, std::max(2, m_lastStep), m_columns);
}

void LineChart::arrange()
{
    while (m_drawn.size() > m_lines.size()) {
        const Drawn& drawn = m_drawn.back();
        for (const Piece& piece : drawn.pieces) {
            chart()->removeSeries(piece.series);
            delete piece.series;
        }
        delete drawn.end;
        delete drawn.label;
        m_drawn.pop_back();
    }
    while (m_drawn.size() < m_lines.size()) {
        Drawn drawn;
        drawn.end = new QGraphicsEllipseItem(chart());
        drawn.end->setPen(Qt::NoPen);
        drawn.end->setZValue(20);
        drawn.label = addText();
        m_drawn.push_back(std::move(drawn));
    }
    const bool any = std::any_of(m_lines.begin(), m_lines.end(), [](const ChartLine& l) { return !l.samples.empty(); });
    for (QCategoryAxis* axis : {m_x, m_y}) axis->setVisible(any);
    m_xTitleItem->setVisible(any);
    m_titleItem->setVisible(any);
    m_emptyItem->setVisible(!any);
    m_emptyItem->setText(m_emptyText);
    m_emptyItem->setPos((QPointF(width(), height()) - m_emptyItem->boundingRect().bottomRight()) / 2);
    if (any)
        setUpAxes();
    else
        reduce();
    m_piecesReplaced = 0;
    for (std::size_t i = 0; i < m_lines.size(); ++i) handOver(m_lines[i], m_drawn[i]);
    if (!any)
        return;
    ++m_replaceCount;
    placeLabels();
}

QPointF LineChart::place(const QPointF& sample) const
{
    const double share = (sample.x() - 1) / std::max(1, m_lastStep - 1);
    return {m_plot.left() + share * m_plot.width(), m_plot.bottom() - sample.y() / m_high * m_plot.height()};
}

void LineChart::handOver(const ChartLine& line, Drawn& drawn)
{
    const qreal stroke = m_theme->stroke * 1.2;
    const QList<QPointF>& kept = drawn.reducer.kept();
    const double width = static_cast<double>(kColumnsPerPiece) / m_columns * std::max(1, m_lastStep - 1);
    const auto pieceOf = [&](const QPointF& p) { return static_cast<std::size_t>(std::max(0.0, (p.x() - 1) / width)); };
    const std::size_t count = kept.isEmpty() ? 0 : pieceOf(kept.back()) + 1;
    qsizetype next = 0;
    double length = 0;  // of the line before a piece, in pixels: its dashes go on
    for (std::size_t i = 0; i < std::max(count, drawn.pieces.size()); ++i) {
        QList<QPointF> points;
        if (next > 0 && next < kept.size())
            points << kept[next - 1];
        for (; next < kept.size() && pieceOf(kept[next]) <= i; ++next) points << kept[next];
        if (i == drawn.pieces.size()) {
            Piece piece{new QLineSeries, {}};
            chart()->addSeries(piece.series);
            piece.series->attachAxis(m_x);
            piece.series->attachAxis(m_y);
            drawn.pieces.push_back(piece);
        }
        Piece& piece = drawn.pieces[i];
        QPen pen(line.color, stroke, line.dashed ? Qt::CustomDashLine : Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin);
        if (line.dashed) {
            constexpr std::array<qreal, 2> kDashes{4, 3};
            pen.setDashPattern({kDashes[0], kDashes[1]});
            pen.setDashOffset(std::fmod(length / stroke, kDashes[0] + kDashes[1]));
            for (qsizetype k = 1; k < points.size(); ++k)
                length += QLineF(place(points[k - 1]), place(points[k])).length();
        }
        piece.series->setPen(pen);
        if (points != piece.points) {
            piece.points = points;
            piece.series->replace(points);
            ++m_piecesReplaced;
        }
    }
    drawn.end->setBrush(line.color);
    drawn.end->setRect(-stroke * 1.5, -stroke * 1.5, stroke * 3, stroke * 3);
}

/// Beside the ends of their lines, moved apart so that none touches another.
void LineChart::placeLabels()
{
    const qreal line = m_theme->fontSmall * kLine;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        m_drawn[i].label->setVisible(!m_lines[i].samples.empty());
        m_drawn[i].end->setVisible(!m_lines[i].samples.empty());
        if (!m_lines[i].samples.empty())
            order.push_back(i);
    }
    const auto heightOf = [&](std::size_t i) { return place(m_lines[i].samples.back()).y(); };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return heightOf(a) < heightOf(b); });
    std::vector<double> wanted;
    wanted.reserve(order.size());
    for (const std::size_t i : order) wanted.push_back(heightOf(i));
    const auto middles = spreadAlong(wanted, std::vector<double>(wanted.size(), line), 0, 0, height());
    for (std::size_t k = 0; k < order.size() && k < middles.size(); ++k) {
        const ChartLine& shown = m_lines[order[k]];
        QGraphicsSimpleTextItem* label = m_drawn[order[k]].label;
        if (const QFont font = m_theme->font(m_theme->fontSmall, 600); label->font() != font)
            label->setFont(font);  // measures the text anew
        label->setBrush(shown.color);
        label->setText(m_brief ? shown.briefLabel : shown.endLabel);
        const QPointF end = place(shown.samples.back());
        m_drawn[order[k]].end->setPos(end);
        label->setPos(end.x() + kLabelGap, middles[k] - label->boundingRect().height() / 2);
    }
}

int LineChart::stepAt(const QPointF& point) const
{
    const QRectF& plot = m_plot;
    if (m_lines.empty() || m_lastStep < 2 || point.x() < plot.left() - 4 || point.x() > plot.right() + 4)
        return 0;
    const double share = (point.x() - plot.left()) / plot.width();
    return std::clamp(static_cast<int>(std::lround(1 + share * (m_lastStep - 1))), 1, m_lastStep);
}

QList<QPointF> LineChart::drawnSamples(int line) const
{
    QList<QPointF> samples;
    if (line < 0 || static_cast<std::size_t>(line) >= m_drawn.size())
        return samples;
    for (const Piece& piece : m_drawn[static_cast<std::size_t>(line)].pieces) {
        // A piece begins where the one before ended.
        const QList<QPointF> points = piece.series->points();
        samples << (samples.isEmpty() || points.isEmpty() ? points : points.mid(1));
    }
    return samples;
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

std::vector<QRectF> LineChart::endLabelRects() const
{
    std::vector<QRectF> rects;
    for (const Drawn& drawn : m_drawn) {
        if (drawn.label->isVisible())
            rects.push_back(drawn.label->sceneBoundingRect());
    }
    return rects;
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
