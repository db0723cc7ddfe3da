// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cuda_on_cpu/state.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace decodescope::cuda_on_cpu {
namespace {

template <class T>
void deleteAll(std::set<T*>& all)
{
    for (T* each : all) delete each;
    all.clear();
}

}  // namespace

State& state()
{
    static State instance;
    return instance;
}

Entry::Entry(bool ends) : m_lock(state().mutex)
{
    State& s = state();
    ++s.counters.calls;
    m_call = ++s.call;
    if (s.listener != nullptr)
        s.listener->callBegan(m_call);
    if (s.failIn > 0 && --s.failIn == 0) {
        s.failureHappened = true;
        m_error = s.lastError = s.failWith;
        return;
    }
    if (!ends && s.sticky != cudaSuccess)
        m_error = s.lastError = s.sticky;
}

Entry::~Entry()
{
    if (state().listener != nullptr)
        state().listener->callEnded(m_call);
}

bool State::capturing() const
{
    return std::any_of(streams.begin(), streams.end(), [](const CUstream_st* s) { return s->capturing != nullptr; });
}

std::int64_t State::liveDeviceBytes() const
{
    std::int64_t sum = 0;
    for (const auto& [address, block] : allocations)
        if (!block.pinned)
            sum += static_cast<std::int64_t>(block.bytes);
    return sum;
}

const Allocation* State::find(const void* address, std::size_t bytes) const
{
    const auto* begin = static_cast<const std::byte*>(address);
    auto after = allocations.upper_bound(begin);
    if (after == allocations.begin())
        return nullptr;
    const auto& [start, block] = *--after;
    return begin + bytes <= start + block.bytes ? &block : nullptr;
}

cudaError_t State::fail(cudaError_t error, const std::string& why)
{
    report = why;
    lastError = error;
    return error;
}

void State::submit(CUstream_st& stream, std::function<void()> work)
{
    if (stream.capturing != nullptr) {
        stream.capturing->nodes.push_back({std::move(work), ++lastNode});
        if (listener != nullptr)
            listener->nodeMade(lastNode, 0);
        return;
    }
    stream.work.push_back([this, from = WorkOrigin{call, 0}, work = std::move(work)] {
        origin = from;
        work();
    });
    // Lazily: most of it waits for a synchronisation, some starts before.
    while (random.below(8) == 0) {
        auto at = streams.begin();
        std::advance(at, static_cast<std::ptrdiff_t>(random.below(streams.size())));
        if ((*at)->work.empty())
            break;
        const std::function<void()> first = std::move((*at)->work.front());
        (*at)->work.pop_front();
        first();
    }
}

void State::drain(CUstream_st& stream)
{
    while (!stream.work.empty()) {
        const std::function<void()> first = std::move(stream.work.front());
        stream.work.pop_front();
        if (sticky == cudaSuccess)
            first();
    }
}

void State::drainAll()
{
    for (CUstream_st* stream : streams) drain(*stream);
}

void State::runKernel(const KernelLaunch& launch)
{
    if (sticky != cudaSuccess)
        return;
    ++counters.kernelsRun;
    kernelsRun.push_back(launch.name);
    const double startMs = clockMs;
    clockMs += 0.002;
    std::string error = runner.run(launch, random);
    if (listener != nullptr)
        listener->kernelRan(launch, origin, {startMs, clockMs});
    for (const auto& [address, block] : allocations)
        for (std::size_t i = 0; i < kCanaryBytes && error.empty(); ++i)
            if (address[block.bytes + i] != std::byte{kCanary})
                error = "kernel " + launch.name + " wrote past the end of a block of " + std::to_string(block.bytes) +
                        " bytes";
    if (!error.empty())
        sticky = fail(cudaErrorLaunchFailure, error);
}

unsigned long long deviceClockNs()
{
    return static_cast<unsigned long long>(std::llround((state().clockMs += 0.0005) * 1e6));
}

void nameKernel(const void* function, const char* name, std::size_t parameterBytes, void (*invoke)(const void*, void*))
{
    State& s = state();
    const std::lock_guard lock(s.mutex);
    s.kernels[function] = {name, parameterBytes, invoke};
}

void reset(std::uint64_t seed, const DeviceModel& model)
{
    State& s = state();
    const std::lock_guard lock(s.mutex);
    deleteAll(s.streams);
    deleteAll(s.events);
    deleteAll(s.graphs);
    deleteAll(s.executables);
    deleteAll(s.blasHandles);
    s.allocations.clear();
    s.model = model;
    s.random = Random(seed);
    s.counters = {};
    weightBytesLoaded = 0;
    s.failIn = 0;
    s.failAllocationIn = 0;
    s.failureHappened = false;
    s.lastError = s.sticky = cudaSuccess;
    s.report.clear();
    s.kernelsRun.clear();
}

void failCall(std::int64_t nth, cudaError_t error)
{
    State& s = state();
    const std::lock_guard lock(s.mutex);
    s.failIn = nth;
    s.failWith = error;
    s.failureHappened = false;
}

void failAllocation(std::int64_t nth)
{
    State& s = state();
    const std::lock_guard lock(s.mutex);
    s.failAllocationIn = nth;
    s.failureHappened = false;
}

void breakDevice()
{
    state().sticky = state().lastError = cudaErrorLaunchFailure;
}

bool failed()
{
    return state().failureHappened;
}

Counters counters()
{
    Counters counters = state().counters;
    counters.weightBytesLoaded = weightBytesLoaded;
    return counters;
}

Alive alive()
{
    State& s = state();
    const std::lock_guard lock(s.mutex);
    Alive result;
    for (const auto& [address, block] : s.allocations) ++(block.pinned ? result.pinnedBlocks : result.deviceBlocks);
    result.deviceBytes = s.liveDeviceBytes();
    result.streams = static_cast<std::int64_t>(s.streams.size());
    result.events = static_cast<std::int64_t>(s.events.size());
    result.graphs = static_cast<std::int64_t>(s.graphs.size());
    result.executables = static_cast<std::int64_t>(s.executables.size());
    result.blasHandles = static_cast<std::int64_t>(s.blasHandles.size() + s.blasLtObjects.size());
    return result;
}

std::string report()
{
    return state().report;
}

std::vector<std::string> kernelsRun()
{
    return state().kernelsRun;
}

void clearKernelsRun()
{
    state().kernelsRun.clear();
}

}  // namespace decodescope::cuda_on_cpu
