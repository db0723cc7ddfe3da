// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/tokenizer_bpe.h"

#include <algorithm>
#include <bit>
#include <functional>

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

void BpeMerger::push(const std::vector<TokenId>& symbols, std::uint32_t left)
{
    const std::uint64_t made = candidate(symbols, left);
    if (made == noCandidate)
        return;
    m_heap.push_back(made);
    std::push_heap(m_heap.begin(), m_heap.end(), std::greater<>());
}

void BpeMerger::merge(std::vector<TokenId>& symbols)
{
    const auto count = static_cast<std::uint32_t>(symbols.size());
    if (count < 2)
        return;
    m_next.resize(count);
    m_previous.resize(count);
    m_heap.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
        m_next[i] = i + 1 < count ? i + 1 : none;
        m_previous[i] = i > 0 ? i - 1 : none;
    }
    for (std::uint32_t i = 0; i + 1 < count; ++i) {
        const std::uint64_t made = candidate(symbols, i);
        if (made != noCandidate)
            m_heap.push_back(made);
    }
    std::make_heap(m_heap.begin(), m_heap.end(), std::greater<>());
    while (!m_heap.empty()) {
        std::pop_heap(m_heap.begin(), m_heap.end(), std::greater<>());
        const std::uint64_t best = m_heap.back();
        m_heap.pop_back();
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
            push(symbols, m_previous[left]);
        push(symbols, left);
    }
    std::erase(symbols, -1);
}

}  // namespace decodescope::engine
