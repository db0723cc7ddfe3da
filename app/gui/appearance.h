// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/theme.h"

#include <QObject>
#include <QPalette>
#include <QString>

#include <optional>

namespace decodescope::app {

enum class ThemeChoice { system, light, dark, projector };

std::optional<ThemeChoice> parseThemeChoice(const QString& text);
QString name(ThemeChoice choice);

/// Which theme the window wears, and putting it on: application palette, style sheet, font. Remembers the user's
/// choice.
class Appearance : public QObject {
    Q_OBJECT
public:
    /// `forced` wins over the remembered choice and is not remembered.
    explicit Appearance(std::optional<ThemeChoice> forced = std::nullopt, QObject* parent = nullptr);

    ThemeChoice choice() const { return m_choice; }
    const Theme& current() const;
    /// Applies and remembers.
    void setChoice(ThemeChoice choice);
    /// Puts the theme on the application.
    void apply();

Q_SIGNALS:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    ThemeKind resolved() const;

    ThemeChoice m_choice = ThemeChoice::system;
    QPalette m_systemPalette;
    bool m_applying = false;
    ThemeKind m_shown = ThemeKind::light;
};

QPalette paletteOf(const Theme& theme);
QString styleSheetOf(const Theme& theme);

}  // namespace decodescope::app
