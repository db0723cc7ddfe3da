// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/runs_menu.h"

#include "app/gui/selection.h"

#include <QCoreApplication>
#include <QMenu>

namespace decodescope::app {

namespace {

struct RunsMenu {
    Q_DECLARE_TR_FUNCTIONS(decodescope::app::RunsMenu)
};

int rowOf(const RunSession& session, const std::shared_ptr<profiler::RunRecord>& wanted)
{
    for (int row = 0; row < session.rowCount(); ++row) {
        if (wanted && session.run(row) == wanted) {
            return row;
        }
    }
    return -1;
}

RunPair pairWith(const RunSession& session, const Selection& selection, int row)
{
    const bool isNaive = session.run(row)->info().strategy == engine::Strategy::naive;
    return isNaive ? session.pairOfRows(row, rowOf(session, selection.cached()))
                   : session.pairOfRows(rowOf(session, selection.naive()), row);
}

}  // namespace

void fillRunsMenu(QMenu* menu, const RunSession& session, const Selection& selection, bool enabled,
                  const std::function<void(const RunPair&)>& show)
{
    menu->clear();
    for (int row = 0; row < session.rowCount(); ++row) {
        const auto run = session.run(row);
        const auto text = [&](int column) {
            return session.data(session.index(row, column), Qt::DisplayRole).toString();
        };
        QAction* action = menu->addAction(
            RunsMenu::tr("%1 · %2 · %3 steps")
                .arg(text(RunSession::columnSource), text(RunSession::columnRun), text(RunSession::columnTokens)));
        action->setCheckable(true);
        action->setChecked(run == selection.naive() || run == selection.cached());
        action->setEnabled(enabled);
        QObject::connect(action, &QAction::triggered, menu, [&session, &selection, show, row] {
            if (session.run(row)) {
                show(pairWith(session, selection, row));
            }
        });
    }
    if (menu->isEmpty()) {
        menu->addAction(RunsMenu::tr("None yet"))->setEnabled(false);
    }
}

}  // namespace decodescope::app
