// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/theme.h"

#include <QFrame>

class QLabel;
class QMenuBar;
class QProgressBar;
class QPushButton;

namespace decodescope::app {

class ElidedLabel;
class WindowActions;

/// Name, menus, what model this is, the pages, Run and Stop.
class HeaderBar : public QFrame {
    Q_OBJECT
public:
    explicit HeaderBar(WindowActions* actions, QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    /// "SmolLM2-135M-Instruct · Q4_1 · 30 layers · ..."
    void setFacts(const QString& facts);
    /// While something runs: what, in place of the facts, and how far (below 0: unknown). An empty text ends it.
    void setProgress(const QString& text, double fraction);
    QMenuBar* menus() const { return m_menus; }

private:
    QMenuBar* m_menus = nullptr;
    QLabel* m_logo = nullptr;
    ElidedLabel* m_facts = nullptr;
    QProgressBar* m_progress = nullptr;
    QString m_factsText;
    QString m_progressText;
    QPushButton* m_run = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_export = nullptr;
};

}  // namespace decodescope::app
