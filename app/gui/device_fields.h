// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run/device_choice.h"
#include "profiler/record/run_record.h"

#include <QObject>
#include <QStringList>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;

namespace decodescope::app {

/// Where a run computes, as rows of a form: the CPU, or a choice once GPUs have been found; on a GPU also how decode
/// steps are launched, and whether prompts go the exact way.
class DeviceFields : public QObject {
    Q_OBJECT
public:
    DeviceFields(QFormLayout* form, QObject* parent);

    /// What there is besides the CPU. Unless a run said otherwise before, the first GPU is chosen then.
    void setFound(const FoundDevices& found);
    /// What there is to say about the device, in its tool tip.
    void setRemarks(const QStringList& remarks);
    bool onGpu() const;

    void fill(profiler::RunSettings& settings) const;
    void set(const profiler::RunSettings& settings);

Q_SIGNALS:
    void changed();

private:
    void showRows();

    QFormLayout* m_form;
    QLabel* m_cpu;
    QComboBox* m_device;
    QComboBox* m_launch;
    QCheckBox* m_exact;
    QString m_wanted = QStringLiteral("auto");  ///< a device settings named, found or not
};

}  // namespace decodescope::app
