// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up weights are made on the device, and are the host's bit for bit.
#include "engine/model/synthetic_model.h"
#include "tests/engine/cuda/device_fixture.h"

namespace decodescope::engine::testing {
namespace {

/// A source of seeded weights that has them read, or complains when they are.
class Watched final : public ModelSource {
public:
    Watched(std::shared_ptr<const ModelSource> source, bool hidesSeed) : m_source(std::move(source)), m_hides(hidesSeed)
    {
    }
    const ModelConfig& config() const override { return m_source->config(); }
    const std::string& origin() const override { return m_source->origin(); }
    const TensorInfo* find(TensorId id) const override { return m_source->find(id); }
    void readRows(TensorId id, std::int64_t first, std::int64_t count, std::span<std::byte> out) const override
    {
        m_matricesRead += find(id)->rows > 1 ? 1 : 0;
        m_source->readRows(id, first, count, out);
    }
    std::optional<SeededRows> seeded(TensorId id) const override
    {
        return m_hides ? std::nullopt : m_source->seeded(id);
    }
    void release(TensorId id) const override { m_source->release(id); }
    const std::vector<TensorInfo>& tensors() const override { return m_source->tensors(); }
    std::int64_t weightBytes() const override { return m_source->weightBytes(); }
    const TokenizerData* tokenizer() const override { return nullptr; }
    const std::vector<std::string>& warnings() const override { return m_source->warnings(); }
    int matricesRead() const { return m_matricesRead; }

private:
    std::shared_ptr<const ModelSource> m_source;
    bool m_hides;
    mutable int m_matricesRead = 0;
};

/// Rows of 44 and 60 values: the last oct of each is not full.
std::shared_ptr<const ModelSource> smallModel(DataType weights)
{
    ModelConfig config = openTiny("llama_gqa")->config();
    config.hidden = 44;
    config.ffn = 60;
    config.layers = 2;
    config.vocab = 70;
    return require(SyntheticModel::create(config, weights, 5, "synthetic:small"));
}

class DeviceSeeded : public OnDevice, public ::testing::WithParamInterface<DataType> {};

TEST_P(DeviceSeeded, WeightsAreThoseOfTheHost)
{
    const auto source = smallModel(GetParam());
    const auto made = std::make_shared<Watched>(source, false);
    const auto read = std::make_shared<Watched>(source, true);
    std::vector<float> logits[2];
    std::int64_t bytes[2] = {};
    for (int i = 0; i < 2; ++i) {
        const auto model = loadOnStandIn(i == 0 ? made : read);
        bytes[i] = model->residentWeightBytes();
        logits[i] = logitsOf(*model, contextOptions(16), someTokens(3, 12, source->config().vocab));
    }
    EXPECT_EQ(made->matricesRead(), 0);
    EXPECT_GE(read->matricesRead(), 15);
    EXPECT_EQ(bytes[0], bytes[1]);
    EXPECT_TRUE(sameBits(logits[0], logits[1]));
    EXPECT_NE(logits[0].front(), logits[0].back());
}

INSTANTIATE_TEST_SUITE_P(Formats, DeviceSeeded, ::testing::Values(DataType::f32, DataType::f16, DataType::bf16),
                         [](const auto& type) { return std::string(name(type.param)); });

TEST_F(OnDevice, WeightsOfAnotherFormatThanTheirSeedsAreConvertedByTheHost)
{
    const auto source = std::make_shared<Watched>(smallModel(DataType::bf16), false);
    ModelOptions options;
    options.weights = DataType::f16;
    const auto model = loadOnStandIn(source, options);
    EXPECT_EQ(model->residentType({TensorRole::query, 0}), DataType::f16);
    EXPECT_GE(source->matricesRead(), 15);
}

}  // namespace
}  // namespace decodescope::engine::testing
