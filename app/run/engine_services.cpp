// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/run_controller.h"
#include "app/run/single_run.h"

#include <algorithm>
#include <utility>

namespace decodescope::app {

RunServices engineServices()
{
    const auto quickCeilings = [](const profiler::RunSettings& settings, const PreparedModel& model,
                                  std::stop_token stop) -> std::optional<profiler::Ceilings> {
        auto prompts = buildPrompts(settings, model);
        if (!prompts) {
            return std::nullopt;
        }
        std::size_t longest = 1;
        for (const auto& ids : prompts->ids) {
            longest = std::max(longest, ids.size());
        }
        std::vector<std::string> warnings;
        return probeRoofsFor({settings.strategies, static_cast<std::int64_t>(longest), settings.newTokens,
                              static_cast<std::int64_t>(prompts->ids.size())},
                             settings, model, warnings, std::move(stop));
    };
    return {prepareModel, estimateRun, executeRuns, quickCeilings, findDevices};
}

}  // namespace decodescope::app
