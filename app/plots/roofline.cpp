// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/roofline.h"

#include "app/plots/chart.h"
#include "app/plots/label_placer.h"
#include "app/plots/numbers.h"
#include "app/plots/plot_parts.h"
#include "app/plots/triangle_cells.h"

#include <QCoreApplication>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <map>

namespace decodescope::app {

namespace {

constexpr std::size_t kMostTrailPoints = 120;

QString latin(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::optional<ComputeType> mainCompute(const profiler::RunInfo& info)
{
    const std::string first = info.model.compute.substr(0, info.model.compute.find('+'));
    for (const ComputeType type : {ComputeType::f32, ComputeType::bf16, ComputeType::int8}) {
        if (first == name(type))
            return type;
    }
    return std::nullopt;
}

RooflinePoint pointOf(const RooflineModel& model, const profiler::StepRecord& step, RooflinePoint::Kind kind,
                      std::size_t index)
{
    RooflinePoint point;
    point.kind = kind;
    point.intensity = step.cost.arithmeticIntensity();
    point.gflopPerS = step.achievedGflopPerS();
    point.bound = step.bound;
    point.step = index;
    if (const auto roof = model.attainable(point.intensity))
        point.roofShare = point.gflopPerS / *roof;
    point.cacheResident = model.ceilings && point.gflopPerS > model.ceilings->readGbPerS * point.intensity * (1 + 1e-9);
    return point;
}

bool drawable(const RooflinePoint& point)
{
    return point.intensity > 0 && point.gflopPerS > 0 && std::isfinite(point.intensity) &&
           std::isfinite(point.gflopPerS);
}

void addOps(RooflineModel& model, const profiler::StepRecord& step, std::size_t index)
{
    struct Sum {
        profiler::Cost cost;
        std::int64_t wallNs = 0;
    };
    std::map<engine::OpKind, Sum> sums;
    for (const auto& op : step.ops) {
        auto& sum = sums[op.kind];
        sum.cost += op.cost;
        sum.wallNs += op.wallNs;
    }
    for (const auto& [kind, sum] : sums) {
        if (sum.wallNs <= 0)
            continue;
        RooflinePoint point;
        point.kind = RooflinePoint::Kind::op;
        point.intensity = sum.cost.arithmeticIntensity();
        point.gflopPerS = sum.cost.flops / static_cast<double>(sum.wallNs);
        point.step = index;
        point.label = latin(engine::name(kind));
        point.op = kind;
        if (const auto roof = model.attainable(point.intensity))
            point.roofShare = point.gflopPerS / *roof;
        point.cacheResident = model.ceilings && point.gflopPerS > model.ceilings->readGbPerS * point.intensity;
        if (drawable(point))
            model.points.push_back(point);
    }
}

void fitAxes(RooflineModel& model)
{
    const auto decadeBelow = [](double v) { return std::pow(10.0, std::floor(std::log10(v))); };
    const auto decadeAbove = [](double v) { return std::pow(10.0, std::ceil(std::log10(v) - 1e-9)); };
    double lowY = 10;
    double highY = 100;
    for (const RooflinePoint& point : model.points) {
        model.intensityLow = std::min(model.intensityLow, decadeBelow(point.intensity / 1.3));
        model.intensityHigh = std::max(model.intensityHigh, decadeAbove(point.intensity * 1.6));
        lowY = std::min(lowY, point.gflopPerS / 2);
        highY = std::max(highY, point.gflopPerS * 1.5);
    }
    if (model.ceilings) {
        for (const auto& roof : model.ceilings->compute) highY = std::max(highY, roof.gflopPerS * 1.6);
        lowY = std::min(lowY, model.ceilings->readGbPerS * model.intensityLow);
    }
    model.gflopLow = decadeBelow(lowY);
    model.gflopHigh = std::max(decadeAbove(highY), model.gflopLow * 10);
    // Half a decade of air above the highest roof is enough for its name.
    model.gflopHigh = std::min(model.gflopHigh, std::max(highY * 3, model.gflopLow * 10));
}

}  // namespace

std::optional<double> RooflineModel::attainable(double intensity) const
{
    if (!ceilings || ceilings->readGbPerS <= 0)
        return std::nullopt;
    double roof = ceilings->readGbPerS * intensity;
    if (compute) {
        if (const auto peak = ceilings->computeGflopPerS(*compute))
            roof = std::min(roof, *peak);
    }
    return roof;
}

RooflineModel rooflineModel(const PlotScene& scene, bool withOps)
{
    using Kind = RooflinePoint::Kind;
    RooflineModel model;
    const std::size_t cachedSteps = shownSteps(scene.cached, scene.cachedSteps);
    const std::size_t naiveSteps = shownSteps(scene.naive, scene.naiveSteps);
    for (const auto& run : {scene.cached, scene.naive}) {
        if (!run)
            continue;
        if (!model.ceilings)
            model.ceilings = run->info().ceilings;
        if (!model.compute)
            model.compute = mainCompute(run->info());
    }
    const auto add = [&](const RooflinePoint& point) {
        if (drawable(point))
            model.points.push_back(point);
    };
    if (cachedSteps > 2) {
        const std::size_t count = cachedSteps - 2;
        const std::size_t stride = (count + kMostTrailPoints - 1) / kMostTrailPoints;
        for (std::size_t i = 1; i + 1 < cachedSteps; i += stride) {
            RooflinePoint point = pointOf(model, scene.cached->steps()[i], Kind::trail, i);
            point.share = static_cast<double>(i) / static_cast<double>(cachedSteps - 1);
            add(point);
        }
    }
    if (withOps && cachedSteps > 0)
        addOps(model, scene.cached->steps()[cachedSteps - 1], cachedSteps - 1);
    if (cachedSteps > 1)
        add(pointOf(model, scene.cached->steps()[cachedSteps - 1], Kind::decode, cachedSteps - 1));
    if (cachedSteps > 0)
        add(pointOf(model, scene.cached->steps()[0], Kind::prefill, 0));
    else if (naiveSteps > 0)
        add(pointOf(model, scene.naive->steps()[0], Kind::prefill, 0));
    if (naiveSteps > 1) {
        const auto& step = scene.naive->steps()[naiveSteps - 1];
        RooflinePoint busy = pointOf(model, step, Kind::naive, naiveSteps - 1);
        busy.share = step.positionsComputed > 0
                         ? static_cast<double>(step.positionsRecomputed) / static_cast<double>(step.positionsComputed)
                         : 0;
        add(busy);
        if (step.wallNs > 0) {
            RooflinePoint useful = busy;
            useful.kind = Kind::naiveUseful;
            useful.gflopPerS = step.usefulFlops() / static_cast<double>(step.wallNs);
            useful.roofShare = busy.gflopPerS > 0 ? busy.roofShare * useful.gflopPerS / busy.gflopPerS : 0;
            useful.cacheResident = false;
            add(useful);
        }
    }
    const auto* any = cachedSteps > 0 ? &scene.cached->steps()[0] : naiveSteps > 0 ? &scene.naive->steps()[0] : nullptr;
    model.bytesMeasured = any && any->bytesSource == profiler::BytesSource::measured;
    fitAxes(model);
    return model;
}

namespace {

QString boundText(profiler::Bound bound)
{
    const auto say = [](const char* text) { return QCoreApplication::translate("Plots", text); };
    switch (bound) {
        case profiler::Bound::memory:
            return say(QT_TRANSLATE_NOOP("Plots", "memory"));
        case profiler::Bound::compute:
            return say(QT_TRANSLATE_NOOP("Plots", "compute"));
        case profiler::Bound::launch:
            return say(QT_TRANSLATE_NOOP("Plots", "launches"));
        case profiler::Bound::unknown:
            break;
    }
    return {};
}

}  // namespace

QString describePoint(const RooflinePoint& point, const QLocale& locale)
{
    using Kind = RooflinePoint::Kind;
    const auto say = [](const char* text) { return QCoreApplication::translate("Plots", text); };
    const QString step = formatInteger(locale, static_cast<std::int64_t>(point.step) + 1);
    QString text;
    switch (point.kind) {
        case Kind::trail:
        case Kind::decode:
            text = say(QT_TRANSLATE_NOOP("Plots", "decode, step %1")).arg(step);
            break;
        case Kind::prefill:
            text = say(QT_TRANSLATE_NOOP("Plots", "prefill"));
            break;
        case Kind::naive:
            text = say(QT_TRANSLATE_NOOP("Plots", "naive, step %1: all its work")).arg(step);
            break;
        case Kind::naiveUseful:
            text = say(QT_TRANSLATE_NOOP("Plots", "naive, step %1: its useful work")).arg(step);
            break;
        case Kind::op:
            text = point.label;
            break;
    }
    text += QStringLiteral("\n") +
            say(QT_TRANSLATE_NOOP("Plots", "%1 GFLOP/s at %2 FLOP per byte"))
                .arg(formatSignificant(locale, point.gflopPerS), formatSignificant(locale, point.intensity));
    if (point.roofShare > 0)
        text += QStringLiteral("\n") +
                say(QT_TRANSLATE_NOOP("Plots", "%1 of its roof")).arg(formatShare(locale, point.roofShare));
    if (point.bound != profiler::Bound::unknown)
        text += QStringLiteral(", ") + say(QT_TRANSLATE_NOOP("Plots", "limited by %1")).arg(boundText(point.bound));
    if (point.cacheResident)
        text += QStringLiteral("\n") +
                say(QT_TRANSLATE_NOOP("Plots", "cache-resident: above what main memory can deliver"));
    return text;
}

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

