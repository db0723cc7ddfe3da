// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run_page.h"

#include "app/gui/headline_bar.h"
#include "app/gui/instrument_column.h"
#include "app/gui/instruments/kernel_timeline_view.h"
#include "app/gui/instruments/ops_view.h"
#include "app/gui/instruments/plot_views.h"
#include "app/gui/instruments/tensors_view.h"
#include "app/gui/instruments/text_view.h"
#include "app/gui/instruments/throughput_view.h"
#include "app/gui/playback_driver.h"
#include "app/gui/selection.h"
#include "app/gui/setup_panel.h"
#include "app/gui/stage/stage_view.h"
#include "app/gui/tab_order.h"
#include "app/gui/transport_bar.h"
#include "app/gui/view_stack.h"
#include "app/gui/welcome_panel.h"
#include "app/gui/widgets.h"

#include <QHBoxLayout>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace decodescope::app {

namespace {

constexpr int kRoomForDetails = 720;  ///< of the page; below it they begin closed
constexpr int kGap = 8;
constexpr int kCardHeight = 224;       ///< 2 instruments at 720 pixels, 3 at 900
constexpr int kLargeCardHeight = 262;  ///< 2 at 720
constexpr double kLargeInstrumentsShare = 0.27;
constexpr double kInstrumentsShare = 0.235;  ///< leaves the stage 55 % at 1280 pixels

bool ranOnDevice(const Selection& selection)
{
    const auto onDevice = [](const std::shared_ptr<profiler::RunRecord>& run) {
        return run && run->info().device.kind != "cpu";
    };
    return onDevice(selection.naive()) || onDevice(selection.cached());
}

}  // namespace

RunPage::RunPage(Selection* selection, PlaybackDriver* driver, QWidget* parent) : QWidget(parent), m_driver(driver)
{
    named(this, "runPage", tr("Run"));
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(kGap + 2, kGap, kGap + 2, kGap + 2);
    page->setSpacing(kGap);
    m_headline = new HeadlineBar;
    page->addWidget(m_headline);

    // The instruments take the whole height at the right; what the model writes and the details stand below the stage.
    auto* body = new QHBoxLayout;
    body->setSpacing(kGap);
    m_left = new QVBoxLayout;
    m_left->setSpacing(kGap);
    auto* upper = new QHBoxLayout;
    upper->setSpacing(kGap);
    m_setup = new SetupPanel;
    upper->addWidget(m_setup);
    m_middle = new QVBoxLayout;
    m_middle->setSpacing(kGap);
    m_transport = new TransportBar(driver);
    upper->addLayout(m_middle, 1);
    m_left->addLayout(upper, 1);
    body->addLayout(m_left, 1);
    m_instruments = new InstrumentColumn;
    body->addWidget(m_instruments);
    page->addLayout(body, 1);

    buildViews(selection);
    connect(m_setup, &SetupPanel::collapsedChanged, this, &RunPage::fitColumns);
    connect(m_instruments, &InstrumentColumn::arranged, this, &RunPage::orderStops);
    orderStops();
}

