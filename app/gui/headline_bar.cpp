// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headline_bar.h"

#include "app/gui/steady_box.h"
#include "app/gui/widgets.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace decodescope::app {

namespace {

const char* toneName(Tone tone)
{
    switch (tone) {
        case Tone::good:
            return "good";
        case Tone::bad:
            return "bad";
        case Tone::warning:
            return "warning";
        case Tone::muted:
            return "muted";
        case Tone::plain:
            break;
    }
    return "plain";
}

}  // namespace

HeadlineBar::HeadlineBar(QWidget* parent) : QFrame(parent)
{
    named(this, "headlineBar", tr("The answer in one line"));
    setProperty("role", QStringLiteral("card"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 7, 16, 8);
    layout->setSpacing(20);
    static constexpr const char* kNames[] = {"headlineSpeed", "headlineAgreement", "headlineMemory", "headlineRepeats"};
    // The last two captions are the longest.
    static constexpr int kStretch[] = {10, 9, 14, 14};
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        Cell& cell = m_cells[i];
        cell.box = new QWidget;
        auto* column = new QVBoxLayout(cell.box);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        cell.value = named(makeLabel(QString(), "figure"), kNames[i]);
        cell.caption = new ElidedLabel;
        cell.caption->setObjectName(QLatin1String(kNames[i]) + QLatin1String("Caption"));
        cell.caption->setProperty("role", QStringLiteral("caption"));
        column->addWidget(new SteadyBox(cell.value));
        column->addWidget(new SteadyBox(cell.caption));
        layout->addWidget(cell.box, kStretch[i]);
    }
}

void HeadlineBar::show(const Headline& headline)
{
    const auto figures = headline.all();
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const Cell& cell = m_cells[i];
        const HeadlineFigure& figure = *figures[i];
        cell.value->setText(figure.value);
        cell.value->setAccessibleName(figure.value + QLatin1Char(' ') + figure.caption);
        setTone(cell.value, toneName(figure.tone));
        cell.caption->setFullText(figure.caption);
        cell.value->setToolTip(figure.detail);
        cell.box->setToolTip(figure.detail);
    }
}

}  // namespace decodescope::app
