// SPDX-License-Identifier: GPL-3.0-or-later
// The products of a step: rows prepared, panels and rows shared out among the threads.
#include "engine/cpu/step_runner.h"

#include <algorithm>

namespace decodescope::engine::cpu {
namespace {

/// Steps of up to this many rows stream the weights: each thread keeps to one contiguous range of panels. Larger ones
/// compute: threads take small pieces as they get to them, so that a slow one holds nobody up.
constexpr std::int64_t kStreamedRows = 8;
/// Beyond this many rows arithmetic binds, and the pieces are as small as the kernels like them. Below, a piece is a
/// long range of panels: memory is read faster so.
constexpr std::int64_t kWideRows = 48;
/// Fewest rows of a piece: every piece unpacks its weights again.
constexpr std::int64_t kPieceRows = 60;
/// Fewest rows that a thread has of its own: fewer are shared with others, as weights must pay for being read.
constexpr std::int64_t kOwnRows = 128;
/// Work between two looks at the stop token, in multiply-adds: some milliseconds.
constexpr std::int64_t kPieceWork = 150'000'000;
/// Products are fastest on an even number of panels, those of many rows on whole groups.
constexpr std::int64_t kPanelPair = 2;
constexpr std::int64_t kPanelGroup = 8;
constexpr std::int64_t kRowTile = 6;  ///< rows that the kernels multiply together

/// Panels a thread takes at a time: the same number of pieces for each thread where that can be, so that none waits.
std::int64_t panelsPerPiece(std::int64_t panels, std::int64_t threads)
{
    for (std::int64_t each = 4; each >= 2; --each)
        if (panels % (threads * each * kPanelPair) == 0)
            return panels / (threads * each);
    return std::max<std::int64_t>(1, panels / (4 * threads * kPanelPair)) * kPanelPair;
}

/// In how many parts the rows of a product of `ranges` ranges of panels are taken, `fewest` at least: so many that
/// every thread gets as much as the others to within a sixteenth, where there are rows enough.
std::int64_t rowParts(std::int64_t ranges, std::int64_t rows, std::int64_t threads, std::int64_t fewest)
{
    const std::int64_t most = std::max(fewest, rows / kPieceRows);
    for (std::int64_t parts = fewest; parts <= most; ++parts) {
        const std::int64_t pieces = ranges * parts;
        const std::int64_t longest = (pieces + threads - 1) / threads;
        if (16 * (longest * threads - pieces) <= pieces)
            return parts;
    }
    return most;
}

}  // namespace

void StepRunner::prepare(Thread& t, const float* rows, std::int64_t stride, std::int64_t count, bool whole,
                         std::span<const Target> targets)
{
    const WorkspaceShape& at = m_work.shape;
    const bool own = redundant(count);
    const Range range = own ? Range{0, count} : share(count, t.index);
    bool done[3]{};
    bool shared = !own && !whole;
    for (const Target& target : targets) {
        const PackedMatrix& matrix = target.projection->matrix;
        const auto c = static_cast<std::size_t>(matrix.compute());
        if (done[c])
            continue;
        done[c] = true;
        PreparedRows& prepared = t.prepared[c];
        prepared.compute = matrix.compute();
        prepared.rows = count;
        prepared.inputs = matrix.inputs();
        if (matrix.compute() == ComputeType::f32) {  // as they are
            prepared.data = reinterpret_cast<const std::byte*>(rows);
            prepared.rowStride = stride * static_cast<std::int64_t>(sizeof(float));
            continue;
        }
        prepared.rowStride = preparedRowBytes(matrix.compute(), matrix.inputs());
        std::byte* data =
            own ? m_work.thread(t.index, at.threadPreparedOffset[c]) : m_work.scratch.data() + at.preparedOffset[c];
        prepared.data = data;
        shared = !own;
        if (range.end > range.begin && !stopped())
            m_model.matmul->prepare(matrix.compute(), rows + range.begin * stride, stride, range.end - range.begin,
                                    matrix.inputs(), data + range.begin * prepared.rowStride);
    }
    if (shared)
        barrier(t);
}

void StepRunner::projectPiece(Thread& t, std::span<const Target> targets, const Piece& piece)
{
    const auto [firstRow, endRow] = piece.rows;
    std::int64_t first = 0;
    for (const Target& target : targets) {
        const PackedMatrix& matrix = target.projection->matrix;
        const std::int64_t begin = std::max<std::int64_t>(piece.panels.begin - first, 0);
        const std::int64_t end = std::min(piece.panels.end - first, matrix.panels());
        first += matrix.panels();
        if (begin >= end)
            continue;
        PreparedRows x = t.prepared[static_cast<std::size_t>(matrix.compute())];
        x.data += firstRow * x.rowStride;
        x.rows = endRow - firstRow;
        m_model.matmul->multiply(matrix, x, begin, end, target.out + firstRow * target.stride, target.stride,
                                 target.accumulate, m_work.thread(t.index, m_work.shape.threadMatmul));
        if (target.executed != nullptr)
            *target.executed += (end - begin) * x.rows;
        if (const float* bias = target.projection->bias; bias != nullptr) {
            const std::int64_t last = std::min(end * kPanelOutputs, matrix.outputs());
            for (std::int64_t row = firstRow; row < endRow; ++row)
                for (std::int64_t o = begin * kPanelOutputs; o < last; ++o)
                    target.out[row * target.stride + o] += bias[o];
        }
    }
}

template <class Body>
void StepRunner::forPieces(Thread& t, std::int64_t rows, std::int64_t panels, std::int64_t inputs, const Body& body)
{
    const std::int64_t panelWork = rows * inputs * kPanelOutputs;
    const std::int64_t most = std::max<std::int64_t>(1, kPieceWork / (panelWork * kPanelPair)) * kPanelPair;
    if (rows <= kStreamedRows) {
        const Range own = share(panels, t.index);
        for (std::int64_t p = own.begin; p < own.end && !stopped(); p += most)
            body(Piece{{p, std::min(own.end, p + most)}, {0, rows}});
        return;
    }
    const std::int32_t threads = m_model.pool->threads();
    std::int64_t width = std::min(most, panelsPerPiece(panels, threads));
    std::int64_t height = rows;
    if (rows > kWideRows) {
        width = kPanelGroup;
        const std::int64_t fewest = std::max((panelWork * kPanelGroup + kPieceWork - 1) / kPieceWork,
                                             std::min<std::int64_t>(threads, rows / kOwnRows));
        const std::int64_t parts = rowParts((panels + width - 1) / width, rows, threads, fewest);
        height = ((rows + parts - 1) / parts + kRowTile - 1) / kRowTile * kRowTile;
    }
    const std::int64_t ranges = (panels + width - 1) / width;
    const std::int64_t pieces = ranges * ((rows + height - 1) / height);
    // A thread's last piece is cut again: whoever comes last holds the others up for a third of a piece at most.
    const std::int64_t cuts = height >= 6 * kRowTile ? 3 : 1;
    const std::int64_t cutHeight = ((height + cuts - 1) / cuts + kRowTile - 1) / kRowTile * kRowTile;
    for (std::int32_t i = 0; i < threads; ++i) {
        const std::int32_t owner = (t.index + i) % threads;
        const Range own = share(pieces, owner);
        const std::int64_t whole = std::max<std::int64_t>(0, own.end - own.begin - 1);
        const std::int64_t count = own.end > own.begin ? whole + cuts : 0;
        WorkCounter& taken = counter(t.phase, owner);
        for (std::int64_t next; (next = taken.next()) < count && !stopped();) {
            const bool cut = next >= whole;
            const std::int64_t piece = own.begin + std::min(next, whole);
            const std::int64_t panel = piece % ranges * width;
            const std::int64_t first = piece / ranges * height;
            const std::int64_t row = first + (cut ? (next - whole) * cutHeight : 0);
            const std::int64_t end = std::min({rows, first + height, row + (cut ? cutHeight : height)});
            if (row < end)
                body(Piece{{panel, std::min(panels, panel + width)}, {row, end}});
        }
    }
}

void StepRunner::project(Thread& t, std::int64_t rows, std::span<const Target> targets)
{
    std::int64_t panels = 0;
    for (const Target& target : targets) panels += target.projection->matrix.panels();
    forPieces(t, rows, panels, targets.front().projection->matrix.inputs(),
              [&](const Piece& piece) { projectPiece(t, targets, piece); });
}

void StepRunner::projectQkv(Thread& t, const LayerWeights& w, const Chunk& chunk, std::int64_t& keyRows)
{
    const ModelConfig& config = m_model.config;
    float* q = m_work.floats(m_work.shape.qkv);
    float* k = q + config.queryDim();
    const Target targets[] = {{&w.query, q, qkvStride(), false},
                              {&w.key, k, qkvStride(), false, &keyRows},
                              {&w.value, k + config.kvDim(), qkvStride(), false}};
    prepare(t, normedRows(t, chunk.rows), m_work.shape.hiddenStride, chunk.rows, false, targets);
    project(t, chunk.rows, targets);
}

void StepRunner::projectOutput(Thread& t, std::size_t op, const LayerWeights& w, const Chunk& chunk)
{
    const std::int64_t stride = m_work.shape.attendedStride;
    const std::int64_t rows = chunk.rows;
    const float* attended = m_work.floats(m_work.shape.attended);
    if (chunk.shared) {
        // The splits of a row are combined by whoever prepares it: no barrier of its own.
        float* combined = redundant(rows) ? m_work.threadFloats(t.index, m_work.shape.threadNormed)
                                          : m_work.floats(m_work.shape.attended);
        const Range own = redundant(rows) ? Range{0, rows} : share(rows, t.index);
        for (std::int64_t row = own.begin; row < own.end && !stopped(); ++row)
            combineSplits(t, chunk, row, combined + row * stride);
        attended = combined;
        mark(t, op - 1);
    }
    const Target targets[] = {
        {&w.attentionOutput, m_work.floats(m_work.shape.residual), m_work.shape.hiddenStride, true}};
    prepare(t, attended, stride, rows, !chunk.shared, targets);
    project(t, rows, targets);
}

void StepRunner::projectGateUp(Thread& t, std::size_t op, const LayerWeights& w, const Chunk& chunk)
{
    const ModelConfig& config = m_model.config;
    const std::int64_t rows = chunk.rows;
    const std::int64_t stride = m_work.shape.ffnStride;
    float* gate = m_work.floats(m_work.shape.gate);
    float* up = m_work.floats(m_work.shape.up);
    const Target both[] = {{&w.gate, gate, stride, false}, {&w.up, up, stride, false}};
    prepare(t, normedRows(t, rows), m_work.shape.hiddenStride, rows, false, both);
    forPieces(t, rows, w.gate.matrix.panels(), 2 * config.hidden, [&](const Piece& piece) {
        projectPiece(t, {both, 1}, piece);
        projectPiece(t, {both + 1, 1}, piece);
        mark(t, op);
        const std::int64_t begin = piece.panels.begin * kPanelOutputs;
        const std::int64_t end = std::min(piece.panels.end * kPanelOutputs, config.ffn);
        for (std::int64_t row = piece.rows.begin; row < piece.rows.end; ++row)
            m_model.elementwise->siluMul(gate + row * stride + begin, up + row * stride + begin, end - begin);
        mark(t, op + 1);
    });
}

}  // namespace decodescope::engine::cpu
