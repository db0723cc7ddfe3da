// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cpu/step_runner.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace decodescope::engine::cpu {

bool StepRunner::stopped()
{
    if (m_stopped.load(std::memory_order_relaxed))
        return true;
    if (!m_stop.stop_requested())
        return false;
    m_stopped.store(true, std::memory_order_relaxed);
    return true;
}

StepRunner::Range StepRunner::share(std::int64_t count, std::int32_t index) const
{
    const std::int64_t threads = m_model.pool->threads();
    return {count * index / threads, count * (index + 1) / threads};
}

void StepRunner::barrier(Thread& t)
{
    if (t.leaving)
        return;
    stopped();  // brings the flag up to date
    t.leaving = m_model.pool->barrier(m_stopped);
    ++t.phase;
    // The counters of the phase after next were last used before the previous barrier and are next used after another.
    if (t.index == 0)
        for (std::int32_t owner = 0; owner < m_model.pool->threads(); ++owner) counter(t.phase + 1, owner).reset();
}

void StepRunner::mark(Thread& t, std::size_t op)
{
    if (t.index != 0)
        return;
    const Clock::time_point now = Clock::now();
    (*m_times)[op].wallNs += std::chrono::duration_cast<std::chrono::nanoseconds>(now - t.last).count();
    t.last = now;
}

bool StepRunner::run(std::span<const SequenceInput> inputs, std::span<const std::int64_t> depths, std::stop_token stop,
                     StepOutput& out)
{
    m_start = Clock::now();
    m_inputs = inputs;
    m_plan = &out.plan;
    m_times = &out.ops;
    m_stop = std::move(stop);
    m_stopped = false;
    out.ops.resize(out.plan.ops.size());
    for (std::size_t i = 0; i < out.ops.size(); ++i) out.ops[i] = {static_cast<std::int32_t>(i), 0};
    const StepShape& shape = out.plan.shape;
    m_headRows = shape.headRows();
    m_headInput = shape.allLogits ? m_work.allHeadInput.as<float>() : m_work.floats(m_work.shape.headInput);
    m_logits = shape.allLogits ? m_work.allLogits.as<float>() : m_work.floats(m_work.shape.logits);
    planChunks(inputs, depths);
    m_threads.resize(static_cast<std::size_t>(m_model.pool->threads()));
    for (Thread& t : m_threads) {
        t.phase = 0;
        t.leaving = false;
        t.keyRows.assign(m_chunkCount, 0);
        t.hashes.assign(inputs.size(), 0);
        t.top.resize(inputs.size());
    }
    for (WorkCounter& c : m_counters) c.reset();

    m_model.pool->run([this](std::int32_t index) { threadMain(index); });
    if (m_stopped)
        return false;

    const auto vocab = static_cast<std::size_t>(m_model.config.vocab);
    out.sequences.resize(inputs.size());
    for (std::size_t s = 0; s < inputs.size(); ++s) {
        SequenceOutput& sequence = out.sequences[s];
        sequence.logitsHash = 0;
        sequence.top.clear();
        sequence.positionsComputed = 0;
        for (const Thread& t : m_threads) {
            sequence.logitsHash += t.hashes[s];
            sequence.top.insert(sequence.top.end(), t.top[s].begin(), t.top[s].end());
        }
        // Threads own ascending columns, so a stable sort keeps the lowest id first on a tie.
        std::stable_sort(sequence.top.begin(), sequence.top.end(),
                         [](const TopLogit& a, const TopLogit& b) { return a.value > b.value; });
        if (sequence.top.size() > static_cast<std::size_t>(m_topLogits))
            sequence.top.resize(static_cast<std::size_t>(m_topLogits));
    }
    std::size_t headRow = 0;
    for (std::size_t s = 0; s < inputs.size(); ++s) {
        const std::size_t tokens = shape.allLogits ? inputs[s].tokens.size() : 1;
        const float* first = m_logits + headRow * vocab;
        headRow += tokens;
        out.sequences[s].logits = {m_logits + (headRow - 1) * vocab, vocab};
        out.sequences[s].allLogits = shape.allLogits ? std::span(first, tokens * vocab) : std::span<const float>();
        if (out.sequences[s].top.empty())
            out.sequences[s].top.push_back({0, out.sequences[s].logits.front()});
    }
    const std::int64_t panelsPerRow = m_model.config.layers * m_model.weights.layers.front().key.matrix.panels();
    for (std::size_t c = 0; c < m_chunkCount; ++c) {
        std::int64_t rows = 0;
        for (const Thread& t : m_threads) rows += t.keyRows[c];
        for (const Segment& segment : m_chunks[c].segments)
            out.sequences[static_cast<std::size_t>(segment.input)].positionsComputed +=
                segment.count * rows / (panelsPerRow * m_chunks[c].rows);
    }
    out.wallNs = std::chrono::duration_cast<std::chrono::nanoseconds>(m_headEnd - m_start).count();
    out.hashNs = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - m_headEnd).count();
    out.deviceNs.reset();
    return true;
}

