// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "app/report/run_json.h"
#include "app/run/device_choice.h"
#include "profiler/ceilings/gpu_ceilings.h"

#include <CLI/CLI.hpp>

namespace decodescope::app {

namespace {

class CeilingsCommand : public Command {
public:
    const char* name() const override { return "ceilings"; }
    const char* description() const override
    {
        return "Measure this machine's roofs: read bandwidth and dense compute";
    }
    void addOptions(CLI::App& app) override
    {
        app.add_option("--device", m_device, "auto, cpu or cuda[:N] [auto]")->type_name("D");
        app.add_option("--threads", m_threads, "Threads (auto: CPUs in the affinity mask)")->type_name("N");
        app.add_flag("--quick", m_quick, "Tenths of a second, as probed beside runs");
        app.add_flag("--json", m_json, "One JSON document on stdout");
    }

    Result<int> run(Console& console, std::stop_token stop) override
    {
        auto device = chooseDevice(m_device);
        if (!device) {
            return tl::unexpected(device.error());
        }
        profiler::CeilingOptions options;
        options.quick = m_quick;
        if (m_threads != "auto") {
            auto threads = parseInteger("--threads", m_threads, 1, 4096);
            if (!threads) {
                return tl::unexpected(threads.error());
            }
            options.threads = static_cast<std::int32_t>(*threads);
        }
        auto ceilings = device->cuda ? measureGpu(*device, stop) : profiler::measureCpuCeilings(options, stop);
        if (!ceilings) {
            return tl::unexpected(ceilings.error());
        }
        console.warn(device->warnings);
        Json document = documentHead();
        document["ceilings"] = ceilingsJson(*ceilings);
        document["warnings"] = device->warnings;
        if (auto printed = console.print(m_json ? documentText(document) : report(*ceilings)); !printed) {
            return tl::unexpected(printed.error());
        }
        return kExitDone;
    }

private:
    Result<profiler::Ceilings> measureGpu(const DeviceChoice& device, std::stop_token stop) const
    {
        auto info = device.cuda->probe(device.cudaIndex);
        if (!info) {
            return tl::unexpected(info.error());
        }
        const auto options = m_quick ? engine::cuda::RoofOptions::quick() : engine::cuda::RoofOptions{};
        return device.cuda->measureRoofs(device.cudaIndex, options, std::move(stop))
            .map([&](const engine::cuda::DeviceRoofs& roofs) { return profiler::gpuCeilings(*info, roofs); });
    }

    static std::string report(const profiler::Ceilings& ceilings)
    {
        std::vector<std::vector<std::string>> rows{{"", "rate", "ridge", "by"}};
        rows.push_back({"read, large buffers", roundedText(ceilings.readGbPerS, 4) + " GB/s", "",
                        bytesText(ceilings.bufferBytes)});
        rows.push_back({"read, inside the last-level cache", roundedText(ceilings.cacheReadGbPerS, 4) + " GB/s", "",
                        bytesText(ceilings.lastLevelCacheBytes)});
        for (const profiler::ComputeRoof& roof : ceilings.compute) {
            const auto ridge = ceilings.ridge(roof.type);
            rows.push_back({"compute, " + std::string(decodescope::name(roof.type)),
                            roundedText(roof.gflopPerS, 4) + " GFLOP/s", ridge ? roundedText(*ridge) + " FLOP/B" : "-",
                            roof.instruction});
        }
        const std::string threads =
            ceilings.threads > 0 ? ", " + std::to_string(ceilings.threads) + " threads" : std::string();
        std::string out = ceilings.device + threads + "\n\n" + textTable(rows);
        for (const std::string& note : ceilings.notes) {
            out += "\n" + note;
        }
        return out + (ceilings.notes.empty() ? "" : "\n");
    }

    std::string m_device = "auto";
    std::string m_threads = "auto";
    bool m_quick = false;
    bool m_json = false;
};

}  // namespace

std::unique_ptr<Command> makeCeilingsCommand()
{
    return std::make_unique<CeilingsCommand>();
}

}  // namespace decodescope::app
