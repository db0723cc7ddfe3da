// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/model_lookup.h"

#include "engine/model/model_source.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <system_error>

namespace decodescope::engine {
namespace {

namespace fs = std::filesystem;

// Model caches are shallow; the limits keep a link to the root of a disk from being walked.
constexpr int kMaxDepth = 6;
constexpr int kMaxVisited = 50'000;
constexpr std::string_view kDefaultModel = "SmolLM2-135M-Instruct.Q4_1.gguf";
constexpr std::string_view kHubPrefix = "models--";

/// Empty when unset.
std::string environment(const char* variable)
{
    const char* value = std::getenv(variable);
    return value == nullptr ? std::string() : std::string(value);
}

std::string join(const std::string& folder, std::string_view rest)
{
    return folder.empty() ? std::string() : (fs::path(folder) / rest).string();
}

std::string firstOf(std::initializer_list<std::string> candidates)
{
    for (const std::string& candidate : candidates)
        if (!candidate.empty())
            return candidate;
    return {};
}

/// The XDG cache folder; empty without a home.
std::string userCache()
{
    return firstOf({environment("XDG_CACHE_HOME"), join(environment("HOME"), ".cache")});
}

std::string ownFolder()
{
    return join(firstOf({environment("DECODESCOPE_CACHE"), join(userCache(), "decodescope")}), "models");
}

std::string lower(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

/// "owner/name" of a file below a hub folder "models--owner--name", lower case; empty elsewhere.
std::string repositoryOf(const fs::path& path)
{
    for (const fs::path& part : path) {
        std::string text = lower(part.string());
        if (!text.starts_with(kHubPrefix))
            continue;
        text.erase(0, kHubPrefix.size());
        if (const std::size_t dashes = text.find("--"); dashes != std::string::npos)
            return text.substr(0, dashes) + '/' + text.substr(dashes + 2);
        return text;
    }
    return {};
}

/// Where a file really is, with the name under which it was found.
using FoundFiles = std::map<std::string, std::string>;

struct Matches {
    FoundFiles exact;
    FoundFiles partial;
};

void visit(const fs::path& path, const std::string& wanted, Matches& matches)
{
    const std::string file = lower(path.filename().string());
    if (!file.ends_with(".gguf"))
        return;
    const std::string stem = file.substr(0, file.size() - 5);
    const std::string repository = repositoryOf(path);
    std::error_code failed;
    const std::string real = fs::canonical(path, failed).string();
    if (failed)
        return;
    if (wanted == file || wanted == stem || wanted == repository)
        matches.exact.emplace(real, path.string());
    else if (file.find(wanted) != std::string::npos || repository.find(wanted) != std::string::npos)
        matches.partial.emplace(real, path.string());
}

void walk(const std::string& folder, const std::string& wanted, Matches& matches)
{
    std::error_code failed;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, failed);
    for (int visited = 0; !failed && entry != fs::recursive_directory_iterator() && visited < kMaxVisited; ++visited) {
        std::error_code ignored;
        if (entry.depth() >= kMaxDepth)
            entry.disable_recursion_pending();
        if (entry->is_regular_file(ignored))
            visit(entry->path(), wanted, matches);
        entry.increment(failed);
    }
}

}  // namespace

std::string defaultModelPath()
{
    return join(ownFolder(), kDefaultModel);
}

std::vector<std::string> modelCacheFolders()
{
    const std::string home = environment("HOME");
    std::vector<std::string> folders{
        ownFolder(),
        firstOf(
            {environment("HF_HUB_CACHE"), join(environment("HF_HOME"), "hub"), join(userCache(), "huggingface/hub")}),
        firstOf({environment("LLAMA_CACHE"), join(userCache(), "llama.cpp")}),
        join(home, ".lmstudio/models"),
        join(userCache(), "lm-studio/models"),
    };
    std::erase(folders, std::string());
    return folders;
}

std::string cacheFolderNames()
{
    std::string text;
    const std::vector<std::string> folders = modelCacheFolders();
    for (std::size_t i = 0; i < folders.size(); ++i)
        text += (i == 0 ? "" : i + 1 == folders.size() ? " and " : ", ") + folders[i];
    return text.empty() ? "any cache (HOME is not set)" : text;
}

std::vector<std::string> findCachedModels(std::string_view name, const std::vector<std::string>& folders)
{
    Matches matches;
    for (const std::string& folder : folders) walk(folder, lower(name), matches);
    std::vector<std::string> paths;
    for (const auto& [real, path] : matches.exact.empty() ? matches.partial : matches.exact) paths.push_back(path);
    std::sort(paths.begin(), paths.end());
    return paths;
}

}  // namespace decodescope::engine