void StepRunner::planChunks(std::span<const SequenceInput> inputs, std::span<const std::int64_t> depths)
{
    m_chunkCount = 0;
    Chunk* chunk = nullptr;
    std::int64_t firstRow = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const SequenceInput& input = inputs[i];
        const auto tokens = static_cast<std::int64_t>(input.tokens.size());
        for (std::int64_t done = 0; done < tokens;) {
            if (chunk == nullptr || chunk->rows == m_work.shape.rows) {
                if (m_chunks.size() <= m_chunkCount)
                    m_chunks.emplace_back();
                chunk = &m_chunks[m_chunkCount++];
                chunk->segments.clear();
                chunk->rows = 0;
                chunk->firstRow = firstRow;
            }
            Segment segment;
            segment.input = static_cast<std::int32_t>(i);
            segment.slot = input.slot;
            segment.firstToken = done;
            segment.count = std::min(tokens - done, m_work.shape.rows - chunk->rows);
            segment.row = chunk->rows;
            segment.position = depths[static_cast<std::size_t>(input.slot)] + done;
            segment.ropeShift = input.ropeShift;
            segment.writes = !input.skipLastBlockWrite;
            done += segment.count;
            segment.last = done == tokens;
            chunk->rows += segment.count;
            firstRow += segment.count;
            chunk->segments.push_back(segment);
        }
    }
    for (std::size_t c = 0; c < m_chunkCount; ++c) planAttention(m_chunks[c]);
}

void StepRunner::threadMain(std::int32_t index)
{
    Thread& t = m_threads[static_cast<std::size_t>(index)];
    t.index = index;
    t.last = m_start;
    for (std::size_t c = 0; c < m_chunkCount && !t.leaving; ++c) walk(t, m_chunks[c], c, c + 1 == m_chunkCount);
    if (t.index == 0)
        m_headEnd = t.last;
    reduceLogits(t);
}

void StepRunner::walk(Thread& t, const Chunk& chunk, std::size_t chunkIndex, bool lastChunk)
{
    for (std::size_t i = 0; i < m_plan->ops.size() && !t.leaving; ++i) {
        if (m_plan->ops[i].kind != OpKind::finalNorm) {
            runOp(t, i, chunk, chunkIndex);
            continue;
        }
        // The last norm and the head run once, on the rows that need logits.
        takeHeadRows(t, chunk);
        if (lastChunk)
            runHead(t);
        return;
    }
}

void StepRunner::runOp(Thread& t, std::size_t index, const Chunk& chunk, std::size_t chunkIndex)
{
    const Op& op = m_plan->ops[index];
    const WorkspaceShape& at = m_work.shape;
    const std::int64_t rows = chunk.rows;
    const LayerWeights& w = m_model.weights.layers[static_cast<std::size_t>(std::max(op.layer, 0))];
    float* residual = m_work.floats(at.residual);
    switch (op.kind) {
        case OpKind::embedding:
            embed(t, chunk);
            barrier(t);
            break;
        case OpKind::attentionNorm:
            normalise(t, w.attentionNorm, residual, rows);
            break;
        case OpKind::qkvProjection:
            projectQkv(t, w, chunk, t.keyRows[chunkIndex]);
            barrier(t);
            break;
        case OpKind::rope:
            if (!chunk.single)
                rotateRows(t, chunk);
            break;
        case OpKind::cacheAppend:
            if (!chunk.single) {
                appendRows(t, op.layer, chunk);
                barrier(t);
            }
            break;
        case OpKind::attention:
            attend(t, index, chunk);
            barrier(t);
            break;
        case OpKind::attentionOutput:
            projectOutput(t, index, w, chunk);
            barrier(t);
            break;
        case OpKind::ffnNorm:
            normalise(t, w.ffnNorm, residual, rows);
            break;
        case OpKind::gateUpProjection:
            projectGateUp(t, index, w, chunk);
            break;
        case OpKind::activation:
            barrier(t);  // the activation itself ran beside the projection, on the columns each thread had just made
            break;
        case OpKind::downProjection: {
            const Target targets[] = {{&w.down, residual, at.hiddenStride, true}};
            prepare(t, m_work.floats(at.gate), at.ffnStride, rows, true, targets);
            project(t, rows, targets);
            barrier(t);
            break;
        }
        case OpKind::finalNorm:
        case OpKind::outputHead:
            break;  // walk() runs them
    }
    mark(t, index);
}

