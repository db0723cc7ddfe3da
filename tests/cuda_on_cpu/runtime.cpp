// SPDX-License-Identifier: GPL-3.0-or-later
// Device, launches, streams, events and graphs.
#include "tests/cuda_on_cpu/state.h"

#include <cstring>
#include <utility>

namespace cpu = decodescope::cuda_on_cpu;

// ---- device ----------------------------------------------------------------------------------------------------

cudaError_t cudaGetDeviceCount(int* count)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    *count = 0;
    if (entry.error() != cudaSuccess)
        return entry.error();
    if (s.model.found != cudaSuccess)
        return s.fail(s.model.found, "no device to find");
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    const cpu::Entry entry;
    if (entry.error() != cudaSuccess)
        return entry.error();
    return device == 0 ? cudaSuccess : cpu::state().fail(cudaErrorInvalidDevice, "there is one device");
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (entry.error() != cudaSuccess)
        return entry.error();
    if (device != 0)
        return s.fail(cudaErrorInvalidDevice, "there is one device");
    *properties = {};
    std::strncpy(properties->name, s.model.name.c_str(), sizeof(properties->name) - 1);
    properties->major = s.model.major;
    properties->minor = s.model.minor;
    properties->multiProcessorCount = s.model.multiprocessors;
    properties->totalGlobalMem = static_cast<std::size_t>(s.model.totalBytes);
    properties->l2CacheSize = s.model.cacheBytes;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (entry.error() != cudaSuccess)
        return entry.error();
    if (device != 0)
        return s.fail(cudaErrorInvalidDevice, "there is one device");
    switch (attribute) {
        case cudaDevAttrCooperativeLaunch:
            *value = s.model.cooperative ? 1 : 0;
            return cudaSuccess;
        case cudaDevAttrComputeCapabilityMajor:
            *value = s.model.major;
            return cudaSuccess;
        case cudaDevAttrComputeCapabilityMinor:
            *value = s.model.minor;
            return cudaSuccess;
        case cudaDevAttrL2CacheSize:
            *value = s.model.cacheBytes;
            return cudaSuccess;
        case cudaDevAttrMultiProcessorCount:
            *value = s.model.multiprocessors;
            return cudaSuccess;
        default:
            return s.fail(cudaErrorInvalidValue, "an attribute nobody asked for before");
    }
}

cudaError_t cudaDriverGetVersion(int* version)
{
    const cpu::Entry entry;
    *version = CUDART_VERSION;
    return entry.error();
}

cudaError_t cudaRuntimeGetVersion(int* version)
{
    const cpu::Entry entry;
    *version = CUDART_VERSION;
    return entry.error();
}

cudaError_t cudaGetLastError()
{
    const std::lock_guard lock(cpu::state().mutex);
    return std::exchange(cpu::state().lastError, cpu::state().sticky);
}

const char* cudaGetErrorString(cudaError_t error)
{
    switch (error) {
        case cudaSuccess:
            return "no error";
        case cudaErrorMemoryAllocation:
            return "out of memory";
        case cudaErrorNoDevice:
            return "no CUDA-capable device is detected";
        case cudaErrorInsufficientDriver:
            return "CUDA driver version is insufficient for CUDA runtime version";
        case cudaErrorNoKernelImageForDevice:
            return "no kernel image is available for execution on the device";
        case cudaErrorLaunchFailure:
            return "unspecified launch failure";
        default:
            return "an error of the stand-in";
    }
}

// ---- launches --------------------------------------------------------------------------------------------------

