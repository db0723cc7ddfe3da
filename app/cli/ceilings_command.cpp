// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "app/report/run_json.h"
#include "app/run/device_choice.h"
#include "profiler/ceilings/gpu_ceilings.h"
#include "profiler/ceilings/published_peaks.h"

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
        app.add_option("--published", m_published,
                       "What the maker of a GPU states, instead of measuring; list names them")
            ->type_name("NAME");
        app.add_option("--threads", m_threads, "Threads (auto: CPUs in the affinity mask, within a container's quota)")
            ->type_name("N");
        app.add_flag("--quick", m_quick, "Tenths of a second, as probed beside runs");
        app.add_flag("--json", m_json, "One JSON document on stdout");
    }

    Result<int> run(Console& console, std::stop_token stop) override
    {
        if (!m_published.empty()) {
            return tellPublished(console);
        }
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
        if (auto printed = m_json ? console.printDocument(documentText(document)) : console.print(report(*ceilings));
            !printed) {
            return tl::unexpected(printed.error());
        }
        return kExitDone;
    }

private:
    Result<int> tellPublished(Console& console) const
    {
        std::vector<profiler::PublishedPeaks> told = profiler::publishedPeaks();
        if (m_published != "list") {
            auto found = profiler::findPublishedPeaks(m_published);
            if (!found) {
                return tl::unexpected(found.error());
            }
            told = {std::move(*found)};
        }
        std::vector<std::vector<std::string>> rows{{"name", "memory", "type", "dense", "ridge"}};
        std::string sources;
        Json all = Json::array();
        for (const profiler::PublishedPeaks& gpu : told) {
            Json compute = Json::array();
            for (const auto& [type, rate] : gpu.tflopPerS) {
                const bool first = compute.empty();
                rows.push_back({first ? gpu.name : "", first ? roundedText(gpu.memoryGbPerS, 4) + " GB/s" : "", type,
                                roundedText(rate, 5) + " TFLOP/s", roundedText(*gpu.ridge(type)) + " FLOP/B"});
                compute.push_back({{"type", type}, {"tflop_per_s", rate}, {"ridge_flop_per_byte", *gpu.ridge(type)}});
            }
            sources += "\n" + gpu.title + ": " + gpu.source + " (" + gpu.note + ")";
            all.push_back({{"name", gpu.name},
                           {"title", gpu.title},
                           {"memory_gb_per_s", gpu.memoryGbPerS},
                           {"compute", std::move(compute)},
                           {"source", gpu.source},
                           {"note", gpu.note}});
        }
        Json document = documentHead();
        document["published"] = std::move(all);
        const std::string text = "Published, dense, not measured\n\n" + textTable(rows) + sources + "\n";
        if (auto printed = m_json ? console.printDocument(documentText(document)) : console.print(text); !printed) {
            return tl::unexpected(printed.error());
        }
        return kExitDone;
    }

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
    std::string m_published;
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
