// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tab_order.h"

#include "app/gui/view_stack.h"

#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QScrollArea>

namespace decodescope::app {

namespace {

/// Fields whose children are their own affair.
bool isWhole(const QWidget& widget)
{
    return qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
           qobject_cast<const QComboBox*>(&widget) != nullptr ||
           (qobject_cast<const QAbstractScrollArea*>(&widget) != nullptr &&
            qobject_cast<const QScrollArea*>(&widget) == nullptr);
}

void addStops(QWidget* widget, std::vector<QWidget*>& stops)
{
    if ((widget->focusPolicy() & Qt::TabFocus) != 0 && widget->focusProxy() == nullptr) {
        stops.push_back(widget);
    }
    if (isWhole(*widget)) {
        return;
    }
    std::vector<QWidget*> children;
    if (const auto* stack = qobject_cast<const ViewStack*>(widget)) {
        children = stack->tabsThenViews();
    } else {
        for (QObject* child : widget->children()) {
            if (child->isWidgetType()) {
                children.push_back(static_cast<QWidget*>(child));
            }
        }
    }
    for (QWidget* child : children) {
        if (!child->isWindow()) {
            addStops(child, stops);
        }
    }
}

}  // namespace

void orderTabs(const std::vector<QWidget*>& parts)
{
    std::vector<QWidget*> stops;
    for (QWidget* part : parts) {
        addStops(part, stops);
    }
    for (std::size_t i = 1; i < stops.size(); ++i) {
        QWidget::setTabOrder(stops[i - 1], stops[i]);
    }
}

}  // namespace decodescope::app
