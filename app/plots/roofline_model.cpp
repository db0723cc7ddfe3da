// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/roofline_model.h"

#include "app/plots/numbers.h"
#include "app/plots/scene_sums.h"
#include "app/plots/triangle_cells.h"
#include "profiler/record/prediction.h"
#include "profiler/record/summary.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <map>

namespace decodescope::app {

namespace {

constexpr std::size_t kMostTrailPoints = 64;

QString latin(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
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

/// Bytes and FLOPs as the device counted them in a pass of its own, in the time the run took: replayed kernels have
/// none.
RooflinePoint countedPoint(const RooflineModel& model, const profiler::RunRecord& pass, const profiler::RunRecord& run,
                           std::size_t index)
{
    RooflinePoint point;
    const profiler::StepRecord& step = run.steps()[index];
    const auto& counters = pass.steps()[index].counters;
    if (!counters || !counters->flops || step.wallNs <= 0)
        return point;
    point.kind = index == 0 ? RooflinePoint::Kind::countedPrefill : RooflinePoint::Kind::countedDecode;
    point.intensity = counters->arithmeticIntensity().value_or(0);
    point.gflopPerS = *counters->flops / static_cast<double>(step.wallNs);
    point.bound = step.bound;
    point.step = index;
    if (const auto roof = model.attainable(point.intensity))
        point.roofShare = point.gflopPerS / *roof;
    return point;
}

/// Of the prompt, and of the last counted step that is shown.
std::vector<RooflinePoint> countedPoints(const RooflineModel& model, const PlotScene& scene, std::size_t steps)
{
    const auto pass =
        scene.recording != nullptr && scene.cached ? countedPass(*scene.recording, *scene.cached) : nullptr;
    const std::size_t count = pass ? std::min(steps, pass->steps().size()) : 0;
    std::vector<RooflinePoint> points;
    if (count > 1)
        points.push_back(countedPoint(model, *pass, *scene.cached, count - 1));
    if (count > 0)
        points.push_back(countedPoint(model, *pass, *scene.cached, 0));
    std::erase_if(points, [](const RooflinePoint& point) { return !drawable(point); });
    return points;
}

/// The round value (1, 2 or 5 times a power of ten) at or below `value` (> 0).
double roundBelow(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {5.0, 2.0}) {
        if (factor * power <= value * (1 + 1e-9))
            return factor * power;
    }
    return power;
}

double roundAbove(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= value * (1 - 1e-9))
            return factor * power;
    }
    return 10 * power;
}

/// Axes that hold every step published, not only those shown: they stand still while a record is played. Some air
/// around the points for their names, and both arms of the roof.
void fitAxes(RooflineModel& model, const PlotScene& scene)
{
    Reach intensity;
    Reach gflop;
    std::array<StepSums<RooflineReach>, 2> fresh;
    auto& kept = scene.kept != nullptr ? scene.kept->reach : fresh;
    for (const bool naive : {false, true}) {
        const auto& run = naive ? scene.naive : scene.cached;
        if (!run)
            continue;
        const RooflineReach& reach = kept[naive ? 1 : 0].upTo(run, run->steps().size(), RooflineReach{naive});
        intensity.take(reach.intensity);
        gflop.take(reach.gflop);
    }
    const auto take = [&](const RooflinePoint& point) {
        intensity.take(point.intensity);
        gflop.take(point.gflopPerS);
    };
    std::for_each(model.points.begin(), model.points.end(), take);
    if (scene.cached) {
        const auto counted = countedPoints(model, scene, scene.cached->steps().size());
        std::for_each(counted.begin(), counted.end(), take);
    }
    if (model.ceilings && model.ceilings->readGbPerS > 0) {
        for (const auto& roof : model.ceilings->compute) {
            intensity.take(roof.gflopPerS / model.ceilings->readGbPerS);
            gflop.take(roof.gflopPerS);
        }
    }
    if (intensity.high <= 0 || gflop.high <= 0)
        return;
    model.intensityLow = roundBelow(intensity.low / 3.5);
    model.intensityHigh = roundAbove(intensity.high * 4);
    model.gflopHigh = roundAbove(gflop.high * 2.5);
    double low = gflop.low / 2.5;
    if (model.ceilings)
        low = std::min(low, model.ceilings->readGbPerS * model.intensityLow);
    model.gflopLow = std::min(roundBelow(low), model.gflopHigh / 10);
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
            model.compute = profiler::mainCompute(run->info().model);
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
    for (const RooflinePoint& point : countedPoints(model, scene, cachedSteps)) {
        add(point);
        model.counted = true;
    }
    const auto* any = cachedSteps > 0 ? &scene.cached->steps()[0] : naiveSteps > 0 ? &scene.naive->steps()[0] : nullptr;
    model.bytesMeasured = any && any->bytesSource == profiler::BytesSource::measured;
    fitAxes(model, scene);
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
        case Kind::countedDecode:
            text = say(QT_TRANSLATE_NOOP("Plots", "decode, step %1: as the device counted it")).arg(step);
            break;
        case Kind::countedPrefill:
            text = say(QT_TRANSLATE_NOOP("Plots", "prefill: as the device counted it"));
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

}  // namespace decodescope::app
