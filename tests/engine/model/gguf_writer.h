// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace decodescope::tests {

/// Writes small GGUF files in memory, so that a test can change one thing of a sound model.
class GgufWriter {
public:
    /// A sound llama model: hidden 32, 1 layer, 4 heads, 2 KV heads, ffn 64, 8 tokens, tied, F32 weights, no tokenizer.
    static GgufWriter llama();

    void setU32(const std::string& key, std::uint32_t value);
    void setF32(const std::string& key, float value);
    void setBool(const std::string& key, bool value);
    void setText(const std::string& key, const std::string& value);
    void setU32Array(const std::string& key, const std::vector<std::uint32_t>& values);
    void setI32Array(const std::string& key, const std::vector<std::int32_t>& values);
    void setF32Array(const std::string& key, const std::vector<float>& values);
    void setTextArray(const std::string& key, const std::vector<std::string>& values);
    void removeKey(const std::string& key) { m_keys.erase(key); }

    /// `shape` as in files, the contiguous dimension first; F32 unless `type` and `bytes` say otherwise.
    void setTensor(const std::string& name, std::vector<std::uint64_t> shape);
    void setTensor(const std::string& name, std::vector<std::uint64_t> shape, std::uint32_t type,
                   std::vector<std::byte> data);
    void removeTensor(const std::string& name) { m_tensors.erase(name); }
    void renameTensor(const std::string& from, const std::string& to);

    std::vector<std::byte> bytes() const;

private:
    struct Tensor {
        std::vector<std::uint64_t> shape;
        std::uint32_t type = 0;
        std::vector<std::byte> data;
    };
    std::map<std::string, std::vector<std::byte>> m_keys;  ///< type and value as in the file
    std::map<std::string, Tensor> m_tensors;
};

}  // namespace decodescope::tests
