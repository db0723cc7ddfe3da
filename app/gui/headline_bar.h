// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/headline.h"

#include <QFrame>

#include <array>

class QLabel;

namespace decodescope::app {

class ElidedLabel;

/// The answer in one line above the stage.
class HeadlineBar : public QFrame {
    Q_OBJECT
public:
    explicit HeadlineBar(QWidget* parent = nullptr);
    void show(const Headline& headline);
    using QFrame::show;

private:
    struct Cell {
        QWidget* box = nullptr;
        QLabel* value = nullptr;
        ElidedLabel* caption = nullptr;
    };
    std::array<Cell, 4> m_cells;
};

}  // namespace decodescope::app
