// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/stage/stage_view.h"

#include "app/gui/spoken_view.h"

#include <QComboBox>
#include <QEvent>
#include <QImage>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolTip>
#include <algorithm>

namespace decodescope::app {

StageView::StageView(Selection* selection, QWidget* parent)
    : QWidget(parent),
      m_selection(selection),
      m_theme(&theme(ThemeKind::light)),
      m_colour(new QComboBox(this)),
      m_sequence(new QComboBox(this))
{
    setObjectName(QStringLiteral("stage"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);  // spares the painting of everything behind, a third of a frame
    m_colour->setObjectName(QStringLiteral("stageColourBy"));
    m_sequence->setObjectName(QStringLiteral("stageSequence"));
    m_colour->addItem(QString(), static_cast<int>(ColourBy::kindOfWork));
    m_colour->addItem(QString(), static_cast<int>(ColourBy::timePerPosition));
    m_colour->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_sequence->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_colour, &QComboBox::activated, this,
            [this](int index) { setColourBy(static_cast<ColourBy>(m_colour->itemData(index).toInt())); });
    connect(m_sequence, &QComboBox::activated, this,
            [this](int index) { m_selection->setSequence(m_sequence->itemData(index).toInt()); });
    connect(m_selection, &Selection::runsChanged, this, [this] {
        setCursorCell(std::nullopt);
        updateSequences();
        updateTexts();
        m_announced = scene();
        update();
    });
    connect(m_selection, &Selection::runsEnded, this, qOverload<>(&QWidget::update));
    connect(m_selection, &Selection::positionChanged, this, [this] {
        updateTexts();
        if (m_cursor)
            describe(m_cursor);
        updateChanged();
    });
    connect(m_selection, &Selection::sequenceChanged, this, [this] {
        updateSequences();
        updateTexts();
        m_announced = scene();
        update();
    });
    retranslate();
    updateSequences();
    updateTexts();
}

void StageView::setTheme(const Theme& theme)
{
    m_theme = &theme;
    placeControls();
    update();
}

void StageView::setColourBy(ColourBy colourBy)
{
    m_colourBy = colourBy;
    m_announced.colourBy = colourBy;
    m_colour->setCurrentIndex(m_colour->findData(static_cast<int>(colourBy)));
    update();
}

void StageView::setCursorCell(const std::optional<CellPosition>& cell)
{
    if (cell == m_cursor)
        return;
    m_cursor = cell;
    describe(cell);
    update();
}

PlotScene StageView::scene() const
{
    PlotScene scene = m_selection->scene();
    scene.colourBy = m_colourBy;
    return scene;
}

TrianglesGeometry StageView::geometryOf(const Canvas& canvas) const
{
    const PlotScene shown = scene();
    QRectF area = QRectF(rect()).adjusted(10, 8, -10, -8);
    const QWidget* firstControl = m_sequence->isHidden() ? m_colour : m_sequence;
    const qreal room = firstControl->x() - canvas.gap() - area.x();
    const bool beside = legendWidth(canvas, shown) <= room;
    if (!beside)
        area.setTop(m_colour->geometry().bottom() + 4);
    TrianglesGeometry geometry = trianglesGeometry(canvas, area, shown);
    if (beside)
        geometry.legend.setRight(area.x() + room);
    return geometry;
}

/// Asks for what a new position changes; the axes move with the extent alone.
void StageView::updateChanged()
{
    const PlotScene before = m_announced;
    m_announced = scene();
    const TriangleExtent extent = triangleExtent(m_announced);
    if (!(extent == m_paintedExtent)) {
        update();
        return;
    }
    QImage surface(1, 1, QImage::Format_ARGB32_Premultiplied);
    surface.setDevicePixelRatio(devicePixelRatioF());
    QPainter painter(&surface);
    Canvas canvas(painter, *m_theme, PlotUse::screen, locale());
    canvas.measureWith(m_typesetter);
    update(changedArea(geometryOf(canvas), rect(), before, m_announced));
}

void StageView::paintEvent(QPaintEvent* event)
{
    ++m_paintCount;
    QPainter painter(this);
    painter.fillRect(event->rect(), m_theme->surface);
    Canvas canvas(painter, *m_theme, PlotUse::screen, locale());
    canvas.measureWith(m_typesetter);
    const PlotScene shown = scene();
    if (event->region().contains(rect()) && event->region().rectCount() == 1) {
        ++m_wholePaintCount;
        m_texts.clear();
        canvas.noteTexts(&m_texts);
        m_paintedExtent = triangleExtent(shown);
    } else {
        canvas.setExposed(event->region());
    }
    if (!shown.naive && !shown.cached) {
        drawEmpty(canvas, rect(),
                  m_selection->recording() ? tr("The run begins…")
                                           : tr("Nothing has run yet. Press Run, or open a recording."));
    } else {
        paintTriangles(canvas, geometryOf(canvas), shown, m_naive, m_cached, m_cursor);
    }
    if (hasFocus() && m_keyboard) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_theme->focus, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), m_theme->radius, m_theme->radius);
    }
}

std::optional<CellPosition> StageView::cellUnder(const QPointF& point)
{
    const PlotScene shown = scene();
    if (!shown.naive && !shown.cached)
        return std::nullopt;
    // Layout needs the device's pixel ratio and fonts, not the widget's surface.
    QImage surface(1, 1, QImage::Format_ARGB32_Premultiplied);
    surface.setDevicePixelRatio(devicePixelRatioF());
    QPainter painter(&surface);
    Canvas canvas(painter, *m_theme, PlotUse::screen, locale());
    canvas.measureWith(m_typesetter);
    return cellAt(geometryOf(canvas), point);
}

