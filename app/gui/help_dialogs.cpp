// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/help_dialogs.h"

#include "app/gui/icons.h"
#include "app/gui/table_model.h"
#include "app/gui/widgets.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace decodescope::app {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(HelpDialogs)
};

QDialog* makeDialog(QWidget* parent, const char* objectName, const QString& title, QVBoxLayout*& layout)
{
    auto* dialog = named(new QDialog(parent), objectName, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->resize(640, 560);
    layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(10);
    return dialog;
}

void addClose(QDialog* dialog, QVBoxLayout* layout)
{
    auto* buttons = new QDialogButtonBox;
    auto* close = named(new QPushButton(Tr::tr("Close")), "dialogClose", Tr::tr("Close"));
    buttons->addButton(close, QDialogButtonBox::RejectRole);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    layout->addWidget(buttons);
}

}  // namespace

void showAboutDialog(QWidget* parent)
{
    QVBoxLayout* layout = nullptr;
    QDialog* dialog = makeDialog(parent, "aboutDialog", Tr::tr("About DecodeScope"), layout);
    auto* top = new QHBoxLayout;
    auto* logo = named(new QLabel, "aboutLogo");
    logo->setPixmap(applicationIcon().pixmap(QSize(48, 48), parent->devicePixelRatioF()));
    top->addWidget(logo);
    auto* titles = new QVBoxLayout;
    titles->addWidget(makeLabel(QStringLiteral("DecodeScope ") + QCoreApplication::applicationVersion(), "title"));
    auto* line =
        makeLabel(Tr::tr("Shows what each step of a language model computes, with and without the KV cache, as "
                         "measured. Free software under the GNU General Public License, version 3 or later."),
                  "muted");
    line->setWordWrap(true);
    titles->addWidget(line);
    top->addLayout(titles, 1);
    layout->addLayout(top);
    auto* model = new TextTableModel({Tr::tr("Part"), Tr::tr("Licence"), Tr::tr("What for")}, {}, dialog);
    const QString font = Tr::tr("font, bundled");
    model->append({QStringLiteral("Inter"), QStringLiteral("OFL-1.1"), font});
    model->append({QStringLiteral("Qt 6"), QStringLiteral("LGPL-3.0-only"), Tr::tr("window")});
    model->append({QStringLiteral("Qt Charts"), QStringLiteral("GPL-3.0-only"), Tr::tr("window")});
    model->append({QStringLiteral("Highway"), QStringLiteral("Apache-2.0"), Tr::tr("SIMD in the engine")});
    model->append({QStringLiteral("PCRE2"), QStringLiteral("BSD-3-Clause"), Tr::tr("tokenizer")});
    model->append({QStringLiteral("utf8proc"), QStringLiteral("MIT"), Tr::tr("tokenizer")});
    model->append({QStringLiteral("nlohmann-json"), QStringLiteral("MIT"), Tr::tr("JSON files")});
    model->append({QStringLiteral("tl::expected"), QStringLiteral("CC0-1.0"), Tr::tr("errors as values")});
    model->append({QStringLiteral("CLI11"), QStringLiteral("BSD-3-Clause"), Tr::tr("command line")});
    model->append({QStringLiteral("spdlog"), QStringLiteral("MIT"), Tr::tr("log")});
    model->append({QStringLiteral("SQLite"), QStringLiteral("Public domain"), Tr::tr("recordings")});
    model->append({QStringLiteral("SQLiteCpp"), QStringLiteral("MIT"), Tr::tr("recordings")});
    model->append({QStringLiteral("SmolLM2-135M-Instruct"), QStringLiteral("Apache-2.0"),
                   Tr::tr("default model, fetched separately")});
    layout->addWidget(makeTable("licencesTable", Tr::tr("Licences"), model), 1);
    addClose(dialog, layout);
    dialog->open();
}

void showKeysDialog(QWidget* parent)
{
    QVBoxLayout* layout = nullptr;
    QDialog* dialog = makeDialog(parent, "keysDialog", Tr::tr("Keys"), layout);
    auto* model = new TextTableModel({Tr::tr("Keys"), Tr::tr("What they do")}, {}, dialog);
    model->append({Tr::tr("Space"), Tr::tr("Play and pause")});
    model->append({Tr::tr(".  or Page Down"), Tr::tr("One step forward (clickers too)")});
    model->append({Tr::tr(",  or Page Up"), Tr::tr("One step back")});
    model->append({Tr::tr("Home, End"), Tr::tr("To the start, to the end; at the end of a live run it follows")});
    model->append({Tr::tr("+ and -"), Tr::tr("Faster, slower")});
    model->append(
        {Tr::tr("Arrows"), Tr::tr("From cell to cell of the stage, from op to op, from point to point of a plot")});
    model->append({Tr::tr("F5, Escape"), Tr::tr("Run, stop")});
    model->append({Tr::tr("F8, F9, F11"), Tr::tr("Details, set-up, full screen")});
    model->append({Tr::tr("Ctrl+1 to Ctrl+4"), Tr::tr("Pages: steps, sweep, sizes, checks")});
    model->append({Tr::tr("Ctrl+O, Ctrl+S, Ctrl+E"), Tr::tr("Open, save, export")});
    model->append({Tr::tr("Ctrl+M, Ctrl+Q"), Tr::tr("Choose a model file, quit")});
    model->append({Tr::tr("Ctrl+C"), Tr::tr("In a table: copy it")});
    layout->addWidget(makeTable("keysTable", Tr::tr("Keys"), model), 1);
    layout->addWidget(makeLabel(Tr::tr("Letters and signs act only outside of text fields."), "muted"));
    addClose(dialog, layout);
    dialog->open();
}

}  // namespace decodescope::app
