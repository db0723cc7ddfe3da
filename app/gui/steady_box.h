// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace decodescope::app {

/// Holds a label whose text changes while a run goes on. A label in a layout has the layouts of the whole window
/// computed anew with every text, which costs more than painting it; this one asks for that only where the text has no
/// room.
class SteadyBox : public QWidget {
    Q_OBJECT
public:
    explicit SteadyBox(QLabel* label, QWidget* parent = nullptr);
    QSize sizeHint() const override { return m_label->sizeHint(); }
    QSize minimumSizeHint() const override { return m_label->minimumSizeHint(); }

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QLabel* m_label;
};

}  // namespace decodescope::app
