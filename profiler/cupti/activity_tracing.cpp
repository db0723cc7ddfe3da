// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cupti/activity_tracing.h"

#include "profiler/cupti/cupti_error.h"

#include <chrono>
#include <exception>
#include <utility>

namespace decodescope::profiler::cupti {
namespace {

/// Whose buffers CUPTI fills: its buffer callbacks carry nothing of ours.
std::atomic<ActivityTracing*> current{nullptr};

/// What the thread captures nodes for.
struct Capturing {
    GraphNodes* nodes = nullptr;
    const std::int32_t* op = nullptr;
};
thread_local Capturing capturing;

/// The engine's clock: host times of a trace and of a step can be compared.
std::uint64_t CUPTIAPI timestamp()
{
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
            .count());
}

struct Kind {
    CUpti_ActivityKind kind;
    const char* doing;
};
// Not GRAPH_TRACE: it would take the place of the records of a graph's kernels. RUNTIME, because external correlation
// is recorded with calls.
constexpr Kind kKinds[] = {
    {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, "switching on the tracing of kernels"},
    {CUPTI_ACTIVITY_KIND_MEMCPY, "switching on the tracing of copies"},
    {CUPTI_ACTIVITY_KIND_MEMSET, "switching on the tracing of sets"},
    {CUPTI_ACTIVITY_KIND_MEMORY2, "switching on the tracing of allocations"},
    {CUPTI_ACTIVITY_KIND_OVERHEAD, "switching on the tracing of overhead"},
    {CUPTI_ACTIVITY_KIND_RUNTIME, "switching on the tracing of calls"},
    {CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION, "switching on the correlation of ops and kernels"},
};

}  // namespace

ActivityTracing::ActivityTracing()
{
    m_filled.reserve(BufferPool::kMostBuffers);
    m_enabled.reserve(std::size(kKinds));
}

ActivityTracing::~ActivityTracing()
{
    m_running = false;
    switchOff();
    ActivityTracing* self = this;
    current.compare_exchange_strong(self, nullptr);
}

std::optional<Error> ActivityTracing::failure() const
{
    const std::lock_guard lock(m_failureMutex);
    return m_failure;
}

void ActivityTracing::fail(Error error) noexcept
{
    m_running = false;
    const std::lock_guard lock(m_failureMutex);
    if (!m_failure)
        m_failure = std::move(error);
}

void ActivityTracing::fail(CUptiResult result, const char* doing) noexcept
{
    m_running = false;
    try {
        fail(cuptiError(result, doing));
    } catch (const std::exception&) {
        fail(Error{ErrorCode::memory, {}, {}});
    }
}

bool ActivityTracing::ok(CUptiResult result, const char* doing) noexcept
{
    if (result == CUPTI_SUCCESS)
        return true;
    fail(result, doing);
    return false;
}

Result<void> ActivityTracing::start()
{
    if (!m_tried) {
        m_tried = true;
        current = this;
        if (switchOn())
            m_running = true;
        else
            switchOff();
    }
    if (const auto why = failure())
        return tl::unexpected(*why);
    return {};
}

bool ActivityTracing::switchOn()
{
    // Alone in the process or not at all: the subscriber comes first.
    CUpti_SubscriberHandle subscriber = nullptr;
    if (!ok(cuptiSubscribe(&subscriber, resource, this), "subscribing to CUPTI"))
        return false;
    m_subscriber = subscriber;
    for (const CUpti_CallbackId id : {CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED, CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED})
        if (!ok(cuptiEnableCallback(1, m_subscriber, CUPTI_CB_DOMAIN_RESOURCE, id), "following graphs"))
            return false;
    if (!ok(cuptiActivityRegisterTimestampCallback(timestamp), "setting the clock of records") ||
        !ok(cuptiActivityRegisterCallbacks(requestBuffer, completeBuffer), "giving CUPTI buffers"))
        return false;
    return enableKinds();
}

bool ActivityTracing::enableKinds() noexcept
{
    for (const Kind& kind : kKinds) {
        if (!ok(cuptiActivityEnable(kind.kind), kind.doing))
            return false;
        m_enabled.push_back(kind.kind);
    }
    return true;
}

