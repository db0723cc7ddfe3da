// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of a forward step: what each takes, and how it is launched. Internal to engine/cuda.
// Every row's result depends on that row, the weights and absolute cache positions alone: never on the rows beside it,
// the launch, or how much of the device is free. That is what makes naive and cached decoding equal bit for bit.
#pragma once

#include "engine/base/data_type.h"
#include "engine/cuda/weight_layout.h"
#include "engine/model/seeded_rows.h"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace decodescope::engine::cuda {

/// A matrix on the device, [rows, columns], in planes (weight_layout.h).
struct MatrixView {
    const std::uint8_t* low = nullptr;
    const std::uint8_t* high = nullptr;
    const std::uint8_t* scales = nullptr;
    std::int64_t lowRow = 0;
    std::int64_t highRow = 0;
    std::int64_t scaleRow = 0;
    int rows = 0;
    int columns = 0;
    DataType type = DataType::f32;
};

/// A row of a chunk, as kernels see it. Host and device.
struct RowPlace {
    std::int32_t token = 0;
    std::int32_t slot = 0;      ///< of the cache
    std::int32_t position = 0;  ///< in the sequence
    std::int32_t rotary = 0;    ///< position for the rotary embedding
    std::int32_t input = 0;     ///< index of the sequence in the step
    std::int32_t writes = 1;    ///< 0: its keys and values are not kept, the cache holds zeros there
};

// ---- embedding -------------------------------------------------------------------------------------------------

struct EmbedArgs {
    MatrixView table;
    const RowPlace* places = nullptr;  ///< [rows]
    float* out = nullptr;              ///< [rows, stride]
    int stride = 0;
    int rows = 0;
};
cudaError_t launchEmbed(const EmbedArgs& args, cudaStream_t stream);

// ---- matrix products -------------------------------------------------------------------------------------------

/// out[row, o] = product of matrix row o and input row, plus bias[o].
struct ProjectTarget {
    MatrixView matrix;
    const float* bias = nullptr;  ///< or null
    float* out = nullptr;         ///< [rows, stride]
    int stride = 0;
    bool counts = false;  ///< counts the rows it executes in results (positions computed)
};

struct ProjectArgs {
    ProjectTarget targets[3];
    int targetCount = 0;
    const float* in = nullptr;  ///< [rows, inStride]
    int inStride = 0;
    int columns = 0;
    int rows = 0;
    const float* norm = nullptr;  ///< [columns] or null: the input is RMS-normalised first
    float epsilon = 0;
    bool accumulate = false;  ///< adds to out
    bool gated = false;       ///< two targets of equal shape and format: out of the first = silu(first) * second
    const RowPlace* places = nullptr;
    unsigned long long* results = nullptr;  ///< [inputs, resultWords]
    int resultWords = 0;
};
/// Targets of different formats are launched one after the other; gated ones must agree.
cudaError_t launchProject(const ProjectArgs& args, cudaStream_t stream);

struct GateArgs {
    float* gate = nullptr;  ///< [rows, stride]: becomes silu(gate) * up
    const float* up = nullptr;
    int stride = 0;
    int columns = 0;
    int rows = 0;
};
cudaError_t launchGate(const GateArgs& args, cudaStream_t stream);

/// Inputs of a product in the format of its weights, normalised first where it is asked: for cuBLAS.
struct NarrowArgs {
    const float* in = nullptr;  ///< [rows, inStride]
    int inStride = 0;
    int columns = 0;
    int rows = 0;
    const float* norm = nullptr;  ///< [columns] or null
    float epsilon = 0;
    DataType type = DataType::f16;  ///< f32, f16 or bf16
    void* out = nullptr;            ///< [rows, outStride] of it
    int outStride = 0;
    bool counts = false;  ///< counts the rows in results (positions computed)
    const RowPlace* places = nullptr;
    unsigned long long* results = nullptr;
    int resultWords = 0;
};
cudaError_t launchNarrow(const NarrowArgs& args, cudaStream_t stream);

struct AddBiasArgs {
    float* out = nullptr;  ///< [rows, stride]
    const float* bias = nullptr;
    int stride = 0;
    int columns = 0;
    int rows = 0;
};
cudaError_t launchAddBias(const AddBiasArgs& args, cudaStream_t stream);

// ---- attention -------------------------------------------------------------------------------------------------

/// Positions one block of attention walks, at fixed absolute places.
constexpr int kSplit = 64;
constexpr int kMaxHeadDim = 256;

/// One layer's keys or values: [slots][kv_heads] heads of `positions` positions each. head_dim is cut into pieces of
/// eight values, the last one filled with zeros.
///   keys    [positions/32][pieces][32][8], then q8_0 scales [positions/32][head_dim/32][32]
///   values  [positions][pieces][8], then q8_0 scales [positions][head_dim/32]
/// fp8 is e4m3 without a scale: magnitudes beyond 448 become 448.
struct CacheView {
    std::uint8_t* data = nullptr;
    std::int64_t slotBytes = 0;
    std::int64_t headBytes = 0;
    std::int64_t scaleStart = 0;  ///< in a head
    int pieces = 0;
    DataType type = DataType::f16;
};

