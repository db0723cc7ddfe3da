// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/appearance.h"
#include "app/gui/main_window.h"
#include "app/report/sweep_report.h"
#include "tests/support/fake_recording.h"

#include <QString>

#include <atomic>
#include <memory>
#include <semaphore>

namespace decodescope::test {

/// Settings of the user in a temporary folder, bundled fonts loaded; call first in every window test.
void prepareApplication();

/// Five contexts of the default model's shape, with figures made up.
std::shared_ptr<app::SweepReport> fakeSweep();

/// An engine that makes up its steps, one per token of `gate`; every step 3 ms apart at most.
class ScriptedEngine {
public:
    app::RunServices services();

    FakeOptions options;
    std::counting_semaphore<1 << 20> gate{0};
    std::atomic<int> stepsMade{0};
    std::optional<Error> error;  ///< preparing fails with this
};

/// A window on a scripted engine, shown at a size.
struct WindowFixture {
    explicit WindowFixture(app::ThemeChoice theme = app::ThemeChoice::light, QSize size = {1280, 720});
    ~WindowFixture();

    /// The text of a label or a button by its object name; fails the test by an empty string when there is none.
    QString text(const char* objectName) const;
    template <class Widget>
    Widget* find(const char* objectName) const
    {
        return window->findChild<Widget*>(QLatin1String(objectName));
    }
    void showFake(const FakeOptions& options = {});

    ScriptedEngine engine;
    std::unique_ptr<app::Appearance> appearance;
    std::unique_ptr<app::MainWindow> window;
};

}  // namespace decodescope::test
