// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/run/version.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <CLI/CLI.hpp>

namespace decodescope::app {

namespace {

constexpr const char* kAbout =
    "DecodeScope shows and measures autoregressive decoding with and without the KV cache.\n"
    "Without arguments it opens its window; subcommands need no display.";
constexpr const char* kFooter =
    "\nExit codes: 0 done, 1 a check failed, 2 wrong usage, 3 bad input file,\n"
    "4 device, memory or run-time failure, 130 after Ctrl-C (what was recorded is kept).";

void printError(Console& console, const Error& error)
{
    console.log().error("{}", error.message);
    if (!error.hint.empty()) {
        console.log().error("  {}", error.hint);
    }
}

/// An argument nobody took: names it and the nearest thing that exists.
Error unknownArgument(const CLI::App& app, const CLI::App* command)
{
    const std::vector<std::string> remaining = app.remaining(true);
    const std::string argument = remaining.empty() ? std::string() : remaining.front();
    std::vector<std::string> candidates;
    if (argument.starts_with('-')) {
        for (const CLI::Option* option : (command != nullptr ? command : &app)->get_options()) {
            for (const std::string& name : option->get_lnames()) {
                candidates.push_back("--" + name);
            }
        }
    } else if (command == nullptr) {
        for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; })) {
            candidates.push_back(subcommand->get_name());
        }
    }
    const std::string word = argument.substr(0, argument.find('='));
    Error error;
    error.code = ErrorCode::usage;
    if (std::find(candidates.begin(), candidates.end(), word) != candidates.end()) {
        // It is no option because of where it stands.
        candidates.clear();
        error.message = "after --, " + word + " is an argument, and there is none to give";
    } else if (argument.starts_with('-')) {
        error.message = "unknown option " + word;
    } else if (command == nullptr) {
        error.message = "unknown command \"" + argument + "\"";
    } else {
        error.message = std::string(command->get_name()) + " takes no argument \"" + argument + "\"";
    }
    if (const std::string close = nearest(word, candidates); !close.empty()) {
        error.message += "; the nearest is " + close;
    }
    error.hint = command != nullptr ? "decodescope " + command->get_name() + " --help lists the options"
                                    : "decodescope --help lists the commands";
    return error;
}

int runChosen(Console& console, Command& command)
{
    const Interrupt interrupt(command.endsAtOnce());
    const Result<int> result = command.run(console, interrupt.token());
    if (!result) {
        printError(console, result.error());
    }
    const int code = result ? *result : exitCode(result.error().code);
    return code == kExitInterrupted ? interrupt.exitCode() : code;
}

/// Log lines name files and hold words of theirs: nothing of them may steer the terminal.
class VisibleText : public spdlog::custom_flag_formatter {
public:
    void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& out) override
    {
        const std::string text = terminalText({message.payload.data(), message.payload.size()});
        out.append(text.data(), text.data() + text.size());
    }
    std::unique_ptr<spdlog::custom_flag_formatter> clone() const override { return std::make_unique<VisibleText>(); }
};

/// An option that got nothing, as from a shell variable that is not set, was meant to say something. A prompt may be
/// asked to be empty, and is refused as a prompt.
std::optional<Error> emptyValue(const CLI::App& command)
{
    for (const CLI::Option* option : command.get_options()) {
        const std::vector<std::string>& values = option->results();
        if (option->get_name() != "--prompt" && option->get_expected_max() > 0 &&
            std::any_of(values.begin(), values.end(), [](const std::string& value) { return value.empty(); })) {
            return Error{ErrorCode::usage, option->get_name() + " is empty",
                         "leave it out, or give it a value (a shell variable may be unset)"};
        }
    }
    return std::nullopt;
}

}  // namespace

int runCommandLine(int argc, char** argv, const OpenWindow& openWindow)
{
    auto log = std::make_shared<spdlog::logger>("decodescope", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
    auto pattern = std::make_unique<spdlog::pattern_formatter>();
    pattern->add_flag<VisibleText>('*').set_pattern("%^%l%$: %*");
    log->set_formatter(std::move(pattern));
    Console console(log);

    std::vector<std::unique_ptr<Command>> commands;
    for (const auto make : {makeRunCommand, makeSweepCommand, makeChecksCommand, makeBenchCommand, makeSizeCommand,
                            makeCeilingsCommand, makeTokenizeCommand, makeInspectCommand, makeOpenCommand}) {
        commands.push_back(make());
    }
    CLI::App app(kAbout, "decodescope");
    app.footer(kFooter);
    app.set_version_flag("--version", "DecodeScope " + std::string(programVersion()));
    WindowRequest window;
    app.add_option("--model", window.model, "The window's model to begin with")->type_name("M");
    app.add_option("--theme", window.theme, "The window's theme this time")
        ->type_name("NAME")
        ->check(CLI::IsMember({"light", "dark", "projector", "system"}));
    std::vector<CLI::App*> apps;
    for (const auto& command : commands) {
        CLI::App* subcommand = app.add_subcommand(command->name(), command->description());
        command->addOptions(*subcommand);
        apps.push_back(subcommand);
    }
    const auto chosen = [&]() -> std::size_t {
        for (std::size_t i = 0; i < apps.size(); ++i) {
            if (apps[i]->parsed()) {
                return i;
            }
        }
        return apps.size();
    };
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        // --help and --version.
        return app.exit(success) == 0 ? kExitDone : kExitUsage;
    } catch (const CLI::ExtrasError&) {
        const std::size_t index = chosen();
        printError(console, unknownArgument(app, index < apps.size() ? apps[index] : nullptr));
        return kExitUsage;
    } catch (const CLI::ParseError& error) {
        const std::size_t index = chosen();
        printError(console,
                   {ErrorCode::usage, error.what(),
                    index < apps.size() ? "decodescope " + apps[index]->get_name() + " --help lists the options"
                                        : std::string("decodescope --help lists the commands")});
        return kExitUsage;
    }
    const std::size_t index = chosen();
    if (const auto empty = emptyValue(index < apps.size() ? *apps[index] : app)) {
        printError(console, *empty);
        return kExitUsage;
    }
    if (index == commands.size()) {
        return openWindow(window);
    }
    const std::optional<WindowRequest> request = commands[index]->window();
    return request ? openWindow(*request) : runChosen(console, *commands[index]);
}

}  // namespace decodescope::app
