// SPDX-License-Identifier: GPL-3.0-or-later
// Has CUPTI's file name, and none of its functions.
extern "C" int decodescopeNothing()
{
    return 0;
}
