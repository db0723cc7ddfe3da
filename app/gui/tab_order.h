// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

class QWidget;

namespace decodescope::app {

/// Tab goes from part to part in this order, and within a part from child to child; of a ViewStack the tabs come first.
void orderTabs(const std::vector<QWidget*>& parts);

}  // namespace decodescope::app
