// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/control_group.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <filesystem>
#include <fstream>

namespace decodescope::engine {
namespace {

namespace fs = std::filesystem;

class ControlGroup : public testing::Test {
protected:
    ControlGroup() : m_folder(fs::temp_directory_path() / ("decodescope-groups-" + std::to_string(getpid())))
    {
        fs::remove_all(m_folder);
        files.list = (m_folder / "cgroup").string();
        files.root = (m_folder / "fs").string();
    }
    ~ControlGroup() override { fs::remove_all(m_folder); }
    void put(const std::string& name, const std::string& text) const
    {
        fs::create_directories((m_folder / name).parent_path());
        std::ofstream(m_folder / name) << text;
    }
    ControlGroupFiles files;

private:
    fs::path m_folder;
};

TEST_F(ControlGroup, WithoutFilesOrLimitsThereIsNoQuota)
{
    EXPECT_FALSE(cpuQuota(files));
    put("cgroup", "0::/user/box\n");
    EXPECT_FALSE(cpuQuota(files));
    put("fs/user/box/cpu.max", "max 100000\n");
    EXPECT_FALSE(cpuQuota(files));
    put("cgroup", "4:cpu,cpuacct:/box\n");
    put("fs/cpu/box/cpu.cfs_quota_us", "-1\n");
    put("fs/cpu/box/cpu.cfs_period_us", "100000\n");
    EXPECT_FALSE(cpuQuota(files));
}

TEST_F(ControlGroup, TheTightestGroupUpToTheRootCounts)
{
    put("cgroup", "0::/user/box\n");
    put("fs/user/box/cpu.max", "400000 100000\n");
    EXPECT_EQ(cpuQuota(files), 4.0);
    put("fs/user/cpu.max", "150000 100000\n");
    EXPECT_EQ(cpuQuota(files), 1.5);
    put("fs/cpu.max", "50000 100000\n");
    EXPECT_EQ(cpuQuota(files), 0.5);
}

TEST_F(ControlGroup, BothVersionsAreRead)
{
    put("cgroup", "7:memory:/other\n4:cpu,cpuacct:/box\n0::/\n");
    put("fs/cpu/box/cpu.cfs_quota_us", "250000\n");
    put("fs/cpu/box/cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(cpuQuota(files), 2.5);
}

TEST_F(ControlGroup, NonsenseIsNoLimit)
{
    put("cgroup", "no colons\n0::/box\n::\n");
    put("fs/box/cpu.max", "many\n");
    EXPECT_FALSE(cpuQuota(files));
    put("fs/box/cpu.max", "0 0\n");
    EXPECT_FALSE(cpuQuota(files));
}

}  // namespace
}  // namespace decodescope::engine
