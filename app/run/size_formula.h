// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/data_type.h"
#include "engine/base/error.h"
#include "engine/kv_cache/kv_size.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace decodescope::app {

/// A cache whose size is asked for.
struct SizeQuestion {
    std::string name;        ///< of the preset; may be empty
    std::string source;      ///< where the preset's numbers were published
    std::int64_t heads = 0;  ///< query heads; 0: unknown
    engine::KvShape shape;
    std::int64_t context = 0;
    std::int64_t batch = 1;
    DataType key = DataType::f16;
    DataType value = DataType::f16;
};

struct SizeAnswer {
    std::int64_t bytes = 0;
    std::int64_t bytesPerToken = 0;          ///< one more token of one sequence, below every window
    std::string formula;                     ///< with the numbers filled in
    std::string attention;                   ///< "MHA", "GQA", "MQA", "MLA", or "" when the query heads are unknown
    std::optional<std::int64_t> bytesIfMha;  ///< GQA and MQA: with as many KV heads as query heads
    std::vector<std::string> notes;
};

/// Exact size by the engine's formula; used by `decodescope size` and the window's calculator.
Result<SizeAnswer> sizeOf(const SizeQuestion& question);

/// Formats sizes are told for: those of caches, fp8 and int8.
bool isSizeFormat(DataType type);

}  // namespace decodescope::app
