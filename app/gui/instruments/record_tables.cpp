// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/record_tables.h"

#include "app/plots/numbers.h"

#include <algorithm>

namespace decodescope::app {

namespace {

bool isNumber(const QVariant& value)
{
    switch (value.typeId()) {
        case QMetaType::Double:
        case QMetaType::Float:
        case QMetaType::Int:
        case QMetaType::UInt:
        case QMetaType::LongLong:
        case QMetaType::ULongLong:
        case QMetaType::Long:
        case QMetaType::ULong:
            return true;
        default:
            return false;
    }
}

QVariant cell(const QVariant& value, int digits, int role)
{
    switch (role) {
        case Qt::DisplayRole:
            return tableText(value, digits, QLocale());
        case Qt::UserRole:
            return value;
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(
                Qt::Alignment((isNumber(value) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
        default:
            return {};
    }
}

}  // namespace

QString tableText(const QVariant& value, int digits, const QLocale& locale)
{
    if (!value.isValid() || value.isNull())
        return {};
    if (value.typeId() == QMetaType::Double)
        return formatSignificant(locale, value.toDouble(), digits > 0 ? digits : 4);
    if (isNumber(value))
        return locale.toString(value.toLongLong());
    return value.toString();
}

QString tableAsText(const QAbstractTableModel& model)
{
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    QStringList lines;
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells << model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    lines << cells.join(QLatin1Char('\t'));
    for (int row = 0; row < model.rowCount(); ++row) {
        cells.clear();
        for (int column = 0; column < model.columnCount(); ++column) {
            const QVariant value = model.index(row, column).data(Qt::UserRole);
            QString text = value.typeId() == QMetaType::Double
                               ? locale.toString(value.toDouble(), 'g', QLocale::FloatingPointShortest)
                               : tableText(value, 0, locale);
            text.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
            cells << text;
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

StepTableModel::StepTableModel(std::vector<Column> columns, QObject* parent)
    : QAbstractTableModel(parent), m_columns(std::move(columns))
{
}

void StepTableModel::show(std::shared_ptr<profiler::RunRecord> run, std::size_t steps)
{
    const int rows = run ? static_cast<int>(std::min(steps, run->steps().size())) : 0;
    if (run != m_run) {
        beginResetModel();
        m_run = std::move(run);
        m_rows = rows;
        endResetModel();
    } else if (rows > m_rows) {
        beginInsertRows({}, m_rows, rows - 1);
        m_rows = rows;
        endInsertRows();
    } else if (rows < m_rows) {
        beginRemoveRows({}, rows, m_rows - 1);
        m_rows = rows;
        endRemoveRows();
    }
}

int StepTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int StepTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant StepTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Column& column = m_columns[static_cast<std::size_t>(index.column())];
    return cell(column.value(m_run->steps()[static_cast<std::size_t>(index.row())]), column.digits, role);
}

QVariant StepTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return QLocale().toString(section + 1);
    return section < columnCount() ? m_columns[static_cast<std::size_t>(section)].title : QString();
}

RowTableModel::RowTableModel(QStringList titles, QObject* parent)
    : QAbstractTableModel(parent), m_titles(std::move(titles))
{
}

void RowTableModel::setRows(std::vector<std::vector<QVariant>> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int RowTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RowTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_titles.size());
}

QVariant RowTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<std::size_t>(index.column());
    return cell(column < row.size() ? row[column] : QVariant(), 4, role);
}

QVariant RowTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return QLocale().toString(section + 1);
    return m_titles.value(section);
}

}  // namespace decodescope::app
