// SPDX-License-Identifier: GPL-3.0-or-later
// Every kernel against a plain version of what it is for, over many shapes. Products are compared with sums in double:
// each f32 operation is off by up to 6e-8 of its result.
#include "engine/cpu/logits_hash.h"
#include "engine/cuda/context_sizes.h"
#include "engine/cuda/kernels.h"
#include "tests/engine/cpu/matmul_data.h"
#include "tests/engine/cuda/device_fixture.h"

#include <set>

namespace decodescope::engine::testing {
namespace {

using namespace cuda;
using cpu::test::kWeightFormats;
using cpu::test::randomFloats;
using cpu::test::randomRows;

class DeviceKernels : public OnDevice {
protected:
    void SetUp() override
    {
        OnDevice::SetUp();
        ASSERT_EQ(cudaStreamCreateWithFlags(m_stream.out(), cudaStreamNonBlocking), cudaSuccess);
        m_account = MemoryAccount::create(std::make_unique<DeviceBlocks>());
    }
    void TearDown() override
    {
        m_blocks.clear();
        m_stream = {};
        OnDevice::TearDown();
    }
    template <class T>
    T* upload(std::span<const T> values)
    {
        m_blocks.push_back(require(
            m_account->allocate(MemoryKind::workspace, static_cast<std::int64_t>(values.size_bytes()), "test")));
        std::memcpy(m_blocks.back().data(), values.data(), values.size_bytes());
        return m_blocks.back().as<T>();
    }
    template <class T>
    T* upload(const std::vector<T>& values)
    {
        return upload(std::span<const T>(values));
    }
    /// Fresh memory: poison.
    float* floats(std::int64_t count)
    {
        m_blocks.push_back(require(m_account->allocate(MemoryKind::workspace, count * 4, "test")));
        return m_blocks.back().as<float>();
    }
    MatrixView matrix(DataType type, std::int64_t rows, std::int64_t columns, std::vector<float>& exact)
    {
        const auto bytes = randomRows(type, rows, columns, m_random);
        exact.resize(static_cast<std::size_t>(rows * columns));
        for (std::int64_t r = 0; r < rows; ++r)
            dequantiseRow(type, bytes.data() + r * rowBytes(type, columns), columns, exact.data() + r * columns);
        const WeightLayout layout = WeightLayout::of(type, rows, columns);
        std::vector<std::byte> block(static_cast<std::size_t>(layout.bytes));
        splitRows(layout, bytes.data(), rows, block.data(), block.data() + layout.highStart,
                  block.data() + layout.scaleStart);
        const auto* base = reinterpret_cast<const std::uint8_t*>(upload(block));
        return {base,
                base + layout.highStart,
                base + layout.scaleStart,
                layout.lowRow,
                layout.highRow,
                layout.scaleRow,
                static_cast<int>(rows),
                static_cast<int>(columns),
                type};
    }
    void wait() { ASSERT_EQ(cudaStreamSynchronize(m_stream.get()), cudaSuccess) << cuda_on_cpu::report(); }

