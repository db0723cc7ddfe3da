// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plots.h"

#include "app/plots/axis.h"
#include "app/plots/chart.h"
#include "app/plots/label_placer.h"
#include "app/plots/numbers.h"
#include "app/plots/plot_parts.h"
#include "app/plots/roofline.h"
#include "app/plots/sweep_plots.h"
#include "app/plots/triangles.h"
#include "app/plots/work_counters.h"
#include "profiler/record/summary.h"
#include "tests/support/fake_recording.h"

#include <QCryptographicHash>
#include <QGuiApplication>
#include <QPainter>
#include <QTest>
#include <cmath>
#include <random>

using namespace decodescope;
using namespace decodescope::app;

namespace {

struct Shown {
    std::shared_ptr<profiler::Recording> recording;
    PlotScene scene;
};

Shown shown(const test::FakeOptions& options)
{
    Shown result;
    result.recording = std::make_shared<profiler::Recording>(test::makeFakeRecording(options));
    result.scene.recording = result.recording.get();
    for (const auto& run : result.recording->runs)
        (run->info().strategy == engine::Strategy::naive ? result.scene.naive : result.scene.cached) = run;
    return result;
}

test::FakeOptions options(std::int64_t prompt, std::int64_t fresh)
{
    test::FakeOptions result;
    result.promptTokens = prompt;
    result.newTokens = fresh;
    result.ops = false;
    return result;
}

QImage blank(const QSize& size, qreal ratio, const Theme& theme)
{
    QImage image(size * ratio, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(theme.surface);
    return image;
}

/// The stage at a size and scale, and where its cells are.
struct Stage {
    QImage image;
    TrianglesGeometry geometry;
};

Stage drawStage(const PlotScene& scene, const QSize& size, qreal ratio, const Theme& theme)
{
    Stage stage{blank(size, ratio, theme), {}};
    QPainter painter(&stage.image);
    const Canvas canvas(painter, theme, PlotUse::screen, QLocale::c());
    stage.geometry = trianglesGeometry(canvas, QRectF(QPointF(0, 0), QSizeF(size)), scene);
    TriangleRaster naive;
    TriangleRaster cached;
    paintTriangles(canvas, stage.geometry, scene, naive, cached);
    return stage;
}

/// Whether a pixel of the cell that textures leave alone has this colour. The corner clear of the diagonal strokes.
bool hasColor(const Stage& stage, const TriangleLayout& layout, int row, int column, const QColor& color)
{
    const QRectF cell = layout.span(row, column, column + 1);
    const qreal ratio = stage.image.devicePixelRatio();
    // Any pixel inside the cell counts: strokes and dots cover a part of it only.
    for (qreal fy = 0.15; fy < 0.8; fy += 0.1) {
        for (qreal fx = 0.15; fx < 0.8; fx += 0.1) {
            const QPointF p(cell.x() + cell.width() * fx, cell.y() + cell.height() * fy);
            if (stage.image.pixelColor(static_cast<int>(p.x() * ratio), static_cast<int>(p.y() * ratio)) == color)
                return true;
        }
    }
    return false;
}

QByteArray hashOf(const QImage& image)
{
    return QCryptographicHash::hash(
        QByteArrayView(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes()),
        QCryptographicHash::Sha256);
}

}  // namespace

class PlotsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(loadBundledFonts()); }

    void rowsComeFromTheRecord()
    {
        const Shown s = shown(options(9, 32));
        const RowCells first = rowCells(s.scene.naive->steps()[0], -1);
        for (int column = 0; column < 9; ++column) QCOMPARE(first.at(column), CellKind::prefill);
        QCOMPARE(first.at(9), CellKind::empty);
        const RowCells naive = rowCells(s.scene.naive->steps()[11], -1);
        QCOMPARE(naive.at(0), CellKind::recomputed);
        QCOMPARE(naive.at(18), CellKind::recomputed);
        QCOMPARE(naive.at(19), CellKind::newWork);
        QCOMPARE(naive.at(20), CellKind::empty);
        const RowCells cached = rowCells(s.scene.cached->steps()[11], -1);
        QCOMPARE(cached.at(0), CellKind::reused);
        QCOMPARE(cached.at(18), CellKind::reused);
        QCOMPARE(cached.at(19), CellKind::newWork);
        QCOMPARE(cached.at(20), CellKind::empty);
        for (const auto& run : {s.scene.naive, s.scene.cached}) {
            for (std::size_t i = 0; i < run->steps().size(); ++i) {
                const auto& step = run->steps()[i];
                const RowCells row = rowCells(step, -1);
                QCOMPARE(row.end - row.computedBegin, step.positionsComputed);
                QCOMPARE(row.freshBegin - row.computedBegin, step.positionsRecomputed);
                QCOMPARE(row.computedBegin - row.reusedBegin, step.positionsReused);
            }
        }
    }

    void extentIsPlannedWhileRunningAndActualAfterwards()
    {
        auto o = options(9, 32);
        o.cachedEosAt = 17;
        Shown s = shown(o);
        TriangleExtent extent = triangleExtent(s.scene);
        QCOMPARE(extent.rows, 32);
        QCOMPARE(extent.columns, 40);
        QCOMPARE(extent.promptColumns, 9);
        s.scene.naive.reset();
        extent = triangleExtent(s.scene);
        QCOMPARE(extent.rows, 18);
        QCOMPARE(extent.columns, 26);
        o.finished = false;
        s = shown(o);
        s.scene.naive.reset();
        QCOMPARE(triangleExtent(s.scene).rows, 32);
        QCOMPARE(triangleExtent(PlotScene{}).rows, 0);
    }

    void cellsHaveTheColourOfTheirKind_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("ratio");
        for (const int kind : {0, 1, 2})
            for (const double ratio : {1.0, 1.25, 2.0})
                QTest::addRow("theme %d scale %.2f", kind, ratio) << kind << ratio;
    }
    void cellsHaveTheColourOfTheirKind()
    {
        QFETCH(int, kind);
        QFETCH(double, ratio);
        const Theme& t = theme(static_cast<ThemeKind>(kind));
        const Shown s = shown(options(9, 32));
        const Stage stage = drawStage(s.scene, QSize(900, 600), ratio, t);
        QVERIFY(stage.geometry.naive.layout.cells());
        std::mt19937 random(7);
        for (int i = 0; i < 60; ++i) {
            const int row = static_cast<int>(random() % 31);  // the last row has its outline
            const int column = static_cast<int>(random() % 40);
            for (const bool cachedPanel : {false, true}) {
                const auto& run = cachedPanel ? s.scene.cached : s.scene.naive;
                const CellKind cell = rowCells(run->steps()[static_cast<std::size_t>(row)], -1).at(column);
                const QColor expected = cell == CellKind::prefill      ? t.prefill
                                        : cell == CellKind::newWork    ? t.newWork
                                        : cell == CellKind::recomputed ? t.recomputed
                                        : cell == CellKind::reused     ? t.cachedFill
                                                                       : t.surface;
                const auto& layout = (cachedPanel ? stage.geometry.cached : stage.geometry.naive).layout;
                QVERIFY2(hasColor(stage, layout, row, column, expected),
                         qPrintable(QStringLiteral("row %1 column %2 %3").arg(row).arg(column).arg(cachedPanel)));
            }
        }
    }

    void recomputedCellsAreHatchedAndReusedOnesOutlined()
    {
        const Theme& t = theme(ThemeKind::light);
        const Shown s = shown(options(4, 12));
        const Stage stage = drawStage(s.scene, QSize(600, 420), 2, t);
        const auto contains = [&](const QRectF& cell, const QColor& color) {
            for (int y = static_cast<int>(cell.top() * 2); y < static_cast<int>(cell.bottom() * 2); ++y)
                for (int x = static_cast<int>(cell.left() * 2); x < static_cast<int>(cell.right() * 2); ++x)
                    if (stage.image.pixelColor(x, y) == color)
                        return true;
            return false;
        };
        QVERIFY(contains(stage.geometry.naive.layout.span(5, 2, 3), t.recomputedHatch));
        QVERIFY(!contains(stage.geometry.naive.layout.span(5, 8, 9), t.recomputedHatch));
        QVERIFY(contains(stage.geometry.cached.layout.span(5, 2, 3), t.cachedOutline));
    }

    void smallCellsBecomeOneImageWithTheDiagonal()
    {
        const Theme& t = theme(ThemeKind::light);
        const Shown s = shown(options(9, 600));
        const Stage stage = drawStage(s.scene, QSize(900, 600), 1, t);
        const TriangleLayout& layout = stage.geometry.naive.layout;
        QVERIFY(!layout.cells());
        for (const int row : {50, 200, 333, 480, 560}) {
            const qreal y = layout.top(row) + layout.cellHeight() / 2;
            const auto pixel = [&](qreal x) {
                return stage.image.pixelColor(static_cast<int>(x), static_cast<int>(y));
            };
            QCOMPARE(pixel(layout.left(5)), t.recomputed);
            QCOMPARE(pixel(layout.left(9 + row) - 1.5), t.newWork);
        }
    }

    /// Whatever way leads to a position, the image is that of a fresh rendering.
    void anySeekEqualsAFreshRendering_data()
    {
        QTest::addColumn<qlonglong>("prompt");
        QTest::addColumn<qlonglong>("fresh");
        QTest::addColumn<double>("ratio");
        QTest::newRow("cells") << 9LL << 32LL << 1.25;
        QTest::newRow("compressed prompt") << 300LL << 16LL << 2.0;
        QTest::newRow("image") << 9LL << 700LL << 1.0;
        QTest::newRow("more rows than lines") << 9LL << 1500LL << 1.0;
    }
    void anySeekEqualsAFreshRendering()
    {
        QFETCH(qlonglong, prompt);
        QFETCH(qlonglong, fresh);
        QFETCH(double, ratio);
        const Theme& t = theme(ThemeKind::light);
        const Shown s = shown(options(prompt, fresh));
        const TriangleLayout layout(QRectF(10, 10, 400, 300), triangleExtent(s.scene), ratio);
        for (const ColourBy colourBy : {ColourBy::kindOfWork, ColourBy::timePerPosition}) {
            TriangleRaster::Style style{&t, colourBy, {}, -1, false};
            style.range = *timeRange(s.scene);
            std::mt19937 random(11);
            TriangleRaster kept;
            for (int i = 0; i < 25; ++i) {
                const std::size_t steps = random() % static_cast<std::size_t>(fresh + 1);
                for (const auto& run : {s.scene.naive}) {
                    TriangleRaster once;
                    QCOMPARE(kept.update(*run, steps, layout, style, ratio),
                             once.update(*run, steps, layout, style, ratio));
                }
            }
        }
    }

    void aStepRepaintsItsOwnRowOnly()
    {
        const Shown s = shown(options(9, 600));
        const TriangleLayout layout(QRectF(0, 0, 400, 300), triangleExtent(s.scene), 1);
        const TriangleRaster::Style style{&theme(ThemeKind::light), ColourBy::kindOfWork, {}, -1, false};
        TriangleRaster raster;
        raster.update(*s.scene.naive, 300, layout, style, 1);
        raster.update(*s.scene.naive, 301, layout, style, 1);
        QVERIFY(raster.linesPainted() <= 1);
        raster.update(*s.scene.naive, 301, layout, style, 1);
        QCOMPARE(raster.linesPainted(), 0);
        raster.update(*s.scene.naive, 305, layout, style, 1);
        QVERIFY(raster.linesPainted() >= 1 && raster.linesPainted() <= 3);
    }

    void layoutMapsBothWays()
    {
        for (const auto& [prompt, fresh] : {std::pair{1, 2}, {9, 32}, {100, 50}, {512, 16}, {9, 2048}}) {
            const TriangleExtent extent{fresh, prompt + fresh - 1, prompt};
            const TriangleLayout layout(QRectF(30, 20, 380, 300), extent, 1.25);
            QVERIFY(layout.grid().right() <= 30 + 380 + 1e-6 && layout.grid().bottom() <= 320 + 1e-6);
            for (int column = 0; column < extent.columns; column += std::max(1, extent.columns / 37))
                QCOMPARE(layout.columnAt((layout.left(column) + layout.left(column + 1)) / 2), column);
            for (int row = 0; row < extent.rows; row += std::max(1, extent.rows / 29))
                QCOMPARE(layout.rowAt(layout.top(row) + layout.cellHeight() / 2), row);
            QCOMPARE(layout.columnAt(29), -1);
            QCOMPARE(layout.rowAt(321), -1);
        }
        QVERIFY(TriangleLayout(QRectF(0, 0, 380, 300), {16, 527, 512}, 1).promptCompressed());
        QVERIFY(!TriangleLayout(QRectF(0, 0, 380, 300), {32, 40, 9}, 1).promptCompressed());
    }

    /// The shorter run's rows end; below them its reason stands, and nothing else of the triangle.
    void theShorterRunEndsWithItsReason()
    {
        auto o = options(9, 32);
        o.cachedEosAt = 17;
        const Shown s = shown(o);
        const Theme& t = theme(ThemeKind::light);
        const Stage stage = drawStage(s.scene, QSize(900, 600), 1, t);
        const TriangleLayout& layout = stage.geometry.cached.layout;
        QVERIFY(hasColor(stage, layout, 16, 20, t.cachedFill));
        QVERIFY(hasColor(stage, layout, 25, 20, t.surface));
        const auto inked = [&](const QRectF& rect) {
            for (int y = static_cast<int>(rect.top()); y < static_cast<int>(rect.bottom()); ++y)
                for (int x = static_cast<int>(rect.left()); x < static_cast<int>(rect.right()); ++x)
                    if (contrastRatio(stage.image.pixelColor(x, y), t.surface) > 4.5)
                        return true;
            return false;
        };
        const QRectF below(layout.grid().left(), layout.top(18) + 5, 120, 17);
        QVERIFY(inked(below));
        auto early = s.scene;
        early.cachedSteps = 17;
        const Stage before = drawStage(early, QSize(900, 600), 1, t);
        QVERIFY(before.image != stage.image);
    }

    /// Long names, an empty record, one run alone, a broken strategy: a picture all the same.
    void oddRecordingsAreDrawn()
    {
        for (const auto& [prompt, fresh] : {std::pair{1, 2}, {1, 1}, {512, 16}, {100, 50}}) {
            const Shown s = shown(options(prompt, fresh));
            QVERIFY(!renderPicture(Picture::report, s.scene, theme(ThemeKind::projector)).isNull());
        }
        auto info = test::fakeRunInfo(options(9, 32), engine::Strategy::brokenForget);
        info.model.config.name = std::string(300, 'M');
        info.device.name = std::string(200, 'd');
        info.ceilings.reset();
        PlotScene scene;
        scene.cached = std::make_shared<profiler::RunRecord>(info);
        for (const Picture picture :
             {Picture::triangle, Picture::kvGrowth, Picture::throughput, Picture::roofline, Picture::report})
            QVERIFY(!renderPicture(picture, scene, theme(ThemeKind::light)).isNull());
    }

    void cellsAreDescribed()
    {
        const Shown s = shown(options(9, 32));
        const QString naive = describeCell(s.scene, {false, 11, 7}, QLocale::c());
        QVERIFY2(naive.startsWith(QStringLiteral("step 12, position 8 “")), qPrintable(naive));
        QVERIFY2(naive.contains(QStringLiteral("computed again, first computed at step 1")), qPrintable(naive));
        const QString later = describeCell(s.scene, {false, 20, 12}, QLocale::c());
        QVERIFY2(later.contains(QStringLiteral("first computed at step 5")), qPrintable(later));
        const QString cached = describeCell(s.scene, {true, 20, 12}, QLocale::c());
        QVERIFY2(cached.contains(QStringLiteral("read from the cache, computed at step 5")), qPrintable(cached));
        PlotScene early = s.scene;
        early.naiveSteps = 3;
        QVERIFY(describeCell(early, {false, 11, 7}, QLocale::c()).contains(QStringLiteral("not computed yet")));
    }

    void tokensComeFromPromptAndSteps()
    {
        const Shown s = shown(options(9, 32));
        const auto& run = *s.scene.cached;
        QCOMPARE(tokenAt(run, SIZE_MAX, -1, 3), run.info().promptPieces[0][3]);
        QCOMPARE(tokenAt(run, SIZE_MAX, -1, 9), run.steps()[0].sequences[0].tokenBytes);
        QCOMPARE(tokenAt(run, SIZE_MAX, -1, 14), run.steps()[5].sequences[0].tokenBytes);
        QCOMPARE(tokenAt(run, 5, -1, 14), std::string());
    }

    void countersAreTheSummarys()
    {
        auto o = options(9, 24);
        o.batch = 3;
        const Shown s = shown(o);
        for (const std::size_t steps : {std::size_t{1}, std::size_t{7}, std::size_t{24}}) {
            const auto summary = profiler::summarise(*s.scene.naive, steps);
            const WorkCounters all = countWork(*s.scene.naive, steps, -1);
            QCOMPARE(all.positionsComputed, summary.positionsComputed);
            QCOMPARE(all.flopsWasted, summary.flopsWasted);
            WorkCounters sum;
            for (int sequence = 0; sequence < 3; ++sequence) {
                const WorkCounters one = countWork(*s.scene.naive, steps, sequence);
                sum.positionsComputed += one.positionsComputed;
                sum.positionsRecomputed += one.positionsRecomputed;
                sum.secondsWasted += one.secondsWasted;
            }
            QCOMPARE(sum.positionsComputed, all.positionsComputed);
            QCOMPARE(sum.positionsRecomputed, all.positionsRecomputed);
            QVERIFY(std::abs(sum.secondsWasted - all.secondsWasted) <= 1e-9);
        }
    }

    void picturesAreTheSameBytesEveryTime()
    {
        const Shown s = shown(options(9, 32));
        for (const Picture picture :
             {Picture::triangle, Picture::kvGrowth, Picture::throughput, Picture::roofline, Picture::report}) {
            const QImage once = renderPicture(picture, s.scene, theme(ThemeKind::light));
            QCOMPARE(once.size(), QSize(3200, 1800));
            QCOMPARE(once.devicePixelRatio(), 2.0);
            QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
            const QImage again = renderPicture(picture, s.scene, theme(ThemeKind::light));
            QLocale::setDefault(QLocale::c());
            QCOMPARE(hashOf(once), hashOf(again));
        }
    }

    /// Every picture says something different of another position, and none fails on odd scenes.
    void picturesFollowThePosition()
    {
        Shown s = shown(options(9, 32));
        for (const Picture picture :
             {Picture::triangle, Picture::kvGrowth, Picture::throughput, Picture::roofline, Picture::report}) {
            s.scene.naiveSteps = s.scene.cachedSteps = 20;
            const QByteArray at20 = hashOf(renderPicture(picture, s.scene, theme(ThemeKind::light)));
            s.scene.naiveSteps = s.scene.cachedSteps = 21;
            QVERIFY(hashOf(renderPicture(picture, s.scene, theme(ThemeKind::light))) != at20);
            QVERIFY(!renderPicture(picture, PlotScene{}, theme(ThemeKind::dark)).isNull());
            s.scene.naiveSteps = s.scene.cachedSteps = 0;
            QVERIFY(!renderPicture(picture, s.scene, theme(ThemeKind::light)).isNull());
        }
    }

    /// Legends, names and conditions stay inside of a picture, however long they are: its edge is empty.
    void nothingReachesAPicturesEdge()
    {
        const Theme& t = theme(ThemeKind::light);
        Shown many = shown(options(9, 700));
        Shown few = shown(options(300, 16));
        for (const Shown* s : {&many, &few}) {
            for (const Picture picture :
                 {Picture::triangle, Picture::kvGrowth, Picture::throughput, Picture::roofline, Picture::report}) {
                const QImage image = renderPicture(picture, s->scene, t);
                constexpr int kEdge = 12;
                const auto empty = [&](const QRect& strip) {
                    for (int y = strip.top(); y <= strip.bottom(); ++y)
                        for (int x = strip.left(); x <= strip.right(); ++x)
                            if (image.pixelColor(x, y) != t.surface)
                                return false;
                    return true;
                };
                QVERIFY(empty({0, 0, image.width(), kEdge}));
                QVERIFY(empty({0, image.height() - kEdge, image.width(), kEdge}));
                QVERIFY(empty({0, 0, kEdge, image.height()}));
                QVERIFY(empty({image.width() - kEdge, 0, kEdge, image.height()}));
            }
        }
    }

    void syntheticModelsAreNamedAsSuch()
    {
        auto info = test::fakeRunInfo(options(9, 32), engine::Strategy::cached);
        info.model.config.synthetic = true;
        PlotScene scene;
        scene.cached = std::make_shared<profiler::RunRecord>(info);
        QImage image = blank(QSize(10, 10), 1, theme(ThemeKind::light));
        QPainter painter(&image);
        const Canvas canvas(painter, theme(ThemeKind::light), PlotUse::picture, QLocale::c());
        const QString all = conditions(canvas, scene).join(QLatin1Char('|')).replace(QChar(0xA0), QLatin1Char(' '));
        for (const char* part : {"synthetic model", "weights q4_1", "compute int8", "KV cache f16", "2 threads",
                                 "avx512-bf16", "2026-01-15", "DecodeScope 0.1.0"})
            QVERIFY2(all.contains(QLatin1String(part)), qPrintable(all));
    }

    void pacedTimesAreLabelled()
    {
        auto info = test::fakeRunInfo(options(9, 32), engine::Strategy::cached);
        QImage image = blank(QSize(10, 10), 1, theme(ThemeKind::light));
        QPainter painter(&image);
        const Canvas canvas(painter, theme(ThemeKind::light), PlotUse::picture, QLocale::c());
        for (const bool paced : {false, true}) {
            info.paced = paced;
            PlotScene scene;
            scene.cached = std::make_shared<profiler::RunRecord>(info);
            const QString all = conditions(canvas, scene).join(QLatin1Char('|'));
            QCOMPARE(all.contains(QLatin1String("paced")), paced);
        }
    }

    void rooflinePointsAreTheRecords()
    {
        const Shown s = shown(options(9, 32));
        const RooflineModel model = rooflineModel(s.scene);
        using Kind = RooflinePoint::Kind;
        int seen = 0;
        for (const RooflinePoint& point : model.points) {
            if (point.kind == Kind::decode) {
                const auto& step = s.scene.cached->steps()[31];
                QCOMPARE(point.intensity, step.cost.arithmeticIntensity());
                QCOMPARE(point.gflopPerS, step.achievedGflopPerS());
                const double roof = std::min(24.0 * point.intensity, 900.0);
                QVERIFY(std::abs(point.roofShare - point.gflopPerS / roof) < 1e-12);
                ++seen;
            } else if (point.kind == Kind::naiveUseful) {
                const auto& step = s.scene.naive->steps()[31];
                QVERIFY(std::abs(point.gflopPerS - step.achievedGflopPerS() / 40) < 1e-6);
                ++seen;
            } else if (point.kind == Kind::naive) {
                QCOMPARE(point.share, 39.0 / 40.0);
                ++seen;
            }
        }
        QCOMPARE(seen, 3);
        QCOMPARE(model.attainable(1.0), std::optional<double>(24.0));
        QCOMPARE(model.attainable(1000.0), std::optional<double>(900.0));
    }

    void labelsNeverTouch()
    {
        std::mt19937 random(3);
        for (int round = 0; round < 50; ++round) {
            const QRectF bounds(0, 0, 300, 200);
            LabelPlacer placer(bounds);
            std::vector<QRectF> placed;
            for (int i = 0; i < 8; ++i) {
                const QPointF at(random() % 300, random() % 200);
                if (const auto rect = placer.place(at, QSizeF(40 + random() % 60, 14), 6)) {
                    QVERIFY(bounds.contains(*rect));
                    for (const QRectF& other : placed) QVERIFY(!other.intersects(*rect));
                    placed.push_back(*rect);
                }
            }
            QVERIFY(placed.size() >= 6);
        }
    }

    /// 100,000 samples: the one high and the one low among them are in the picture.
    void denseSeriesKeepLeastAndMost()
    {
        const Theme& t = theme(ThemeKind::light);
        std::mt19937 random(5);
        std::vector<QPointF> samples;
        for (int i = 0; i < 100000; ++i) samples.emplace_back(i, 400.0 + static_cast<double>(random() % 200));
        samples[54321].setY(990);
        samples[12345].setY(10);
        QImage image = blank(QSize(520, 220), 1, t);
        {
            QPainter painter(&image);
            const Canvas canvas(painter, t, PlotUse::screen, QLocale::c());
            const Chart chart{QRectF(10, 10, 500, 200), Scale::linear(0, 99999, 10, 510),
                              Scale::linear(0, 1000, 210, 10)};
            drawSeries(canvas, chart, samples, t.runCached, 1.5);
        }
        const auto inked = [&](double x, double y) {
            const int px = static_cast<int>(10 + x / 99999 * 500);
            return image.pixelColor(px, static_cast<int>(210 - y / 1000 * 200)) == t.runCached;
        };
        QVERIFY(inked(54321, 985));
        QVERIFY(inked(12345, 15));
        QVERIFY(inked(30000, 500));
        QVERIFY(!inked(30000, 900));
        QVERIFY(!inked(80000, 100));
    }

    /// The one step that took long is not smoothed away among a hundred thousand alike.
    void smoothSeriesKeepTheirSpikes()
    {
        const Theme& t = theme(ThemeKind::light);
        for (const int at : {12345, 12500, 54321, 77777, 99000}) {
            std::vector<QPointF> samples;
            for (int i = 0; i < 100000; ++i) samples.emplace_back(i, 500.0 + (i == at ? 480.0 : 0.0));
            samples[static_cast<std::size_t>(at) - 10000].setY(20);
            QImage image = blank(QSize(520, 220), 1, t);
            {
                QPainter painter(&image);
                const Canvas canvas(painter, t, PlotUse::screen, QLocale::c());
                const Chart chart{QRectF(10, 10, 500, 200), Scale::linear(0, 99999, 10, 510),
                                  Scale::linear(0, 1000, 210, 10)};
                drawSeries(canvas, chart, samples, t.runCached, 1.5);
            }
            const auto drawnNear = [&](int x, double y) {
                for (int column = -1; column <= 1; ++column)
                    if (contrastRatio(image.pixelColor(10 + x * 500 / 99999 + column, 210 - static_cast<int>(y / 5)),
                                      t.surface) > 1.5)
                        return true;
                return false;
            };
            QVERIFY(drawnNear(at, 960));
            QVERIFY(drawnNear(at - 10000, 40));
            QVERIFY(drawnNear(at - 5000, 500));
            QVERIFY(!drawnNear(at - 5000, 700));
        }
    }

    /// The line above a plot that draws fewer points than there are steps says so; others have nothing there.
    void plotsSayWhenTheyReduce()
    {
        const Theme& t = theme(ThemeKind::light);
        for (const auto& [steps, reduced] : {std::pair{200, false}, {1500, true}}) {
            const Shown s = shown(options(9, steps));
            QImage image = blank(QSize(1000, 400), 1, t);
            {
                QPainter painter(&image);
                const Canvas canvas(painter, t, PlotUse::screen, QLocale::c());
                paintThroughputPlot(canvas, QRectF(0, 0, 1000, 400), s.scene);
            }
            bool inked = false;
            for (int y = 0; y < 14; ++y)
                for (int x = 700; x < 1000; ++x) inked = inked || image.pixelColor(x, y) != t.surface;
            QCOMPARE(inked, reduced);
        }
    }

    void numbersReadWell()
    {
        const QLocale c = QLocale::c();
        QCOMPARE(formatSignificant(c, 46.12), QStringLiteral("46.1"));
        QCOMPARE(formatSignificant(c, 9.996), QStringLiteral("10.0"));
        QCOMPARE(formatSignificant(c, 0.0), QStringLiteral("0"));
        QCOMPARE(formatBytes(c, 921600), QStringLiteral("0.88\u00a0MiB"));
        QCOMPARE(formatBytes(c, 536870912), QStringLiteral("512\u00a0MiB"));
        QCOMPARE(formatBytes(c, 100), QStringLiteral("100\u00a0B"));
        QCOMPARE(formatSeconds(c, 0.0461), QStringLiteral("46.1\u00a0ms"));
        QCOMPARE(formatShare(c, 0.953), QStringLiteral("95\u00a0%"));
        QCOMPARE(formatShare(c, 0.9993), QStringLiteral("99.9\u00a0%"));
        QCOMPARE(formatFlops(c, 271e6), QStringLiteral("271\u00a0MFLOP"));
        const QLocale german(QLocale::German, QLocale::Germany);
        QCOMPARE(formatInteger(german, 23040), QStringLiteral("23.040"));
        QCOMPARE(formatSignificant(german, 46.12), QStringLiteral("46,1"));
        QCOMPARE(visibleToken(" key"), QStringLiteral("␣key"));
        QCOMPARE(visibleToken("\n"), QStringLiteral("↵"));
        QCOMPARE(visibleToken("\xc3"), QStringLiteral("\uFFFD"));
    }

    void ticksAreRoundAndApart()
    {
        QCOMPARE(linearTicks(0, 100, 5), (std::vector<double>{0, 20, 40, 60, 80, 100}));
        QCOMPARE(countTicks(1, 10, 20), std::vector<int>{1});
        for (const int last : {2, 7, 32, 40, 100, 527, 2056}) {
            const auto ticks = countTicks(last, 380.0 / last, 24);
            QCOMPARE(ticks.front(), 1);
            QCOMPARE(ticks.back(), last);
            for (std::size_t i = 1; i < ticks.size(); ++i)
                QVERIFY((ticks[i] - ticks[i - 1]) * 380.0 / last >= 24 - 1e-9);
        }
    }

    void slopesOfASweep()
    {
        const std::vector<std::int64_t> contexts{128, 256, 512, 1024};
        std::vector<std::int64_t> bytes;
        for (const std::int64_t context : contexts) bytes.push_back(1000 + 23040 * context);
        QVERIFY(std::abs(*slopePerPosition(contexts, bytes) - 23040.0) < 1e-6);
        QVERIFY(!slopePerPosition({128}, {5}));
        SweepData data;
        data.contexts = contexts;
        data.kvBytesFormula = data.kvBytesUsed = data.memoryPeakBytes = bytes;
        data.tokPerS = {100, 90, 80, 70};
        for (const SweepPicture picture : {SweepPicture::memory, SweepPicture::throughput}) {
            QCOMPARE(hashOf(renderSweepPicture(picture, data, theme(ThemeKind::light))),
                     hashOf(renderSweepPicture(picture, data, theme(ThemeKind::light))));
            QVERIFY(!renderSweepPicture(picture, {}, theme(ThemeKind::light)).isNull());
        }
    }
};

QTEST_MAIN(PlotsTest)
#include "plots_test.moc"
