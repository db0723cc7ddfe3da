// SPDX-License-Identifier: GPL-3.0-or-later
// What the loader of the CUPTI module says about modules and libraries that are missing, broken or of another version.
// Runs in every build, with or without a toolkit. Each question is asked in a process of its own: a library that was
// loaded once would be found again.
#include "profiler/cupti/cupti_module.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace decodescope::profiler {
namespace {

namespace fs = std::filesystem;

class CuptiModuleFolder : public ::testing::Test {
protected:
    void SetUp() override
    {
        m_folder = fs::temp_directory_path() / ("decodescope_cupti_" + std::to_string(getpid()));
        fs::create_directories(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }

    /// What a process says whose libraries are first looked for in `libraries`; empty when tracing began.
    std::string whyNot(const std::string& libraries = {}) const
    {
        const fs::path answer = m_folder / "answer";
        const pid_t child = fork();
        if (child == 0) {
            if (!libraries.empty())
                setenv("LD_LIBRARY_PATH", libraries.c_str(), 1);
            setenv("DECODESCOPE_ASK", m_folder.c_str(), 1);
            execl("/proc/self/exe", "ask", "--gtest_filter=CuptiModuleChild.Answers", nullptr);
            _exit(127);
        }
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_EQ(status, 0);
        std::ifstream in(answer);
        EXPECT_TRUE(in) << "no answer";
        return {std::istreambuf_iterator<char>(in), {}};
    }
    fs::path file() const { return m_folder / "libdecodescope_cupti.so"; }

    fs::path m_folder;
};

TEST(CuptiModuleChild, Answers)
{
    const char* folder = std::getenv("DECODESCOPE_ASK");
    if (folder == nullptr)
        return;  // asked by nobody
    const auto first = CuptiModule::open(folder);
    const auto again = CuptiModule::open(folder);
    EXPECT_EQ(first.has_value(), again.has_value());
    if (!first) {
        EXPECT_EQ(first.error().code, ErrorCode::device);
        EXPECT_EQ(first.error().message, again.error().message);
        EXPECT_FALSE(first.error().hint.empty());
    }
    std::ofstream(fs::path(folder) / "answer") << (first ? "" : first.error().message + "; " + first.error().hint);
}

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST_F(CuptiModuleFolder, AMissingModuleIsNamed)
{
    EXPECT_SAYS(whyNot(), "this build has no CUPTI module (libdecodescope_cupti.so is not beside the program)");
}

TEST_F(CuptiModuleFolder, AFileThatIsNoLibraryIsSaidToBeOne)
{
    std::ofstream(file()) << "not a library";
    EXPECT_SAYS(whyNot(), "the CUPTI module cannot be loaded: ");
}

TEST_F(CuptiModuleFolder, OtherModulesAreRefused)
{
    for (const char* other : {DECODESCOPE_OTHER_MODULE, DECODESCOPE_NO_MODULE}) {
        fs::copy_file(other, file(), fs::copy_options::overwrite_existing);
        EXPECT_SAYS(whyNot(), "belongs to another version of this program");
    }
}

#ifdef DECODESCOPE_REAL_MODULE
TEST_F(CuptiModuleFolder, AMissingLibraryIsNamed)
{
    fs::copy_file(DECODESCOPE_LOST_MODULE, file());
    EXPECT_SAYS(whyNot(), "CUPTI cannot be loaded: libcupti.so.0: cannot open shared object file");
    EXPECT_SAYS(whyNot(), "/nowhere/libcupti.so.0: cannot open shared object file");
    EXPECT_SAYS(whyNot(), "; install the CUPTI of the CUDA toolkit");
}

TEST_F(CuptiModuleFolder, AWrongLibraryIsNamedWithWhatItLacks)
{
    fs::copy_file(DECODESCOPE_REAL_MODULE, file());
    const std::string why = whyNot(DECODESCOPE_LIBRARIES "/wrong_cupti");
    EXPECT_SAYS(why, "is not the CUPTI this program was built with: it has no cuptiSubscribe");
    EXPECT_SAYS(why, "LD_LIBRARY_PATH");
}

TEST_F(CuptiModuleFolder, AStubLibraryIsSaidNotToReachTheDriver)
{
    fs::copy_file(DECODESCOPE_REAL_MODULE, file());
    EXPECT_SAYS(whyNot(DECODESCOPE_LIBRARIES "/stub_cupti"),
                "subscribing to CUPTI failed: CUPTI cannot reach the driver (CUPTI error 15)");
}

TEST_F(CuptiModuleFolder, TheModuleLoadsAndSaysWhatElseIsMissing)
{
    fs::copy_file(DECODESCOPE_REAL_MODULE, file());
    const std::string why = whyNot();
    EXPECT_TRUE(why.empty() || why.find("CUPTI error ") != std::string::npos) << why;
}
#endif

}  // namespace
}  // namespace decodescope::profiler
