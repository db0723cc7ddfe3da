// SPDX-License-Identifier: GPL-3.0-or-later
// What scripts/check-gpu finds out on a machine with a GPU. Tests run it on the stand-in, with tiny shapes, to see that
// it comes to its end and judges as it should.
#pragma once

#include "engine/cuda/device_roofs.h"
#include "engine/forward/backend.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace decodescope::check_gpu {

enum class Verdict : std::uint8_t { passed, failed, skipped, told };

struct Check {
    std::string name;
    std::string measured;         ///< with its unit
    std::optional<double> value;  ///< the figure of `measured`, in that unit
    std::string expected;
    Verdict verdict = Verdict::told;
    std::string reason;
};

/// The backend, whoever it is.
struct GpuAccess {
    std::function<Result<engine::DeviceInfo>()> probe;
    std::function<Result<std::unique_ptr<engine::LoadedModel>>(std::shared_ptr<const engine::ModelSource>,
                                                               const engine::ModelOptions&)>
        load;
    std::function<Result<engine::cuda::DeviceRoofs>(const engine::cuda::RoofOptions&)> measureRoofs;
    /// Decodes the 135M shape again, traced, in a process of its own (tracing begins before the device is used):
    /// milliseconds per token, or why not.
    std::function<Result<double>()> tracedDecode;
    /// What trace_check.h finds, likewise in a process of its own. May be empty.
    std::function<Result<std::vector<Check>>()> checkTracing;
};

struct Sizes {
    std::string dataFolder;  ///< tests/data
    std::string smallModel;  ///< real weights of the 135M model; empty: its shape with made-up weights
    std::string smallShape = "synthetic:smollm2-135m,weights=bf16";
    std::vector<std::string> largeShapes{"synthetic:llama-3.2-1b,weights=bf16", "synthetic:llama-3.1-8b,weights=bf16"};
    std::vector<std::string> parityModels{"llama_gqa/llama_gqa.gguf", "quant/BF16.gguf", "quant/Q4_1.gguf",
                                          "quant/Q8_0.gguf",          "quant/Q4_K.gguf", "quant/Q6_K.gguf",
                                          "quant/IQ4_NL.gguf"};  ///< in dataFolder/tiny
    std::string exactModel = "quant/MIXED.gguf";
    std::int64_t exactPrompt = 62;     ///< its cache crosses the border of a split while decoding
    std::int64_t promptTokens = 2048;  ///< of the prefill that is timed, at the largest shape
    std::int64_t depth = 128;          ///< at which decode steps are timed
    std::int64_t decodeSteps = 64;
    std::int64_t secondsAtMost = 540;  ///< sections that would begin later are skipped
    engine::cuda::RoofOptions roofs;
};

struct GpuReport {
    engine::DeviceInfo device;
    std::optional<engine::cuda::DeviceRoofs> roofs;
    std::vector<Check> checks;
    double seconds = 0;
    bool passed() const;
};

/// Told what begins, and all that was found up to now.
using Progress = std::function<void(const std::string& what, const GpuReport& soFar)>;

/// Runs all of it. An error: there is no GPU to check.
Result<GpuReport> checkGpu(const GpuAccess& gpu, const Sizes& sizes, const Progress& progress);

/// Milliseconds per token of decoding, `steps` steps from `depth` on; the median step counts.
Result<double> timeDecode(engine::LoadedModel& model, engine::ContextOptions options, std::int64_t depth,
                          std::int64_t steps, const std::function<void()>& afterStep = {});

/// Weights a decode step reads: all but the embeddings of other tokens, where the output head has a matrix of its own.
double weightBytesPerStep(const engine::LoadedModel& model);

std::string tableOf(const GpuReport& report);
nlohmann::ordered_json jsonOf(const GpuReport& report);

}  // namespace decodescope::check_gpu
