// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/axis.h"

#include <algorithm>
#include <cmath>

namespace decodescope::app {

namespace {

double roundStep(double least)
{
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
        if (factor * power >= least * (1 - 1e-9))
            return factor * power;
    }
    return 10.0 * power;
}

constexpr std::size_t kFewestTicks = 2;
constexpr int kStepsThatSurelyLeaveTwo = 8;

}  // namespace

std::vector<double> linearTicks(double low, double high, int most)
{
    std::vector<double> ticks;
    if (!(high > low) || most < 1)
        return ticks;
    const double step = roundStep((high - low) / most);
    const double slack = step * 1e-9;
    for (double i = std::ceil((low - slack) / step); i * step <= high + slack; i += 1) ticks.push_back(i * step);
    // One figure says nothing about a scale. Finer and finer steps, until two are inside.
    if (ticks.size() < kFewestTicks && most < kStepsThatSurelyLeaveTwo)
        return linearTicks(low, high, most + 1);
    return ticks;
}

double roundUp(double value)
{
    if (!(value > 0))
        return 1;
    const double step = roundStep(value / 5);
    return std::ceil(value / step - 1e-9) * step;
}

std::vector<double> logTicks(double low, double high, int most)
{
    std::vector<double> ticks;
    if (!(low > 0) || !(high > low) || most < 1)
        return ticks;
    const std::size_t room = std::max(kFewestTicks, static_cast<std::size_t>(most));
    const auto collect = [&](const std::vector<double>& factors, int every) {
        ticks.clear();
        for (int e = static_cast<int>(std::floor(std::log10(low) - 1e-9)); e <= std::log10(high) + 1e-9; ++e) {
            if (e % every != 0)
                continue;
            for (const double factor : factors) {
                const double tick = factor * std::pow(10.0, e);
                if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9))
                    ticks.push_back(tick);
            }
        }
        return ticks.size() >= kFewestTicks && ticks.size() <= room;
    };
    if (std::log10(high / low) < 2.2 && collect({1, 2, 5}, 1))
        return ticks;
    for (const int every : {1, 2, 3}) {
        if (collect({1}, every))
            return ticks;
    }
    // Too many or too few of each kind: the outermost of the first kind that has two.
    for (const auto& factors : {std::vector<double>{1}, {1, 2, 5}, {1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9}}) {
        collect(factors, 1);
        if (ticks.size() >= kFewestTicks)
            return {ticks.front(), ticks.back()};
    }
    ticks = linearTicks(low, high, most);
    if (ticks.size() > room)
        ticks = {ticks.front(), ticks.back()};
    return ticks;
}

std::vector<int> countTicks(int last, double pixelsPerUnit, double leastPixels)
{
    std::vector<int> ticks;
    if (last < 1)
        return ticks;
    ticks.push_back(1);
    if (last == 1)
        return ticks;
    const double units = std::max(1.0, leastPixels / std::max(pixelsPerUnit, 1e-9));
    const double rounded = roundStep(units);
    const int step = std::max(1, static_cast<int>(rounded == 2.5 ? 5 : std::ceil(rounded)));
    for (int v = step; v < last; v += step) {
        if (v - 1 >= units && last - v >= units)
            ticks.push_back(v);
    }
    if (last - 1 >= units)
        ticks.push_back(last);
    return ticks;
}

Scale Scale::linear(double low, double high, double fromPixel, double toPixel)
{
    Scale scale;
    scale.m_low = low;
    scale.m_high = high > low ? high : low + 1;
    scale.m_from = fromPixel;
    scale.m_to = toPixel;
    return scale;
}

Scale Scale::logarithmic(double low, double high, double fromPixel, double toPixel)
{
    Scale scale = linear(low, high, fromPixel, toPixel);
    scale.m_log = true;
    return scale;
}

double Scale::pixel(double value) const
{
    const double share = m_log ? std::log(std::max(value, 1e-300) / m_low) / std::log(m_high / m_low)
                               : (value - m_low) / (m_high - m_low);
    return m_from + share * (m_to - m_from);
}

double Scale::value(double pixel) const
{
    const double share = (pixel - m_from) / (m_to - m_from);
    return m_log ? m_low * std::pow(m_high / m_low, share) : m_low + share * (m_high - m_low);
}

}  // namespace decodescope::app
