// SPDX-License-Identifier: GPL-3.0-or-later
// A window that cannot open says what is missing and which package brings it, before Qt would end the process.
#include "app/gui/display_probe.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

namespace decodescope::app {
namespace {

/// A machine with an X server at :0, a Wayland compositor at wayland-0, and everything installed.
struct Machine {
    std::map<std::string, std::string> variables{{"DISPLAY", ":0"}};
    std::set<std::string> plugins{"xcb", "wayland", "offscreen"};
    std::set<std::string> missingLibraries;
    std::set<std::string> answers{"x11::0", "wayland:wayland-0"};

    std::optional<std::string> problem() const
    {
        DisplayEnvironment environment;
        environment.variable = [this](const char* name) {
            const auto found = variables.find(name);
            return found == variables.end() ? std::string() : found->second;
        };
        environment.pluginExists = [this](const std::string& plugin) { return plugins.contains(plugin); };
        environment.openLibrary = [this](const std::string& library) {
            return missingLibraries.contains(library) ? library + ": cannot open shared object file" : std::string();
        };
        environment.canConnect = [this](const std::string& target) { return answers.contains(target); };
        return whyNoDisplay(environment);
    }
};

/// Expects a refusal of whole lines that holds all of `words`.
void expectProblem(const Machine& machine, const std::vector<std::string>& words)
{
    const auto problem = machine.problem();
    ASSERT_TRUE(problem) << words.front();
    EXPECT_TRUE(problem->ends_with('\n'));
    for (const std::string& word : words)
        EXPECT_NE(problem->find(word), std::string::npos) << word << " in " << *problem;
}

TEST(DisplayProbe, FindsAScreenWhereThereIsOne)
{
    Machine machine;
    EXPECT_FALSE(machine.problem());
    machine.variables = {{"WAYLAND_DISPLAY", "wayland-0"}};
    EXPECT_FALSE(machine.problem());
    machine.variables = {{"QT_QPA_PLATFORM", "offscreen"}};
    EXPECT_FALSE(machine.problem());
    // Wayland first, X11 where that does not answer.
    machine.variables = {{"WAYLAND_DISPLAY", "wayland-9"}, {"DISPLAY", ":0"}};
    EXPECT_FALSE(machine.problem());
    machine.variables = {{"QT_QPA_PLATFORM", "wayland;xcb"}, {"DISPLAY", ":0"}};
    machine.plugins.erase("wayland");
    EXPECT_FALSE(machine.problem());
}

TEST(DisplayProbe, WithoutAScreenNamesBothVariablesAndAVirtualOne)
{
    Machine machine;
    machine.variables.clear();
    expectProblem(machine, {"DISPLAY", "WAYLAND_DISPLAY", "xvfb-run"});
}

TEST(DisplayProbe, AServerThatDoesNotAnswerIsNamed)
{
    Machine machine;
    machine.variables = {{"DISPLAY", ":42"}};
    expectProblem(machine, {"DISPLAY=:42", "No X server answers"});
    machine.variables = {{"WAYLAND_DISPLAY", "wayland-7"}};
    expectProblem(machine, {"WAYLAND_DISPLAY=wayland-7", "No Wayland compositor answers"});
}

TEST(DisplayProbe, WaylandAloneWithoutItsPluginNamesThePackage)
{
    Machine machine;
    machine.variables = {{"WAYLAND_DISPLAY", "wayland-0"}};
    machine.plugins.erase("wayland");
    expectProblem(machine, {"Wayland platform plugin is missing", "apt install qt6-wayland"});
}

TEST(DisplayProbe, AMissingX11LibraryNamesItsPackage)
{
    Machine machine;
    machine.missingLibraries = {"libxcb-cursor.so.0", "plugin:xcb"};
    expectProblem(machine, {"libxcb-cursor.so.0", "apt install libxcb-cursor0\n"});
    // A plugin that loads all the same does not need it.
    machine.missingLibraries.erase("plugin:xcb");
    EXPECT_FALSE(machine.problem());
    machine.plugins.erase("xcb");
    expectProblem(machine, {"libqxcb.so", "apt install libqt6gui6"});
}

TEST(DisplayProbe, AnAskedPlatformThatIsNotThereIsNamed)
{
    Machine machine;
    machine.variables["QT_QPA_PLATFORM"] = "eglfs";
    expectProblem(machine, {"'eglfs'", "QT_QPA_PLATFORM"});
    machine.variables = {{"QT_QPA_PLATFORM", "xcb"}};
    expectProblem(machine, {"asks for X11", "DISPLAY is not set"});
}

}  // namespace
}  // namespace decodescope::app
