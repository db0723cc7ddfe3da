// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cupti/cupti_module.h"

#include "engine/base/module_file.h"
#include "profiler/cupti/module_entry.h"

namespace decodescope::profiler {
namespace {

constexpr const char* kModuleFile = "libdecodescope_cupti.so";

}  // namespace

Result<CuptiModule> CuptiModule::open(const std::string& folder)
{
    auto found = loadModule(folder, kModuleFile);
    if (!found)
        return fail(ErrorCode::device, "the CUPTI module cannot be loaded: " + found.error().message,
                    "install the CUPTI of the CUDA toolkit this program was built with, or build it anew");
    if (!*found)
        return fail(ErrorCode::device,
                    "this build has no CUPTI module (" + std::string(kModuleFile) + " is not beside the program)",
                    "build with a CUDA toolkit that has CUPTI");
    ModuleFile& module = **found;
    const auto find = reinterpret_cast<cupti::ModuleFunction*>(module.find(cupti::kModuleFunctionName));
    const cupti::ModuleEntry* entry = find != nullptr ? find(cupti::kModuleVersion, cupti::moduleShape()) : nullptr;
    if (entry == nullptr) {
        module.close();
        return fail(ErrorCode::device, module.path + " belongs to another version of this program",
                    "build and install both together");
    }
    // Never unloaded: CUPTI calls into it.
    if (auto started = entry->start(); !started)
        return tl::unexpected(started.error());
    return CuptiModule(entry);
}

std::unique_ptr<KernelTracer> CuptiModule::trace() const
{
    return m_entry->trace();
}

Result<std::unique_ptr<StepCounter>> CuptiModule::count() const
{
    return m_entry->count();
}

void CuptiModule::rest() const
{
    m_entry->rest();
}

}  // namespace decodescope::profiler
