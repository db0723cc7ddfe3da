// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/line_samples.h"

#include <algorithm>
#include <utility>

namespace decodescope::app {

LineSamples::LineSamples(std::vector<QPointF> samples)
{
    auto kept = std::make_shared<const std::vector<QPointF>>(std::move(samples));
    m_count = kept->size();
    m_at = [points = kept.get()](std::size_t index) { return (*points)[index]; };
    m_source = std::move(kept);
}

LineSamples::LineSamples(std::shared_ptr<const void> source, std::size_t count, std::function<QPointF(std::size_t)> at)
    : m_source(std::move(source)), m_count(count), m_at(std::move(at))
{
}

std::vector<QPointF> LineSamples::all() const
{
    std::vector<QPointF> samples;
    samples.reserve(m_count);
    for (std::size_t i = 0; i < m_count; ++i) samples.push_back(m_at(i));
    return samples;
}

void ColumnReducer::update(const LineSamples& samples, double low, double high, int columns)
{
    m_read = 0;
    const int width = std::max(1, columns);
    const bool same = m_samples.sameSource(samples) && low == m_low && high == m_high && width == m_width;
    m_samples = samples;
    if (!same) {
        m_low = low;
        m_high = high;
        m_width = width;
        m_reduces = high - low + 1 > 2 * width;
        m_columns.clear();
        m_kept.clear();
        m_count = 0;
    }
    if (samples.size() < m_count) {
        // Back to the column of the new last sample, which is read again.
        while (!m_columns.empty() && m_columns.back().first >= samples.size()) m_columns.pop_back();
        m_count = m_columns.empty() ? 0 : m_columns.back().first;
        if (!m_columns.empty())
            m_columns.pop_back();
    }
    m_kept.resize(m_columns.empty() ? 0 : m_columns.back().kept);  // the points of the last column come with the next
    for (; m_count < samples.size(); ++m_count) add(samples[m_count], m_count);
    if (m_columns.empty())
        return;
    keepPointsOf(m_columns.back());
    // Where the line ends is seen, whatever its column holds.
    if (m_kept.back() != samples.back())
        m_kept << samples.back();
}

int ColumnReducer::columnOf(const QPointF& point, std::size_t index) const
{
    if (!m_reduces)
        return static_cast<int>(index);
    return std::clamp(static_cast<int>((point.x() - m_low) / (m_high - m_low) * m_width), 0, m_width - 1);
}

void ColumnReducer::add(const QPointF& point, std::size_t index)
{
    ++m_read;
    const int column = columnOf(point, index);
    if (m_columns.empty() || m_columns.back().index != column) {
        if (!m_columns.empty())
            keepPointsOf(m_columns.back());
        m_columns.push_back({column, index, m_kept.size(), point, point, std::max(top(), point.y())});
        return;
    }
    Column& open = m_columns.back();
    if (point.y() < open.least.y())
        open.least = point;
    if (point.y() > open.most.y())
        open.most = point;
    open.top = std::max(open.top, point.y());
}

void ColumnReducer::keepPointsOf(const Column& column)
{
    const bool rises = column.least.x() <= column.most.x();
    m_kept << (rises ? column.least : column.most);
    if (column.least != column.most)
        m_kept << (rises ? column.most : column.least);
}

}  // namespace decodescope::app
