// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/axis.h"
#include "app/plots/label_placer.h"
#include "app/plots/roofline.h"
#include "tests/app/plots/plots_fixture.h"

#include <QLineF>
#include <QRandomGenerator>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

using namespace decodescope;
using namespace decodescope::app;
using namespace decodescope::test;

class RooflineLabelsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(loadBundledFonts()); }

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
                    QVERIFY(bounds.contains(rect->rect));
                    for (const QRectF& other : placed) QVERIFY(!other.intersects(rect->rect));
                    placed.push_back(rect->rect);
                }
            }
            QVERIFY(placed.size() >= 6);
        }
    }

    /// A crowd of points, as the ops of a step are: a line that crosses another leads the eye to the wrong name.
    void linesToPointsNeverCross()
    {
        std::mt19937 random(4);
        std::size_t lines = 0;
        for (int round = 0; round < 100; ++round) {
            LabelPlacer placer(QRectF(0, 0, 260, 160));
            std::vector<QPointF> points;
            for (int i = 0; i < 12; ++i) {
                points.emplace_back(100 + static_cast<int>(random() % 60), 50 + static_cast<int>(random() % 60));
                placer.addPoint(points.back(), 5);
            }
            std::vector<QLineF> threads;
            for (const QPointF& point : points) {
                const auto place = placer.place(point, QSizeF(30 + random() % 30, 14), 6);
                if (!place || !place->thread)
                    continue;
                const QLineF thread(point, place->foot);
                for (const QLineF& other : threads) {
                    const bool together = QLineF(other.p1(), thread.p1()).length() < 9;  // drawn over each other
                    QVERIFY(together || thread.intersects(other) != QLineF::BoundedIntersection);
                }
                threads.push_back(thread);
            }
            lines += threads.size();
        }
        QVERIFY(lines > 200);
    }

    /// At every size, theme and place of a recording: names are whole, do not touch, and none can be taken for the name
    /// of another point.
    void namesBelongToTheirPoints_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("kind");
        for (const QSize size : {QSize(262, 150), QSize(262, 210), QSize(320, 190), QSize(560, 320)})
            for (const int kind : {0, 1, 2})
                QTest::addRow("%dx%d theme %d", size.width(), size.height(), kind) << size << kind;
    }
    void namesBelongToTheirPoints()
    {
        QFETCH(QSize, size);
        QFETCH(int, kind);
        using Kind = RooflinePoint::Kind;
        const Theme& t = theme(static_cast<ThemeKind>(kind));
        for (const auto& [prompt, fresh] : {std::pair{9, 32}, {100, 50}, {512, 16}, {9, 512}}) {
            auto o = options(prompt, fresh);
            o.ops = fresh < 100;
            const Shown s = shown(o);
            for (const std::size_t steps : {std::size_t{1}, std::size_t{2}, std::size_t{12}, SIZE_MAX}) {
                for (const bool withOps : {false, true}) {
                    PlotScene scene = s.scene;
                    scene.naiveSteps = scene.cachedSteps = steps;
                    const RooflineModel model = rooflineModel(scene, withOps);
                    QImage image = blank(size, 1, t);
                    QPainter painter(&image);
                    const Canvas canvas(painter, t, PlotUse::screen, QLocale::c());
                    const QRectF area(QPointF(0, 0), QSizeF(size));
                    const RooflineDrawing drawing = paintRoofline(canvas, area, model);
                    std::vector<std::size_t> named;
                    for (std::size_t i = 0; i < drawing.names.size(); ++i) {
                        const auto& name = drawing.names[i];
                        QVERIFY(area.contains(name.rect));
                        if (!name.point)
                            continue;
                        named.push_back(*name.point);
                        for (std::size_t k = 0; k < i; ++k)
                            QVERIFY(!drawing.names[k].point || !drawing.names[k].rect.intersects(name.rect));
                        if (name.thread)
                            continue;
                        const auto away = [&](const QPointF& p) {
                            const QPointF in(std::clamp(p.x(), name.rect.left(), name.rect.right()),
                                             std::clamp(p.y(), name.rect.top(), name.rect.bottom()));
                            return std::hypot(in.x() - p.x(), in.y() - p.y());
                        };
                        for (std::size_t p = 0; p < drawing.points.size(); ++p) {
                            if (p != *name.point && model.points[p].kind != Kind::trail)
                                QVERIFY(away(drawing.points[p]) >= away(drawing.points[*name.point]));
                        }
                    }
                    for (std::size_t p = 0; p < model.points.size(); ++p) {
                        const Kind kindOf = model.points[p].kind;
                        // In the smallest plots and largest letters there is no room for more.
                        const bool roomy = size.width() >= 320 && kind != static_cast<int>(ThemeKind::projector);
                        const bool always = !withOps && kindOf != Kind::trail && kindOf != Kind::op &&
                                            (roomy || kindOf == Kind::decode);
                        QVERIFY2(!always || std::find(named.begin(), named.end(), p) != named.end(),
                                 qPrintable(QStringLiteral("%1+%2 step %3").arg(prompt).arg(fresh).arg(steps)));
                    }
                }
            }
        }
    }

    void axesStandStillWhileARecordIsPlayed()
    {
        const Shown s = shown(options(9, 32));
        PlotScene early = s.scene;
        early.naiveSteps = early.cachedSteps = 2;
        const RooflineModel first = rooflineModel(early);
        const RooflineModel last = rooflineModel(s.scene);
        QCOMPARE(first.intensityLow, last.intensityLow);
        QCOMPARE(first.intensityHigh, last.intensityHigh);
        QCOMPARE(first.gflopLow, last.gflopLow);
        QCOMPARE(first.gflopHigh, last.gflopHigh);
    }

    void piecesAreSpreadWithoutTouching()
    {
        std::mt19937 random(4);
        for (int round = 0; round < 200; ++round) {
            const std::size_t count = 1 + random() % 8;
            std::vector<double> wanted;
            std::vector<double> lengths;
            for (std::size_t i = 0; i < count; ++i) {
                wanted.push_back(random() % 500);
                lengths.push_back(10 + random() % 50);
            }
            std::sort(wanted.begin(), wanted.end());
            const auto placed = spreadAlong(wanted, lengths, 6, 0, 500);
            QCOMPARE(placed.size(), count);
            for (std::size_t i = 0; i < count; ++i) {
                QVERIFY(placed[i] - lengths[i] / 2 >= -1e-9 && placed[i] + lengths[i] / 2 <= 500 + 1e-9);
                if (i > 0)
                    QVERIFY(placed[i] - lengths[i] / 2 - placed[i - 1] - lengths[i - 1] / 2 >= 6 - 1e-9);
            }
        }
        QCOMPARE(spreadAlong({50, 200}, {20, 20}, 6, 0, 500), (std::vector<double>{50, 200}));
        QVERIFY(spreadAlong({50, 60}, {300, 300}, 6, 0, 500).empty());
    }

    void logTicksAreAsManyAsFit()
    {
        QCOMPARE(logTicks(0.5, 200, 5), (std::vector<double>{1, 10, 100}));
        QCOMPARE(logTicks(5, 50, 6), (std::vector<double>{5, 10, 20, 50}));
        QCOMPARE(logTicks(1, 1e6, 4), (std::vector<double>{1, 100, 1e4, 1e6}));
        QCOMPARE(logTicks(20, 300, 2), (std::vector<double>{20, 200}));
        QCOMPARE(logTicks(20, 300, 1), (std::vector<double>{20, 200}));
        QCOMPARE(linearTicks(0, 7, 1), (std::vector<double>{0, 5}));
    }

    void everyAxisHasTwoTicksHoweverSmall()
    {
        QRandomGenerator random(11);
        for (int round = 0; round < 20'000; ++round) {
            const double low = std::pow(10.0, random.bounded(9.0) - 4);
            const double high = low * std::pow(10.0, 0.02 + random.bounded(8.0));
            const int most = 1 + static_cast<int>(random.bounded(8));
            for (const auto& ticks :
                 {logTicks(low, high, most), linearTicks(low, high, most), linearTicks(0, high, most)}) {
                QVERIFY2(ticks.size() >= 2, qPrintable(QStringLiteral("%1 to %2, %3").arg(low).arg(high).arg(most)));
                QVERIFY(std::adjacent_find(ticks.begin(), ticks.end(), std::greater_equal<>()) == ticks.end());
                QVERIFY(ticks.front() >= std::min(0.0, low) && ticks.back() <= high * (1 + 1e-9));
            }
            QVERIFY(logTicks(low, high, most).front() >= low * (1 - 1e-9));
            QVERIFY(static_cast<int>(logTicks(low, high, most).size()) <= std::max(2, most));
        }
    }
};

QTEST_MAIN(RooflineLabelsTest)
#include "roofline_labels_test.moc"
