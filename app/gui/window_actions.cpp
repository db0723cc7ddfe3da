// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window_actions.h"

#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>

namespace decodescope::app {

WindowActions::WindowActions(QWidget* window, ThemeChoice theme) : QObject(window), m_window(window)
{
    run = add("actionRun", tr("&Run"), QKeySequence(Qt::Key_F5), tr("Run the model with these settings"));
    stop = add("actionStop", tr("&Stop"), QKeySequence(Qt::Key_Escape), tr("End the run; what was recorded stays"));
    stop->setEnabled(false);
    open = add("actionOpen", tr("&Open recording…"), QKeySequence::Open);
    save = add("actionSave", tr("&Save recording…"), QKeySequence::Save);
    exportRecording = add("actionExport", tr("&Export…"), QKeySequence(Qt::CTRL | Qt::Key_E),
                          tr("Write CSV, JSON and pictures of what is shown"));
    quit = add("actionQuit", tr("&Quit"), QKeySequence::Quit);
    chooseModel = add("actionChooseModel", tr("Choose a &model file…"), QKeySequence(Qt::CTRL | Qt::Key_M));
    toggleSetup = add("actionToggleSetup", tr("&Set-up"), QKeySequence(Qt::Key_F9));
    toggleSetup->setCheckable(true);
    toggleSetup->setChecked(true);
    toggleDetails = add("actionToggleDetails", tr("Show or hide the &details"), QKeySequence(Qt::Key_F8));
    fullScreen = add("actionFullScreen", tr("F&ull screen"), QKeySequence(Qt::Key_F11));
    fullScreen->setCheckable(true);
    keys = add("actionKeys", tr("&Keys"), QKeySequence(Qt::Key_F1));
    about = add("actionAbout", tr("&About DecodeScope"));

    auto* playback = new QActionGroup(this);
    steps = add("actionPlaySteps", tr("Play back in s&teps"));
    race = add("actionPlayRace", tr("Play back as a r&ace"));
    for (QAction* action : {steps, race}) {
        action->setCheckable(true);
        playback->addAction(action);
    }
    steps->setChecked(true);

    static constexpr const char* kPageNames[] = {"actionPageRun", "actionPageSweep", "actionPageSizes",
                                                 "actionPageChecks"};
    const QString pageTexts[] = {tr("Steps"), tr("Sweep"), tr("Sizes"), tr("Checks")};
    const QString pageTips[] = {tr("One run, step by step"), tr("Memory and throughput against context length"),
                                tr("What a cache costs, by the formula"), tr("The scored checks")};
    auto* pageGroup = new QActionGroup(this);
    for (int i = 0; i < kPages; ++i) {
        QAction* action =
            add(kPageNames[i], pageTexts[i], QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)), pageTips[i]);
        action->setCheckable(true);
        pageGroup->addAction(action);
        pages[static_cast<std::size_t>(i)] = action;
        connect(action, &QAction::triggered, this, [this, i] { Q_EMIT pageChosen(static_cast<Page>(i)); });
    }
    pages[0]->setChecked(true);

    static constexpr const char* kThemeNames[] = {"actionThemeSystem", "actionThemeLight", "actionThemeDark",
                                                  "actionThemeProjector"};
    const QString themeTexts[] = {tr("&Follow the system"), tr("&Light"), tr("Dar&k"), tr("&Projector")};
    auto* themeGroup = new QActionGroup(this);
    for (int i = 0; i < 4; ++i) {
        QAction* action = add(kThemeNames[i], themeTexts[i]);
        action->setCheckable(true);
        action->setChecked(i == static_cast<int>(theme));
        themeGroup->addAction(action);
        themes[static_cast<std::size_t>(i)] = action;
        connect(action, &QAction::triggered, this, [this, i] { Q_EMIT themeChosen(static_cast<ThemeChoice>(i)); });
    }
}

QAction* WindowActions::add(const char* objectName, const QString& text, const QKeySequence& keySequence,
                            const QString& tip)
{
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(objectName));
    action->setShortcut(keySequence);
    QString plain = tip.isEmpty() ? text : tip;
    plain.remove(QLatin1Char('&'));
    const QString shown = keySequence.toString(QKeySequence::NativeText);
    action->setToolTip(shown.isEmpty() ? plain : tr("%1 (%2)", "action and its keys").arg(plain, shown));
    m_window->addAction(action);
    return action;
}

void WindowActions::fillMenus(QMenuBar* bar)
{
    QMenu* file = bar->addMenu(tr("&File"));
    file->setObjectName(QStringLiteral("menuFile"));
    file->addAction(open);
    recentMenu = file->addMenu(tr("Open &recent"));
    recentMenu->setObjectName(QStringLiteral("menuRecent"));
    file->addAction(chooseModel);
    file->addSeparator();
    file->addAction(save);
    file->addAction(exportRecording);
    file->addSeparator();
    file->addAction(quit);

    QMenu* runMenu = bar->addMenu(tr("&Run"));
    runMenu->setObjectName(QStringLiteral("menuRun"));
    runMenu->addAction(run);
    runMenu->addAction(stop);
    runMenu->addSeparator();
    runMenu->addAction(steps);
    runMenu->addAction(race);
    runMenu->addSeparator();
    runsMenu = runMenu->addMenu(tr("Runs of this s&ession"));
    runsMenu->setObjectName(QStringLiteral("menuRuns"));

    QMenu* view = bar->addMenu(tr("&View"));
    view->setObjectName(QStringLiteral("menuView"));
    view->addActions({pages.begin(), pages.end()});
    view->addSeparator();
    view->addAction(toggleSetup);
    view->addAction(toggleDetails);
    view->addAction(fullScreen);
    view->addSeparator();
    view->addActions({themes[1], themes[2], themes[3], themes[0]});

    QMenu* help = bar->addMenu(tr("&Help"));
    help->setObjectName(QStringLiteral("menuHelp"));
    help->addAction(keys);
    help->addAction(about);
}

}  // namespace decodescope::app
