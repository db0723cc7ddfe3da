// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/model/gguf_writer.h"

#include <cstring>
#include <utility>

namespace decodescope::tests {
namespace {

using Bytes = std::vector<std::byte>;

template <class T>
void put(Bytes& out, T value)
{
    const auto* begin = reinterpret_cast<const std::byte*>(&value);
    out.insert(out.end(), begin, begin + sizeof(T));
}

void putText(Bytes& out, const std::string& text)
{
    put(out, static_cast<std::uint64_t>(text.size()));
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    out.insert(out.end(), begin, begin + text.size());
}

template <class T>
Bytes scalar(std::uint32_t type, T value)
{
    Bytes out;
    put(out, type);
    put(out, value);
    return out;
}

Bytes arrayHeader(std::uint32_t elementType, std::size_t count)
{
    Bytes out;
    put(out, std::uint32_t{9});
    put(out, elementType);
    put(out, static_cast<std::uint64_t>(count));
    return out;
}

void pad(Bytes& out)
{
    out.resize((out.size() + 31) / 32 * 32);
}

}  // namespace

void GgufWriter::setU32(const std::string& key, std::uint32_t value)
{
    m_keys[key] = scalar(4, value);
}

void GgufWriter::setF32(const std::string& key, float value)
{
    m_keys[key] = scalar(6, value);
}

void GgufWriter::setBool(const std::string& key, bool value)
{
    m_keys[key] = scalar(7, static_cast<std::uint8_t>(value ? 1 : 0));
}

void GgufWriter::setText(const std::string& key, const std::string& value)
{
    Bytes out;
    put(out, std::uint32_t{8});
    putText(out, value);
    m_keys[key] = out;
}

void GgufWriter::setU32Array(const std::string& key, const std::vector<std::uint32_t>& values)
{
    Bytes out = arrayHeader(4, values.size());
    for (const std::uint32_t value : values) put(out, value);
    m_keys[key] = out;
}

void GgufWriter::setI32Array(const std::string& key, const std::vector<std::int32_t>& values)
{
    Bytes out = arrayHeader(5, values.size());
    for (const std::int32_t value : values) put(out, value);
    m_keys[key] = out;
}

void GgufWriter::setF32Array(const std::string& key, const std::vector<float>& values)
{
    Bytes out = arrayHeader(6, values.size());
    for (const float value : values) put(out, value);
    m_keys[key] = out;
}

void GgufWriter::setTextArray(const std::string& key, const std::vector<std::string>& values)
{
    Bytes out = arrayHeader(8, values.size());
    for (const std::string& value : values) putText(out, value);
    m_keys[key] = out;
}

void GgufWriter::setTensor(const std::string& name, std::vector<std::uint64_t> shape)
{
    std::uint64_t values = 1;
    for (const std::uint64_t extent : shape) values *= extent;
    Bytes data;
    for (std::uint64_t i = 0; i < values; ++i) put(data, static_cast<float>(i % 7) * 0.01F);
    setTensor(name, std::move(shape), 0, std::move(data));
}

void GgufWriter::setTensor(const std::string& name, std::vector<std::uint64_t> shape, std::uint32_t type,
                           std::vector<std::byte> data)
{
    m_tensors[name] = {std::move(shape), type, std::move(data)};
}

void GgufWriter::renameTensor(const std::string& from, const std::string& to)
{
    auto node = m_tensors.extract(from);
    node.key() = to;
    m_tensors.insert(std::move(node));
}

std::vector<std::byte> GgufWriter::bytes() const
{
    Bytes out;
    for (const char c : {'G', 'G', 'U', 'F'}) out.push_back(static_cast<std::byte>(c));
    put(out, std::uint32_t{3});
    put(out, static_cast<std::uint64_t>(m_tensors.size()));
    put(out, static_cast<std::uint64_t>(m_keys.size()));
    for (const auto& [key, value] : m_keys) {
        putText(out, key);
        out.insert(out.end(), value.begin(), value.end());
    }
    Bytes data;
    for (const auto& [name, tensor] : m_tensors) {
        putText(out, name);
        put(out, static_cast<std::uint32_t>(tensor.shape.size()));
        for (const std::uint64_t extent : tensor.shape) put(out, extent);
        put(out, tensor.type);
        put(out, static_cast<std::uint64_t>(data.size()));
        data.insert(data.end(), tensor.data.begin(), tensor.data.end());
        pad(data);
    }
    pad(out);
    out.insert(out.end(), data.begin(), data.end());
    return out;
}

GgufWriter GgufWriter::llama()
{
    GgufWriter writer;
    writer.setText("general.architecture", "llama");
    writer.setText("general.name", "made for a test");
    writer.setU32("llama.block_count", 1);
    writer.setU32("llama.context_length", 64);
    writer.setU32("llama.embedding_length", 32);
    writer.setU32("llama.feed_forward_length", 64);
    writer.setU32("llama.attention.head_count", 4);
    writer.setU32("llama.attention.head_count_kv", 2);
    writer.setF32("llama.attention.layer_norm_rms_epsilon", 1e-5F);
    writer.setTensor("token_embd.weight", {32, 8});
    writer.setTensor("output_norm.weight", {32});
    writer.setTensor("blk.0.attn_norm.weight", {32});
    writer.setTensor("blk.0.attn_q.weight", {32, 32});
    writer.setTensor("blk.0.attn_k.weight", {32, 16});
    writer.setTensor("blk.0.attn_v.weight", {32, 16});
    writer.setTensor("blk.0.attn_output.weight", {32, 32});
    writer.setTensor("blk.0.ffn_norm.weight", {32});
    writer.setTensor("blk.0.ffn_gate.weight", {32, 64});
    writer.setTensor("blk.0.ffn_up.weight", {32, 64});
    writer.setTensor("blk.0.ffn_down.weight", {64, 32});
    return writer;
}

}  // namespace decodescope::tests
