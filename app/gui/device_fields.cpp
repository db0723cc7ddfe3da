// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/device_fields.h"

#include "app/gui/form_fields.h"
#include "app/gui/widgets.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QSignalBlocker>

namespace decodescope::app {

namespace {

using engine::LaunchMode;

const QString kCpu = QStringLiteral("cpu");

}  // namespace

DeviceFields::DeviceFields(QFormLayout* form, QObject* parent) : QObject(parent), m_form(form)
{
    // With the CPU alone there is nothing to choose; what a GPU would need is said in its tool tip.
    m_cpu = named(makeLabel(tr("CPU"), "value"), "deviceLabel");
    addField(form, tr("Device"), m_cpu);
    m_device = named(new ElidedComboBox, "deviceBox");
    m_device->addItem(tr("CPU"), kCpu);
    addField(form, tr("Device"), m_device);
    m_launch = named(new ElidedComboBox, "launchBox");
    const auto launch = [this](const QString& title, LaunchMode mode, const QString& note) {
        m_launch->addItem(title, static_cast<int>(mode));
        m_launch->setItemData(m_launch->count() - 1, note, Qt::ToolTipRole);
    };
    launch(tr("Automatic"), LaunchMode::automatic, tr("One graph per decode step."));
    launch(tr("Single kernels"), LaunchMode::kernels,
           tr("Every kernel is launched by the CPU: gaps show between them."));
    launch(tr("One graph"), LaunchMode::graph, tr("All kernels of a decode step are launched together."));
    launch(tr("One persistent kernel"), LaunchMode::persistent,
           tr("One kernel stays on the device for the whole decode step."));
    addField(form, tr("Launching"), m_launch);
    m_exact = named(new QCheckBox(tr("Bit for bit")), "exactBox", tr("Bit for bit"));
    m_exact->setToolTip(tr(
        "Prompts go through the kernels of decoding, slower, so that both runs have the same logits to the last bit. "
        "Otherwise cuBLAS multiplies prompts, and the first step that differs is shown."));
    form->addRow(m_exact);
    connect(m_device, &QComboBox::currentIndexChanged, this, [this] {
        m_wanted = m_device->currentData().toString();
        showRows();
        Q_EMIT changed();
    });
    connect(m_launch, &QComboBox::currentIndexChanged, this, &DeviceFields::changed);
    connect(m_exact, &QCheckBox::toggled, this, &DeviceFields::changed);
    showRows();
}

void DeviceFields::setFound(const FoundDevices& found)
{
    {
        const QSignalBlocker quiet(m_device);
        while (m_device->count() > 1) m_device->removeItem(0);
        for (std::size_t i = found.gpus.size(); i-- > 0;) {
            const auto& gpu = found.gpus[i];
            const QString spec = QString::fromStdString(gpu.spec);
            m_device->insertItem(0, QStringLiteral("%1 (%2)").arg(QString::fromStdString(gpu.name), spec), spec);
        }
        const int index = m_device->findData(m_wanted);
        m_device->setCurrentIndex(m_wanted == QLatin1String("auto") ? 0 : index < 0 ? m_device->count() - 1 : index);
    }
    QStringList remarks;
    for (const std::string& remark : found.remarks) remarks << QString::fromStdString(remark);
    setRemarks(remarks);
    showRows();
    Q_EMIT changed();
}

void DeviceFields::setRemarks(const QStringList& remarks)
{
    for (QWidget* field : {static_cast<QWidget*>(m_cpu), static_cast<QWidget*>(m_device)}) {
        field->setToolTip(remarks.join(QLatin1Char('\n')));
        field->setAccessibleDescription(field->toolTip());
    }
}

bool DeviceFields::onGpu() const
{
    return m_device->currentData().toString() != kCpu;
}

void DeviceFields::showRows()
{
    const bool choice = m_device->count() > 1;
    m_form->setRowVisible(m_cpu, !choice);
    m_form->setRowVisible(m_device, choice);
    m_form->setRowVisible(m_launch, onGpu());
    m_form->setRowVisible(m_exact, onGpu());
}

void DeviceFields::fill(profiler::RunSettings& settings) const
{
    settings.device = m_device->currentData().toString().toStdString();
    if (onGpu()) {
        settings.launch = static_cast<LaunchMode>(m_launch->currentData().toInt());
        settings.exact = m_exact->isChecked();
        settings.trace = true;
    }
}

void DeviceFields::set(const profiler::RunSettings& settings)
{
    m_wanted = QString::fromStdString(settings.device);
    if (const int index = m_device->findData(m_wanted); index >= 0)
        m_device->setCurrentIndex(index);
    selectData(m_launch, static_cast<int>(settings.launch));
    m_exact->setChecked(settings.exact);
}

}  // namespace decodescope::app
