// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/model_lookup.h"
#include "engine/model/model_source.h"

#include <filesystem>
#include <string>
#include <system_error>

namespace decodescope::engine {
namespace {

constexpr std::string_view kSynthetic = "synthetic:";

Result<std::shared_ptr<const ModelSource>> openDefault()
{
    const std::string path = defaultModelPath();
    std::error_code ignored;
    if (path.empty() || !std::filesystem::exists(path, ignored))
        return fail(ErrorCode::badInput,
                    "the default model is missing" + (path.empty() ? std::string() : ": " + path + " does not exist"),
                    "Run scripts/fetch-model once, or choose a model with --model (a GGUF file, or "
                    "synthetic:smollm2-135m for seeded random weights).");
    return openGguf(path);
}

Result<std::shared_ptr<const ModelSource>> openPath(const std::string& path)
{
    constexpr std::string_view kFormats = "This version reads GGUF files; convert the model to GGUF, or choose one.";
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return fail(ErrorCode::badInput, path + ": is a folder, not a GGUF file", std::string(kFormats));
    if (std::filesystem::path(path).extension() == ".safetensors")
        return fail(ErrorCode::badInput, path + ": is a safetensors file", std::string(kFormats));
    return openGguf(path);
}

std::string listed(const std::vector<std::string>& paths)
{
    constexpr std::size_t kShown = 10;
    std::string text;
    for (std::size_t i = 0; i < paths.size() && i < kShown; ++i) text += "\n  " + paths[i];
    if (paths.size() > kShown)
        text += "\n  and " + std::to_string(paths.size() - kShown) + " more";
    return text;
}

}  // namespace

Result<std::shared_ptr<const ModelSource>> openModel(std::string_view spec)
{
    if (spec.empty())
        return openDefault();
    if (spec.starts_with(kSynthetic))
        return openSynthetic(spec.substr(kSynthetic.size()));
    const std::string name(spec);
    std::error_code ignored;
    if (std::filesystem::exists(name, ignored))
        return openPath(name);
    const std::vector<std::string> found = findCachedModels(name, modelCacheFolders());
    if (found.size() == 1)
        return openGguf(found.front());
    if (found.size() > 1)
        return fail(ErrorCode::badInput, "the model name '" + name + "' is ambiguous:" + listed(found),
                    "Give the path of one of them.");
    return fail(ErrorCode::badInput, name + ": no such file, and no model of that name in " + cacheFolderNames(),
                "Give the path of a GGUF file, or synthetic:PRESET for seeded random weights.");
}

}  // namespace decodescope::engine
