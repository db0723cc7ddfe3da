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
         DecodingChoices::tr(
             "The cache is emptied between steps.\nText: wrong at once. Checks: the logits part at the first "
             "decode step. Speed: as with the cache.")},
        {{Strategy::naive, Strategy::brokenRefill},
         DecodingChoices::tr("Broken: refills"),
         DecodingChoices::tr(
             "The cache is emptied and computed again each step.\nText: right. Checks: the logits agree; only "
             "the repeated positions give it away. Speed: as slow as naive.")},
        {{Strategy::naive, Strategy::brokenPosition},
         DecodingChoices::tr("Broken: position off by one"),
         DecodingChoices::tr(
             "Decode steps rotate by one position too many.\nText: drifts. Checks: the logits part at the "
             "first decode step. Speed: as with the cache.")},
        {{Strategy::naive, Strategy::brokenStale},
         DecodingChoices::tr("Broken: stale block"),
         DecodingChoices::tr(
             "Decode steps do not write their keys and values and see old ones.\nText: wrong. Checks: the "
             "logits part. Speed: as with the cache.")},
    };
}

}  // namespace decodescope::app
