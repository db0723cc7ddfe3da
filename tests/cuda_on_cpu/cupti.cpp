// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cuda_on_cpu/cupti_control.h"
#include "tests/cuda_on_cpu/cupti_state.h"

#include <utility>

namespace cpu = decodescope::cuda_on_cpu;

namespace {

using cpu::Cupti;

std::unique_ptr<Cupti>& instance()
{
    static auto made = std::make_unique<Cupti>();
    return made;
}

/// Takes the lock for one call.
class Call {
public:
    explicit Call(const char* function, bool inCallbackToo = false)
        : m_lock(cpu::state().mutex), m_result(instance()->enter(function, inCallbackToo))
    {
    }
    CUptiResult result() const { return m_result; }

private:
    std::unique_lock<std::recursive_mutex> m_lock;
    CUptiResult m_result;
};

}  // namespace

namespace decodescope::cuda_on_cpu {

Cupti& cuptiInstance()
{
    return *instance();
}

void resetCupti()
{
    const std::lock_guard lock(state().mutex);
    state().listener = nullptr;
    externalIds.clear();
    instance() = std::make_unique<Cupti>();
}

void failCupti(const std::string& function, std::int64_t nth, CUptiResult result)
{
    Cupti& cupti = *instance();
    cupti.failFunction = function;
    cupti.failIn = nth;
    cupti.failWith = result;
    cupti.failureHappened = false;
}

bool cuptiFailed()
{
    return instance()->failureHappened;
}

std::map<std::string, std::int64_t> cuptiCalls()
{
    return instance()->calls;
}

void setOtherSubscriber(bool there)
{
    instance()->otherSubscriber = there;
}

void makeStub()
{
    instance()->stub = true;
}

void dropRecords(std::int64_t count)
{
    instance()->toDrop = count;
}

void loseTimes(std::int64_t count)
{
    instance()->toLoseTimes = count;
}

void delayRecords(std::int64_t count)
{
    instance()->toDelay = count;
}

void holdFlush()
{
    instance()->held = true;
}

CuptiState cuptiState()
{
    const Cupti& cupti = *instance();
    return {cupti.callback != nullptr, static_cast<std::int64_t>(cupti.kinds.size()), cupti.holdsBuffer() ? 1 : 0};
}

}  // namespace decodescope::cuda_on_cpu

// ---- the functions we call -------------------------------------------------------------------------------------

CUptiResult cuptiSubscribe(CUpti_SubscriberHandle* subscriber, CUpti_CallbackFunc callback, void* user)
{
    const Call call("cuptiSubscribe");
    Cupti& cupti = *instance();
    if (call.result() != CUPTI_SUCCESS)
        return call.result();
    if (cupti.otherSubscriber || cupti.callback != nullptr)
        return CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
    cupti.callback = callback;
    cupti.user = user;
    *subscriber = reinterpret_cast<CUpti_SubscriberHandle>(&cupti);
    return CUPTI_SUCCESS;
}

CUptiResult cuptiUnsubscribe(CUpti_SubscriberHandle subscriber)
{
    const Call call("cuptiUnsubscribe");
    Cupti& cupti = *instance();
    if (subscriber != reinterpret_cast<CUpti_SubscriberHandle>(&cupti) || cupti.callback == nullptr)
        return CUPTI_ERROR_INVALID_PARAMETER;
    cupti.callback = nullptr;
    cupti.followed.clear();
    return call.result();
}

