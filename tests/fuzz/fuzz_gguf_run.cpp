// SPDX-License-Identifier: GPL-3.0-or-later
// fuzz_gguf_run [CASES [SEED]]: mutations of sound and of broken files, the same ones every time.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

/// xorshift64*: the same numbers with every library.
class Random {
public:
    explicit Random(std::uint64_t seed) : m_state(seed * 2 + 1) {}
    std::uint64_t next()
    {
        m_state ^= m_state >> 12;
        m_state ^= m_state << 25;
        m_state ^= m_state >> 27;
        return m_state * 0x2545f4914f6cdd1dU;
    }
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>((next() >> 11) % bound); }

private:
    std::uint64_t m_state;
};

struct Seed {
    std::string name;
    Bytes bytes;
    /// Offsets of 8-byte numbers below 2^16 in the metadata and the tensor table: nearly all of them are lengths,
    /// counts, dimensions and offsets.
    std::vector<std::size_t> numbers;
};

/// Everything before the weights: the last tensor's name ends the table, and the weights need no mutation.
std::size_t tableEnd(const Bytes& bytes)
{
    constexpr std::size_t kLongestTable = 16U << 10;
    constexpr std::array<std::uint8_t, 5> kEnd{'o', 'u', 't', 'p', 'u'};
    const auto found = std::find_end(bytes.begin(), bytes.end(), kEnd.begin(), kEnd.end());
    const auto end = static_cast<std::size_t>(found - bytes.begin()) + 64;
    return std::min({end, bytes.size(), kLongestTable});
}

Seed makeSeed(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    Seed seed;
    seed.name = path.filename().string();
    seed.bytes.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    const std::size_t end = tableEnd(seed.bytes);
    for (std::size_t at = 8; at + 8 <= end; ++at) {
        std::uint64_t number = 0;
        std::memcpy(&number, seed.bytes.data() + at, sizeof(number));
        if (number > 0 && number < 65536)
            seed.numbers.push_back(at);
    }
    return seed;
}

/// Sound tiny models of every kind and all broken files, except those too large to mutate thousands of times.
std::vector<Seed> corpus()
{
    constexpr std::uintmax_t kLargest = 600'000;
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(DECODESCOPE_TEST_DATA))
        if (entry.path().extension() == ".gguf" && entry.file_size() <= kLargest)
            paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<Seed> seeds;
    for (const auto& path : paths) seeds.push_back(makeSeed(path));
    return seeds;
}

template <class T>
void overwrite(Bytes& bytes, std::size_t at, T value)
{
    if (at + sizeof(T) <= bytes.size())
        std::memcpy(bytes.data() + at, &value, sizeof(T));
}

/// A number that lengths, counts and offsets tend to break at, or one close to the old value or the file's size.
std::uint64_t awkward(Random& random, std::uint64_t old, std::size_t size)
{
    constexpr std::array<std::uint64_t, 14> kEdges{0,           1,           2,           31,         32,
                                                   33,          0x7fffffff,  0x80000000,  0xffffffff, 0x100000000,
                                                   1ULL << 40U, 1ULL << 62U, 1ULL << 63U, ~0ULL};
    switch (random.below(4)) {
        case 0:
            return kEdges[random.below(kEdges.size())];
        case 1:
            return old + random.below(17) - 8;
        case 2:
            return size + random.below(65) - 32;
        default:
            return kEdges[random.below(kEdges.size())] + random.below(3) - 1;
    }
}

void mutate(Bytes& bytes, const Seed& seed, Random& random)
{
    if (bytes.empty()) {
        bytes.push_back(static_cast<std::uint8_t>(random.next()));
        return;
    }
    const std::size_t table = std::max<std::size_t>(1, std::min(bytes.size(), tableEnd(seed.bytes)));
    switch (random.below(8)) {
        case 0:
        case 1:
        case 2: {  // a length, count, dimension or offset
            if (seed.numbers.empty())
                break;
            const std::size_t at = seed.numbers[random.below(seed.numbers.size())];
            std::uint64_t old = 0;
            if (at + sizeof(old) <= bytes.size())
                std::memcpy(&old, bytes.data() + at, sizeof(old));
            overwrite(bytes, at, awkward(random, old, bytes.size()));
            break;
        }
        case 3:  // a type or a small value
            overwrite(bytes, random.below(table), static_cast<std::uint32_t>(random.below(48)));
            break;
        case 4:  // one bit
            bytes[random.below(table)] ^= static_cast<std::uint8_t>(1U << random.below(8));
            break;
        case 5:  // any byte
            bytes[random.below(table)] = static_cast<std::uint8_t>(random.next());
            break;
        case 6:  // cut short
            bytes.resize(random.below(8) == 0 ? random.below(bytes.size()) : random.below(table));
            break;
        default: {  // a piece of the table moved elsewhere
            const std::size_t from = random.below(table);
            const std::size_t to = random.below(table);
            const std::size_t count = std::min({random.below(64) + 1, table - from, table - to});
            std::memmove(bytes.data() + to, bytes.data() + from, count);
            break;
        }
    }
}

/// A case takes about 0.1 ms; sanitizers make it up to eighty times slower.
#ifdef __SANITIZE_ADDRESS__
constexpr std::uint64_t kCases = 4'000;
#else
constexpr std::uint64_t kCases = 20'000;
#endif

}  // namespace

int main(int argc, char** argv)
{
    const std::uint64_t cases = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : kCases;
    const std::uint64_t firstSeed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    const std::vector<Seed> seeds = corpus();
    if (seeds.size() < 100) {
        std::fprintf(stderr, "fuzz_gguf: only %zu files to start from in %s\n", seeds.size(), DECODESCOPE_TEST_DATA);
        return EXIT_FAILURE;
    }
    double slowest = 0.0;
    for (std::uint64_t i = 0; i < cases; ++i) {
        Random random(firstSeed + i);
        const Seed& seed = seeds[random.below(seeds.size())];
        Bytes bytes = seed.bytes;
        for (std::size_t count = random.below(4) + 1; count > 0; --count) mutate(bytes, seed, random);
        const auto start = std::chrono::steady_clock::now();
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        slowest = std::max(slowest, taken.count());
        if (taken.count() > 1.0) {
            std::fprintf(stderr, "fuzz_gguf: case %llu (of %s) took %.1f s\n",
                         static_cast<unsigned long long>(firstSeed + i), seed.name.c_str(), taken.count());
            return EXIT_FAILURE;
        }
    }
    std::printf("%llu cases from %zu files, slowest %.1f ms\n", static_cast<unsigned long long>(cases), seeds.size(),
                slowest * 1e3);
    return EXIT_SUCCESS;
}
