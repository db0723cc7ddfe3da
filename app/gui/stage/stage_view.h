// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/selection.h"
#include "app/plots/triangles.h"

#include <QWidget>
#include <optional>

class QComboBox;

namespace decodescope::app {

/// The two triangles of the selection, side by side: follows position and sequence, repainting only the rows that
/// changed. Hover and a keyboard cursor say what a cell is; a switch colours by time per position.
class StageView : public QWidget {
    Q_OBJECT
public:
    explicit StageView(Selection* selection, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setColourBy(ColourBy colourBy);
    ColourBy colourBy() const { return m_colourBy; }
    std::optional<CellPosition> cursorCell() const { return m_cursor; }
    void setCursorCell(const std::optional<CellPosition>& cell);

    TrianglesGeometry geometryOf(const Canvas& canvas) const;
    /// Paint events so far, and rows or scan lines repainted by the last one.
    int paintCount() const { return m_paintCount; }
    int wholePaintCount() const { return m_wholePaintCount; }
    /// Of the last painting of the whole stage.
    const std::vector<DrawnText>& texts() const { return m_texts; }
    int linesPainted() const { return m_naive.linesPainted() + m_cached.linesPainted(); }

    QSize sizeHint() const override { return {760, 460}; }
    QSize minimumSizeHint() const override { return {380, 240}; }

Q_SIGNALS:
    /// What the cell under the mouse or the cursor is; empty when there is none.
    void cellDescribed(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    PlotScene scene() const;
    std::optional<CellPosition> cellUnder(const QPointF& point);
    void describe(const std::optional<CellPosition>& cell);
    void updateTexts();
    void updateSequences();
    void updateChanged();
    void placeControls();
    void retranslate();

    Selection* m_selection;
    const Theme* m_theme;
    ColourBy m_colourBy = ColourBy::kindOfWork;
    mutable Typesetter m_typesetter;
    TriangleRaster m_naive;
    TriangleRaster m_cached;
    std::optional<CellPosition> m_cursor;
    QComboBox* m_colour;
    QComboBox* m_sequence;
    QString m_described;
    PlotScene m_announced;           ///< the last scene whose painting was asked for
    TriangleExtent m_paintedExtent;  ///< of the last whole painting
    int m_paintCount = 0;
    int m_wholePaintCount = 0;
    std::vector<DrawnText> m_texts;
    bool m_keyboard = false;  ///< the focus came by key, so it is shown
};

}  // namespace decodescope::app
