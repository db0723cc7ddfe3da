// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/form_fields.h"

#include "app/gui/widgets.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QStandardItemModel>

#include <algorithm>

namespace decodescope::app {

void addField(QFormLayout* form, const QString& title, QWidget* field)
{
    auto* label = makeLabel(title, "caption");
    label->setBuddy(field);
    field->setAccessibleName(title);
    field->setSizePolicy(QSizePolicy::Expanding, field->sizePolicy().verticalPolicy());
    form->addRow(label, field);
}

QLayout* addLineField(QFormLayout* form, const QString& title, QWidget* field)
{
    auto* label = makeLabel(title, "caption");
    label->setBuddy(field);
    field->setAccessibleName(title);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(label);
    line->addWidget(field, 1);
    form->addRow(line);
    return line;
}

void addFormats(QComboBox* box, std::initializer_list<DataType> formats)
{
    for (const DataType format : formats) {
        box->addItem(QString::fromStdString(std::string(name(format))), static_cast<int>(format));
    }
}

void selectData(QComboBox* box, int data)
{
    box->setCurrentIndex(std::max(0, box->findData(data)));
}

void setReason(QComboBox* box, int index, const QString& reason)
{
    auto* model = qobject_cast<QStandardItemModel*>(box->model());
    QStandardItem* item = model == nullptr ? nullptr : model->item(index);
    if (item == nullptr) {
        return;
    }
    item->setEnabled(reason.isEmpty());
    item->setToolTip(reason);
    if (!reason.isEmpty() && box->currentIndex() == index) {
        box->setCurrentIndex(0);
    }
}

void setReason(QWidget* field, const QString& reason)
{
    field->setEnabled(reason.isEmpty());
    field->setToolTip(reason);
}

}  // namespace decodescope::app
