// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QFontMetrics>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QVariant>
#include <algorithm>

namespace decodescope::app {

namespace {

void setStyleProperty(QWidget* widget, const char* property, const char* value)
{
    const QVariant wanted = QLatin1String(value);
    if (widget->property(property) != wanted) {
        widget->setProperty(property, wanted);
        widget->style()->unpolish(widget);
        widget->style()->polish(widget);
        widget->update();
    }
}

}  // namespace

void setRole(QWidget* widget, const char* role)
{
    setStyleProperty(widget, "role", role);
}

void setTone(QWidget* widget, const char* tone)
{
    setStyleProperty(widget, "tone", tone);
}

ElidedLabel::ElidedLabel(QWidget* parent, Qt::TextElideMode mode) : QLabel(parent), m_mode(mode)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setTextFormat(Qt::PlainText);
}

void ElidedLabel::setFullText(const QString& text)
{
    if (text != m_text) {
        m_text = text;
        setAccessibleName(text);
        updateGeometry();
        elide();
    }
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text) + 2, fontMetrics().height()};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().horizontalAdvance(QStringLiteral("…")), fontMetrics().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    elide();
}

void ElidedLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        elide();
    }
}

void ElidedLabel::elide()
{
    // Facts joined by points go whole, the last first; one that is left alone is cut.
    const QString point = QStringLiteral(" · ");
    QStringList parts = m_text.split(point);
    const int room = contentsRect().width();
    while (m_mode == Qt::ElideRight && parts.size() > 1 && fontMetrics().horizontalAdvance(parts.join(point)) > room) {
        parts.removeLast();
    }
    const QString shown = fontMetrics().elidedText(parts.join(point), m_mode, room);
    if (shown != text()) {
        setText(shown);
    }
    setToolTip(shown == m_text ? QString() : m_text);
}

void ElidedComboBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    option.currentText = option.fontMetrics.elidedText(option.currentText, Qt::ElideMiddle, room.width() - 2);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

void ElidedComboBox::showPopup()
{
    // Names of models are long and differ at their ends.
    constexpr int kAround = 28;
    view()->setTextElideMode(Qt::ElideMiddle);
    view()->setMinimumWidth(
        std::min(view()->sizeHintForColumn(0) + kAround, window()->width() - mapTo(window(), QPoint()).x()));
    QComboBox::showPopup();
}

QLabel* makeLabel(const QString& text, const char* role, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setProperty("role", QLatin1String(role));
    return label;
}

QFrame* makeCard(const char* objectName, QWidget* parent)
{
    auto* card = new QFrame(parent);
    card->setObjectName(QLatin1String(objectName));
    card->setProperty("role", QLatin1String("card"));
    return card;
}

QFrame* makeSeparator(QWidget* parent)
{
    auto* line = new QFrame(parent);
    line->setProperty("role", QLatin1String("separator"));
    return line;
}

}  // namespace decodescope::app
