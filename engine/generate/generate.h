// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/forward/backend.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::engine {

/// How tokens are decoded. The broken ones exist to be caught.
enum class Strategy : std::uint8_t {
    cached,
    naive,           ///< a full forward each step, sharing nothing between steps but the weights
    brokenForget,    ///< the cache is emptied between steps and only the new token fed: wrong text
    brokenRefill,    ///< emptied and recomputed every step: right text, found by its waste
    brokenPosition,  ///< rotary position of decode steps off by one
    brokenStale,     ///< decode steps do not write their keys and values: the last block is stale
};
std::string_view name(Strategy strategy);  ///< "cached", "naive", "broken:forget", ...
std::optional<Strategy> parseStrategy(std::string_view text);

struct SamplingOptions {
    double temperature = 0.0;  ///< 0: greedy, lowest id on a tie
    std::int32_t topK = 0;     ///< 0: all
    double topP = 1.0;
    std::uint64_t seed = 0;
};

struct GenerateOptions {
    Strategy strategy = Strategy::cached;
    std::vector<std::vector<TokenId>> prompts;  ///< one per sequence, none empty
    std::int64_t newTokens = 32;
    SamplingOptions sampling;
    bool ignoreEos = false;
    std::vector<TokenId> eosIds;
    /// Teacher forcing: token of step i is forced[sequence][i] where present; logits are still recorded.
    std::vector<std::vector<TokenId>> forced;
};

enum class Phase : std::uint8_t { prefill, decode };
std::string_view name(Phase phase);

struct SequenceStep {
    std::int32_t sequence = 0;
    TokenId token = 0;  ///< chosen at this step
    std::int64_t contextLength = 0;
    std::int64_t positionsComputed = 0;
    std::int64_t positionsRecomputed = 0;  ///< of those, computed in an earlier step already
    std::int64_t positionsReused = 0;      ///< read from the cache
    std::uint64_t logitsHash = 0;
    std::vector<TopLogit> top;
    bool finished = false;  ///< EOS chosen here
};

/// One forward step as it happened. References are valid during the call only.
struct StepEvent {
    std::int64_t step = 0;
    Phase phase = Phase::prefill;
    std::span<const SequenceStep> sequences;
    const StepOutput& output;
    std::int64_t samplingNs = 0;
    KvUsage kv;
    MemorySnapshot memory;
    std::int64_t peakBytes = 0;  ///< allocator's peak since the run began
};

/// Receives every step on the engine's thread, right after it. Must be quick; the engine does not wait for windows.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void onStep(const StepEvent& event) = 0;
};

enum class StopReason : std::uint8_t { length, eos, cancelled };
std::string_view name(StopReason reason);

struct GenerateOutcome {
    std::vector<std::vector<TokenId>> ids;  ///< new ids per sequence
    std::vector<StopReason> stops;
    std::int64_t totalNs = 0;  ///< first step's start to last token
};

/// P prompt tokens and N new ones take N steps; the cache then holds P+N-1 positions. The context is emptied first.
/// On cancellation the outcome holds what was decoded, with StopReason::cancelled.
Result<GenerateOutcome> generate(Context& context, const GenerateOptions& options, Observer& observer,
                                 std::stop_token stop);

/// Positions a context needs for this: longest prompt + newTokens.
std::int64_t neededPositions(const GenerateOptions& options);

}  // namespace decodescope::engine
