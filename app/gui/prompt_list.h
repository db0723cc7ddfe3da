// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

class QLabel;
class QPlainTextEdit;
class QToolButton;
class QVBoxLayout;

namespace decodescope::app {

/// One prompt, or several: each is a sequence of the batch.
class PromptList : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMost = 64;

    explicit PromptList(QWidget* parent = nullptr);

    /// As many as the user wants; the first even when it is empty.
    QStringList texts() const;
    void setTexts(const QStringList& texts);
    int count() const { return static_cast<int>(m_entries.size()); }

Q_SIGNALS:
    void changed();

private:
    struct Entry {
        QWidget* row = nullptr;
        QPlainTextEdit* edit = nullptr;
        QToolButton* remove = nullptr;
    };
    void add(const QString& text);
    void remove(const QWidget* row);
    void renumber();

    std::vector<Entry> m_entries;
    QVBoxLayout* m_column;
    QLabel* m_label;
    QToolButton* m_add;
};

}  // namespace decodescope::app
