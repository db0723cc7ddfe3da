// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pictures.h"
#include "app/report/exporter.h"
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
    // The caller checks that the locale was really in force.
    std::printf("%s\n", std::localeconv()->decimal_point);
    return 0;
}
