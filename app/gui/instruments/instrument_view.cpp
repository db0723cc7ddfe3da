// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/instrument_view.h"

#include "app/gui/icons.h"
#include "app/gui/instruments/record_tables.h"
#include "app/gui/spoken_view.h"
#include "app/gui/steady_box.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QImage>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace decodescope::app {

PlotSurface::PlotSurface(QWidget* parent) : QWidget(parent), m_theme(&theme(ThemeKind::light))
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);  // spares the painting of everything behind, a third of a frame
}

void PlotSurface::setTheme(const Theme& theme)
{
    m_theme = &theme;
    update();
}

void PlotSurface::paintEvent(QPaintEvent*)
{
    ++m_paintCount;
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->surface);
    Canvas canvas(painter, *m_theme, PlotUse::screen, locale());
    canvas.measureWith(m_typesetter);
    m_texts.clear();
    canvas.noteTexts(&m_texts);
    if (paint)
        paint(canvas, rect());
    if (const auto at = cursor ? cursor() : std::nullopt) {
        constexpr qreal kRing = 9;
        painter.setBrush(Qt::NoBrush);
        for (const auto& [color, width] : {std::pair(m_theme->surface, 5.0), std::pair(m_theme->focus, 2.5)}) {
            painter.setPen(QPen(color, width));
            painter.drawEllipse(*at, kRing, kRing);
        }
    }
}

void PlotSurface::mouseMoveEvent(QMouseEvent* event)
{
    if (!describe)
        return;
    const QString text = describe(event->position());
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPosition().toPoint() + QPoint(12, 12), text, this);
}

void PlotSurface::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        Q_EMIT clicked(event->position());
    QWidget::mousePressEvent(event);
}

InstrumentView::InstrumentView(const char* identifier, const QString& name, Selection* selection, QWidget* parent)
    : QWidget(parent),
      m_selection(selection),
      m_theme(&theme(ThemeKind::light)),
      m_note(new QLabel(this)),
      m_more(new QToolButton(this)),
      m_tableAction(new QAction(tr("Show table"), this)),
      m_copyTableAction(new QAction(tr("Copy table"), this)),
      m_copyPictureAction(new QAction(tr("Copy picture"), this))
{
    const QString base = QLatin1String(identifier);
    setObjectName(base);
    setAccessibleName(name);
    setFocusPolicy(Qt::TabFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 4, 8, 6);
    column->setSpacing(2);
    m_line = new QHBoxLayout;
    m_line->setSpacing(4);
    m_note->setProperty("role", QStringLiteral("muted"));
    m_note->setObjectName(base + QStringLiteral("Note"));
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_note->setTextFormat(Qt::PlainText);
    m_line->addWidget(new SteadyBox(m_note, this), 1);
    m_more->setObjectName(base + QStringLiteral("More"));
    m_more->setProperty("role", QStringLiteral("quiet"));
    m_more->setAccessibleName(tr("%1: table and copies").arg(name));
    m_more->setToolTip(tr("Table and copies"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->addActions({m_tableAction, m_copyTableAction, m_copyPictureAction});
    m_line->addWidget(m_more);
    column->addLayout(m_line);
    m_stack = new QStackedLayout;
    column->addLayout(m_stack, 1);
    m_tableAction->setObjectName(base + QStringLiteral("TableAction"));
    m_copyTableAction->setObjectName(base + QStringLiteral("CopyTableAction"));
    m_copyPictureAction->setObjectName(base + QStringLiteral("CopyPictureAction"));
    m_tableAction->setCheckable(true);
    addActions({m_tableAction, m_copyTableAction, m_copyPictureAction});
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_tableAction, &QAction::toggled, this, &InstrumentView::setTableShown);
    connect(m_copyTableAction, &QAction::triggered, this, [this] {
        if (!m_table)
            return;
        refreshTable();
        QGuiApplication::clipboard()->setText(tableAsText(*m_table));
    });
    connect(m_copyPictureAction, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setImage(picture()); });
    connect(selection, &Selection::runsChanged, this, &InstrumentView::scheduleRefresh);
    connect(selection, &Selection::positionChanged, this, &InstrumentView::scheduleRefresh);
    connect(selection, &Selection::runsEnded, this, &InstrumentView::scheduleRefresh);
}

void InstrumentView::addMenuAction(QAction* action)
{
    m_more->addAction(action);
    addAction(action);
}

void InstrumentView::addControl(QWidget* control)
{
    m_line->insertWidget(m_line->count() - 1, control);
}

void InstrumentView::setContent(QWidget* content)
{
    m_content = content;
    m_content->setAccessibleName(accessibleName());
    if (auto* surface = qobject_cast<PlotSurface*>(content)) {
        surface->cursor = [this]() -> std::optional<QPointF> {
            const std::vector<Spot> all = m_spot ? spots() : std::vector<Spot>();
            return all.empty() ? std::nullopt : std::optional(all[std::min(*m_spot, all.size() - 1)].at);
        };
    }
    m_stack->insertWidget(0, content);
    m_stack->setCurrentWidget(content);
}

