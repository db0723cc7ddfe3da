// SPDX-License-Identifier: GPL-3.0-or-later
// What a model is according to its GGUF file: configuration, tensors, vocabulary; and what opening it costs.
#include "engine/model/gguf_model.h"
#include "engine/model/model_source.h"
#include "engine/model/tokenizer.h"
#include "tests/engine/model/test_files.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>

namespace decodescope::engine {
namespace {

using tests::dataPath;

std::shared_ptr<const ModelSource> openTiny(const std::string& name)
{
    const auto model = openGguf(dataPath("tiny/" + name + "/" + name + ".gguf"));
    EXPECT_TRUE(model) << (model ? "" : model.error().message);
    return model ? *model : nullptr;
}

std::vector<std::byte> wholeTensor(const ModelSource& model, TensorId id)
{
    const TensorInfo& info = *model.find(id);
    std::vector<std::byte> out(static_cast<std::size_t>(info.bytes));
    model.readRows(id, 0, info.rows, out);
    return out;
}

TEST(GgufModel, DefaultModelIsWhatItsFileSays)
{
    const auto opened = openGguf(tests::defaultModel());
    ASSERT_TRUE(opened) << opened.error().message;
    const ModelSource& model = **opened;
    const ModelConfig& config = model.config();
    EXPECT_EQ(config.name, "SmolLM2-135M-Instruct");
    EXPECT_EQ(config.architecture, "llama");
    EXPECT_EQ(config.layers, 30);
    EXPECT_EQ(config.hidden, 576);
    EXPECT_EQ(config.heads, 9);
    EXPECT_EQ(config.kvHeads, 3);
    EXPECT_EQ(config.headDim, 64);
    EXPECT_EQ(config.ffn, 1536);
    EXPECT_EQ(config.vocab, 49152);
    EXPECT_EQ(config.maxContext, 8192);
    EXPECT_EQ(config.rmsEps, static_cast<double>(1e-5F));
    EXPECT_TRUE(config.tiedEmbeddings);
    EXPECT_EQ(config.rope.base, 100000.0);
    EXPECT_EQ(config.rope.dimension, 64);
    EXPECT_TRUE(config.rope.interleaved);
    EXPECT_EQ(config.rope.scaling, RopeScaling::none);
    EXPECT_EQ(config.rope.divisors, std::vector<float>(32, 1.0F));
    EXPECT_FALSE(config.synthetic);
    EXPECT_EQ(config.weightsName, "q4_1");
    EXPECT_EQ(config.parameters, 134'515'008);  // the tied matrix once; 162,826,560 would be twice
    EXPECT_EQ(model.tensors().size(), 272U);
    EXPECT_EQ(model.find({TensorRole::outputHead, -1}), nullptr);
    EXPECT_EQ(model.weightBytes(), 96'576'768);
    EXPECT_TRUE(model.warnings().empty());
}

TEST(GgufModel, DefaultModelBringsItsVocabulary)
{
    const auto opened = openGguf(tests::defaultModel());
    ASSERT_TRUE(opened) << opened.error().message;
    const TokenizerData* data = (*opened)->tokenizer();
    ASSERT_NE(data, nullptr);
    EXPECT_EQ(data->model, "gpt2");
    EXPECT_EQ(data->preTokenizer, "smollm");
    ASSERT_EQ(data->pieces.size(), 49152U);
    ASSERT_EQ(data->kinds.size(), 49152U);
    ASSERT_EQ(data->merges.size(), 48900U);
    EXPECT_EQ(data->pieces[0], "<|endoftext|>");
    EXPECT_EQ(data->kinds[0], TokenKind::control);
    EXPECT_EQ(data->kinds[1000], TokenKind::normal);
    EXPECT_EQ(data->merges[0], "\u0120 t");
    EXPECT_EQ(data->bos, 1);
    EXPECT_EQ(data->eos, 2);
    EXPECT_EQ(data->unknown, 0);
    EXPECT_EQ(data->padding, 2);
    EXPECT_FALSE(data->addBos);
    EXPECT_FALSE(data->addEos);
    EXPECT_FALSE(data->addSpacePrefix);
    EXPECT_NE(data->chatTemplate.find("<|im_start|>"), std::string::npos);
}

TEST(GgufModel, VariantsOfLlama)
{
    const auto mha = openTiny("llama_mha");
    EXPECT_EQ(mha->config().kvHeads, mha->config().heads);
    const auto gqa = openTiny("llama_gqa");
    EXPECT_LT(gqa->config().kvHeads, gqa->config().heads);
    EXPECT_EQ(openTiny("llama_mqa")->config().kvHeads, 1);

    const auto headDim = openTiny("llama_headdim");
    EXPECT_EQ(headDim->config().headDim, 24);  // 64 / 4 would be 16
    EXPECT_EQ(headDim->find({TensorRole::query, 0})->rows, 96);
    EXPECT_EQ(headDim->find({TensorRole::attentionOutput, 1})->columns, 96);
    EXPECT_EQ(headDim->config().rope.dimension, 24);

    const auto linear = openTiny("llama_rope_linear");
    EXPECT_EQ(linear->config().rope.scaling, RopeScaling::linear);
    EXPECT_EQ(linear->config().rope.divisors, std::vector<float>(8, 4.0F));

    const auto llama3 = openTiny("llama_rope_llama3");
    const RopeConfig& rope = llama3->config().rope;
    EXPECT_EQ(rope.scaling, RopeScaling::llama3);
    ASSERT_EQ(rope.divisors.size(), 8U);
    EXPECT_EQ(rope.divisors.front(), 1.0F);
    EXPECT_EQ(rope.divisors.back(), 8.0F);
    EXPECT_TRUE(std::is_sorted(rope.divisors.begin(), rope.divisors.end()));
    EXPECT_TRUE(llama3->warnings().empty());  // the divisors are used, not left over
    EXPECT_TRUE(llama3->tokenizer()->addBos);
    EXPECT_EQ(llama3->tokenizer()->bos, 3);
    // The divisors are no parameters: the same model without them has as many.
    EXPECT_EQ(llama3->config().parameters, linear->config().parameters);
    EXPECT_EQ(llama3->weightBytes(), linear->weightBytes());
}

TEST(GgufModel, AnUntiedHeadIsItsOwnAndCountsTwice)
{
    const auto untied = openTiny("llama_untied");
    const auto tied = openTiny("llama_gqa");
    EXPECT_FALSE(untied->config().tiedEmbeddings);
    EXPECT_TRUE(tied->config().tiedEmbeddings);
    const TensorInfo* head = untied->find({TensorRole::outputHead, -1});
    ASSERT_NE(head, nullptr);
    EXPECT_EQ(head->name, "output.weight");
    std::int64_t all = 0;
    for (const TensorInfo& info : untied->tensors()) all += info.rows * info.columns;
    EXPECT_EQ(untied->config().parameters, all);
    EXPECT_NE(wholeTensor(*untied, {TensorRole::outputHead, -1}),
              wholeTensor(*untied, {TensorRole::tokenEmbedding, -1}));
}

TEST(GgufModel, WeightsNameIsTheFormatOfMostBytes)
{
    const auto mixed = openGguf(dataPath("tiny/quant/MIXED.gguf"));
    ASSERT_TRUE(mixed) << mixed.error().message;
    EXPECT_EQ((*mixed)->config().weightsName, "q6_k");
    EXPECT_EQ((*mixed)->config().name, "MIXED");
    EXPECT_EQ((*openGguf(dataPath("tiny/quant/BF16.gguf")))->config().weightsName, "bf16");
}

TEST(GgufModel, RowsAreReadFromWhereTheyStand)
{
    const auto model = openTiny("llama_gqa");
    const TensorId id{TensorRole::ffnDown, 1};
    const TensorInfo& info = *model->find(id);
    const std::vector<std::byte> whole = wholeTensor(*model, id);
    const auto row = static_cast<std::size_t>(rowBytes(info.type, info.columns));
    EXPECT_EQ(whole.size(), row * static_cast<std::size_t>(info.rows));
    std::vector<std::byte> three(3 * row);
    model->readRows(id, 5, 3, three);
    EXPECT_TRUE(std::equal(three.begin(), three.end(), whole.begin() + static_cast<std::ptrdiff_t>(5 * row)));
    // And they are the file's bytes: the last tensor ends where the file does, but for padding.
    const std::vector<std::byte> file = tests::readBytes(model->origin());
    EXPECT_NE(std::search(file.begin(), file.end(), whole.begin(), whole.end()), file.end());
}

TEST(GgufModel, FindKnowsOnlyWhatIsThere)
{
    const auto model = openTiny("llama_gqa");
    const auto layers = static_cast<std::int32_t>(model->config().layers);
    EXPECT_NE(model->find({TensorRole::query, layers - 1}), nullptr);
    EXPECT_EQ(model->find({TensorRole::query, layers}), nullptr);
    EXPECT_EQ(model->find({TensorRole::query, -1}), nullptr);
    EXPECT_EQ(model->find({TensorRole::query, -2}), nullptr);
    EXPECT_EQ(model->find({TensorRole::tokenEmbedding, 0}), nullptr);
    EXPECT_EQ(model->find({TensorRole::queryBias, 0}), nullptr);
}

/// Pages of [begin, begin + bytes) that are in memory for this mapping.
std::int64_t residentPages(std::span<const std::byte> bytes)
{
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    std::int64_t total = 0;
    std::ifstream smaps("/proc/self/smaps");
    bool inside = false;
    for (std::string line; std::getline(smaps, line);) {
        std::uintptr_t from = 0;
        std::uintptr_t to = 0;
        char dash = 0;
        std::istringstream header(line);
        if (header >> std::hex >> from >> dash >> to && dash == '-') {
            const auto address = reinterpret_cast<std::uintptr_t>(bytes.data());
            inside = address < to && address + bytes.size() > from;
        } else if (inside && line.starts_with("Rss:")) {
            total += std::stoll(line.substr(4)) * 1024 / static_cast<std::int64_t>(page);
        }
    }
    return total;
}

/// A stand-in for the reader's mapping: the same file, mapped the same way.
class MappedModel : public testing::Test {
protected:
    void SetUp() override
    {
        auto file = MappedFile::open(tests::defaultModel());
        ASSERT_TRUE(file) << file.error().message;
        m_bytes = file->bytes();
        auto model = GgufModel::create(std::move(*file), tests::defaultModel());
        ASSERT_TRUE(model) << model.error().message;
        m_model = *model;
    }

    std::span<const std::byte> m_bytes;
    std::shared_ptr<const ModelSource> m_model;
};

TEST_F(MappedModel, OpeningTouchesNoWeights)
{
    // The kernel maps neighbours of a touched page along, hence a margin above the header's 1.8 MB.
    EXPECT_LT(residentPages(m_bytes) * sysconf(_SC_PAGESIZE), 4'000'000);
}

TEST_F(MappedModel, ReleasedTensorsLeaveMemoryAndCanBeReadAgain)
{
    const TensorId id{TensorRole::tokenEmbedding, -1};
    const std::int64_t before = residentPages(m_bytes);
    const std::vector<std::byte> first = wholeTensor(*m_model, id);
    const std::int64_t tensorPages = m_model->find(id)->bytes / sysconf(_SC_PAGESIZE);
    EXPECT_GE(residentPages(m_bytes), before + tensorPages - 600);
    m_model->release(id);
    EXPECT_LT(residentPages(m_bytes), before + 600);
    EXPECT_EQ(wholeTensor(*m_model, id), first);
}

}  // namespace
}  // namespace decodescope::engine
