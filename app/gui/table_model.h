// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include <vector>

class QTableView;

namespace decodescope::app {

/// Rows of text under headings; numbers are right-aligned. For results that are made once and then looked at.
class TextTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit TextTableModel(QStringList headings, std::vector<int> numberColumns = {}, QObject* parent = nullptr);
    void clear();
    void append(const QStringList& row, const QString& toolTip = {});
    void replace(int row, const QStringList& cells);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QStringList cells;
        QString toolTip;
    };
    QStringList m_headings;
    std::vector<int> m_numberColumns;
    std::vector<Row> m_rows;
};

/// A table as every table of the window looks and behaves: whole rows selected, Ctrl+C copies them with tabs between.
QTableView* makeTable(const char* objectName, const QString& accessibleName, QAbstractItemModel* model);

}  // namespace decodescope::app
