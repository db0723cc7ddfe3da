// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QString>

#include <vector>

class QButtonGroup;
class QHBoxLayout;
class QStackedWidget;
class QToolButton;

namespace decodescope::app {

/// A card of several views, one shown at a time, chosen by tabs (left and right arrow between them). With one view the
/// tab is its title.
class ViewStack : public QFrame {
    Q_OBJECT
public:
    explicit ViewStack(const char* objectName, QWidget* parent = nullptr);

    void setViews(const std::vector<std::pair<QString, QWidget*>>& views);
    /// Takes the views out without deleting them.
    void releaseViews();
    int currentIndex() const;
    /// As a reader goes through it: the tabs, what hides the view, the views.
    std::vector<QWidget*> tabsThenViews() const;
    void setCurrentIndex(int index);
    /// Only the tabs remain when closed.
    void setClosable(bool closable);
    void setOpen(bool open);
    /// Height of the view below the tabs; 0: as much as there is.
    void setBodyHeight(int height);
    bool isOpen() const { return m_open; }

Q_SIGNALS:
    void openChanged(bool open);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QHBoxLayout* m_tabs = nullptr;
    QStackedWidget* m_stack = nullptr;
    QButtonGroup* m_group = nullptr;
    QToolButton* m_toggle = nullptr;
    bool m_open = true;
};

}  // namespace decodescope::app
