// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window_main.h"

#include "app/gui/appearance.h"
#include "app/gui/display_probe.h"
#include "app/gui/main_window.h"
#include "app/gui/recording_files.h"
#include "app/run/version.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QScreen>
#include <QSettings>
#include <QTimer>
#include <QTranslator>

#include <algorithm>
#include <cstdio>

// Outside every namespace: the macro declares a function of the resource compiler.
static void initControls()
{
    Q_INIT_RESOURCE(controls);
#ifdef DECODESCOPE_TRANSLATIONS
    Q_INIT_RESOURCE(translations);
#endif
}

namespace decodescope::app {

namespace {

constexpr int kExitNoDisplay = 4;

void placeWindow(MainWindow& window)
{
    const QByteArray remembered = QSettings().value(QStringLiteral("window/geometry")).toByteArray();
    if (!remembered.isEmpty() && window.restoreGeometry(remembered)) {
        return;
    }
    const QRect room = window.screen()->availableGeometry();
    const QSize wanted(std::min(1440, room.width()), std::min(900, room.height()));
    window.resize(wanted);
    window.move(room.center() - QPoint(wanted.width() / 2, wanted.height() / 2));
}

}  // namespace

void initWindowResources()
{
    initControls();
}

int runWindow(int argc, char** argv, const WindowOptions& options)
{
    if (const auto problem = whyNoDisplay(systemDisplayEnvironment())) {
        std::fprintf(stderr,
                     "decodescope: the window cannot open.\n%sThe subcommands work without a display: decodescope "
                     "--help lists them.\n",
                     problem->c_str());
        return kExitNoDisplay;
    }
    initWindowResources();
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("DecodeScope"));
    QCoreApplication::setApplicationName(QStringLiteral("decodescope"));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("DecodeScope"));
    QGuiApplication::setDesktopFileName(QStringLiteral("decodescope"));
    QCoreApplication::setApplicationVersion(QString::fromStdString(std::string(programVersion())));

    QTranslator ours;
    if (ours.load(QLocale(), QStringLiteral("decodescope"), QStringLiteral("_"), QStringLiteral(":/translations")) ||
        ours.load(QStringLiteral(":/translations/decodescope_en.qm"))) {  // English: its plural forms
        QCoreApplication::installTranslator(&ours);
    }
    QTranslator qts;
    if (qts.load(QLocale(), QStringLiteral("qtbase"), QStringLiteral("_"),
                 QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(&qts);
    }
    if (!loadBundledFonts()) {
        std::fprintf(stderr, "decodescope: the bundled font could not be loaded; another one is used\n");
    }
    // The variable is for scripts that start the window through a subcommand, such as scripts/screenshots.
    const std::optional<ThemeChoice> choice =
        parseThemeChoice(options.theme.value_or(qEnvironmentVariable("DECODESCOPE_THEME")));
    Appearance appearance(choice);
    appearance.apply();

    MainWindow window(engineServices(), sessionFiles(), &appearance);
    placeWindow(window);
    if (!options.model.isEmpty()) {
        window.selectModel(options.model);
    }
    window.show();
    QTimer::singleShot(0, &window, [&] {
        if (!options.recording.isEmpty()) {
            window.openRecording(options.recording);
        }
        window.start(options.recording.isEmpty());
    });
    const int code = QApplication::exec();
    QSettings().setValue(QStringLiteral("window/geometry"), window.saveGeometry());
    return code;
}

}  // namespace decodescope::app
