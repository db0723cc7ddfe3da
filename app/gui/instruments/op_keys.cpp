// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/op_keys.h"

#include <algorithm>

namespace decodescope::app {

bool selectOpByKey(const QKeyEvent& event, Qt::Key back, Qt::Key forth, const std::vector<engine::OpKind>& shown,
                   Selection& selection)
{
    if (event.key() == Qt::Key_Escape && selection.op()) {
        selection.setOp(std::nullopt);
        return true;
    }
    if (event.key() != back && event.key() != forth) {
        return false;
    }
    if (!shown.empty()) {
        const int direction = event.key() == forth ? 1 : -1;
        const auto count = static_cast<int>(shown.size());
        const auto at = std::find(shown.begin(), shown.end(), selection.op());
        const auto index = at != shown.end() ? static_cast<int>(at - shown.begin()) : direction > 0 ? -1 : count;
        selection.setOp(shown[static_cast<std::size_t>(std::clamp(index + direction, 0, count - 1))]);
    }
    return true;
}

}  // namespace decodescope::app
