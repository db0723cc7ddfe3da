// SPDX-License-Identifier: GPL-3.0-or-later
// Frame time of the stage and of the plots with long records (2,048 steps; 100,000 samples) at scales 1, 1.25 and 2:
// each must stay under 16 ms, one frame at 60 Hz.
#include "app/plots/chart.h"
#include "app/plots/plot_parts.h"
#include "app/plots/triangles.h"
#include "tests/support/fake_recording.h"

#include <benchmark/benchmark.h>
#include <QGuiApplication>
#include <QPainter>
#include <vector>

using namespace decodescope;
using namespace decodescope::app;

namespace {

const PlotScene& longScene()
{
    static const profiler::Recording recording = [] {
        test::FakeOptions options;
        options.promptTokens = 9;
        options.newTokens = 2048;
        options.ops = false;
        return test::makeFakeRecording(options);
    }();
    static const PlotScene scene = [] {
        PlotScene s;
        s.recording = &recording;
        s.naive = recording.runs[0];
        s.cached = recording.runs[1];
        return s;
    }();
    return scene;
}

/// Scale factors are whole percent, as arguments of benchmarks are whole numbers.
double scaleOf(const benchmark::State& state)
{
    return static_cast<double>(state.range(0)) / 100;
}

QImage surface(const QSize& size, double ratio)
{
    QImage image(size * ratio, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(theme(ThemeKind::light).surface);
    return image;
}

/// One step further per frame, as in playback: changed scan lines, blit, axes and text.
void stageStep(benchmark::State& state)
{
    const double ratio = scaleOf(state);
    PlotScene scene = longScene();
    QImage image = surface({1100, 700}, ratio);
    TriangleRaster naive;
    TriangleRaster cached;
    std::size_t step = 1;
    for (auto _ : state) {
        step = step % 2048 + 1;
        scene.naiveSteps = scene.cachedSteps = step;
        QPainter painter(&image);
        painter.fillRect(QRect(0, 0, 1100, 700), theme(ThemeKind::light).surface);
        const Canvas canvas(painter, theme(ThemeKind::light), PlotUse::screen, QLocale::c());
        paintTriangles(canvas, trianglesGeometry(canvas, QRectF(0, 0, 1100, 700), scene), scene, naive, cached);
    }
}

/// A seek across the whole record: every scan line anew.
void stageSeek(benchmark::State& state)
{
    const double ratio = scaleOf(state);
    const TriangleExtent extent = triangleExtent(longScene());
    const TriangleLayout layout(QRectF(0, 0, 520, 560), extent, ratio);
    const TriangleRaster::Style style{&theme(ThemeKind::light), ColourBy::kindOfWork, {}, -1, false};
    TriangleRaster raster;
    bool end = false;
    for (auto _ : state) {
        end = !end;
        raster.update(*longScene().naive, end ? 2048 : 0, layout, style, ratio);
    }
}

/// KV growth, throughput, roofline at the size of an instrument.
void plots(benchmark::State& state)
{
    const double ratio = scaleOf(state);
    QImage image = surface({420, 260}, ratio);
    for (auto _ : state) {
        QPainter painter(&image);
        const Canvas canvas(painter, theme(ThemeKind::light), PlotUse::screen, QLocale::c());
        const QRectF rect(0, 0, 420, 260);
        switch (state.range(1)) {
            case 0:
                paintKvGrowthPlot(canvas, rect, longScene());
                break;
            case 1:
                paintThroughputPlot(canvas, rect, longScene());
                break;
            default:
                paintRooflinePlot(canvas, rect, longScene());
        }
    }
}

void samples100k(benchmark::State& state)
{
    const double ratio = scaleOf(state);
    std::vector<QPointF> samples;
    for (int i = 0; i < 100000; ++i) samples.emplace_back(i, (i * 7919) % 1000);
    QImage image = surface({900, 300}, ratio);
    for (auto _ : state) {
        QPainter painter(&image);
        const Canvas canvas(painter, theme(ThemeKind::light), PlotUse::screen, QLocale::c());
        const Chart chart{QRectF(40, 10, 840, 260), Scale::linear(0, 99999, 40, 880), Scale::linear(0, 1000, 270, 10)};
        drawSeries(canvas, chart, samples, theme(ThemeKind::light).runCached, 1.5);
    }
}

BENCHMARK(stageStep)->Arg(100)->Arg(125)->Arg(200)->Unit(benchmark::kMillisecond);
BENCHMARK(stageSeek)->Arg(100)->Arg(125)->Arg(200)->Unit(benchmark::kMillisecond);
BENCHMARK(plots)->ArgsProduct({{100, 125, 200}, {0, 1, 2}})->Unit(benchmark::kMillisecond);
BENCHMARK(samples100k)->Arg(100)->Arg(125)->Arg(200)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QGuiApplication application(argc, argv);
    if (!loadBundledFonts())
        return 1;
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
