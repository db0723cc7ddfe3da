// SPDX-License-Identifier: GPL-3.0-or-later
// check_gpu [--output FILE]: what scripts/check-gpu runs. Exit codes: 0 all passed, 1 a check failed, 2 wrong usage,
// 4 no GPU to check, or the results cannot be written.
#include "engine/cuda/cuda_module.h"
#include "profiler/cupti/cupti_module.h"
#include "tests/check_gpu/checks.h"
#include "tests/check_gpu/trace_check.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace {

using namespace decodescope;

constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;
constexpr int kExitDevice = 4;
constexpr const char* kTracedOption = "--traced-decode";
constexpr const char* kCheckTracingOption = "--check-tracing";

int complain(const Error& error)
{
    std::fprintf(stderr, "check-gpu: %s%s%s\n", error.message.c_str(), error.hint.empty() ? "" : "; ",
                 error.hint.c_str());
    return kExitDevice;
}

check_gpu::Sizes sizes()
{
    check_gpu::Sizes result;
    result.dataFolder = DECODESCOPE_TEST_DATA;
    std::error_code error;
    if (std::filesystem::exists(engine::defaultModelPath(), error))
        result.smallModel = engine::defaultModelPath();
    return result;
}

struct Traced {
    profiler::CuptiModule cupti;
    engine::CudaModule cuda;
};

/// CUPTI first: it must be there before a device is used.
Result<Traced> openTraced()
{
    auto cupti = profiler::CuptiModule::open(DECODESCOPE_MODULE_FOLDER);
    if (!cupti)
        return tl::unexpected(cupti.error());
    auto cuda = engine::CudaModule::open(DECODESCOPE_MODULE_FOLDER);
    if (!cuda)
        return tl::unexpected(cuda.error());
    return Traced{*cupti, *cuda};
}

/// In a process of its own: prints what trace_check.h finds as one line of JSON, and keeps the records in `file`.
int checkTracing(const std::string& file)
{
    const auto traced = openTraced();
    if (!traced)
        return complain(traced.error());
    auto source = engine::openModel(std::string(DECODESCOPE_TEST_DATA) + "/tiny/llama_gqa/llama_gqa.gguf");
    if (!source)
        return complain(source.error());
    auto model = traced->cuda.load(*source, {}, 0);
    if (!model)
        return complain(model.error());
    const auto report = check_gpu::checkTracing(**model, [&] { return traced->cupti.trace(); });
    if (!report)
        return complain(report.error());
    nlohmann::json checks = nlohmann::json::array();
    for (const check_gpu::Check& check : report->checks)
        checks.push_back({check.name, check.measured, check.expected, static_cast<int>(check.verdict)});
    std::printf("%s\n", checks.dump().c_str());
    std::ofstream(file) << report->records.dump(1) << "\n";
    return 0;
}

/// In a process of its own: prints the milliseconds per token of decoding while everything is traced.
int decodeTraced()
{
    const auto traced = openTraced();
    if (!traced)
        return complain(traced.error());
    const check_gpu::Sizes wanted = sizes();
    auto source = engine::openModel(wanted.smallModel.empty() ? wanted.smallShape : wanted.smallModel);
    if (!source)
        return complain(source.error());
    auto model = traced->cuda.load(*source, {}, 0);
    if (!model)
        return complain(model.error());
    const auto tracer = traced->cupti.trace();
    engine::ContextOptions options;
    options.maxPositions = wanted.depth + wanted.decodeSteps + 8;
    options.tracer = tracer.get();
    std::int64_t kernels = 0;
    const auto ms = check_gpu::timeDecode(**model, options, wanted.depth, wanted.decodeSteps, [&] {
        if (const auto trace = tracer->take())
            ++kernels;
    });
    if (!ms)
        return complain(ms.error());
    if (const auto failure = tracer->failure())
        return complain(*failure);
    if (kernels == 0)
        return complain({ErrorCode::device, "nothing was traced", ""});
    std::printf("%.9g\n", *ms);
    return 0;
}

/// What this program says with other arguments.
Result<std::string> answerOf(const std::string& program, const std::string& arguments)
{
    const std::string command = "'" + program + "' " + arguments + " 2>&1";
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr)
        return fail(ErrorCode::device, "the traced run cannot be started");
    std::string text;
    char buffer[256];
    while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) text += buffer;
    const int status = pclose(pipe);
    if (status != 0)
        return fail(ErrorCode::device, text.empty() ? "the traced run failed" : text.substr(0, text.find('\n')));
    return text;
}

Result<double> runTraced(const std::string& program)
{
    const auto text = answerOf(program, kTracedOption);
    if (!text)
        return tl::unexpected(text.error());
    return std::stod(*text);
}

Result<std::vector<check_gpu::Check>> runTraceCheck(const std::string& program, const std::string& records)
{
    const auto text = answerOf(program, std::string(kCheckTracingOption) + " '" + records + "'");
    if (!text)
        return tl::unexpected(text.error());
    const auto json = nlohmann::json::parse(*text, nullptr, false);
    if (!json.is_array())
        return fail(ErrorCode::device, text->substr(0, text->find('\n')));
    std::vector<check_gpu::Check> checks;
    for (const auto& check : json)
        checks.push_back({check[0], check[1], check[2], static_cast<check_gpu::Verdict>(check[3].get<int>()), ""});
    return checks;
}

}  // namespace

int main(int argc, char** argv)
{
    std::string output = "gpu-results.json";
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == kTracedOption)
            return decodeTraced();
        if (argument == kCheckTracingOption && i + 1 < argc)
            return checkTracing(argv[i + 1]);
        if (argument != "--output" || i + 1 == argc) {
            std::fprintf(stderr, "usage: check-gpu [--output FILE]\n");
            return kExitUsage;
        }
        output = argv[++i];
    }
    const auto module = engine::CudaModule::open(DECODESCOPE_MODULE_FOLDER);
    if (!module)
        return complain(module.error());
    check_gpu::GpuAccess gpu;
    gpu.probe = [&] { return module->probe(0); };
    gpu.load = [&](auto source, const auto& options) { return module->load(std::move(source), options, 0); };
    gpu.measureRoofs = [&](const auto& options) { return module->measureRoofs(0, options); };
    std::error_code error;
    const std::string self = std::filesystem::read_symlink("/proc/self/exe", error).string();
    gpu.tracedDecode = [&] { return runTraced(self); };
    // Beside the results: gpu-results.traces.json.
    const std::string records = std::filesystem::path(output).replace_extension(".traces.json").string();
    gpu.checkTracing = [&] { return runTraceCheck(self, records); };
    const auto report = check_gpu::checkGpu(
        gpu, sizes(), [](const std::string& what) { std::fprintf(stderr, "check-gpu: %s\n", what.c_str()); });
    if (!report)
        return complain(report.error());
    std::fputs(check_gpu::tableOf(*report).c_str(), stdout);
    std::ofstream file(output);
    file << check_gpu::jsonOf(*report).dump(1) << "\n";
    if (!file.flush())
        return complain({ErrorCode::device, output + " cannot be written", "choose another --output"});
    return report->passed() ? 0 : kExitFailed;
}
