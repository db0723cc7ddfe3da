// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/selection.h"

#include <QAbstractTableModel>
#include <QLocale>
#include <QString>
#include <QVariant>
#include <functional>
#include <memory>
#include <vector>

namespace decodescope::app {

/// A table that reads the steps of one run where they are: one row per step shown, nothing copied. The figures are
/// those of the record (Qt::UserRole: the plain value); the display is in the user's locale.
class StepTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    struct Column {
        QString title;
        std::function<QVariant(const profiler::StepRecord&)> value;
        int digits = 0;  ///< significant digits of fractions; 0: whole numbers and text as they are
    };
    StepTableModel(std::vector<Column> columns, QObject* parent);

    /// Rows [0, steps) of `run`. Adds or removes rows only, unless the run is another one.
    void show(std::shared_ptr<profiler::RunRecord> run, std::size_t steps);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<Column> m_columns;
    std::shared_ptr<profiler::RunRecord> m_run;
    int m_rows = 0;
};

/// Rows of values made anew when what they describe changes.
class RowTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    RowTableModel(QStringList titles, QObject* parent);
    void setRows(std::vector<std::vector<QVariant>> rows);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QStringList m_titles;
    std::vector<std::vector<QVariant>> m_rows;
};

/// A value of a table as text: fractions with `digits` significant digits, numbers in the locale, an empty value empty.
QString tableText(const QVariant& value, int digits, const QLocale& locale);

/// All of a model as lines of tab-separated values, headings first, for the clipboard: full figures, no grouping.
QString tableAsText(const QAbstractTableModel& model);

}  // namespace decodescope::app
