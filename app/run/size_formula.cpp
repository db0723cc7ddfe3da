// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/size_formula.h"

#include "app/report/cell.h"

#include <algorithm>
#include <array>

namespace decodescope::app {

namespace {

using engine::KvLayerShape;

/// Layers of one shape, which the formula writes as one term.
struct LayerGroup {
    KvLayerShape shape;
    std::int64_t layers = 0;
};

bool sameShape(const KvLayerShape& a, const KvLayerShape& b)
{
    return a.kvHeads == b.kvHeads && a.keyDim == b.keyDim && a.valueDim == b.valueDim && a.latentRank == b.latentRank &&
           a.ropeDim == b.ropeDim && a.window == b.window;
}

std::vector<LayerGroup> groupsOf(const engine::KvShape& shape)
{
    std::vector<LayerGroup> groups;
    for (const KvLayerShape& layer : shape.layers) {
        const auto known = std::find_if(groups.begin(), groups.end(),
                                        [&](const LayerGroup& group) { return sameShape(group.shape, layer); });
        if (known == groups.end()) {
            groups.push_back({layer, 1});
        } else {
            ++known->layers;
        }
    }
    return groups;
}

/// "2 bytes", or for block formats "(34/32) bytes".
std::string bytesOf(DataType type)
{
    const DataTypeTraits& format = traits(type);
    return format.blockValues == 1
               ? std::to_string(format.blockBytes) + " bytes"
               : "(" + std::to_string(format.blockBytes) + "/" + std::to_string(format.blockValues) + ") bytes";
}

std::string term(const LayerGroup& group, const SizeQuestion& question)
{
    const KvLayerShape& shape = group.shape;
    const std::int64_t tokens = shape.window > 0 ? std::min(shape.window, question.context) : question.context;
    const std::string tokenText = shape.window > 0
                                      ? "min(" + std::to_string(question.context) + ", " +
                                            std::to_string(shape.window) + ") = " + std::to_string(tokens) + " tokens"
                                      : std::to_string(tokens) + " tokens";
    std::string text = std::to_string(group.layers) + " layers x ";
    if (shape.latentRank > 0) {
        text += "(" + std::to_string(shape.latentRank) + " + " + std::to_string(shape.ropeDim) + ") values x " +
                bytesOf(question.key);
    } else if (question.key == question.value && shape.keyDim == shape.valueDim) {
        text += "2 (K and V) x " + std::to_string(shape.kvHeads) + " KV heads x " + std::to_string(shape.keyDim) +
                " x " + bytesOf(question.key);
    } else {
        text += std::to_string(shape.kvHeads) + " KV heads x (" + std::to_string(shape.keyDim) + " x " +
                bytesOf(question.key) + " + " + std::to_string(shape.valueDim) + " x " + bytesOf(question.value) + ")";
    }
    return text + " x " + tokenText + " x " + std::to_string(question.batch) +
           (question.batch == 1 ? " sequence" : " sequences");
}

std::string gibibytes(std::int64_t bytes)
{
    return bytes >= 1 << 29 ? roundedText(static_cast<double>(bytes) / 0x1p30, 4) + " GiB"
                            : roundedText(static_cast<double>(bytes) / 0x1p20, 4) + " MiB";
}

std::string attentionOf(const KvLayerShape& shape, std::int64_t heads)
{
    if (shape.latentRank > 0) {
        return "MLA";
    }
    if (heads == 0) {
        return {};
    }
    return shape.kvHeads == heads ? "MHA" : shape.kvHeads == 1 ? "MQA" : "GQA";
}

}  // namespace

bool isSizeFormat(DataType type)
{
    constexpr std::array kFormats{DataType::f32,  DataType::f16,  DataType::bf16, DataType::fp8E4m3,
                                  DataType::int8, DataType::q8_0, DataType::q4_0};
    return std::find(kFormats.begin(), kFormats.end(), type) != kFormats.end();
}

Result<SizeAnswer> sizeOf(const SizeQuestion& question)
{
    if (question.shape.layers.empty()) {
        return fail(ErrorCode::usage, "a cache needs at least one layer");
    }
    const auto bytes = engine::kvBytes(question.shape, question.key, question.value, question.context, question.batch);
    const auto perToken = engine::kvBytesPerToken(question.shape, question.key, question.value);
    if (!bytes || !perToken) {
        return tl::unexpected(bytes ? perToken.error() : bytes.error());
    }
    SizeAnswer answer;
    answer.bytes = *bytes;
    answer.bytesPerToken = *perToken;
    for (const LayerGroup& group : groupsOf(question.shape)) {
        answer.formula += (answer.formula.empty() ? "" : " + ") + term(group, question);
    }
    answer.formula += " = " + std::to_string(answer.bytes) + " bytes";

    const KvLayerShape& first = question.shape.layers.front();
    answer.attention = attentionOf(first, question.heads);
    if (answer.attention == "GQA" || answer.attention == "MQA") {
        engine::KvShape full = question.shape;
        for (KvLayerShape& layer : full.layers) {
            layer.kvHeads = question.heads;
        }
        const auto mha = engine::kvBytes(full, question.key, question.value, question.context, question.batch);
        if (!mha) {
            return tl::unexpected(mha.error());
        }
        answer.bytesIfMha = *mha;
        answer.notes.push_back(
            "MHA with " + std::to_string(question.heads) + " KV heads would take " + gibibytes(*mha) + "; " +
            answer.attention + " with " + std::to_string(first.kvHeads) + " takes " + gibibytes(answer.bytes) + ", " +
            roundedText(static_cast<double>(*mha) / static_cast<double>(answer.bytes)) + " times less");
    }
    if (answer.attention == "MLA") {
        answer.notes.push_back("the latent is kept once and shared by all heads, for keys and values alike");
    }
    if (question.batch > 1) {
        answer.notes.push_back("for " + std::to_string(question.batch) + " sequences; one takes " +
                               gibibytes(answer.bytes / question.batch));
    }
    return answer;
}

}  // namespace decodescope::app
