// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/setup_panel.h"

#include "app/gui/device_fields.h"
#include "app/gui/estimate_label.h"
#include "app/gui/form_fields.h"
#include "app/gui/model_box.h"
#include "app/gui/prompt_list.h"
#include "app/gui/sampling_fields.h"
#include "app/gui/widgets.h"
#include "app/run/validate.h"
#include "engine/forward/backend.h"
#include "engine/forward/limits.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace decodescope::app {

SetupPanel::SetupPanel(QWidget* parent) : QFrame(parent)
{
    named(this, "setupPanel", tr("Set-up"));
    setProperty("role", QStringLiteral("card"));
    build();
    applyRules();
}

void SetupPanel::build()
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 8, 0, 10);
    outer->setSpacing(4);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(14, 0, 6, 0);
    m_title = makeLabel(tr("Set-up"), "title");
    m_collapse = named(new QToolButton, "setupCollapse", tr("Hide the set-up"));
    m_collapse->setProperty("role", QStringLiteral("quiet"));
    m_collapse->setText(tr("hide"));
    m_collapse->setToolTip(tr("Hide the set-up (F9)"));
    connect(m_collapse, &QToolButton::clicked, this, [this] { setCollapsed(!m_collapsed); });
    top->addWidget(m_title, 1);
    top->addWidget(m_collapse);
    outer->addLayout(top);

    m_body = new QWidget;
    auto* body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(6);
    m_scroll = named(new QScrollArea, "setupScroll");
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_fields = named(new QWidget, "setupFields");
    auto* fields = new QVBoxLayout(m_fields);
    fields->setContentsMargins(14, 0, 14, 0);
    fields->setSpacing(6);
    m_fields->setMinimumWidth(120);  // the fields give way, not the view they scroll in

    const auto makeForm = [](QWidget* owner) {
        auto* form = owner == nullptr ? new QFormLayout : new QFormLayout(owner);
        form->setRowWrapPolicy(QFormLayout::WrapAllRows);
        form->setContentsMargins(0, 0, 0, 0);
        form->setVerticalSpacing(2);
        form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
        return form;
    };
    auto* basics = makeForm(nullptr);
    buildBasics(basics);
    fields->addLayout(basics);

    m_detailsToggle = named(new QToolButton, "setupMore", tr("More settings"));
    m_detailsToggle->setProperty("role", QStringLiteral("quiet"));
    m_detailsToggle->setCheckable(true);
    m_detailsToggle->setText(tr("More settings"));
    m_detailsToggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_detailsToggle->setArrowType(Qt::RightArrow);
    fields->addWidget(m_detailsToggle);
    m_details = named(new QWidget, "setupDetails");
    buildDetails(makeForm(m_details));
    m_details->setVisible(false);
    fields->addWidget(m_details);
    fields->addStretch(1);
    connect(m_detailsToggle, &QToolButton::toggled, this, [this](bool on) {
        m_details->setVisible(on);
        m_detailsToggle->setArrowType(on ? Qt::DownArrow : Qt::RightArrow);
    });
    m_scroll->setWidget(m_fields);
    body->addWidget(m_scroll, 1);

    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(14, 0, 14, 0);
    m_estimate = new EstimateLabel;
    foot->addWidget(makeSeparator());
    foot->addWidget(m_estimate);
    body->addLayout(foot);
    outer->addWidget(m_body, 1);
}

