// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/header_bar.h"

#include "app/gui/icons.h"
#include "app/gui/steady_box.h"
#include "app/gui/widgets.h"
#include "app/gui/window_actions.h"

#include <QHBoxLayout>
#include <QMenuBar>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace decodescope::app {

namespace {

/// A button that is the action: enabled, named and explained as it is.
QPushButton* actionButton(QAction* action, const char* objectName)
{
    QString text = action->text();
    text.remove(QLatin1Char('&'));
    text.remove(QStringLiteral("…"));
    auto* button = named(new QPushButton(text), objectName, text);
    button->setToolTip(action->toolTip());
    button->setEnabled(action->isEnabled());
    button->setFocusPolicy(Qt::TabFocus);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    QObject::connect(action, &QAction::changed, button, [action, button] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
    });
    return button;
}

}  // namespace

HeaderBar::HeaderBar(WindowActions* actions, QWidget* parent) : QFrame(parent)
{
    named(this, "header", tr("Header"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 7, 14, 7);
    layout->setSpacing(8);
    m_logo = named(new QLabel, "logo");
    m_logo->setAccessibleName(QStringLiteral("DecodeScope"));
    layout->addWidget(m_logo);
    auto* wordmark = named(new QLabel(QStringLiteral("DecodeScope")), "wordmark");
    layout->addWidget(wordmark);
    m_menus = named(new QMenuBar, "menuBar", tr("Menus"));
    m_menus->setNativeMenuBar(false);
    m_menus->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    actions->fillMenus(m_menus);
    layout->addWidget(m_menus);
    layout->addSpacing(4);
    m_facts = new ElidedLabel;
    m_facts->setObjectName(QStringLiteral("modelFacts"));
    m_facts->setProperty("role", QStringLiteral("muted"));
    m_progress = named(new QProgressBar, "progressBar", tr("Progress"));
    m_progress->setTextVisible(false);
    m_progress->setVisible(false);
    auto* middle = new QVBoxLayout;
    middle->setSpacing(3);
    middle->addStretch(1);
    middle->addWidget(new SteadyBox(m_facts));
    middle->addWidget(m_progress);
    middle->addStretch(1);
    layout->addLayout(middle, 1);

    static constexpr const char* kTabs[] = {"tabRun", "tabSweep", "tabSizes", "tabChecks"};
    for (std::size_t i = 0; i < actions->pages.size(); ++i) {
        auto* tab = named(new QToolButton, kTabs[i], actions->pages[i]->text());
        tab->setProperty("role", QStringLiteral("tab"));
        tab->setDefaultAction(actions->pages[i]);
        tab->setFocusPolicy(Qt::TabFocus);
        layout->addWidget(tab);
    }
    layout->addSpacing(6);
    m_run = actionButton(actions->run, "runButton");
    setRole(m_run, "primary");
    m_stop = actionButton(actions->stop, "stopButton");
    m_export = actionButton(actions->exportRecording, "exportButton");
    layout->addWidget(m_run);
    layout->addWidget(m_stop);
    layout->addWidget(m_export);
}

void HeaderBar::setTheme(const Theme& theme)
{
    m_logo->setPixmap(applicationIcon().pixmap(QSize(22, 22), devicePixelRatioF()));
    const int side = theme.fontBody >= 16 ? 18 : 13;
    // On the dark accent the icon takes the colour of its text.
    m_run->setIcon(tintedIcon(QStringLiteral("play"), theme.textOnAccent));
    m_stop->setIcon(themedIcon(QStringLiteral("stop"), theme));
    m_export->setIcon(themedIcon(QStringLiteral("export"), theme));
    for (QPushButton* button : {m_run, m_stop, m_export}) {
        button->setIconSize({side, side});
    }
}

void HeaderBar::setFacts(const QString& facts)
{
    m_factsText = facts;
    if (m_progressText.isEmpty()) {
        m_facts->setFullText(facts);
    }
}

void HeaderBar::setProgress(const QString& text, double fraction)
{
    m_progressText = text;
    m_facts->setFullText(text.isEmpty() ? m_factsText : text);
    m_progress->setVisible(!text.isEmpty());
    m_progress->setRange(0, fraction < 0 ? 0 : 1000);
    m_progress->setValue(fraction < 0 ? 0 : qRound(fraction * 1000));
}

}  // namespace decodescope::app
