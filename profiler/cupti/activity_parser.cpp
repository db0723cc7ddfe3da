// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cupti/activity_parser.h"

#include "profiler/cupti/kernel_name.h"

#include <string_view>

namespace decodescope::profiler::cupti {
namespace {

// Newer records have more at their ends: these are the oldest that have all that is read.
using Kernel = CUpti_ActivityKernel9;
using Copy = CUpti_ActivityMemcpy5;
using Set = CUpti_ActivityMemset4;
using Memory = CUpti_ActivityMemory3;
using Overhead = CUpti_ActivityOverhead;

/// Start and end of 0: the device could not say.
void setTimes(KernelRecord& record, std::uint64_t start, std::uint64_t end)
{
    record.timed = (start != 0 || end != 0) && end >= start;
    if (!record.timed)
        return;
    record.startNs = static_cast<std::int64_t>(start);
    record.durationNs = static_cast<std::int64_t>(end - start);
}

DeviceWork workOf(std::uint8_t copyKind)
{
    switch (copyKind) {
        case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
        case CUPTI_ACTIVITY_MEMCPY_KIND_HTOA:
            return DeviceWork::copyToDevice;
        case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
        case CUPTI_ACTIVITY_MEMCPY_KIND_ATOH:
            return DeviceWork::copyToHost;
        default:
            return DeviceWork::copyOnDevice;
    }
}

}  // namespace

void ActivityBatch::clear()
{
    work.clear();
    externals.clear();
    calls.clear();
    overheadNs = 0;
}

CUptiResult ActivityParser::parse(const FilledBuffer& buffer, ActivityBatch& batch)
{
    CUpti_Activity* record = nullptr;
    for (;;) {
        const CUptiResult result = cuptiActivityGetNextRecord(buffer.data, buffer.bytes, &record);
        if (result == CUPTI_ERROR_MAX_LIMIT_REACHED || result == CUPTI_ERROR_INVALID_KIND)
            return CUPTI_SUCCESS;
        if (result != CUPTI_SUCCESS)
            return result;
        add(*record, batch);
    }
}

void ActivityParser::add(const CUpti_Activity& record, ActivityBatch& batch)
{
    switch (record.kind) {
        case CUPTI_ACTIVITY_KIND_KERNEL:
        case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: {
            const auto& kernel = reinterpret_cast<const Kernel&>(record);
            Activity& work = batch.work.emplace_back();
            work.correlation = kernel.correlationId;
            work.graphNode = kernel.graphNodeId;
            work.record.name = nameOf(kernel.name);
            work.record.grid = {kernel.gridX, kernel.gridY, kernel.gridZ};
            work.record.block = {kernel.blockX, kernel.blockY, kernel.blockZ};
            work.record.registers = kernel.registersPerThread;
            work.record.sharedBytes = kernel.staticSharedMemory + kernel.dynamicSharedMemory;
            setTimes(work.record, kernel.start, kernel.end);
            break;
        }
        case CUPTI_ACTIVITY_KIND_MEMCPY: {
            const auto& copy = reinterpret_cast<const Copy&>(record);
            Activity& work = batch.work.emplace_back();
            work.correlation = copy.correlationId;
            work.graphNode = copy.graphNodeId;
            work.record.work = workOf(copy.copyKind);
            work.record.bytes = static_cast<std::int64_t>(copy.bytes);
            setTimes(work.record, copy.start, copy.end);
            break;
        }
        case CUPTI_ACTIVITY_KIND_MEMSET: {
            const auto& set = reinterpret_cast<const Set&>(record);
            Activity& work = batch.work.emplace_back();
            work.correlation = set.correlationId;
            work.graphNode = set.graphNodeId;
            work.record.work = DeviceWork::set;
            work.record.bytes = static_cast<std::int64_t>(set.bytes);
            setTimes(work.record, set.start, set.end);
            break;
        }
        case CUPTI_ACTIVITY_KIND_MEMORY2: {
            const auto& memory = reinterpret_cast<const Memory&>(record);
            Activity& work = batch.work.emplace_back();
            work.correlation = memory.correlationId;
            work.record.work = memory.memoryOperationType == CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE
                                   ? DeviceWork::release
                                   : DeviceWork::allocate;
            work.record.bytes = static_cast<std::int64_t>(memory.bytes);
            setTimes(work.record, memory.timestamp, memory.timestamp);
            break;
        }
        case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: {
            const auto& external = reinterpret_cast<const CUpti_ActivityExternalCorrelation&>(record);
            if (external.externalKind == CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0)
                batch.externals.push_back({external.correlationId, external.externalId});
            break;
        }
        case CUPTI_ACTIVITY_KIND_RUNTIME: {
            const auto& call = reinterpret_cast<const CUpti_ActivityAPI&>(record);
            if (call.end >= call.start)
                batch.calls.push_back({call.correlationId, static_cast<std::int64_t>(call.end - call.start)});
            break;
        }
        case CUPTI_ACTIVITY_KIND_OVERHEAD: {
            const auto& overhead = reinterpret_cast<const Overhead&>(record);
            const bool flush = overhead.overheadKind == CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH;
            if (!flush && overhead.end >= overhead.start)
                batch.overheadNs += static_cast<std::int64_t>(overhead.end - overhead.start);
            break;
        }
        default:
            break;
    }
}

std::shared_ptr<const std::string> ActivityParser::nameOf(const char* symbol)
{
    if (symbol == nullptr)
        return nullptr;
    Name& name = m_names[symbol];
    // A module that was unloaded may have left its place to another name.
    if (name.readable == nullptr || name.symbol != symbol) {
        name.symbol = symbol;
        name.readable = std::make_shared<const std::string>(kernelName(symbol));
    }
    return name.readable;
}

}  // namespace decodescope::profiler::cupti
