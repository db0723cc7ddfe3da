// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/roofline.h"

#include "app/plots/chart.h"
#include "app/plots/label_placer.h"
#include "app/plots/numbers.h"
#include "app/plots/plot_parts.h"
#include "app/plots/roofline_names.h"

#include <QPolygonF>
#include <algorithm>
#include <cmath>

namespace decodescope::app {

namespace {

class RooflinePainter {
public:
    RooflinePainter(const Canvas& canvas, const RooflineModel& model, const Chart& chart)
        : m_canvas(canvas),
          m_model(model),
          m_chart(chart),
          m_theme(canvas.theme()),
          m_labels(chart.plot.adjusted(2, 2, -2, -2))
    {
    }

    void roofs()
    {
        if (!m_model.ceilings)
            return;
        const auto& c = *m_model.ceilings;
        const qreal stroke = m_theme.stroke * (m_canvas.framed() ? 1.6 : 1.2);
        double highest = 0;
        double main = 0;
        for (const auto& roof : c.compute) {
            highest = std::max(highest, roof.gflopPerS);
            if (m_model.compute == roof.type)
                main = roof.gflopPerS;
        }
        if (main == 0)
            main = highest;
        if (main == 0)
            main = m_model.gflopHigh;
        // Other arithmetic, thin.
        std::vector<std::pair<const profiler::ComputeRoof*, QPointF>> thin;
        for (const auto& roof : c.compute) {
            if (roof.gflopPerS == main || c.readGbPerS <= 0)
                continue;
            const QPointF from = at(roof.gflopPerS / c.readGbPerS, roof.gflopPerS);
            const QPointF to(m_chart.plot.right(), from.y());
            m_canvas.line(from, to, m_theme.border, m_theme.thinStroke);
            m_labels.blockLine(from, to, 2);
            thin.emplace_back(&roof, to);
        }
        if (c.cacheReadGbPerS > c.readGbPerS)
            slope(c.cacheReadGbPerS, main, m_theme.formula, m_theme.thinStroke * 1.2, Qt::DashLine,
                  m_canvas.say(QT_TRANSLATE_NOOP("Plots", "cache %1 GB/s")), false);
        if (c.readGbPerS > 0) {
            slope(c.readGbPerS, main, m_theme.text, stroke, Qt::SolidLine,
                  m_canvas.say(QT_TRANSLATE_NOOP("Plots", "memory %1 GB/s")), true);
            const double ridge = main / c.readGbPerS;
            const QPointF corner = at(ridge, main);
            const QPointF end(m_chart.plot.right(), corner.y());
            m_canvas.line(corner, end, m_theme.text, stroke);
            m_labels.blockLine(corner, end, 2);
            for (const auto& roof : c.compute) {
                if (roof.gflopPerS == main)
                    m_computeNames.emplace_back(&roof, end);
            }
            m_computeNames.insert(m_computeNames.end(), thin.begin(), thin.end());
            QPainter& p = m_canvas.painter();
            p.setPen(QPen(m_theme.text, stroke));
            p.setBrush(m_theme.surface);
            p.drawEllipse(corner, 4, 4);
            m_labels.block(QRectF(corner - QPointF(6, 6), QSizeF(12, 12)));
            m_ridge = {corner, m_canvas.say(QT_TRANSLATE_NOOP("Plots", "ridge %1 FLOP/B"))
                                   .arg(formatSignificant(m_canvas.locale(), ridge))};
        }
    }

