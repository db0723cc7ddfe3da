// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/step_results.h"

#include <bit>
#include <limits>

namespace decodescope::engine::cuda {

Result<void> StepResults::prepare()
{
    auto results = allocatePinned(m_sizes.results, "results of a step");
    if (!results)
        return tl::unexpected(results.error());
    m_pinnedResults = std::move(*results);
    if (!m_options.wholeLogits)
        return {};
    auto logits = allocatePinned(m_sizes.logits, "logits");
    if (!logits)
        return tl::unexpected(logits.error());
    m_pinnedLogits = std::move(*logits);
    return {};
}

Result<void> StepResults::fetch(std::size_t inputs, bool allLogits, std::int64_t rows, cudaStream_t stream)
{
    const std::int64_t words = static_cast<std::int64_t>(inputs) * m_sizes.resultWords;
    if (auto copied = check(
            cudaMemcpyAsync(m_pinnedResults.get(), m_buffers.results.data(),
                            static_cast<std::size_t>(words) * sizeof(std::uint64_t), cudaMemcpyDeviceToHost, stream),
            "copying results from the device");
        !copied)
        return copied;
    if (!allLogits && !m_options.wholeLogits)
        return {};
    const auto bytes = static_cast<std::size_t>(rows * m_model.config.vocab) * sizeof(float);
    return check(cudaMemcpyAsync((allLogits ? m_pinnedAllLogits : m_pinnedLogits).get(),
                                 (allLogits ? m_buffers.allLogits : m_buffers.logits).data(), bytes,
                                 cudaMemcpyDeviceToHost, stream),
                 "copying logits from the device");
}

Result<void> StepResults::makeRoomForAllLogits(std::int64_t rows)
{
    const auto grow = [&](Buffer& buffer, std::int64_t bytes, const char* what) -> Result<void> {
        if (buffer.bytes() >= bytes)
            return {};
        auto larger = m_model.account->allocate(MemoryKind::activations, bytes, what);
        if (!larger)
            return tl::unexpected(larger.error());
        buffer = std::move(*larger);
        return {};
    };
    const auto floatBytes = static_cast<std::int64_t>(sizeof(float));
    if (auto done = grow(m_buffers.allHeadInput, rows * m_sizes.hiddenStride * floatBytes, "output head input"); !done)
        return done;
    const std::int64_t bytes = rows * m_model.config.vocab * floatBytes;
    if (auto done = grow(m_buffers.allLogits, bytes, "logits of all rows"); !done)
        return done;
    if (m_pinnedAllBytes >= bytes)
        return {};
    auto pinned = allocatePinned(bytes, "logits of all rows");
    if (!pinned)
        return tl::unexpected(pinned.error());
    m_pinnedAllLogits = std::move(*pinned);
    m_pinnedAllBytes = bytes;
    return {};
}

void StepResults::report(std::span<const SequenceInput> inputs, bool allLogits, StepOutput& out) const
{
    const auto vocab = static_cast<std::size_t>(m_model.config.vocab);
    const auto* words = static_cast<const std::uint64_t*>(m_pinnedResults.get());
    out.sequences.resize(inputs.size());
    std::size_t row = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i, words += m_sizes.resultWords) {
        SequenceOutput& sequence = out.sequences[i];
        sequence.logitsHash = words[kResultHash];
        sequence.positionsComputed = static_cast<std::int64_t>(words[kResultRows]) / m_model.config.layers;
        sequence.top.clear();
        for (std::int32_t k = 0; k < m_options.topLogits && words[kResultTop + k] != 0; ++k) {
            const std::uint64_t key = words[kResultTop + k];
            sequence.top.push_back({static_cast<TokenId>(logitId(key)), std::bit_cast<float>(logitBits(key))});
        }
        if (sequence.top.empty())
            sequence.top.push_back({0, std::numeric_limits<float>::quiet_NaN()});
        const std::size_t rows = allLogits ? inputs[i].tokens.size() : 1;
        const auto* logits = static_cast<const float*>((allLogits ? m_pinnedAllLogits : m_pinnedLogits).get());
        sequence.logits = {};
        sequence.allLogits = {};
        if (logits != nullptr)
            sequence.logits = {logits + (row + rows - 1) * vocab, vocab};
        if (allLogits)
            sequence.allLogits = {logits + row * vocab, rows * vocab};
        row += rows;
    }
}

}  // namespace decodescope::engine::cuda
