// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/exporter.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace decodescope::app {

/// Where to write a recording's files, and which.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    explicit ExportDialog(const QString& tables, QWidget* parent = nullptr);
    QString folder() const;
    ExportOptions options() const;

private:
    void choose();
    void updateState();

    QLineEdit* m_folder = nullptr;
    QCheckBox* m_csv = nullptr;
    QCheckBox* m_json = nullptr;
    QCheckBox* m_png = nullptr;
    QCheckBox* m_dark = nullptr;
    QLabel* m_note = nullptr;
    QPushButton* m_ok = nullptr;
};

}  // namespace decodescope::app
