// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/data_type.h"

#include <QString>

#include <initializer_list>

class QComboBox;
class QFormLayout;
class QLayout;
class QWidget;

namespace decodescope::app {

/// A row with its title above; the title is the accessible name too.
void addField(QFormLayout* form, const QString& title, QWidget* field);

/// The same with the title before a short field, on one line: returned, owned by the form.
QLayout* addLineField(QFormLayout* form, const QString& title, QWidget* field);

void addFormats(QComboBox* box, std::initializer_list<DataType> formats);
/// The entry with this data; the first when there is none.
void selectData(QComboBox* box, int data);

/// Disables one entry of a chooser, with the reason in its tool tip; leaves a disabled entry for the first. An empty
/// reason enables it.
void setReason(QComboBox* box, int index, const QString& reason);
void setReason(QWidget* field, const QString& reason);

}  // namespace decodescope::app