void StageView::describe(const std::optional<CellPosition>& cell)
{
    const QString text = cell ? describeCell(scene(), *cell, locale()) : QString();
    if (text == m_described)
        return;
    m_described = text;
    updateTexts();
    Q_EMIT cellDescribed(text);
}

void StageView::updateTexts()
{
    const PlotScene shown = scene();
    QStringList parts;
    const auto add = [&](bool cached, const QString& name) {
        const std::size_t steps =
            cached ? shownSteps(shown.cached, shown.cachedSteps) : shownSteps(shown.naive, shown.naiveSteps);
        if (steps > 0) {
            parts << tr("%1, step %2: %3")
                         .arg(name, locale().toString(static_cast<qulonglong>(steps)),
                              describeWork(countWork(shown, cached, shown.sequence), locale(), true));
        }
    };
    add(false, tr("Without the cache"));
    add(true, tr("With the cache"));
    if (parts.isEmpty())
        parts << tr("Nothing has run yet.");
    if (!m_described.isEmpty())
        parts << m_described;
    sayValue(this, parts.join(QStringLiteral(". ")));
}

void StageView::updateSequences()
{
    const auto& run = m_selection->cached() ? m_selection->cached() : m_selection->naive();
    const int count = run ? static_cast<int>(run->info().promptIds.size()) : 0;
    const QSignalBlocker blocker(m_sequence);
    if (m_sequence->count() != count + 1) {
        m_sequence->clear();
        m_sequence->addItem(tr("All sequences"), -1);
        for (int i = 0; i < count; ++i) m_sequence->addItem(tr("Sequence %1").arg(locale().toString(i + 1)), i);
    }
    m_sequence->setCurrentIndex(std::max(0, m_sequence->findData(m_selection->sequence())));
    m_sequence->setVisible(count > 1);
    placeControls();
}

void StageView::placeControls()
{
    const auto place = [](QComboBox* box, int right) {
        const QSize size = box->sizeHint();
        box->resize(size);
        box->move(right - size.width(), 6);
        return box->x();
    };
    const int left = place(m_colour, width() - 8);
    place(m_sequence, left - 6);
}

void StageView::retranslate()
{
    setAccessibleName(tr("What each step computes"));
    m_colour->setAccessibleName(tr("Colour by"));
    m_colour->setToolTip(tr("What the colours of the cells mean"));
    m_colour->setItemText(0, tr("Colour by: kind of work"));
    m_colour->setItemText(1, tr("Colour by: time per position"));
    m_sequence->setAccessibleName(tr("Sequence of the batch"));
}

void StageView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    placeControls();
}

void StageView::resizeEvent(QResizeEvent*)
{
    placeControls();
}

void StageView::mouseMoveEvent(QMouseEvent* event)
{
    const auto cell = cellUnder(event->position());
    if (m_cursor)
        return;
    describe(cell);
    if (cell)
        QToolTip::showText(event->globalPosition().toPoint() + QPoint(14, 14), m_described, this);
    else
        QToolTip::hideText();
}

void StageView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        setCursorCell(cellUnder(event->position()));
    QWidget::mousePressEvent(event);
}

void StageView::leaveEvent(QEvent*)
{
    if (!m_cursor)
        describe(std::nullopt);
}

void StageView::keyPressEvent(QKeyEvent* event)
{
    int rows = 0;
    int columns = 0;
    switch (event->key()) {
        case Qt::Key_Left:
            columns = -1;
            break;
        case Qt::Key_Right:
            columns = 1;
            break;
        case Qt::Key_Up:
            rows = -1;
            break;
        case Qt::Key_Down:
            rows = 1;
            break;
        case Qt::Key_Escape:
            if (m_cursor) {
                setCursorCell(std::nullopt);
                return;
            }
            [[fallthrough]];
        default:
            QWidget::keyPressEvent(event);
            return;
    }
    m_keyboard = true;
    const PlotScene shown = scene();
    const TriangleExtent extent = triangleExtent(shown);
    if (extent.rows == 0)
        return;
    CellPosition cell;
    if (m_cursor) {
        cell = *m_cursor;
        cell.row += rows;
        cell.column += columns;
    } else {
        // The newest cell of the run that is shown.
        cell.cachedPanel = !shown.naive;
        const auto& run = cell.cachedPanel ? shown.cached : shown.naive;
        const std::size_t steps = shownSteps(run, cell.cachedPanel ? shown.cachedSteps : shown.naiveSteps);
        cell.row = std::max(0, static_cast<int>(steps) - 1);
        cell.column = steps > 0 ? static_cast<int>(rowCells(run->steps()[steps - 1], shown.sequence).end) - 1 : 0;
    }
    // Past the side of one triangle lies the other.
    if (cell.column >= extent.columns && !cell.cachedPanel) {
        cell.cachedPanel = true;
        cell.column = 0;
    } else if (cell.column < 0 && cell.cachedPanel) {
        cell.cachedPanel = false;
        cell.column = extent.columns - 1;
    }
    cell.row = std::clamp(cell.row, 0, extent.rows - 1);
    cell.column = std::clamp(cell.column, 0, extent.columns - 1);
    setCursorCell(cell);
}

void StageView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    const Qt::FocusReason reason = event->reason();
    m_keyboard = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
    update();
}

void StageView::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void StageView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange) {
        retranslate();
        updateSequences();
        updateTexts();
        update();
    }
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        placeControls();
    QWidget::changeEvent(event);
}

}  // namespace decodescope::app