    RooflineDrawing points()
    {
        roofs();
        std::vector<QPointF>& places = m_drawing.points;
        const qreal size = m_canvas.framed() ? 7 : m_theme.stroke > 2 ? 6.5 : 5;
        std::optional<QPointF> trail;
        for (const RooflinePoint& point : m_model.points) {
            const QPointF p = at(point.intensity, point.gflopPerS);
            places.push_back(p);
            if (point.kind != RooflinePoint::Kind::trail) {
                m_labels.addPoint(p, size + 1);
            } else if (!trail || std::hypot(trail->x() - p.x(), trail->y() - p.y()) >= 1) {
                // Steps that lie on each other take their place once: every further one costs every label a look.
                m_labels.block(QRectF(p - QPointF(2, 2), QSizeF(4, 4)));
                trail = p;
            }
        }
        connectNaive(places);
        nameRoofs();
        // What matters most lies on top.
        using Kind = RooflinePoint::Kind;
        for (const Kind kind : {Kind::trail, Kind::op, Kind::naiveUseful, Kind::naive, Kind::countedPrefill,
                                Kind::countedDecode, Kind::prefill, Kind::decode}) {
            for (std::size_t i = 0; i < places.size(); ++i) {
                if (m_model.points[i].kind == kind)
                    marker(m_model.points[i], places[i], kind == Kind::naive ? naiveSize(places, size) : size);
            }
        }
        // The fullest names, unless briefer ones leave room for a point that would have none.
        Plan best = plan(places, size, false);
        if (best.nameless > 0) {
            Plan brief = plan(places, size, true);
            if (brief.nameless < best.nameless)
                best = std::move(brief);
        }
        m_labels = std::move(best.labels);
        for (const Name& name : best.names) draw(name, places[*name.point], size + 4);
        if (!m_ridge.second.isEmpty())
            put(std::nullopt, m_ridge.first, m_ridge.second, 400, m_theme.textMuted, 6, 24);
        return std::move(m_drawing);
    }

private:
    struct SlopeName {
        QPointF from, to;
        QString text, brief;
        bool below = false;
    };

    QPointF at(double intensity, double gflop) const { return {m_chart.x.pixel(intensity), m_chart.y.pixel(gflop)}; }

    /// A bandwidth roof up to `top`, with its name along it.
    void slope(double gbPerS, double top, const QColor& color, qreal width, Qt::PenStyle style, const QString& name,
               bool below)
    {
        const double low = std::max(m_model.intensityLow, m_model.gflopLow / gbPerS);
        const double high = std::min(top / gbPerS, m_model.intensityHigh);
        if (high <= low)
            return;
        const QPointF from = at(low, low * gbPerS);
        const QPointF to = at(high, high * gbPerS);
        m_canvas.line(from, to, color, width, style);
        m_labels.blockLine(from, to, 3);
        const QString figure = formatSignificant(m_canvas.locale(), gbPerS);
        // The main roof is named first.
        m_slopeNames.insert(below ? m_slopeNames.begin() : m_slopeNames.end(),
                            {from, to, name.arg(figure), figure + QStringLiteral(" GB/s"), below});
    }

    /// Names of the roofs, where neither points nor lines are.
    void nameRoofs()
    {
        for (std::size_t i = 0; i < m_computeNames.size(); ++i) {
            const auto& [roof, end] = m_computeNames[i];
            computeLabel(*roof, end, i == 0 ? m_theme.text : m_theme.textMuted, i == 0 ? 600 : 400);
        }
        for (const SlopeName& slope : m_slopeNames) nameSlope(slope);
    }

    /// Along its line, on its own side or the other, in full or as the figure alone.
    void nameSlope(const SlopeName& slope)
    {
        const int size = m_canvas.small();
        const QPointF along = slope.to - slope.from;
        const qreal length = std::hypot(along.x(), along.y());
        const int weight = slope.below ? 600 : 400;
        const QPointF unit = along / std::max(1.0, length);
        const QPointF normal = slope.below ? QPointF(-unit.y(), unit.x()) : QPointF(unit.y(), -unit.x());
        for (const QString& text : {slope.text, slope.brief}) {
            const qreal textWidth = m_canvas.width(text, size, weight);
            if (length < textWidth + 8)
                continue;
            for (const qreal side : {1.0, -1.0}) {
                for (const qreal share : {0.3, 0.1, 0.5, 0.7, 0.02, 0.9, 0.98, 0.2, 0.8}) {
                    const QPointF anchor =
                        slope.from + unit * (length - textWidth) * share + normal * (side * size * 0.95);
                    if (!isFreeAlong(anchor, unit, textWidth, size * 0.45))
                        continue;
                    m_drawing.names.push_back({QRectF(anchor, anchor + unit * textWidth).normalized(), std::nullopt});
                    QPainter& p = m_canvas.painter();
                    p.save();
                    p.translate(anchor);
                    p.rotate(std::atan2(along.y(), along.x()) * 180 / M_PI);
                    m_canvas.text({0, 0}, Qt::AlignLeft | Qt::AlignVCenter, text, size, weight,
                                  slope.below ? m_theme.text : m_theme.textMuted);
                    p.restore();
                    m_labels.blockLine(anchor, anchor + unit * textWidth, size * 0.7);
                    return;
                }
            }
        }
    }

