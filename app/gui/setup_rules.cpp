// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/setup_rules.h"

#include "engine/base/data_type.h"

#include <QCoreApplication>

namespace decodescope::app {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(SetupRules)
};

QString nameOf(DataType type)
{
    return QString::fromStdString(std::string(name(type)));
}

}  // namespace

QString whyNotCacheFormat(DataType format, const ModelTraits& model)
{
    if (format == DataType::fp8E4m3 && !model.onGpu) {
        return Tr::tr("fp8 caches are for GPUs; q8_0 takes about as much.");
    }
    if (format == DataType::q4_0 && model.onGpu) {
        return Tr::tr("q4_0 caches are for the CPU; fp8 and q8_0 are the small ones on GPUs.");
    }
    if (!model.config) {
        return {};
    }
    const auto block = traits(format).blockValues;
    if (model.config->headDim % block != 0) {
        return Tr::tr("%1 stores %2 values together, and this model's heads have %3.")
            .arg(nameOf(format), QString::number(block), QString::number(model.config->headDim));
    }
    return {};
}

QString whyNotCompute(std::optional<ComputeType> compute, std::optional<DataType> weights, const ModelTraits& model)
{
    if (compute && compute != ComputeType::f32 && model.onGpu) {
        return Tr::tr("On GPUs weights of every format are multiplied with f32 sums.");
    }
    if (compute != ComputeType::int8) {
        return {};
    }
    std::optional<DataType> resident = weights;
    if (!resident && model.config) {
        resident = parseDataType(model.config->weightsName);
    }
    if (resident && !traits(*resident).quantised) {
        return Tr::tr("int8 products need quantised weights; these are %1.").arg(nameOf(*resident));
    }
    return {};
}

QString whyNotWeights(std::optional<DataType> weights, const ModelTraits& model)
{
    if (!weights || !model.config) {
        return {};
    }
    const auto block = traits(*weights).blockValues;
    for (const auto columns : {model.config->hidden, model.config->ffn, model.config->queryDim()}) {
        if (columns % block != 0) {
            return Tr::tr("%1 stores %2 values together, and a row of this model has %3.")
                .arg(nameOf(*weights), QString::number(block), QString::number(columns));
        }
    }
    return {};
}

QString whyNotChat(const ModelTraits& model)
{
    if (!model.hasTokenizer) {
        return Tr::tr("A synthetic model has no tokenizer, so it has no chat template.");
    }
    if (model.config && !model.hasChatTemplate) {
        return Tr::tr("This model's file has no chat template.");
    }
    return {};
}

QString whyNotPrompt(const ModelTraits& model)
{
    return model.hasTokenizer ? QString() : Tr::tr("A synthetic model has no tokenizer; it gets filler tokens.");
}

QString whyNotSamplingLimits(double temperature)
{
    return temperature > 0 ? QString()
                           : Tr::tr("At temperature 0 the most likely token is always taken; raise it to sample.");
}

}  // namespace decodescope::app
