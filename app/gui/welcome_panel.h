// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace decodescope::app {

/// In the place of the stage while there is nothing to show: what to do first, also when no model is there.
class WelcomePanel : public QWidget {
    Q_OBJECT
public:
    explicit WelcomePanel(QWidget* parent = nullptr);
    void setModelPresent(bool present);
    void setBusy(bool busy);

Q_SIGNALS:
    void runRequested();
    void openRequested();
    void syntheticRequested();

private:
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QLabel* m_command = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_synthetic = nullptr;
};

}  // namespace decodescope::app
