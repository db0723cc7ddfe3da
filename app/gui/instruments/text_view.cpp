// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/text_view.h"

#include "app/gui/instruments/record_tables.h"
#include "app/plots/numbers.h"
#include "app/plots/triangle_cells.h"

#include <QFontMetricsF>
#include <QImage>
#include <QMouseEvent>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace decodescope::app {

namespace {

/// Bytes at the end of `bytes` that begin a UTF-8 character but do not finish it.
std::size_t unfinishedTail(const std::string& bytes)
{
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, bytes.size()); ++back) {
        const auto c = static_cast<unsigned char>(bytes[bytes.size() - back]);
        if ((c & 0xC0) == 0x80)
            continue;
        const std::size_t length = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC0 ? 2 : 1;
        return length > back ? back : 0;
    }
    return 0;
}

/// As the document counts characters: one per line end, so no carriage returns. What would turn the text around it
/// (overrides, embeddings and isolates of direction) shows as a point.
QString decode(const std::string& bytes)
{
    QString text = QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
    text.remove(QLatin1Char('\r'));
    for (QChar& c : text) {
        const char16_t code = c.unicode();
        if ((code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069))
            c = QChar(0x00B7);
    }
    return text;
}

/// Generated tokens that are kept in the document before it is cut, so that a step of a long run costs no more than one
/// of a short run.
constexpr std::size_t kKeptTokens = 512;

/// The first token shown with `steps` steps: a function of the position alone, whatever was shown before.
std::size_t firstToken(std::size_t steps)
{
    return steps <= 2 * kKeptTokens ? 0 : (steps / kKeptTokens - 1) * kKeptTokens;
}

const profiler::SequenceRecord* sequenceOf(const profiler::StepRecord& step, int sequence)
{
    for (const auto& record : step.sequences) {
        if (record.sequence == sequence)
            return &record;
    }
    return nullptr;
}

/// Shows whole lines only: what is left over at the top stays empty instead of showing half a line.
class TextBody : public QTextBrowser {
public:
    using QTextBrowser::QTextBrowser;

    void fitLines()
    {
        const QTextLayout* layout = document()->firstBlock().layout();
        const qreal line = layout != nullptr && layout->lineCount() > 0 ? layout->lineAt(0).height() : 0;
        const bool longer = document()->size().height() > height();
        const int over = line > 0 && longer ? static_cast<int>(std::fmod(height(), line)) : 0;
        if (over != viewportMargins().top())
            setViewportMargins(0, over, 0, 0);
    }
};

}  // namespace

