// SPDX-License-Identifier: GPL-3.0-or-later
// What a tool that listens to NVTX hears of a step: this program is one.
#define NVTX_NO_IMPL  // the program's own is that of the library under test
#include <nvtx3/nvToolsExt.h>

#include "tests/engine/cuda/device_fixture.h"

#include <string>
#include <vector>

namespace {

std::vector<std::string>& heard()
{
    static std::vector<std::string> list;
    return list;
}
int depth = 0;
std::string domainName;

nvtxDomainHandle_t NVTX_API createDomain(const char* name)
{
    domainName = name;
    return reinterpret_cast<nvtxDomainHandle_t>(&domainName);
}

int NVTX_API push(nvtxDomainHandle_t, const nvtxEventAttributes_t* attributes)
{
    heard().push_back(std::string(static_cast<std::size_t>(depth), '>') + attributes->message.ascii);
    return depth++;
}

int NVTX_API pop(nvtxDomainHandle_t)
{
    return --depth;
}

int NVTX_API listen(NvtxGetExportTableFunc_t getTable)
{
    const auto* callbacks = static_cast<const NvtxExportTableCallbacks*>(getTable(NVTX_ETID_CALLBACKS));
    NvtxFunctionTable table = nullptr;
    unsigned int size = 0;
    if (callbacks == nullptr || callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size) == 0)
        return 0;
    *table[NVTX_CBID_CORE2_DomainCreateA] = reinterpret_cast<NvtxFunctionPointer>(createDomain);
    *table[NVTX_CBID_CORE2_DomainRangePushEx] = reinterpret_cast<NvtxFunctionPointer>(push);
    *table[NVTX_CBID_CORE2_DomainRangePop] = reinterpret_cast<NvtxFunctionPointer>(pop);
    return 1;
}

}  // namespace

NvtxInitializeInjectionNvtxFunc_t InitializeInjectionNvtx2_fnptr = listen;

namespace decodescope::engine::testing {
namespace {

class StepRanges : public OnDevice {};

TEST_F(StepRanges, StepsHoldTheRangesOfTheOpsThatLaunch)
{
    const auto model = loadOnStandIn(openTiny("llama_mqa"));
    ContextOptions options = contextOptions(16);
    options.launch = LaunchMode::kernels;
    const auto context = require(model->createContext(options));
    StepOutput out;
    heard().clear();
    feed(*context, someTokens(1, 3, model->config().vocab), out);
    ASSERT_FALSE(heard().empty());
    EXPECT_EQ(domainName, "DecodeScope");
    EXPECT_EQ(heard().front(), "prefill step");
    EXPECT_EQ(depth, 0);
    const auto prefill = heard();
    heard().clear();
    const TokenId token = 3;
    feed(*context, {&token, 1}, out);
    EXPECT_EQ(heard().front(), "decode step");
    EXPECT_EQ(std::vector<std::string>(heard().begin() + 1, heard().end()),
              std::vector<std::string>(prefill.begin() + 1, prefill.end()));
    EXPECT_EQ(heard().back(), ">output_head");
    EXPECT_EQ(std::count(heard().begin(), heard().end(), ">attention 0"), 1);
    EXPECT_EQ(depth, 0);
}

TEST_F(StepRanges, AReplayedGraphIsOneRangeAndAFailedStepEndsItsOwn)
{
    const auto model = loadOnStandIn(openTiny("llama_mqa"));
    ContextOptions options = contextOptions(16);
    options.launch = LaunchMode::graph;
    const auto context = require(model->createContext(options));
    StepOutput out;
    const TokenId token = 3;
    feed(*context, {&token, 1}, out);
    heard().clear();
    feed(*context, {&token, 1}, out);
    EXPECT_EQ(heard(), std::vector<std::string>{"decode step"});
    std::stop_source stop;
    stop.request_stop();
    const auto tokens = someTokens(1, 5, model->config().vocab);
    const SequenceInput input{0, tokens};
    EXPECT_FALSE(context->step({&input, 1}, false, stop.get_token(), out));
    EXPECT_EQ(depth, 0);
}

}  // namespace
}  // namespace decodescope::engine::testing
