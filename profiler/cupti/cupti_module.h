// SPDX-License-Identifier: GPL-3.0-or-later
// CUPTI as the rest of the program sees it: a module loaded at run time, so that the program itself needs no CUDA
// library. Compiled into every build, with or without a CUDA toolkit.
#pragma once

#include "profiler/cupti/kernel_tracer.h"
#include "profiler/cupti/step_counter.h"

#include <memory>
#include <string>

namespace decodescope::profiler {

namespace cupti {
struct ModuleEntry;
}

class CuptiModule {
public:
    /// Loads the module and begins tracing, which must happen before the first use of a device: CUPTI is slow to begin
    /// later. Tried once in a process; later calls give the first one's answer. An error says what is missing or
    /// refused, and what helps. `folder` is looked into first; then the program's own and ../lib/decodescope beside it.
    static Result<CuptiModule> open(const std::string& folder = {});

    /// For one context's steps.
    std::unique_ptr<KernelTracer> trace() const;
    /// Before something is measured without a trace: CUPTI records nothing until the next trace() (or while one lives).
    void rest() const;
    /// For one context's steps, of which nothing else is traced or timed; one at a time. An error: this CUPTI cannot.
    Result<std::unique_ptr<StepCounter>> count() const;

    /// A module that is loaded and has begun to trace.
    explicit CuptiModule(const cupti::ModuleEntry* entry) : m_entry(entry) {}

private:
    const cupti::ModuleEntry* m_entry;
};

}  // namespace decodescope::profiler
