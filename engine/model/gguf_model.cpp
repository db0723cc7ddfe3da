// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/gguf_model.h"

#include "engine/model/gguf_metadata.h"
#include "engine/model/gguf_reader.h"
#include "engine/model/gguf_tokenizer.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <utility>

namespace decodescope::engine {
namespace {

/// "Q4_K_M", "f16", "IQ4_NL": what converters append to a model's name.
bool isFormatSuffix(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    if (lower == "f32" || lower == "f16" || lower == "bf16" || lower == "fp16" || lower == "fp32")
        return true;
    if (lower.starts_with('i'))
        lower.erase(0, 1);
    return lower.size() > 1 && lower[0] == 'q' && lower[1] >= '1' && lower[1] <= '8';
}

/// Names inside files are often those of a training run; people know a model by its file. A file name that says
/// nothing (a hash of a cache, "model") gives way to the name inside.
std::string displayName(const std::string& origin, const std::string& nameInside)
{
    std::string stem = std::filesystem::path(origin).filename().string();
    if (stem.size() > 5 && stem.ends_with(".gguf"))
        stem.erase(stem.size() - 5);
    else
        return nameInside;
    const std::size_t cut = stem.find_last_of(".-");
    if (cut != std::string::npos && cut > 0 && isFormatSuffix(std::string_view(stem).substr(cut + 1)))
        stem.erase(cut);
    return stem == "model" || stem == "ggml-model" ? nameInside : printable(stem);
}

}  // namespace

Result<std::shared_ptr<const ModelSource>> GgufModel::create(MappedFile file, const std::string& origin)
{
    const Result<GgufContainer> container = GgufContainer::parse(file.bytes(), origin);
    if (!container)
        return tl::unexpected<Error>(container.error());
    const GgufMetadata metadata(*container, origin);
    Result<GgufLlama> llama = readGgufLlama(metadata);
    if (!llama)
        return tl::unexpected<Error>(llama.error());
    Result<std::unique_ptr<TokenizerData>> tokenizer =
        readGgufTokenizer(metadata, llama->config.vocab, llama->warnings);
    if (!tokenizer)
        return tl::unexpected<Error>(tokenizer.error());
    if (*tokenizer == nullptr)
        llama->warnings.emplace_back("the file has no tokenizer; prompts must be given as token ids");

    llama->config.name = displayName(origin, llama->config.name);
    auto model = std::make_shared<GgufModel>();
    for (const GgufTensor& tensor : container->tensors()) model->m_offsets.push_back(tensor.offset);
    file.adviseSequential(container->dataOffset(), file.bytes().size() - container->dataOffset());
    model->m_file = std::move(file);
    model->m_origin = origin;
    model->m_model = std::move(*llama);
    model->m_tokenizer = std::move(*tokenizer);
    return model;
}

const TensorInfo* GgufModel::find(TensorId id) const
{
    const std::int32_t index = m_model.roles.find(id);
    return index < 0 ? nullptr : &m_model.tensors[static_cast<std::size_t>(index)];
}

void GgufModel::readRows(TensorId id, std::int64_t first, std::int64_t count, std::span<std::byte> out) const
{
    const std::int32_t index = m_model.roles.find(id);
    assert(index >= 0);
    const TensorInfo& tensor = m_model.tensors[static_cast<std::size_t>(index)];
    assert(first >= 0 && count >= 0 && first <= tensor.rows && count <= tensor.rows - first);
    const std::int64_t row = rowBytes(tensor.type, tensor.columns);
    const auto bytes = static_cast<std::size_t>(row * count);
    assert(out.size() >= bytes);
    const std::uint64_t offset = m_offsets[static_cast<std::size_t>(index)] + static_cast<std::uint64_t>(row * first);
    std::memcpy(out.data(), m_file.bytes().data() + offset, bytes);
}

void GgufModel::release(TensorId id) const
{
    const std::int32_t index = m_model.roles.find(id);
    if (index >= 0)
        m_file.dropPages(m_offsets[static_cast<std::size_t>(index)],
                         static_cast<std::uint64_t>(m_model.tensors[static_cast<std::size_t>(index)].bytes));
}

Result<std::shared_ptr<const ModelSource>> openGguf(const std::string& path)
{
    return MappedFile::open(path).and_then([&](MappedFile file) { return GgufModel::create(std::move(file), path); });
}

}  // namespace decodescope::engine
