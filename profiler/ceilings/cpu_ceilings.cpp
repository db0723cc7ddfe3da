// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/memory_account.h"
#include "engine/base/number_text.h"
#include "engine/forward/backend.h"
#include "profiler/ceilings/cache_info.h"
#include "profiler/ceilings/ceilings.h"
#include "profiler/ceilings/probe_buffer.h"
#include "profiler/ceilings/probe_kernels.h"
#include "profiler/ceilings/probe_team.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>
#include <system_error>
#include <utility>

namespace decodescope::profiler {
namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;
/// A quick probe's buffer where lines can be flushed. It stands beside a resident model, so that a large one would
/// decide the program's peak; and clearing a gigabyte costs seconds on some virtual machines.
constexpr std::int64_t kQuickBytes = 16 * kMiB;
constexpr std::int64_t kUnknownCacheBytes = 32 * kMiB;
/// Read by all threads together between two looks at the clock and at the stop token: a few milliseconds, so that on a
/// machine with other work some windows run undisturbed.
constexpr std::int64_t kWindow = 32 * kMiB;
/// What each thread reads of a window at least, else starting together takes as long as reading.
constexpr std::int64_t kThreadBytes = 2 * kMiB;

std::string gbPerS(double rate)
{
    return engine::fixedText(rate, 1) + " GB/s";
}

class Prober {
public:
    Prober(int threads, bool quick, std::stop_token stop) : m_threads(threads), m_quick(quick), m_stop(std::move(stop))
    {
    }

    Result<Ceilings> measure();

private:
    /// Bytes of each thread's part of a working set.
    std::size_t partBytes(std::int64_t bytes) const
    {
        const std::size_t part = static_cast<std::size_t>(bytes / m_threads);
        return std::max(kReadGrain, part / kReadGrain * kReadGrain);
    }
    /// Bytes that let every thread read its least part.
    std::int64_t leastBytes() const { return kThreadBytes * m_threads; }
    std::int64_t windowBytes() const { return std::max(kWindow, leastBytes()); }
    void touch(ProbeTeam& team, const ProbeBuffer& buffer);
    double read(ProbeTeam& team, const std::byte* data, std::int64_t bytes, const ReadPattern& pattern, int passes);
    std::vector<double> readWindows(ProbeTeam& team, const ProbeBuffer& buffer, std::int64_t bytes,
                                    const std::vector<ReadPattern>& patterns, int passes, bool flush);
    void memoryRoof(Ceilings& out, ProbeTeam& team, const ProbeBuffer& buffer);
    void tryAlternatives(Ceilings& out, ProbeTeam& team, const ProbeBuffer& buffer);
    void readCurve(Ceilings& out, ProbeTeam& team, const ProbeBuffer& buffer, const CacheInfo& caches);
    void computeRoofs(Ceilings& out, ProbeTeam& team);

