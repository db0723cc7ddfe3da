// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/generate/generate.h"

#include <QObject>

class QDoubleSpinBox;
class QFormLayout;
class QSpinBox;

namespace decodescope::app {

/// How a token is chosen: temperature, top k, top p and seed, as rows of a form.
class SamplingFields : public QObject {
    Q_OBJECT
public:
    SamplingFields(QFormLayout* form, QObject* parent);

    engine::SamplingOptions sampling() const;
    void setSampling(const engine::SamplingOptions& sampling);
    /// Greedy decoding has no use for limits and a seed: they are disabled, with the reason.
    void applyRules();

Q_SIGNALS:
    void changed();

private:
    QDoubleSpinBox* m_temperature;
    QSpinBox* m_topK;
    QDoubleSpinBox* m_topP;
    QSpinBox* m_seed;
};

}  // namespace decodescope::app
