// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/data_type.h"
#include "engine/base/error.h"
#include "engine/base/memory_account.h"
#include "engine/forward/forward_plan.h"
#include "engine/forward/launch_tracer.h"
#include "engine/model/model_source.h"
#include "engine/model/tokenizer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::engine {

struct DeviceInfo {
    std::string kind;  ///< "cpu" or "cuda"
    std::string name;  ///< "Intel(R) Xeon(R) Processor"
    std::int32_t threads = 0;
    std::string isa;  ///< "avx512-bf16", "avx512", "avx2", "baseline", "neon"; names the scope of logits hashes
    std::int64_t lastLevelCacheBytes = 0;
};

struct ModelOptions {
    std::optional<DataType> weights;     ///< empty: as in the file
    std::optional<ComputeType> compute;  ///< empty: the fixed table per format and instruction set
    std::int32_t threads = 0;            ///< 0: CPUs in the affinity mask
    std::string isa;                     ///< empty: the best the machine has; otherwise forced, refused when missing
};

/// How a GPU's kernels of a decode step are launched: one by one, as one graph captured before, or as one kernel that
/// stays on the device for the whole step. Elsewhere no matter.
enum class LaunchMode : std::uint8_t { automatic, kernels, graph, persistent };
std::string_view name(LaunchMode mode);  ///< "auto", "kernels", "graph", "persistent"
std::optional<LaunchMode> parseLaunchMode(std::string_view text);

struct ContextOptions {
    DataType keyFormat = DataType::f16;
    DataType valueFormat = DataType::f16;
    std::int64_t maxPositions = 0;  ///< per sequence
    std::int64_t sequences = 1;
    std::int64_t prefillChunk = 256;  ///< rows computed at once; bounds activations whatever the prompt
    bool cacheIsWorkspace = false;    ///< naive decoding: keys and values are workspace, not a cache
    std::int32_t topLogits = 5;
    bool wholeLogits = true;  ///< false: a device may leave SequenceOutput::logits empty; greedy decoding needs none
    LaunchMode launch = LaunchMode::automatic;
    LaunchTracer* tracer = nullptr;  ///< outlives the context; told by backends that launch kernels
    /// A device times ops by events between their kernels in steps that the tracer does not see, or without one; which
    /// takes a little time of its own. Elsewhere no matter.
    bool timeOps = false;
    /// false: a GPU may run prompts through cuBLAS, whose sums depend on how many rows there are. Elsewhere no matter.
    bool exact = true;
};

/// One sequence's input to a step. Positions are contiguous: tokens[i] sits at position depth + i, where depth is what
/// the cache holds for `slot`.
struct SequenceInput {
    std::int32_t slot = 0;
    std::span<const TokenId> tokens;
    std::int64_t ropeShift = 0;       ///< broken:position only: added to the rotary position
    bool skipLastBlockWrite = false;  ///< broken:stale only: the keys and values of this step are not written
};

struct TopLogit {
    TokenId id = 0;
    float value = 0;
};

struct SequenceOutput {
    std::span<const float> logits;       ///< [vocab] of the last row, valid until the next step; see wholeLogits
    std::span<const float> allLogits;    ///< [newTokens, vocab] when asked for
    std::uint64_t logitsHash = 0;        ///< order-independent hash over the bits of `logits`
    std::vector<TopLogit> top;           ///< best first, lowest id first on a tie; at least the best one
    std::int64_t positionsComputed = 0;  ///< counted where K/V projection rows are executed
};

/// How long ops ran is said by the host's clock around them, by a device's own inside of one kernel, or by events
/// between the kernels of a device.
enum class OpClock : std::uint8_t { host, device, events };
std::string_view name(OpClock clock);  ///< "host", "device", "events"
std::optional<OpClock> parseOpClock(std::string_view text);

/// How long an op ran: nanoseconds attributed to op `index` of the plan (ops of prefill chunks are added up).
struct OpTiming {
    std::int32_t index = 0;
    std::int64_t wallNs = 0;
};

struct StepOutput {
    std::vector<SequenceOutput> sequences;
    ForwardPlan plan;  ///< what was executed
    std::vector<OpTiming> ops;
    OpClock opClock = OpClock::host;
    std::int64_t wallNs = 0;  ///< the forward step, device synchronised, sampling not included
    std::int64_t hashNs = 0;  ///< hash and top-K of the logits, outside wallNs
    std::optional<std::int64_t> deviceNs;
};

/// Positions and bytes of the cache, in bytes over all layers and sequences. used <= allocated.
struct KvUsage {
    std::int64_t requestedBytes = 0;  ///< maxPositions asked for, by the formula
    std::int64_t allocatedBytes = 0;  ///< actual blocks, padding included
    std::int64_t usedBytes = 0;       ///< positions held now
    std::int64_t usedPositions = 0;   ///< summed over sequences
};

/// A cache and the workspace of one run on a loaded model. Not thread-safe; one step at a time.
class Context {
public:
    virtual ~Context() = default;
    /// Runs one forward step. On cancellation (tested between row blocks inside ops) returns ErrorCode::cancelled and
    /// leaves the cache as before the step.
    virtual Result<void> step(std::span<const SequenceInput> inputs, bool allLogits, std::stop_token stop,
                              StepOutput& out) = 0;
    /// Forgets positions >= `positions` of `slot`.
    virtual void truncate(std::int32_t slot, std::int64_t positions) = 0;
    virtual std::int64_t depth(std::int32_t slot) const = 0;
    virtual KvUsage kvUsage() const = 0;
    /// The books its buffers are in (the model's).
    virtual std::shared_ptr<MemoryAccount> memory() const = 0;
    /// What is done otherwise than the options ask for, a sentence each.
    virtual std::vector<std::string> notes() const { return {}; }
    /// Dequantised copy of keys (or values) of one layer: [kv_heads, depth, head_dim] f32. For tests and views.
    virtual std::vector<float> readCache(std::int32_t slot, std::int32_t layer, bool values) const = 0;
};

/// A model resident on a device.
class LoadedModel {
public:
    virtual ~LoadedModel() = default;
    virtual const ModelConfig& config() const = 0;
    virtual const DeviceInfo& device() const = 0;
    virtual std::shared_ptr<MemoryAccount> memory() const = 0;
    /// Format a tensor is resident in, and the arithmetic its products use.
    virtual DataType residentType(TensorId id) const = 0;
    virtual ComputeType computeType(TensorId id) const = 0;
    virtual std::string computeName() const = 0;  ///< for output: "int8", "bf16", "f32", or "int8+f32" when mixed
    virtual std::int64_t residentWeightBytes() const = 0;
    /// Refuses before allocating when cache + activations + workspace do not fit in free memory.
    virtual Result<std::unique_ptr<Context>> createContext(const ContextOptions& options) = 0;
    /// Bytes createContext would allocate, by kind, without allocating.
    virtual Result<MemorySnapshot> estimateContext(const ContextOptions& options) const = 0;
};

/// Loads onto the CPU. `progress` in [0,1] may be polled from another thread by the caller's own atomic.
Result<std::unique_ptr<LoadedModel>> loadOnCpu(std::shared_ptr<const ModelSource> source, const ModelOptions& options,
                                               std::stop_token stop = {});

/// CPUs this process may use at once: those of its affinity mask, within the quota of its control groups.
std::int32_t affinityCpus();

}  // namespace decodescope::engine
