// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QFrame>
#include <QLabel>
#include <QString>

class QPushButton;
class QToolButton;

namespace decodescope::app {

/// Gives a widget the name tests and the style sheet know it by, and the one a screen reader says.
template <class Widget>
Widget* named(Widget* widget, const char* objectName, const QString& accessibleName = {})
{
    widget->setObjectName(QLatin1String(objectName));
    if (!accessibleName.isEmpty()) {
        widget->setAccessibleName(accessibleName);
    }
    return widget;
}

/// Sets what the style sheet matches on ("card", "muted", "primary") and has the widget drawn anew.
void setRole(QWidget* widget, const char* role);
void setTone(QWidget* widget, const char* tone);

/// One line that is cut with an ellipsis when there is no room; the whole of it is in the tool tip.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideRight);
    void setFullText(const QString& text);
    QString fullText() const { return m_text; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void elide();
    QString m_text;
    Qt::TextElideMode m_mode;
};

/// Shows a choice that is too long for it with an ellipsis in the middle; Qt cuts it off.
class ElidedComboBox : public QComboBox {
    Q_OBJECT
public:
    using QComboBox::QComboBox;
    /// Wide enough for its entries, as far as the window goes.
    void showPopup() override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

QLabel* makeLabel(const QString& text, const char* role, QWidget* parent = nullptr);
QFrame* makeCard(const char* objectName, QWidget* parent = nullptr);
QFrame* makeSeparator(QWidget* parent = nullptr);

}  // namespace decodescope::app