    std::vector<QPointF> points()
    {
        roofs();
        std::vector<QPointF> places;
        const qreal size = m_canvas.framed() ? 7 : m_theme.stroke > 2 ? 6.5 : 5;
        for (const RooflinePoint& point : m_model.points) {
            const QPointF p = at(point.intensity, point.gflopPerS);
            places.push_back(p);
            const qreal reach = point.kind == RooflinePoint::Kind::trail ? 2 : size + 1;
            m_labels.block(QRectF(p - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach)));
        }
        connectNaive(places);
        nameRoofs();
        for (std::size_t i = 0; i < places.size(); ++i) marker(m_model.points[i], places[i], size);
        // Names of what matters most choose their places first.
        using Kind = RooflinePoint::Kind;
        for (const Kind kind : {Kind::decode, Kind::naive, Kind::prefill, Kind::naiveUseful, Kind::op}) {
            for (std::size_t i = 0; i < places.size(); ++i) {
                if (m_model.points[i].kind == kind)
                    label(m_model.points[i], places[i], size);
            }
        }
        if (!m_ridge.second.isEmpty())
            put(m_ridge.first, m_ridge.second, 400, m_theme.textMuted, 6, 24);
        return places;
    }

private:
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
        m_slopeNames.push_back({from, to, name.arg(formatSignificant(m_canvas.locale(), gbPerS)), below});
    }

    /// Names of the roofs, where neither points nor lines are.
    void nameRoofs()
    {
        const int size = m_canvas.small();
        for (std::size_t i = 0; i < m_computeNames.size(); ++i) {
            const auto& [roof, end] = m_computeNames[i];
            computeLabel(*roof, end, i == 0 ? m_theme.text : m_theme.textMuted, i == 0 ? 600 : 400);
        }
        for (const SlopeName& slope : m_slopeNames) {
            const QPointF along = slope.to - slope.from;
            const qreal length = std::hypot(along.x(), along.y());
            const int weight = slope.below ? 600 : 400;
            const qreal textWidth = m_canvas.width(slope.text, size, weight);
            if (length < textWidth + 8)
                continue;
            const QPointF unit = along / length;
            const QPointF normal = slope.below ? QPointF(-unit.y(), unit.x()) : QPointF(unit.y(), -unit.x());
            for (const qreal share : {0.3, 0.1, 0.5, 0.7, 0.02, 0.9}) {
                const QPointF anchor = slope.from + unit * (length - textWidth) * share + normal * (size * 0.95);
                if (!isFreeAlong(anchor, unit, textWidth, size * 0.45))
                    continue;
                QPainter& p = m_canvas.painter();
                p.save();
                p.translate(anchor);
                p.rotate(std::atan2(along.y(), along.x()) * 180 / M_PI);
                m_canvas.text({0, 0}, Qt::AlignLeft | Qt::AlignVCenter, slope.text, size, weight,
                              slope.below ? m_theme.text : m_theme.textMuted);
                p.restore();
                m_labels.blockLine(anchor, anchor + unit * textWidth, size * 0.7);
                break;
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
        const QString text = QStringLiteral("%1 %2 GFLOP/s")
                                 .arg(latin(name(roof.type)), formatSignificant(m_canvas.locale(), roof.gflopPerS));
        QRectF box = m_canvas.textRect(end - QPointF(4, 2), Qt::AlignRight | Qt::AlignBottom, text, size, weight);
        if (!m_labels.isFree(box))
            box.moveTop(end.y() + 2);
        if (!m_labels.isFree(box))
            return;
        m_labels.block(box);
        m_canvas.text(box.topLeft(), Qt::AlignLeft | Qt::AlignTop, text, size, weight, color);
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
            case Kind::op:
                p.setPen(QPen(m_theme.textMuted, m_theme.thinStroke * 1.2));
                p.setBrush(m_theme.bar);
                p.drawPolygon(QPolygonF{at + QPointF(0, -size * 0.8), at + QPointF(size * 0.8, 0),
                                        at + QPointF(0, size * 0.8), at + QPointF(-size * 0.8, 0)});
                break;
        }
    }

    /// What a point may be called, the fullest name first.
    QStringList namesOf(const RooflinePoint& point) const
    {
        using Kind = RooflinePoint::Kind;
        const QLocale& locale = m_canvas.locale();
        const QString share = point.roofShare > 0 ? formatShare(locale, point.roofShare) : QString();
        const auto with = [&](const char* full, const char* brief, const char* bare) -> QStringList {
            if (share.isEmpty())
                return {m_canvas.say(bare)};
            return {m_canvas.say(full).arg(share), m_canvas.say(brief).arg(share), m_canvas.say(bare)};
        };
        QStringList names;
        switch (point.kind) {
            case Kind::trail:
                return {};
            case Kind::decode:
                names = with(QT_TRANSLATE_NOOP("Plots", "decode · %1 of its roof"),
                             QT_TRANSLATE_NOOP("Plots", "decode %1"), QT_TRANSLATE_NOOP("Plots", "decode"));
                break;
            case Kind::prefill:
                names = with(QT_TRANSLATE_NOOP("Plots", "prefill · %1 of its roof"),
                             QT_TRANSLATE_NOOP("Plots", "prefill %1"), QT_TRANSLATE_NOOP("Plots", "prefill"));
                break;
            case Kind::naive:
                names = {m_canvas.say(QT_TRANSLATE_NOOP("Plots", "naive: busy, %1 repeats"))
                             .arg(formatShare(locale, point.share)),
                         m_canvas.say(QT_TRANSLATE_NOOP("Plots", "%1 repeats")).arg(formatShare(locale, point.share)),
                         m_canvas.say(QT_TRANSLATE_NOOP("Plots", "naive"))};
                break;
            case Kind::naiveUseful:
                names = {m_canvas.say(QT_TRANSLATE_NOOP("Plots", "useful: %1 GFLOP/s"))
                             .arg(formatSignificant(locale, point.gflopPerS)),
                         m_canvas.say(QT_TRANSLATE_NOOP("Plots", "useful"))};
                break;
            case Kind::op:
                return {point.label};
        }
        if (point.cacheResident)
            names.front() += QStringLiteral(" · ") + m_canvas.say(QT_TRANSLATE_NOOP("Plots", "cache-resident"));
        return names;
    }

    void label(const RooflinePoint& point, const QPointF& at, qreal size)
    {
        using Kind = RooflinePoint::Kind;
        const bool op = point.kind == Kind::op;
        const bool naive = point.kind == Kind::naive || point.kind == Kind::naiveUseful;
        const QColor color = op ? m_theme.textMuted : naive ? m_theme.runNaive : m_theme.text;
        const int weight = op || point.kind == Kind::naiveUseful ? 400 : 600;
        // A brief name beside its point is better than a full one far away. Ops have their names in the tool tip too.
        for (const qreal reach : op ? std::vector<qreal>{12} : std::vector<qreal>{24, 60, 160}) {
            for (const QString& text : namesOf(point)) {
                if (put(at, text, weight, color, size + 4, reach))
                    return;
            }
        }
    }

    bool put(const QPointF& at, const QString& text, int weight, const QColor& color, qreal gap, qreal reach)
    {
        const int size = m_canvas.small();
        const QSizeF box(m_canvas.width(text, size, weight) + 2, size * 1.25);
        const auto place = m_labels.place(at, box, gap, reach);
        if (!place)
            return false;
        // A thin thread back to a point that is far away.
        const QPointF nearest(std::clamp(at.x(), place->left(), place->right()),
                              std::clamp(at.y(), place->top(), place->bottom()));
        const QPointF way = nearest - at;
        const qreal length = std::hypot(way.x(), way.y());
        if (length > gap + 10)
            m_canvas.line(at + way * (gap / length), nearest - way * (2 / length), m_theme.border, m_theme.thinStroke);
        m_canvas.text({place->left() + 1, place->center().y()}, Qt::AlignLeft | Qt::AlignVCenter, text, size, weight,
                      color);
        return true;
    }

    const Canvas& m_canvas;
    const RooflineModel& m_model;
    const Chart& m_chart;
    const Theme& m_theme;
    LabelPlacer m_labels;
    struct SlopeName {
        QPointF from, to;
        QString text;
        bool below = false;
    };
    std::vector<SlopeName> m_slopeNames;
    std::vector<std::pair<const profiler::ComputeRoof*, QPointF>> m_computeNames;
    std::pair<QPointF, QString> m_ridge;
};

}  // namespace

