// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cuda_on_cpu/block_runner.h"

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <optional>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace decodescope::cuda_on_cpu {

BlockPlace blockPlace;

namespace {

using boost::context::fiber;

#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t kStackBytes = std::size_t{256} << 10;
#else
constexpr std::size_t kStackBytes = std::size_t{64} << 10;
#endif
constexpr int kLanes = 32;

/// Thrown through a kernel to end its thread.
struct Abandon {};

std::string place(const std::source_location& where)
{
    const std::string_view file = where.file_name();
    return std::string(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(where.line());
}

bool same(const std::source_location& a, const std::source_location& b)
{
    return a.line() == b.line() && a.column() == b.column() &&
           (a.file_name() == b.file_name() || std::strcmp(a.file_name(), b.file_name()) == 0);
}

}  // namespace

struct BlockRunner::Impl {
    struct Lane {
        fiber self;
        fiber* scheduler = nullptr;
        boost::context::stack_context stack;
        void* fakeStack = nullptr;
        bool begun = false;  ///< in the block that runs now
        bool ended = true;
        std::optional<std::source_location> waitsAt;
    };
    /// Lanes of one warp on their way to the same exchange.
    struct Meeting {
        int arrived = 0;
        std::size_t bytes = 0;
        std::source_location where;
        std::byte* values[kLanes] = {};
    };

    boost::context::protected_fixedsize_stack stacks{kStackBytes};
    std::vector<std::unique_ptr<Lane>> lanes;
    const KernelLaunch* launch = nullptr;
    Random* random = nullptr;
    std::vector<int> ready;
    std::vector<Meeting> meetings;  ///< by warp
    int waiting = 0;                ///< at the barrier
    int ended = 0;
    std::optional<std::source_location> barrierAt;
    std::string error;
    bool abandoning = false;
    bool quitting = false;
    const void* mainStack = nullptr;
    std::size_t mainStackBytes = 0;

    void makeLanes(std::size_t count);
    void laneMain(std::size_t index);
    void resume(int index);
    void yield();
    [[noreturn]] void stop(const std::string& what);
    std::string runBlock(std::byte* shared);
    std::string deadlock() const;
};

namespace {
BlockRunner::Impl* g_running = nullptr;
}  // namespace

void BlockRunner::Impl::makeLanes(std::size_t count)
{
    while (lanes.size() < count) {
        const std::size_t index = lanes.size();
        auto& lane = lanes.emplace_back(std::make_unique<Lane>());
        lane->stack = stacks.allocate();
        lane->self =
            fiber(std::allocator_arg, boost::context::preallocated(lane->stack.sp, lane->stack.size, lane->stack),
                  stacks, [this, index](fiber&& scheduler) {
#if defined(__SANITIZE_ADDRESS__)
                      __sanitizer_finish_switch_fiber(nullptr, &mainStack, &mainStackBytes);
#endif
                      lanes[index]->scheduler = &scheduler;
                      laneMain(index);
#if defined(__SANITIZE_ADDRESS__)
                      __sanitizer_start_switch_fiber(nullptr, mainStack, mainStackBytes);
#endif
                      return std::move(scheduler);
                  });
    }
}

/// A lane lives through many blocks: making a fiber costs more than running a thread of a small kernel.
void BlockRunner::Impl::laneMain(std::size_t index)
{
    Lane& lane = *lanes[index];
    while (!quitting) {
        try {
            launch->invoke(launch->function, const_cast<std::byte*>(launch->parameter.data()));
        } catch (const Abandon&) {
        }
        lane.ended = true;
        ++ended;
        yield();
    }
}

void BlockRunner::Impl::resume(int index)
{
    Lane& lane = *lanes[static_cast<std::size_t>(index)];
    blockPlace.thread = index;
    lane.begun = true;
#if defined(__SANITIZE_ADDRESS__)
    void* fake = nullptr;
    __sanitizer_start_switch_fiber(&fake, static_cast<char*>(lane.stack.sp) - lane.stack.size, lane.stack.size);
#endif
    lane.self = std::move(lane.self).resume();
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
}

void BlockRunner::Impl::yield()
{
    Lane& lane = *lanes[static_cast<std::size_t>(blockPlace.thread)];
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(&lane.fakeStack, mainStack, mainStackBytes);
#endif
    *lane.scheduler = std::move(*lane.scheduler).resume();
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(lane.fakeStack, &mainStack, &mainStackBytes);
#endif
    if (abandoning && !lane.ended)
        throw Abandon{};
}

void BlockRunner::Impl::stop(const std::string& what)
{
    if (error.empty())
        error = what;
    throw Abandon{};
}

std::string BlockRunner::Impl::deadlock() const
{
    std::map<std::string, int> places;
    for (int i = 0; i < blockPlace.threads; ++i)
        if (const Lane& lane = *lanes[static_cast<std::size_t>(i)]; !lane.ended && lane.waitsAt)
            ++places[place(*lane.waitsAt)];
    std::string text = "deadlock:";
    for (const auto& [where, count] : places) text += " " + std::to_string(count) + " threads wait at " + where + ",";
    return text + " " + std::to_string(ended) + " have ended";
}

/// One block; `shared` is its shared memory, of exactly the size asked for.
std::string BlockRunner::Impl::runBlock(std::byte* shared)
{
    blockPlace.shared = shared;
    const auto threads = static_cast<std::size_t>(blockPlace.threads);
    meetings.assign((threads + kLanes - 1) / kLanes, {});
    waiting = 0;
    ended = 0;
    barrierAt.reset();
    ready.resize(threads);
    std::iota(ready.begin(), ready.end(), 0);
    for (std::size_t i = 0; i < threads; ++i) {
        lanes[i]->begun = false;
        lanes[i]->ended = false;
        lanes[i]->waitsAt.reset();
    }
    while (!ready.empty() && error.empty()) {
        std::swap(ready[random->below(ready.size())], ready.back());
        const int next = ready.back();
        ready.pop_back();
        resume(next);
    }
    if (error.empty() && ended != blockPlace.threads)
        error = deadlock();
    if (error.empty())
        return {};
    abandoning = true;
    for (int i = 0; i < blockPlace.threads; ++i)
        if (Lane& lane = *lanes[static_cast<std::size_t>(i)]; !lane.ended) {
            if (lane.begun)
                resume(i);
            else
                lane.ended = true;
        }
    abandoning = false;
    return std::exchange(error, {});
}

BlockRunner::BlockRunner() : m_impl(std::make_unique<Impl>()) {}

BlockRunner::~BlockRunner()
{
    m_impl->quitting = true;
    for (std::size_t i = 0; i < m_impl->lanes.size(); ++i) m_impl->resume(static_cast<int>(i));
}

std::string BlockRunner::run(const KernelLaunch& launch, Random& random)
{
    Impl& impl = *m_impl;
    impl.makeLanes(launch.threads);
    impl.launch = &launch;
    impl.random = &random;
    g_running = &impl;
    blockPlace.threads = static_cast<int>(launch.threads);
    blockPlace.gridX = static_cast<int>(launch.gridX);
    const std::size_t blocks = std::size_t{launch.gridX} * launch.gridY * launch.gridZ;
    // Blocks in drawn order: a stride that shares no factor with their number visits each once.
    std::size_t stride = 1 + random.below(blocks);
    while (std::gcd(stride, blocks) != 1) ++stride;
    std::size_t at = random.below(blocks);
    for (std::size_t i = 0; i < blocks; ++i, at = (at + stride) % blocks) {
        blockPlace.x = static_cast<int>(at % launch.gridX);
        blockPlace.y = static_cast<int>(at / launch.gridX % launch.gridY);
        blockPlace.z = static_cast<int>(at / launch.gridX / launch.gridY);
        // New memory for each block: what is read before it was written, or written past the end, shows.
        const auto shared = std::make_unique<std::byte[]>(launch.sharedBytes + kCanaryBytes);
        std::memset(shared.get(), kPoison, launch.sharedBytes);
        std::memset(shared.get() + launch.sharedBytes, kCanary, kCanaryBytes);
        std::string error = impl.runBlock(shared.get());
        for (std::size_t b = 0; b < kCanaryBytes && error.empty(); ++b)
            if (shared[launch.sharedBytes + b] != static_cast<std::byte>(kCanary))
                error = "a write past the end of shared memory";
        if (!error.empty()) {
            g_running = nullptr;
            return "kernel " + launch.name + ", block (" + std::to_string(blockPlace.x) + ", " +
                   std::to_string(blockPlace.y) + ", " + std::to_string(blockPlace.z) + "): " + error;
        }
    }
    g_running = nullptr;
    return {};
}

void syncThreads(std::source_location where)
{
    BlockRunner::Impl& run = *g_running;
    if (run.ended > 0)
        run.stop("threads that have ended never come to the barrier at " + place(where));
    if (run.barrierAt && !same(*run.barrierAt, where))
        run.stop("threads wait at two barriers: " + place(*run.barrierAt) + " and " + place(where));
    run.barrierAt = where;
    auto& own = *run.lanes[static_cast<std::size_t>(blockPlace.thread)];
    if (++run.waiting < blockPlace.threads) {
        own.waitsAt = where;
        run.yield();
        return;
    }
    run.waiting = 0;
    run.barrierAt.reset();
    for (int i = 0; i < blockPlace.threads; ++i)
        if (i != blockPlace.thread) {
            run.lanes[static_cast<std::size_t>(i)]->waitsAt.reset();
            run.ready.push_back(i);
        }
    // The last to arrive need not be the first to leave.
    own.waitsAt = where;
    run.ready.push_back(blockPlace.thread);
    run.yield();
    own.waitsAt.reset();
}

void meetInWarp(void* values, std::size_t bytes, std::source_location where,
                const std::function<void(std::byte* const* lanes)>& exchange)
{
    BlockRunner::Impl& run = *g_running;
    const int lane = blockPlace.thread % kLanes;
    const int first = blockPlace.thread - lane;
    if (first + kLanes > blockPlace.threads)
        run.stop("a warp of " + std::to_string(blockPlace.threads - first) + " lanes meets at " + place(where));
    BlockRunner::Impl::Meeting& meeting = run.meetings[static_cast<std::size_t>(first / kLanes)];
    if (meeting.arrived == 0)
        meeting = {0, bytes, where, {}};
    else if (meeting.bytes != bytes || !same(meeting.where, where))
        run.stop("lanes of a warp meet in different exchanges: " + place(meeting.where) + " and " + place(where));
    meeting.values[lane] = static_cast<std::byte*>(values);
    auto& own = *run.lanes[static_cast<std::size_t>(blockPlace.thread)];
    if (++meeting.arrived < kLanes) {
        own.waitsAt = where;
        run.yield();
        return;
    }
    exchange(meeting.values);
    meeting.arrived = 0;
    for (int i = 0; i < kLanes; ++i)
        if (i != lane) {
            run.lanes[static_cast<std::size_t>(first + i)]->waitsAt.reset();
            run.ready.push_back(first + i);
        }
}

void requireAligned(const void* address, std::size_t bytes)
{
    if (reinterpret_cast<std::uintptr_t>(address) % bytes != 0)
        g_running->stop("a load of " + std::to_string(bytes) + " bytes from an address that is no multiple of it");
}

}  // namespace decodescope::cuda_on_cpu
