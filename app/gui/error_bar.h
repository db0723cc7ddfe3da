// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/theme.h"
#include "engine/base/error.h"

#include <QFrame>
#include <QString>

#include <vector>

class QLabel;
class QToolButton;

namespace decodescope::app {

/// What went wrong and what helps, until the user closes it. The newest is shown; older ones wait behind it.
class ErrorBar : public QFrame {
    Q_OBJECT
public:
    explicit ErrorBar(QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    void showError(const Error& error);
    /// A remark that does not stop anything, such as a run-time library that is missing.
    void showWarning(const QString& message, const QString& hint = {});
    /// Something that went well and is worth saying, such as where files were written.
    void showNotice(const QString& message);
    /// Forgets all of them.
    void clear();
    int count() const { return static_cast<int>(m_entries.size()); }

private:
    struct Entry {
        QString message;
        QString hint;
        const char* tone = "bad";
    };
    void add(Entry entry);
    void refresh();

    std::vector<Entry> m_entries;
    const Theme* m_theme = nullptr;
    QLabel* m_icon = nullptr;
    QLabel* m_message = nullptr;
    QLabel* m_hint = nullptr;
    QLabel* m_more = nullptr;
    QToolButton* m_copy = nullptr;
    QToolButton* m_close = nullptr;
};

}  // namespace decodescope::app
