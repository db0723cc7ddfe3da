// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/theme.h"
#include "profiler/record/run_record.h"

#include <QImage>
#include <QLocale>
#include <QRectF>
#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

class QPainter;

namespace decodescope::app {

/// How fast one way of decoding was, one entry per context; empty where it did not get there.
struct SweepSpeed {
    engine::Strategy strategy{};
    std::vector<std::optional<double>> tokPerS;
};

/// What a sweep over context lengths measured, one entry per context in increasing order. Memory is that of the runs
/// with a cache, where there are any.
struct SweepData {
    std::vector<std::int64_t> contexts;
    std::vector<std::int64_t> kvBytesFormula;
    std::vector<std::int64_t> kvBytesUsed;
    std::vector<std::int64_t> memoryPeakBytes;
    std::vector<SweepSpeed> speeds;
    std::optional<profiler::RunInfo> info;  ///< of its runs but for the prompts; printed at the foot
};

/// Memory against context: measured peak and cache over their values at the shortest context, beside the formula, with
/// slopes in bytes per position.
void drawSweepMemory(QPainter& painter, const QRectF& rect, const SweepData& data, const Theme& theme, bool standalone,
                     const QLocale& locale = QLocale::c());
/// Tokens per second of decoding against context, a line for each way of it.
void drawSweepThroughput(QPainter& painter, const QRectF& rect, const SweepData& data, const Theme& theme,
                         bool standalone, const QLocale& locale = QLocale::c());

enum class SweepPicture { memory, throughput };
/// 1600x900 logical pixels, device pixel ratio 2.
QImage renderSweepPicture(SweepPicture picture, const SweepData& data, const Theme& theme);

/// Least-squares slope in bytes per position; empty below two contexts.
std::optional<double> slopePerPosition(const std::vector<std::int64_t>& contexts,
                                       const std::vector<std::int64_t>& bytes);

}  // namespace decodescope::app
