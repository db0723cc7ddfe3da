// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/appearance.h"

#include <QApplication>
#include <QEvent>
#include <QSettings>
#include <QStyle>
#include <QStyleFactory>

namespace decodescope::app {

namespace {

constexpr QLatin1String kSetting{"view/theme"};

struct ChoiceName {
    ThemeChoice choice;
    QLatin1String name;
};
constexpr ChoiceName kChoices[] = {{ThemeChoice::system, QLatin1String("system")},
                                   {ThemeChoice::light, QLatin1String("light")},
                                   {ThemeChoice::dark, QLatin1String("dark")},
                                   {ThemeChoice::projector, QLatin1String("projector")}};

}  // namespace

std::optional<ThemeChoice> parseThemeChoice(const QString& text)
{
    for (const ChoiceName& entry : kChoices) {
        if (text.compare(entry.name, Qt::CaseInsensitive) == 0) {
            return entry.choice;
        }
    }
    return std::nullopt;
}

QString name(ThemeChoice choice)
{
    for (const ChoiceName& entry : kChoices) {
        if (entry.choice == choice) {
            return entry.name;
        }
    }
    return {};
}

Appearance::Appearance(std::optional<ThemeChoice> forced, QObject* parent)
    : QObject(parent), m_systemPalette(QApplication::palette())
{
    const auto remembered = parseThemeChoice(QSettings().value(kSetting).toString());
    m_choice = forced.value_or(remembered.value_or(ThemeChoice::system));
    qApp->installEventFilter(this);
}

ThemeKind Appearance::resolved() const
{
    switch (m_choice) {
        case ThemeChoice::light:
            return ThemeKind::light;
        case ThemeChoice::dark:
            return ThemeKind::dark;
        case ThemeChoice::projector:
            return ThemeKind::projector;
        case ThemeChoice::system:
            break;
    }
    const bool dark = m_systemPalette.color(QPalette::Window).lightness() < 128;
    return dark ? ThemeKind::dark : ThemeKind::light;
}

const Theme& Appearance::current() const
{
    return theme(resolved());
}

void Appearance::setChoice(ThemeChoice choice)
{
    QSettings().setValue(kSetting, name(choice));
    if (choice != m_choice) {
        m_choice = choice;
        apply();
    }
}

void Appearance::apply()
{
    m_applying = true;
    const Theme& wanted = current();
    m_shown = wanted.kind;
    if (QApplication::style()->name().compare(QLatin1String("fusion"), Qt::CaseInsensitive) != 0) {
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    }
    QApplication::setFont(wanted.font(wanted.fontBody));
    QApplication::setPalette(paletteOf(wanted));
    qApp->setStyleSheet(styleSheetOf(wanted));
    m_applying = false;
    Q_EMIT changed();
}

bool Appearance::eventFilter(QObject* watched, QEvent* event)
{
    // The desktop changed its colours: the palette Qt sets on the application is not the one applied here.
    if (watched == qApp && event->type() == QEvent::ApplicationPaletteChange && !m_applying) {
        const QPalette now = QApplication::palette();
        if (now.color(QPalette::Window) != paletteOf(theme(m_shown)).color(QPalette::Window)) {
            m_systemPalette = now;
            apply();
        }
    }
    return QObject::eventFilter(watched, event);
}

QPalette paletteOf(const Theme& theme)
{
    QPalette palette;
    palette.setColor(QPalette::Window, theme.window);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.surface);
    palette.setColor(QPalette::AlternateBase, theme.surfaceRaised);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.textMuted);
    palette.setColor(QPalette::Button, theme.surfaceRaised);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.error);
    palette.setColor(QPalette::ToolTipBase, theme.accent);
    palette.setColor(QPalette::ToolTipText, theme.textOnAccent);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.textOnAccent);
    palette.setColor(QPalette::Link, theme.focus);
    palette.setColor(QPalette::LinkVisited, theme.focus);
    palette.setColor(QPalette::Light, theme.surface);
    palette.setColor(QPalette::Midlight, theme.surfaceRaised);
    palette.setColor(QPalette::Mid, theme.border);
    palette.setColor(QPalette::Dark, theme.border);
    palette.setColor(QPalette::Shadow, theme.border);
    for (const QPalette::ColorRole role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, theme.textMuted);
    }
    palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.border);
    return palette;
}

}  // namespace decodescope::app