std::vector<QPointF> paintRoofline(const Canvas& canvas, const QRectF& rect, const RooflineModel& model)
{
    const QLocale& locale = canvas.locale();
    const auto plain = [&](double v) { return locale.toString(v, 'g', 6); };
    ChartAxis x{model.intensityLow,
                model.intensityHigh,
                model.bytesMeasured
                    ? canvas.say(QT_TRANSLATE_NOOP("Plots", "arithmetic intensity (FLOP per byte, bytes measured)"))
                    : canvas.say(QT_TRANSLATE_NOOP("Plots", "arithmetic intensity (FLOP per byte, bytes modelled)")),
                plain,
                false,
                true};
    ChartAxis y{model.gflopLow, model.gflopHigh, QStringLiteral("GFLOP/s"), plain, false, true};
    const Chart chart = drawChartAxes(canvas, rect, x, y, 10);
    canvas.painter().save();
    RooflinePainter painter(canvas, model, chart);
    std::vector<QPointF> places = painter.points();
    canvas.painter().restore();
    if (!model.ceilings) {
        canvas.text(chart.plot.topLeft() + QPointF(8, 6), Qt::AlignLeft | Qt::AlignTop,
                    canvas.say(QT_TRANSLATE_NOOP("Plots", "roofs not measured")), canvas.small(), 400,
                    canvas.theme().textMuted);
    }
    return places;
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
        area = drawPictureFrame(canvas, rect, canvas.say(QT_TRANSLATE_NOOP("Plots", "Roofline")), subtitle, scene);
    }
    if (!scene.naive && !scene.cached) {
        drawEmpty(canvas, area, canvas.say(QT_TRANSLATE_NOOP("Plots", "No run yet")));
        return;
    }
    paintRoofline(canvas, area, model);
}

}  // namespace decodescope::app