    bool isFreeAlong(const QPointF& anchor, const QPointF& unit, qreal length, qreal half) const
    {
        for (qreal at = half; at < length; at += 4) {
            const QPointF p = anchor + unit * at;
            if (!m_labels.isFree(QRectF(p - QPointF(half, half), QSizeF(2 * half, 2 * half))))
                return false;
        }
        return true;
    }

    void computeLabel(const profiler::ComputeRoof& roof, const QPointF& end, const QColor& color, int weight)
    {
        const int size = m_canvas.small();
        const QString figure = formatSignificant(m_canvas.locale(), roof.gflopPerS) + QStringLiteral(" GFLOP/s");
        const auto type = QString::fromUtf8(name(roof.type).data(), static_cast<qsizetype>(name(roof.type).size()));
        for (const QString& text : {type + QLatin1Char(' ') + figure, figure}) {
            // Above the line, higher where the ridge is in the way, or below it.
            for (const qreal above : {2.0, 9.0, -2.0 - m_canvas.lineHeight(size)}) {
                const QRectF box =
                    m_canvas.textRect(end - QPointF(4, above), Qt::AlignRight | Qt::AlignBottom, text, size, weight);
                const QRectF letters = box.adjusted(0, 2, 0, -2);
                if (!m_labels.isFree(letters))
                    continue;
                m_labels.block(letters);
                m_drawing.names.push_back({letters, std::nullopt});
                m_canvas.text(box.topLeft(), Qt::AlignLeft | Qt::AlignTop, text, size, weight, color);
                return;
            }
        }
    }

    void connectNaive(const std::vector<QPointF>& places)
    {
        std::optional<QPointF> busy;
        std::optional<QPointF> useful;
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (m_model.points[i].kind == RooflinePoint::Kind::naive)
                busy = places[i];
            if (m_model.points[i].kind == RooflinePoint::Kind::naiveUseful)
                useful = places[i];
        }
        if (!busy || !useful)
            return;
        m_canvas.line(*busy, *useful, m_theme.runNaive, m_theme.thinStroke, Qt::DotLine);
        m_labels.blockLine(*busy, *useful, 3);
        m_labels.addLink({*busy, *useful});
    }

    void marker(const RooflinePoint& point, const QPointF& at, qreal size)
    {
        using Kind = RooflinePoint::Kind;
        QPainter& p = m_canvas.painter();
        p.setPen(QPen(m_theme.surface, 1.5));
        const auto triangle = [&](qreal s) {
            return QPolygonF{QPointF(at.x(), at.y() - s), QPointF(at.x() + s, at.y() + s * 0.8),
                             QPointF(at.x() - s, at.y() + s * 0.8)};
        };
        switch (point.kind) {
            case Kind::trail: {
                QColor faded = m_theme.runCached;
                faded.setAlphaF(static_cast<float>(0.12 + 0.4 * point.share));
                p.setPen(Qt::NoPen);
                p.setBrush(faded);
                p.drawEllipse(at, size * 0.5, size * 0.5);
                break;
            }
            case Kind::decode:
                p.setBrush(m_theme.runCached);
                p.drawEllipse(at, size, size);
                break;
            case Kind::prefill:
                p.setBrush(m_theme.runCached);
                p.drawRect(QRectF(at - QPointF(size, size) * 0.9, QSizeF(size, size) * 1.8));
                break;
            case Kind::naive:
                p.setBrush(m_theme.runNaive);
                p.drawPolygon(triangle(size * 1.15));
                break;
            case Kind::naiveUseful:
                p.setPen(QPen(m_theme.runNaive, m_theme.stroke));
                p.setBrush(m_theme.surface);
                p.drawPolygon(triangle(size));
                break;
            case Kind::countedDecode:  // hollow, where modelled ones are filled
                p.setPen(QPen(m_theme.runCached, m_theme.stroke));
                p.setBrush(m_theme.surface);
                p.drawEllipse(at, size, size);
                break;
            case Kind::countedPrefill:
                p.setPen(QPen(m_theme.runCached, m_theme.stroke));
                p.setBrush(m_theme.surface);
                p.drawRect(QRectF(at - QPointF(size, size) * 0.9, QSizeF(size, size) * 1.8));
                break;
            case Kind::op:
                p.setPen(QPen(m_theme.textMuted, m_theme.thinStroke * 1.2));
                p.setBrush(m_theme.bar);
                p.drawPolygon(QPolygonF{at + QPointF(0, -size * 0.8), at + QPointF(size * 0.8, 0),
                                        at + QPointF(0, size * 0.8), at + QPointF(-size * 0.8, 0)});
                break;
        }
    }