    Stream m_stream;
    std::shared_ptr<MemoryAccount> m_account;
    std::vector<Buffer> m_blocks;
    std::mt19937 m_random{11};
};

double dot(const float* a, const float* b, std::int64_t n)
{
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return sum;
}

TEST_F(DeviceKernels, EmbeddingsAreExactInEveryFormat)
{
    for (DataType type : kWeightFormats) {
        const std::int64_t columns = traits(type).blockValues > 1 ? 512 : 83;
        std::vector<float> exact;
        EmbedArgs args;
        args.table = matrix(type, 9, columns, exact);
        std::vector<RowPlace> places(5);
        for (std::size_t i = 0; i < places.size(); ++i) places[i].token = static_cast<std::int32_t>(8 - 2 * i);
        args.places = upload(places);
        args.stride = static_cast<int>(paddedFloats(columns));
        args.out = floats(5 * args.stride);
        args.rows = 5;
        ASSERT_EQ(launchEmbed(args, m_stream.get()), cudaSuccess);
        wait();
        for (std::size_t row = 0; row < 5; ++row)
            EXPECT_TRUE(
                sameBits({args.out + static_cast<std::int64_t>(row) * args.stride, static_cast<std::size_t>(columns)},
                         std::span(exact).subspan((8 - 2 * row) * static_cast<std::size_t>(columns),
                                                  static_cast<std::size_t>(columns))))
                << name(type);
    }
}

TEST_F(DeviceKernels, ProductsMatchInEveryFormatAndShape)
{
    for (DataType type : kWeightFormats) {
        const bool blocks = traits(type).blockValues > 1;
        for (const auto& [outputs, columns, rows] :
             {std::tuple{37, blocks ? 256 : 83, 1}, {64, blocks ? 512 : 320, 9}, {5, blocks ? 768 : 8, 17}}) {
            std::vector<float> exact;
            ProjectArgs args;
            args.targets[0].matrix = matrix(type, outputs, columns, exact);
            args.targets[0].stride = outputs + 3;
            args.targets[0].out = floats(rows * (outputs + 3));
            args.targetCount = 1;
            args.columns = columns;
            args.rows = rows;
            args.inStride = static_cast<int>(paddedFloats(columns));
            const auto x = randomFloats(static_cast<std::int64_t>(rows) * args.inStride, m_random);
            args.in = upload(x);
            ASSERT_EQ(launchProject(args, m_stream.get()), cudaSuccess);
            wait();
            for (int r = 0; r < rows; ++r)
                for (int o = 0; o < outputs; ++o) {
                    const float* w = exact.data() + o * columns;
                    const float* row = x.data() + r * args.inStride;
                    double magnitudes = 0;
                    for (int c = 0; c < columns; ++c) magnitudes += std::abs(static_cast<double>(w[c]) * row[c]);
                    ASSERT_NEAR(args.targets[0].out[r * (outputs + 3) + o], dot(w, row, columns), 3e-7 * magnitudes)
                        << name(type) << " " << outputs << "x" << columns << ", " << rows << " rows";
                }
        }
    }
}

TEST_F(DeviceKernels, ARowGivesTheSameBitsAloneAndInATile)
{
    for (DataType type : {DataType::f32, DataType::bf16, DataType::q4_1, DataType::q6_K}) {
        const int columns = 512;
        const int rows = 21;
        std::vector<float> exact;
        ProjectArgs args;
        args.targets[0].matrix = matrix(type, 50, columns, exact);
        args.targets[0].stride = 50;
        args.targetCount = 1;
        args.columns = args.inStride = columns;
        const auto norm = randomFloats(columns, m_random);
        args.norm = upload(norm);
        args.epsilon = 1e-5F;
        const auto x = randomFloats(rows * columns, m_random);
        const float* in = upload(x);
        float* together = floats(rows * 50);
        float* alone = floats(rows * 50);
        args.in = in;
        args.rows = rows;
        args.targets[0].out = together;
        ASSERT_EQ(launchProject(args, m_stream.get()), cudaSuccess);
        args.rows = 1;
        for (int r = 0; r < rows; ++r) {
            args.in = in + r * columns;
            args.targets[0].out = alone + r * 50;
            ASSERT_EQ(launchProject(args, m_stream.get()), cudaSuccess);
        }
        wait();
        EXPECT_TRUE(sameBits({together, rows * 50}, {alone, rows * 50})) << name(type);
    }
}

TEST_F(DeviceKernels, NormBiasAndSumOfSeveralTargets)
{
    const int columns = 72;
    const int rows = 11;
    const int outputs[] = {24, 8, 9};
    ProjectArgs args;
    std::vector<float> exact[3];
    std::vector<float> bias[3];
    const DataType types[] = {DataType::f16, DataType::f16, DataType::f32};
    std::vector<float> before(static_cast<std::size_t>(rows) * 41, 0.5F);
    float* out = upload(before);
    int first = 0;
    for (int i = 0; i < 3; ++i) {
        args.targets[i].matrix = matrix(types[i], outputs[i], columns, exact[i]);
        bias[i] = randomFloats(outputs[i], m_random);
        args.targets[i].bias = upload(bias[i]);
        args.targets[i].out = out + first;
        args.targets[i].stride = 41;
        first += outputs[i];
    }
    args.targets[1].counts = true;
    args.targetCount = 3;
    args.accumulate = true;
    args.columns = args.inStride = columns;
    args.rows = rows;
    args.epsilon = 1e-5F;
    const auto norm = randomFloats(columns, m_random);
    args.norm = upload(norm);
    const auto x = randomFloats(rows * columns, m_random);
    args.in = upload(x);
    std::vector<RowPlace> places(rows);
    for (int r = 0; r < rows; ++r) places[static_cast<std::size_t>(r)].input = r < 4 ? 0 : 1;
    args.places = upload(places);
    args.results = upload(std::vector<unsigned long long>(6, 0));
    args.resultWords = 3;
    ASSERT_EQ(launchProject(args, m_stream.get()), cudaSuccess);
    wait();
    EXPECT_EQ(args.results[kResultRows], 4U);
    EXPECT_EQ(args.results[3 + kResultRows], 7U);
    for (int r = 0; r < rows; ++r) {
        const float* row = x.data() + r * columns;
        const double scale = 1.0 / std::sqrt(dot(row, row, columns) / columns + 1e-5);
        std::vector<float> normed(columns);
        for (std::size_t c = 0; c < columns; ++c) normed[c] = row[c] * norm[c];
        first = 0;
        for (int i = 0; i < 3; ++i) {
            for (int o = 0; o < outputs[i]; ++o) {
                const double wanted = 0.5 + static_cast<double>(bias[i][static_cast<std::size_t>(o)]) +
                                      scale * dot(exact[i].data() + o * columns, normed.data(), columns);
                EXPECT_NEAR(out[r * 41 + first + o], wanted, 2e-5);
            }
            first += outputs[i];
        }
    }
}

TEST_F(DeviceKernels, GateAndUpMatchFusedAndApart)
{
    for (int rows : {1, 10}) {
        const int columns = 96;
        const int outputs = 45;
        std::vector<float> gate;
        std::vector<float> up;
        ProjectArgs args;
        args.targets[0].matrix = matrix(DataType::bf16, outputs, columns, gate);
        args.targets[1].matrix = matrix(DataType::bf16, outputs, columns, up);
        args.targetCount = 2;
        args.gated = true;
        args.columns = args.inStride = columns;
        args.rows = rows;
        const auto x = randomFloats(rows * columns, m_random);
        args.in = upload(x);
        args.targets[0].stride = args.targets[1].stride = 48;
        args.targets[0].out = floats(rows * 48);
        ASSERT_EQ(launchProject(args, m_stream.get()), cudaSuccess);
        const float* fused = args.targets[0].out;
        args.gated = false;
        args.targets[0].out = floats(rows * 48);
        args.targets[1].out = floats(rows * 48);
        ASSERT_EQ(launchProject(args, m_stream.get()), cudaSuccess);
        ASSERT_EQ(launchGate({args.targets[0].out, args.targets[1].out, 48, outputs, rows}, m_stream.get()),
                  cudaSuccess);
        wait();
        for (int r = 0; r < rows; ++r) {
            EXPECT_TRUE(sameBits({fused + r * 48, outputs}, {args.targets[0].out + r * 48, outputs}));
            for (int o = 0; o < outputs; ++o) {
                const double g = dot(gate.data() + o * columns, x.data() + r * columns, columns);
                const double u = dot(up.data() + o * columns, x.data() + r * columns, columns);
                EXPECT_NEAR(fused[r * 48 + o], g / (1 + std::exp(-g)) * u, 1e-4);
            }
        }
    }
}

struct AttentionShape {
    int heads;
    int kvHeads;
    int dim;
    int rotated;
    bool interleaved;
    DataType keys;
    DataType values;
};

TEST_F(DeviceKernels, AttentionMatchesOverShapesAndFormats)
{
    const AttentionShape shapes[] = {{4, 2, 16, 16, true, DataType::f32, DataType::f32},
                                     {9, 3, 64, 64, true, DataType::f16, DataType::bf16},
                                     {6, 1, 32, 16, false, DataType::q8_0, DataType::q8_0},
                                     {8, 8, 20, 20, true, DataType::bf16, DataType::f16},
                                     {5, 1, 128, 128, false, DataType::f16, DataType::q8_0},
                                     {4, 2, 24, 24, true, DataType::fp8E4m3, DataType::fp8E4m3},
                                     {2, 1, 256, 64, true, DataType::f32, DataType::f16}};
    for (const AttentionShape& s : shapes) {
        ModelConfig config;
        config.layers = 1;
        config.heads = s.heads;
        config.kvHeads = s.kvHeads;
        config.headDim = s.dim;
        ContextOptions options = contextOptions(150, DataType::f32, 2);
        const CacheShape keyShape(config, options, s.keys);
        const CacheShape valueShape(config, options, s.values);
        const int positions = 131;
        const std::int64_t width = (s.heads + 2 * s.kvHeads) * s.dim;
        AppendArgs append;
        const auto qkv = randomFloats(positions * width, m_random);
        append.qkv = upload(qkv);
        append.qkvStride = static_cast<int>(width);
        const std::int64_t padded = keyShape.pieces * kOct;
        append.query = floats(positions * s.heads * padded);
        std::vector<float> table(static_cast<std::size_t>((positions + 1) * s.rotated));
        for (int p = 0; p <= positions; ++p)
            for (int i = 0; i < s.rotated / 2; ++i) {
                const double angle = p / std::pow(100.0, 2.0 * i / s.rotated);
                table[static_cast<std::size_t>(p * s.rotated + i)] = static_cast<float>(std::cos(angle));
                table[static_cast<std::size_t>(p * s.rotated + s.rotated / 2 + i)] =
                    static_cast<float>(std::sin(angle));
            }
        append.table = upload(table);
        std::vector<RowPlace> places(positions);
        for (int p = 0; p < positions; ++p) places[static_cast<std::size_t>(p)] = {0, 1, p, p, 0, 1};
        append.places = upload(places);
        auto* keyBlock = reinterpret_cast<std::byte*>(floats(keyShape.bytes / 4));
        auto* valueBlock = reinterpret_cast<std::byte*>(floats(valueShape.bytes / 4));
        append.keys = keyShape.layer(keyBlock, 0);
        append.values = valueShape.layer(valueBlock, 0);
        append.heads = s.heads;
        append.kvHeads = s.kvHeads;
        append.headDim = s.dim;
        append.rotated = s.rotated;
        append.interleaved = s.interleaved;
        append.scale = 0.25F;
        append.rows = positions;
        ASSERT_EQ(launchAppend(append, m_stream.get()), cudaSuccess);
        AttendArgs attend;
        attend.query = append.query;
        attend.places = append.places;
        attend.keys = append.keys;
        attend.values = append.values;
        attend.heads = s.heads;
        attend.kvHeads = s.kvHeads;
        attend.headDim = s.dim;
        attend.splits = 3;
        attend.partials = floats(positions * s.heads * 3 * (padded + 2));
        attend.outStride = s.heads * s.dim;
        attend.out = floats(positions * attend.outStride);
        attend.rows = positions;
        ASSERT_EQ(launchAttend(attend, m_stream.get()), cudaSuccess);
        ReadCacheArgs read{append.keys, true, 1, s.kvHeads, s.dim, positions, floats(s.kvHeads * positions * s.dim)};
        ASSERT_EQ(launchReadCache(read, m_stream.get()), cudaSuccess);
        const float* keys = read.out;
        read = {append.values, false, 1, s.kvHeads, s.dim, positions, floats(s.kvHeads * positions * s.dim)};
        ASSERT_EQ(launchReadCache(read, m_stream.get()), cudaSuccess);
        const float* values = read.out;
        wait();

        // Keys and values: rotated plainly, then through the format as quantiseRow has it.
        const auto rotate = [&](const float* head, int p) {
            std::vector<float> out(head, head + s.dim);
            for (int i = 0; i < s.rotated / 2; ++i) {
                const int a = s.interleaved ? 2 * i : i;
                const int b = s.interleaved ? 2 * i + 1 : i + s.rotated / 2;
                const float c = table[static_cast<std::size_t>(p * s.rotated + i)];
                const float z = table[static_cast<std::size_t>(p * s.rotated + s.rotated / 2 + i)];
                out[static_cast<std::size_t>(a)] = std::fma(-head[b], z, head[a] * c);
                out[static_cast<std::size_t>(b)] = std::fma(head[a], z, head[b] * c);
            }
            return out;
        };
        const auto through = [&](DataType type, std::vector<float> in) {
            std::vector<std::byte> bytes(static_cast<std::size_t>(rowBytes(type, s.dim)));
            quantiseRow(type, in.data(), s.dim, bytes.data());
            dequantiseRow(type, bytes.data(), s.dim, in.data());
            return in;
        };
        for (int h = 0; h < s.kvHeads; ++h)
            for (int p = 0; p < positions; ++p) {
                const float* head = qkv.data() + p * width + (s.heads + h) * s.dim;
                const std::span<const float> key(keys + (h * positions + p) * s.dim, static_cast<std::size_t>(s.dim));
                ASSERT_TRUE(sameBits(key, through(s.keys, rotate(head, p)))) << "head " << h << " position " << p;
                head += s.kvHeads * s.dim;
                const std::span<const float> value(values + (h * positions + p) * s.dim,
                                                   static_cast<std::size_t>(s.dim));
                ASSERT_TRUE(sameBits(value, through(s.values, {head, head + s.dim})));
            }
        for (int p : {0, 1, 63, 64, 127, 128, 130})
            for (int h = 0; h < s.heads; ++h) {
                const auto q = rotate(qkv.data() + p * width + h * s.dim, p);
                const int kv = h / (s.heads / s.kvHeads);
                std::vector<double> weights;
                double largest = -1e300;
                for (int j = 0; j <= p; ++j) {
                    weights.push_back(0.25 * dot(q.data(), keys + (kv * positions + j) * s.dim, s.dim));
                    largest = std::max(largest, weights.back());
                }
                double total = 0;
                for (double& w : weights) total += w = std::exp(w - largest);
                for (int d = 0; d < s.dim; ++d) {
                    double sum = 0;
                    for (int j = 0; j <= p; ++j)
                        sum += weights[static_cast<std::size_t>(j)] *
                               static_cast<double>(values[(kv * positions + j) * s.dim + d]);
                    ASSERT_NEAR(attend.out[p * attend.outStride + h * s.dim + d], sum / total, 1e-5)
                        << "dim " << s.dim << " position " << p << " head " << h;
                }
            }
        m_blocks.clear();
    }
}

TEST_F(DeviceKernels, RowsThatAreNotKeptLeaveZeros)
{
    ModelConfig config;
    config.layers = 1;
    config.kvHeads = 1;
    config.headDim = 32;
    const CacheShape shape(config, contextOptions(64), DataType::q8_0);
    AppendArgs append;
    append.qkv = upload(randomFloats(96, m_random));
    append.qkvStride = 96;
    append.query = floats(32);
    append.table = upload(std::vector<float>(32, 1.0F));
    append.places = upload(std::vector<RowPlace>{{0, 0, 0, 0, 0, 0}});
    append.keys = shape.layer(reinterpret_cast<std::byte*>(floats(shape.bytes / 4)), 0);
    append.values = shape.layer(reinterpret_cast<std::byte*>(floats(shape.bytes / 4)), 0);
    append.heads = append.kvHeads = append.rows = 1;
    append.headDim = append.rotated = 32;
    ASSERT_EQ(launchAppend(append, m_stream.get()), cudaSuccess);
    ReadCacheArgs read{append.keys, true, 0, 1, 32, 1, floats(32)};
    ASSERT_EQ(launchReadCache(read, m_stream.get()), cudaSuccess);
    wait();
    EXPECT_EQ(std::count(read.out, read.out + 32, 0.0F), 32);
}

TEST_F(DeviceKernels, HashAndBestLogitsMatch)
{
    for (const auto& [vocab, top] : {std::pair{50, 5}, {2048, 1}, {2049, 64}, {49152, 5}}) {
        auto logits = randomFloats(2 * vocab, m_random);
        for (float& v : logits) v = std::round(v * 8) / 8;  // many ties
        logits[static_cast<std::size_t>(vocab) + 7] = std::numeric_limits<float>::quiet_NaN();
        logits[static_cast<std::size_t>(vocab) + 9] = -std::numeric_limits<float>::infinity();
        logits[static_cast<std::size_t>(vocab) + 11] = std::numeric_limits<float>::infinity();
        LogitsArgs args;
        args.logits = upload(logits);
        args.stride = vocab;
        args.vocab = vocab;
        args.top = top;
        args.inputs = 2;
        args.resultWords = kResultTop + top;
        args.candidates = reinterpret_cast<unsigned long long*>(floats(2 * (vocab / kLogitChunk + 1) * top * 2));
        args.results = upload(std::vector<unsigned long long>(static_cast<std::size_t>(2 * args.resultWords), 0));
        ASSERT_EQ(launchLogits(args, m_stream.get()), cudaSuccess);
        wait();
        for (int input = 0; input < 2; ++input) {
            const float* row = logits.data() + input * vocab;
            std::uint64_t hash = 0;
            std::vector<int> order;
            for (int i = 0; i < vocab; ++i) {
                hash += cpu::hashTerm(static_cast<std::uint32_t>(i), std::bit_cast<std::uint32_t>(row[i]));
                if (row[i] > -std::numeric_limits<float>::infinity())
                    order.push_back(i);
            }
            std::stable_sort(order.begin(), order.end(), [row](int a, int b) { return row[a] > row[b]; });
            const unsigned long long* words = args.results + input * args.resultWords;
            EXPECT_EQ(words[kResultHash], hash);
            for (int k = 0; k < std::min<int>(top, static_cast<int>(order.size())); ++k) {
                EXPECT_EQ(logitId(words[kResultTop + k]),
                          static_cast<std::uint32_t>(order[static_cast<std::size_t>(k)]))
                    << "vocab " << vocab << " place " << k;
                EXPECT_EQ(std::bit_cast<float>(logitBits(words[kResultTop + k])),
                          row[order[static_cast<std::size_t>(k)]]);
            }
            if (top > static_cast<int>(order.size())) {
                EXPECT_EQ(words[kResultTop + order.size()], 0U);
            }
        }
        m_blocks.clear();
    }
}

TEST_F(DeviceKernels, TakenRowsAreCopied)
{
    const auto in = randomFloats(4 * 40, m_random);
    TakeRowsArgs args;
    args.in = upload(in);
    args.out = upload(std::vector<float>(3 * 40, 9.0F));
    args.from = upload(std::vector<std::int32_t>{3, -1, 0});
    args.stride = 40;
    args.rows = 3;
    ASSERT_EQ(launchTakeRows(args, m_stream.get()), cudaSuccess);
    wait();
    EXPECT_TRUE(sameBits({args.out, 40}, std::span(in).subspan(120, 40)));
    EXPECT_EQ(args.out[40], 9.0F);
    EXPECT_TRUE(sameBits({args.out + 80, 40}, std::span(in).first(40)));
}

}  // namespace
}  // namespace decodescope::engine::testing
