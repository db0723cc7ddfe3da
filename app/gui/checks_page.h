// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run/checks.h"
#include "profiler/record/run_record.h"

#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;

namespace decodescope::app {

class RunController;
class TextTableModel;

/// The scored checks: run on the worker thread, each shown as soon as it is known.
class ChecksPage : public QWidget {
    Q_OBJECT
public:
    /// `settings` says what the set-up asks for when the checks start.
    ChecksPage(RunController* controller, std::function<profiler::RunSettings()> settings, QWidget* parent = nullptr);

Q_SIGNALS:
    void failed(const decodescope::Error& error);

private:
    void startChecks();
    void listChecks();
    void add(const CheckResult& result);
    void updateState();

    RunController* m_controller;
    std::function<profiler::RunSettings()> m_settings;
    TextTableModel* m_model;
    QPushButton* m_run = nullptr;
    QLabel* m_verdict = nullptr;
    int m_passed = 0, m_failed = 0, m_skipped = 0;
    bool m_mine = false;
};

}  // namespace decodescope::app
