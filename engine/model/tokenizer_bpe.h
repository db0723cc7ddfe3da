// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/tokenizer.h"

#include <cstdint>
#include <functional>
#include <queue>
#include <unordered_map>
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

/// Candidates of a long word, each a rank and a position; the smallest comes first. There are few ranks and many
/// positions, which arrive almost in order: a list of positions for each rank, which turns into a heap only when one
/// comes out of order, makes the usual cost of a candidate independent of the length of the word.
class RankedCandidates {
public:
    bool empty() const { return m_ranks.empty(); }
    void push(std::uint64_t candidate);
    std::uint64_t pop();

private:
    struct Positions {
        std::vector<std::uint32_t> list;
        std::size_t begin = 0;  ///< those before have been taken; 0 in a heap
        bool heap = false;
    };
    struct Rank {
        std::uint32_t rank;
        Positions* positions;
        bool operator>(const Rank& other) const { return rank > other.rank; }
    };

    std::unordered_map<std::uint32_t, Positions> m_positions;
    std::priority_queue<Rank, std::vector<Rank>, std::greater<>> m_ranks;  ///< with positions left
};

/// Merges the symbols of one word: always the pair of lowest rank, the leftmost of equals, until no pair merges.
/// O(n log n) in the symbols of the word at worst, and usually linear in those of a long one. Keeps its memory between
/// words; one per thread.
class BpeMerger {
public:
    /// Symbols from which on a word's candidates are kept by rank: a heap no longer fits the first-level cache.
    static constexpr std::uint32_t kLongWord = 4096;

    explicit BpeMerger(const MergeTable& merges) : m_merges(merges) {}

    /// Replaces `symbols` by the tokens they merge to.
    void merge(std::vector<TokenId>& symbols);

private:
    /// The merge of the symbol at `left` with its neighbour as one number: rank, then position. The smallest goes
    /// first.
    std::uint64_t candidate(const std::vector<TokenId>& symbols, std::uint32_t left) const;
    template <class Candidates>
    void mergeAll(std::vector<TokenId>& symbols, Candidates& candidates);

    const MergeTable& m_merges;
    std::vector<std::uint64_t> m_heap;              ///< candidates of a short word, smallest on top
    std::vector<std::uint32_t> m_next, m_previous;  ///< linked list of the symbols still there
};

}  // namespace decodescope::engine