void RunPage::buildViews(Selection* selection)
{
    auto* stageCard = makeCard("stageCard");
    // The stage fills its ground itself; the rounded corners of the card stay outside.
    auto* inside = new QVBoxLayout(stageCard);
    inside->setContentsMargins(3, 3, 3, 3);
    auto* stageLayout = new QStackedLayout;
    inside->addLayout(stageLayout);
    m_welcome = new WelcomePanel;
    m_stage = new StageView(selection);
    stageLayout->addWidget(m_welcome);
    stageLayout->addWidget(m_stage);
    connect(selection, &Selection::runsChanged, stageLayout, [this, selection, stageLayout] {
        const bool any = selection->recording() != nullptr;
        stageLayout->setCurrentWidget(any ? static_cast<QWidget*>(m_stage) : m_welcome);
    });
    m_middle->addWidget(stageCard, 1);
    m_middle->addWidget(m_transport);

    auto* textCard = makeCard("textCard");
    auto* textLayout = new QVBoxLayout(textCard);
    textLayout->setContentsMargins(10, 4, 10, 4);
    auto* text = new TextView(selection);
    m_textView = text;
    textLayout->addWidget(text);
    m_text = textCard;
    m_left->addWidget(m_text);

    auto* roofline = new RooflineView(selection);
    auto* growth = new KvGrowthView(selection);
    auto* throughput = new ThroughputView(selection);
    m_instruments->setInstruments(
        {{tr("Roofline"), roofline}, {tr("KV cache"), growth}, {tr("Throughput"), throughput}}, kCardHeight);

    auto* ops = new OpsView(selection);
    auto* tensors = new TensorsView(selection);
    auto* memory = new MemoryView(selection);
    m_details = new ViewStack("details");
    m_details->setAccessibleName(tr("Details of the step"));
    auto* kernels = new KernelTimelineView(selection, this);
    kernels->hide();
    // Kernels where there is a device that runs them: elsewhere their tab would say nothing for ever.
    const auto showDetails = [=, this](bool device) {
        std::vector<std::pair<QString, QWidget*>> views{{tr("Ops of this step"), ops}};
        if (device) {
            views.emplace_back(tr("Kernels"), kernels);
        }
        views.emplace_back(tr("Tensors"), tensors);
        views.emplace_back(tr("Memory"), memory);
        m_details->setViews(views);
        if (!device) {
            kernels->setParent(this);
            kernels->hide();
        }
    };
    showDetails(false);
    connect(selection, &Selection::runsChanged, m_details, [this, selection, showDetails, shown = false]() mutable {
        const bool device = ranOnDevice(*selection);
        if (device != shown) {
            shown = device;
            showDetails(device);
            orderStops();
        }
    });
    m_details->setClosable(true);
    m_left->addWidget(m_details);
    connect(m_details, &ViewStack::openChanged, this, [this] {
        m_detailsTouched = true;
        fitColumns();
    });
    connect(text, &TextView::seekRequested, m_driver, [this](std::size_t steps) {
        m_driver->setMode(PlaybackMode::steps);
        m_driver->seek(static_cast<int>(steps));
    });
    m_views = {roofline, growth, throughput, ops, kernels, tensors, memory, text};
}

void RunPage::setTheme(const Theme& theme)
{
    // On a projector the class looks at the stage: what it does not need folds away, and comes back by key.
    const bool large = theme.fontBody >= 16;
    if (large != (m_theme != nullptr && m_theme->fontBody >= 16)) {
        m_setup->setCollapsed(large);
        const QSignalBlocker quiet(m_details);
        m_details->setOpen(!large && height() > kRoomForDetails);
    }
    m_theme = &theme;
    m_transport->setTheme(theme);
    m_stage->setTheme(theme);
    for (InstrumentView* view : m_views) {
        view->setTheme(theme);
    }
    fitColumns();
}

void RunPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    // Until the user says otherwise the details are open where there is room for them.
    if (!m_detailsTouched) {
        const bool large = m_theme != nullptr && m_theme->fontBody >= 16;
        const QSignalBlocker quiet(m_details);
        m_details->setOpen(!large && height() > kRoomForDetails);
    }
    fitColumns();
}

/// From what is set up to what comes of it, whatever was made or remade last.
void RunPage::orderStops()
{
    orderTabs({m_setup, m_transport, m_welcome, m_stage, m_instruments, m_details, m_textView});
}

void RunPage::fitColumns()
{
    const bool large = m_theme != nullptr && m_theme->fontBody >= 16;
    const int setup = m_setup->collapsed() ? (large ? 48 : 40)
                                           : std::clamp(m_setup->widthOfLines(), large ? 270 : 212, large ? 340 : 260);
    m_setup->setFixedWidth(setup);
    // The details give way first: they open by themselves only where there is room for them.
    const int room = height();
    // Whole lines: two, or three where there is room for them or the letters are large.
    m_text->setFixedHeight(m_textView->heightOfLines(large || room > kRoomForDetails ? 3 : 2) + 8);
    m_instruments->setCardHeight(large ? kLargeCardHeight : kCardHeight);
    m_details->setVisible(!large || m_details->isOpen());
    m_details->setBodyHeight(std::clamp(room / 6, 100, 190));
    m_instruments->setFixedWidth(
        std::clamp(static_cast<int>(width() * (large ? kLargeInstrumentsShare : kInstrumentsShare)), 240, 620));
}

}  // namespace decodescope::app
