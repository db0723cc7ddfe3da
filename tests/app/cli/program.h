// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace decodescope::test {

struct ProgramResult {
    int exitCode = -1;
    std::string out;
    std::string err;
};

/// Runs the real program without a display and waits for it.
ProgramResult runProgram(const std::vector<std::string>& arguments, const std::string& input = {});

/// Runs it with --json, expects `exitCode` and exactly one JSON document on stdout.
nlohmann::json runJsonProgram(std::vector<std::string> arguments, int exitCode = 0);

std::string dataPath(const std::string& name);
std::string tinyModel();

}  // namespace decodescope::test
