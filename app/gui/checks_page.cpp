// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/checks_page.h"

#include "app/gui/format.h"
#include "app/gui/table_model.h"
#include "app/gui/widgets.h"
#include "app/run/run_controller.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPointer>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace decodescope::app {

namespace {

/// What each check asks, before it is run; in the order of checkNames().
QStringList questions()
{
    return {ChecksPage::tr("Does the formula give what a calculation by hand gives?"),
            ChecksPage::tr("Does the cache grow in proportion to the context?"),
            ChecksPage::tr("Do naive and cached decoding give the same tokens and logits at every step?"),
            ChecksPage::tr("Is decoding with the cache at least three times as fast?"),
            ChecksPage::tr("Does measured memory grow as the formula says?"),
            ChecksPage::tr("Is every context decoded at more than half a token per second?"),
            ChecksPage::tr("Does decoding move so many bytes per operation that memory limits it?"),
            ChecksPage::tr("Does prefill work so much per byte that arithmetic limits it?"),
            ChecksPage::tr("Are caches that are broken on purpose found out?")};
}

/// A figure in the user's locale; text as it is.
QString onScreen(const Cell& cell)
{
    const auto value = cell.json();
    if (value.is_number_integer()) {
        return formatCount(value.get<std::int64_t>());
    }
    if (value.is_number_float()) {
        return formatNumber(value.get<double>(), 4);
    }
    if (value.is_boolean()) {
        return value.get<bool>() ? ChecksPage::tr("yes") : ChecksPage::tr("no");
    }
    return QString::fromStdString(cell.text());
}

}  // namespace

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
    listChecks();
    page->addWidget(card, 1);
    connect(m_run, &QPushButton::clicked, this, &ChecksPage::startChecks);
    connect(m_controller, &RunController::stateChanged, this, &ChecksPage::updateState);
    updateState();
}

void ChecksPage::listChecks()
{
    m_model->clear();
    const QStringList asked = questions();
    const auto& names = checkNames();
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto name = QString::fromUtf8(names[i].data(), static_cast<qsizetype>(names[i].size()));
        m_model->append({{}, name, {}, {}, asked.value(static_cast<qsizetype>(i))});
    }
}

void ChecksPage::startChecks()
{
    if (m_controller->busy()) {
        return;
    }
    listChecks();
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
    const auto& names = checkNames();
    const auto row = static_cast<int>(std::find(names.begin(), names.end(), result.name) - names.begin());
    m_model->replace(
        row, {verdict, text(result.name), onScreen(result.measured), onScreen(result.expected), text(result.reason)});
    updateState();
}

void ChecksPage::updateState()
{
    m_run->setEnabled(!m_controller->busy());
    if (m_mine) {
        m_verdict->setText(tr("%1 of %2").arg(m_passed + m_failed + m_skipped).arg(checkNames().size()));
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
