// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QImage;
class QWidget;

namespace decodescope::test {

/// A widget by its class and name.
QString describe(const QWidget* widget);
/// Visible siblings that lie on each other or leave their parent.
QStringList overlaps(QWidget* window);
/// The window in its own pixels, whatever the screen's scale.
QImage logicalPicture(QWidget* window);
/// Labels without a pixel that contrasts with their ground.
QStringList paleTexts(QWidget* window);
/// Everything a window is looked over for: texts of labels, buttons and choosers that are cut, siblings that overlap,
/// painted texts that touch, leave their view or are cut. Empty when all is well.
QStringList problemsOf(QWidget* window);

}  // namespace decodescope::test
