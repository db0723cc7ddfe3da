// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/generate/generate.h"

#include <QString>

#include <vector>

namespace decodescope::app {

/// One way of decoding that the set-up offers: what runs, one after the other, and what a broken cache does to it.
struct DecodingChoice {
    std::vector<engine::Strategy> strategies;
    QString title;
    QString note;  ///< empty for what is not broken
};

/// In the language of the application; the first is the default.
std::vector<DecodingChoice> decodingChoices();

}  // namespace decodescope::app
