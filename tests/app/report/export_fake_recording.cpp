// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pictures.h"
#include "app/report/exporter.h"
#include "engine/base/memory_account.h"
#include "engine/base/number_text.h"
#include "tests/support/fake_recording.h"

#include <clocale>
#include <cstdio>

/// Exports a made-up recording into the folder given, under the locale of the environment.
int main(int argc, char** argv)
{
    using namespace decodescope;
    if (argc != 2) {
        return 2;
    }
    const app::PictureSession pictures;
    const auto written = app::exportRecording(test::makeFakeRecording(), argv[1], {});
    if (!written) {
        std::fprintf(stderr, "%s\n", written.error().message.c_str());
        return 4;
    }
    // The caller checks that the locale was really in force, and that messages do not follow it.
    std::printf("%s\n%s, %s\n", std::localeconv()->decimal_point, engine::mib(3 << 19).c_str(),
                engine::shortestText(0.25).c_str());
    return 0;
}
