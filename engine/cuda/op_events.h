// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/handles.h"
#include "engine/forward/backend.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace decodescope::engine::cuda {

/// Times the ops of a step by events between their launches, where no profiler sees the kernels. What lies between two
/// events is the op that began at the first: its kernels, the gaps before and between them, and the event itself; so
/// the times are a little more than those of the kernels. In a graph the events are nodes of it.
class OpEvents {
public:
    /// Which op began at each event, in the order of the events; the last one only ends. Of one chunk of a step, and
    /// the same for every replay of a graph.
    using Marks = std::vector<std::int32_t>;

    /// Makes what `ops` ops need. Call once.
    Result<void> prepare(std::size_t ops);
    bool ready() const { return !m_events.empty(); }

    /// Forgets what is left of a step that did not come to its end.
    void beginStep();
    /// What is launched from now on belongs to op `op` of the plan, or to none. `captured`: into a graph.
    cudaError_t mark(std::int32_t op, cudaStream_t stream, bool captured);
    const Marks& marks() const { return m_marks; }
    /// The chunk is a graph that was captured with these marks.
    void replay(const Marks& marks) { m_marks = marks; }
    /// After the stream was waited for: adds the times of the chunk, in nanoseconds by op. Forgets its marks.
    Result<void> collect();
    /// The times of the step's chunks, in the order of the plan.
    void report(StepOutput& out) const;

private:
    std::vector<Event> m_events;
    Marks m_marks;
    std::vector<std::int64_t> m_times;  ///< by op of the plan
};

}  // namespace decodescope::engine::cuda
