// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/table_model.h"

#include "app/gui/widgets.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>

namespace decodescope::app {

TextTableModel::TextTableModel(QStringList headings, std::vector<int> numberColumns, QObject* parent)
    : QAbstractTableModel(parent), m_headings(std::move(headings)), m_numberColumns(std::move(numberColumns))
{
}

void TextTableModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

void TextTableModel::append(const QStringList& row, const QString& toolTip)
{
    const auto at = static_cast<int>(m_rows.size());
    beginInsertRows({}, at, at);
    m_rows.push_back({row, toolTip});
    endInsertRows();
}

void TextTableModel::replace(int row, const QStringList& cells)
{
    if (row >= 0 && row < rowCount()) {
        m_rows[static_cast<std::size_t>(row)].cells = cells;
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
    }
}

int TextTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TextTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_headings.size());
}

QVariant TextTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole) {
        return row.cells.value(index.column());
    }
    if (role == Qt::ToolTipRole) {
        return row.toolTip.isEmpty() ? row.cells.value(index.column()) : row.toolTip;
    }
    if (role == Qt::TextAlignmentRole) {
        const bool number =
            std::find(m_numberColumns.begin(), m_numberColumns.end(), index.column()) != m_numberColumns.end();
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft)));
    }
    return {};
}

QVariant TextTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole) {
        return m_headings.value(section);
    }
    // A heading stands over its figures.
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole &&
        std::find(m_numberColumns.begin(), m_numberColumns.end(), section) != m_numberColumns.end()) {
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | Qt::AlignRight));
    }
    return {};
}

QTableView* makeTable(const char* objectName, const QString& accessibleName, QAbstractItemModel* model)
{
    auto* view = named(new QTableView, objectName, accessibleName);
    view->setModel(model);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setAlternatingRowColors(true);
    view->setShowGrid(false);
    view->setTabKeyNavigation(false);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->verticalHeader()->setVisible(false);
    view->horizontalHeader()->setHighlightSections(false);
    view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view->horizontalHeader()->setStretchLastSection(true);
    auto* copy = new QAction(QCoreApplication::translate("Table", "Copy table"), view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    view->addAction(copy);
    view->setContextMenuPolicy(Qt::ActionsContextMenu);
    QObject::connect(copy, &QAction::triggered, view, [view] {
        const QAbstractItemModel* rows = view->model();
        QString text;
        const auto selected = view->selectionModel()->selectedRows();
        for (int row = -1; row < rows->rowCount(); ++row) {
            if (row >= 0 && !selected.isEmpty() && !view->selectionModel()->isRowSelected(row)) {
                continue;
            }
            QStringList cells;
            for (int column = 0; column < rows->columnCount(); ++column) {
                cells << (row < 0 ? rows->headerData(column, Qt::Horizontal) : rows->index(row, column).data())
                             .toString();
            }
            text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
        }
        QApplication::clipboard()->setText(text);
    });
    return view;
}

}  // namespace decodescope::app