void InstrumentView::setTable(QAbstractTableModel* table)
{
    m_table = table;
    m_tableView = new QTableView(this);
    m_tableView->setObjectName(objectName() + QStringLiteral("Table"));
    m_tableView->setAccessibleName(tr("%1, as a table").arg(accessibleName()));
    m_tableView->setModel(table);
    m_tableView->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_tableView->setAlternatingRowColors(true);
    m_tableView->setWordWrap(false);
    m_tableView->verticalHeader()->hide();
    m_tableView->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_tableView->setTabKeyNavigation(false);
    m_stack->addWidget(m_tableView);
    m_stack->setCurrentWidget(m_content);
}

void InstrumentView::setTheme(const Theme& theme)
{
    m_theme = &theme;
    m_note->setFont(theme.font(theme.fontSmall));
    QPalette colors = m_note->palette();
    colors.setColor(QPalette::WindowText, theme.textMuted);
    m_note->setPalette(colors);
    m_more->setIcon(themedIcon(QStringLiteral("more"), theme));
    if (auto* surface = qobject_cast<PlotSurface*>(m_content))
        surface->setTheme(theme);
    scheduleRefresh();
}

bool InstrumentView::tableShown() const
{
    return m_tableView && m_stack->currentWidget() == m_tableView;
}

void InstrumentView::setTableShown(bool shown)
{
    if (!m_tableView)
        return;
    m_tableAction->setChecked(shown);
    if (shown)
        refreshTable();
    m_stack->setCurrentWidget(shown ? static_cast<QWidget*>(m_tableView) : m_content);
    if (shown)
        m_tableView->resizeColumnsToContents();
}

QString InstrumentView::note() const
{
    return m_noteText;
}

void InstrumentView::setNote(const QString& text)
{
    setNote(text.split(QStringLiteral(" · ")));
}

void InstrumentView::setNote(const QStringList& parts)
{
    const QString text = parts.join(QStringLiteral(" · "));
    if (text == m_noteText)
        return;
    m_noteParts = parts;
    m_noteText = text;
    m_note->setToolTip(text);
    elideNote();
    speak();
}

/// The figures, and what stands under the keyboard's cursor.
void InstrumentView::speak()
{
    const std::vector<Spot> all = m_spot ? spots() : std::vector<Spot>();
    QStringList parts{m_noteText};
    if (!all.empty())
        parts << all[std::min(*m_spot, all.size() - 1)].text;
    parts.removeAll(QString());
    sayValue(this, parts.join(QStringLiteral(". ")).replace(QLatin1Char('\n'), QStringLiteral(", ")));
}

void InstrumentView::moveTo(std::optional<std::size_t> spot)
{
    m_spot = spot;
    speak();
    m_content->update();
    const std::vector<Spot> all = spot ? spots() : std::vector<Spot>();
    if (all.empty())
        QToolTip::hideText();
    else
        QToolTip::showText(m_content->mapToGlobal(all[*spot].at.toPoint()) + QPoint(12, 12), all[*spot].text, this);
}

void InstrumentView::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const bool forth = key == Qt::Key_Right || key == Qt::Key_Down;
    const bool back = key == Qt::Key_Left || key == Qt::Key_Up;
    const std::size_t count = tableShown() ? 0 : spots().size();
    if (key == Qt::Key_Escape && m_spot)
        moveTo(std::nullopt);
    else if (count == 0 || !(forth || back))
        QWidget::keyPressEvent(event);
    else if (!m_spot)
        moveTo(forth ? 0 : count - 1);
    else
        moveTo(forth ? std::min(*m_spot + 1, count - 1) : std::min(*m_spot, count) - (*m_spot > 0 ? 1 : 0));
}

void InstrumentView::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    if (m_spot)
        moveTo(std::nullopt);
}

void InstrumentView::scheduleRefresh()
{
    if (!isVisible()) {
        m_stale = true;
        return;
    }
    m_stale = false;
    refresh();
    if (m_spot)
        speak();
    if (tableShown())
        refreshTable();
    if (m_content)
        m_content->update();
}

void InstrumentView::setHeaderVisible(bool visible)
{
    m_note->parentWidget()->setVisible(visible);
    m_more->setVisible(visible);
    layout()->setContentsMargins(10, visible ? 4 : 1, 8, visible ? 6 : 1);
}

void InstrumentView::paintEvent(QPaintEvent* event)
{
    QWidget::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme->focus, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), m_theme->radius, m_theme->radius);
}

void InstrumentView::elideNote()
{
    const QFontMetrics metrics = m_note->fontMetrics();
    QStringList shown = m_noteParts;
    while (shown.size() > 1 && metrics.horizontalAdvance(shown.join(QStringLiteral(" · "))) > m_note->width())
        shown.removeLast();
    m_note->setText(metrics.elidedText(shown.join(QStringLiteral(" · ")), Qt::ElideRight, m_note->width()));
}

void InstrumentView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layout()->activate();
    elideNote();
}

void InstrumentView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    layout()->activate();
    elideNote();
    if (m_stale)
        scheduleRefresh();
}

QImage InstrumentView::picture()
{
    constexpr int kScale = 2;
    QImage image(m_content->size() * kScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(kScale);
    image.fill(m_theme->surface);
    m_content->render(&image, QPoint(), QRegion(), QWidget::DrawChildren);
    return image;
}

}  // namespace decodescope::app
