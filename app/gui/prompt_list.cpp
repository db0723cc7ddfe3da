// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/prompt_list.h"

#include "app/gui/widgets.h"

#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace decodescope::app {

namespace {

constexpr int kAloneHeight = 60;
constexpr int kHeight = 46;

}  // namespace

PromptList::PromptList(QWidget* parent)
    : QWidget(parent),
      m_column(new QVBoxLayout(this)),
      m_label(makeLabel(tr("Prompt"), "caption")),
      m_add(new QToolButton)
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(3);
    named(m_add, "promptAdd", tr("Add a prompt to the batch"));
    m_add->setText(tr("+ another"));
    m_add->setToolTip(tr("Decode several prompts as one batch"));
    m_add->setProperty("role", QStringLiteral("quiet"));
    m_add->setFocusPolicy(Qt::TabFocus);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(0, 0, 0, 0);
    top->addWidget(m_label, 1);
    top->addWidget(m_add);
    m_column->addLayout(top);
    connect(m_add, &QToolButton::clicked, this, [this] {
        add({});
        m_entries.back().edit->setFocus(Qt::OtherFocusReason);
        Q_EMIT changed();
    });
    add({});
}

QStringList PromptList::texts() const
{
    QStringList texts;
    for (const Entry& entry : m_entries) {
        texts << entry.edit->toPlainText();
    }
    return texts;
}

void PromptList::setTexts(const QStringList& texts)
{
    const QSignalBlocker quiet(this);
    while (count() > std::max<int>(1, static_cast<int>(texts.size()))) {
        remove(m_entries.back().row);
    }
    while (count() < std::min<int>(kMost, static_cast<int>(texts.size()))) {
        add({});
    }
    for (int i = 0; i < count() && i < texts.size(); ++i) {
        m_entries[static_cast<std::size_t>(i)].edit->setPlainText(texts[i]);
    }
}

void PromptList::add(const QString& text)
{
    Entry entry;
    entry.row = new QWidget;
    auto* row = new QHBoxLayout(entry.row);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    entry.edit = new QPlainTextEdit(text);
    entry.edit->setTabChangesFocus(true);
    row->addWidget(entry.edit, 1);
    entry.remove = new QToolButton;
    entry.remove->setText(QStringLiteral("×"));
    entry.remove->setProperty("role", QStringLiteral("quiet"));
    entry.remove->setFocusPolicy(Qt::TabFocus);
    row->addWidget(entry.remove, 0, Qt::AlignTop);
    m_column->addWidget(entry.row);
    connect(entry.edit, &QPlainTextEdit::textChanged, this, &PromptList::changed);
    // Later: the button must not go while it is being clicked.
    connect(
        entry.remove, &QToolButton::clicked, this,
        [this, widget = entry.row] {
            remove(widget);
            Q_EMIT changed();
        },
        Qt::QueuedConnection);
    QWidget::setTabOrder(m_entries.empty() ? m_add : m_entries.back().remove, entry.edit);
    QWidget::setTabOrder(entry.edit, entry.remove);
    m_entries.push_back(entry);
    renumber();
}

void PromptList::remove(const QWidget* row)
{
    const auto entry = std::find_if(m_entries.begin(), m_entries.end(), [row](const Entry& e) { return e.row == row; });
    if (entry == m_entries.end() || m_entries.size() == 1) {
        return;
    }
    entry->row->setParent(nullptr);
    entry->row->deleteLater();
    m_entries.erase(entry);
    renumber();
}

void PromptList::renumber()
{
    const bool alone = m_entries.size() == 1;
    m_label->setText(alone ? tr("Prompt") : tr("Prompts"));
    m_label->setBuddy(m_entries.front().edit);
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        const QString number = i == 0 ? QString() : QString::number(i + 1);
        const QString name = alone ? tr("Prompt") : tr("Prompt %1").arg(i + 1);
        entry.edit->setObjectName(QStringLiteral("promptEdit") + number);
        entry.edit->setAccessibleName(name);
        entry.edit->setPlaceholderText(alone ? QString() : name);
        entry.edit->setFixedHeight(alone ? kAloneHeight : kHeight);
        entry.remove->setObjectName(QStringLiteral("promptRemove") + number);
        entry.remove->setAccessibleName(tr("Remove prompt %1").arg(i + 1));
        entry.remove->setToolTip(entry.remove->accessibleName());
        entry.remove->setVisible(!alone);
    }
    m_add->setEnabled(count() < kMost);
}

}  // namespace decodescope::app
