// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/throughput_view.h"

#include "app/gui/instruments/plot_tables.h"
#include "app/gui/instruments/record_tables.h"
#include "app/plots/line_chart.h"
#include "app/plots/numbers.h"
#include "app/plots/throughput_model.h"
#include "app/plots/triangle_cells.h"

#include <QCoreApplication>
#include <QImage>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>

namespace decodescope::app {

namespace {

constexpr int kRoomForBoth = 250;

QString plotText(const char* english)
{
    return QCoreApplication::translate("Plots", english);
}

}  // namespace

ThroughputView::ThroughputView(Selection* selection, QWidget* parent)
    : InstrumentView("throughput", tr("Tokens per second"), selection, parent),
      m_charts(new QWidget(this)),
      m_speed(new LineChart(m_charts)),
      m_time(new LineChart(m_charts)),
      m_steps(new StepTableModel(
          {{tr("Step"), [](const Step& s) { return whole(s.step + 1); }},
           {tr("Phase"), [](const Step& s) { return text(engine::name(s.phase)); }},
           {tr("Tokens per second"), [](const Step& s) { return QVariant(s.tokensPerSecond()); }, 4},
           {tr("Step time (ms)"), [](const Step& s) { return QVariant(static_cast<double>(s.wallNs) * 1e-6); }, 4},
           {tr("Sampling (ms)"), [](const Step& s) { return QVariant(static_cast<double>(s.samplingNs) * 1e-6); }, 4},
           {tr("Positions computed"), [](const Step& s) { return whole(s.positionsComputed); }}},
          this))
{
    m_charts->setObjectName(QStringLiteral("throughputPlot"));
    auto* column = new QVBoxLayout(m_charts);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_speed, 1);
    column->addWidget(m_time, 1);
    m_speed->setObjectName(QStringLiteral("speedChart"));
    m_speed->setAccessibleName(tr("Tokens per second"));
    m_time->setObjectName(QStringLiteral("timeChart"));
    m_time->setAccessibleName(tr("Time of a step"));
    m_time->hide();
    for (LineChart* chart : {m_speed, m_time}) {
        chart->setReducedText(tr("step (least and most of each column)"));
        chart->viewport()->setMouseTracking(true);
        chart->viewport()->installEventFilter(this);
    }
    m_speed->alignWith(m_time);
    m_time->alignWith(m_speed);
    setContent(m_charts);
    setTable(m_steps);
}

void ThroughputView::setTheme(const Theme& theme)
{
    m_speed->setTheme(theme);
    m_time->setTheme(theme);
    InstrumentView::setTheme(theme);
}

void ThroughputView::resizeEvent(QResizeEvent* event)
{
    const bool both = event->size().height() >= kRoomForBoth;
    const bool appears = both && m_time->isHidden();
    m_time->setVisible(both);
    InstrumentView::resizeEvent(event);
    if (appears)
        scheduleRefresh();
}

void ThroughputView::refresh()
{
    const PlotScene scene = selection()->scene();
    const ThroughputModel model = throughputModel(scene);
    const bool any = scene.naive || scene.cached;
    QStringList parts;
    for (auto line = model.lines.rbegin(); line != model.lines.rend(); ++line) {
        parts << tr("%1 %2 tok/s")
                     .arg(plotText(speedName(line->run)),
                          formatSignificant(locale(), line->tokensPerSecond.back().y()));
    }
    if (const auto* step = selection()->currentStep())
        parts << tr("at depth %1").arg(formatInteger(locale(), step->contextLength - 1));
    setNote(parts);
    for (LineChart* chart : {m_speed, m_time}) {
        if (chart->isHidden())
            continue;
        std::vector<ChartLine> lines;
        for (const SpeedLine& line : model.lines) {
            const LineSamples& samples = chart == m_speed ? line.tokensPerSecond : line.milliseconds;
            const double last = samples.back().y();
            const QString figure = chart == m_speed ? formatSignificant(locale(), last) + QStringLiteral(" tok/s")
                                                    : formatSeconds(locale(), last * 1e-3);
            const QString name = plotText(speedName(line.run));
            lines.push_back({samples, figure + QStringLiteral("  ") + name, speedColor(line.run, currentTheme()),
                             line.run == SpeedLine::Run::naive, name});
        }
        chart->setEmptyText(any ? plotText(QT_TRANSLATE_NOOP("Plots", "No decode step yet"))
                                : plotText(QT_TRANSLATE_NOOP("Plots", "No run yet")));
        chart->setLines(std::move(lines), model.lastStep,
                        chart == m_speed ? model.mostTokensPerSecond : model.mostMilliseconds,
                        chart == m_speed ? plotText(QT_TRANSLATE_NOOP("Plots", "tokens per second"))
                                         : plotText(QT_TRANSLATE_NOOP("Plots", "time of a step (ms)")),
                        plotText(QT_TRANSLATE_NOOP("Plots", "step")));
    }
}

void ThroughputView::refreshTable()
{
    const auto [run, steps] = mainRun(*selection());
    m_steps->show(run, steps);
}

QString ThroughputView::describe(int step) const
{
    if (step <= 0)
        return {};
    QString result = tr("step %1").arg(formatInteger(locale(), step));
    const auto add = [&](const std::shared_ptr<profiler::RunRecord>& run, std::size_t limit, const QString& name) {
        if (static_cast<std::size_t>(step) > shownSteps(run, limit))
            return;
        const auto& record = run->steps()[static_cast<std::size_t>(step) - 1];
        result += QStringLiteral("\n") + tr("%1: %2 tok/s, %3")
                                             .arg(name, formatSignificant(locale(), record.tokensPerSecond()),
                                                  formatSeconds(locale(), static_cast<double>(record.wallNs) * 1e-9));
    };
    add(selection()->naive(), selection()->naiveSteps(), tr("naive"));
    add(selection()->cached(), selection()->cachedSteps(), tr("cached"));
    return result;
}

bool ThroughputView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseMove) {
        const auto* chart = watched == m_time->viewport() ? m_time : m_speed;
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const QString text = describe(chart->stepAt(mouse->position()));
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(mouse->globalPosition().toPoint() + QPoint(12, 12), text, this);
    }
    return InstrumentView::eventFilter(watched, event);
}

QImage ThroughputView::picture()
{
    m_speed->flush();
    m_time->flush();
    return InstrumentView::picture();
}

}  // namespace decodescope::app
