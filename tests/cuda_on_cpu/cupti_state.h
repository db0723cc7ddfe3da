// SPDX-License-Identifier: GPL-3.0-or-later
// What the stand-in for CUPTI keeps, and the records it makes of what the runtime tells.
#pragma once

#include "tests/cuda_on_cpu/state.h"

#include <cupti.h>
#include <cmath>
#include <cstring>
#include <deque>
#include <optional>
#include <set>
#include <utility>

namespace decodescope::cuda_on_cpu {

#if CUPTI_API_VERSION >= 130000
using Kernel = CUpti_ActivityKernel10;
using Copy = CUpti_ActivityMemcpy6;
using Memory = CUpti_ActivityMemory4;
using Overhead = CUpti_ActivityOverhead3;
#else
using Kernel = CUpti_ActivityKernel9;
using Copy = CUpti_ActivityMemcpy5;
using Memory = CUpti_ActivityMemory3;
using Overhead = CUpti_ActivityOverhead;
#endif
using Set = CUpti_ActivityMemset4;
constexpr std::int64_t kOverheadNs = 700;  ///< told with every flush

inline std::size_t sizeOf(CUpti_ActivityKind kind)
{
    switch (kind) {
        case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
            return sizeof(Kernel);
        case CUPTI_ACTIVITY_KIND_MEMCPY:
            return sizeof(Copy);
        case CUPTI_ACTIVITY_KIND_MEMSET:
            return sizeof(Set);
        case CUPTI_ACTIVITY_KIND_MEMORY2:
            return sizeof(Memory);
        case CUPTI_ACTIVITY_KIND_RUNTIME:
            return sizeof(CUpti_ActivityAPI);
        case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
            return sizeof(CUpti_ActivityExternalCorrelation);
        case CUPTI_ACTIVITY_KIND_OVERHEAD:
            return sizeof(Overhead);
        default:
            return 0;
    }
}

inline thread_local std::vector<std::uint64_t> externalIds;

/// CUPTI's side. All of it under the runtime's lock.
class Cupti final : public ActivityListener {
public:
    void callBegan(std::uint32_t call) override
    {
        m_callStart = now();
        if (!on(CUPTI_ACTIVITY_KIND_RUNTIME) || !on(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION) || externalIds.empty())
            return;
        auto record = made<CUpti_ActivityExternalCorrelation>(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION);
        record.externalKind = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0;
        record.externalId = externalIds.back();
        record.correlationId = call;
        put(record);
    }

    void callEnded(std::uint32_t call) override
    {
        if (!on(CUPTI_ACTIVITY_KIND_RUNTIME))
            return;
        auto record = made<CUpti_ActivityAPI>(CUPTI_ACTIVITY_KIND_RUNTIME);
        record.start = m_callStart;
        record.end = now();
        record.correlationId = call;
        put(record);
    }

