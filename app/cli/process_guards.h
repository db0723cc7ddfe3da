// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace decodescope::app {

/// What the surroundings may do to a process, turned into errors that people can read. First thing in main().
/// Takes the places of standard streams that the caller closed, so that no file of ours gets them and then what is
/// printed; reading and writing them stays an error. Lets a write beyond a limit on the size of files fail with a
/// reason instead of ending the process. Says so, with exit code 3, when a mapped file became shorter than it was.
void guardProcess();

}  // namespace decodescope::app
