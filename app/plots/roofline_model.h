// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plots.h"
#include "profiler/ceilings/ceilings.h"

#include <QLocale>
#include <QString>
#include <optional>
#include <vector>

namespace decodescope::app {

struct RooflinePoint {
    enum class Kind { trail, decode, prefill, naive, naiveUseful, op, countedDecode, countedPrefill };
    Kind kind{};
    double intensity = 0;        ///< FLOP per byte
    double gflopPerS = 0;        ///< achieved
    double roofShare = 0;        ///< achieved / attainable at this intensity; 0 without roofs
    bool cacheResident = false;  ///< above the memory roof: the data came from the cache
    profiler::Bound bound = profiler::Bound::unknown;
    std::size_t step = 0;  ///< index in its run
    double share = 0;      ///< naive: of positions computed again; trail: age from 0 (oldest) to 1
    QString label;         ///< op name; callers may translate it
    std::optional<engine::OpKind> op;
};

/// What a roofline shows: measured roofs and the points of a scene. Pure function of record and position.
struct RooflineModel {
    std::optional<profiler::Ceilings> ceilings;
    std::optional<ComputeType> compute;  ///< arithmetic of the run
    bool bytesMeasured = false;
    bool counted = false;               ///< some points are what the device counted, beside those modelled
    std::vector<RooflinePoint> points;  ///< trail first (oldest first), then the points that carry labels
    double intensityLow = 0.1, intensityHigh = 1000;
    double gflopLow = 1, gflopHigh = 1000;

    /// GFLOP/s attainable at an intensity under the memory roof and the run's compute roof; empty without roofs.
    std::optional<double> attainable(double intensity) const;
};
RooflineModel rooflineModel(const PlotScene& scene, bool withOps = false);

/// One sentence on a point: intensity, achieved, share of its roof, what limits it.
QString describePoint(const RooflinePoint& point, const QLocale& locale);

}  // namespace decodescope::app
