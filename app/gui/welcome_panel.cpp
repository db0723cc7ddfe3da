// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/welcome_panel.h"

#include "app/gui/widgets.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace decodescope::app {

WelcomePanel::WelcomePanel(QWidget* parent) : QWidget(parent)
{
    named(this, "welcome", tr("First steps"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(32, 24, 32, 24);
    layout->setSpacing(10);
    layout->addStretch(2);
    m_title = named(makeLabel(QString(), "pageTitle"), "welcomeTitle");
    m_text = named(makeLabel(QString(), "plain"), "welcomeText");
    m_command = named(makeLabel(QStringLiteral("scripts/fetch-model"), "formula"), "welcomeCommand");
    m_command->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    for (QLabel* label : {m_title, m_text}) {
        label->setWordWrap(true);
    }
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addWidget(m_command);
    layout->addSpacing(8);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    m_run = named(new QPushButton(tr("Run")), "welcomeRun", tr("Run"));
    setRole(m_run, "primary");
    m_synthetic = named(new QPushButton(tr("Use a synthetic model")), "welcomeSynthetic", tr("Use a synthetic model"));
    m_synthetic->setToolTip(
        tr("The same shape with seeded random weights: every measurement works, the text is noise."));
    m_open = named(new QPushButton(tr("Open a recording…")), "welcomeOpen", tr("Open a recording"));
    for (QPushButton* button : {m_run, m_synthetic, m_open}) {
        row->addWidget(button);
    }
    row->addStretch(1);
    layout->addLayout(row);
    layout->addStretch(3);
    connect(m_run, &QPushButton::clicked, this, &WelcomePanel::runRequested);
    connect(m_open, &QPushButton::clicked, this, &WelcomePanel::openRequested);
    connect(m_synthetic, &QPushButton::clicked, this, &WelcomePanel::syntheticRequested);
    setFocusProxy(m_run);
    setModelPresent(true);
}

void WelcomePanel::setModelPresent(bool present)
{
    m_title->setText(present ? tr("See what the cache saves") : tr("No model is here yet"));
    m_text->setText(
        present ? tr("Press Run: the model decodes the prompt twice, first computing everything again at each step, "
                     "then with the cache, and both grids grow while it does.")
                : tr("The default model, SmolLM2-135M-Instruct, is fetched once (about 100 MB) by this command in "
                     "the folder of DecodeScope. Until then a synthetic model of the same shape works, and "
                     "recordings open without any model."));
    m_command->setVisible(!present);
    m_run->setVisible(present);
    m_synthetic->setVisible(!present);
    setFocusProxy(present ? m_run : m_synthetic);
}

void WelcomePanel::setBusy(bool busy)
{
    for (QPushButton* button : {m_run, m_open, m_synthetic}) {
        button->setEnabled(!busy);
    }
}

}  // namespace decodescope::app