    /// A name with the place that was found for it.
    struct Name {
        std::optional<std::size_t> point;
        QString text;
        int weight = 400;
        QColor color;
        LabelPlacer::Place place;
    };

    /// Names of the points, and how many points of a step got none.
    struct Plan {
        LabelPlacer labels;
        std::vector<Name> names;
        int nameless = 0;
    };

    /// Names of what matters most choose their places first.
    Plan plan(const std::vector<QPointF>& places, qreal size, bool brief) const
    {
        using Kind = RooflinePoint::Kind;
        Plan result{m_labels, {}, 0};
        for (const Kind kind : {Kind::decode, Kind::naive, Kind::prefill, Kind::naiveUseful, Kind::countedDecode,
                                Kind::countedPrefill, Kind::op}) {
            for (std::size_t i = 0; i < places.size(); ++i) {
                const RooflinePoint& point = m_model.points[i];
                if (point.kind != kind)
                    continue;
                const bool naive = kind == Kind::naive || kind == Kind::naiveUseful;
                Name name{i,
                          {},
                          kind == Kind::decode || kind == Kind::prefill || kind == Kind::naive ? 600 : 400,
                          kind == Kind::op ? m_theme.textMuted
                          : naive          ? m_theme.runNaive
                                           : m_theme.text,
                          {}};
                QStringList texts = rooflineNames(m_canvas, point);
                if (brief)
                    texts = {texts.back()};
                if (choose(result.labels, places[i], texts, size + 4, name))
                    result.names.push_back(name);
                else if (kind != Kind::op)
                    ++result.nameless;
            }
        }
        return result;
    }

    /// A brief name beside its point is better than a full one far away.
    bool choose(LabelPlacer& labels, const QPointF& at, const QStringList& texts, qreal gap, Name& name) const
    {
        for (const qreal reach : {24.0, 60.0, 160.0}) {
            for (const QString& text : texts) {
                if (const auto place = labels.place(at, boxOf(text, name.weight), gap, reach)) {
                    name.text = text;
                    name.place = *place;
                    return true;
                }
            }
        }
        return false;
    }

    QSizeF boxOf(const QString& text, int weight) const
    {
        const int size = m_canvas.small();
        return {m_canvas.width(text, size, weight) + 4, size * 1.3};
    }

    void put(std::optional<std::size_t> point, const QPointF& at, const QString& text, int weight, const QColor& color,
             qreal gap, qreal reach)
    {
        if (const auto place = m_labels.place(at, boxOf(text, weight), gap, reach))
            draw({point, text, weight, color, *place}, at, gap);
    }

    void draw(const Name& name, const QPointF& at, qreal gap)
    {
        const LabelPlacer::Place& place = name.place;
        if (place.thread) {
            const QPointF way = place.foot - at;
            const qreal length = std::max(1.0, std::hypot(way.x(), way.y()));
            m_canvas.line(at + way * std::min(1.0, (gap - 2) / length), place.foot, m_theme.textMuted,
                          m_theme.thinStroke);
        }
        m_canvas.text({place.rect.left() + 2, place.rect.center().y()}, Qt::AlignLeft | Qt::AlignVCenter, name.text,
                      m_canvas.small(), name.weight, name.color);
        m_drawing.names.push_back({place.rect, name.point, place.thread});
    }

