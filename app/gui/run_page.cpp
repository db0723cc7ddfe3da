// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run_page.h"

#include "app/gui/headline_bar.h"
#include "app/gui/instrument_column.h"
#include "app/gui/playback_driver.h"
#include "app/gui/setup_panel.h"
#include "app/gui/transport_bar.h"
#include "app/gui/view_stack.h"
#include "app/gui/widgets.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace decodescope::app {

namespace {

constexpr int kGap = 8;
constexpr double kInstrumentsShare = 0.235;  ///< leaves the stage 55 % at 1280 pixels

}  // namespace

RunPage::RunPage(Selection* selection, PlaybackDriver* driver, QWidget* parent) : QWidget(parent)
{
    named(this, "runPage", tr("Run"));
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(kGap + 2, kGap, kGap + 2, kGap + 2);
    page->setSpacing(kGap);
    m_headline = new HeadlineBar;
    page->addWidget(m_headline);

    auto* body = new QHBoxLayout;
    body->setSpacing(kGap);
    m_setup = new SetupPanel;
    body->addWidget(m_setup);
    m_middle = new QVBoxLayout;
    m_middle->setSpacing(kGap);
    m_transport = new TransportBar(driver);
    body->addLayout(m_middle, 1);
    m_instruments = new InstrumentColumn;
    body->addWidget(m_instruments);
    page->addLayout(body, 1);
    m_below = page;

    buildViews(selection);
    connect(m_setup, &SetupPanel::collapsedChanged, this, &RunPage::fitColumns);
}

void RunPage::buildViews(Selection*)
{
    m_stage = makeCard("stage");
    m_middle->addWidget(m_stage, 1);
    m_middle->addWidget(m_transport);
}

void RunPage::setTheme(const Theme& theme)
{
    m_theme = &theme;
    m_transport->setTheme(theme);
    fitColumns();
}

void RunPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

void RunPage::fitColumns()
{
    const bool large = m_theme != nullptr && m_theme->fontBody >= 16;
    const int setup = m_setup->collapsed() ? (large ? 56 : 44) : (large ? 270 : 212);
    m_setup->setFixedWidth(setup);
    m_instruments->setFixedWidth(std::clamp(static_cast<int>(width() * kInstrumentsShare), 240, 620));
}

}  // namespace decodescope::app
