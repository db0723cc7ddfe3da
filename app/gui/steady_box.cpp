// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/steady_box.h"

#include <QEvent>

namespace decodescope::app {

SteadyBox::SteadyBox(QLabel* label, QWidget* parent) : QWidget(parent), m_label(label)
{
    m_label->setParent(this);
    setSizePolicy(m_label->sizePolicy());
    // It stands on cards and on the header: with their ground its own, a new text has neither painted again.
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
}

bool SteadyBox::event(QEvent* event)
{
    // The label's wishes changed: by its text, its font or its style.
    if (event->type() == QEvent::LayoutRequest) {
        const bool cut =
            sizePolicy().horizontalPolicy() != QSizePolicy::Ignored && m_label->minimumSizeHint().width() > width();
        if (cut || m_label->minimumSizeHint().height() > height()) {
            updateGeometry();
        }
    }
    return QWidget::event(event);
}

void SteadyBox::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_label->setGeometry(rect());
}

void SteadyBox::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    updateGeometry();  // texts that changed meanwhile were not announced
}

}  // namespace decodescope::app