    /// Around the square of a prefill in the same place its corners show.
    qreal naiveSize(const std::vector<QPointF>& places, qreal size) const
    {
        using Kind = RooflinePoint::Kind;
        const auto placeOf = [&](Kind kind) -> const QPointF* {
            for (std::size_t i = 0; i < places.size(); ++i) {
                if (m_model.points[i].kind == kind)
                    return &places[i];
            }
            return nullptr;
        };
        const QPointF* prefill = placeOf(Kind::prefill);
        const QPointF* naive = placeOf(Kind::naive);
        if (prefill == nullptr || naive == nullptr)
            return size;
        return std::hypot(naive->x() - prefill->x(), naive->y() - prefill->y()) < size * 1.6 ? size * 1.6 : size;
    }

    const Canvas& m_canvas;
    const RooflineModel& m_model;
    const Chart& m_chart;
    const Theme& m_theme;
    LabelPlacer m_labels;
    std::vector<SlopeName> m_slopeNames;
    std::vector<std::pair<const profiler::ComputeRoof*, QPointF>> m_computeNames;
    std::pair<QPointF, QString> m_ridge;
    RooflineDrawing m_drawing;
};

}  // namespace

RooflineDrawing paintRoofline(const Canvas& canvas, const QRectF& rect, const RooflineModel& model)
{
    const QLocale& locale = canvas.locale();
    const auto plain = [&](double v) { return locale.toString(v, 'g', 6); };
    ChartAxis x{model.intensityLow, model.intensityHigh, {}, plain, false, true};
    if (model.bytesMeasured) {
        x.title = canvas.say(QT_TRANSLATE_NOOP("Plots", "arithmetic intensity (FLOP per byte, bytes measured)"));
        x.shortTitles = {canvas.say(QT_TRANSLATE_NOOP("Plots", "FLOP per byte, bytes measured")),
                         canvas.say(QT_TRANSLATE_NOOP("Plots", "FLOP per byte"))};
    } else {
        x.title = canvas.say(QT_TRANSLATE_NOOP("Plots", "arithmetic intensity (FLOP per byte, bytes modelled)"));
        x.shortTitles = {canvas.say(QT_TRANSLATE_NOOP("Plots", "FLOP per byte, bytes modelled")),
                         canvas.say(QT_TRANSLATE_NOOP("Plots", "FLOP per byte"))};
    }
    ChartAxis y{model.gflopLow, model.gflopHigh, QStringLiteral("GFLOP/s"), plain, false, true};
    const Chart chart = drawChartAxes(canvas, rect, x, y, 10);
    canvas.painter().save();
    RooflinePainter painter(canvas, model, chart);
    RooflineDrawing drawing = painter.points();
    canvas.painter().restore();
    if (!model.ceilings) {
        canvas.text(chart.plot.topLeft() + QPointF(8, 6), Qt::AlignLeft | Qt::AlignTop,
                    canvas.say(QT_TRANSLATE_NOOP("Plots", "roofs not measured")), canvas.small(), 400,
                    canvas.theme().textMuted);
    }
    return drawing;
}

void paintRooflinePlot(const Canvas& canvas, const QRectF& rect, const PlotScene& scene)
{
    QRectF area = rect;
    const RooflineModel model = rooflineModel(scene);
    if (canvas.framed()) {
        QString subtitle = canvas.say(QT_TRANSLATE_NOOP("Plots", "Roofs measured on this machine beside the run"));
        if (!model.ceilings)
            subtitle = canvas.say(QT_TRANSLATE_NOOP("Plots", "No roofs were measured beside this run"));
        subtitle += model.bytesMeasured ? canvas.say(QT_TRANSLATE_NOOP("Plots", "; bytes measured by counters."))
                                        : canvas.say(QT_TRANSLATE_NOOP("Plots",
                                                                       "; bytes modelled. Naive decoding sits "
                                                                       "high because it is busy with "
                                                                       "repeats."));
        if (model.counted)
            subtitle += canvas.say(QT_TRANSLATE_NOOP("Plots", " Hollow marks: counted by the device."));
        area = drawPictureFrame(canvas, rect, canvas.say(QT_TRANSLATE_NOOP("Plots", "Roofline")), subtitle, scene);
    }
    if (!scene.naive && !scene.cached) {
        drawEmpty(canvas, area, canvas.say(QT_TRANSLATE_NOOP("Plots", "No run yet")));
        return;
    }
    paintRoofline(canvas, area, model);
}

}  // namespace decodescope::app
