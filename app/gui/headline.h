// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"

#include <QLocale>
#include <QString>

#include <array>
#include <cstdint>
#include <memory>

namespace decodescope::app {

enum class Tone : std::uint8_t { plain, good, bad, warning, muted };

/// One figure of the headline: a few large characters, a line that says what they mean, and how they come about.
struct HeadlineFigure {
    QString value;
    QString caption;
    QString detail;  ///< tool tip
    Tone tone = Tone::plain;
};

struct Headline {
    HeadlineFigure speed, agreement, memory, repeats;
    std::array<const HeadlineFigure*, 4> all() const { return {&speed, &agreement, &memory, &repeats}; }
};

/// The answer in one line, in every state: nothing to show, a run under way (`live`), one run only, runs that differ,
/// a cache broken on purpose. Figures come from profiler/record/summary.h, as in files and on the command line.
Headline makeHeadline(const std::shared_ptr<profiler::RunRecord>& naive,
                      const std::shared_ptr<profiler::RunRecord>& cached, bool live, const QLocale& locale = QLocale());

}  // namespace decodescope::app