namespace {

cudaError_t launchChecked(const void* function, dim3 grid, dim3 threads, void** parameters, std::size_t sharedBytes,
                          cudaStream_t stream, bool together)
{
    constexpr std::size_t kSharedLimit = std::size_t{48} << 10;
    cpu::State& s = cpu::state();
    const auto kernel = s.kernels.find(function);
    if (kernel == s.kernels.end())
        return s.fail(cudaErrorInvalidDeviceFunction, "a kernel that was never named");
    if (!s.streams.contains(stream))
        return s.fail(cudaErrorInvalidResourceHandle, "a launch on no stream");
    const bool gridFits =
        grid.x >= 1 && grid.x <= 0x7fffffffU && grid.y >= 1 && grid.y <= 65535 && grid.z >= 1 && grid.z <= 65535;
    if (!gridFits || threads.x < 1 || threads.x > 1024 || threads.y != 1 || threads.z != 1)
        return s.fail(cudaErrorInvalidConfiguration, "kernel " + kernel->second.name + ": grid or block out of range");
    if (sharedBytes > kSharedLimit)
        return s.fail(cudaErrorInvalidValue, "kernel " + kernel->second.name + ": more than 48 KiB of shared memory");
    auto launch = std::make_shared<cpu::KernelLaunch>();
    launch->name = kernel->second.name;
    launch->function = function;
    launch->invoke = kernel->second.invoke;
    const auto* first = static_cast<const std::byte*>(parameters[0]);
    launch->parameter.assign(first, first + kernel->second.parameterBytes);
    launch->gridX = grid.x;
    launch->gridY = grid.y;
    launch->gridZ = grid.z;
    launch->threads = threads.x;
    launch->sharedBytes = sharedBytes;
    launch->together = together;
    if (stream->capturing == nullptr)
        ++(together ? s.counters.cooperativeLaunches : s.counters.launches);
    s.submit(*stream, [launch] { cpu::state().runKernel(*launch); });
    return cudaSuccess;
}

}  // namespace

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 threads, void** parameters, std::size_t sharedBytes,
                             cudaStream_t stream)
{
    const cpu::Entry entry;
    if (entry.error() != cudaSuccess)
        return entry.error();
    return launchChecked(function, grid, threads, parameters, sharedBytes, stream, false);
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 threads, void** parameters,
                                        std::size_t sharedBytes, cudaStream_t stream)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (entry.error() != cudaSuccess)
        return entry.error();
    if (!s.model.cooperative)
        return s.fail(cudaErrorNotSupported, "this device launches nothing cooperatively");
    if (s.capturing())
        return s.fail(cudaErrorStreamCaptureUnsupported, "a cooperative launch during capture");
    const auto room = static_cast<std::uint64_t>(s.model.multiprocessors) *
                      static_cast<std::uint64_t>(s.model.blocksPerMultiprocessor);
    if (std::uint64_t{grid.x} * grid.y * grid.z > room)
        return s.fail(cudaErrorCooperativeLaunchTooLarge, "more blocks than the device holds at once");
    return launchChecked(function, grid, threads, parameters, sharedBytes, stream, true);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int, std::size_t)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (entry.error() != cudaSuccess)
        return entry.error();
    if (!s.kernels.contains(function))
        return s.fail(cudaErrorInvalidDeviceFunction, "a kernel that was never named");
    *blocks = s.model.blocksPerMultiprocessor;
    return cudaSuccess;
}

// ---- streams and events ----------------------------------------------------------------------------------------

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (entry.error() != cudaSuccess)
        return entry.error();
    if (flags != cudaStreamNonBlocking)
        return s.fail(cudaErrorInvalidValue, "a stream that waits for the legacy one");
    *stream = new CUstream_st;
    s.streams.insert(*stream);
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    const cpu::Entry entry(true);
    cpu::State& s = cpu::state();
    if (!s.streams.contains(stream))
        return s.fail(cudaErrorInvalidResourceHandle, "a stream that does not exist ends");
    s.drain(*stream);
    s.streams.erase(stream);
    delete stream;
    return entry.error();
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (entry.error() != cudaSuccess)
        return entry.error();
    if (!s.streams.contains(stream))
        return s.fail(cudaErrorInvalidResourceHandle, "no stream to wait for");
    if (s.capturing()) {
        stream->captureBroken = true;
        return s.fail(cudaErrorStreamCaptureUnsupported, "a wait during capture");
    }
    ++s.counters.synchronisations;
    s.drain(*stream);
    return s.sticky;
}

