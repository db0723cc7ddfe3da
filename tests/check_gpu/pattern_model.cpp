// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/check_gpu/pattern_model.h"

#include "engine/model/half.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

namespace decodescope::check_gpu {
namespace {

constexpr std::size_t kPatternValues = std::size_t{1} << 20;

}  // namespace

PatternModel::PatternModel(std::shared_ptr<const engine::ModelSource> shape, std::uint32_t seed)
    : m_shape(std::move(shape)), m_pattern(kPatternValues * 2)
{
    // A variance that keeps activations near one in the widest product.
    const float scale = std::sqrt(3.0F / static_cast<float>(m_shape->config().hidden));
    std::mt19937 random(seed);
    for (std::size_t i = 0; i < kPatternValues; ++i) {
        const float uniform = static_cast<float>(random() % 65536U) / 32768.0F - 1.0F;
        const std::uint16_t bits = engine::floatToBfloat16(scale * uniform);
        std::memcpy(m_pattern.data() + 2 * i, &bits, 2);
    }
}

void PatternModel::readRows(engine::TensorId id, std::int64_t first, std::int64_t count, std::span<std::byte> out) const
{
    const engine::TensorInfo* info = find(id);
    if (info == nullptr || info->rows == 1 || info->type != DataType::bf16)
        return m_shape->readRows(id, first, count, out);
    // Every tensor and row begins somewhere else, at an odd multiple of 64 bytes.
    std::size_t at = (static_cast<std::size_t>(id.role) * 7919 + static_cast<std::size_t>(id.layer + 1) * 104729 +
                      static_cast<std::size_t>(first) * 1299709) *
                     64 % m_pattern.size();
    for (std::size_t done = 0; done < out.size();) {
        const std::size_t piece = std::min(out.size() - done, m_pattern.size() - at);
        std::memcpy(out.data() + done, m_pattern.data() + at, piece);
        done += piece;
        at = 0;
    }
}

}  // namespace decodescope::check_gpu