/// Whatever each call says, all of it is done: there is nobody left to tell.
void ActivityTracing::switchOff() noexcept
{
    const bool any = !m_enabled.empty();
    for (const CUpti_ActivityKind kind : m_enabled) static_cast<void>(cuptiActivityDisable(kind));
    m_enabled.clear();
    if (any)
        static_cast<void>(cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
    if (m_subscriber != nullptr)
        static_cast<void>(cuptiUnsubscribe(m_subscriber));
    m_subscriber = nullptr;
}

void ActivityTracing::settle() noexcept
{
    if (!running())
        switchOff();
}

std::uint16_t ActivityTracing::beginSession() noexcept
{
    ++m_open;
    if (running() && m_enabled.empty())
        static_cast<void>(enableKinds());
    else
        forget();
    settle();
    return ++m_sessions;
}

void ActivityTracing::endSession() noexcept
{
    --m_open;
    rest();
}

void ActivityTracing::rest() noexcept
{
    if (m_open > 0 || !running())
        return;
    // Disabled one by one: what could not be would be left on, and everything else be measured with it.
    while (!m_enabled.empty() && ok(cuptiActivityDisable(m_enabled.back()), "pausing")) m_enabled.pop_back();
    forget();
    settle();
}

/// Records made up to now are thrown away.
void ActivityTracing::forget() noexcept
{
    if (!running() || m_steps != 0)
        return;
    if (ok(cuptiActivityFlushAll(0), "asking for records"))
        static_cast<void>(readDropped());
}

std::int64_t ActivityTracing::readDropped() noexcept
{
    std::size_t count = 0;
    const bool known = ok(cuptiActivityGetNumDroppedRecords(nullptr, 0, &count), "counting lost records");
    return known ? static_cast<std::int64_t>(count) : 0;
}

void ActivityTracing::beginStep(GraphNodes& nodes, const std::int32_t& op) noexcept
{
    ++m_steps;
    capturing = {&nodes, &op};
}

bool ActivityTracing::endStep(ActivityBatch& batch, std::int64_t& dropped) noexcept
{
    capturing = {};
    // Without the flag a flush leaves out what is not complete: the device is idle, so all is.
    if (running() && ok(cuptiActivityFlushAll(0), "asking for records"))
        dropped = readDropped();
    --m_steps;
    m_pool.collect(m_filled);
    try {
        for (const FilledBuffer& buffer : m_filled)
            if (running())
                static_cast<void>(ok(m_parser.parse(buffer, batch), "reading records"));
    } catch (const std::exception&) {
        fail(CUPTI_ERROR_OUT_OF_MEMORY, "keeping records");
    }
    m_pool.giveBack(m_filled);
    m_filled.clear();
    settle();
    return running();
}

void ActivityTracing::requestBuffer(std::uint8_t** buffer, std::size_t* bytes, std::size_t* mostRecords) noexcept
{
    ActivityTracing* self = current;
    *buffer = self != nullptr ? self->m_pool.take() : nullptr;
    *bytes = *buffer != nullptr ? BufferPool::kBufferBytes : 0;
    *mostRecords = 0;
}

void ActivityTracing::completeBuffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t,
                                     std::size_t bytes) noexcept
{
    if (ActivityTracing* self = current)
        self->m_pool.fill(buffer, bytes, self->m_steps > 0);
}

void ActivityTracing::resource(void* user, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) noexcept
{
    auto* self = static_cast<ActivityTracing*>(user);
    if (domain != CUPTI_CB_DOMAIN_RESOURCE || capturing.nodes == nullptr || data == nullptr || !self->running())
        return;
    const auto* graph =
        static_cast<const CUpti_GraphData*>(static_cast<const CUpti_ResourceData*>(data)->resourceDescriptor);
    if (graph == nullptr)
        return;
    try {
        self->nodeMade(*graph, id == CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED);
    } catch (const std::exception&) {
        self->fail(CUPTI_ERROR_OUT_OF_MEMORY, "following graphs");
    }
}

/// What runs is a clone of what was captured: both are known by the op.
void ActivityTracing::nodeMade(const CUpti_GraphData& graph, bool cloned)
{
    std::uint64_t id = 0;
    if (!ok(cuptiGetGraphNodeId(graph.node, &id), "naming a node of a graph"))
        return;
    if (!cloned) {
        (*capturing.nodes)[id] = *capturing.op;
        return;
    }
    std::uint64_t original = 0;
    if (!ok(cuptiGetGraphNodeId(graph.originalNode, &original), "naming a node of a graph"))
        return;
    if (const auto known = capturing.nodes->find(original); known != capturing.nodes->end())
        (*capturing.nodes)[id] = known->second;
}

}  // namespace decodescope::profiler::cupti