CUptiResult cuptiEnableCallback(std::uint32_t enable, CUpti_SubscriberHandle subscriber, CUpti_CallbackDomain domain,
                                CUpti_CallbackId id)
{
    const Call call("cuptiEnableCallback");
    Cupti& cupti = *instance();
    if (call.result() != CUPTI_SUCCESS)
        return call.result();
    if (subscriber != reinterpret_cast<CUpti_SubscriberHandle>(&cupti) || domain != CUPTI_CB_DOMAIN_RESOURCE)
        return CUPTI_ERROR_INVALID_PARAMETER;
    if (enable != 0)
        cupti.followed.insert(id);
    else
        cupti.followed.erase(id);
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityRegisterTimestampCallback(CUpti_TimestampCallbackFunc clock)
{
    const Call call("cuptiActivityRegisterTimestampCallback");
    Cupti& cupti = *instance();
    if (call.result() != CUPTI_SUCCESS)
        return call.result();
    if (cupti.clock != nullptr || !cupti.kinds.empty())
        cpu::state().report = "the clock of records is set twice, or after records began";
    cupti.clock = clock;
    cupti.originNs = clock();
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                           CUpti_BuffersCallbackCompleteFunc complete)
{
    const Call call("cuptiActivityRegisterCallbacks");
    if (call.result() != CUPTI_SUCCESS)
        return call.result();
    instance()->request = request;
    instance()->complete = complete;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind)
{
    const Call call("cuptiActivityEnable");
    if (call.result() != CUPTI_SUCCESS)
        return call.result();
    if (cpu::sizeOf(kind) == 0)
        return CUPTI_ERROR_INVALID_KIND;
    const bool used = !cpu::state().streams.empty() || cpu::state().counters.allocations > 0;
    if (instance()->everOn.insert(kind).second && used)
        cpu::state().report = "tracing begins after the device was used";
    instance()->kinds.insert(kind);
    cpu::state().listener = instance().get();
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind)
{
    const Call call("cuptiActivityDisable");
    instance()->kinds.erase(kind);
    return call.result();
}

CUptiResult cuptiActivityFlushAll(std::uint32_t flag)
{
    const Call call("cuptiActivityFlushAll");
    instance()->flush((flag & CUPTI_ACTIVITY_FLAG_FLUSH_FORCED) != 0);
    return call.result();
}

CUptiResult cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t bytes, CUpti_Activity** record)
{
    const Call call("cuptiActivityGetNextRecord");
    if (call.result() != CUPTI_SUCCESS)
        return call.result();
    auto* next = buffer;
    if (*record != nullptr)
        next = reinterpret_cast<std::uint8_t*>(*record) + cpu::sizeOf((*record)->kind);
    if (next >= buffer + bytes)
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    *record = reinterpret_cast<CUpti_Activity*>(next);
    return cpu::sizeOf((*record)->kind) > 0 ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_KIND;
}

CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext, std::uint32_t, std::size_t* dropped)
{
    const Call call("cuptiActivityGetNumDroppedRecords");
    if (call.result() == CUPTI_SUCCESS)
        *dropped = std::exchange(instance()->dropped, 0);
    return call.result();
}

CUptiResult cuptiActivityPushExternalCorrelationId(CUpti_ExternalCorrelationKind, std::uint64_t id)
{
    const Call call("cuptiActivityPushExternalCorrelationId");
    if (call.result() == CUPTI_SUCCESS)
        cpu::externalIds.push_back(id);
    return call.result();
}

CUptiResult cuptiActivityPopExternalCorrelationId(CUpti_ExternalCorrelationKind, std::uint64_t* last)
{
    const Call call("cuptiActivityPopExternalCorrelationId");
    if (cpu::externalIds.empty())
        return CUPTI_ERROR_QUEUE_EMPTY;
    if (last != nullptr)
        *last = cpu::externalIds.back();
    cpu::externalIds.pop_back();
    return call.result();
}

CUptiResult cuptiGetGraphNodeId(CUgraphNode node, std::uint64_t* id)
{
    const Call call("cuptiGetGraphNodeId", true);
    if (call.result() == CUPTI_SUCCESS)
        *id = reinterpret_cast<std::uint64_t>(node);
    return call.result();
}

CUptiResult cuptiGetResultString(CUptiResult result, const char** text)
{
    const Call call("cuptiGetResultString", true);
    if (call.result() == CUPTI_SUCCESS)
        *text = result == CUPTI_ERROR_UNKNOWN ? "CUPTI_ERROR_UNKNOWN" : "an error of the stand-in";
    return call.result();
}
