// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/selection.h"
#include "app/plots/canvas.h"

#include <QAbstractTableModel>
#include <QStringList>
#include <QWidget>
#include <functional>
#include <optional>
#include <vector>

class QAction;
class QHBoxLayout;
class QLabel;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace decodescope::app {

/// Where an instrument draws: a widget that hands its painting and its mouse to the instrument.
class PlotSurface : public QWidget {
    Q_OBJECT
public:
    explicit PlotSurface(QWidget* parent);
    std::function<void(const Canvas&, const QRectF&)> paint;
    std::function<QString(const QPointF&)> describe;  ///< tool tip at a point; empty for none
    std::function<std::optional<QPointF>()> cursor;   ///< where the keyboard stands in what was painted
    void setTheme(const Theme& theme);
    int paintCount() const { return m_paintCount; }
    /// Of the last painting.
    const std::vector<DrawnText>& texts() const { return m_texts; }

Q_SIGNALS:
    void clicked(const QPointF& point);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    const Theme* m_theme;
    Typesetter m_typesetter;
    int m_paintCount = 0;
    std::vector<DrawnText> m_texts;
};

/// What all instruments have in common: they follow the selection (once per position, and only while visible), a line
/// of figures above, a data table behind, copies of both. Tab stops at them; where a mouse finds out more by pointing,
/// arrow keys do.
class InstrumentView : public QWidget {
    Q_OBJECT
public:
    InstrumentView(const char* identifier, const QString& name, Selection* selection, QWidget* parent);

    virtual void setTheme(const Theme& theme);
    bool tableShown() const;
    void setTableShown(bool shown);
    QAbstractTableModel* table() const { return m_table; }
    QString note() const;
    QAction* tableAction() const { return m_tableAction; }
    QAction* copyTableAction() const { return m_copyTableAction; }
    QAction* copyPictureAction() const { return m_copyPictureAction; }

    QSize sizeHint() const override { return {320, 200}; }
    QSize minimumSizeHint() const override { return {200, 110}; }

protected:
    /// A place of the drawing that has something to say.
    struct Spot {
        QPointF at;  ///< as painted last
        QString text;
    };
    /// In the order in which arrow keys go through them.
    virtual std::vector<Spot> spots() const { return {}; }
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    /// The drawing or list; the base puts the table beside it.
    void setContent(QWidget* content);
    void setTable(QAbstractTableModel* table);
    /// The line above: the figures of this moment; also the accessible description.
    void setNote(const QString& text);
    /// Parts in order of weight: those at the end are left out whole where there is no room for them.
    void setNote(const QStringList& parts);
    /// Reads the selection anew. Called when it changed and the view is visible.
    virtual void refresh() = 0;
    /// Brings the table to the selection; called while it is shown.
    virtual void refreshTable() = 0;
    /// The content at twice its size.
    virtual QImage picture();
    void scheduleRefresh();
    /// Without the line above; its actions stay in the context menu.
    void setHeaderVisible(bool visible);
    void addMenuAction(QAction* action);
    /// A control at the right end of the line above.
    void addControl(QWidget* control);

    Selection* selection() const { return m_selection; }
    const Theme& currentTheme() const { return *m_theme; }

    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    Selection* m_selection;
    const Theme* m_theme;
    QLabel* m_note;
    QToolButton* m_more;
    QHBoxLayout* m_line;
    QStackedLayout* m_stack;
    QWidget* m_content = nullptr;
    QTableView* m_tableView = nullptr;
    QAbstractTableModel* m_table = nullptr;
    QAction* m_tableAction;
    QAction* m_copyTableAction;
    QAction* m_copyPictureAction;
    void moveTo(std::optional<std::size_t> spot);
    void speak();
    QString m_noteText;
    std::optional<std::size_t> m_spot;  ///< where the keyboard stands
    QStringList m_noteParts;
    void elideNote();
    bool m_stale = true;
};

}  // namespace decodescope::app
