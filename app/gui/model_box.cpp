// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/model_box.h"

#include <QFileInfo>
#include <QSignalBlocker>

namespace decodescope::app {

ModelBox::ModelBox(QWidget* parent) : ElidedComboBox(parent)
{
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(8);
    rebuild();
    connect(this, &QComboBox::activated, this, [this](int index) {
        const QVariant chosen = itemData(index);
        if (!chosen.isValid()) {
            rebuild();  // the entry that opens a dialog is no model: back to what was chosen
            Q_EMIT chooseFileRequested();
        } else if (chosen.toString() != m_spec) {
            m_spec = chosen.toString();
            setToolTip(m_spec);
            Q_EMIT specChosen(m_spec);
        }
    });
}

void ModelBox::setSpec(const QString& spec)
{
    m_spec = spec;
    rebuild();
}

void ModelBox::setFound(const std::vector<ModelChoice>& found)
{
    m_found = found;
    rebuild();
}

void ModelBox::add(const QString& title, const QString& spec)
{
    if (findData(spec) < 0) {
        addItem(title, spec);
        setItemData(count() - 1, spec, Qt::ToolTipRole);
    }
}

void ModelBox::rebuild()
{
    const QSignalBlocker block(this);
    clear();
    const auto separator = [this] { insertSeparator(count()); };
    add(QStringLiteral("SmolLM2-135M-Instruct"), QString());
    const QStringList recent = recentModels();
    if (!recent.isEmpty()) {
        separator();
        for (const QString& path : recent) {
            add(QFileInfo(path).completeBaseName(), path);
        }
    }
    if (!m_found.empty()) {
        separator();
        for (const ModelChoice& choice : m_found) {
            add(choice.title, choice.spec);
        }
    }
    separator();
    add(tr("Synthetic: SmolLM2-135M"), QStringLiteral("synthetic:smollm2-135m"));
    add(tr("Synthetic: Llama-3.1-8B, 2 layers"), QStringLiteral("synthetic:llama-3.1-8b,layers=2"));
    if (findData(m_spec) < 0) {
        add(QFileInfo(m_spec).completeBaseName(), m_spec);
    }
    separator();
    addItem(tr("Choose a GGUF file…"));
    setCurrentIndex(findData(m_spec));
    setToolTip(m_spec);
}

}  // namespace decodescope::app
