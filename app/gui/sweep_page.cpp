// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/sweep_page.h"

#include "app/gui/format.h"
#include "app/gui/icons.h"
#include "app/gui/plot_view.h"
#include "app/gui/table_model.h"
#include "app/gui/widgets.h"
#include "app/run/run_controller.h"
#include "app/run/single_run.h"

#include <QAction>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace decodescope::app {

namespace {

using DrawSweep = void (*)(QPainter&, const QRectF&, const SweepData&, const Theme&, bool, const QLocale&);

}  // namespace

SweepPage::SweepPage(RunController* controller, std::function<profiler::RunSettings()> settings, QWidget* parent)
    : QWidget(parent),
      m_controller(controller),
      m_settings(std::move(settings)),
      m_model(new TextTableModel(
          {tr("Context"), tr("Cache, formula"), tr("Cache, used"), tr("Memory peak"), tr("Prefill"), tr("Decode")},
          {0, 1, 2, 3, 4, 5}, this))
{
    named(this, "sweepPage", tr("Sweep"));
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(10, 8, 10, 10);
    page->setSpacing(8);

    auto* top = makeCard("sweepTop");
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(16, 10, 16, 10);
    row->setSpacing(10);
    auto* contextsLabel = makeLabel(tr("Context lengths"), "plain");
    m_contexts =
        named(new QLineEdit(QStringLiteral("128, 256, 512, 1024, 2048")), "sweepContexts", tr("Context lengths"));
    contextsLabel->setBuddy(m_contexts);
    m_contexts->setCursorPosition(0);
    auto* tokensLabel = makeLabel(tr("New tokens at each"), "plain");
    m_newTokens = named(new QSpinBox, "sweepNewTokens", tr("New tokens at each"));
    m_newTokens->setRange(2, 4096);
    m_newTokens->setValue(16);
    tokensLabel->setBuddy(m_newTokens);
    m_note = named(makeLabel(QString(), "muted"), "sweepNote");
    m_note->setWordWrap(true);
    m_run = named(new QPushButton(tr("Run the sweep")), "sweepRun", tr("Run the sweep"));
    setRole(m_run, "primary");
    row->addWidget(contextsLabel);
    row->addWidget(m_contexts);
    row->addWidget(tokensLabel);
    row->addWidget(m_newTokens);
    row->addWidget(m_note, 1);
    m_export = named(new QPushButton(tr("Export…")), "sweepExport", tr("Export the sweep"));
    m_export->setToolTip(tr("Pictures, table and conditions of this sweep as files"));
    m_more = named(new QToolButton, "sweepMore", tr("Copies of pictures and table"));
    m_more->setToolTip(tr("Copies of pictures and table"));
    m_more->setProperty("role", QStringLiteral("quiet"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    row->addWidget(m_run);
    row->addWidget(m_export);
    row->addWidget(m_more);
    page->addWidget(top);

    const auto plot = [this](const char* objectName, const QString& title, DrawSweep drawIt) {
        return new PlotView(
            objectName, title, [this, drawIt](QPainter& painter, const QRectF& rect, const Theme& theme) {
                if (m_data.contexts.size() < 2) {
                    painter.setPen(theme.textMuted);
                    painter.setFont(theme.font(theme.fontBody));
                    painter.drawText(rect, Qt::AlignCenter | Qt::TextWordWrap,
                                     tr("Run the sweep to see how this grows with the context length."));
                    return;
                }
                drawIt(painter, rect, m_data, theme, false, QLocale());
            });
    };
    auto* plots = new QHBoxLayout;
    plots->setSpacing(8);
    m_memory = plot("sweepMemory", tr("Memory against context length"), &drawSweepMemory);
    m_throughput = plot("sweepThroughput", tr("Tokens per second against context length"), &drawSweepThroughput);
    const QString titles[] = {tr("Memory against context length"), tr("Tokens per second against context length")};
    int i = 0;
    for (PlotView* view : {m_memory, m_throughput}) {
        auto* card = makeCard(i == 0 ? "sweepMemoryCard" : "sweepThroughputCard");
        auto* column = new QVBoxLayout(card);
        column->setContentsMargins(14, 10, 14, 10);
        column->addWidget(makeLabel(titles[i++], "title"));
        column->addWidget(view, 1);
        plots->addWidget(card, 1);
    }
    page->addLayout(plots, 3);
    auto* table = makeTable("sweepTable", tr("Results of the sweep"), m_model);
    table->horizontalHeader()->setStretchLastSection(false);
    table->horizontalHeader()->setMinimumSectionSize(120);
    page->addWidget(table, 1);
    m_table = table;
    const auto copy = [this](const char* objectName, const QString& text, QAction* does) {
        auto* action = new QAction(text, this);
        action->setObjectName(QLatin1String(objectName));
        connect(action, &QAction::triggered, does, &QAction::trigger);
        m_more->addAction(action);
    };
    copy("sweepCopyMemory", tr("Copy picture of the memory"), m_memory->actions().constFirst());
    copy("sweepCopyThroughput", tr("Copy picture of the speed"), m_throughput->actions().constFirst());
    copy("sweepCopyTable", tr("Copy table"), table->actions().constFirst());
    connect(m_export, &QPushButton::clicked, this, [this] { Q_EMIT exportRequested(m_report); });

    connect(m_run, &QPushButton::clicked, this, &SweepPage::startSweep);
    connect(m_contexts, &QLineEdit::textChanged, this, &SweepPage::updateState);
    connect(m_newTokens, &QSpinBox::valueChanged, this, &SweepPage::updateState);
    connect(m_controller, &RunController::stateChanged, this, &SweepPage::updateState);
    updateState();
}

void SweepPage::setTheme(const Theme& theme)
{
    m_export->setIcon(themedIcon(QStringLiteral("export"), theme));
    m_more->setIcon(themedIcon(QStringLiteral("more"), theme));
    m_contexts->setMinimumWidth(theme.fontBody * 16);
    m_memory->setTheme(theme);
    m_throughput->setTheme(theme);
}

std::vector<std::int64_t> SweepPage::contexts(QString& problem) const
{
    std::vector<std::int64_t> values;
    const QStringList parts = m_contexts->text().split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (const QString& part : parts) {
        bool whole = false;
        const qlonglong value = part.trimmed().toLongLong(&whole);
        if (!whole || value <= 0) {
            problem = tr("“%1” is not a context length.").arg(part.trimmed());
            return {};
        }
        if (value < m_newTokens->value()) {
            problem = tr("A context of %1 has no room for %2 new tokens.").arg(value).arg(m_newTokens->value());
            return {};
        }
        values.push_back(value);
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    if (values.size() < 2) {
        problem = tr("A sweep needs two context lengths or more, with commas between.");
        return {};
    }
    return values;
}

void SweepPage::updateState()
{
    QString problem;
    const bool valid = !contexts(problem).empty();
    m_run->setEnabled(valid && !m_controller->busy());
    m_export->setVisible(m_report != nullptr);
    m_more->setVisible(m_report != nullptr);
    m_table->setVisible(m_report != nullptr);
    m_note->setText(valid ? tr("Cached decoding of filler text, with the set-up's model and formats.") : problem);
    setTone(m_note, valid ? "muted" : "bad");
}

void SweepPage::startSweep()
{
    QString problem;
    SweepOptions options;
    options.contexts = contexts(problem);
    options.newTokens = m_newTokens->value();
    if (options.contexts.empty() || m_controller->busy()) {
        return;
    }
    auto settings = m_settings();
    settings.strategies = {engine::Strategy::cached};
    settings.newTokens = options.newTokens;
    settings.prompts.clear();  // filler text stands for them
    const QPointer<SweepPage> self(this);
    auto result = std::make_shared<Result<SweepResult>>(SweepResult{});
    auto report = std::make_shared<SweepReport>();
    RunController* controller = m_controller;
    m_controller->runJob(
        settings,
        [=](const PreparedModel& model, const std::stop_token& stop) {
            RunCallbacks callbacks;
            callbacks.progress = [controller](const std::string& line) {
                controller->post([controller, line] { Q_EMIT controller->progress(QString::fromStdString(line)); });
            };
            *result = runSweep(settings, options, model, callbacks, stop);
            if (*result) {
                *report = {**result, modelFacts(model), model.loaded->device(), settings};
            }
        },
        [=] {
            if (!self) {
                return;
            }
            if (!*result) {
                if (result->error().code != ErrorCode::cancelled) {
                    Q_EMIT self->failed(result->error());
                }
                return;
            }
            self->show(report);
        });
}

void SweepPage::show(std::shared_ptr<const SweepReport> report)
{
    m_report = std::move(report);
    m_data = sweepData(*m_report);
    const SweepResult& result = m_report->result;
    updateState();
    m_model->clear();
    for (const SweepRow& row : result.rows) {
        m_model->append({formatCount(row.context), formatBytes(row.kvBytesFormula), formatBytes(row.kvBytesUsed),
                         formatBytes(row.memoryPeakBytes),
                         row.prefillTokPerS ? formatRate(*row.prefillTokPerS) : QString(),
                         row.tokPerS ? formatRate(*row.tokPerS) : QString()});
    }
    if (result.deltaMeasuredBytes && result.deltaFormulaBytes && *result.deltaFormulaBytes > 0) {
        const double off = static_cast<double>(*result.deltaMeasuredBytes - *result.deltaFormulaBytes) /
                           static_cast<double>(*result.deltaFormulaBytes);
        m_note->setText(tr("From the shortest to the longest context: measured %1, formula %2, %3 apart.")
                            .arg(formatBytes(*result.deltaMeasuredBytes), formatBytes(*result.deltaFormulaBytes),
                                 formatPercent(std::abs(off))));
        setTone(m_note, "plain");
    }
    m_memory->update();
    m_throughput->update();
}

}  // namespace decodescope::app
