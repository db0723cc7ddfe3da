// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/tokenizer.h"

#include <cstdint>
#include <vector>

namespace decodescope::engine {

/// The merges of a vocabulary by the pair they join. Open addressing with linear probing: a tokenizer looks up a pair
/// per byte of text, and most look-ups find nothing.
class MergeTable {
public:
    struct Merge {
        std::uint32_t rank = 0;  ///< position in the file; lower goes first
        TokenId result = -1;     ///< -1: these two do not merge
    };

    explicit MergeTable(std::size_t merges);
    /// The first rank given for a pair stays.
    void insert(TokenId left, TokenId right, Merge merge);
    Merge find(TokenId left, TokenId right) const;

private:
    struct Slot {
        std::uint64_t key = emptyKey;
        Merge merge;
    };
    static constexpr std::uint64_t emptyKey = ~std::uint64_t{0};

    std::size_t slotOf(std::uint64_t key) const;

    std::vector<Slot> m_slots;  ///< a power of two, at most half full
};

/// Merges the symbols of one word: always the pair of lowest rank, the leftmost of equals, until no pair merges.
/// O(n log n) in the symbols of the word. Keeps its memory between words; one per thread.
class BpeMerger {
public:
    explicit BpeMerger(const MergeTable& merges) : m_merges(merges) {}

    /// Replaces `symbols` by the tokens they merge to.
    void merge(std::vector<TokenId>& symbols);

private:
    /// The merge of the symbol at `left` with its neighbour as one number: rank, then position. The smallest goes
    /// first.
    std::uint64_t candidate(const std::vector<TokenId>& symbols, std::uint32_t left) const;
    void push(const std::vector<TokenId>& symbols, std::uint32_t left);

    const MergeTable& m_merges;
    std::vector<std::uint64_t> m_heap;              ///< candidates, smallest on top; some are stale
    std::vector<std::uint32_t> m_next, m_previous;  ///< linked list of the symbols still there
};

}  // namespace decodescope::engine
