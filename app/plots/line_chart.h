// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/line_samples.h"
#include "app/plots/theme.h"

#include <QChartView>
#include <QPen>
#include <QPointer>
#include <QString>
#include <utility>
#include <vector>

class QCategoryAxis;
class QGraphicsEllipseItem;
class QGraphicsSimpleTextItem;
class QLineSeries;

namespace decodescope::app {

/// A line of a LineChart, and what stands at its end.
struct ChartLine {
    LineSamples samples;
    QString endLabel;
    QColor color;
    bool dashed = false;
    QString briefLabel = {};  ///< where the full one would take too much of the chart
};

/// Lines that grow, drawn by Qt Charts: the samples are reduced to two per pixel column and handed over once per frame.
/// A line is handed over in pieces of the plot's width, of which a step further changes the last: what Qt Charts does
/// for a series (it strokes all of it whenever a point changes) is done, and painted, for a small part of the line.
/// The x axis counts steps from 1. All use of Qt Charts is behind this class.
class LineChart : public QChartView {
    Q_OBJECT
public:
    explicit LineChart(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `title` stands above the y axis, which holds `most` and every sample. Takes effect with the next frame, or with
    /// flush().
    void setLines(std::vector<ChartLine> lines, int lastStep, double most, const QString& title, const QString& xTitle);
    void flush();
    /// What stands at the x axis, where it fits, when lines are drawn by least and most of every pixel column.
    void setReducedText(const QString& text);
    bool reduces() const;
    /// The other chart of a column: the plots of both begin and end at the same place while both are shown.
    void alignWith(LineChart* other);
    /// The plot itself, without its labels.
    QRectF plotArea() const { return m_plot; }
    /// What stands in the middle when there is no line.
    void setEmptyText(const QString& text);

    /// The step under a point of the widget; 0 outside of the plot.
    int stepAt(const QPointF& point) const;
    /// For tests: how often samples were handed over, and what was.
    int replaceCount() const { return m_replaceCount; }
    int piecesReplaced() const { return m_piecesReplaced; }  ///< by the last handing over
    QList<QPointF> drawnSamples(int line) const;
    QStringList endLabels() const;
    std::vector<QRectF> endLabelRects() const;
    QSize minimumSizeHint() const override { return {120, 60}; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    struct Piece {
        QLineSeries* series = nullptr;
        QList<QPointF> points;  ///< as handed over
    };
    struct Drawn {
        ColumnReducer reducer;
        std::vector<Piece> pieces;
        QGraphicsEllipseItem* end = nullptr;  ///< outside of the series, which ends at the plot's edge
        QGraphicsSimpleTextItem* label = nullptr;
    };
    void schedule();
    void arrange();
    void setUpAxes();
    void reduce();
    void handOver(const ChartLine& line, Drawn& drawn);
    QPointF place(const QPointF& sample) const;
    void placeLabels();
    QGraphicsSimpleTextItem* addText();
    /// Of the widest label at a line's end; the brief ones where the full ones would take too much of the width.
    qreal labelRoom();
    /// The larger of what this chart and its partner need beside their plots, left and right.
    std::pair<qreal, qreal> agreed(qreal left, qreal right);

    const Theme* m_theme;
    std::vector<ChartLine> m_lines;
    std::vector<Drawn> m_drawn;
    int m_lastStep = 0;
    double m_most = 0;
    QString m_title, m_xTitle, m_emptyText, m_reducedText;
    QCategoryAxis* m_x;
    QCategoryAxis* m_y;
    QGraphicsSimpleTextItem* m_titleItem;
    QGraphicsSimpleTextItem* m_xTitleItem;
    QGraphicsSimpleTextItem* m_emptyItem;
    std::vector<double> m_xTicks, m_yTicks;
    QRectF m_plot;
    QPointer<LineChart> m_partner;
    std::pair<qreal, qreal> m_beside{0, 0};  ///< what the labels left and right of the plot need
    bool m_brief = false;                    ///< the labels at the ends
    double m_high = 1;
    int m_columns = 1;  ///< of pixels in the plot
    bool m_waiting = false;
    int m_replaceCount = 0;
    int m_piecesReplaced = 0;
};

}  // namespace decodescope::app
