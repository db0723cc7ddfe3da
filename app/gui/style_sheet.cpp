// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/appearance.h"

#include <QHash>

namespace decodescope::app {

namespace {

/// Names in [brackets] are filled in from the theme: one sheet, three looks. Roles are dynamic properties, so that a
/// widget says what it is and the sheet what that looks like.
constexpr const char* kSheet = R"(
QWidget { color: [text]; font-family: "Inter DecodeScope"; font-size: [body]px; }
QMainWindow, QDialog, #centralArea, QScrollArea, QScrollArea > QWidget > QWidget { background: [window]; }
QToolTip { background: [accent]; color: [onAccent]; border: 1px solid [accent]; padding: 5px 7px; }

#header { background: [surface]; border: none; border-bottom: 1px solid [border]; }
#wordmark { font-size: [title2]px; font-weight: 700; }
QLabel[role="muted"] { color: [muted]; font-size: [small]px; }
QLabel[role="caption"] { color: [muted]; font-size: [small]px; }
QLabel[role="title"] { font-size: [title]px; font-weight: 600; }
QLabel[role="pageTitle"] { font-size: [headline]px; font-weight: 700; }
QLabel[role="figure"] { font-size: [headline]px; font-weight: 700; }
QLabel[role="formula"] { font-size: [title]px; font-weight: 500; }
QLabel[tone="good"] { color: [success]; }
QLabel[tone="bad"] { color: [error]; }
QLabel[tone="warning"] { color: [warning]; }
QLabel[tone="muted"] { color: [muted]; }
QLabel[role="badge"] { background: [raised]; border: 1px solid [border]; border-radius: [pill]px; color: [text];
    font-size: [small]px; font-weight: 600; padding: 2px 9px; }

QFrame[role="card"] { background: [surface]; border: 1px solid [border]; border-radius: [radius]px; }
QFrame[role="card"] QScrollArea, QFrame[role="card"] QScrollArea > QWidget > QWidget { background: transparent;
    border: none; }
QFrame[role="separator"] { background: [border]; border: none; max-height: 1px; min-height: 1px; }

QMenuBar { background: transparent; border: none; }
QMenuBar::item { background: transparent; padding: 5px 9px; border-radius: [radius]px; color: [text]; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: [grid]; }
QMenu { background: [surface]; border: 1px solid [border]; padding: 5px; }
QMenu::item { padding: 6px 26px 6px 22px; border-radius: 4px; color: [text]; }
QMenu::item:selected { background: [accent]; color: [onAccent]; }
QMenu::item:disabled { color: [muted]; }
QMenu::separator { height: 1px; background: [border]; margin: 5px 6px; }
QMenu::indicator { left: 5px; }

QPushButton, QToolButton { background: [surface]; border: 1px solid [border]; border-radius: [radius]px;
    padding: [padY]px [padX]px; color: [text]; }
QPushButton:hover, QToolButton:hover { background: [raised]; border-color: [muted]; }
QPushButton:pressed, QToolButton:pressed { background: [grid]; }
QPushButton:disabled, QToolButton:disabled { color: [muted]; background: [window]; border-color: [border]; }
QPushButton:focus, QToolButton:focus { border: 2px solid [focus]; padding: [padY1]px [padX1]px; }
QPushButton[role="primary"] { background: [accent]; border-color: [accent]; color: [onAccent]; font-weight: 600; }
QPushButton[role="primary"]:hover { background: [text]; }
QPushButton[role="primary"]:disabled { background: [grid]; border-color: [border]; color: [muted]; }
QPushButton[role="primary"]:focus { border: 2px solid [focus]; }
QToolButton[role="tab"], QPushButton[role="tab"] { background: transparent; border: 1px solid transparent;
    border-bottom: 2px solid transparent; border-radius: 0; padding: 5px 8px; color: [muted]; }
QToolButton[role="tab"]:hover, QPushButton[role="tab"]:hover { color: [text]; background: transparent; }
QToolButton[role="tab"]:checked, QPushButton[role="tab"]:checked { color: [text]; font-weight: 600;
    border-bottom: 2px solid [accent]; }
QToolButton[role="tab"]:focus, QPushButton[role="tab"]:focus { border: 2px solid [focus]; border-radius: 4px;
    padding: 4px 7px; }
QToolButton[role="cardTitle"], QToolButton[role="cardTitle"]:hover, QToolButton[role="cardTitle"]:checked {
    background: transparent; border: 1px solid transparent; padding: 6px 4px 3px 4px; color: [text];
    font-weight: 600; }
QToolButton[role="quiet"], QPushButton[role="quiet"] { background: transparent; border: 1px solid transparent;
    padding: 3px 6px; color: [muted]; }
QToolButton[role="quiet"]:hover, QPushButton[role="quiet"]:hover { color: [text]; background: [grid]; }
QToolButton[role="quiet"]:focus, QPushButton[role="quiet"]:focus { border: 2px solid [focus]; padding: 2px 5px; }
QToolButton[role="transport"] { padding: 5px; min-width: [tap]px; min-height: [tap]px; }
QToolButton[role="transport"]:focus { padding: 4px; }
QToolButton::menu-indicator { image: none; width: 0; }

QLineEdit, QPlainTextEdit, QSpinBox, QDoubleSpinBox, QComboBox { background: [surface]; border: 1px solid [border];
    border-radius: [radius]px; padding: [editY]px 8px; color: [text]; selection-background-color: [accent];
    selection-color: [onAccent]; }
QPlainTextEdit { padding: 3px 4px; }
QLineEdit:hover, QPlainTextEdit:hover, QSpinBox:hover, QDoubleSpinBox:hover, QComboBox:hover {
    border-color: [muted]; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus { border: 2px solid [focus];
    padding: [editY1]px 7px; }
QPlainTextEdit:focus { border: 2px solid [focus]; padding: 2px 3px; }
QLineEdit:disabled, QPlainTextEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled {
    background: [window]; color: [muted]; }
QComboBox::drop-down { border: none; width: 22px; subcontrol-origin: padding; subcontrol-position: center right; }
QComboBox::down-arrow { image: url([chevron]); width: 10px; height: 10px; }
QComboBox QAbstractItemView { background: [surface]; border: 1px solid [border]; outline: none; padding: 3px;
    selection-background-color: [accent]; selection-color: [onAccent]; }
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button { width: 0;
    border: none; }
QCheckBox { spacing: 7px; padding: 2px; border: 2px solid transparent; border-radius: 4px; }
QCheckBox:focus { border: 2px solid [focus]; }
QCheckBox:disabled { color: [muted]; }
QCheckBox::indicator { width: 15px; height: 15px; border: 1px solid [muted]; border-radius: 3px;
    background: [surface]; }
QCheckBox::indicator:checked { background: [accent]; border-color: [accent]; image: url([check]); }
QCheckBox::indicator:disabled { background: [window]; border-color: [border]; }
QCheckBox::indicator:checked:disabled { background: [muted]; border-color: [muted]; }

QSlider { min-height: 22px; border: 2px solid transparent; border-radius: 6px; }
QSlider:focus { border: 2px solid [focus]; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: [border]; margin: 0 2px; }
QSlider::sub-page:horizontal { background: [accent]; border-radius: 2px; margin: 0 2px; }
QSlider::handle:horizontal { background: [accent]; width: 14px; height: 14px; margin: -5px 0; border-radius: 7px; }
QSlider::handle:horizontal:disabled, QSlider::sub-page:horizontal:disabled { background: [border]; }

QProgressBar { background: [grid]; border: none; border-radius: 2px; max-height: 4px; min-height: 4px; }
QProgressBar::chunk { background: [accent]; border-radius: 2px; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: [border]; border-radius: 4px; margin: 1px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: [muted]; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: transparent;
    border: none; width: 0; height: 0; }

QTableView { background: [surface]; alternate-background-color: [raised]; border: 1px solid [border];
    border-radius: [radius]px; gridline-color: [grid]; selection-background-color: [accent];
    selection-color: [onAccent]; outline: none; padding: 1px; }
QTableView:focus { border: 2px solid [focus]; padding: 0; }
QTableView::item { padding: 4px 8px; border: none; }
QTableView::item:selected { background: [accent]; color: [onAccent]; }
QTableView::item:focus { border: 1px solid [focus]; padding: 3px 7px; }
QHeaderView { background: [surface]; }
QHeaderView::section { background: [surface]; color: [muted]; border: none; border-bottom: 1px solid [border];
    padding: 5px 11px; font-size: [small]px; font-weight: 600; }
QTableCornerButton::section { background: [surface]; border: none; }

#errorBar { background: [surface]; border: 1px solid [error]; border-left: 4px solid [error];
    border-radius: [radius]px; margin-top: 8px; }
#errorBar[tone="warning"] { border-color: [warning]; }
#errorBar[tone="good"] { border-color: [success]; }
#setupPanel QLabel { font-size: [small]px; }
#setupPanel QLabel[role="title"] { font-size: [title]px; }
)";

QString css(const QColor& color)
{
    return color.name(QColor::HexRgb);
}

}  // namespace

