// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/text_view.h"

#include "app/gui/instruments/record_tables.h"
#include "app/plots/numbers.h"
#include "app/plots/triangle_cells.h"

#include <QImage>
#include <QMouseEvent>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTextCursor>
#include <algorithm>

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

QString decode(const std::string& bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

const profiler::SequenceRecord* sequenceOf(const profiler::StepRecord& step, int sequence)
{
    for (const auto& record : step.sequences) {
        if (record.sequence == sequence)
            return &record;
    }
    return nullptr;
}

}  // namespace

TextView::TextView(Selection* selection, QWidget* parent)
    : InstrumentView("text", tr("Text"), selection, parent),
      m_text(new QTextBrowser(this)),
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
    QTextCursor cursor(m_text->document());
    if (run != m_run || sequence != m_sequence) {
        m_run = run;
        m_sequence = sequence;
        m_tokenEnds.clear();
        m_pending.clear();
        m_text->clear();
        std::string bytes;
        if (run && static_cast<std::size_t>(sequence) < run->info().promptPieces.size()) {
            for (const std::string& piece : run->info().promptPieces[static_cast<std::size_t>(sequence)])
                bytes += piece;
        }
        cursor.insertText(decode(bytes), prompt);
        m_promptEnd = m_text->document()->characterCount() - 1;
    }
    if (!run) {
        setNote({});
        m_litBegin = m_litEnd = 0;
        m_text->setExtraSelections({});
        return;
    }
    if (steps < m_tokenEnds.size()) {
        m_tokenEnds.resize(steps);
        cursor.setPosition(m_tokenEnds.empty() ? m_promptEnd : m_tokenEnds.back());
        cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
        cursor.removeSelectedText();
        // Bytes that waited for the rest of their character at this place.
        m_pending.clear();
        for (std::size_t i = 0; i < steps; ++i) {
            if (const auto* record = sequenceOf(run->steps()[i], sequence))
                m_pending += record->tokenBytes;
            m_pending.erase(0, m_pending.size() - unfinishedTail(m_pending));
        }
    }
    while (m_tokenEnds.size() < steps) {
        if (const auto* record = sequenceOf(run->steps()[m_tokenEnds.size()], sequence))
            m_pending += record->tokenBytes;
        const std::size_t tail = unfinishedTail(m_pending);
        cursor.movePosition(QTextCursor::End);
        cursor.insertText(decode(m_pending.substr(0, m_pending.size() - tail)), generated);
        m_pending.erase(0, m_pending.size() - tail);
        m_tokenEnds.push_back(m_text->document()->characterCount() - 1);
    }
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
    if (run->info().model.config.synthetic)
        note += QStringLiteral(" · ") + tr("synthetic model, the text means nothing");
    setNote(note);
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
        const QString text = m_text->toPlainText();
        const bool space = m_litEnd - m_litBegin > 1 && text.at(m_litBegin) == QLatin1Char(' ');
        selection.cursor.setPosition(m_litBegin + (space ? 1 : 0));
        selection.cursor.setPosition(m_litEnd, QTextCursor::KeepAnchor);
        selection.format.setBackground(currentTheme().accent);
        selection.format.setForeground(currentTheme().textOnAccent);
        lit << selection;
    }
    m_text->setExtraSelections(lit);
    // Keep the end in sight, without moving the reader's own selection.
    m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
}

void TextView::refreshTable()
{
    std::vector<std::vector<QVariant>> rows;
    const auto whole = [](std::int64_t v) { return QVariant::fromValue(static_cast<qlonglong>(v)); };
    for (std::size_t i = 0; m_run && i < m_tokenEnds.size(); ++i) {
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
                Q_EMIT seekRequested(static_cast<std::size_t>(index) + 1);
            }
        }
    }
    return InstrumentView::eventFilter(watched, event);
}

}  // namespace decodescope::app
