// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run/run_service.h"

#include <string>

namespace decodescope::test {

inline std::string tinyModelPath()
{
    return DECODESCOPE_TEST_DATA "/tiny/llama_gqa/llama_gqa.gguf";
}

/// The tiny GQA model (head_dim 16, 320 tokens of context or more), 8 new tokens, naive then cached, on the CPU.
inline profiler::RunSettings tinySettings()
{
    profiler::RunSettings settings;
    settings.model = tinyModelPath();
    settings.promptIds = {{1, 17, 5, 9, 33, 2, 71}};
    settings.newTokens = 8;
    settings.device = "cpu";
    settings.ignoreEos = true;
    settings.threads = 2;
    return settings;
}

}  // namespace decodescope::test
