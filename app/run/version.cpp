// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/version.h"

namespace decodescope::app {

std::string_view programVersion()
{
    return DECODESCOPE_VERSION;
}

}  // namespace decodescope::app
