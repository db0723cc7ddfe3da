// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/selection.h"

#include <QVariant>
#include <memory>
#include <string_view>
#include <utility>

namespace decodescope::app {

// What the tables behind the plots are made of.
using Step = profiler::StepRecord;

inline QVariant whole(std::int64_t value)
{
    return QVariant::fromValue(static_cast<qlonglong>(value));
}

inline QVariant text(std::string_view value)
{
    return QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size()));
}

/// The run a table is about: the cached one, or the naive one alone.
inline std::pair<std::shared_ptr<profiler::RunRecord>, std::size_t> mainRun(const Selection& selection)
{
    if (selection.cached() && (selection.cachedSteps() > 0 || !selection.naive()))
        return {selection.cached(), selection.cachedSteps()};
    return {selection.naive(), selection.naiveSteps()};
}

}  // namespace decodescope::app
