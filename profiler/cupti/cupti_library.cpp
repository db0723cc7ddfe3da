// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cupti/cupti_library.h"

#include "engine/base/module_file.h"

#include <cupti.h>
#include <dlfcn.h>

namespace {

/// All of CUPTI's functions this program calls, each with the library's name.
struct Functions {
    decltype(&::cuptiSubscribe) subscribe = nullptr;
    decltype(&::cuptiUnsubscribe) unsubscribe = nullptr;
    decltype(&::cuptiEnableCallback) enableCallback = nullptr;
    decltype(&::cuptiActivityRegisterTimestampCallback) activityRegisterTimestampCallback = nullptr;
    decltype(&::cuptiActivityRegisterCallbacks) activityRegisterCallbacks = nullptr;
    decltype(&::cuptiActivityEnable) activityEnable = nullptr;
    decltype(&::cuptiActivityDisable) activityDisable = nullptr;
    decltype(&::cuptiActivityFlushAll) activityFlushAll = nullptr;
    decltype(&::cuptiActivityGetNextRecord) activityGetNextRecord = nullptr;
    decltype(&::cuptiActivityGetNumDroppedRecords) activityGetNumDroppedRecords = nullptr;
    decltype(&::cuptiActivityPushExternalCorrelationId) activityPushExternalCorrelationId = nullptr;
    decltype(&::cuptiActivityPopExternalCorrelationId) activityPopExternalCorrelationId = nullptr;
    decltype(&::cuptiGetGraphNodeId) getGraphNodeId = nullptr;
    decltype(&::cuptiGetResultString) getResultString = nullptr;
};
Functions functions;

template <class Function>
bool find(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

/// The name of the first function that is missing; null when all are there.
const char* findAll(void* library)
{
    Functions& f = functions;
    if (!find(library, "cuptiSubscribe", f.subscribe))
        return "cuptiSubscribe";
    if (!find(library, "cuptiUnsubscribe", f.unsubscribe))
        return "cuptiUnsubscribe";
    if (!find(library, "cuptiEnableCallback", f.enableCallback))
        return "cuptiEnableCallback";
    if (!find(library, "cuptiActivityRegisterTimestampCallback", f.activityRegisterTimestampCallback))
        return "cuptiActivityRegisterTimestampCallback";
    if (!find(library, "cuptiActivityRegisterCallbacks", f.activityRegisterCallbacks))
        return "cuptiActivityRegisterCallbacks";
    if (!find(library, "cuptiActivityEnable", f.activityEnable))
        return "cuptiActivityEnable";
    if (!find(library, "cuptiActivityDisable", f.activityDisable))
        return "cuptiActivityDisable";
    if (!find(library, "cuptiActivityFlushAll", f.activityFlushAll))
        return "cuptiActivityFlushAll";
    if (!find(library, "cuptiActivityGetNextRecord", f.activityGetNextRecord))
        return "cuptiActivityGetNextRecord";
    if (!find(library, "cuptiActivityGetNumDroppedRecords", f.activityGetNumDroppedRecords))
        return "cuptiActivityGetNumDroppedRecords";
    if (!find(library, "cuptiActivityPushExternalCorrelationId", f.activityPushExternalCorrelationId))
        return "cuptiActivityPushExternalCorrelationId";
    if (!find(library, "cuptiActivityPopExternalCorrelationId", f.activityPopExternalCorrelationId))
        return "cuptiActivityPopExternalCorrelationId";
    if (!find(library, "cuptiGetGraphNodeId", f.getGraphNodeId))
        return "cuptiGetGraphNodeId";
    if (!find(library, "cuptiGetResultString", f.getResultString))
        return "cuptiGetResultString";
    return nullptr;
}

}  // namespace

namespace decodescope::profiler::cupti {

Result<void> loadCupti()
{
    std::string why;
    void* library = nullptr;
    const char* loaded = nullptr;
    // As the system finds it; then where it was when this was built.
    for (const char* file : {DECODESCOPE_CUPTI_NAME, DECODESCOPE_CUPTI_FILE}) {
        library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
        if (library != nullptr) {
            loaded = file;
            break;
        }
        why += (why.empty() ? "" : "; ") + lastLoaderError();
    }
    if (library == nullptr)
        return fail(ErrorCode::device, "CUPTI cannot be loaded: " + why,
                    "install the CUPTI of the CUDA toolkit this program was built with, or put its folder into "
                    "LD_LIBRARY_PATH");
    if (const char* missing = findAll(library)) {
        std::string message =
            std::string(loaded) + " is not the CUPTI this program was built with: it has no " + missing;
        functions = {};
        dlclose(library);
        return fail(ErrorCode::device, std::move(message),
                    "take other folders that hold a libcupti out of LD_LIBRARY_PATH");
    }
    return {};  // never unloaded: it calls back
}

}  // namespace decodescope::profiler::cupti

// What is called as if it were linked. Called after loadCupti() has succeeded only.

CUptiResult cuptiSubscribe(CUpti_SubscriberHandle* subscriber, CUpti_CallbackFunc callback, void* user)
{
    return functions.subscribe(subscriber, callback, user);
}

CUptiResult cuptiUnsubscribe(CUpti_SubscriberHandle subscriber)
{
    return functions.unsubscribe(subscriber);
}

CUptiResult cuptiEnableCallback(std::uint32_t enable, CUpti_SubscriberHandle subscriber, CUpti_CallbackDomain domain,
                                CUpti_CallbackId id)
{
    return functions.enableCallback(enable, subscriber, domain, id);
}

CUptiResult cuptiActivityRegisterTimestampCallback(CUpti_TimestampCallbackFunc clock)
{
    return functions.activityRegisterTimestampCallback(clock);
}

CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                           CUpti_BuffersCallbackCompleteFunc complete)
{
    return functions.activityRegisterCallbacks(request, complete);
}

CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind)
{
    return functions.activityEnable(kind);
}

CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind)
{
    return functions.activityDisable(kind);
}

CUptiResult cuptiActivityFlushAll(std::uint32_t flag)
{
    return functions.activityFlushAll(flag);
}

CUptiResult cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t bytes, CUpti_Activity** record)
{
    return functions.activityGetNextRecord(buffer, bytes, record);
}

CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext context, std::uint32_t stream, std::size_t* dropped)
{
    return functions.activityGetNumDroppedRecords(context, stream, dropped);
}

CUptiResult cuptiActivityPushExternalCorrelationId(CUpti_ExternalCorrelationKind kind, std::uint64_t id)
{
    return functions.activityPushExternalCorrelationId(kind, id);
}

CUptiResult cuptiActivityPopExternalCorrelationId(CUpti_ExternalCorrelationKind kind, std::uint64_t* last)
{
    return functions.activityPopExternalCorrelationId(kind, last);
}

CUptiResult cuptiGetGraphNodeId(CUgraphNode node, std::uint64_t* id)
{
    return functions.getGraphNodeId(node, id);
}

CUptiResult cuptiGetResultString(CUptiResult result, const char** text)
{
    return functions.getResultString(result, text);
}