void SetupPanel::buildBasics(QFormLayout* form)
{
    m_modelBox = named(new ModelBox, "modelBox");
    addField(form, tr("Model"), m_modelBox);
    connect(m_modelBox, &ModelBox::chooseFileRequested, this, &SetupPanel::chooseFileRequested);
    connect(m_modelBox, &ModelBox::specChosen, this, [this] {
        forgetTraits();
        changed();
    });

    m_prompt = named(new PromptList, "prompts");
    m_prompt->setTexts({QStringLiteral("The key idea behind the Transformer architecture is")});
    form->addRow(m_prompt);
    connect(m_prompt, &PromptList::changed, this, &SetupPanel::changed);

    m_fillerTokens = named(new QSpinBox, "fillerTokens");
    m_fillerTokens->setRange(1, 1 << 20);
    m_fillerTokens->setValue(9);
    addField(form, tr("Prompt tokens (filler)"), m_fillerTokens);
    connect(m_fillerTokens, &QSpinBox::valueChanged, this, &SetupPanel::changed);

    m_newTokens = named(new QSpinBox, "newTokens");
    m_newTokens->setRange(1, 1 << 20);
    m_newTokens->setValue(32);
    m_newTokensLine = addLineField(form, tr("New tokens"), m_newTokens);
    connect(m_newTokens, &QSpinBox::valueChanged, this, &SetupPanel::changed);

    m_decoding = named(new ElidedComboBox, "decodingBox");
    m_decoding->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const DecodingChoice& choice : m_decodings) {
        m_decoding->addItem(choice.title);
        m_decoding->setItemData(m_decoding->count() - 1, choice.note, Qt::ToolTipRole);
    }
    addField(form, tr("Decoding"), m_decoding);
    m_decodingNote = named(makeLabel(QString(), "caption"), "decodingNote");
    m_decodingNote->setWordWrap(true);
    form->addRow(m_decodingNote);
    connect(m_decoding, &QComboBox::currentIndexChanged, this, &SetupPanel::changed);

    m_weights = named(new ElidedComboBox, "weightsBox");
    m_weights->addItem(tr("As in the file"), -1);
    addFormats(m_weights, {DataType::f32, DataType::f16, DataType::bf16, DataType::q8_0, DataType::q4_0});
    addField(form, tr("Weights"), m_weights);
    connect(m_weights, &QComboBox::currentIndexChanged, this, &SetupPanel::changed);

    m_keyFormat = named(new ElidedComboBox, "keyFormatBox");
    m_valueFormat = named(new ElidedComboBox, "valueFormatBox");
    for (QComboBox* box : {m_keyFormat, m_valueFormat}) {
        addFormats(box,
                   {DataType::f16, DataType::f32, DataType::bf16, DataType::fp8E4m3, DataType::q8_0, DataType::q4_0});
        connect(box, &QComboBox::currentIndexChanged, this, &SetupPanel::changed);
    }
    m_keyFormat->setAccessibleName(tr("KV cache, keys"));
    m_valueFormat->setAccessibleName(tr("KV cache, values"));
    auto* pair = new QWidget;
    auto* row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    row->addWidget(m_keyFormat, 1);
    row->addWidget(m_valueFormat, 1);
    auto* label = makeLabel(tr("KV cache: keys, values"), "caption");
    label->setBuddy(m_keyFormat);
    form->addRow(label, pair);

    m_ignoreEos = named(new QCheckBox(tr("Ignore end token")), "ignoreEos", tr("Ignore end token"));
    m_ignoreEos->setToolTip(tr("Decode all new tokens even when the model chooses its end-of-text token."));
    m_ignoreEos->setChecked(true);
    form->addRow(m_ignoreEos);
    connect(m_ignoreEos, &QCheckBox::toggled, this, &SetupPanel::changed);
}

void SetupPanel::buildDetails(QFormLayout* form)
{
    m_chat = named(new QCheckBox(tr("Chat template")), "chatBox", tr("Chat template"));
    form->addRow(m_chat);
    connect(m_chat, &QCheckBox::toggled, this, &SetupPanel::changed);

    m_device = new DeviceFields(form, this);
    connect(m_device, &DeviceFields::changed, this, &SetupPanel::changed);

    m_compute = named(new ElidedComboBox, "computeBox");
    m_compute->addItem(tr("Automatic"), -1);
    for (const ComputeType type : {ComputeType::f32, ComputeType::bf16, ComputeType::int8}) {
        m_compute->addItem(QString::fromStdString(std::string(name(type))), static_cast<int>(type));
    }
    addField(form, tr("Arithmetic"), m_compute);
    connect(m_compute, &QComboBox::currentIndexChanged, this, &SetupPanel::changed);

    const auto spin = [&](QSpinBox*& box, const char* objectName, const QString& title, int low, int high, int value) {
        box = named(new QSpinBox, objectName);
        box->setRange(low, high);
        box->setValue(value);
        addField(form, title, box);
        connect(box, &QSpinBox::valueChanged, this, &SetupPanel::changed);
    };
    spin(m_threads, "threadsBox", tr("Threads"), 0, engine::kMostThreads, 0);
    m_threads->setSpecialValueText(tr("All (%1)").arg(engine::affinityCpus()));
    spin(m_batch, "batchBox", tr("Batch (sequences)"), 1, 64, 1);
    spin(m_repeat, "repeatBox", tr("Repeats"), 1, 20, 1);

    m_paced = named(new QCheckBox(tr("Step by step")), "pacedBox", tr("Step by step"));
    m_paced->setToolTip(
        tr("The engine makes its next step when you go forward (full stop, Page Down), or at the playback's speed "
           "while it plays. Its times are marked as paced: an engine that rests is not one that runs freely."));
    form->addRow(m_paced);

    m_sampling = new SamplingFields(form, this);
    connect(m_sampling, &SamplingFields::changed, this, &SetupPanel::changed);
}

