// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/forward/backend.h"
#include "engine/model/tokenizer.h"
#include "tests/support/fake_recording.h"

#include <string>
#include <string_view>

namespace decodescope::test {

/// SmolLM2-135M as far as a recorder can see it: shapes and formats, no weights.
class FakeModel : public engine::LoadedModel {
public:
    explicit FakeModel(std::string kind = "cpu") { m_device.kind = std::move(kind); }
    const engine::ModelConfig& config() const override { return m_config; }
    const engine::DeviceInfo& device() const override { return m_device; }
    std::shared_ptr<engine::MemoryAccount> memory() const override { return nullptr; }
    DataType residentType(engine::TensorId id) const override { return m_formats.weights(id); }
    ComputeType computeType(engine::TensorId) const override { return ComputeType::int8; }
    std::string computeName() const override { return "int8"; }
    std::int64_t residentWeightBytes() const override { return 97'000'000; }
    Result<std::unique_ptr<engine::Context>> createContext(const engine::ContextOptions&) override
    {
        return fail(ErrorCode::usage, "a model without weights runs nothing");
    }
    Result<engine::MemorySnapshot> estimateContext(const engine::ContextOptions&) const override
    {
        return engine::MemorySnapshot{};
    }

private:
    engine::ModelConfig m_config = smolLm2Config();
    engine::DeviceInfo m_device{"cpu", "Test processor", 2, "avx512-bf16", 32 << 20};
    profiler::CostFormats m_formats = smolLm2Formats();
};

/// Token i is "<i>"; 7 is the end.
class FakeTokenizer : public engine::Tokenizer {
public:
    engine::Encoded encode(std::string_view, bool, bool) const override { return {}; }
    std::string bytes(engine::TokenId id, bool) const override
    {
        std::string text(1, '<');
        text += std::to_string(id);
        text += '>';
        return text;
    }
    std::string decode(std::span<const engine::TokenId> ids, bool) const override
    {
        std::string text;
        for (const engine::TokenId id : ids) text += bytes(id, true);
        return text;
    }
    std::int64_t vocabularySize() const override { return 49152; }
    bool isEndOfGeneration(engine::TokenId id) const override { return id == 7; }
    std::optional<engine::TokenId> eos() const override { return 7; }
    bool hasChatTemplate() const override { return false; }
    Result<std::string> applyChatTemplate(std::span<const engine::ChatMessage>, bool) const override
    {
        return fail(ErrorCode::usage, "no chat template");
    }
};

}  // namespace decodescope::test
