// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/fast_products.h"

#include <algorithm>

namespace decodescope::engine::cuda {
namespace {

template <class Visit>
void forEachMatrix(const DeviceWeights& weights, Visit visit)
{
    for (const DeviceLayer& w : weights.layers)
        for (const DeviceProjection* p : {&w.query, &w.key, &w.value, &w.attentionOutput, &w.gate, &w.up, &w.down})
            visit(p->view.type);
}

}  // namespace

bool fastProductsPossible(const CudaModelState& model)
{
    bool any = false;
    forEachMatrix(model.weights, [&](DataType type) { any = any || blasProduct(type, model.capability) != nullptr; });
    return any && findBlas();
}

std::string whyNotAllFast(const CudaModelState& model)
{
    std::string why;
    forEachMatrix(model.weights, [&](DataType type) {
        if (why.empty() && blasProduct(type, model.capability) == nullptr)
            why = std::string(name(type)) + (traits(type).quantised ? " weights are never dequantised as a whole"
                                                                    : " has no tensor product on compute capability " +
                                                                          std::to_string(model.capability / 10) + "." +
                                                                          std::to_string(model.capability % 10));
    });
    if (why.empty())
        if (const auto found = findBlas(); !found)
            why = found.error().message;
    return why;
}

Result<void> FastProducts::prepare(cudaStream_t stream)
{
    if (m_sizes.blasWorkspace == 0)
        return {};
    auto opened = Blas::open(stream, m_buffers.blasWorkspace.data(), static_cast<std::size_t>(m_sizes.blasWorkspace));
    if (!opened)
        return tl::unexpected(opened.error());
    m_blas = std::move(*opened);
    return {};
}

bool FastProducts::handles(const ProjectArgs& args) const
{
    return m_blas && args.rows >= kLeastRows &&
           std::all_of(args.targets, args.targets + args.targetCount, [&](const ProjectTarget& target) {
               return target.matrix.type == args.targets[0].matrix.type &&
                      blasProduct(target.matrix.type, m_model.capability) != nullptr;
           });
}

Result<void> FastProducts::project(const ProjectArgs& args, cudaStream_t stream) const
{
    const BlasProduct& kind = *blasProduct(args.targets[0].matrix.type, m_model.capability);
    NarrowArgs narrow;
    narrow.in = args.in;
    narrow.inStride = args.inStride;
    narrow.columns = args.columns;
    narrow.rows = args.rows;
    narrow.norm = args.norm;
    narrow.epsilon = args.epsilon;
    narrow.type = args.targets[0].matrix.type;
    narrow.out = m_buffers.narrow.data();
    narrow.outStride = static_cast<int>(paddedFloats(args.columns));
    narrow.places = args.places;
    narrow.results = args.results;
    narrow.resultWords = args.resultWords;
    narrow.counts = std::any_of(args.targets, args.targets + args.targetCount,
                                [](const ProjectTarget& target) { return target.counts; });
    if (auto done = check(launchNarrow(narrow, stream), "launching the inputs' conversion"); !done)
        return done;
    for (int i = 0; i < args.targetCount; ++i) {
        const ProjectTarget& target = args.targets[i];
        Blas::Product product;
        product.weights = target.matrix.low;
        product.weightStride = static_cast<int>(target.matrix.lowRow / kind.bytes);
        product.outputs = target.matrix.rows;
        product.in = narrow.out;
        product.inStride = narrow.outStride;
        product.rows = args.rows;
        product.columns = args.columns;
        product.type = kind.type;
        product.out = target.out;
        product.outStride = target.stride;
        product.accumulate = args.accumulate;
        if (auto done = m_blas.multiply(product); !done)
            return done;
        if (target.bias == nullptr)
            continue;
        if (auto done =
                check(launchAddBias({target.out, target.bias, target.stride, target.matrix.rows, args.rows}, stream),
                      "launching the bias");
            !done)
            return done;
    }
    if (!args.gated)
        return {};
    return check(launchGate({args.targets[0].out, args.targets[1].out, args.targets[0].stride,
                             args.targets[0].matrix.rows, args.rows},
                            stream),
                 "launching the activation");
}

}  // namespace decodescope::engine::cuda