void StepRunner::embed(Thread& t, const Chunk& chunk)
{
    const std::int64_t stride = m_work.shape.hiddenStride;
    float* residual = m_work.floats(m_work.shape.residual);
    const Range own = share(chunk.rows, t.index);
    for (const Segment& segment : chunk.segments) {
        const auto tokens = m_inputs[static_cast<std::size_t>(segment.input)].tokens;
        const std::int64_t end = std::min(own.end, segment.row + segment.count);
        for (std::int64_t row = std::max(own.begin, segment.row); row < end && !stopped(); ++row)
            m_model.weights.gatherEmbedding(tokens[static_cast<std::size_t>(segment.firstToken + row - segment.row)],
                                            residual + row * stride);
    }
}

void StepRunner::normalise(Thread& t, const float* weight, const float* rows, std::int64_t count)
{
    const std::int64_t hidden = m_model.config.hidden;
    const std::int64_t stride = m_work.shape.hiddenStride;
    const auto epsilon = static_cast<float>(m_model.config.rmsEps);
    float* out = normedRows(t, count);
    const Range own = redundant(count) ? Range{0, count} : share(count, t.index);
    for (std::int64_t row = own.begin; row < own.end; ++row)
        m_model.elementwise->rmsNorm(rows + row * stride, weight, epsilon, hidden, out + row * stride);
}

void StepRunner::takeHeadRows(Thread& t, const Chunk& chunk)
{
    const std::int64_t stride = m_work.shape.hiddenStride;
    const float* residual = m_work.floats(m_work.shape.residual);
    if (t.index == 0) {
        const auto bytes = static_cast<std::size_t>(stride) * sizeof(float);
        if (m_plan->shape.allLogits)
            std::memcpy(m_headInput + chunk.firstRow * stride, residual, bytes * static_cast<std::size_t>(chunk.rows));
        else
            for (const Segment& segment : chunk.segments)
                if (segment.last)
                    std::memcpy(m_headInput + segment.input * stride,
                                residual + (segment.row + segment.count - 1) * stride, bytes);
    }
    barrier(t);
}

void StepRunner::runHead(Thread& t)
{
    const ModelConfig& config = m_model.config;
    const std::size_t head = m_plan->ops.size() - 1;
    for (std::int64_t first = 0; first < m_headRows && !t.leaving; first += m_work.shape.rows) {
        const std::int64_t rows = std::min(m_work.shape.rows, m_headRows - first);
        normalise(t, m_model.weights.outputNorm, m_headInput + first * m_work.shape.hiddenStride, rows);
        mark(t, head - 1);
        const Target targets[] = {{&m_model.weights.head, m_logits + first * config.vocab, config.vocab, false}};
        prepare(t, normedRows(t, rows), m_work.shape.hiddenStride, rows, false, targets);
        project(t, rows, targets);
        barrier(t);
        mark(t, head);
    }
}

void StepRunner::reduceLogits(Thread& t)
{
    const std::int64_t vocab = m_model.config.vocab;
    const Range columns = share(vocab, t.index);
    std::int64_t row = -1;
    for (std::size_t s = 0; s < m_inputs.size() && !stopped(); ++s) {
        row += m_plan->shape.allLogits ? static_cast<std::int64_t>(m_inputs[s].tokens.size()) : 1;
        const float* logits = m_logits + row * vocab;
        t.hashes[s] =
            m_model.elementwise->hashLogits(logits + columns.begin, columns.begin, columns.end - columns.begin);
        std::vector<TopLogit>& best = t.top[s];
        best.clear();
        float threshold = -std::numeric_limits<float>::infinity();
        const auto wanted = static_cast<std::size_t>(m_topLogits);
        for (std::int64_t i = columns.begin;
             (i = m_model.elementwise->findAbove(logits, i, columns.end, threshold)) < columns.end; ++i) {
            const TopLogit found{static_cast<TokenId>(i), logits[i]};
            const auto place = std::upper_bound(best.begin(), best.end(), found,
                                                [](const TopLogit& a, const TopLogit& b) { return a.value > b.value; });
            best.insert(place, found);
            if (best.size() > wanted)
                best.pop_back();
            if (best.size() == wanted)
                threshold = best.back().value;
        }
    }
}

}  // namespace decodescope::engine::cpu
