// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/size_bars.h"
#include "app/run/size_formula.h"
#include "engine/model/presets.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QFormLayout;
class QLabel;
class QSpinBox;

namespace decodescope::app {

class PlotView;
class TextTableModel;

/// What a cache costs, by the formula with the numbers filled in; presets of published models, and what grouping the
/// heads saves.
class SizePage : public QWidget {
    Q_OBJECT
public:
    explicit SizePage(QWidget* parent = nullptr);
    SizeQuestion question() const;

    void setTheme(const Theme& theme);
    const std::vector<SizeBar>& bars() const { return m_bars; }

private:
    QSpinBox* addNumber(QFormLayout* form, const char* objectName, const QString& title, int low, int high, int value);
    void showBars(const SizeQuestion& asked, const SizeAnswer& answer);
    void applyPreset(int index);
    void refresh();

    std::vector<engine::ModelPreset> m_presets;
    QComboBox* m_preset = nullptr;
    QSpinBox* m_layers = nullptr;
    QSpinBox* m_heads = nullptr;
    QSpinBox* m_kvHeads = nullptr;
    QSpinBox* m_headDim = nullptr;
    QSpinBox* m_latentRank = nullptr;
    QSpinBox* m_ropeDim = nullptr;
    QSpinBox* m_window = nullptr;
    QSpinBox* m_windowLayers = nullptr;
    QSpinBox* m_context = nullptr;
    QSpinBox* m_batch = nullptr;
    QComboBox* m_format = nullptr;
    QLabel* m_bytes = nullptr;
    QLabel* m_caption = nullptr;
    QLabel* m_formula = nullptr;
    QLabel* m_pair = nullptr;
    QLabel* m_notes = nullptr;
    PlotView* m_plot = nullptr;
    TextTableModel* m_contexts = nullptr;
    std::vector<SizeBar> m_bars;
    bool m_filling = false;
};

}  // namespace decodescope::app
