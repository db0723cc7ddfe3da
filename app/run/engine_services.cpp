// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/run_controller.h"
#include "profiler/ceilings/ceilings.h"

#include <utility>

namespace decodescope::app {

RunServices engineServices()
{
    const auto quickCeilings = [](const profiler::RunSettings& settings, std::stop_token stop) {
        profiler::CeilingOptions options;
        options.threads = settings.threads;
        options.quick = true;
        return profiler::measureCpuCeilings(options, std::move(stop));
    };
    return {prepareModel, estimateRun, executeRuns, quickCeilings};
}

}  // namespace decodescope::app
