// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever bytes come, opening them as a GGUF model ends in a model whose every tensor can be read, or in a short error
// that names the file. The entry point is libFuzzer's; fuzz_gguf_run.cpp feeds it a fixed number of seeded inputs.
#include "engine/model/dequantise.h"
#include "engine/model/gguf_model.h"
#include "engine/model/mapped_file.h"
#include "engine/model/tensor_roles.h"
#include "engine/model/tokenizer.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace decodescope::engine;
using decodescope::rowBytes;

namespace {

constexpr const char* kName = "fuzzed.gguf";

void require(bool holds, const std::string& what)
{
    if (holds)
        return;
    std::fprintf(stderr, "fuzz_gguf: %s\n", what.c_str());
    std::abort();
}

void checkError(const std::string& message)
{
    require(message.starts_with(std::string(kName) + ": "), "the error does not start with the file: " + message);
    require(message.size() < 1000, "the error is too long: " + message);
    require(std::all_of(message.begin(), message.end(), [](unsigned char c) { return c >= 0x20 && c < 0x7f; }),
            "the error is not printable");
}

/// First and last row of every tensor the model uses.
void readTensor(const ModelSource& model, TensorId id)
{
    const TensorInfo* info = model.find(id);
    if (info == nullptr)
        return;
    std::vector<std::byte> row(static_cast<std::size_t>(rowBytes(info->type, info->columns)));
    std::vector<float> values(static_cast<std::size_t>(info->columns));
    for (const std::int64_t index : {std::int64_t{0}, info->rows - 1}) {
        model.readRows(id, index, 1, row);
        dequantiseRow(info->type, row.data(), info->columns, values.data());
    }
    model.release(id);
}

void checkModel(const ModelSource& model)
{
    const auto& config = model.config();
    require(config.layers > 0 && config.hidden > 0 && config.headDim > 0 && config.vocab > 0, "an empty model");
    require(config.kvHeads > 0 && config.heads % config.kvHeads == 0, "KV heads do not divide the heads");
    require(static_cast<std::int64_t>(config.rope.divisors.size()) * 2 == config.rope.dimension, "rotary divisors");
    require(config.parameters > 0 && model.weightBytes() > 0, "no weights");
    for (const TensorRole role : kGlobalRoles) readTensor(model, {role, -1});
    for (std::int64_t layer = 0; layer < config.layers; ++layer)
        for (const TensorRole role : kLayerRoles) readTensor(model, {role, static_cast<std::int32_t>(layer)});
    const TokenizerData* data = model.tokenizer();
    if (data == nullptr)
        return;
    require(static_cast<std::int64_t>(data->pieces.size()) == config.vocab, "a vocabulary of another size");
    require(data->kinds.size() == data->pieces.size(), "token kinds of another number");
    const auto tokenizer = openTokenizer(model);
    if (!tokenizer) {
        require(tokenizer.error().message.starts_with(std::string(kName) + ": "),
                "the error does not start with the file: " + tokenizer.error().message);
        return;
    }
    const Encoded encoded = (*tokenizer)->encode("the key idea 1234 <s>");
    static_cast<void>((*tokenizer)->decode(encoded.ids));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto* begin = reinterpret_cast<const std::byte*>(data);
    const auto model = GgufModel::create(MappedFile::fromBytes({begin, begin + size}), kName);
    if (model)
        checkModel(**model);
    else
        checkError(model.error().message);
    return 0;
}
