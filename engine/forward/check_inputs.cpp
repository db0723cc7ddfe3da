// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forward/check_inputs.h"

#include "engine/forward/limits.h"

#include <string>
#include <vector>

namespace decodescope::engine {
namespace {

constexpr std::int64_t kMostPositions = std::int64_t{1} << 24;
constexpr std::int64_t kMostRows = 65536;

Result<void> checkRange(std::int64_t value, std::int64_t most, const char* what)
{
    if (value >= 1 && value <= most)
        return {};
    return fail(ErrorCode::usage,
                std::string(what) + " " + std::to_string(value) + " is not in 1 to " + std::to_string(most));
}

}  // namespace

Result<void> checkRanges(const ContextOptions& options, std::int64_t mostTopLogits)
{
    for (const auto& checked : {checkRange(options.maxPositions, kMostPositions, "context of"),
                                checkRange(options.sequences, kMostSequences, "batch of"),
                                checkRange(options.prefillChunk, kMostRows, "prefill chunk of"),
                                checkRange(options.topLogits, mostTopLogits, "top logits")})
        if (!checked)
            return checked;
    return {};
}

Result<void> checkInputs(std::span<const SequenceInput> inputs, std::span<const std::int64_t> depths,
                         std::int64_t maxPositions, std::int64_t rotaryPositions, std::int64_t vocab)
{
    if (inputs.empty())
        return fail(ErrorCode::usage, "a step needs at least one sequence");
    std::vector<bool> seen(depths.size(), false);
    for (const SequenceInput& input : inputs) {
        const auto slot = static_cast<std::size_t>(input.slot);
        if (input.slot < 0 || slot >= depths.size())
            return fail(ErrorCode::usage, "sequence " + std::to_string(input.slot) + " is not in a batch of " +
                                              std::to_string(depths.size()));
        if (seen[slot])
            return fail(ErrorCode::usage, "sequence " + std::to_string(input.slot) + " is twice in one step");
        seen[slot] = true;
        if (input.tokens.empty())
            return fail(ErrorCode::usage, "sequence " + std::to_string(input.slot) + " has no tokens");
        const std::int64_t end = depths[slot] + static_cast<std::int64_t>(input.tokens.size());
        if (end > maxPositions)
            return fail(ErrorCode::usage,
                        "the context is full: " + std::to_string(end) + " positions needed, " +
                            std::to_string(maxPositions) + " allocated",
                        "allow more positions when the context is made");
        if (input.ropeShift < -depths[slot] || end + input.ropeShift > rotaryPositions)
            return fail(ErrorCode::usage, "rotary shift " + std::to_string(input.ropeShift) + " leaves the context");
        for (TokenId token : input.tokens)
            if (token < 0 || token >= vocab)
                return fail(ErrorCode::badInput, "token id " + std::to_string(token) + " is not in the vocabulary of " +
                                                     std::to_string(vocab) + " tokens");
    }
    return {};
}

}  // namespace decodescope::engine
