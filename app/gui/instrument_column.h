// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace decodescope::app {

class ViewStack;

/// The instruments at the right, in order of importance: as many cards one below the other as the height allows, the
/// rest behind tabs in the last of them.
class InstrumentColumn : public QWidget {
    Q_OBJECT
public:
    explicit InstrumentColumn(QWidget* parent = nullptr);
    /// Takes ownership. Least height of a card in logical pixels.
    void setInstruments(std::vector<std::pair<QString, QWidget*>> instruments, int cardHeight);
    void setCardHeight(int cardHeight);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The cards are other widgets now.
    void arranged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void schedule();
    void arrange();

    std::vector<std::pair<QString, QWidget*>> m_instruments;
    std::vector<ViewStack*> m_cards;
    QVBoxLayout* m_layout;
    int m_cardHeight = 180;
    bool m_waiting = false;  ///< a rearrangement is queued
};

}  // namespace decodescope::app
