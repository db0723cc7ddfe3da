// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/check_gpu/checks.h"

#include <algorithm>

namespace decodescope::check_gpu {
namespace {

const char* name(Verdict verdict)
{
    switch (verdict) {
        case Verdict::passed:
            return "passed";
        case Verdict::failed:
            return "FAILED";
        case Verdict::skipped:
            return "skipped";
        case Verdict::told:
            return "";
    }
    return "";
}

}  // namespace

std::string tableOf(const GpuReport& report)
{
    std::size_t widths[3] = {};
    for (const Check& check : report.checks) {
        widths[0] = std::max(widths[0], check.name.size());
        widths[1] = std::max(widths[1], check.measured.size());
        widths[2] = std::max(widths[2], check.expected.size());
    }
    const auto padded = [](const std::string& text, std::size_t width) {
        return text + std::string(width + 2 - std::min(width, text.size()), ' ');
    };
    std::string table = report.device.name + ", " + report.device.isa + "\n\n";
    for (const Check& check : report.checks) {
        std::string line = padded(check.name, widths[0]) + padded(check.measured, widths[1]) +
                           padded(check.expected, widths[2]) + name(check.verdict);
        if (!check.reason.empty())
            line += "  " + check.reason;
        table += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return table;
}

nlohmann::ordered_json jsonOf(const GpuReport& report)
{
    nlohmann::ordered_json json;
    json["schema"] = 1;
    json["device"] = {{"name", report.device.name},
                      {"isa", report.device.isa},
                      {"last_level_cache_bytes", report.device.lastLevelCacheBytes}};
    json["passed"] = report.passed();
    json["seconds"] = report.seconds;
    json["roofs"] = nullptr;
    if (report.roofs) {
        const engine::cuda::DeviceRoofs& roofs = *report.roofs;
        nlohmann::ordered_json all = {{"read_bytes_per_s", roofs.readBytesPerS},
                                      {"copy_bytes_per_s", roofs.copyBytesPerS},
                                      {"l2_read_bytes_per_s", roofs.cacheBytesPerS},
                                      {"buffer_bytes", roofs.bufferBytes},
                                      {"launch_ns", roofs.launchNs},
                                      {"launch_and_wait_ns", roofs.launchAndWaitNs},
                                      {"barrier_ns", nullptr},
                                      {"barrier_blocks", roofs.barrierBlocks}};
        if (roofs.barrierNs)
            all["barrier_ns"] = *roofs.barrierNs;
        for (const engine::cuda::TensorRoof& roof : roofs.tensor) all["flop_per_s"][roof.type] = roof.flopPerS;
        all["notes"] = roofs.notes;
        json["roofs"] = std::move(all);
    }
    json["checks"] = nlohmann::ordered_json::array();
    for (const Check& check : report.checks) {
        std::string verdict = check.verdict == Verdict::failed ? "failed" : name(check.verdict);
        json["checks"].push_back({{"name", check.name},
                                  {"measured", check.measured},
                                  {"value", check.value ? nlohmann::ordered_json(*check.value) : nullptr},
                                  {"expected", check.expected},
                                  {"verdict", verdict.empty() ? "told" : verdict},
                                  {"reason", check.reason}});
    }
    return json;
}

}  // namespace decodescope::check_gpu
