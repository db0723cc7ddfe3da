// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cpu/step_runner.h"

#include <memory>

namespace decodescope::engine::cpu {

/// Sizes of what a context takes, from validated options.
struct ContextSizes {
    ContextSizes(const CpuModelState& model, const ContextOptions& options);
    KvCacheShape cache;
    WorkspaceShape work;
    std::int64_t ropeBytes = 0;
    MemorySnapshot snapshot(bool cacheIsWorkspace) const;
};

/// Refuses options no context can have, each with its reason.
Result<void> validateContext(const ModelConfig& config, const ContextOptions& options);

class CpuContext final : public Context {
public:
    static Result<std::unique_ptr<Context>> create(std::shared_ptr<CpuModelState> model, const ContextOptions& options);

    Result<void> step(std::span<const SequenceInput> inputs, bool allLogits, std::stop_token stop,
                      StepOutput& out) override;
    void truncate(std::int32_t slot, std::int64_t positions) override;
    std::int64_t depth(std::int32_t slot) const override;
    KvUsage kvUsage() const override;
    std::shared_ptr<MemoryAccount> memory() const override { return m_model->account; }
    std::vector<float> readCache(std::int32_t slot, std::int32_t layer, bool values) const override;

private:
    CpuContext(std::shared_ptr<CpuModelState> model, const ContextOptions& options, const ContextSizes& sizes);
    Result<void> makeRoomForAllLogits(std::int64_t rows);

    std::shared_ptr<CpuModelState> m_model;
    ContextOptions m_options;
    KvCache m_cache;
    RopeTable m_rope;
    Workspace m_work;
    StepRunner m_runner;
    std::vector<std::int64_t> m_depths;   ///< by slot
    std::vector<std::int64_t> m_stale;    ///< by slot: a stopped step may have written positions before this one
    std::int64_t m_bytesPerPosition = 0;  ///< by the cache formula, all layers
};

}  // namespace decodescope::engine::cpu
