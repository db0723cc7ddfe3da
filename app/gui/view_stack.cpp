// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view_stack.h"

#include "app/gui/widgets.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace decodescope::app {

ViewStack::ViewStack(const char* objectName, QWidget* parent) : QFrame(parent)
{
    named(this, objectName);
    setProperty("role", QStringLiteral("card"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 2, 6, 6);
    layout->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(4, 0, 2, 0);
    m_tabs = new QHBoxLayout;
    m_tabs->setSpacing(2);
    row->addLayout(m_tabs);
    row->addStretch(1);
    m_toggle = named(new QToolButton, "viewStackToggle", tr("Hide the details"));
    m_toggle->setProperty("role", QStringLiteral("quiet"));
    m_toggle->setText(tr("hide"));
    m_toggle->setVisible(false);
    m_toggle->setFocusPolicy(Qt::TabFocus);
    connect(m_toggle, &QToolButton::clicked, this, [this] { setOpen(!m_open); });
    row->addWidget(m_toggle);
    layout->addLayout(row);
    m_stack = new QStackedWidget;
    layout->addWidget(m_stack, 1);
    m_group = new QButtonGroup(this);
    m_group->setExclusive(true);
    connect(m_group, &QButtonGroup::idClicked, this, [this](int id) {
        setOpen(true);
        m_stack->setCurrentIndex(id);
    });
}

void ViewStack::setViews(const std::vector<std::pair<QString, QWidget*>>& views)
{
    releaseViews();
    for (const auto& [title, view] : views) {
        auto* tab = new QToolButton;
        tab->setText(title);
        tab->setCheckable(true);
        tab->setAccessibleName(title);
        tab->setObjectName(view->objectName() + QLatin1String("Tab"));
        // One view alone has a title; there is nothing to choose.
        tab->setProperty("role", views.size() > 1 ? QStringLiteral("tab") : QStringLiteral("cardTitle"));
        tab->setFocusPolicy(views.size() > 1 ? Qt::TabFocus : Qt::NoFocus);
        m_group->addButton(tab, m_stack->count());
        m_tabs->addWidget(tab);
        m_stack->addWidget(view);
    }
    setCurrentIndex(0);
}

void ViewStack::releaseViews()
{
    const auto tabs = m_group->buttons();
    for (QAbstractButton* tab : tabs) {
        m_group->removeButton(tab);
        delete tab;
    }
    while (m_stack->count() > 0) {
        QWidget* view = m_stack->widget(0);
        m_stack->removeWidget(view);
        view->setParent(nullptr);
    }
}

std::vector<QWidget*> ViewStack::tabsThenViews() const
{
    const auto tabs = m_group->buttons();
    std::vector<QWidget*> widgets(tabs.begin(), tabs.end());
    widgets.insert(widgets.end(), {m_toggle, m_stack});
    return widgets;
}

int ViewStack::currentIndex() const
{
    return m_stack->currentIndex();
}

void ViewStack::setCurrentIndex(int index)
{
    if (QAbstractButton* tab = m_group->button(index)) {
        tab->setChecked(true);
        m_stack->setCurrentIndex(index);
    }
}

void ViewStack::setClosable(bool closable)
{
    m_toggle->setVisible(closable);
}

void ViewStack::setOpen(bool open)
{
    if (open == m_open) {
        return;
    }
    m_open = open;
    m_stack->setVisible(open);
    setSizePolicy(QSizePolicy::Preferred, open ? QSizePolicy::Preferred : QSizePolicy::Fixed);
    m_toggle->setText(open ? tr("hide") : tr("show"));
    m_toggle->setAccessibleName(open ? tr("Hide the details") : tr("Show the details"));
    Q_EMIT openChanged(open);
}

void ViewStack::setBodyHeight(int height)
{
    m_stack->setFixedHeight(height);
}

void ViewStack::keyPressEvent(QKeyEvent* event)
{
    const auto tabs = m_group->buttons();
    const auto at = tabs.indexOf(qobject_cast<QAbstractButton*>(focusWidget()));
    const int delta = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (at >= 0 && delta != 0 && at + delta >= 0 && at + delta < tabs.size()) {
        tabs[at + delta]->setFocus(Qt::TabFocusReason);
        setCurrentIndex(static_cast<int>(at) + delta);
        return;
    }
    QFrame::keyPressEvent(event);
}

}  // namespace decodescope::app