int SetupPanel::widthOfLines() const
{
    int widest = m_newTokensLine->minimumSize().width();
    for (const QCheckBox* tick : m_fields->findChildren<QCheckBox*>()) {
        widest = std::max(widest, tick->sizeHint().width());
    }
    for (const QLabel* label : m_fields->findChildren<QLabel*>()) {
        if (!label->wordWrap()) {
            widest = std::max(widest, label->sizeHint().width());
        }
    }
    const QMargins margins = m_fields->layout()->contentsMargins();
    const int border = width() - contentsRect().width();
    return widest + margins.left() + margins.right() + m_scroll->verticalScrollBar()->sizeHint().width() + border;
}

void SetupPanel::setCachedModels(const std::vector<ModelChoice>& found)
{
    m_modelBox->setFound(found);
}

void SetupPanel::selectModel(const QString& spec)
{
    const bool other = spec != m_modelBox->spec();
    m_modelBox->setSpec(spec);
    if (other) {
        forgetTraits();
        changed();
    }
}

void SetupPanel::forgetTraits()
{
    m_traits = {};
    m_traits.hasTokenizer = !m_modelBox->spec().startsWith(QLatin1String("synthetic:"));
}

void SetupPanel::changed()
{
    if (!m_filling) {
        applyRules();
        Q_EMIT settingsChanged();
    }
}

void SetupPanel::setModelTraits(const ModelTraits& traits)
{
    m_traits = traits;
    applyRules();
}

void SetupPanel::setDevices(const FoundDevices& found)
{
    m_device->setFound(found);
}

void SetupPanel::setDeviceRemarks(const QStringList& remarks)
{
    m_device->setRemarks(remarks);
}

void SetupPanel::setLocked(bool locked)
{
    m_locked = locked;
    if (locked) {
        m_estimate->giveUpPending();  // the run is there already, and answers none before its end
    }
    applyRules();
}

void SetupPanel::applyRules()
{
    const bool wasFilling = m_filling;
    m_filling = true;
    m_fields->setEnabled(!m_locked);
    m_traits.onGpu = m_device->onGpu();
    setReason(m_threads, m_traits.onGpu ? tr("The GPU computes; the CPU only launches.") : QString());
    const auto dataOf = [](QComboBox* box, int index) { return box->itemData(index).toInt(); };
    for (QComboBox* box : {m_keyFormat, m_valueFormat}) {
        for (int i = 0; i < box->count(); ++i) {
            setReason(box, i, whyNotCacheFormat(static_cast<DataType>(dataOf(box, i)), m_traits));
        }
    }
    for (int i = 1; i < m_weights->count(); ++i) {
        setReason(m_weights, i, whyNotWeights(static_cast<DataType>(dataOf(m_weights, i)), m_traits));
    }
    const int weights = m_weights->currentData().toInt();
    const auto chosen = weights < 0 ? std::nullopt : std::optional(static_cast<DataType>(weights));
    for (int i = 1; i < m_compute->count(); ++i) {
        setReason(m_compute, i, whyNotCompute(static_cast<ComputeType>(dataOf(m_compute, i)), chosen, m_traits));
    }
    const QString noChat = whyNotChat(m_traits);
    if (!noChat.isEmpty()) {
        m_chat->setChecked(false);
    }
    setReason(m_chat, noChat);
    m_sampling->applyRules();
    setReason(m_batch, m_traits.hasTokenizer && m_prompt->count() > 1
                           ? tr("Each of the %1 prompts is one sequence of the batch.").arg(m_prompt->count())
                           : QString());
    const bool text = m_traits.hasTokenizer;
    auto* form = static_cast<QFormLayout*>(m_fields->layout()->itemAt(0)->layout());
    m_prompt->setVisible(text);
    form->labelForField(m_fillerTokens)->setVisible(!text);
    m_fillerTokens->setVisible(!text);
    m_decodingNote->setText(decoding().note);
    m_decodingNote->setVisible(!decoding().note.isEmpty());
    m_filling = wasFilling;
}

const DecodingChoice& SetupPanel::decoding() const
{
    return m_decodings[static_cast<std::size_t>(std::max(0, m_decoding->currentIndex()))];
}