    int m_threads;
    bool m_quick;
    bool m_flush = false;  ///< the buffer is too small to leave the caches by itself
    std::stop_token m_stop;
    ReadPattern m_best;
    std::string m_winner;
    std::atomic<std::uint64_t> m_sink{0};
};

void Prober::touch(ProbeTeam& team, const ProbeBuffer& buffer)
{
    for (std::int64_t at = 0; at < buffer.bytes() && !m_stop.stop_requested(); at += windowBytes()) {
        const std::size_t part = partBytes(std::min(windowBytes(), buffer.bytes() - at));
        team.run([&](int thread) {
            std::byte* begin = buffer.data() + at + static_cast<std::size_t>(thread) * part;
            for (std::size_t i = 0; i < part; i += 4096) begin[i] = std::byte{1};
        });
    }
}

/// GB/s of all threads reading their parts of [data, data + bytes), `passes` times.
double Prober::read(ProbeTeam& team, const std::byte* data, std::int64_t bytes, const ReadPattern& pattern, int passes)
{
    const std::size_t part = partBytes(bytes);
    const double seconds = team.run([&](int thread) {
        std::uint64_t sum = 0;
        for (int pass = 0; pass < passes; ++pass)
            sum += readAll(data + static_cast<std::size_t>(thread) * part, part, pattern);
        m_sink.fetch_add(sum, std::memory_order_relaxed);
    });
    return 1e-9 * static_cast<double>(passes) * static_cast<double>(part) * m_threads / seconds;
}

/// The first `bytes` of the buffer read from end to end, window by window, each by the next pattern in turn: patterns
/// are compared under the same conditions. A pattern's rate is the mean of the best quarter of its windows.
std::vector<double> Prober::readWindows(ProbeTeam& team, const ProbeBuffer& buffer, std::int64_t bytes,
                                        const std::vector<ReadPattern>& patterns, int passes, bool flush)
{
    std::vector<std::vector<double>> rates(patterns.size());
    std::size_t turn = 0;
    const int repeats = flush ? 1 : static_cast<int>(std::max<std::int64_t>(1, windowBytes() / bytes));
    for (int pass = 0; pass < passes; ++pass, ++turn) {
        for (std::int64_t at = 0; at < bytes && !m_stop.stop_requested(); at += windowBytes(), ++turn) {
            const std::size_t which = turn % patterns.size();
            const std::byte* data = buffer.data() + at;
            const std::int64_t window = std::min(windowBytes(), bytes - at);
            if (flush) {
                const std::size_t part = partBytes(window);
                team.run([&](int thread) { flushFromCaches(data + static_cast<std::size_t>(thread) * part, part); });
            }
            rates[which].push_back(read(team, data, window, patterns[which], repeats));
        }
    }
    std::vector<double> best;
    for (std::vector<double>& windows : rates) {
        std::sort(windows.begin(), windows.end(), std::greater<>());
        windows.resize((windows.size() + 3) / 4);
        best.push_back(std::accumulate(windows.begin(), windows.end(), 0.0) /
                       std::max(1.0, static_cast<double>(windows.size())));
    }
    return best;
}

void Prober::memoryRoof(Ceilings& out, ProbeTeam& team, const ProbeBuffer& buffer)
{
    std::vector<ReadPattern> patterns{{1, 0}, {4, 0}, {4, 1024}};
    if (!m_quick)
        patterns = {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {1, 2048}, {2, 1024}, {4, 1024}, {8, 512}};
    const int passes = m_flush ? 48 : (m_quick ? 1 : 8);
    const std::vector<double> rates = readWindows(team, buffer, buffer.bytes(), patterns, passes, m_flush);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        out.notes.push_back("read, " + describe(patterns[i]) + ": " + gbPerS(rates[i]));
        if (rates[i] > out.readGbPerS) {
            out.readGbPerS = rates[i];
            m_best = patterns[i];
        }
    }
    m_winner = describe(m_best) + ", huge pages, threads pinned";
    if (!m_quick)
        tryAlternatives(out, team, buffer);
    out.notes.push_back("read roof: " + m_winner);
}

/// The winning pattern with threads left to the system, and on small pages.
void Prober::tryAlternatives(Ceilings& out, ProbeTeam& team, const ProbeBuffer& buffer)
{
    const auto consider = [&](double rate, const std::string& what) {
        out.notes.push_back("read, " + describe(m_best) + ", " + what + ": " + gbPerS(rate));
        if (rate > out.readGbPerS) {
            out.readGbPerS = rate;
            m_winner = describe(m_best) + ", " + what;
        }
    };
    {
        // Whole passes: in short windows the system wakes free threads on one CPU and has no time to spread them.
        ProbeTeam free(m_threads, false);
        double best = 0;
        for (int i = 0; i < 3 && !m_flush && !m_stop.stop_requested(); ++i)
            best = std::max(best, read(free, buffer.data(), buffer.bytes(), m_best, 1));
        if (!m_flush)
            consider(best, "huge pages, threads not pinned");
    }
    if (const auto small = ProbeBuffer::map(buffer.bytes(), false)) {
        touch(team, *small);
        consider(readWindows(team, *small, small->bytes(), {m_best}, 2, m_flush).front(),
                 "pages of 4 KiB, threads pinned");
    }
}

void Prober::readCurve(Ceilings& out, ProbeTeam& team, const ProbeBuffer& buffer, const CacheInfo& caches)
{
    // The cache roof's buffer leaves the second level and stays inside the last one, whatever else that one holds.
    const std::int64_t largest = std::min(buffer.bytes(), std::max(out.lastLevelCacheBytes / 2, kMiB));
    const std::int64_t inCache = std::clamp(2 * caches.secondLevelBytes, std::min(4 * kMiB, largest), largest);
    for (std::int64_t size = inCache; size <= buffer.bytes() / (m_flush ? 1 : 2); size *= m_quick ? 4 : 2) {
        readWindows(team, buffer, size, {m_best}, 1, false);
        const int passes = m_quick ? (size <= kWindow ? 8 : 2) : 10;
        out.readBySize.push_back({size, readWindows(team, buffer, size, {m_best}, passes, false).front()});
    }
    out.cacheReadGbPerS = out.readBySize.front().gbPerS;
    out.readBySize.push_back({std::max(buffer.bytes() + 1, 4 * out.lastLevelCacheBytes), out.readGbPerS});
    out.notes.push_back("cache roof: " + std::to_string(inCache / kMiB) + " MiB read again and again");
}

