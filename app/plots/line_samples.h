// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointF>

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace decodescope::app {

/// The samples of one line in order of x, read where they are kept: a record of 100,000 steps is not copied for every
/// frame that shows it. The first samples of a source never change, it only grows.
class LineSamples {
public:
    LineSamples() = default;
    LineSamples(std::vector<QPointF> samples);
    /// `source` keeps alive what `at` reads; the same source is the same line.
    LineSamples(std::shared_ptr<const void> source, std::size_t count, std::function<QPointF(std::size_t)> at);

    std::size_t size() const { return m_count; }
    bool empty() const { return m_count == 0; }
    QPointF operator[](std::size_t index) const { return m_at(index); }
    QPointF back() const { return m_at(m_count - 1); }
    std::vector<QPointF> all() const;
    bool sameSource(const LineSamples& other) const { return m_source == other.m_source; }

private:
    std::shared_ptr<const void> m_source;
    std::size_t m_count = 0;
    std::function<QPointF(std::size_t)> m_at;
};

/// Least and most of every pixel column of a line that grows: at most two samples each, in order. What earlier columns
/// gave is kept, so that a step further reads the samples of one column, not of the whole line. The result depends on
/// the arguments of the last update alone, however it came about (tested with random seeks).
class ColumnReducer {
public:
    /// Steps from `low` to `high` across `columns` pixel columns. Where there are at most two steps to a column, every
    /// sample is kept.
    void update(const LineSamples& samples, double low, double high, int columns);

    const QList<QPointF>& kept() const { return m_kept; }
    bool reduces() const { return m_reduces; }
    /// The greatest y of the samples; 0 without any.
    double top() const { return m_columns.empty() ? 0 : m_columns.back().top; }
    /// Samples read by the last update, for tests.
    std::size_t samplesRead() const { return m_read; }

private:
    struct Column {
        int index = 0;
        std::size_t first = 0;  ///< its first sample
        qsizetype kept = 0;     ///< points that the columns before it gave
        QPointF least, most;    ///< of its samples
        double top = 0;         ///< of all samples up to its last
    };
    int columnOf(const QPointF& point, std::size_t index) const;
    void add(const QPointF& point, std::size_t index);
    void keepPointsOf(const Column& column);

    LineSamples m_samples;
    double m_low = 0, m_high = 0;
    int m_width = 0;
    bool m_reduces = false;
    std::size_t m_count = 0;
    std::vector<Column> m_columns;
    QList<QPointF> m_kept;
    std::size_t m_read = 0;
};

}  // namespace decodescope::app
