// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run_facts.h"

#include "app/gui/format.h"

#include <QCoreApplication>
#include <QStringList>

namespace decodescope::app {

namespace {

struct RunFacts {
    Q_DECLARE_TR_FUNCTIONS(decodescope::app::RunFacts)
};

QString utf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

QString runFacts(const profiler::RunInfo& info)
{
    const auto& config = info.model.config;
    QStringList facts{
        config.synthetic ? RunFacts::tr("%1 (synthetic weights)").arg(utf8(config.name)) : utf8(config.name),
        utf8(info.model.weightsFormat)};
    facts << RunFacts::tr("%1 layers").arg(formatCount(config.layers));
    facts << RunFacts::tr("%1 heads, %2 KV heads × %3")
                 .arg(formatCount(config.heads), formatCount(config.kvHeads), formatCount(config.headDim));
    facts << RunFacts::tr("cache %1").arg(utf8(name(info.settings.keyFormat)));
    facts << RunFacts::tr("%1, %n thread(s)", nullptr, info.device.threads).arg(utf8(info.device.kind).toUpper());
    return facts.join(QStringLiteral(" · "));
}

}  // namespace decodescope::app
