// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/cpu_model.h"

#include <algorithm>
#include <atomic>
#include <optional>

namespace decodescope::engine::cpu {
namespace {

/// Bytes of file rows a thread reads at a time: they and their packed form stay in the second-level cache.
constexpr std::int64_t kChunkBytes = 256 << 10;

/// Bytes of the file that may be resident beside their packed copy.
constexpr std::int64_t kFileBytesKept = std::int64_t{2} << 20;

/// A matrix to be read: packed into `packed`, or copied as rows into `rows`.
struct MatrixLoad {
    TensorId id{};
    const TensorInfo* info = nullptr;
    DataType type = DataType::f32;  ///< resident
    PackedMatrix* packed = nullptr;
    std::byte* rows = nullptr;
    std::int64_t chunkRows = 0;  ///< a multiple of kPanelOutputs
    std::int64_t chunks() const { return (info->rows + chunkRows - 1) / chunkRows; }
    /// Chunks that hold kFileBytesKept, at least one.
    std::int64_t chunksKept() const
    {
        return std::max<std::int64_t>(1, chunks() * kFileBytesKept / std::max<std::int64_t>(1, info->bytes));
    }
};

class Loader {
public:
    Loader(const ModelSource& source, const ModelOptions& options, CpuModelState& state)
        : m_source(source), m_options(options), m_state(state)
    {
    }

    Result<void> run(std::stop_token stop);

private:
    Result<void> vectors();
    Result<void> matrices();
    Result<void> packed(TensorId id, PackedMatrix& matrix);
    Result<DataType> residentType(const TensorInfo& info) const;
    Result<ComputeType> computeOf(const TensorInfo& info, DataType type) const;
    Result<void> checkCompute() const;
    void addLoad(TensorId id, const TensorInfo& info, DataType type, PackedMatrix* matrix, std::byte* rows);
    void loadChunk(const MatrixLoad& load, std::int64_t chunk, std::vector<std::byte>& raw, std::vector<float>& values,
                   std::vector<std::byte>& converted) const;

