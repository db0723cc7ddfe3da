// SPDX-License-Identifier: GPL-3.0-or-later
// Renders every picture of many made-up recordings into a folder, to look at.
#include "app/plots/plots.h"
#include "app/plots/sweep_plots.h"
#include "tests/support/fake_recording.h"

#include <QDir>
#include <QGuiApplication>
#include <QPainter>
#include <cmath>
#include <functional>
#include <vector>

using namespace decodescope;
using namespace decodescope::app;

namespace {

struct Case {
    QString name;
    PlotScene scene;
    std::shared_ptr<profiler::Recording> recording;
};

Case makeCase(const QString& name, const test::FakeOptions& options, std::size_t naive = SIZE_MAX,
              std::size_t cached = SIZE_MAX)
{
    Case c{name, {}, std::make_shared<profiler::Recording>(test::makeFakeRecording(options))};
    c.scene.recording = c.recording.get();
    for (const auto& run : c.recording->runs) {
        if (run->info().warmup)
            continue;
        if (run->info().strategy == engine::Strategy::naive)
            c.scene.naive = run;
        else
            c.scene.cached = run;
    }
    c.scene.naiveSteps = naive;
    c.scene.cachedSteps = cached;
    return c;
}

test::FakeOptions options(std::int64_t prompt, std::int64_t fresh)
{
    test::FakeOptions result;
    result.promptTokens = prompt;
    result.newTokens = fresh;
    result.ops = prompt + fresh < 200;
    return result;
}

std::vector<Case> cases()
{
    std::vector<Case> all;
    all.push_back(makeCase(QStringLiteral("9-32"), options(9, 32)));
    all.push_back(makeCase(QStringLiteral("9-32-at-26"), options(9, 32), 26, 26));
    all.push_back(makeCase(QStringLiteral("1-2"), options(1, 2)));
    all.push_back(makeCase(QStringLiteral("4-8"), options(4, 8)));
    all.push_back(makeCase(QStringLiteral("100-50"), options(100, 50)));
    all.push_back(makeCase(QStringLiteral("512-16"), options(512, 16)));
    all.push_back(makeCase(QStringLiteral("9-512"), options(9, 512), 400, 400));
    all.push_back(makeCase(QStringLiteral("9-2048"), options(9, 2048), 1500, 1700));
    auto eos = options(9, 32);
    eos.cachedEosAt = 17;
    all.push_back(makeCase(QStringLiteral("eos"), eos));
    auto stopped = options(9, 32);
    stopped.cancelledAt = 20;
    all.push_back(makeCase(QStringLiteral("stopped"), stopped));
    auto batch = options(9, 24);
    batch.batch = 3;
    all.push_back(makeCase(QStringLiteral("batch"), batch));
    all.back().scene.sequence = 1;
    auto counted = options(100, 50);
    counted.counted = true;
    all.push_back(makeCase(QStringLiteral("counted"), counted));
    auto broken = options(9, 32);
    broken.strategies = {engine::Strategy::naive, engine::Strategy::brokenForget};
    all.push_back(makeCase(QStringLiteral("broken"), broken));
    auto alone = options(9, 32);
    alone.strategies = {engine::Strategy::naive};
    all.push_back(makeCase(QStringLiteral("naive-only"), alone, 12));
    alone.strategies = {engine::Strategy::cached};
    alone.ceilings = false;
    all.push_back(makeCase(QStringLiteral("cached-only"), alone, 0, 20));
    all.push_back(makeCase(QStringLiteral("time"), options(9, 32)));
    all.back().scene.colourBy = ColourBy::timePerPosition;
    all.push_back(Case{QStringLiteral("nothing"), {}, nullptr});
    return all;
}

}  // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QGuiApplication application(argc, argv);
    loadBundledFonts();
    const QStringList arguments = application.arguments();
    if (arguments.size() < 2)
        return 2;
    const QDir folder(arguments[1]);
    folder.mkpath(QStringLiteral("."));
    const QString only = arguments.value(2);
    const int scale = arguments.value(3, QStringLiteral("1")).toInt();
    const std::vector<std::pair<QString, ThemeKind>> themes{{QStringLiteral("light"), ThemeKind::light},
                                                            {QStringLiteral("dark"), ThemeKind::dark},
                                                            {QStringLiteral("projector"), ThemeKind::projector}};
    const std::vector<std::pair<QString, Picture>> pictures{{QStringLiteral("triangle"), Picture::triangle},
                                                            {QStringLiteral("kv-growth"), Picture::kvGrowth},
                                                            {QStringLiteral("throughput"), Picture::throughput},
                                                            {QStringLiteral("roofline"), Picture::roofline},
                                                            {QStringLiteral("report"), Picture::report}};
    const auto save = [&](const QString& name, const QImage& image) {
        if (!only.isEmpty() && !name.contains(only))
            return;
        const QImage small =
            scale == 1 ? image.scaled(1600, 900, Qt::IgnoreAspectRatio, Qt::SmoothTransformation) : image;
        small.save(folder.filePath(name + QStringLiteral(".png")));
    };
    for (const Case& c : cases()) {
        for (const auto& [themeName, kind] : themes) {
            for (const auto& [pictureName, picture] : pictures) {
                const QString name = pictureName + u'-' + c.name + u'-' + themeName;
                if (only.isEmpty() || name.contains(only))
                    save(name, renderPicture(picture, c.scene, theme(kind)));
            }
        }
    }
    SweepData sweep;
    SweepSpeed cached{engine::Strategy::cached, {}};
    SweepSpeed naive{engine::Strategy::naive, {}};
    for (const std::int64_t context : {128, 256, 512, 1024, 2048}) {
        sweep.contexts.push_back(context);
        sweep.kvBytesFormula.push_back(23040 * context);
        sweep.kvBytesUsed.push_back(23040 * context);
        sweep.memoryPeakBytes.push_back(120'000'000 + 23310 * context);
        cached.tokPerS.emplace_back(150.0 / (1 + static_cast<double>(context) / 4000));
        naive.tokPerS.emplace_back(3000.0 / static_cast<double>(context));
    }
    sweep.speeds = {cached};
    sweep.info = test::fakeRunInfo({}, engine::Strategy::cached);
    sweep.info->promptIds.clear();
    save(QStringLiteral("sweep-memory-light"),
         renderSweepPicture(SweepPicture::memory, sweep, theme(ThemeKind::light)));
    save(QStringLiteral("sweep-throughput-dark"),
         renderSweepPicture(SweepPicture::throughput, sweep, theme(ThemeKind::dark)));
    sweep.speeds = {naive, cached};
    save(QStringLiteral("sweep-throughput-both-light"),
         renderSweepPicture(SweepPicture::throughput, sweep, theme(ThemeKind::light)));
    return 0;
}
