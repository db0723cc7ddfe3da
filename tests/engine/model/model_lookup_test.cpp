// SPDX-License-Identifier: GPL-3.0-or-later
// --model: a path, a synthetic model, a name in the usual caches, or nothing.
#include "engine/model/model_lookup.h"

#include "engine/model/model_source.h"
#include "tests/engine/model/test_files.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <filesystem>
#include <optional>

namespace decodescope::engine {
namespace {

namespace fs = std::filesystem;

/// Variables set for one test and put back after it.
class Environment {
public:
    void set(const char* variable, const std::optional<std::string>& value)
    {
        const char* before = std::getenv(variable);
        m_before.emplace_back(variable, before == nullptr ? std::nullopt : std::optional<std::string>(before));
        apply(variable, value);
    }
    ~Environment()
    {
        for (auto entry = m_before.rbegin(); entry != m_before.rend(); ++entry) apply(entry->first, entry->second);
    }

private:
    static void apply(const char* variable, const std::optional<std::string>& value)
    {
        if (value)
            setenv(variable, value->c_str(), 1);
        else
            unsetenv(variable);
    }
    std::vector<std::pair<const char*, std::optional<std::string>>> m_before;
};

/// An empty home of its own for every test.
class ModelLookup : public testing::Test {
protected:
    void SetUp() override
    {
        m_home = fs::temp_directory_path() / ("decodescope-lookup-" + std::to_string(getpid()));
        fs::remove_all(m_home);
        fs::create_directories(m_home);
        m_environment.set("HOME", m_home.string());
        for (const char* variable : {"DECODESCOPE_CACHE", "XDG_CACHE_HOME", "HF_HOME", "HF_HUB_CACHE", "LLAMA_CACHE"})
            m_environment.set(variable, std::nullopt);
    }
    void TearDown() override { fs::remove_all(m_home); }

    /// A sound model below the home.
    std::string put(const std::string& relative) const
    {
        const fs::path path = m_home / relative;
        fs::create_directories(path.parent_path());
        fs::copy_file(tests::dataPath("malformed/ok_v3.gguf"), path);
        return path.string();
    }

    std::string origin(const std::string& spec) const
    {
        const auto model = openModel(spec);
        return model ? (*model)->origin() : "refused: " + model.error().message;
    }

