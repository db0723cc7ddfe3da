// SPDX-License-Identifier: GPL-3.0-or-later
// Has CUPTI's functions, which all say that it is not initialised; as the stub libraries of a toolkit do.
#define STUB(function)        \
    extern "C" int function() \
    {                         \
        return 15;            \
    }

STUB(cuptiActivityDisable)
STUB(cuptiActivityEnable)
STUB(cuptiActivityFlushAll)
STUB(cuptiActivityGetNextRecord)
STUB(cuptiActivityGetNumDroppedRecords)
STUB(cuptiActivityPopExternalCorrelationId)
STUB(cuptiActivityPushExternalCorrelationId)
STUB(cuptiActivityRegisterCallbacks)
STUB(cuptiActivityRegisterTimestampCallback)
STUB(cuptiEnableCallback)
STUB(cuptiGetGraphNodeId)
STUB(cuptiGetResultString)
STUB(cuptiSubscribe)
STUB(cuptiUnsubscribe)