void Prober::computeRoofs(Ceilings& out, ProbeTeam& team)
{
    // Short bursts, many of them: some run undisturbed by other work.
    const double target = m_quick ? 0.001 : 0.004;
    for (const ComputeKernel& kernel : computeKernels()) {
        const auto rate = [&](std::int64_t rounds) {
            const double seconds = team.run([&](int) { m_sink.fetch_add(kernel.run(rounds)); });
            return static_cast<double>(rounds) * kernel.flopsPerRound * m_threads / seconds * 1e-9;
        };
        const std::int64_t trial = 20'000;
        const double guess = std::max(rate(trial), rate(trial));
        const auto rounds = static_cast<std::int64_t>(
            std::max(static_cast<double>(trial), guess * 1e9 * target / (kernel.flopsPerRound * m_threads)));
        double best = 0;
        for (int i = 0; i < (m_quick ? 12 : 60) && !m_stop.stop_requested(); ++i) best = std::max(best, rate(rounds));
        out.compute.push_back({kernel.type, best, kernel.instruction});
    }
    // Without an instruction of its own a bf16 product is an f32 one on widened operands.
    if (const auto f32 = out.computeGflopPerS(ComputeType::f32); f32 && !out.computeGflopPerS(ComputeType::bf16))
        out.compute.push_back({ComputeType::bf16, *f32, out.compute.front().instruction + " on widened operands"});
}

Result<Ceilings> Prober::measure()
{
    Ceilings out;
    out.device = processorName();
    out.threads = m_threads;
    const CacheInfo caches = readCacheInfo();
    out.lastLevelCacheBytes = caches.lastLevelBytes;
    if (out.lastLevelCacheBytes <= 0) {
        out.lastLevelCacheBytes = kUnknownCacheBytes;
        out.notes.push_back("the system does not say how large its last-level cache is; 32 MiB assumed");
    }
    const std::int64_t wanted = std::max({4 * out.lastLevelCacheBytes, 64 * kMiB, leastBytes()});
    const std::int64_t limit = engine::availableMemoryBytes() / 4;
    const bool quickly = m_quick && canFlushCaches();
    out.bufferBytes = std::min({wanted, limit, quickly ? std::max(kQuickBytes, leastBytes()) : wanted}) / kMiB * kMiB;
    if (out.bufferBytes < wanted) {
        m_flush = canFlushCaches();
        const std::string sizes = "read buffer of " + std::to_string(out.bufferBytes / kMiB) + " MiB instead of " +
                                  std::to_string(wanted / kMiB) + " MiB (four times the last-level cache)" +
                                  (out.bufferBytes == limit / kMiB * kMiB ? ", a quarter of free memory" : "");
        out.notes.push_back(
            sizes + (m_flush ? "; flushed from the caches before every read" : "; the read roof may be too high"));
    }
    if (out.bufferBytes < leastBytes())
        return fail(ErrorCode::memory,
                    "Roof probe buffer: " + std::to_string(leastBytes() / kMiB) + " MiB needed, a quarter of " +
                        std::to_string(4 * limit / kMiB) + " MiB free is too little",
                    "Free memory, or run with --threads 1.");
    auto buffer = ProbeBuffer::map(out.bufferBytes, true);
    if (!buffer)
        return tl::unexpected(buffer.error());

    ProbeTeam team(m_threads, true);
    touch(team, *buffer);
    memoryRoof(out, team, *buffer);
    readCurve(out, team, *buffer, caches);
    computeRoofs(out, team);
    if (m_stop.stop_requested())
        return fail(ErrorCode::cancelled, "Measuring the roofs was stopped");
    return out;
}

}  // namespace

Result<Ceilings> measureCpuCeilings(const CeilingOptions& options, std::stop_token stop)
{
    const int threads = options.threads > 0 ? options.threads : engine::affinityCpus();
    try {
        return Prober(threads, options.quick, std::move(stop)).measure();
    } catch (const std::system_error& error) {
        return fail(ErrorCode::runtime,
                    "Roof probe: " + std::to_string(threads) + " threads could not be started: " + error.what(),
                    "Use fewer threads.");
    }
}

}  // namespace decodescope::profiler