    void kernelRan(const KernelLaunch& launch, WorkOrigin origin, WorkTime time) override
    {
        if (!on(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL))
            return;
        auto record = made<Kernel>(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
        record.name = m_names.insert(launch.name).first->c_str();
        record.gridX = static_cast<std::int32_t>(launch.gridX);
        record.gridY = static_cast<std::int32_t>(launch.gridY);
        record.gridZ = static_cast<std::int32_t>(launch.gridZ);
        record.blockX = static_cast<std::int32_t>(launch.threads);
        record.blockY = record.blockZ = 1;
        record.registersPerThread = 32;
        record.dynamicSharedMemory = static_cast<std::int32_t>(launch.sharedBytes);
        putWork(record, origin, time);
    }

    void moved(std::optional<cudaMemcpyKind> kind, std::size_t bytes, WorkOrigin origin, WorkTime time) override
    {
        if (kind && on(CUPTI_ACTIVITY_KIND_MEMCPY)) {
            auto record = made<Copy>(CUPTI_ACTIVITY_KIND_MEMCPY);
            record.copyKind = *kind == cudaMemcpyHostToDevice   ? CUPTI_ACTIVITY_MEMCPY_KIND_HTOD
                              : *kind == cudaMemcpyDeviceToHost ? CUPTI_ACTIVITY_MEMCPY_KIND_DTOH
                                                                : CUPTI_ACTIVITY_MEMCPY_KIND_DTOD;
            record.bytes = bytes;
            putWork(record, origin, time);
        } else if (!kind && on(CUPTI_ACTIVITY_KIND_MEMSET)) {
            auto record = made<Set>(CUPTI_ACTIVITY_KIND_MEMSET);
            record.bytes = bytes;
            putWork(record, origin, time);
        }
    }

    void allocated(bool taken, std::size_t bytes, std::uint32_t call) override
    {
        if (!on(CUPTI_ACTIVITY_KIND_MEMORY2))
            return;
        auto record = made<Memory>(CUPTI_ACTIVITY_KIND_MEMORY2);
        record.memoryOperationType =
            taken ? CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION : CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE;
        record.bytes = bytes;
        record.correlationId = call;
        record.timestamp = deviceNs(state().clockMs);
        put(record);
    }

    void nodeMade(std::uint64_t node, std::uint64_t original) override
    {
        const CUpti_CallbackId id =
            original == 0 ? CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED : CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED;
        if (callback == nullptr || !followed.contains(id))
            return;
        CUpti_GraphData graph{};
        graph.node = reinterpret_cast<CUgraphNode>(node);
        graph.originalNode = reinterpret_cast<CUgraphNode>(original);
        CUpti_ResourceData data{};
        data.resourceDescriptor = &graph;
        inCallback = true;
        callback(user, CUPTI_CB_DOMAIN_RESOURCE, id, &data);
        inCallback = false;
    }

    /// Counts a call, and says whether it is to fail.
    CUptiResult enter(const char* function, bool inCallbackToo = false)
    {
        ++calls[function];
        if (inCallback && !inCallbackToo)
            state().report = std::string(function) + " called from a callback of CUPTI";
        if (failIn > 0 && failFunction == function && --failIn == 0) {
            failureHappened = true;
            return failWith;
        }
        return CUPTI_SUCCESS;
    }

    bool on(CUpti_ActivityKind kind) const { return !stub && kinds.contains(kind); }
    void deliver()
    {
        if (m_buffer != nullptr && complete != nullptr)
            complete(nullptr, 0, std::exchange(m_buffer, nullptr), m_size, m_used);
        m_used = 0;
    }

    void flush(bool forced)
    {
        if (std::exchange(held, false) && !forced)
            return;
        if (!kinds.empty() && on(CUPTI_ACTIVITY_KIND_OVERHEAD)) {
            auto record = made<Overhead>(CUPTI_ACTIVITY_KIND_OVERHEAD);
            record.overheadKind = CUPTI_ACTIVITY_OVERHEAD_CUPTI_RESOURCE;
            record.start = 1000;
            record.end = 1000 + kOverheadNs;
            put(record);
        }
        if (forced)
            append(std::exchange(m_delayed, {}));
        deliver();
        append(std::exchange(m_delayed, {}));
    }

    bool holdsBuffer() const { return m_buffer != nullptr; }

    CUpti_CallbackFunc callback = nullptr;
    void* user = nullptr;
    std::set<CUpti_CallbackId> followed;
    std::set<CUpti_ActivityKind> kinds;
    std::set<CUpti_ActivityKind> everOn;
    CUpti_BuffersCallbackRequestFunc request = nullptr;
    CUpti_BuffersCallbackCompleteFunc complete = nullptr;
    CUpti_TimestampCallbackFunc clock = nullptr;
    std::map<std::string, std::int64_t> calls;
    std::string failFunction;
    std::int64_t failIn = 0;
    CUptiResult failWith = CUPTI_SUCCESS;
    bool failureHappened = false;
    bool otherSubscriber = false;
    bool stub = false;
    bool held = false;  ///< the next flush
    bool inCallback = false;
    std::int64_t toDrop = 0;
    std::int64_t toLoseTimes = 0;
    std::int64_t toDelay = 0;
    std::size_t dropped = 0;
    std::uint64_t originNs = 0;  ///< of the device's clock

private:
    template <class Record>
    static Record made(CUpti_ActivityKind kind)
    {
        Record record;
        std::memset(static_cast<void*>(&record), 0, sizeof record);
        record.kind = kind;
        return record;
    }
    std::uint64_t now() const { return clock != nullptr ? clock() : 1; }
    std::uint64_t deviceNs(double ms) const { return originNs + static_cast<std::uint64_t>(std::llround(ms * 1e6)); }

    template <class Record>
    void putWork(Record& record, WorkOrigin origin, WorkTime time)
    {
        record.correlationId = origin.call;
        record.graphNodeId = origin.node;
        record.start = deviceNs(time.startMs);
        record.end = deviceNs(time.endMs);
        if (toLoseTimes > 0) {
            --toLoseTimes;
            record.start = record.end = 0;
        }
        if (toDrop > 0) {
            --toDrop;
            ++dropped;
        } else if (toDelay > 0) {
            --toDelay;
            m_delayed.push_back(bytesOf(record));
        } else {
            put(record);
        }
    }

    template <class Record>
    static std::vector<std::byte> bytesOf(const Record& record)
    {
        const auto* first = reinterpret_cast<const std::byte*>(&record);
        return {first, first + sizeof record};
    }
    template <class Record>
    void put(const Record& record)
    {
        append({bytesOf(record)});
    }

    void append(const std::deque<std::vector<std::byte>>& records)
    {
        for (const std::vector<std::byte>& record : records) {
            if (m_buffer != nullptr && m_used + record.size() > m_size)
                deliver();
            if (m_buffer == nullptr && request != nullptr) {
                std::size_t most = 0;
                m_size = m_used = 0;
                inCallback = true;
                request(&m_buffer, &m_size, &most);
                inCallback = false;
            }
            if (m_buffer == nullptr || m_used + record.size() > m_size) {
                ++dropped;
                continue;
            }
            std::memcpy(m_buffer + m_used, record.data(), record.size());
            m_used += record.size();
        }
    }

    std::set<std::string> m_names;
    std::deque<std::vector<std::byte>> m_delayed;
    std::uint8_t* m_buffer = nullptr;
    std::size_t m_size = 0;
    std::size_t m_used = 0;
    std::uint64_t m_callStart = 0;
};

/// The one of the process. Under the runtime's lock.
Cupti& cuptiInstance();

}  // namespace decodescope::cuda_on_cpu
