// SPDX-License-Identifier: GPL-3.0-or-later
// What the loader of the CUDA module says about modules that are missing, broken or of another version. Runs in every
// build, with or without a toolkit.
#include "engine/cuda/cuda_module.h"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <string>

namespace decodescope::engine {
namespace {

namespace fs = std::filesystem;

class CudaModuleFolder : public ::testing::Test {
protected:
    void SetUp() override
    {
        m_folder = fs::temp_directory_path() / ("decodescope_module_" + std::to_string(getpid()));
        fs::create_directories(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }
    std::string whyNot() const
    {
        const auto module = CudaModule::open(m_folder.string());
        EXPECT_TRUE(module || module.error().code == ErrorCode::device);
        return module ? "" : module.error().message;
    }
    fs::path file() const { return m_folder / "libdecodescope_cuda.so"; }

    fs::path m_folder;
};

bool hasDriver()
{
    void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (driver != nullptr)
        dlclose(driver);
    return driver != nullptr;
}

TEST_F(CudaModuleFolder, AMissingModuleAndAMissingDriverAreBothNamed)
{
    const std::string why = whyNot();
    EXPECT_NE(why.find("this build has no CUDA module (libdecodescope_cuda.so is not beside the program)"),
              std::string::npos)
        << why;
    EXPECT_NE(why.find(hasDriver() ? "the NVIDIA driver is there" : "the NVIDIA driver is missing (libcuda.so.1"),
              std::string::npos)
        << why;
}

TEST_F(CudaModuleFolder, AFileThatIsNoLibraryIsSaidToBeOne)
{
    std::ofstream(file()) << "not a library";
    EXPECT_NE(whyNot().find("the CUDA module cannot be loaded: "), std::string::npos) << whyNot();
}

TEST_F(CudaModuleFolder, AModuleOfAnotherVersionIsRefused)
{
    fs::copy_file(DECODESCOPE_OTHER_MODULE, file());
    EXPECT_NE(whyNot().find("belongs to another version of this program"), std::string::npos) << whyNot();
}

TEST_F(CudaModuleFolder, ALibraryThatIsNoModuleIsRefused)
{
    fs::copy_file(DECODESCOPE_NO_MODULE, file());
    EXPECT_NE(whyNot().find("belongs to another version of this program"), std::string::npos) << whyNot();
}

#ifdef DECODESCOPE_REAL_MODULE
TEST_F(CudaModuleFolder, TheModuleLoadsAndSaysWhatElseIsMissing)
{
    fs::copy_file(DECODESCOPE_REAL_MODULE, file());
    const auto module = CudaModule::open(m_folder.string());
    if (!hasDriver()) {
        ASSERT_FALSE(module);
        EXPECT_NE(module.error().message.find("the NVIDIA driver is missing (libcuda.so.1"), std::string::npos)
            << module.error().message;
        return;
    }
    ASSERT_TRUE(module) << module.error().message;
    if (const auto device = module->probe(0); !device) {
        EXPECT_FALSE(device.error().message.empty());
    }
}
#endif

}  // namespace
}  // namespace decodescope::engine
