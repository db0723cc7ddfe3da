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
std::int64_t weightBytesLoaded = 0;

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
        bool begun = false;  ///< in the blocks that run now
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
    struct Block {
        BlockPlace place;
        std::unique_ptr<std::byte[]> shared;
        std::vector<Meeting> meetings;  ///< by warp
        int waiting = 0;                ///< at the barrier
        int ended = 0;
        std::optional<std::source_location> barrierAt;
    };

    boost::context::protected_fixedsize_stack stacks{kStackBytes};
    std::vector<std::unique_ptr<Lane>> lanes;  ///< of all blocks that run, one block's after another's
    std::vector<Block> blocks;
    const KernelLaunch* launch = nullptr;
    Random* random = nullptr;
    std::vector<int> ready;
    int threads = 0;  ///< of a block
    int current = 0;  ///< the lane that runs
    int waiting = 0;  ///< at the barrier of the grid
    std::optional<std::source_location> gridBarrierAt;
    std::string error;
    int errorBlock = 0;
    bool abandoning = false;
    bool quitting = false;
    const void* mainStack = nullptr;
    std::size_t mainStackBytes = 0;

    Lane& lane(int index) { return *lanes[static_cast<std::size_t>(index)]; }
    Lane& ownLane() { return lane(current); }
    Block& ownBlock() { return blocks[static_cast<std::size_t>(current / threads)]; }
    void makeLanes(std::size_t count);
    void laneMain(std::size_t index);
    void resume(int index);
    void yield();
    [[noreturn]] void stop(const std::string& what);
    /// All of them are awake again, the one that runs too, in any order.
    void wake(int first, int count);
    void makeBlock(std::size_t at);
    /// The blocks made, together. Empty, or what went wrong.
    std::string runBlocks();
    std::string deadlock();
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
        ++ownBlock().ended;
        yield();
    }
}

void BlockRunner::Impl::resume(int index)
{
    Lane& lane = this->lane(index);
    current = index;
    if (!quitting) {
        blockPlace = ownBlock().place;
        blockPlace.thread = index % threads;
    }
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
    Lane& lane = ownLane();
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
    if (error.empty()) {
        error = what;
        errorBlock = current / threads;
    }
    throw Abandon{};
}

void BlockRunner::Impl::wake(int first, int count)
{
    for (int i = first; i < first + count; ++i) {
        lane(i).waitsAt.reset();
        ready.push_back(i);
    }
}

std::string BlockRunner::Impl::deadlock()
{
    std::map<std::string, int> places;
    int ended = 0;
    for (std::size_t i = 0; i < blocks.size() * static_cast<std::size_t>(threads); ++i) {
        const Lane& each = *lanes[i];
        ended += each.ended ? 1 : 0;
        if (!each.ended && each.waitsAt) {
            if (places.empty())
                errorBlock = static_cast<int>(i) / threads;
            ++places[place(*each.waitsAt)];
        }
    }
    std::string text = "deadlock:";
    for (const auto& [where, count] : places) text += " " + std::to_string(count) + " threads wait at " + where + ",";
    return text + " " + std::to_string(ended) + " have ended";
}

void BlockRunner::Impl::makeBlock(std::size_t at)
{
    Block& block = blocks.emplace_back();
    block.place.threads = threads;
    block.place.gridX = static_cast<int>(launch->gridX);
    block.place.x = static_cast<int>(at % launch->gridX);
    block.place.y = static_cast<int>(at / launch->gridX % launch->gridY);
    block.place.z = static_cast<int>(at / launch->gridX / launch->gridY);
    // New memory for each block: what is read before it was written, or written past the end, shows.
    block.shared = std::make_unique<std::byte[]>(launch->sharedBytes + kCanaryBytes);
    std::memset(block.shared.get(), kPoison, launch->sharedBytes);
    std::memset(block.shared.get() + launch->sharedBytes, kCanary, kCanaryBytes);
    block.place.shared = block.shared.get();
    block.meetings.assign((static_cast<std::size_t>(threads) + kLanes - 1) / kLanes, {});
}

