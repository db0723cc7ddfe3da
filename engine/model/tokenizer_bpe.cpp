// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/tokenizer_bpe.h"

#include <algorithm>
#include <bit>

namespace decodescope::engine {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr std::uint64_t noCandidate = ~std::uint64_t{0};

std::uint64_t keyOf(TokenId left, TokenId right)
{
    return (std::uint64_t{static_cast<std::uint32_t>(left)} << 32) | static_cast<std::uint32_t>(right);
}

}  // namespace

MergeTable::MergeTable(std::size_t merges) : m_slots(std::bit_ceil(2 * merges + 2)) {}

std::size_t MergeTable::slotOf(std::uint64_t key) const
{
    const std::size_t mask = m_slots.size() - 1;
    std::uint64_t hash = key * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    std::size_t slot = hash & mask;
    while (m_slots[slot].key != emptyKey && m_slots[slot].key != key) slot = (slot + 1) & mask;
    return slot;
}

void MergeTable::insert(TokenId left, TokenId right, Merge merge)
{
    const std::uint64_t key = keyOf(left, right);
    Slot& slot = m_slots[slotOf(key)];
    if (slot.key == emptyKey)
        slot = {key, merge};
}

MergeTable::Merge MergeTable::find(TokenId left, TokenId right) const
{
    const Slot& slot = m_slots[slotOf(keyOf(left, right))];
    return slot.key == emptyKey ? Merge{} : slot.merge;
}

std::uint64_t BpeMerger::candidate(const std::vector<TokenId>& symbols, std::uint32_t left) const
{
    const std::uint32_t right = m_next[left];
    if (right == none || symbols[left] < 0)
        return noCandidate;
    const MergeTable::Merge merge = m_merges.find(symbols[left], symbols[right]);
    return merge.result < 0 ? noCandidate : (std::uint64_t{merge.rank} << 32) | left;
}

void RankedCandidates::push(std::uint64_t candidate)
{
    const auto rank = static_cast<std::uint32_t>(candidate >> 32);
    const auto position = static_cast<std::uint32_t>(candidate);
    Positions& positions = m_positions[rank];
    std::vector<std::uint32_t>& list = positions.list;
    if (list.empty())
        m_ranks.push({rank, &positions});
    if (!positions.heap && !list.empty() && position < list.back()) {
        list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(positions.begin));
        positions.begin = 0;
        positions.heap = true;  // an ascending list is one already
    }
    list.push_back(position);
    if (positions.heap)
        std::push_heap(list.begin(), list.end(), std::greater<>());
}

std::uint64_t RankedCandidates::pop()
{
    const auto [rank, positions] = m_ranks.top();
    std::vector<std::uint32_t>& list = positions->list;
    std::uint32_t position = 0;
    if (positions->heap) {
        std::pop_heap(list.begin(), list.end(), std::greater<>());
        position = list.back();
        list.pop_back();
    } else {
        position = list[positions->begin++];
    }
    if (positions->begin == list.size()) {
        list.clear();
        positions->begin = 0;
        positions->heap = false;
        m_ranks.pop();
    }
    return (std::uint64_t{rank} << 32) | position;
}

namespace {

/// A heap in a vector that is kept between words.
struct Heap {
    std::vector<std::uint64_t>& all;

    bool empty() const { return all.empty(); }
    void push(std::uint64_t candidate)
    {
        all.push_back(candidate);
        std::push_heap(all.begin(), all.end(), std::greater<>());
    }
    std::uint64_t pop()
    {
        std::pop_heap(all.begin(), all.end(), std::greater<>());
        const std::uint64_t best = all.back();
        all.pop_back();
        return best;
    }
};

}  // namespace

template <class Candidates>
void BpeMerger::mergeAll(std::vector<TokenId>& symbols, Candidates& candidates)
{
    const auto push = [&](std::uint32_t left) {
        const std::uint64_t made = candidate(symbols, left);
        if (made != noCandidate)
            candidates.push(made);
    };
    for (std::uint32_t i = 0; i + 1 < symbols.size(); ++i) push(i);
    while (!candidates.empty()) {
        const std::uint64_t best = candidates.pop();
        const auto left = static_cast<std::uint32_t>(best);
        // Stale when a merge since has taken or changed one of its two symbols. A rank belongs to one pair, so a
        // candidate that is made the same again is the same.
        if (candidate(symbols, left) != best)
            continue;
        const std::uint32_t right = m_next[left];
        symbols[left] = m_merges.find(symbols[left], symbols[right]).result;
        symbols[right] = -1;
        m_next[left] = m_next[right];
        if (m_next[right] != none)
            m_previous[m_next[right]] = left;
        if (m_previous[left] != none)
            push(m_previous[left]);
        push(left);
    }
}

void BpeMerger::merge(std::vector<TokenId>& symbols)
{
    const auto count = static_cast<std::uint32_t>(symbols.size());
    if (count < 2)
        return;
    m_next.resize(count);
    m_previous.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        m_next[i] = i + 1 < count ? i + 1 : none;
        m_previous[i] = i > 0 ? i - 1 : none;
    }
    if (count < kLongWord) {
        m_heap.clear();
        Heap heap{m_heap};
        mergeAll(symbols, heap);
    } else {
        RankedCandidates candidates;
        mergeAll(symbols, candidates);
    }
    std::erase(symbols, -1);
}

}  // namespace decodescope::engine
