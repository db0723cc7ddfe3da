// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/context_sizes.h"
#include "engine/cuda/device_step.h"
#include "engine/cuda/range_tracer.h"

#include <memory>
#include <vector>

namespace decodescope::engine::cuda {

class CudaContext final : public Context {
public:
    static Result<std::unique_ptr<Context>> create(std::shared_ptr<CudaModelState> model,
                                                   const ContextOptions& options);

    Result<void> step(std::span<const SequenceInput> inputs, bool allLogits, std::stop_token stop,
                      StepOutput& out) override;
    void truncate(std::int32_t slot, std::int64_t positions) override;
    std::int64_t depth(std::int32_t slot) const override;
    KvUsage kvUsage() const override;
    std::shared_ptr<MemoryAccount> memory() const override { return m_model->account; }
    std::vector<std::string> notes() const override;
    /// Empty when the device fails.
    std::vector<float> readCache(std::int32_t slot, std::int32_t layer, bool values) const override;

private:
    CudaContext(std::shared_ptr<CudaModelState> model, const ContextOptions& options);
    Result<void> allocate();
    Result<void> fillRopeTable();

    std::shared_ptr<CudaModelState> m_model;
    ContextOptions m_options;
    ContextSizes m_sizes;
    RangeTracer m_ranges;  ///< tells the tracer of the options
    DeviceStep m_step;
    std::vector<std::int64_t> m_depths;   ///< by slot
    std::int64_t m_bytesPerPosition = 0;  ///< by the cache formula, all layers
};

}  // namespace decodescope::engine::cuda