QString styleSheetOf(const Theme& theme)
{
    const bool large = theme.fontBody >= 16;
    const int padY = large ? 7 : 5;
    const int padX = large ? 16 : 12;
    const int editY = large ? 6 : 4;
    const QString shade = theme.kind == ThemeKind::dark ? QStringLiteral("dark") : QStringLiteral("light");
    const QHash<QString, QString> values{
        {QStringLiteral("text"), css(theme.text)},
        {QStringLiteral("muted"), css(theme.textMuted)},
        {QStringLiteral("onAccent"), css(theme.textOnAccent)},
        {QStringLiteral("window"), css(theme.window)},
        {QStringLiteral("surface"), css(theme.surface)},
        {QStringLiteral("raised"), css(theme.surfaceRaised)},
        {QStringLiteral("border"), css(theme.border)},
        {QStringLiteral("grid"), css(theme.grid)},
        {QStringLiteral("accent"), css(theme.accent)},
        {QStringLiteral("success"), css(theme.success)},
        {QStringLiteral("warning"), css(theme.warning)},
        {QStringLiteral("error"), css(theme.error)},
        {QStringLiteral("focus"), css(theme.focus)},
        {QStringLiteral("radius"), QString::number(qRound(theme.radius))},
        {QStringLiteral("pill"), QString::number(theme.fontSmall / 2 + 3)},
        {QStringLiteral("small"), QString::number(theme.fontSmall)},
        {QStringLiteral("body"), QString::number(theme.fontBody)},
        {QStringLiteral("title"), QString::number(theme.fontTitle)},
        {QStringLiteral("title2"), QString::number(theme.fontTitle + 2)},
        {QStringLiteral("headline"), QString::number(theme.fontHeadline)},
        {QStringLiteral("padY"), QString::number(padY)},
        {QStringLiteral("padX"), QString::number(padX)},
        {QStringLiteral("padY1"), QString::number(padY - 1)},
        {QStringLiteral("padX1"), QString::number(padX - 1)},
        {QStringLiteral("editY"), QString::number(editY)},
        {QStringLiteral("editY1"), QString::number(editY - 1)},
        {QStringLiteral("tap"), QString::number(large ? 28 : 18)},
        {QStringLiteral("chevron"), QStringLiteral(":/controls/chevron-%1.svg").arg(shade)},
        {QStringLiteral("check"), QStringLiteral(":/controls/check-%1.svg").arg(shade)},
    };
    QString sheet = QString::fromLatin1(kSheet);
    for (auto it = values.begin(); it != values.end(); ++it) {
        sheet.replace(QLatin1Char('[') + it.key() + QLatin1Char(']'), it.value());
    }
    return sheet;
}

}  // namespace decodescope::app
