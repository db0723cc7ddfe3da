// SPDX-License-Identifier: GPL-3.0-or-later
// The module's one door.
#include "profiler/cupti/activity_tracing.h"
#include "profiler/cupti/cupti_library.h"
#include "profiler/cupti/module_entry.h"
#include "profiler/cupti/range_counters.h"
#include "profiler/cupti/range_library.h"
#include "profiler/cupti/trace_session.h"

namespace {

using namespace decodescope;
using namespace decodescope::profiler;

/// One for the process, as CUPTI itself; never ended, because CUPTI may call back until the process is gone.
cupti::ActivityTracing& tracing()
{
    static auto* instance = new cupti::ActivityTracing;
    return *instance;
}

Result<void> start()
{
    static const Result<void> loaded = cupti::loadCupti();
    return loaded ? tracing().start() : loaded;
}

std::unique_ptr<KernelTracer> trace()
{
    return std::make_unique<cupti::TraceSession>(tracing());
}

void rest()
{
    tracing().rest();
}

Result<std::unique_ptr<StepCounter>> count()
{
#ifdef DECODESCOPE_HAVE_RANGE_PROFILER
    const auto api = cupti::loadRangeApi();
    if (!api)
        return tl::unexpected(api.error());
    return std::make_unique<cupti::RangeCounters>(**api);
#else
    return fail(ErrorCode::device, "the CUDA toolkit this program was built with has no range profiler",
                "build with a newer CUDA toolkit");
#endif
}

constexpr cupti::ModuleEntry kEntry{start, trace, rest, count};

}  // namespace

/// Null for a program of another version.
extern "C" __attribute__((visibility("default"))) const cupti::ModuleEntry* decodescopeCuptiModule(
    std::uint32_t version, std::uint64_t shape)
{
    return version == cupti::kModuleVersion && shape == cupti::moduleShape() ? &kEntry : nullptr;
}
