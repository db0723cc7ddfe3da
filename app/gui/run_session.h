// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/record/run_record.h"

#include <QAbstractTableModel>
#include <QString>

#include <memory>
#include <vector>

namespace decodescope::app {

/// Two runs to look at side by side, and the recording they are shown as part of.
struct RunPair {
    std::shared_ptr<const profiler::Recording> recording;
    std::shared_ptr<profiler::RunRecord> naive;
    std::shared_ptr<profiler::RunRecord> cached;
};

/// Every run made or opened since the window came up, newest recording first; warm-ups are not listed. A table of what
/// tells runs apart.
class RunSession : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { columnRun, columnModel, columnFormats, columnTokens, columnRate, columnTotal, columnSource, columns };

    explicit RunSession(QObject* parent = nullptr);

    /// A recording opened from a file, or made in a window: `source` says which ("demo.dscope", "14:05").
    void add(std::shared_ptr<profiler::Recording> recording, const QString& source);
    /// A run of the newest recording began.
    void addRun(std::shared_ptr<profiler::RunRecord> run);
    /// A recording that nothing was recorded in: as if it had never begun.
    void forget(const std::shared_ptr<profiler::Recording>& recording);
    /// A run ended: its figures are there now.
    void runChanged();

    std::shared_ptr<profiler::Recording> newest() const;
    std::shared_ptr<profiler::RunRecord> run(int row) const;
    /// The runs of a recording that belong on the stage: the medians of naive and cached, or the broken one.
    static RunPair pairOf(const std::shared_ptr<const profiler::Recording>& recording);
    /// Any two runs; a recording of their own when they do not come from the same one.
    RunPair pairOfRows(int naiveRow, int cachedRow) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        std::shared_ptr<profiler::RunRecord> run;
        std::shared_ptr<const profiler::Recording> recording;
        QString source;
    };
    std::vector<Row> m_rows;
    std::vector<std::shared_ptr<profiler::Recording>> m_recordings;
    QString m_newestSource;
};

/// "Without the cache", "With the cache", "Broken: forgets": what a run is called on screen.
QString runTitle(engine::Strategy strategy);

}  // namespace decodescope::app
