// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/decoding_choices.h"

#include <QCoreApplication>

namespace decodescope::app {

namespace {

struct DecodingChoices {
    Q_DECLARE_TR_FUNCTIONS(decodescope::app::DecodingChoices)
};

}  // namespace

std::vector<DecodingChoice> decodingChoices()
{
    using engine::Strategy;
    return {
        {{Strategy::naive, Strategy::cached}, DecodingChoices::tr("Naive, then cached"), {}},
        {{Strategy::cached}, DecodingChoices::tr("Cached only"), {}},
        {{Strategy::naive}, DecodingChoices::tr("Naive only"), {}},
        {{Strategy::naive, Strategy::brokenForget},
         DecodingChoices::tr("Broken: forgets"),
         DecodingChoices::tr("The cache is emptied between steps: fast, and the text goes wrong at once.")},
        {{Strategy::naive, Strategy::brokenRefill},
         DecodingChoices::tr("Broken: refills"),
         DecodingChoices::tr("Emptied and computed again each step: right text, found by its waste.")},
        {{Strategy::naive, Strategy::brokenPosition},
         DecodingChoices::tr("Broken: position off by one"),
         DecodingChoices::tr("Decode steps rotate by one position too many: the text drifts.")},
        {{Strategy::naive, Strategy::brokenStale},
         DecodingChoices::tr("Broken: stale block"),
         DecodingChoices::tr("Decode steps do not write their keys and values: they see old ones.")},
    };
}

}  // namespace decodescope::app
