// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/decoding_choices.h"
#include "app/gui/model_catalog.h"
#include "app/gui/setup_rules.h"
#include "app/run/run_service.h"

#include <QFrame>

#include <optional>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLayout;
class QScrollArea;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace decodescope::app {

struct FoundDevices;
class DeviceFields;
class EstimateLabel;
class ModelBox;
class PromptList;
class SamplingFields;

/// Everything a run can be asked for, at the left of the window. Choices that cannot be combined are disabled, with the
/// reason in their tool tip. Below: what the run will take.
class SetupPanel : public QFrame {
    Q_OBJECT
public:
    explicit SetupPanel(QWidget* parent = nullptr);

    profiler::RunSettings settings() const;
    /// The engine is to wait for the user between steps.
    bool paced() const;
    void setSettings(const profiler::RunSettings& settings);
    void setModelTraits(const ModelTraits& traits);
    const ModelTraits& modelTraits() const { return m_traits; }
    void setCachedModels(const std::vector<ModelChoice>& found);
    /// Selects a model by its --model text, adding it to the chooser when it is not there.
    void selectModel(const QString& spec);
    void setDevices(const FoundDevices& found);
    /// What there is to say about the device, in its tool tip.
    void setDeviceRemarks(const QStringList& remarks);
    /// Nothing can be changed while a run is under way.
    void setLocked(bool locked);

    /// The line below the fields; `seconds` above a minute is a warning.
    void showEstimate(const RunEstimate& estimate);
    void showEstimateProblem(const QString& message, const QString& hint);
    void showEstimatePending();
    /// False when the estimate says that it cannot run.
    bool runnable() const { return m_runnable; }

    bool collapsed() const { return m_collapsed; }
    void setCollapsed(bool collapsed);

    /// The width, in device-independent pixels, at which every title and tick shows its whole text, a scroll bar
    /// included: translations are longer than the English.
    int widthOfLines() const;

Q_SIGNALS:
    /// Any field changed; not while setSettings fills them in.
    void settingsChanged();
    void collapsedChanged(bool collapsed);
    void runnableChanged(bool runnable);
    void chooseFileRequested();

private:
    void build();
    void buildBasics(QFormLayout* form);
    void buildDetails(QFormLayout* form);
    void forgetTraits();
    const DecodingChoice& decoding() const;
    void changed();
    void applyRules();
    void setRunnable(bool runnable);

    ModelTraits m_traits;
    const std::vector<DecodingChoice> m_decodings = decodingChoices();
    bool m_filling = false;
    bool m_locked = false;
    bool m_runnable = true;
    bool m_collapsed = false;

    QWidget* m_body = nullptr;
    QScrollArea* m_scroll = nullptr;
    QWidget* m_fields = nullptr;
    QWidget* m_details = nullptr;
    QToolButton* m_detailsToggle = nullptr;
    QToolButton* m_collapse = nullptr;
    QLabel* m_title = nullptr;
    ModelBox* m_modelBox = nullptr;
    DeviceFields* m_device = nullptr;
    PromptList* m_prompt = nullptr;
    QSpinBox* m_fillerTokens = nullptr;
    QCheckBox* m_chat = nullptr;
    QSpinBox* m_newTokens = nullptr;
    QLayout* m_newTokensLine = nullptr;
    QComboBox* m_decoding = nullptr;
    QLabel* m_decodingNote = nullptr;
    QComboBox* m_weights = nullptr;
    QComboBox* m_compute = nullptr;
    QComboBox* m_keyFormat = nullptr;
    QComboBox* m_valueFormat = nullptr;
    QSpinBox* m_threads = nullptr;
    QSpinBox* m_batch = nullptr;
    QSpinBox* m_repeat = nullptr;
    QCheckBox* m_ignoreEos = nullptr;
    QCheckBox* m_paced = nullptr;
    SamplingFields* m_sampling = nullptr;
    EstimateLabel* m_estimate = nullptr;
};

}  // namespace decodescope::app
