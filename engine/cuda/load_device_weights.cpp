// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cuda_model.h"
#include "engine/model/dequantise.h"

#include <algorithm>
#include <utility>

namespace decodescope::engine::cuda {
namespace {

/// File bytes read, split and copied at once.
constexpr std::int64_t kPieceBytes = std::int64_t{8} << 20;
constexpr std::int64_t kVectorAlignment = 4;  // floats

std::string quoted(const TensorInfo& info)
{
    return "'" + info.name + "'";
}

class Loader {
public:
    Loader(const ModelSource& source, const ModelOptions& options, std::stop_token stop, CudaModelState& state)
        : m_source(source), m_options(options), m_stop(std::move(stop)), m_state(state)
    {
    }
    Result<void> run();

private:
    Result<const TensorInfo*> find(TensorId id) const;
    Result<DataType> residentType(const TensorInfo& info) const;
    Result<void> matrix(TensorId id, DeviceProjection& projection);
    Result<bool> makeOnDevice(TensorId id, const TensorInfo& info, const WeightLayout& layout, std::byte* block);
    Result<void> upload(TensorId id, const TensorInfo& info, const WeightLayout& layout, std::byte* block);
    Result<void> vectors();

    const ModelSource& m_source;
    const ModelOptions& m_options;
    std::stop_token m_stop;
    CudaModelState& m_state;
    Stream m_stream;  ///< of kernels that make weights; there when there are such
};

Result<const TensorInfo*> Loader::find(TensorId id) const
{
    if (const TensorInfo* info = m_source.find(id))
        return info;
    return fail(ErrorCode::badInput,
                m_source.origin() + ": a weight tensor of layer " + std::to_string(id.layer) + " is missing");
}

Result<DataType> Loader::residentType(const TensorInfo& info) const
{
    const DataType type = m_options.weights.value_or(info.type);
    if (!residentOnDevice(type))
        return fail(ErrorCode::badInput, quoted(info) + " of type " + std::string(name(type)) + " cannot be multiplied",
                    "choose --weights q8_0 or f16");
    if (info.columns % traits(type).blockValues != 0)
        return fail(ErrorCode::usage,
                    quoted(info) + " has rows of " + std::to_string(info.columns) + " values, which blocks of " +
                        std::to_string(traits(type).blockValues) + " (" + std::string(name(type)) + ") do not divide",
                    "choose --weights f32, f16 or bf16");
    return type;
}

Result<void> Loader::matrix(TensorId id, DeviceProjection& projection)
{
    const auto info = find(id);
    if (!info)
        return tl::unexpected(info.error());
    const auto type = residentType(**info);
    if (!type)
        return tl::unexpected(type.error());
    const WeightLayout layout = WeightLayout::of(*type, (*info)->rows, (*info)->columns);
    auto block = m_state.account->allocate(MemoryKind::weights, layout.bytes, quoted(**info));
    if (!block)
        return tl::unexpected(block.error());
    projection.block = std::move(*block);
    const auto* base = reinterpret_cast<const std::uint8_t*>(projection.block.data());
    projection.view = {
        base,           base + layout.highStart, base + layout.scaleStart,      layout.lowRow,
        layout.highRow, layout.scaleRow,         static_cast<int>(layout.rows), static_cast<int>(layout.columns),
        *type};
    const auto made = makeOnDevice(id, **info, layout, projection.block.data());
    if (!made)
        return tl::unexpected(made.error());
    return *made ? Result<void>{} : upload(id, **info, layout, projection.block.data());
}

/// Weights that follow from a seed, and stay in the format they are made in, never cross the bus. False: this one must.
Result<bool> Loader::makeOnDevice(TensorId id, const TensorInfo& info, const WeightLayout& layout, std::byte* block)
{
    const auto values = m_source.seeded(id);
    if (!values || layout.type != info.type || traits(layout.type).quantised)
        return false;
    if (m_stop.stop_requested())
        return fail(ErrorCode::cancelled, "loading was stopped");
    if (m_stream.get() == nullptr)
        if (auto made = check(cudaStreamCreateWithFlags(m_stream.out(), cudaStreamNonBlocking), "making a stream");
            !made)
            return tl::unexpected(made.error());
    SeededArgs args;
    args.values = *values;
    args.out = reinterpret_cast<std::uint8_t*>(block);
    args.rows = layout.rows;
    args.columns = layout.columns;
    args.type = layout.type;
    const std::string doing = "making " + quoted(info) + " on the device";
    if (auto launched = check(launchSeeded(args, m_stream.get()), doing); !launched)
        return tl::unexpected(launched.error());
    if (auto done = check(cudaStreamSynchronize(m_stream.get()), doing); !done)
        return tl::unexpected(done.error());
    return true;
}

Result<void> Loader::upload(TensorId id, const TensorInfo& info, const WeightLayout& layout, std::byte* block)
{
    const std::int64_t fileRow = rowBytes(info.type, info.columns);
    const std::int64_t residentRow = rowBytes(layout.type, info.columns);
    const std::int64_t rowsAtOnce = std::clamp<std::int64_t>(kPieceBytes / std::max<std::int64_t>(1, fileRow), 1,
                                                             std::max<std::int64_t>(1, info.rows));
    std::vector<std::byte> raw;
    std::vector<float> values(static_cast<std::size_t>(info.columns));
    std::vector<std::byte> converted;
    std::vector<std::byte> low;
    std::vector<std::byte> high;
    std::vector<std::byte> scales;
    for (std::int64_t first = 0; first < info.rows; first += rowsAtOnce) {
        if (m_stop.stop_requested())
            return fail(ErrorCode::cancelled, "loading was stopped");
        const std::int64_t count = std::min(rowsAtOnce, info.rows - first);
        raw.resize(static_cast<std::size_t>(fileRow * count));
        m_source.readRows(id, first, count, raw);
        const std::byte* rows = raw.data();
        if (layout.type != info.type) {
            converted.resize(static_cast<std::size_t>(residentRow * count));
            for (std::int64_t r = 0; r < count; ++r) {
                dequantiseRow(info.type, raw.data() + r * fileRow, info.columns, values.data());
                quantiseRow(layout.type, values.data(), info.columns, converted.data() + r * residentRow);
            }
            rows = converted.data();
        }
        low.resize(static_cast<std::size_t>(layout.lowRow * count));
        high.resize(static_cast<std::size_t>(layout.highRow * count));
        scales.resize(static_cast<std::size_t>(layout.scaleRow * count));
        splitRows(layout, rows, count, low.data(), high.data(), scales.data());
        const std::pair<const std::vector<std::byte>*, std::int64_t> planes[] = {
            {&low, first * layout.lowRow},
            {&high, layout.highStart + first * layout.highRow},
            {&scales, layout.scaleStart + first * layout.scaleRow}};
        for (const auto& [plane, start] : planes)
            if (!plane->empty())
                if (auto copied = check(cudaMemcpy(block + start, plane->data(), plane->size(), cudaMemcpyHostToDevice),
                                        "copying " + quoted(info) + " to the device");
                    !copied)
                    return copied;
    }
    m_source.release(id);
    return {};
}

/// Norms and biases become f32 in one block; tensors that are absent take no room.
Result<void> Loader::vectors()
{
    struct Vector {
        TensorId id;
        const float** target;
        bool optional;
    };
    std::vector<Vector> all;
    DeviceWeights& weights = m_state.weights;
    for (std::int32_t layer = 0; layer < m_state.config.layers; ++layer) {
        DeviceLayer& w = weights.layers[static_cast<std::size_t>(layer)];
        all.push_back({{TensorRole::attentionNorm, layer}, &w.attentionNorm, false});
        all.push_back({{TensorRole::ffnNorm, layer}, &w.ffnNorm, false});
        all.push_back({{TensorRole::queryBias, layer}, &w.query.bias, true});
        all.push_back({{TensorRole::keyBias, layer}, &w.key.bias, true});
        all.push_back({{TensorRole::valueBias, layer}, &w.value.bias, true});
    }
    all.push_back({{TensorRole::outputNorm}, &weights.outputNorm, false});
    std::vector<float> values;
    std::vector<std::pair<const float**, std::size_t>> places;
    std::vector<std::byte> raw;
    for (const Vector& vector : all) {
        if (vector.optional && m_source.find(vector.id) == nullptr)
            continue;
        const auto info = find(vector.id);
        if (!info)
            return tl::unexpected(info.error());
        const std::int64_t columns = (*info)->columns;
        raw.resize(static_cast<std::size_t>(rowBytes((*info)->type, columns)));
        m_source.readRows(vector.id, 0, 1, raw);
        places.emplace_back(vector.target, values.size());
        const auto padded =
            static_cast<std::size_t>((columns + kVectorAlignment - 1) / kVectorAlignment * kVectorAlignment);
        values.resize(values.size() + padded);
        dequantiseRow((*info)->type, raw.data(), columns, values.data() + places.back().second);
    }
    const auto bytes = static_cast<std::int64_t>(values.size() * sizeof(float));
    auto block = m_state.account->allocate(MemoryKind::weights, bytes, "norm weights");
    if (!block)
        return tl::unexpected(block.error());
    weights.vectors = std::move(*block);
    for (const auto& [target, at] : places) *target = weights.vectors.as<float>() + at;
    return check(
        cudaMemcpy(weights.vectors.data(), values.data(), static_cast<std::size_t>(bytes), cudaMemcpyHostToDevice),
        "copying norm weights to the device");
}

Result<void> Loader::run()
{
    DeviceWeights& weights = m_state.weights;
    weights.layers.resize(static_cast<std::size_t>(m_state.config.layers));
    weights.tied = m_state.config.tiedEmbeddings;
    if (auto done = vectors(); !done)
        return done;
    for (std::int32_t layer = 0; layer < m_state.config.layers; ++layer) {
        DeviceLayer& w = weights.layers[static_cast<std::size_t>(layer)];
        const std::pair<TensorRole, DeviceProjection*> all[] = {
            {TensorRole::query, &w.query},  {TensorRole::key, &w.key},
            {TensorRole::value, &w.value},  {TensorRole::attentionOutput, &w.attentionOutput},
            {TensorRole::ffnGate, &w.gate}, {TensorRole::ffnUp, &w.up},
            {TensorRole::ffnDown, &w.down}};
        for (const auto& [role, projection] : all)
            if (auto done = matrix({role, layer}, *projection); !done)
                return done;
    }
    if (!weights.tied)
        if (auto done = matrix({TensorRole::tokenEmbedding}, weights.embedding); !done)
            return done;
    return matrix({weights.tied ? TensorRole::tokenEmbedding : TensorRole::outputHead}, weights.head);
}

}  // namespace

std::int64_t DeviceWeights::bytes() const
{
    std::int64_t sum = head.block.bytes() + embedding.block.bytes() + vectors.bytes();
    for (const DeviceLayer& w : layers)
        for (const DeviceProjection* p : {&w.query, &w.key, &w.value, &w.attentionOutput, &w.gate, &w.up, &w.down})
            sum += p->block.bytes();
    return sum;
}

Result<void> loadDeviceWeights(const ModelSource& source, const ModelOptions& options, std::stop_token stop,
                               CudaModelState& state)
{
    return Loader(source, options, std::move(stop), state).run();
}

}  // namespace decodescope::engine::cuda