    const ModelSource& m_source;
    const ModelOptions& m_options;
    CpuModelState& m_state;
    std::vector<MatrixLoad> m_loads;
};

std::string quoted(const TensorInfo& info)
{
    return "tensor '" + info.name + "'";
}

Result<DataType> Loader::residentType(const TensorInfo& info) const
{
    const DataType type = m_options.weights.value_or(info.type);
    const std::int64_t block = traits(type).blockValues;
    if (info.columns % block != 0)
        return fail(ErrorCode::usage,
                    quoted(info) + " has rows of " + std::to_string(info.columns) + " values, which blocks of " +
                        std::to_string(block) + " (" + std::string(name(type)) + ") do not divide",
                    "choose --weights f32, f16 or bf16");
    return type;
}

Result<ComputeType> Loader::computeOf(const TensorInfo& info, DataType type) const
{
    const ComputeType automatic = defaultCompute(type, m_state.isa);
    const ComputeType wanted = m_options.compute.value_or(automatic);
    if (computeSupported(type, wanted))
        return wanted;
    // A file may mix formats: what cannot use the arithmetic asked for keeps its own (checkCompute refuses a model of
    // which no matrix can).
    if (computeSupported(type, automatic))
        return automatic;
    return fail(ErrorCode::badInput, quoted(info) + " of type " + std::string(name(type)) + " cannot be multiplied",
                "choose --weights q8_0 or f16");
}

Result<void> Loader::checkCompute() const
{
    if (!m_options.compute)
        return {};
    for (const MatrixLoad& load : m_loads)
        if (load.packed != nullptr && load.packed->compute() == *m_options.compute)
            return {};
    return fail(ErrorCode::usage,
                std::string(name(*m_options.compute)) + " products do not exist for weights of type " +
                    std::string(name(m_loads.front().type)),
                "int8 products need quantised weights; choose --compute auto, or --weights q8_0");
}

void Loader::addLoad(TensorId id, const TensorInfo& info, DataType type, PackedMatrix* matrix, std::byte* rows)
{
    MatrixLoad load{id, &info, type, matrix, rows, 0};
    const std::int64_t wanted = kChunkBytes / std::max<std::int64_t>(1, rowBytes(info.type, info.columns));
    load.chunkRows = std::max<std::int64_t>(1, wanted / kPanelOutputs) * kPanelOutputs;
    m_loads.push_back(load);
}

Result<void> Loader::packed(TensorId id, PackedMatrix& matrix)
{
    const TensorInfo* info = m_source.find(id);
    if (info == nullptr)
        return fail(ErrorCode::badInput,
                    m_source.origin() + ": a weight matrix of layer " + std::to_string(id.layer) + " is missing");
    auto type = residentType(*info);
    if (!type)
        return tl::unexpected(type.error());
    auto compute = computeOf(*info, *type);
    if (!compute)
        return tl::unexpected(compute.error());
    auto allocated =
        PackedMatrix::allocate(*m_state.account, *type, *compute, info->rows, info->columns, quoted(*info));
    if (!allocated)
        return tl::unexpected(allocated.error());
    matrix = std::move(*allocated);
    std::int64_t& widest = m_state.widestInput[static_cast<std::size_t>(*compute)];
    widest = std::max(widest, info->columns);
    addLoad(id, *info, *type, &matrix, nullptr);
    return {};
}

Result<void> Loader::matrices()
{
    CpuWeights& weights = m_state.weights;
    for (std::int32_t layer = 0; layer < m_state.config.layers; ++layer) {
        LayerWeights& w = weights.layers[static_cast<std::size_t>(layer)];
        const std::pair<TensorRole, PackedMatrix*> all[] = {
            {TensorRole::query, &w.query.matrix},  {TensorRole::key, &w.key.matrix},
            {TensorRole::value, &w.value.matrix},  {TensorRole::attentionOutput, &w.attentionOutput.matrix},
            {TensorRole::ffnGate, &w.gate.matrix}, {TensorRole::ffnUp, &w.up.matrix},
            {TensorRole::ffnDown, &w.down.matrix}};
        for (const auto& [role, matrix] : all)
            if (auto done = packed({role, layer}, *matrix); !done)
                return done;
    }
    const bool tied = m_state.config.tiedEmbeddings;
    weights.tied = tied;
    if (auto done = packed({tied ? TensorRole::tokenEmbedding : TensorRole::outputHead}, weights.head.matrix); !done)
        return done;
    if (tied)
        return {};
    const TensorId id{TensorRole::tokenEmbedding};
    const TensorInfo* info = m_source.find(id);
    if (info == nullptr)
        return fail(ErrorCode::badInput, m_source.origin() + ": the token embedding is missing");
    auto type = residentType(*info);
    if (!type)
        return tl::unexpected(type.error());
    auto rows =
        m_state.account->allocate(MemoryKind::weights, rowBytes(*type, info->columns) * info->rows, quoted(*info));
    if (!rows)
        return tl::unexpected(rows.error());
    weights.embeddingRows = std::move(*rows);
    weights.embeddingType = *type;
    addLoad(id, *info, *type, nullptr, weights.embeddingRows.data());
    return {};
}

/// Norms and biases become f32 in one block; tensors that are absent take no room.
Result<void> Loader::vectors()
{
    struct Vector {
        TensorId id;
        const float** target;
    };
    std::vector<Vector> all;
    CpuWeights& weights = m_state.weights;
    for (std::int32_t layer = 0; layer < m_state.config.layers; ++layer) {
        LayerWeights& w = weights.layers[static_cast<std::size_t>(layer)];
        all.push_back({{TensorRole::attentionNorm, layer}, &w.attentionNorm});
        all.push_back({{TensorRole::ffnNorm, layer}, &w.ffnNorm});
        all.push_back({{TensorRole::queryBias, layer}, &w.query.bias});
        all.push_back({{TensorRole::keyBias, layer}, &w.key.bias});
        all.push_back({{TensorRole::valueBias, layer}, &w.value.bias});
    }
    all.push_back({{TensorRole::outputNorm}, &weights.outputNorm});
    std::int64_t floats = 0;
    for (const Vector& vector : all) {
        const TensorInfo* info = m_source.find(vector.id);
        const bool optional = vector.id.role == TensorRole::queryBias || vector.id.role == TensorRole::keyBias ||
                              vector.id.role == TensorRole::valueBias;
        if (info == nullptr && !optional)
            return fail(ErrorCode::badInput,
                        m_source.origin() + ": a norm of layer " + std::to_string(vector.id.layer) + " is missing");
        if (info != nullptr)
            floats += info->columns;
    }
    auto block = m_state.account->allocate(MemoryKind::weights, floats * static_cast<std::int64_t>(sizeof(float)),
                                           "norm weights");
    if (!block)
        return tl::unexpected(block.error());
    weights.vectors = std::move(*block);
    float* next = weights.vectors.as<float>();
    std::vector<std::byte> raw;
    for (const Vector& vector : all) {
        const TensorInfo* info = m_source.find(vector.id);
        if (info == nullptr)
            continue;
        raw.resize(static_cast<std::size_t>(rowBytes(info->type, info->columns)));
        m_source.readRows(vector.id, 0, 1, raw);
        dequantiseRow(info->type, raw.data(), info->columns, next);
        *vector.target = next;
        next += info->columns;
    }
    return {};
}

void Loader::loadChunk(const MatrixLoad& load, std::int64_t chunk, std::vector<std::byte>& raw,
                       std::vector<float>& values, std::vector<std::byte>& converted) const
{
    const std::int64_t columns = load.info->columns;
    const std::int64_t first = chunk * load.chunkRows;
    const std::int64_t count = std::min(load.chunkRows, load.info->rows - first);
    const std::int64_t fileRow = rowBytes(load.info->type, columns);
    raw.resize(static_cast<std::size_t>(fileRow * count));
    m_source.readRows(load.id, first, count, raw);
    std::span<const std::byte> rows(raw);
    const std::int64_t residentRow = rowBytes(load.type, columns);
    if (load.type != load.info->type) {
        values.resize(static_cast<std::size_t>(columns));
        converted.resize(static_cast<std::size_t>(residentRow * count));
        for (std::int64_t r = 0; r < count; ++r) {
            dequantiseRow(load.info->type, raw.data() + r * fileRow, columns, values.data());
            quantiseRow(load.type, values.data(), columns, converted.data() + r * residentRow);
        }
        rows = converted;
    }
    if (load.packed != nullptr)
        load.packed->packPanels(first / kPanelOutputs, (count + kPanelOutputs - 1) / kPanelOutputs, rows);
    else
        std::copy(rows.begin(), rows.end(), load.rows + first * residentRow);
}

Result<void> Loader::run(std::stop_token stop)
{
    m_state.weights.layers.resize(static_cast<std::size_t>(m_state.config.layers));
    m_state.weights.hidden = m_state.config.hidden;
    if (auto done = vectors(); !done)
        return done;
    if (auto done = matrices(); !done)
        return done;
    if (auto done = checkCompute(); !done)
        return done;

    // Chunks are taken in file order; whoever finishes a matrix, or so many mebibytes of a large one, lets the mapped
    // file drop its pages, so that the file and its packed copy are never both resident. Pages another thread is about
    // to read come back from the system's cache.
    std::vector<std::int64_t> firstChunk{0};
    for (const MatrixLoad& load : m_loads) firstChunk.push_back(firstChunk.back() + load.chunks());
    std::vector<std::atomic<std::int64_t>> left(m_loads.size());
    for (std::size_t i = 0; i < m_loads.size(); ++i) left[i] = m_loads[i].chunks();
    WorkCounter counter;
    std::atomic<bool> outOfMemory{false};
    m_state.pool->run([&](std::int32_t) {
        try {
            std::vector<std::byte> raw;
            std::vector<float> values;
            std::vector<std::byte> converted;
            for (std::int64_t chunk; (chunk = counter.next()) < firstChunk.back() && !stop.stop_requested();) {
                const auto at = std::upper_bound(firstChunk.begin(), firstChunk.end(), chunk) - firstChunk.begin() - 1;
                const auto index = static_cast<std::size_t>(at);
                loadChunk(m_loads[index], chunk - firstChunk[index], raw, values, converted);
                if (const std::int64_t rest = left[index].fetch_sub(1) - 1; rest % m_loads[index].chunksKept() == 0)
                    m_source.release(m_loads[index].id);
            }
        } catch (const std::bad_alloc&) {
            outOfMemory = true;
        }
    });
    if (outOfMemory)
        return fail(ErrorCode::memory, "not enough memory to read the weights", "close other programs");
    if (stop.stop_requested())
        return fail(ErrorCode::cancelled, "loading was stopped");
    return {};
}

}  // namespace

void CpuWeights::gatherEmbedding(TokenId token, float* out) const
{
    if (tied) {
        head.matrix.gatherRow(token, out);
        return;
    }
    dequantiseRow(embeddingType, embeddingRows.data() + token * rowBytes(embeddingType, hidden), hidden, out);
}

std::int64_t CpuWeights::bytes() const
{
    std::int64_t sum = head.matrix.bytes() + embeddingRows.bytes() + vectors.bytes();
    for (const LayerWeights& w : layers)
        for (const Projection* p : {&w.query, &w.key, &w.value, &w.attentionOutput, &w.gate, &w.up, &w.down})
            sum += p->matrix.bytes();
    return sum;
}

Result<void> loadWeights(const ModelSource& source, const ModelOptions& options, std::stop_token stop,
                         CpuModelState& state)
{
    return Loader(source, options, state).run(std::move(stop));
}

}  // namespace decodescope::engine::cpu