TextView::TextView(Selection* selection, QWidget* parent)
    : InstrumentView("text", tr("Text"), selection, parent),
      m_text(new TextBody(this)),
      m_rows(new RowTableModel({tr("Step"), tr("Position"), tr("Token"), tr("Text"), tr("Logits hash")}, this))
{
    m_text->setObjectName(QStringLiteral("textBody"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setUndoRedoEnabled(false);
    m_text->document()->setDocumentMargin(2);
    m_text->viewport()->installEventFilter(this);
    connect(selection, &Selection::sequenceChanged, this, &TextView::scheduleRefresh);
    setContent(m_text);
    setFocusPolicy(Qt::NoFocus);  // the text itself takes the keys
    setTable(m_rows);
}

void TextView::setTheme(const Theme& theme)
{
    m_text->setFont(theme.font(theme.fontBody + 1));
    QPalette colors = m_text->palette();
    colors.setColor(QPalette::Base, theme.surface);
    colors.setColor(QPalette::Text, theme.text);
    m_text->setPalette(colors);
    m_run.reset();  // the colours of the characters are in the document
    InstrumentView::setTheme(theme);
}

int TextView::heightOfLines(int lines) const
{
    constexpr int kAround = 8;  ///< of the view without its line above, and of the frame
    const auto margins = static_cast<int>(std::ceil(2 * m_text->document()->documentMargin()));
    return lines * static_cast<int>(std::ceil(QFontMetricsF(m_text->font()).lineSpacing())) + margins + kAround;
}

QString TextView::shownText() const
{
    return m_text->toPlainText();
}

void TextView::refresh()
{
    const bool cached = selection()->cached() && (selection()->cachedSteps() > 0 || !selection()->naive());
    const auto& run = cached ? selection()->cached() : selection()->naive();
    const std::size_t steps = shownSteps(run, cached ? selection()->cachedSteps() : selection()->naiveSteps());
    const int sequence = std::max(0, selection()->sequence());
    const Theme& t = currentTheme();
    QTextCharFormat prompt;
    prompt.setForeground(t.textMuted);
    QTextCharFormat generated;
    generated.setForeground(t.text);
    generated.setFontWeight(QFont::Medium);
    const std::size_t first = firstToken(steps);
    if (run != m_run || sequence != m_sequence || first != m_first) {
        m_run = run;
        m_sequence = sequence;
        m_first = first;
        m_tokenEnds.clear();
        m_text->clear();
        if (run) {
            // The sign that a part is left out, where there is any text.
            const bool text = first > 0 && !run->steps()[first].sequences.empty() &&
                              !run->steps()[first].sequences.front().tokenBytes.empty();
            QTextCursor(m_text->document())
                .insertText(first == 0 ? promptText()
                            : text     ? QStringLiteral("… ")
                                       : QString(),
                            prompt);
        }
        m_promptEnd = m_text->document()->characterCount() - 1;
        m_pending = pendingBefore(first);
    }
    m_text->setPlaceholderText(!run ? tr("No text yet")
                               : steps > 0
                                   ? tr("This model has no vocabulary: its tokens are numbers, listed in the table")
                                   : QString());
    if (!run) {
        setNote(QString());
        m_litBegin = m_litEnd = 0;
        m_text->setExtraSelections({});
        return;
    }
    showTokens(steps - first, generated);
    light();
    QString note =
        tr("%1 prompt tokens · %2 generated")
            .arg(formatInteger(
                     locale(),
                     static_cast<std::int64_t>(
                         run->info().promptIds.empty()
                             ? 0
                             : run->info()
                                   .promptIds[static_cast<std::size_t>(sequence) % run->info().promptIds.size()]
                                   .size())),
                 formatInteger(locale(), static_cast<std::int64_t>(steps)));
    if (first > 0)
        note += QStringLiteral(" · ") +
                tr("shown from step %1 on").arg(formatInteger(locale(), static_cast<std::int64_t>(first) + 1));
    if (run->info().model.config.synthetic)
        note += QStringLiteral(" · ") + tr("synthetic model, the text means nothing");
    setNote(note);
}

QString TextView::promptText() const
{
    std::string bytes;
    if (static_cast<std::size_t>(m_sequence) < m_run->info().promptPieces.size()) {
        for (const std::string& piece : m_run->info().promptPieces[static_cast<std::size_t>(m_sequence)])
            bytes += piece;
    }
    return decode(bytes);
}

std::string TextView::pendingBefore(std::size_t step) const
{
    // A character has at most four bytes, and every token has one.
    std::string bytes;
    for (std::size_t i = step > 4 ? step - 4 : 0; m_run && i < step; ++i) {
        if (const auto* record = sequenceOf(m_run->steps()[i], m_sequence))
            bytes += record->tokenBytes;
    }
    return bytes.substr(bytes.size() - unfinishedTail(bytes));
}

void TextView::showTokens(std::size_t count, const QTextCharFormat& format)
{
    QTextCursor cursor(m_text->document());
    if (count < m_tokenEnds.size()) {
        m_tokenEnds.resize(count);
        cursor.setPosition(m_tokenEnds.empty() ? m_promptEnd : m_tokenEnds.back());
        cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
        cursor.removeSelectedText();
        // Bytes that waited for the rest of their character at this place.
        m_pending = pendingBefore(m_first + count);
    }
    // All at once: every insertion has its paragraph laid out anew.
    QString added;
    const int end = m_tokenEnds.empty() ? m_promptEnd : m_tokenEnds.back();
    while (m_tokenEnds.size() < count) {
        if (const auto* record = sequenceOf(m_run->steps()[m_first + m_tokenEnds.size()], m_sequence))
            m_pending += record->tokenBytes;
        const std::size_t tail = unfinishedTail(m_pending);
        added += decode(m_pending.substr(0, m_pending.size() - tail));
        m_pending.erase(0, m_pending.size() - tail);
        m_tokenEnds.push_back(end + static_cast<int>(added.size()));
    }
    if (!added.isEmpty()) {
        cursor.movePosition(QTextCursor::End);
        cursor.insertText(added, format);
    }
}

void TextView::light()
{
    m_litBegin = m_litEnd = m_tokenEnds.empty() ? 0 : m_tokenEnds.back();
    if (!m_tokenEnds.empty())
        m_litBegin = m_tokenEnds.size() > 1 ? m_tokenEnds[m_tokenEnds.size() - 2] : m_promptEnd;
    QList<QTextEdit::ExtraSelection> lit;
    if (m_litEnd > m_litBegin) {
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(m_text->document());
        // The space before a word belongs to the token, but is not lit.
        const bool space = m_litEnd - m_litBegin > 1 && m_text->document()->characterAt(m_litBegin) == QLatin1Char(' ');
        selection.cursor.setPosition(m_litBegin + (space ? 1 : 0));
        selection.cursor.setPosition(m_litEnd, QTextCursor::KeepAnchor);
        selection.format.setBackground(currentTheme().accent);
        selection.format.setForeground(currentTheme().textOnAccent);
        lit << selection;
    }
    m_text->setExtraSelections(lit);
    static_cast<TextBody*>(m_text)->fitLines();
    // Keep the end in sight, without moving the reader's own selection.
    m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
}

void TextView::refreshTable()
{
    std::vector<std::vector<QVariant>> rows;
    const auto whole = [](std::int64_t v) { return QVariant::fromValue(static_cast<qlonglong>(v)); };
    const std::size_t steps = m_run ? m_first + m_tokenEnds.size() : 0;
    for (std::size_t i = 0; i < steps; ++i) {
        const auto* record = sequenceOf(m_run->steps()[i], m_sequence);
        if (!record)
            continue;
        rows.push_back({whole(static_cast<std::int64_t>(i) + 1), whole(record->contextLength + 1),
                        whole(record->tokenId), visibleToken(record->tokenBytes),
                        QStringLiteral("%1").arg(record->logitsHash, 16, 16, QLatin1Char('0'))});
    }
    m_rows->setRows(std::move(rows));
}

QImage TextView::picture()
{
    constexpr int kScale = 2;
    QImage image(m_text->size() * kScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(kScale);
    image.fill(currentTheme().surface);
    m_text->render(&image);
    return image;
}

void TextView::resizeEvent(QResizeEvent* event)
{
    // Where there is room for two lines only, both are the text's.
    setHeaderVisible(event->size().height() >= 84);
    InstrumentView::resizeEvent(event);
    light();
}

bool TextView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonRelease && !m_text->textCursor().hasSelection()) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton) {
            const int character = m_text->cursorForPosition(mouse->position().toPoint()).position();
            if (character >= m_promptEnd && !m_tokenEnds.empty()) {
                const auto token = std::upper_bound(m_tokenEnds.begin(), m_tokenEnds.end(), character);
                const auto index = std::min<std::ptrdiff_t>(token - m_tokenEnds.begin(),
                                                            static_cast<std::ptrdiff_t>(m_tokenEnds.size()) - 1);
                Q_EMIT seekRequested(m_first + static_cast<std::size_t>(index) + 1);
            }
        }
    }
    return InstrumentView::eventFilter(watched, event);
}

}  // namespace decodescope::app
