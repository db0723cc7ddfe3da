// SPDX-License-Identifier: GPL-3.0-or-later
// What the probes find and how long they take: bench_ceilings [threads]
#include "profiler/ceilings/ceilings.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv)
{
    using namespace decodescope;
    for (const bool quick : {true, true, false}) {
        const auto start = std::chrono::steady_clock::now();
        const auto result = profiler::measureCpuCeilings({argc > 1 ? std::atoi(argv[1]) : 0, quick});
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        if (!result) {
            std::fprintf(stderr, "%s\n", result.error().message.c_str());
            return 4;
        }
        std::printf("%s: %.2f s, %d threads, buffer %lld MiB, last-level cache %lld MiB\n", quick ? "quick" : "full",
                    taken.count(), result->threads, static_cast<long long>(result->bufferBytes >> 20),
                    static_cast<long long>(result->lastLevelCacheBytes >> 20));
        std::printf("  read %.1f GB/s, in cache %.1f GB/s\n", result->readGbPerS, result->cacheReadGbPerS);
        for (const auto& point : result->readBySize)
            std::printf("  %7.1f MiB: %.1f GB/s\n", static_cast<double>(point.bytes) / 1048576.0, point.gbPerS);
        for (const auto& roof : result->compute)
            std::printf("  %s: %.1f GFLOP/s, %s, ridge %.1f FLOP/B\n", name(roof.type).data(), roof.gflopPerS,
                        roof.instruction.c_str(), result->ridge(roof.type).value_or(0));
        for (const auto& note : result->notes) std::printf("  %s\n", note.c_str());
    }
}