    fs::path m_home;
    Environment m_environment;
};

TEST_F(ModelLookup, DefaultModelFollowsTheEnvironment)
{
    const std::string file = "models/SmolLM2-135M-Instruct.Q4_1.gguf";
    EXPECT_EQ(defaultModelPath(), (m_home / ".cache/decodescope" / file).string());
    m_environment.set("XDG_CACHE_HOME", "/some/cache");
    EXPECT_EQ(defaultModelPath(), "/some/cache/decodescope/" + file);
    m_environment.set("DECODESCOPE_CACHE", "/own");
    EXPECT_EQ(defaultModelPath(), "/own/" + file);
}

TEST_F(ModelLookup, AMissingDefaultModelNamesThePathAndTheRemedy)
{
    const auto model = openModel("");
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ErrorCode::badInput);
    EXPECT_NE(model.error().message.find(defaultModelPath()), std::string::npos);
    EXPECT_NE(model.error().hint.find("scripts/fetch-model"), std::string::npos);
    m_environment.set("HOME", std::nullopt);
    EXPECT_FALSE(openModel(""));
    EXPECT_FALSE(openModel("anything"));
}

TEST_F(ModelLookup, EmptyMeansTheDefaultModel)
{
    const std::string path = put(".cache/decodescope/models/SmolLM2-135M-Instruct.Q4_1.gguf");
    EXPECT_EQ(origin(""), path);
}

TEST_F(ModelLookup, FindsAModelInEveryCacheIgnoringCase)
{
    const std::string own = put(".cache/decodescope/models/Own-Model.Q8_0.gguf");
    const std::string hub =
        put(".cache/huggingface/hub/models--Maker--Hub-Model-GGUF/snapshots/1234/hub-model-q4_0.gguf");
    const std::string llama = put(".cache/llama.cpp/maker_Llama-Model_x.gguf");
    const std::string studio = put(".lmstudio/models/maker/Studio-Model/studio-model.gguf");
    EXPECT_EQ(origin("own-model.q8_0"), own);
    EXPECT_EQ(origin("OWN-MODEL.Q8_0.GGUF"), own);
    EXPECT_EQ(origin("own-model"), own);
    EXPECT_EQ(origin("hub-model-q4_0"), hub);
    EXPECT_EQ(origin("maker/hub-model-gguf"), hub);
    EXPECT_EQ(origin("llama-model"), llama);
    EXPECT_EQ(origin("studio-model"), studio);
}

TEST_F(ModelLookup, FollowsTheVariablesOfOtherPrograms)
{
    const std::string hub = put("elsewhere/hub/models--a--b/snapshots/1/first.gguf");
    const std::string llama = put("other/second.gguf");
    EXPECT_TRUE(origin("first").starts_with("refused"));
    m_environment.set("HF_HOME", (m_home / "elsewhere").string());
    m_environment.set("LLAMA_CACHE", (m_home / "other").string());
    EXPECT_EQ(origin("first"), hub);
    EXPECT_EQ(origin("second"), llama);
}

TEST_F(ModelLookup, AnAmbiguousNameListsTheCandidates)
{
    const std::string one = put(".cache/decodescope/models/model-a.Q4_0.gguf");
    const std::string two = put(".lmstudio/models/x/model-a.Q8_0.gguf");
    const auto model = openModel("model-a");
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ErrorCode::badInput);
    EXPECT_NE(model.error().message.find("ambiguous"), std::string::npos);
    EXPECT_NE(model.error().message.find(one), std::string::npos);
    EXPECT_NE(model.error().message.find(two), std::string::npos);
    EXPECT_EQ(origin("model-a.q8_0"), two);  // a whole name wins over a part of one
}

TEST_F(ModelLookup, LinksToOneFileAreOneModel)
{
    const std::string blob = put(".cache/huggingface/hub/models--a--b/blobs/0123abcd");
    const fs::path snapshots = m_home / ".cache/huggingface/hub/models--a--b/snapshots";
    for (const std::string revision : {"r1", "r2"}) {
        fs::create_directories(snapshots / revision);
        fs::create_symlink(blob, snapshots / revision / "linked.gguf");
    }
    EXPECT_EQ(origin("linked"), (snapshots / "r1/linked.gguf").string());
    EXPECT_EQ((*openModel("linked"))->config().name, "linked");
}

TEST_F(ModelLookup, FoldersAndOtherFormatsAreRefusedClearly)
{
    fs::create_directories(m_home / "folder");
    put("weights.safetensors");
    for (const std::string name : {"folder", "weights.safetensors"}) {
        const auto model = openModel((m_home / name).string());
        ASSERT_FALSE(model);
        EXPECT_EQ(model.error().code, ErrorCode::badInput);
        EXPECT_TRUE(model.error().message.starts_with((m_home / name).string()));
        EXPECT_NE(model.error().hint.find("GGUF"), std::string::npos);
    }
    const auto nothing = openModel((m_home / "nothing.gguf").string());
    ASSERT_FALSE(nothing);
    EXPECT_NE(nothing.error().message.find("nothing.gguf"), std::string::npos);
    const auto device = openModel("/dev/null");
    ASSERT_FALSE(device);
    EXPECT_NE(device.error().message.find("regular file"), std::string::npos);
}

TEST_F(ModelLookup, APathIsTakenAsItIs)
{
    const std::string path = put("some/where.gguf");
    EXPECT_EQ(origin(path), path);
}

}  // namespace
}  // namespace decodescope::engine
