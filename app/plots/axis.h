// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace decodescope::app {

/// Round values (1, 2, 2.5 or 5 times a power of ten apart) inside [low, high], about `most` of them and at
/// least two.
std::vector<double> linearTicks(double low, double high, int most);
/// The next round value >= `value` (> 0): where an axis ends.
double roundUp(double value);
/// Powers of ten inside [low, high], both > 0; with 2 and 5 times as much where there are few of them, and fewer where
/// there is room for `most` only; at least two.
std::vector<double> logTicks(double low, double high, int most);
/// Counted things from 1 to `last`: 1, round values, `last`; neighbours at least `least` apart.
std::vector<int> countTicks(int last, double pixelsPerUnit, double leastPixels);

/// Maps data to pixels along one axis, linearly or by logarithm.
class Scale {
public:
    static Scale linear(double low, double high, double fromPixel, double toPixel);
    static Scale logarithmic(double low, double high, double fromPixel, double toPixel);
    double pixel(double value) const;
    double value(double pixel) const;
    double low() const { return m_low; }
    double high() const { return m_high; }

private:
    double m_low = 0, m_high = 1, m_from = 0, m_to = 1;
    bool m_log = false;
};

}  // namespace decodescope::app
