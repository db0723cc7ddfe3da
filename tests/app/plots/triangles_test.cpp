// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/numbers.h"
#include "app/plots/roofline_model.h"
#include "app/plots/scene_sums.h"
#include "app/plots/throughput_model.h"
#include "app/plots/work_counters.h"
#include "profiler/record/summary.h"
#include "tests/app/plots/plots_fixture.h"

#include <QTest>
#include <cmath>
#include <random>

using namespace decodescope;
using namespace decodescope::app;
using namespace decodescope::test;

class TrianglesTest : public QObject {
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

    void aPictureOfOneRunGivesItTheWholeWidth()
    {
        Shown s = shown(options(9, 32));
        s.scene.naive.reset();
        QImage image(1600, 900, QImage::Format_RGB32);
        QPainter painter(&image);
        const QRectF rect(0, 0, 1500, 700);
        const auto geometryOn = [&](PlotUse use) {
            const Canvas canvas(painter, theme(ThemeKind::light), use, QLocale::c());
            return trianglesGeometry(canvas, rect, s.scene);
        };
        const TrianglesGeometry picture = geometryOn(PlotUse::picture);
        QVERIFY(picture.cached.layout.grid().width() > 0.9 * rect.width());
        QVERIFY(picture.naive.layout.grid().isEmpty());
        // The stage keeps the place of the run that is not there yet.
        const TrianglesGeometry stage = geometryOn(PlotUse::screen);
        QVERIFY(stage.cached.layout.grid().width() < 0.5 * rect.width());
        QVERIFY(!stage.naive.layout.grid().isEmpty());
    }

    void everyRowNamesTheTokenItChose_data()
    {
        QTest::addColumn<int>("use");
        QTest::addColumn<QSizeF>("size");
        QTest::newRow("picture") << static_cast<int>(PlotUse::picture) << QSizeF(1540, 700);
        QTest::newRow("stage, wide") << static_cast<int>(PlotUse::screen) << QSizeF(1360, 760);
        QTest::newRow("stage, high") << static_cast<int>(PlotUse::screen) << QSizeF(1000, 760);
    }
    /// The last ones too, which begin where the grid ends.
    void everyRowNamesTheTokenItChose()
    {
        QFETCH(int, use);
        QFETCH(QSizeF, size);
        const Shown s = shown(options(9, 32));
        QImage image(1600, 900, QImage::Format_RGB32);
        QPainter painter(&image);
        Canvas canvas(painter, theme(ThemeKind::light), static_cast<PlotUse>(use), QLocale::c());
        std::vector<DrawnText> texts;
        canvas.noteTexts(&texts);
        const TrianglesGeometry geometry = trianglesGeometry(canvas, QRectF(QPointF(0, 0), size), s.scene);
        TriangleRaster naive;
        TriangleRaster cached;
        paintTriangles(canvas, geometry, s.scene, naive, cached);
        for (const auto* panel : {&geometry.naive, &geometry.cached}) {
            QVERIFY(panel->layout.tokenSize(canvas.small()));
            for (int row = 0; row < 32; ++row) {
                const qreal middle = panel->layout.top(row) + panel->layout.cellHeight() / 2;
                const qreal end = panel->layout.left(9 + row);
                const auto token = std::find_if(texts.begin(), texts.end(), [&](const DrawnText& text) {
                    return std::abs(text.rect.center().y() - middle) < 3 && std::abs(text.rect.left() - end - 6) < 4;
                });
                QVERIFY2(token != texts.end(), qPrintable(QStringLiteral("row %1").arg(row)));
                const QString word =
                    visibleToken(s.scene.cached->steps()[static_cast<std::size_t>(row)].sequences.front().tokenBytes);
                QVERIFY2(word.size() > 8 || !token->text.endsWith(QChar(0x2026)), qPrintable(token->text));
            }
        }
    }

    /// A run that was asked for and is still to come is not one that was left out.
    void aRunToComeIsNotRunYet()
    {
        const auto emptyText = [](bool both) {
            auto o = options(9, 32);
            if (!both)
                o.strategies = {engine::Strategy::naive};
            Shown s = shown(o);
            s.scene.cached.reset();
            QImage image(1000, 600, QImage::Format_RGB32);
            QPainter painter(&image);
            Canvas canvas(painter, theme(ThemeKind::light), PlotUse::screen, QLocale::c());
            std::vector<DrawnText> texts;
            canvas.noteTexts(&texts);
            TriangleRaster naive;
            TriangleRaster cached;
            paintTriangles(canvas, trianglesGeometry(canvas, QRectF(0, 0, 1000, 600), s.scene), s.scene, naive, cached);
            for (const DrawnText& text : texts)
                if (text.text.startsWith(QStringLiteral("not run")))
                    return text.text;
            return QString();
        };
        QCOMPARE(emptyText(true), QStringLiteral("not run yet"));
        QCOMPARE(emptyText(false), QStringLiteral("not run"));
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

    /// What a view keeps between positions changes nothing: not a sum, not a pixel, whatever was shown before.
    void keptSumsAreThoseOfAFreshStart()
    {
        auto o = options(9, 2600);
        o.batch = 2;
        Shown s = shown(o);
        SceneSums kept;
        std::mt19937 random(4);
        const Theme& t = theme(ThemeKind::light);
        for (int i = 0; i < 60; ++i) {
            PlotScene fresh = s.scene;
            fresh.naiveSteps = random() % 2601;
            fresh.cachedSteps = i % 3 == 0 ? std::min<std::size_t>(2600, fresh.naiveSteps + 1) : random() % 2601;
            fresh.sequence = static_cast<int>(random() % 3) - 1;
            PlotScene scene = fresh;
            scene.kept = &kept;
            for (const bool cached : {false, true})
                for (const int sequence : {-1, fresh.sequence})
                    QVERIFY(countWork(scene, cached, sequence) == countWork(fresh, cached, sequence));
            QVERIFY(timeRange(scene) == timeRange(fresh));
            QCOMPARE(throughputModel(scene).mostMilliseconds, throughputModel(fresh).mostMilliseconds);
            QCOMPARE(throughputModel(scene).mostTokensPerSecond, throughputModel(fresh).mostTokensPerSecond);
            const RooflineModel a = rooflineModel(scene);
            const RooflineModel b = rooflineModel(fresh);
            QCOMPARE(a.gflopLow, b.gflopLow);
            QCOMPARE(a.gflopHigh, b.gflopHigh);
            QCOMPARE(a.intensityLow, b.intensityLow);
            QCOMPARE(a.intensityHigh, b.intensityHigh);
            if (i % 6 != 0)
                continue;
            QImage images[] = {blank(QSize(400, 220), 1, t), blank(QSize(400, 220), 1, t)};
            for (const bool fromKept : {false, true}) {
                QPainter painter(&images[fromKept ? 1 : 0]);
                drawKvGrowth(painter, QRectF(0, 0, 400, 220), fromKept ? scene : fresh, t, false);
            }
            QCOMPARE(images[1], images[0]);
        }
    }
};

QTEST_MAIN(TrianglesTest)
#include "triangles_test.moc"
