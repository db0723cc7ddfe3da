// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/range_tracer.h"

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define DECODESCOPE_HAVE_NVTX 1
#endif

namespace decodescope::engine::cuda {
namespace {

#ifdef DECODESCOPE_HAVE_NVTX
nvtxDomainHandle_t domain()
{
    static const nvtxDomainHandle_t made = nvtxDomainCreateA("DecodeScope");
    return made;
}

void push(const char* label)
{
    nvtxEventAttributes_t attributes{};
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = label;
    nvtxDomainRangePushEx(domain(), &attributes);
}

void pop()
{
    nvtxDomainRangePop(domain());
}
#else
void push(const char*) {}
void pop() {}
#endif

}  // namespace

void RangeTracer::announce(const ForwardPlan& plan)
{
    m_prefill = plan.shape.rows() > static_cast<std::int64_t>(plan.shape.sequences.size());
    if (m_labels.size() == plan.ops.size())
        return;  // a context's plans all have the same ops
    m_labels.clear();
    for (const Op& op : plan.ops)
        m_labels.push_back(std::string(name(op.kind)) + (op.layer < 0 ? "" : " " + std::to_string(op.layer)));
}

void RangeTracer::beginStep() noexcept
{
    push(m_prefill ? "prefill step" : "decode step");
    m_op = kNoOp;
    if (m_next != nullptr)
        m_next->beginStep();
}

void RangeTracer::endOp() noexcept
{
    if (m_op != kNoOp)
        pop();
    m_op = kNoOp;
}

void RangeTracer::at(std::int32_t op) noexcept
{
    if (op != m_op) {
        endOp();
        if (op >= 0 && static_cast<std::size_t>(op) < m_labels.size()) {
            push(m_labels[static_cast<std::size_t>(op)].c_str());
            m_op = op;
        }
    }
    if (m_next != nullptr)
        m_next->at(op);
}

void RangeTracer::endStep() noexcept
{
    endOp();
    pop();
    if (m_next != nullptr)
        m_next->endStep();
}

}  // namespace decodescope::engine::cuda
