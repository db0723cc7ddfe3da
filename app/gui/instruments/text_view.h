// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/instruments/instrument_view.h"

#include <cstddef>
#include <memory>
#include <vector>

class QTextBrowser;
class QTextCharFormat;

namespace decodescope::app {

class RowTableModel;

/// Prompt and generated text, the current token lit. A click on a generated token, or the arrow keys, asks to go to the
/// step that chose it.
class TextView : public InstrumentView {
    Q_OBJECT
public:
    explicit TextView(Selection* selection, QWidget* parent = nullptr);
    void setTheme(const Theme& theme) override;

    QSize minimumSizeHint() const override { return {200, 36}; }
    QString shownText() const;
    /// What the view needs to show this many lines, without the line above.
    int heightOfLines(int lines) const;
    /// Characters [begin, end) of the lit token in shownText(); empty range when nothing is lit.
    std::pair<int, int> litRange() const { return {m_litBegin, m_litEnd}; }

Q_SIGNALS:
    /// `steps` shown steps end with the token clicked.
    void seekRequested(std::size_t steps);

protected:
    void refresh() override;
    void refreshTable() override;
    QImage picture() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void light();
    QString promptText() const;
    /// Bytes of a character that the tokens before `step` begin and do not finish.
    std::string pendingBefore(std::size_t step) const;
    /// Brings the document to `count` tokens after the prompt.
    void showTokens(std::size_t count, const QTextCharFormat& format);

    QTextBrowser* m_text;
    RowTableModel* m_rows;
    std::shared_ptr<profiler::RunRecord> m_run;
    int m_sequence = 0;
    std::size_t m_first = 0;       ///< the first generated token in the document
    int m_promptEnd = 0;           ///< characters of the prompt, or of the mark that stands for what is cut
    std::vector<int> m_tokenEnds;  ///< end of each generated token's text, in characters
    std::string m_pending;         ///< bytes of a character that is not whole yet
    int m_litBegin = 0, m_litEnd = 0;
};

}  // namespace decodescope::app
