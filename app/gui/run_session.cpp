// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run_session.h"

#include "app/gui/format.h"
#include "profiler/record/decode_depth.h"
#include "profiler/record/summary.h"

#include <QCoreApplication>

#include <algorithm>

namespace decodescope::app {

QString runTitle(engine::Strategy strategy)
{
    using engine::Strategy;
    const auto text = [](const char* source) { return QCoreApplication::translate("RunTitle", source); };
    switch (strategy) {
        case Strategy::naive:
            return text(QT_TRANSLATE_NOOP("RunTitle", "Without the cache"));
        case Strategy::cached:
            return text(QT_TRANSLATE_NOOP("RunTitle", "With the cache"));
        case Strategy::brokenForget:
            return text(QT_TRANSLATE_NOOP("RunTitle", "Broken: forgets"));
        case Strategy::brokenRefill:
            return text(QT_TRANSLATE_NOOP("RunTitle", "Broken: refills"));
        case Strategy::brokenPosition:
            return text(QT_TRANSLATE_NOOP("RunTitle", "Broken: position off by one"));
        case Strategy::brokenStale:
            return text(QT_TRANSLATE_NOOP("RunTitle", "Broken: stale block"));
    }
    return {};
}

RunSession::RunSession(QObject* parent) : QAbstractTableModel(parent) {}

void RunSession::add(std::shared_ptr<profiler::Recording> recording, const QString& source)
{
    m_newestSource = source;
    m_recordings.push_back(recording);
    std::vector<Row> rows;
    for (const auto& run : recording->runs) {
        if (!run->info().warmup) {
            rows.push_back({run, recording, source});
        }
    }
    if (!rows.empty()) {
        beginInsertRows({}, 0, static_cast<int>(rows.size()) - 1);
        m_rows.insert(m_rows.begin(), rows.begin(), rows.end());
        endInsertRows();
    }
}

void RunSession::addRun(std::shared_ptr<profiler::RunRecord> run)
{
    if (m_recordings.empty() || run->info().warmup) {
        return;
    }
    const auto recording = m_recordings.back();
    int place = 0;
    while (place < static_cast<int>(m_rows.size()) && m_rows[static_cast<std::size_t>(place)].recording == recording) {
        ++place;
    }
    beginInsertRows({}, place, place);
    m_rows.insert(m_rows.begin() + place, {std::move(run), recording, m_newestSource});
    endInsertRows();
}

void RunSession::forget(const std::shared_ptr<profiler::Recording>& recording)
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (m_rows[static_cast<std::size_t>(row)].recording == recording) {
            beginRemoveRows({}, row, row);
            m_rows.erase(m_rows.begin() + row);
            endRemoveRows();
        }
    }
    m_recordings.erase(std::remove(m_recordings.begin(), m_recordings.end(), recording), m_recordings.end());
}

void RunSession::runChanged()
{
    if (!m_rows.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
    }
}

std::shared_ptr<profiler::Recording> RunSession::newest() const
{
    return m_recordings.empty() ? nullptr : m_recordings.back();
}

std::shared_ptr<profiler::RunRecord> RunSession::run(int row) const
{
    return row < 0 || row >= rowCount() ? nullptr : m_rows[static_cast<std::size_t>(row)].run;
}

RunPair RunSession::pairOf(const std::shared_ptr<const profiler::Recording>& recording)
{
    using engine::Strategy;
    RunPair pair{recording, nullptr, nullptr};
    if (!recording) {
        return pair;
    }
    const auto pick = [&](Strategy strategy) {
        auto median = profiler::medianRun(*recording, strategy);
        if (!median) {
            // None has finished: the last that began.
            for (const auto& run : recording->runs) {
                if (run->info().strategy == strategy && !run->info().warmup) {
                    median = run;
                }
            }
        }
        return median;
    };
    pair.naive = pick(Strategy::naive);
    pair.cached = pick(Strategy::cached);
    for (const Strategy strategy :
         {Strategy::brokenForget, Strategy::brokenRefill, Strategy::brokenPosition, Strategy::brokenStale}) {
        if (!pair.cached) {
            pair.cached = pick(strategy);
        }
    }
    return pair;
}

RunPair RunSession::pairOfRows(int naiveRow, int cachedRow) const
{
    RunPair pair{nullptr, run(naiveRow), run(cachedRow)};
    const auto recordingOf = [this](int row) {
        return row < 0 || row >= rowCount() ? nullptr : m_rows[static_cast<std::size_t>(row)].recording;
    };
    const auto left = recordingOf(naiveRow);
    const auto right = recordingOf(cachedRow);
    if (left == right || !left || !right) {
        pair.recording = left ? left : right;
        return pair;
    }
    auto together = std::make_shared<profiler::Recording>();
    together->runs = {pair.naive, pair.cached};
    pair.recording = together;
    return pair;
}

int RunSession::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunSession::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columns);
}

QVariant RunSession::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const auto& info = row.run->info();
    if (role == Qt::TextAlignmentRole) {
        const bool figure = index.column() >= columnTokens && index.column() <= columnTotal;
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (figure ? Qt::AlignRight : Qt::AlignLeft)));
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) {
        return {};
    }
    const auto utf8 = [](std::string_view text) {
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    };
    switch (index.column()) {
        case columnRun:
            return info.repeat > 0 ? tr("%1, repeat %2").arg(runTitle(info.strategy)).arg(info.repeat + 1)
                                   : runTitle(info.strategy);
        case columnModel:
            return utf8(info.model.config.name);
        case columnFormats: {
            const QString key = utf8(name(info.settings.keyFormat));
            const QString value = utf8(name(info.settings.valueFormat));
            return tr("%1, %2, cache %3")
                .arg(utf8(info.model.weightsFormat), utf8(info.model.compute),
                     key == value ? key : key + QLatin1Char('/') + value);
        }
        case columnTokens:
            return formatCount(static_cast<qint64>(row.run->steps().size()));
        case columnRate: {
            const auto rate = profiler::summarise(*row.run).decodeTokPerS;
            const auto depths = profiler::decodeDepths(*row.run);
            return rate && depths ? tr("%1 at depth %2–%3")
                                        .arg(formatRate(*rate), formatCount(depths->first), formatCount(depths->last))
                                  : QString();
        }
        case columnTotal:
            return row.run->end() == nullptr ? tr("running")
                                             : formatDuration(profiler::summarise(*row.run).totalMs / 1e3);
        case columnSource:
            return row.source;
        default:
            return {};
    }
}

QVariant RunSession::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case columnRun:
            return tr("Run");
        case columnModel:
            return tr("Model");
        case columnFormats:
            return tr("Formats");
        case columnTokens:
            return tr("Steps");
        case columnRate:
            return tr("Decode");
        case columnTotal:
            return tr("Total");
        case columnSource:
            return tr("From");
        default:
            return {};
    }
}

}  // namespace decodescope::app
