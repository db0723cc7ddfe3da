// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/sweep_report.h"

#include <QWidget>

#include <functional>
#include <memory>

class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTableView;
class QToolButton;

namespace decodescope::app {

class PlotView;
class RunController;
class TextTableModel;

/// Memory and throughput of cached decoding against context length: both plots of the course and the table behind them.
class SweepPage : public QWidget {
    Q_OBJECT
public:
    SweepPage(RunController* controller, std::function<profiler::RunSettings()> settings, QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    /// Shows a result; what the worker's answer does.
    void show(std::shared_ptr<const SweepReport> report);
    using QWidget::show;

Q_SIGNALS:
    void failed(const decodescope::Error& error);
    void exportRequested(const std::shared_ptr<const decodescope::app::SweepReport>& report);

private:
    void startSweep();
    void updateState();
    /// Empty with a reason in `problem`.
    std::vector<std::int64_t> contexts(QString& problem) const;

    RunController* m_controller;
    std::function<profiler::RunSettings()> m_settings;
    std::shared_ptr<const SweepReport> m_report;  ///< null before the first sweep
    SweepData m_data;
    TextTableModel* m_model;
    QLineEdit* m_contexts = nullptr;
    QSpinBox* m_newTokens = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_export = nullptr;
    QToolButton* m_more = nullptr;
    QTableView* m_table = nullptr;  ///< hidden until there is a result
    QLabel* m_note = nullptr;
    PlotView* m_memory = nullptr;
    PlotView* m_throughput = nullptr;
};

}  // namespace decodescope::app
