// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/sampling_fields.h"

#include "app/gui/form_fields.h"
#include "app/gui/setup_rules.h"
#include "app/gui/widgets.h"

#include <QDoubleSpinBox>
#include <QSpinBox>

namespace decodescope::app {

SamplingFields::SamplingFields(QFormLayout* form, QObject* parent) : QObject(parent)
{
    const auto spin = [&](const char* objectName, const QString& title, int high) {
        auto* box = named(new QSpinBox, objectName);
        box->setRange(0, high);
        addField(form, title, box);
        connect(box, &QSpinBox::valueChanged, this, &SamplingFields::changed);
        return box;
    };
    const auto fraction = [&](const char* objectName, const QString& title, double low, double high, double value) {
        auto* box = named(new QDoubleSpinBox, objectName);
        box->setRange(low, high);
        box->setSingleStep(0.1);
        box->setValue(value);
        addField(form, title, box);
        connect(box, &QDoubleSpinBox::valueChanged, this, &SamplingFields::changed);
        return box;
    };
    m_temperature = fraction("temperatureBox", tr("Temperature"), 0, 5, 0);
    m_temperature->setSpecialValueText(tr("0 (greedy)"));
    m_topK = spin("topKBox", tr("Top k"), 100000);
    m_topK->setSpecialValueText(tr("All"));
    m_topP = fraction("topPBox", tr("Top p"), 0.01, 1, 1);
    m_seed = spin("seedBox", tr("Seed"), 2147483647);
}

engine::SamplingOptions SamplingFields::sampling() const
{
    engine::SamplingOptions sampling;
    sampling.temperature = m_temperature->value();
    sampling.topK = m_topK->value();
    sampling.topP = m_topP->value();
    sampling.seed = static_cast<std::uint64_t>(m_seed->value());
    return sampling;
}

void SamplingFields::setSampling(const engine::SamplingOptions& sampling)
{
    m_temperature->setValue(sampling.temperature);
    m_topK->setValue(sampling.topK);
    m_topP->setValue(sampling.topP);
    m_seed->setValue(static_cast<int>(sampling.seed & 0x7fffffff));
}

void SamplingFields::applyRules()
{
    const QString reason = whyNotSamplingLimits(m_temperature->value());
    for (QWidget* field :
         {static_cast<QWidget*>(m_topK), static_cast<QWidget*>(m_topP), static_cast<QWidget*>(m_seed)}) {
        setReason(field, reason);
    }
}

}  // namespace decodescope::app
