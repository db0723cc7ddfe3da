// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/cupti/counter_metrics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace decodescope::profiler::cupti {
namespace {

constexpr std::array kMetrics{
    CounterMetric{CounterRole::bytesRead, "dram__bytes_read.sum"},
    CounterMetric{CounterRole::bytesWritten, "dram__bytes_write.sum"},
    CounterMetric{CounterRole::add, "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum"},
    CounterMetric{CounterRole::multiply, "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum"},
    CounterMetric{CounterRole::multiplyAdd, "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"},
    // From 8.0 on, of the products cuBLAS makes for us: f16, bf16 and tf32 with sums in f32.
    CounterMetric{CounterRole::tensorFlops, "sm__ops_path_tensor_src_fp16_dst_fp32.sum"},
    CounterMetric{CounterRole::tensorFlops, "sm__ops_path_tensor_src_bf16_dst_fp32.sum"},
    CounterMetric{CounterRole::tensorFlops, "sm__ops_path_tensor_src_tf32_dst_fp32.sum"},
    CounterMetric{CounterRole::tensorShare, "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed"},
    CounterMetric{CounterRole::tensorShare, "sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_elapsed"},
};

std::optional<double> sumOf(std::span<const CounterMetric> metrics, std::span<const double> values, CounterRole role)
{
    std::optional<double> sum;
    for (std::size_t i = 0; i < std::min(metrics.size(), values.size()); ++i)
        if (metrics[i].role == role && std::isfinite(values[i]) && values[i] >= 0)
            sum = sum.value_or(0) + values[i];
    return sum;
}

std::optional<std::int64_t> whole(std::optional<double> value)
{
    constexpr double kMost = 9e18;
    return value && *value < kMost ? std::optional(std::llround(*value)) : std::nullopt;
}

}  // namespace

std::span<const CounterMetric> counterMetrics()
{
    return kMetrics;
}

DeviceCounters countersOf(std::span<const CounterMetric> metrics, std::span<const double> values)
{
    const auto sum = [&](CounterRole role) { return sumOf(metrics, values, role); };
    DeviceCounters counters;
    counters.bytesRead = whole(sum(CounterRole::bytesRead));
    counters.bytesWritten = whole(sum(CounterRole::bytesWritten));
    if (const auto percent = sum(CounterRole::tensorShare))
        counters.tensorShare = std::min(1.0, *percent / 100);
    const auto adds = sum(CounterRole::add);
    const auto products = sum(CounterRole::multiply);
    const auto both = sum(CounterRole::multiplyAdd);
    const auto tensor = sum(CounterRole::tensorFlops);
    const bool noTensorWork = counters.tensorShare && *counters.tensorShare == 0;
    if (adds && products && both && (tensor || noTensorWork))
        counters.flops = *adds + *products + 2 * *both + tensor.value_or(0);
    return counters;
}

}  // namespace decodescope::profiler::cupti