struct AppendArgs {
    const float* qkv = nullptr;  ///< [rows, qkvStride]: queries, keys, values
    int qkvStride = 0;
    float* query = nullptr;        ///< [rows, heads, pieces * 8]: rotated and scaled
    const float* table = nullptr;  ///< [positions, rotated]: cosines, then sines
    const RowPlace* places = nullptr;
    CacheView keys;
    CacheView values;
    int heads = 0;
    int kvHeads = 0;
    int headDim = 0;
    int rotated = 0;
    bool interleaved = true;
    float scale = 0;  ///< of the queries
    int rows = 0;
};
cudaError_t launchAppend(const AppendArgs& args, cudaStream_t stream);

struct AttendArgs {
    const float* query = nullptr;  ///< [rows, heads, pieces * 8]
    const RowPlace* places = nullptr;
    CacheView keys;
    CacheView values;
    float* partials = nullptr;  ///< [rows, heads, splits, pieces * 8 + 2]: weighted sum, largest score, sum of weights
    float* out = nullptr;       ///< [rows, outStride]
    int outStride = 0;
    int heads = 0;
    int kvHeads = 0;
    int headDim = 0;
    int splits = 0;  ///< launched; those past a row's position do nothing
    int rows = 0;
};
/// Rows [first, first + rows) of `all`.
constexpr AttendArgs rowsOf(const AttendArgs& all, int first, int rows)
{
    AttendArgs part = all;
    part.rows = rows;
    part.query += static_cast<std::int64_t>(first) * all.heads * all.keys.pieces * kOct;
    part.places += first;
    part.out += static_cast<std::int64_t>(first) * all.outStride;
    return part;
}
/// Attention of the rows over what the cache holds up to each row's position.
cudaError_t launchAttend(const AttendArgs& args, cudaStream_t stream);

struct ReadCacheArgs {
    CacheView cache;
    bool keys = true;
    int slot = 0;
    int kvHeads = 0;
    int headDim = 0;
    int positions = 0;
    float* out = nullptr;  ///< [kv_heads, positions, head_dim]
};
cudaError_t launchReadCache(const ReadCacheArgs& args, cudaStream_t stream);

// ---- logits ----------------------------------------------------------------------------------------------------

constexpr int kMostTopLogits = 64;
/// Words of a sequence's results: hash, rows executed in key projections (all layers), then top logits as keys.
constexpr int kResultHash = 0;
constexpr int kResultRows = 1;
constexpr int kResultTop = 2;

/// A logit as an integer that orders like (value, lowest id first); 0 stands for none (NaN and -inf have none).
constexpr std::uint64_t logitKey(std::uint32_t bits, std::uint32_t id)
{
    if (bits == 0x80000000U)
        bits = 0;  // -0 equals 0
    if ((bits & 0x7fffffffU) > 0x7f800000U || bits == 0xff800000U)
        return 0;
    const std::uint32_t ordered = (bits >> 31) != 0 ? ~bits : bits | 0x80000000U;
    return static_cast<std::uint64_t>(ordered) << 32 | (0xffffffffU - id);
}
constexpr std::uint32_t logitBits(std::uint64_t key)
{
    const auto ordered = static_cast<std::uint32_t>(key >> 32);
    return (ordered >> 31) != 0 ? ordered & 0x7fffffffU : ~ordered;
}
constexpr std::uint32_t logitId(std::uint64_t key)
{
    return 0xffffffffU - static_cast<std::uint32_t>(key);
}

/// Columns one block looks at.
constexpr int kLogitChunk = 2048;

struct LogitsArgs {
    const float* logits = nullptr;             ///< [inputs, stride]
    std::int64_t stride = 0;                   ///< between the rows looked at
    const std::int32_t* rowOfInput = nullptr;  ///< [inputs] or null: row i
    int vocab = 0;
    int top = 0;
    int inputs = 0;
    unsigned long long* candidates = nullptr;  ///< [inputs, chunks, top]
    unsigned long long* results = nullptr;     ///< [inputs, resultWords]
    int resultWords = 0;
};
/// Hash and best logits of each input's row.
cudaError_t launchLogits(const LogitsArgs& args, cudaStream_t stream);

struct TakeRowsArgs {
    const float* in = nullptr;           ///< [*, stride]
    float* out = nullptr;                ///< [rows, stride]
    const std::int32_t* from = nullptr;  ///< [rows] row of `in`, or -1: left as it is
    int stride = 0;
    int rows = 0;
};
cudaError_t launchTakeRows(const TakeRowsArgs& args, cudaStream_t stream);

/// Weights made on the device, as the host would make and round them.
struct SeededArgs {
    SeededRows values;
    std::uint8_t* out = nullptr;  ///< low plane of [rows, columns] (weight_layout.h)
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    DataType type = DataType::bf16;  ///< f32, f16 or bf16
};
cudaError_t launchSeeded(const SeededArgs& args, cudaStream_t stream);

/// out[0] = 2 * in[0]: whether this device runs our kernels at all.
struct ProbeArgs {
    const float* in = nullptr;
    float* out = nullptr;
};
cudaError_t launchProbe(const ProbeArgs& args, cudaStream_t stream);

}  // namespace decodescope::engine::cuda
