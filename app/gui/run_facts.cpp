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
    // Names of presets say it themselves.
    const QString model = utf8(config.name);
    const bool unsaid = config.synthetic && !model.startsWith(QLatin1String("synthetic"));
    QStringList facts{unsaid ? RunFacts::tr("%1 (synthetic weights)").arg(model) : model,
                      utf8(info.model.weightsFormat)};
    facts << RunFacts::tr("%n layer(s)", nullptr, static_cast<int>(config.layers));
    facts << RunFacts::tr("%1 heads, %2 KV heads × %3")
                 .arg(formatCount(config.heads), formatCount(config.kvHeads), formatCount(config.headDim));
    facts << RunFacts::tr("cache %1").arg(utf8(name(info.settings.keyFormat)));
    facts << RunFacts::tr("%1, %n thread(s)", nullptr, info.device.threads).arg(utf8(info.device.kind).toUpper());
    return facts.join(QStringLiteral(" · "));
}

}  // namespace decodescope::app
