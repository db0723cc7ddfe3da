// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/size_page.h"

#include "app/gui/format.h"
#include "app/gui/plot_view.h"
#include "app/gui/spoken_view.h"
#include "app/gui/table_model.h"
#include "app/gui/widgets.h"
#include "engine/model/presets.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <span>

namespace decodescope::app {

namespace {

constexpr int kMost = 1 << 24;

}  // namespace

SizePage::SizePage(QWidget* parent) : QWidget(parent), m_presets(engine::modelPresets())
{
    named(this, "sizePage", tr("Sizes"));
    auto* page = new QHBoxLayout(this);
    page->setContentsMargins(10, 8, 10, 10);
    page->setSpacing(8);

    auto* left = makeCard("sizeFields");
    left->setMinimumWidth(300);
    left->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(16, 12, 16, 12);
    column->addWidget(makeLabel(tr("Shape of the cache"), "title"));
    auto* form = new QFormLayout;
    form->setVerticalSpacing(6);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_preset = named(new QComboBox, "sizePreset", tr("Preset"));
    m_preset->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_preset->setMinimumContentsLength(12);
    for (const engine::ModelPreset& preset : m_presets) {
        m_preset->addItem(QString::fromStdString(preset.name));
        m_preset->setItemData(m_preset->count() - 1, QString::fromStdString(preset.source), Qt::ToolTipRole);
    }
    m_preset->addItem(tr("Own numbers"));
    form->addRow(tr("Preset"), m_preset);
    m_layers = addNumber(form, "sizeLayers", tr("Layers"), 1, 10000, 32);
    m_heads = addNumber(form, "sizeHeads", tr("Query heads"), 1, 10000, 32);
    m_kvHeads = addNumber(form, "sizeKvHeads", tr("KV heads"), 1, 10000, 8);
    m_headDim = addNumber(form, "sizeHeadDim", tr("Values per head"), 1, 100000, 128);
    m_latentRank = addNumber(form, "sizeLatentRank", tr("Latent rank (MLA)"), 0, 100000, 0);
    m_ropeDim = addNumber(form, "sizeRopeDim", tr("Rotary values (MLA)"), 0, 100000, 0);
    m_window = addNumber(form, "sizeWindow", tr("Sliding window"), 0, kMost, 0);
    m_windowLayers = addNumber(form, "sizeWindowLayers", tr("Layers that slide"), 0, 10000, 0);
    for (QSpinBox* box : {m_latentRank, m_ropeDim, m_window, m_windowLayers}) {
        box->setSpecialValueText(tr("none"));
    }
    m_context = addNumber(form, "sizeContext", tr("Context length"), 1, kMost, 8192);
    m_batch = addNumber(form, "sizeBatch", tr("Batch (sequences)"), 1, 1 << 20, 1);
    m_format = named(new QComboBox, "sizeFormat", tr("Format"));
    for (const DataType type : {DataType::f32, DataType::f16, DataType::bf16, DataType::fp8E4m3, DataType::int8,
                                DataType::q8_0, DataType::q4_0}) {
        m_format->addItem(QString::fromStdString(std::string(name(type))), static_cast<int>(type));
    }
    m_format->setCurrentIndex(m_format->findData(static_cast<int>(DataType::bf16)));
    form->addRow(tr("Format"), m_format);
    column->addLayout(form);
    column->addStretch(1);
    page->addWidget(left);

    auto* right = makeCard("sizeResult");
    auto* result = new QVBoxLayout(right);
    result->setContentsMargins(28, 24, 28, 24);
    result->setSpacing(6);
    m_bytes = named(makeLabel(QString(), "pageTitle"), "sizeBytes");
    m_caption = named(makeLabel(QString(), "muted"), "sizeCaption");
    m_formula = named(makeLabel(QString(), "formula"), "sizeFormula");
    m_pair = named(makeLabel(QString(), "plain"), "sizePair");
    m_notes = named(makeLabel(QString(), "muted"), "sizeNotes");
    for (QLabel* label : {m_bytes, m_caption, m_formula, m_pair, m_notes}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        result->addWidget(label);
        if (label == m_caption || label == m_formula || label == m_pair) {
            result->addSpacing(14);
        }
    }
    m_plot = new PlotView("sizeBars", tr("Sizes compared"),
                          [this](QPainter& painter, const QRectF& rect, const Theme& theme) {
                              drawSizeBars(painter, rect, m_bars, theme, QLocale());
                          });
    m_plot->setMaximumHeight(330);
    result->setSpacing(8);
    result->insertWidget(result->indexOf(m_pair) + 1, m_plot, 2);
    m_contexts = new TextTableModel({tr("Context"), tr("This cache"), tr("With a KV head per query head (MHA)")},
                                    {0, 1, 2}, this);
    auto* table = makeTable("sizeTable", tr("Sizes at other contexts"), m_contexts);
    table->horizontalHeader()->setStretchLastSection(false);
    table->horizontalHeader()->setMinimumSectionSize(120);
    table->setMinimumHeight(110);
    result->insertWidget(result->indexOf(m_plot) + 1, table, 1);
    page->addWidget(right, 1);

    connect(m_preset, &QComboBox::currentIndexChanged, this, &SizePage::applyPreset);
    connect(m_format, &QComboBox::currentIndexChanged, this, &SizePage::refresh);
    const int llama = m_preset->findText(QStringLiteral("llama-3.1-8b"));
    m_preset->setCurrentIndex(std::max(0, llama));
    applyPreset(m_preset->currentIndex());
}

QSpinBox* SizePage::addNumber(QFormLayout* form, const char* objectName, const QString& title, int low, int high,
                              int value)
{
    auto* box = named(new QSpinBox, objectName, title);
    box->setRange(low, high);
    box->setValue(value);
    box->setGroupSeparatorShown(true);
    form->addRow(title, box);
    connect(box, &QSpinBox::valueChanged, this, [this, box] {
        if (!m_filling && box != m_context && box != m_batch) {
            const QSignalBlocker block(m_preset);
            m_preset->setCurrentIndex(m_preset->count() - 1);
        }
        refresh();
    });
    return box;
}

void SizePage::applyPreset(int index)
{
    if (index >= 0 && index < static_cast<int>(m_presets.size())) {
        const engine::ModelPreset& preset = m_presets[static_cast<std::size_t>(index)];
        const auto shape = engine::kvShapeOf(preset);
        m_filling = true;
        m_layers->setValue(static_cast<int>(preset.layers));
        m_heads->setValue(static_cast<int>(preset.heads));
        m_kvHeads->setValue(static_cast<int>(preset.kvHeads));
        m_headDim->setValue(static_cast<int>(preset.headDim));
        m_latentRank->setValue(static_cast<int>(preset.latentRank));
        m_ropeDim->setValue(static_cast<int>(preset.latentRopeDim));
        m_window->setValue(static_cast<int>(preset.window));
        m_windowLayers->setValue(static_cast<int>(std::count_if(shape.layers.begin(), shape.layers.end(),
                                                                [](const auto& layer) { return layer.window > 0; })));
        m_filling = false;
    }
    refresh();
}

SizeQuestion SizePage::question() const
{
    SizeQuestion question;
    const int index = m_preset->currentIndex();
    question.heads = m_heads->value();
    if (index >= 0 && index < static_cast<int>(m_presets.size())) {
        const engine::ModelPreset& preset = m_presets[static_cast<std::size_t>(index)];
        question.name = preset.name;
        question.source = preset.source;
        question.shape = engine::kvShapeOf(preset);
    } else {
        engine::KvLayerShape layer;
        layer.kvHeads = m_kvHeads->value();
        layer.keyDim = layer.valueDim = m_headDim->value();
        layer.latentRank = m_latentRank->value();
        layer.ropeDim = m_ropeDim->value();
        question.shape.layers.assign(static_cast<std::size_t>(m_layers->value()), layer);
        const auto sliding = std::min(m_layers->value(), m_windowLayers->value());
        for (int i = 0; i < sliding; ++i) {
            question.shape.layers[static_cast<std::size_t>(i)].window = m_window->value();
        }
    }
    question.context = m_context->value();
    question.batch = m_batch->value();
    question.key = question.value = static_cast<DataType>(m_format->currentData().toInt());
    return question;
}

void SizePage::refresh()
{
    if (m_filling || m_notes == nullptr) {
        return;
    }
    const auto answer = sizeOf(question());
    setTone(m_bytes, answer ? "plain" : "bad");
    if (!answer) {
        m_bytes->setText(tr("No size"));
        m_caption->setText(QString::fromStdString(answer.error().message));
        m_formula->setText(QString::fromStdString(answer.error().hint));
        m_pair->clear();
        m_notes->clear();
        m_bars.clear();
        m_contexts->clear();
        m_plot->update();
        return;
    }
    m_bytes->setText(formatBytes(answer->bytes));
    m_caption->setText(
        tr("%1 bytes for %2 positions of %n sequence(s); each further token adds %3", nullptr, m_batch->value())
            .arg(formatCount(answer->bytes), formatCount(m_context->value()), formatBytes(answer->bytesPerToken)));
    m_formula->setText(formulaOnScreen(QString::fromStdString(answer->formula), QLocale()));
    showBars(question(), *answer);
    if (answer->bytesIfMha) {
        const double factor = static_cast<double>(*answer->bytesIfMha) / static_cast<double>(answer->bytes);
        m_pair->setText(
            tr("%1 with %2 KV heads: %3. With one per query head (MHA, %4 heads) it would be %5, %6 as much.")
                .arg(QString::fromStdString(answer->attention), formatCount(m_kvHeads->value()),
                     formatBytes(answer->bytes), formatCount(m_heads->value()), formatBytes(*answer->bytesIfMha),
                     formatFactor(factor)));
    } else {
        m_pair->setText(answer->attention == "MLA"
                            ? tr("MLA stores one latent vector per token and layer, shared by all heads.")
                            : QString());
    }
    QStringList notes;
    // The first note on shared heads is what the bars show.
    for (const std::string& note : std::span(answer->notes).subspan(answer->bytesIfMha ? 1 : 0)) {
        notes << QString::fromStdString(note);
    }
    if (const auto source = question().source; !source.empty()) {
        notes << tr("Shape from %1").arg(QString::fromStdString(source));
    }
    m_notes->setText(notes.join(QLatin1Char('\n')));
}

void SizePage::showBars(const SizeQuestion& asked, const SizeAnswer& answer)
{
    const QLocale locale;
    const auto heads = asked.shape.layers.empty() ? 0 : asked.shape.layers.front().kvHeads;
    const auto onScreen = [&](const std::string& formula) {
        return formulaOnScreen(QString::fromStdString(formula), locale);
    };
    m_bars.clear();
    if (answer.bytesIfMha) {
        SizeQuestion everyHead = asked;
        for (auto& layer : everyHead.shape.layers) {
            layer.kvHeads = asked.heads;
        }
        if (const auto mha = sizeOf(everyHead)) {
            m_bars.push_back({tr("MHA: a KV head for each of the %1 query heads").arg(formatCount(asked.heads)),
                              onScreen(mha->formula), mha->bytes, asked.heads, false});
        }
    }
    QString name = tr("The cache that is asked for");
    if (answer.attention == "GQA") {
        name = tr("GQA: %1 query heads share each of %2 KV heads")
                   .arg(formatCount(asked.heads / std::max<std::int64_t>(1, heads)), formatCount(heads));
    } else if (answer.attention == "MQA") {
        name = tr("MQA: all %1 query heads share one KV head").arg(formatCount(asked.heads));
    } else if (answer.attention == "MHA") {
        name = tr("MHA: a KV head for each of the %1 query heads").arg(formatCount(asked.heads));
    } else if (answer.attention == "MLA") {
        name = tr("MLA: one latent vector for all heads");
    }
    m_bars.push_back({name, onScreen(answer.formula), answer.bytes, answer.attention == "MLA" ? 0 : heads, true});
    m_contexts->clear();
    for (const std::int64_t context : {1024, 4096, 8192, 32768, 131072}) {
        SizeQuestion other = asked;
        other.context = context;
        if (const auto size = sizeOf(other)) {
            m_contexts->append({formatCount(context), formatBytes(size->bytes),
                                size->bytesIfMha ? formatBytes(*size->bytesIfMha) : QStringLiteral("–")});
        }
    }
    QStringList spoken;
    for (const SizeBar& bar : m_bars) {
        spoken << bar.name + QStringLiteral(", ") + formatBytes(bar.bytes);
    }
    sayValue(m_plot, spoken.join(QStringLiteral("; ")));
    m_plot->update();
}

void SizePage::setTheme(const Theme& theme)
{
    m_plot->setTheme(theme);
}

}  // namespace decodescope::app
