// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/error_bar.h"

#include "app/gui/icons.h"
#include "app/gui/widgets.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace decodescope::app {

ErrorBar::ErrorBar(QWidget* parent) : QFrame(parent)
{
    named(this, "errorBar", tr("Errors"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 7, 8, 7);
    layout->setSpacing(10);
    m_icon = named(new QLabel, "errorIcon");
    layout->addWidget(m_icon, 0, Qt::AlignVCenter);
    auto* text = new QVBoxLayout;
    text->setSpacing(1);
    m_message = named(makeLabel(QString(), "plain"), "errorMessage");
    m_hint = named(makeLabel(QString(), "muted"), "errorHint");
    for (QLabel* label : {m_message, m_hint}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        text->addWidget(label);
    }
    layout->addLayout(text, 1);
    m_more = named(makeLabel(QString(), "muted"), "errorCount");
    layout->addWidget(m_more, 0, Qt::AlignTop);
    m_copy = named(new QToolButton, "errorCopy", tr("Copy the message"));
    m_close = named(new QToolButton, "errorClose", tr("Close the message"));
    for (QToolButton* button : {m_copy, m_close}) {
        button->setProperty("role", QStringLiteral("quiet"));
        button->setToolTip(button->accessibleName());
        layout->addWidget(button, 0, Qt::AlignTop);
    }
    connect(m_copy, &QToolButton::clicked, this, [this] {
        if (!m_entries.empty()) {
            QApplication::clipboard()->setText(m_entries.back().message + QLatin1Char('\n') + m_entries.back().hint);
        }
    });
    connect(m_close, &QToolButton::clicked, this, [this] {
        if (!m_entries.empty()) {
            m_entries.pop_back();
        }
        refresh();
    });
    refresh();
}

void ErrorBar::setTheme(const Theme& theme)
{
    m_theme = &theme;
    m_copy->setIcon(themedIcon(QStringLiteral("copy"), theme));
    m_close->setIcon(themedIcon(QStringLiteral("close"), theme));
    refresh();
}

void ErrorBar::showError(const Error& error)
{
    add({QString::fromStdString(error.message), QString::fromStdString(error.hint), "bad"});
}

void ErrorBar::showWarning(const QString& message, const QString& hint)
{
    add({message, hint, "warning"});
}

void ErrorBar::showNotice(const QString& message)
{
    add({message, {}, "good"});
}

void ErrorBar::add(Entry entry)
{
    // The same message again moves to the front instead of piling up.
    std::erase_if(m_entries, [&](const Entry& old) { return old.message == entry.message; });
    m_entries.push_back(std::move(entry));
    refresh();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void ErrorBar::clear()
{
    m_entries.clear();
    refresh();
}

void ErrorBar::refresh()
{
    setVisible(!m_entries.empty());
    if (m_entries.empty()) {
        return;
    }
    const Entry& entry = m_entries.back();
    m_message->setText(entry.message);
    m_hint->setText(entry.hint);
    m_hint->setVisible(!entry.hint.isEmpty());
    const auto others = static_cast<int>(m_entries.size()) - 1;
    m_more->setText(others > 0 ? tr("%n more", nullptr, others) : QString());
    setTone(this, entry.tone);
    setAccessibleDescription(entry.message + QLatin1Char('\n') + entry.hint);
    if (m_theme != nullptr) {
        const QLatin1String tone(entry.tone);
        const bool good = tone == QLatin1String("good");
        const bool warning = tone == QLatin1String("warning");
        const QString icon =
            good ? QStringLiteral("check") : (warning ? QStringLiteral("warning") : QStringLiteral("error"));
        const QColor color = good ? m_theme->success : (warning ? m_theme->warning : m_theme->error);
        m_icon->setPixmap(tintedIcon(icon, color).pixmap(QSize(18, 18), devicePixelRatioF()));
    }
}

}  // namespace decodescope::app
