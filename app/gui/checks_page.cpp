// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/checks_page.h"

#include "app/gui/table_model.h"
#include "app/gui/widgets.h"
#include "app/run/run_controller.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPointer>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace decodescope::app {

ChecksPage::ChecksPage(RunController* controller, std::function<profiler::RunSettings()> settings, QWidget* parent)
    : QWidget(parent),
      m_controller(controller),
      m_settings(std::move(settings)),
      m_model(new TextTableModel({tr("Result"), tr("Check"), tr("Measured"), tr("Expected"), tr("Why")}, {}, this))
{
    named(this, "checksPage", tr("Checks"));
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(10, 8, 10, 10);
    auto* card = makeCard("checksCard");
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(16, 12, 16, 16);
    layout->setSpacing(10);
    auto* top = new QHBoxLayout;
    auto* titles = new QVBoxLayout;
    titles->setSpacing(2);
    titles->addWidget(makeLabel(tr("The scored checks"), "title"));
    auto* about =
        makeLabel(tr("The formula, the agreement of both ways of decoding, speed-up, memory growth, bounds, and "
                     "whether a broken cache is caught; with the set-up's model and formats."),
                  "muted");
    about->setWordWrap(true);
    titles->addWidget(about);
    top->addLayout(titles, 1);
    m_verdict = named(makeLabel(QString(), "title"), "checksVerdict");
    top->addWidget(m_verdict);
    m_run = named(new QPushButton(tr("Run the checks")), "checksRun", tr("Run the checks"));
    setRole(m_run, "primary");
    top->addWidget(m_run);
    layout->addLayout(top);
    auto* table = makeTable("checksTable", tr("Results of the checks"), m_model);
    table->setWordWrap(true);
    table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    layout->addWidget(table, 1);
    page->addWidget(card, 1);
    connect(m_run, &QPushButton::clicked, this, &ChecksPage::startChecks);
    connect(m_controller, &RunController::stateChanged, this, &ChecksPage::updateState);
    updateState();
}

void ChecksPage::startChecks()
{
    if (m_controller->busy()) {
        return;
    }
    m_model->clear();
    m_passed = m_failed = m_skipped = 0;
    m_mine = true;
    const auto settings = m_settings();
    const QPointer<ChecksPage> self(this);
    auto error = std::make_shared<std::optional<Error>>();
    RunController* controller = m_controller;
    m_controller->runJob(
        settings,
        [controller, self, settings, error](const PreparedModel& model, const std::stop_token& stop) {
            RunCallbacks callbacks;
            callbacks.progress = [controller](const std::string& line) {
                controller->post([controller, line] { Q_EMIT controller->progress(QString::fromStdString(line)); });
            };
            const auto finished = [controller, self](const CheckResult& result) {
                controller->post([self, result] {
                    if (self) {
                        self->add(result);
                    }
                });
            };
            const auto report = runChecks(settings, {}, model, callbacks, finished, stop);
            if (!report && report.error().code != ErrorCode::cancelled) {
                *error = report.error();
            }
        },
        [self, error] {
            if (!self) {
                return;
            }
            self->m_mine = false;
            if (*error) {
                Q_EMIT self->failed(**error);
            }
            self->updateState();
        });
}

void ChecksPage::add(const CheckResult& result)
{
    QString verdict;
    switch (result.status) {
        case CheckStatus::passed:
            verdict = tr("✓ passed");
            ++m_passed;
            break;
        case CheckStatus::failed:
            verdict = tr("✗ failed");
            ++m_failed;
            break;
        case CheckStatus::skipped:
            verdict = tr("– skipped");
            ++m_skipped;
            break;
    }
    const auto text = [](const std::string& utf8) { return QString::fromStdString(utf8); };
    m_model->append(
        {verdict, text(result.name), text(result.measured.text()), text(result.expected.text()), text(result.reason)});
    updateState();
}

void ChecksPage::updateState()
{
    m_run->setEnabled(!m_controller->busy());
    if (m_mine) {
        m_verdict->setText(tr("%1 of %2").arg(m_model->rowCount()).arg(checkNames().size()));
        setTone(m_verdict, "muted");
    } else if (m_failed > 0) {
        m_verdict->setText(tr("%n failed", nullptr, m_failed));
        setTone(m_verdict, "bad");
    } else if (m_passed > 0) {
        m_verdict->setText(m_skipped > 0 ? tr("%1 passed, %2 skipped").arg(m_passed).arg(m_skipped)
                                         : tr("%n passed", nullptr, m_passed));
        setTone(m_verdict, "good");
    } else {
        m_verdict->clear();
    }
}

}  // namespace decodescope::app
