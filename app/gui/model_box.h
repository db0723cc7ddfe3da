// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/model_catalog.h"
#include "app/gui/widgets.h"

#include <QComboBox>

#include <vector>

namespace decodescope::app {

/// The model chooser: the default model, recent ones, those found in caches, synthetic ones, and an entry that asks for
/// a file.
class ModelBox : public ElidedComboBox {
    Q_OBJECT
public:
    explicit ModelBox(QWidget* parent = nullptr);

    /// What is chosen, as --model takes it; empty: the default model.
    const QString& spec() const { return m_spec; }
    /// Chooses a model, adding it when it is not listed; emits nothing.
    void setSpec(const QString& spec);
    void setFound(const std::vector<ModelChoice>& found);

Q_SIGNALS:
    /// By the user, and another one than before.
    void specChosen(const QString& spec);
    void chooseFileRequested();

private:
    void rebuild();
    void add(const QString& title, const QString& spec);

    std::vector<ModelChoice> m_found;
    QString m_spec;
};

}  // namespace decodescope::app
