// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/op_names.h"

#include <QCoreApplication>
#include <algorithm>

namespace decodescope::app {

QString opName(engine::OpKind kind)
{
    const auto say = [](const char* text) { return QCoreApplication::translate("Ops", text); };
    switch (kind) {
        case engine::OpKind::embedding:
            return say(QT_TRANSLATE_NOOP("Ops", "embedding"));
        case engine::OpKind::attentionNorm:
            return say(QT_TRANSLATE_NOOP("Ops", "attention norm"));
        case engine::OpKind::qkvProjection:
            return say(QT_TRANSLATE_NOOP("Ops", "Q, K, V"));
        case engine::OpKind::rope:
            return say(QT_TRANSLATE_NOOP("Ops", "RoPE"));
        case engine::OpKind::cacheAppend:
            return say(QT_TRANSLATE_NOOP("Ops", "cache append"));
        case engine::OpKind::attention:
            return say(QT_TRANSLATE_NOOP("Ops", "attention"));
        case engine::OpKind::attentionOutput:
            return say(QT_TRANSLATE_NOOP("Ops", "output projection"));
        case engine::OpKind::ffnNorm:
            return say(QT_TRANSLATE_NOOP("Ops", "FFN norm"));
        case engine::OpKind::gateUpProjection:
            return say(QT_TRANSLATE_NOOP("Ops", "gate, up"));
        case engine::OpKind::activation:
            return say(QT_TRANSLATE_NOOP("Ops", "activation"));
        case engine::OpKind::downProjection:
            return say(QT_TRANSLATE_NOOP("Ops", "down"));
        case engine::OpKind::finalNorm:
            return say(QT_TRANSLATE_NOOP("Ops", "final norm"));
        case engine::OpKind::outputHead:
            return say(QT_TRANSLATE_NOOP("Ops", "output head"));
    }
    return {};
}

std::vector<OpSum> sumOps(const profiler::StepRecord& step, int layer)
{
    std::vector<OpSum> sums;
    for (const auto& op : step.ops) {
        if (layer >= 0 && op.layer != layer)
            continue;
        auto found = std::find_if(sums.begin(), sums.end(), [&](const OpSum& sum) { return sum.kind == op.kind; });
        if (found == sums.end())
            found = sums.insert(sums.end(), OpSum{op.kind, 0, {}});
        found->wallNs += op.wallNs;
        found->cost += op.cost;
    }
    return sums;
}

}  // namespace decodescope::app