cudaError_t cudaEventCreate(cudaEvent_t* event)
{
    const cpu::Entry entry;
    if (entry.error() != cudaSuccess)
        return entry.error();
    *event = new CUevent_st;
    cpu::state().events.insert(*event);
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    const cpu::Entry entry(true);
    cpu::State& s = cpu::state();
    if (s.events.erase(event) == 0)
        return s.fail(cudaErrorInvalidResourceHandle, "an event that does not exist ends");
    s.drainAll();
    delete event;
    return entry.error();
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (entry.error() != cudaSuccess)
        return entry.error();
    if (!s.events.contains(event) || !s.streams.contains(stream))
        return s.fail(cudaErrorInvalidResourceHandle, "an event or a stream that does not exist");
    if (flags != (stream->capturing != nullptr ? cudaEventRecordExternal : cudaEventRecordDefault))
        return s.fail(cudaErrorInvalidValue,
                      "an event whose time nobody can read: external in a graph, and only there");
    s.submit(*stream, [event] {
        event->recorded = true;
        event->atMs = cpu::state().clockMs += 0.0005;
    });
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (entry.error() != cudaSuccess)
        return entry.error();
    if (!s.events.contains(start) || !s.events.contains(end) || !start->recorded || !end->recorded)
        return s.fail(cudaErrorInvalidResourceHandle, "the time between events that have not happened");
    *ms = static_cast<float>(end->atMs - start->atMs);
    return cudaSuccess;
}

// ---- graphs ----------------------------------------------------------------------------------------------------

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (entry.error() != cudaSuccess)
        return entry.error();
    if (!s.streams.contains(stream) || stream->capturing != nullptr)
        return s.fail(cudaErrorIllegalState, "no stream, or one that is captured already");
    stream->capturing = new CUgraph_st;
    stream->captureBroken = false;
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph)
{
    const cpu::Entry entry(true);
    cpu::State& s = cpu::state();
    *graph = nullptr;
    if (!s.streams.contains(stream) || stream->capturing == nullptr)
        return s.fail(cudaErrorIllegalState, "no capture to end");
    CUgraph_st* made = std::exchange(stream->capturing, nullptr);
    if (entry.error() != cudaSuccess || stream->captureBroken) {
        delete made;
        return entry.error() != cudaSuccess ? entry.error() : s.fail(cudaErrorStreamCaptureInvalidated, s.report);
    }
    s.graphs.insert(made);
    *graph = made;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (entry.error() != cudaSuccess)
        return entry.error();
    if (!s.graphs.contains(graph))
        return s.fail(cudaErrorInvalidResourceHandle, "no graph");
    ++s.counters.instantiations;
    *executable = new CUgraphExec_st{graph->nodes};
    for (CUgraph_st::Node& node : (*executable)->nodes) {
        const std::uint64_t original = std::exchange(node.id, ++s.lastNode);
        if (s.listener != nullptr)
            s.listener->nodeMade(node.id, original);
    }
    s.executables.insert(*executable);
    return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream)
{
    const cpu::Entry entry;
    cpu::State& s = cpu::state();
    if (entry.error() != cudaSuccess)
        return entry.error();
    if (!s.executables.contains(executable) || !s.streams.contains(stream) || stream->capturing != nullptr)
        return s.fail(cudaErrorInvalidResourceHandle, "no graph to launch, or a stream that is captured");
    ++s.counters.graphLaunches;
    s.submit(*stream, [nodes = executable->nodes] {
        for (const CUgraph_st::Node& node : nodes) {
            cpu::state().origin.node = node.id;
            node.work();
        }
    });
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    const cpu::Entry entry(true);
    if (cpu::state().graphs.erase(graph) == 0)
        return cpu::state().fail(cudaErrorInvalidResourceHandle, "a graph that does not exist ends");
    delete graph;
    return entry.error();
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable)
{
    const cpu::Entry entry(true);
    if (cpu::state().executables.erase(executable) == 0)
        return cpu::state().fail(cudaErrorInvalidResourceHandle, "a graph that does not exist ends");
    delete executable;
    return entry.error();
}
