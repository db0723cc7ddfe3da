// SPDX-License-Identifier: GPL-3.0-or-later
// Stands for a library that is no module at all.
extern "C" int decodescopeNothing()
{
    return 0;
}
