// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/spoken_view.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QWidget>

namespace decodescope::app {

namespace {

class PaintedView : public QAccessibleWidget {
public:
    explicit PaintedView(QWidget* view) : QAccessibleWidget(view, QAccessible::Chart) {}
    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? widget()->accessibleDescription() : QAccessibleWidget::text(kind);
    }
};

QAccessibleInterface* makeInterface(const QString& className, QObject* object)
{
    auto* widget = qobject_cast<QWidget*>(object);
    for (const char* painted : {"StageView", "InstrumentView", "PlotView"}) {
        if (widget != nullptr && className == QLatin1String("decodescope::app::") + QLatin1String(painted)) {
            return new PaintedView(widget);
        }
    }
    return nullptr;
}

}  // namespace

void speakPaintedViews()
{
    QAccessible::installFactory(makeInterface);
}

void sayValue(QWidget* view, const QString& text)
{
    if (text == view->accessibleDescription()) {
        return;
    }
    view->setAccessibleDescription(text);
    if (QAccessible::isActive()) {
        QAccessibleValueChangeEvent event(view, text);
        QAccessible::updateAccessibility(&event);
    }
}

}  // namespace decodescope::app
