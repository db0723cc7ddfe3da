// SPDX-License-Identifier: GPL-3.0-or-later
// check_gpu [--output FILE]: what scripts/check-gpu runs. Exit codes: 0 all passed, 1 a check failed, 2 wrong usage,
// 4 no GPU to check, or the results cannot be written. What it reads it looks for beside itself first, where it was
// packed; --list-data and --list-model say what that is.
#include "engine/cuda/cuda_module.h"
#include "profiler/cupti/cupti_module.h"
#include "tests/check_gpu/checks.h"
#include "tests/check_gpu/trace_check.h"
#include "tests/check_gpu/watchdog.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string_view>

namespace {

using namespace decodescope;

constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;
constexpr int kExitDevice = 4;
constexpr std::chrono::seconds kLongestSection{240};
constexpr const char* kTracedOption = "--traced-decode";
constexpr const char* kCheckTracingOption = "--check-tracing";

int complain(const Error& error)
{
    std::fprintf(stderr, "check-gpu: %s%s%s\n", error.message.c_str(), error.hint.empty() ? "" : "; ",
                 error.hint.c_str());
    return kExitDevice;
}

namespace fs = std::filesystem;

std::string self()
{
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).string();
}

/// Where it was packed that is beside the program, else where it was built.
std::string placeOf(const char* packed, const char* built)
{
    const fs::path beside = fs::path(self()).parent_path() / packed;
    std::error_code error;
    return fs::exists(beside, error) ? beside.string() : std::string(built);
}

std::string dataFolder()
{
    return placeOf("data", DECODESCOPE_TEST_DATA);
}

std::string moduleFolder()
{
    const fs::path module = placeOf("libdecodescope_cuda.so", "");
    return module.empty() ? std::string(DECODESCOPE_MODULE_FOLDER) : module.parent_path().string();
}

constexpr const char* kTracedModel = "llama_gqa/llama_gqa.gguf";  ///< in dataFolder/tiny

check_gpu::Sizes sizes()
{
    check_gpu::Sizes result;
    result.dataFolder = dataFolder();
    const std::string model = engine::defaultModelPath();
    for (const fs::path& place : {fs::path(dataFolder()) / fs::path(model).filename(), fs::path(model)}) {
        std::error_code error;
        if (result.smallModel.empty() && fs::exists(place, error))
            result.smallModel = place.string();
    }
    return result;
}

/// What to pack, in tests/data.
int listData()
{
    std::vector<std::string> files = sizes().parityModels;
    files.push_back(sizes().exactModel);
    files.emplace_back(kTracedModel);
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    for (const std::string& file : files) std::printf("tiny/%s\n", file.c_str());
    return 0;
}

struct Traced {
    profiler::CuptiModule cupti;
    engine::CudaModule cuda;
};

/// CUPTI first: it must be there before a device is used.
Result<Traced> openTraced()
{
    auto cupti = profiler::CuptiModule::open(moduleFolder());
    if (!cupti)
        return tl::unexpected(cupti.error());
    auto cuda = engine::CudaModule::open(moduleFolder());
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
    auto source = engine::openModel(dataFolder() + "/tiny/" + kTracedModel);
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

/// What it answers; libraries may have said something before.
std::string lastLine(std::string text)
{
    text.erase(text.find_last_not_of('\n') + 1);
    return text.substr(text.find_last_of('\n') + 1);
}

Result<double> runTraced(const std::string& program)
{
    const auto text = answerOf(program, kTracedOption);
    if (!text)
        return tl::unexpected(text.error());
    const std::string line = lastLine(*text);
    char* end = nullptr;
    const double ms = std::strtod(line.c_str(), &end);
    if (end == line.c_str() || !(ms > 0))
        return fail(ErrorCode::device, "the traced run said \"" + line + "\"");
    return ms;
}

Result<std::vector<check_gpu::Check>> runTraceCheck(const std::string& program, const std::string& records)
{
    const auto text = answerOf(program, std::string(kCheckTracingOption) + " '" + records + "'");
    if (!text)
        return tl::unexpected(text.error());
    const auto json = nlohmann::json::parse(lastLine(*text), nullptr, false);
    if (!json.is_array())
        return fail(ErrorCode::device, text->substr(0, text->find('\n')));
    std::vector<check_gpu::Check> checks;
    for (const auto& check : json)
        checks.push_back({check[0], check[1], {}, check[2], static_cast<check_gpu::Verdict>(check[3].get<int>()), ""});
    return checks;
}

/// The table to stdout, the rest into the file.
Result<void> tell(const check_gpu::GpuReport& report, const std::string& output)
{
    std::fputs(check_gpu::tableOf(report).c_str(), stdout);
    std::fflush(stdout);
    std::ofstream file(output);
    file << check_gpu::jsonOf(report).dump(1) << "\n";
    if (!file.flush())
        return fail(ErrorCode::device, output + " cannot be written", "choose another --output");
    return {};
}

}  // namespace

int main(int argc, char** argv)
{
    std::string output = "gpu-results.json";
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == kTracedOption)
            return decodeTraced();
        if (argument == "--list-data")
            return listData();
        if (argument == "--list-model") {
            std::printf("%s\n", sizes().smallModel.c_str());
            return 0;
        }
        if (argument == kCheckTracingOption && i + 1 < argc)
            return checkTracing(argv[i + 1]);
        if (argument != "--output" || i + 1 == argc) {
            std::fprintf(stderr, "usage: check-gpu [--output FILE]\n");
            return kExitUsage;
        }
        output = argv[++i];
    }
    const auto module = engine::CudaModule::open(moduleFolder());
    if (!module)
        return complain(module.error());
    check_gpu::GpuAccess gpu;
    gpu.probe = [&] { return module->probe(0); };
    gpu.load = [&](auto source, const auto& options) { return module->load(std::move(source), options, 0); };
    gpu.measureRoofs = [&](const auto& options) { return module->measureRoofs(0, options); };
    gpu.tracedDecode = [] { return runTraced(self()); };
    // Beside the results: gpu-results.traces.json.
    const std::string records = std::filesystem::path(output).replace_extension(".traces.json").string();
    gpu.checkTracing = [&] { return runTraceCheck(self(), records); };
    // What was found is kept also where the device hangs.
    std::mutex mutex;
    check_gpu::GpuReport soFar;
    check_gpu::Watchdog watchdog(kLongestSection, [&](const std::string& what) {
        const std::lock_guard lock(mutex);
        soFar.checks.push_back({what,
                                "",
                                {},
                                "",
                                check_gpu::Verdict::failed,
                                "it did not end within " + std::to_string(kLongestSection.count()) + " s"});
        static_cast<void>(tell(soFar, output));
        std::_Exit(kExitFailed);
    });
    const auto report =
        check_gpu::checkGpu(gpu, sizes(), [&](const std::string& what, const check_gpu::GpuReport& found) {
            std::fprintf(stderr, "check-gpu: %s\n", what.c_str());
            watchdog.begins(what);
            const std::lock_guard lock(mutex);
            soFar = found;
        });
    if (!report)
        return complain(report.error());
    const std::lock_guard lock(mutex);
    if (auto told = tell(*report, output); !told)
        return complain(told.error());
    return report->passed() ? 0 : kExitFailed;
}
