// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/generate/generate.h"

#include "engine/base/number_text.h"
#include "engine/generate/sampler.h"

#include <algorithm>
#include <chrono>

namespace decodescope::engine {
namespace {

using Clock = std::chrono::steady_clock;

std::int64_t nanoseconds(Clock::duration duration)
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count();
}

/// One sequence while it is decoded.
struct Sequence {
    std::vector<TokenId> tokens;     ///< prompt and new tokens
    std::int64_t everComputed = 0;   ///< leading tokens whose keys and values some step has computed
    std::int64_t firstComputed = 0;  ///< this step: index in `tokens` of the first token fed
    std::int64_t depth = 0;          ///< this step: positions in the cache before it
    bool active = true;
};

Result<void> validate(const GenerateOptions& options)
{
    if (options.prompts.empty())
        return fail(ErrorCode::usage, "no prompt", "give at least one prompt of at least one token");
    for (std::size_t i = 0; i < options.prompts.size(); ++i)
        if (options.prompts[i].empty())
            return fail(ErrorCode::usage, "prompt " + std::to_string(i) + " has no tokens",
                        "a prompt needs at least one token");
    if (options.newTokens < 1)
        return fail(ErrorCode::usage, "new tokens " + std::to_string(options.newTokens) + ": at least 1 is needed");
    const SamplingOptions& sampling = options.sampling;
    if (!(sampling.temperature >= 0.0 && sampling.temperature <= 1e6))
        return fail(ErrorCode::usage, "temperature " + shortestText(sampling.temperature) + " is not in 0 to 1e6");
    if (sampling.topK < 0)
        return fail(ErrorCode::usage, "top-k " + std::to_string(sampling.topK) + " is negative");
    if (!(sampling.topP > 0.0 && sampling.topP <= 1.0))
        return fail(ErrorCode::usage, "top-p " + shortestText(sampling.topP) + " is not in (0, 1]");
    return {};
}

/// Decides what a sequence feeds at a step and puts the cache in the state the strategy wants.
SequenceInput prepareInput(Context& context, Strategy strategy, std::int32_t slot, std::int64_t step, Sequence& state)
{
    const bool first = step == 0;
    const bool emptied =
        strategy == Strategy::naive || strategy == Strategy::brokenRefill || strategy == Strategy::brokenForget;
    if (emptied)
        context.truncate(slot, 0);
    const bool feedsAll = first || strategy == Strategy::naive || strategy == Strategy::brokenRefill;
    const std::span<const TokenId> all(state.tokens);
    SequenceInput input;
    input.slot = slot;
    input.tokens = feedsAll ? all : all.last(1);
    input.ropeShift = strategy == Strategy::brokenPosition && !first ? 1 : 0;
    input.skipLastBlockWrite = strategy == Strategy::brokenStale && !first;
    state.firstComputed = static_cast<std::int64_t>(all.size() - input.tokens.size());
    state.depth = context.depth(slot);
    return input;
}

SequenceStep describe(std::int32_t slot, const Sequence& state, std::size_t fed, const SequenceOutput& output)
{
    SequenceStep result;
    result.sequence = slot;
    result.contextLength = state.depth + static_cast<std::int64_t>(fed);
    result.positionsComputed = output.positionsComputed;
    result.positionsRecomputed =
        std::clamp<std::int64_t>(state.everComputed - state.firstComputed, 0, output.positionsComputed);
    result.positionsReused = state.depth;
    result.logitsHash = output.logitsHash;
    result.top = output.top;
    return result;
}

bool isEos(const GenerateOptions& options, TokenId token)
{
    return !options.ignoreEos && std::find(options.eosIds.begin(), options.eosIds.end(), token) != options.eosIds.end();
}

}  // namespace

std::int64_t neededPositions(const GenerateOptions& options)
{
    std::size_t longest = 0;
    for (const auto& prompt : options.prompts) longest = std::max(longest, prompt.size());
    return static_cast<std::int64_t>(longest) + options.newTokens;
}

Result<GenerateOutcome> generate(Context& context, const GenerateOptions& options, Observer& observer,
                                 std::stop_token stop)
{
    if (auto valid = validate(options); !valid)
        return tl::unexpected(valid.error());
    std::vector<Sequence> states(options.prompts.size());
    GenerateOutcome outcome;
    outcome.ids.resize(states.size());
    outcome.stops.assign(states.size(), StopReason::length);
    for (std::size_t i = 0; i < states.size(); ++i) {
        states[i].tokens = options.prompts[i];
        states[i].tokens.reserve(options.prompts[i].size() + static_cast<std::size_t>(options.newTokens));
        context.truncate(static_cast<std::int32_t>(i), 0);
    }
    context.memory()->resetPeak();

    Sampler sampler(options.sampling);
    StepOutput output;
    std::vector<SequenceInput> inputs;
    std::vector<SequenceStep> steps;
    const auto cancelRest = [&] {
        for (std::size_t i = 0; i < states.size(); ++i)
            if (states[i].active)
                outcome.stops[i] = StopReason::cancelled;
    };
    const Clock::time_point start = Clock::now();
    for (std::int64_t step = 0; step < options.newTokens; ++step) {
        inputs.clear();
        for (std::size_t i = 0; i < states.size(); ++i)
            if (states[i].active)
                inputs.push_back(
                    prepareInput(context, options.strategy, static_cast<std::int32_t>(i), step, states[i]));
        if (inputs.empty())
            break;
        if (auto done = context.step(inputs, false, stop, output); !done) {
            if (done.error().code != ErrorCode::cancelled)
                return tl::unexpected(done.error());
            cancelRest();
            break;
        }
        const Clock::time_point samplingStart = Clock::now();
        steps.clear();
        for (std::size_t k = 0; k < inputs.size(); ++k) {
            const auto index = static_cast<std::size_t>(inputs[k].slot);
            Sequence& state = states[index];
            SequenceStep& now =
                steps.emplace_back(describe(inputs[k].slot, state, inputs[k].tokens.size(), output.sequences[k]));
            const auto at = static_cast<std::size_t>(step);
            const bool forced = index < options.forced.size() && at < options.forced[index].size();
            now.token = forced ? options.forced[index][at]
                               : sampler.draw(output.sequences[k].logits, now.top.front().id, inputs[k].slot, step);
            state.everComputed = std::max(state.everComputed, state.firstComputed + now.positionsComputed);
            outcome.ids[index].push_back(now.token);
            if (isEos(options, now.token)) {
                now.finished = true;
                state.active = false;
                outcome.stops[index] = StopReason::eos;
            }
        }
        const Clock::time_point samplingEnd = Clock::now();
        outcome.totalNs = nanoseconds(samplingEnd - start);
        observer.onStep({step, step == 0 ? Phase::prefill : Phase::decode, steps, output,
                         nanoseconds(samplingEnd - samplingStart), context.kvUsage(), context.memory()->snapshot(),
                         context.memory()->peakLive()});
        // After the observer and the sampled token are done with `inputs`, whose spans this may move.
        for (const SequenceStep& now : steps)
            states[static_cast<std::size_t>(now.sequence)].tokens.push_back(now.token);
        if (stop.stop_requested() && step + 1 < options.newTokens) {
            cancelRest();
            break;
        }
    }
    return outcome;
}

}  // namespace decodescope::engine
