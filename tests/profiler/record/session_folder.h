// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::test {

/// A folder of the test's own for recordings.
class SessionFolder : public ::testing::Test {
protected:
    SessionFolder()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "decodescope-session-XXXXXX").string();
        folder = ::mkdtemp(pattern.data());
    }
    ~SessionFolder() override
    {
        std::error_code ignored;
        std::filesystem::permissions(folder, std::filesystem::perms::owner_all, ignored);
        std::filesystem::remove_all(folder, ignored);
    }
    std::string path(const std::string& name = "run.dscope") const { return (folder / name).string(); }
    std::vector<std::string> filesInFolder() const
    {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            names.push_back(entry.path().filename().string());
        return names;
    }
    static std::string contents(const std::string& file)
    {
        std::ifstream in(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    static void put(const std::string& file, std::string_view data) { std::ofstream(file, std::ios::binary) << data; }
    /// What `work` returns in a process whose files cannot grow beyond `bytes`: stands in for a disk that fills up.
    /// -1 when it did not end by itself.
    static int withFilesUpTo(rlim_t bytes, const std::function<int()>& work)
    {
        const pid_t child = ::fork();
        if (child == 0) {
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{bytes, bytes};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            ::_exit(work());
        }
        int status = 0;
        return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

    std::filesystem::path folder;
};

}  // namespace decodescope::test
