// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instrument_column.h"

#include "app/gui/view_stack.h"
#include "app/gui/widgets.h"

#include <QVBoxLayout>

#include <algorithm>

namespace decodescope::app {

InstrumentColumn::InstrumentColumn(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this))
{
    named(this, "instruments", tr("Instruments"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(8);
}

void InstrumentColumn::setInstruments(std::vector<std::pair<QString, QWidget*>> instruments, int cardHeight)
{
    m_instruments = std::move(instruments);
    m_cardHeight = cardHeight;
    for (ViewStack* card : m_cards) {
        delete card;
    }
    m_cards.clear();
    arrange();
}

void InstrumentColumn::setCardHeight(int cardHeight)
{
    if (cardHeight != m_cardHeight) {
        m_cardHeight = cardHeight;
        schedule();
    }
}

/// Never by what it holds: the number of cards follows the height, so the height must not follow the cards.
QSize InstrumentColumn::sizeHint() const
{
    return minimumSizeHint();
}

QSize InstrumentColumn::minimumSizeHint() const
{
    return {240, m_cardHeight};
}

void InstrumentColumn::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    schedule();
}

/// Later: moving views between cards activates layouts, which would resize this in the middle of it.
void InstrumentColumn::schedule()
{
    if (!m_waiting) {
        m_waiting = true;
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_waiting = false;
                arrange();
            },
            Qt::QueuedConnection);
    }
}

void InstrumentColumn::arrange()
{
    const int total = static_cast<int>(m_instruments.size());
    if (total == 0) {
        return;
    }
    const int fit = (height() + m_layout->spacing()) / (m_cardHeight + m_layout->spacing());
    const int wanted = std::clamp(fit, 1, total);
    if (wanted == static_cast<int>(m_cards.size())) {
        return;
    }
    for (ViewStack* card : m_cards) {
        card->releaseViews();
        delete card;
    }
    m_cards.clear();
    for (int i = 0; i < wanted; ++i) {
        const auto name = QStringLiteral("instrumentCard%1").arg(i + 1).toLatin1();
        auto* card = new ViewStack(name.constData());
        const auto first = m_instruments.begin() + i;
        card->setViews({first, i + 1 == wanted ? m_instruments.end() : first + 1});
        card->setAccessibleName(first->first);
        m_layout->addWidget(card, 1);
        m_cards.push_back(card);
    }
    Q_EMIT arranged();
}

}  // namespace decodescope::app
