// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/cupti/buffer_pool.h"
#include "profiler/record/device_trace.h"

#include <cupti.h>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace decodescope::profiler::cupti {

/// Work of the device, with what it is found by: the call that asked for it, and the node when a graph was launched
/// (all of a graph's work shares one call). Starts are CUPTI's.
struct Activity {
    std::uint32_t correlation = 0;
    std::uint64_t graphNode = 0;  ///< 0: not of a graph
    KernelRecord record;
};

/// What the records of some buffers say.
struct ActivityBatch {
    struct External {
        std::uint32_t correlation = 0;
        std::uint64_t id = 0;  ///< pushed when the call was made
    };
    struct Call {
        std::uint32_t correlation = 0;
        std::int64_t ns = 0;
    };
    std::vector<Activity> work;
    std::vector<External> externals;
    std::vector<Call> calls;      ///< of the runtime
    std::int64_t overheadNs = 0;  ///< CUPTI's own, but for the flushes, which their caller times
    void clear();
};

class ActivityParser {
public:
    /// Appends to `batch`. Ends at a record that is not complete, as CUPTI says to.
    CUptiResult parse(const FilledBuffer& buffer, ActivityBatch& batch);

private:
    void add(const CUpti_Activity& record, ActivityBatch& batch);
    std::shared_ptr<const std::string> nameOf(const char* symbol);

    struct Name {
        std::string symbol;
        std::shared_ptr<const std::string> readable;
    };
    std::unordered_map<const char*, Name> m_names;  ///< CUPTI keeps one copy of each
};

}  // namespace decodescope::profiler::cupti