std::string BlockRunner::Impl::runBlocks()
{
    const int count = threads * static_cast<int>(blocks.size());
    waiting = 0;
    gridBarrierAt.reset();
    ready.resize(static_cast<std::size_t>(count));
    std::iota(ready.begin(), ready.end(), 0);
    for (int i = 0; i < count; ++i) {
        lane(i).begun = false;
        lane(i).ended = false;
        lane(i).waitsAt.reset();
    }
    while (!ready.empty() && error.empty()) {
        std::swap(ready[random->below(ready.size())], ready.back());
        const int next = ready.back();
        ready.pop_back();
        resume(next);
    }
    if (error.empty() && std::any_of(lanes.begin(), lanes.begin() + count, [](const auto& l) { return !l->ended; }))
        error = deadlock();
    if (!error.empty()) {
        abandoning = true;
        for (int i = 0; i < count; ++i)
            if (!lane(i).ended) {
                if (lane(i).begun)
                    resume(i);
                else
                    lane(i).ended = true;
            }
        abandoning = false;
    }
    for (std::size_t b = 0; b < blocks.size() && error.empty(); ++b)
        for (std::size_t i = 0; i < kCanaryBytes && error.empty(); ++i)
            if (blocks[b].shared[launch->sharedBytes + i] != static_cast<std::byte>(kCanary)) {
                error = "a write past the end of shared memory";
                errorBlock = static_cast<int>(b);
            }
    if (error.empty())
        return {};
    const BlockPlace& at = blocks[static_cast<std::size_t>(errorBlock)].place;
    return "kernel " + launch->name + ", block (" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " +
           std::to_string(at.z) + "): " + std::exchange(error, {});
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
    const std::size_t blocks = std::size_t{launch.gridX} * launch.gridY * launch.gridZ;
    impl.makeLanes(launch.threads * (launch.together ? blocks : 1));
    impl.launch = &launch;
    impl.random = &random;
    impl.threads = static_cast<int>(launch.threads);
    g_running = &impl;
    // Blocks in drawn order: a stride that shares no factor with their number visits each once.
    std::size_t stride = 1 + random.below(blocks);
    while (std::gcd(stride, blocks) != 1) ++stride;
    std::size_t at = random.below(blocks);
    std::string error;
    impl.blocks.clear();
    for (std::size_t i = 0; i < blocks && error.empty(); ++i, at = (at + stride) % blocks) {
        impl.makeBlock(at);
        if (launch.together && i + 1 < blocks)
            continue;
        error = impl.runBlocks();
        impl.blocks.clear();
    }
    g_running = nullptr;
    return error;
}

void syncThreads(std::source_location where)
{
    BlockRunner::Impl& run = *g_running;
    BlockRunner::Impl::Block& block = run.ownBlock();
    if (block.ended > 0)
        run.stop("threads that have ended never come to the barrier at " + place(where));
    if (block.barrierAt && !same(*block.barrierAt, where))
        run.stop("threads wait at two barriers: " + place(*block.barrierAt) + " and " + place(where));
    block.barrierAt = where;
    run.ownLane().waitsAt = where;
    if (++block.waiting == run.threads) {
        block.waiting = 0;
        block.barrierAt.reset();
        // The last to arrive need not be the first to leave.
        run.wake(run.current / run.threads * run.threads, run.threads);
    }
    run.yield();
}

void syncGrid(std::source_location where)
{
    BlockRunner::Impl& run = *g_running;
    if (!run.launch->together)
        run.stop("a barrier of the grid at " + place(where) + ", but the kernel was not launched cooperatively");
    for (const BlockRunner::Impl::Block& block : run.blocks) {
        if (block.ended > 0)
            run.stop("threads that have ended never come to the barrier of the grid at " + place(where));
        if (block.waiting > 0 && &block == &run.ownBlock())
            run.stop("threads wait at two barriers: " + place(*block.barrierAt) + " and " + place(where));
    }
    if (run.gridBarrierAt && !same(*run.gridBarrierAt, where))
        run.stop("threads wait at two barriers of the grid: " + place(*run.gridBarrierAt) + " and " + place(where));
    run.gridBarrierAt = where;
    run.ownLane().waitsAt = where;
    const int all = run.threads * static_cast<int>(run.blocks.size());
    if (++run.waiting == all) {
        run.waiting = 0;
        run.gridBarrierAt.reset();
        run.wake(0, all);
    }
    run.yield();
}

void meetInWarp(void* values, std::size_t bytes, std::source_location where,
                const std::function<void(std::byte* const* lanes)>& exchange)
{
    BlockRunner::Impl& run = *g_running;
    const int lane = blockPlace.thread % kLanes;
    const int first = blockPlace.thread - lane;
    if (first + kLanes > blockPlace.threads)
        run.stop("a warp of " + std::to_string(blockPlace.threads - first) + " lanes meets at " + place(where));
    BlockRunner::Impl::Meeting& meeting = run.ownBlock().meetings[static_cast<std::size_t>(first / kLanes)];
    if (meeting.arrived == 0)
        meeting = {0, bytes, where, {}};
    else if (meeting.bytes != bytes || !same(meeting.where, where))
        run.stop("lanes of a warp meet in different exchanges: " + place(meeting.where) + " and " + place(where));
    meeting.values[lane] = static_cast<std::byte*>(values);
    if (++meeting.arrived < kLanes) {
        run.ownLane().waitsAt = where;
        run.yield();
        return;
    }
    exchange(meeting.values);
    meeting.arrived = 0;
    const int firstLane = run.current - lane;
    run.wake(firstLane, lane);
    run.wake(firstLane + lane + 1, kLanes - lane - 1);
}

void requireAligned(const void* address, std::size_t bytes)
{
    if (reinterpret_cast<std::uintptr_t>(address) % bytes != 0)
        g_running->stop("a load of " + std::to_string(bytes) + " bytes from an address that is no multiple of it");
}

}  // namespace decodescope::cuda_on_cpu