profiler::RunSettings SetupPanel::settings() const
{
    profiler::RunSettings settings;
    settings.model = m_modelBox->spec().toStdString();
    m_device->fill(settings);
    if (m_traits.hasTokenizer) {
        for (const QString& text : m_prompt->texts()) {
            settings.prompts.push_back(text.toStdString());
        }
        settings.chat = m_chat->isChecked();
    } else {
        std::vector<engine::TokenId> filler(static_cast<std::size_t>(m_fillerTokens->value()));
        for (std::size_t i = 0; i < filler.size(); ++i) {
            filler[i] = static_cast<engine::TokenId>(3 + i * 37 % 251);  // below any vocabulary's size
        }
        settings.promptIds = {std::move(filler)};
    }
    settings.newTokens = m_newTokens->value();
    settings.strategies = decoding().strategies;
    if (const int weights = m_weights->currentData().toInt(); weights >= 0) {
        settings.weights = static_cast<DataType>(weights);
    }
    if (const int compute = m_compute->currentData().toInt(); compute >= 0) {
        settings.compute = static_cast<ComputeType>(compute);
    }
    settings.keyFormat = static_cast<DataType>(m_keyFormat->currentData().toInt());
    settings.valueFormat = static_cast<DataType>(m_valueFormat->currentData().toInt());
    settings.threads = m_threads->value();
    settings.batch = settings.prompts.size() > 1 ? 1 : m_batch->value();
    settings.repeat = m_repeat->value();
    settings.ignoreEos = m_ignoreEos->isChecked();
    settings.sampling = m_sampling->sampling();
    return settings;
}

bool SetupPanel::paced() const
{
    return m_paced->isChecked();
}

void SetupPanel::setSettings(const profiler::RunSettings& settings)
{
    m_filling = true;
    m_modelBox->setSpec(QString::fromStdString(settings.model));
    m_traits.hasTokenizer = !m_modelBox->spec().startsWith(QLatin1String("synthetic:"));
    if (!settings.prompts.empty()) {
        QStringList texts;
        for (const std::string& prompt : settings.prompts) {
            texts << QString::fromStdString(prompt);
        }
        m_prompt->setTexts(texts);
    }
    if (!settings.promptIds.empty()) {
        m_fillerTokens->setValue(static_cast<int>(settings.promptIds.front().size()));
    }
    m_chat->setChecked(settings.chat);
    m_newTokens->setValue(static_cast<int>(settings.newTokens));
    for (std::size_t i = 0; i < m_decodings.size(); ++i) {
        if (m_decodings[i].strategies == settings.strategies) {
            m_decoding->setCurrentIndex(static_cast<int>(i));
        }
    }
    m_device->set(settings);
    selectData(m_weights, settings.weights ? static_cast<int>(*settings.weights) : -1);
    selectData(m_compute, settings.compute ? static_cast<int>(*settings.compute) : -1);
    selectData(m_keyFormat, static_cast<int>(settings.keyFormat));
    selectData(m_valueFormat, static_cast<int>(settings.valueFormat));
    m_threads->setValue(settings.threads);
    m_batch->setValue(static_cast<int>(settings.batch));
    m_repeat->setValue(settings.repeat);
    m_ignoreEos->setChecked(settings.ignoreEos);
    m_sampling->setSampling(settings.sampling);
    m_filling = false;
    changed();
}

void SetupPanel::setRunnable(bool runnable)
{
    if (runnable != m_runnable) {
        m_runnable = runnable;
        Q_EMIT runnableChanged(runnable);
    }
}

void SetupPanel::showEstimatePending()
{
    m_estimate->showPending();
}

void SetupPanel::showEstimate(const RunEstimate& estimate)
{
    m_estimate->showEstimate(estimate);
    setRunnable(!estimate.refusal);
}

void SetupPanel::showEstimateProblem(const QString& message, const QString& hint)
{
    m_estimate->showProblem(message, hint);
    setRunnable(false);
}

void SetupPanel::setCollapsed(bool collapsed)
{
    if (collapsed == m_collapsed) {
        return;
    }
    m_collapsed = collapsed;
    m_body->setVisible(!collapsed);
    m_title->setVisible(!collapsed);
    m_collapse->setText(collapsed ? QStringLiteral("»") : tr("hide"));
    m_collapse->setAccessibleName(collapsed ? tr("Show the set-up") : tr("Hide the set-up"));
    m_collapse->setToolTip(collapsed ? tr("Show the set-up (F9)") : tr("Hide the set-up (F9)"));
    Q_EMIT collapsedChanged(collapsed);
}

}  // namespace decodescope::app
