// SPDX-License-Identifier: GPL-3.0-or-later
// Where test data and the default model are.
#pragma once

#include "engine/model/model_source.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace decodescope::tests {

inline std::string dataPath(const std::string& relative)
{
    return (std::filesystem::path(DECODESCOPE_TEST_DATA) / relative).string();
}

inline std::string defaultModel()
{
    const char* overridden = std::getenv("DECODESCOPE_MODEL");
    return overridden != nullptr ? std::string(overridden) : engine::defaultModelPath();
}

inline nlohmann::json readJson(const std::string& path)
{
    std::ifstream file(path);
    return nlohmann::json::parse(file);
}

inline std::vector<std::byte> readBytes(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> chars((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const auto* begin = reinterpret_cast<const std::byte*>(chars.data());
    return {begin, begin + chars.size()};
}

}  // namespace decodescope::tests
