// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace decodescope::engine::cpu {

/// Consecutive tokens of one sequence inside a chunk.
struct Segment {
    std::int32_t input = 0;  ///< index in the step's inputs
    std::int32_t slot = 0;
    std::int64_t firstToken = 0;  ///< in the input's tokens
    std::int64_t count = 0;
    std::int64_t row = 0;       ///< in the chunk
    std::int64_t position = 0;  ///< of the first token
    std::int64_t ropeShift = 0;
    bool writes = true;  ///< false: keys and values are computed and dropped (broken:stale)
    bool last = false;   ///< holds the sequence's last token
};

/// One piece of attention work: some tokens of a segment for one KV head.
struct AttentionUnit {
    std::int32_t segment = 0;
    std::int32_t kvHead = 0;
    std::int64_t firstToken = 0;  ///< in the segment
    std::int64_t tokens = 0;
};

/// Rows that pass through the layers together.
struct Chunk {
    std::vector<Segment> segments;
    std::int64_t rows = 0;
    std::int64_t firstRow = 0;  ///< in the step
    bool single = false;        ///< one token per sequence: rotary, append and attention need no barrier between them
    bool shared = false;        ///< single, and long sequences are shared by splits
    std::vector<AttentionUnit> units;     ///< dearest first
    std::vector<std::int64_t> splitEnds;  ///< shared: splits up to and including each (segment, KV head), summed
};

}  // namespace decodescope::engine::cpu
