// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/export_dialog.h"

#include "app/gui/widgets.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QVBoxLayout>

namespace decodescope::app {

namespace {

constexpr QLatin1String kFolderKey{"export/folder"};

}  // namespace

ExportDialog::ExportDialog(const QString& tables, QWidget* parent) : QDialog(parent)
{
    named(this, "exportDialog", tr("Export"));
    setWindowTitle(tr("Export what is shown"));
    setMinimumWidth(480);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(10);
    auto* label = makeLabel(tr("Folder"), "plain");
    layout->addWidget(label);
    auto* row = new QHBoxLayout;
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    m_folder =
        named(new QLineEdit(QSettings().value(kFolderKey, documents + QStringLiteral("/decodescope")).toString()),
              "exportFolder", tr("Folder"));
    label->setBuddy(m_folder);
    auto* browse = named(new QPushButton(tr("Choose…")), "exportBrowse", tr("Choose the folder"));
    row->addWidget(m_folder, 1);
    row->addWidget(browse);
    layout->addLayout(row);
    const auto box = [&](const char* objectName, const QString& text, bool on) {
        auto* check = named(new QCheckBox(text), objectName, text);
        check->setChecked(on);
        layout->addWidget(check);
        connect(check, &QCheckBox::toggled, this, &ExportDialog::updateState);
        return check;
    };
    m_csv = box("exportCsv", tables, true);
    m_json = box("exportJson", tr("JSON: results, machine and settings"), true);
    m_png = box("exportPng", tr("PNG pictures, 3200 × 1800 pixels"), true);
    m_dark = box("exportDark", tr("Pictures in the dark theme"), false);
    m_note = named(makeLabel(tr("Files of these names that DecodeScope did not write are never replaced."), "muted"),
                   "exportNote");
    m_note->setWordWrap(true);
    layout->addWidget(m_note);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_ok = named(new QPushButton(tr("Export")), "exportOk", tr("Export"));
    setRole(m_ok, "primary");
    buttons->addButton(m_ok, QDialogButtonBox::AcceptRole);
    if (QPushButton* cancel = buttons->button(QDialogButtonBox::Cancel)) {
        cancel->setIcon({});  // some desktops give standard buttons pictures of another house
        named(cancel, "exportCancel", cancel->text().remove(QLatin1Char('&')));
    }
    layout->addWidget(buttons);
    // Return in the folder's field exports; as the first button of the dialog "Choose" would take it.
    browse->setAutoDefault(false);
    m_ok->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(browse, &QPushButton::clicked, this, &ExportDialog::choose);
    connect(m_folder, &QLineEdit::textChanged, this, &ExportDialog::updateState);
    connect(this, &QDialog::accepted, this, [this] { QSettings().setValue(kFolderKey, folder()); });
    updateState();
}

QString ExportDialog::folder() const
{
    return QDir::cleanPath(m_folder->text().trimmed());
}

ExportOptions ExportDialog::options() const
{
    ExportOptions options;
    options.csv = m_csv->isChecked();
    options.json = m_json->isChecked();
    options.png = m_png->isChecked();
    options.pictures = m_dark->isChecked() ? ThemeKind::dark : ThemeKind::light;
    return options;
}

void ExportDialog::choose()
{
    const QString chosen = QFileDialog::getExistingDirectory(this, tr("Choose the folder"), m_folder->text());
    if (!chosen.isEmpty()) {
        m_folder->setText(chosen);
    }
}

void ExportDialog::updateState()
{
    m_dark->setEnabled(m_png->isChecked());
    const bool any = m_csv->isChecked() || m_json->isChecked() || m_png->isChecked();
    m_ok->setEnabled(any && !m_folder->text().trimmed().isEmpty());
    m_ok->setToolTip(any ? QString() : tr("Choose at least one kind of file."));
}

}  // namespace decodescope::app
