// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/step_store.h"

#include <malloc.h>

#include <utility>

namespace decodescope::profiler {
namespace {

/// What a block takes of the heap: the C library rounds it up, and keeps its size before it.
std::int64_t blockBytes(const void* block)
{
    return block == nullptr
               ? 0
               : static_cast<std::int64_t>(malloc_usable_size(const_cast<void*>(block)) + sizeof(std::size_t));
}

std::int64_t heapBytes(const std::string& text)
{
    static const std::size_t inPlace = std::string().capacity();
    return text.capacity() > inPlace ? blockBytes(text.data()) : 0;
}

template <class T>
std::int64_t heapBytes(const std::vector<T>& list)
{
    return blockBytes(list.capacity() > 0 ? list.data() : nullptr);
}

}  // namespace

std::int64_t heapBytes(const StepRecord& record)
{
    std::int64_t bytes = heapBytes(record.sequences) + heapBytes(record.ops) + heapBytes(record.kernels);
    for (const SequenceRecord& sequence : record.sequences)
        bytes += heapBytes(sequence.tokenBytes) + heapBytes(sequence.top);
    return bytes;
}

StepStore::StepStore() : m_chunks(std::make_unique<std::atomic<Chunk*>[]>(kMaxChunks))
{
    m_bytes.store(static_cast<std::int64_t>(kMaxChunks * sizeof(std::atomic<Chunk*>)), std::memory_order_relaxed);
}

StepStore::~StepStore()
{
    for (std::size_t i = 0; i < kMaxChunks; ++i) delete m_chunks[i].load(std::memory_order_relaxed);
}

const StepRecord& StepStore::operator[](std::size_t index) const
{
    return (*m_chunks[index / kChunk].load(std::memory_order_acquire))[index % kChunk];
}

bool StepStore::append(StepRecord record)
{
    const std::size_t index = m_count.load(std::memory_order_relaxed);
    if (index >= kCapacity)
        return false;
    std::int64_t grown = heapBytes(record);
    Chunk* chunk = m_chunks[index / kChunk].load(std::memory_order_relaxed);
    if (chunk == nullptr) {
        chunk = new Chunk;
        grown += static_cast<std::int64_t>(sizeof(Chunk));
        m_chunks[index / kChunk].store(chunk, std::memory_order_release);
    }
    (*chunk)[index % kChunk] = std::move(record);
    m_bytes.fetch_add(grown, std::memory_order_relaxed);
    m_count.store(index + 1, std::memory_order_release);
    return true;
}

}  // namespace decodescope::profiler
