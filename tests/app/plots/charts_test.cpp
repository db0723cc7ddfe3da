// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/axis.h"
#include "app/plots/chart.h"
#include "app/plots/line_chart.h"
#include "app/plots/numbers.h"
#include "app/plots/plot_parts.h"
#include "app/plots/throughput_model.h"
#include "tests/app/plots/plots_fixture.h"

#include <QChart>
#include <QImage>
#include <QPainter>
#include <QTest>
#include <cmath>
#include <random>

using namespace decodescope;
using namespace decodescope::app;
using namespace decodescope::test;

class ChartsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(loadBundledFonts()); }

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

    /// Fewer points, the same line: each one that was left out lies on the stroke that stands for it.
    void aGrowingLineKeepsItsWay()
    {
        std::vector<QPointF> straight;
        for (int i = 0; i < 5000; ++i) extendLine(straight, QPointF(9 + i, 46080.0 * (9 + i)));
        QCOMPARE(straight, (std::vector<QPointF>{{9, 46080.0 * 9}, {5008, 46080.0 * 5008}}));

        std::mt19937 random(3);
        std::vector<QPointF> all;
        std::vector<QPointF> drawn;
        double y = 0;
        for (int i = 0; i < 2000; ++i) {
            y += random() % 5 == 0 ? 64.0 * 1024 : 0;  // blocks: level, then a step
            all.emplace_back(i, y);
            extendLine(drawn, all.back());
        }
        QVERIFY(drawn.size() < all.size());
        QCOMPARE(drawn.front(), all.front());
        QCOMPARE(drawn.back(), all.back());
        for (std::size_t part = 0, i = 0; i < all.size(); ++i) {
            while (drawn[part + 1].x() < all[i].x()) ++part;
            const QPointF a = drawn[part];
            const QPointF b = drawn[part + 1];
            QCOMPARE(a.y() + (b.y() - a.y()) * (all[i].x() - a.x()) / (b.x() - a.x()), all[i].y());
        }

        std::vector<QPointF> upright{{1, 1}, {2, 2}};
        extendLine(upright, {2, 3});
        extendLine(upright, {2, 3});
        QCOMPARE(upright.size(), std::size_t{4});
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
        QCOMPARE(formatShare(c, 0.99951), QStringLiteral("99.9\u00a0%"));
        QCOMPARE(formatShare(c, 1), QStringLiteral("100\u00a0%"));
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

    /// The window's chart draws the samples of the exported picture.
    void theChartDrawsTheSamplesOfThePicture()
    {
        const Shown s = shown(options(9, 32));
        const ThroughputModel model = throughputModel(s.scene);
        QCOMPARE(model.lines.size(), std::size_t{2});
        QCOMPARE(model.lines[1].tokensPerSecond.size(), std::size_t{31});
        for (std::size_t i = 1; i < 32; ++i) {
            const auto& step = s.scene.cached->steps()[i];
            QCOMPARE(model.lines[1].tokensPerSecond[i - 1],
                     QPointF(static_cast<double>(i + 1), step.tokensPerSecond()));
            QCOMPARE(model.lines[1].milliseconds[i - 1].y(), static_cast<double>(step.wallNs) * 1e-6);
        }
        for (const int kind : {0, 1, 2}) {
            const Theme& t = theme(static_cast<ThemeKind>(kind));
            LineChart chart;
            chart.resize(360, 180);
            chart.setTheme(t);
            std::vector<ChartLine> lines;
            for (const SpeedLine& line : model.lines)
                lines.push_back({line.tokensPerSecond, QStringLiteral("end"), speedColor(line.run, t), false});
            chart.setLines(lines, model.lastStep, 0, QStringLiteral("tok/s"), QStringLiteral("step"));
            chart.show();
            chart.flush();
            const std::vector<QPointF> all = model.lines[1].tokensPerSecond.all();
            QCOMPARE(chart.drawnSamples(1), QList<QPointF>(all.begin(), all.end()));
            const QImage image = chart.grab().toImage();
            QCOMPARE(image.pixelColor(image.width() - 2, 2), t.surface);
            for (const ChartLine& line : lines) {
                bool seen = false;
                for (int y = 0; y < image.height() && !seen; ++y)
                    for (int x = 0; x < image.width() && !seen; ++x) seen = image.pixelColor(x, y) == line.color;
                QVERIFY(seen);
            }
        }
    }

    /// 100,000 samples become two per pixel column, with the one high and the one low among them; however often they
    /// change, they are handed over once per frame.
    void manySamplesAreReducedOncePerFrame()
    {
        std::mt19937 random(5);
        std::vector<QPointF> samples;
        for (int i = 0; i < 100000; ++i) samples.emplace_back(i + 1, 400.0 + static_cast<double>(random() % 200));
        samples[54321].setY(990);
        samples[12345].setY(10);
        ColumnReducer reducer;
        reducer.update(samples, 1, 100000, 300);
        const QList<QPointF>& kept = reducer.kept();
        QVERIFY(kept.size() <= 601);
        QCOMPARE(reducer.top(), 990.0);
        QVERIFY(kept.contains(samples[54321]) && kept.contains(samples[12345]));
        for (qsizetype i = 1; i < kept.size(); ++i) QVERIFY(kept[i].x() > kept[i - 1].x());
        LineChart chart;
        chart.resize(360, 180);
        chart.show();
        QCoreApplication::processEvents();
        const int before = chart.replaceCount();
        for (int i = 0; i < 50; ++i) chart.setLines({{samples, {}, Qt::black, false}}, 100000, 0, {}, {});
        QCoreApplication::processEvents();
        QCOMPARE(chart.replaceCount(), before + 1);
        QVERIFY(chart.reduces());
    }

    /// Whatever was shown before, a position's samples are reduced to the same points, and a step further reads those
    /// of one pixel column.
    void reducingGoesOnFromAnyPosition_data()
    {
        QTest::addColumn<int>("last");
        QTest::newRow("every sample") << 200;
        QTest::newRow("reduced") << 20000;
    }
    void reducingGoesOnFromAnyPosition()
    {
        QFETCH(int, last);
        constexpr int kColumns = 150;
        std::mt19937 random(11);
        const auto all = std::make_shared<std::vector<QPointF>>();
        for (int i = 0; i < last; ++i) all->emplace_back(i + 1, static_cast<double>(random() % 1000));
        const auto first = [&](std::size_t count) {
            return LineSamples(all, count, [points = all.get()](std::size_t i) { return (*points)[i]; });
        };
        ColumnReducer kept;
        for (int i = 0; i < 200; ++i) {
            const std::size_t count = random() % (all->size() + 1);
            for (const std::size_t position : {count, std::min(count + 1, all->size()), count}) {
                kept.update(first(position), 1, last, kColumns);
                ColumnReducer fresh;
                fresh.update(std::vector<QPointF>(all->begin(), all->begin() + static_cast<std::ptrdiff_t>(position)),
                             1, last, kColumns);
                QCOMPARE(kept.kept(), fresh.kept());
                QCOMPARE(kept.top(), fresh.top());
            }
        }
        const std::size_t half = all->size() / 2;
        kept.update(first(half), 1, last, kColumns);
        kept.update(first(half + 1), 1, last, kColumns);
        QCOMPARE(kept.samplesRead(), std::size_t{1});
        kept.update(first(half), 1, last, kColumns);
        QVERIFY(kept.samplesRead() <= static_cast<std::size_t>(last / kColumns + 2));
        QVERIFY(kept.reduces() == (last > 2 * kColumns));
        // Another line is another line, however long.
        kept.update(LineSamples({{1, 5}, {2, 3}}), 1, last, kColumns);
        QCOMPARE(kept.kept(), (QList<QPointF>{{1, 5}, {2, 3}}));
    }

    /// What the window's chart shows depends on the position alone, and a step further hands over the ends of its
    /// lines, not all of them.
    void theChartGoesOnFromAnyPosition()
    {
        Shown s = shown(options(9, 3000));
        const auto show = [&](LineChart& chart, std::size_t steps) {
            s.scene.naiveSteps = s.scene.cachedSteps = steps;
            const ThroughputModel model = throughputModel(s.scene);
            std::vector<ChartLine> lines;
            for (const SpeedLine& line : model.lines)
                lines.push_back({line.tokensPerSecond, QStringLiteral("200 tok/s"),
                                 speedColor(line.run, theme(ThemeKind::light)), line.run == SpeedLine::Run::naive});
            chart.setLines(std::move(lines), model.lastStep, model.mostTokensPerSecond, QStringLiteral("tok/s"),
                           QStringLiteral("step"));
            chart.flush();
        };
        LineChart kept;
        kept.resize(420, 240);
        kept.show();
        std::mt19937 random(3);
        for (int i = 0; i < 12; ++i) {
            const std::size_t steps = 1 + random() % 3000;
            show(kept, steps);
            LineChart fresh;
            fresh.resize(420, 240);
            fresh.show();
            show(fresh, steps);
            QCOMPARE(kept.grab().toImage(), fresh.grab().toImage());
        }
        show(kept, 2000);
        show(kept, 2001);
        QVERIFY(kept.piecesReplaced() >= 1 && kept.piecesReplaced() <= 2);
        QCOMPARE(kept.drawnSamples(0).back().x(), 2001.0);
    }

    /// Those of an exported picture too: their zeros end in one column.
    void plotsOfAPictureStandOneUnderTheOther()
    {
        const Shown s = shown(options(9, 32));
        QImage image(1600, 900, QImage::Format_RGB32);
        QPainter painter(&image);
        std::vector<DrawnText> texts;
        Canvas canvas(painter, theme(ThemeKind::light), PlotUse::picture, QLocale(QLocale::English));
        canvas.noteTexts(&texts);
        paintThroughputPlot(canvas, QRectF(0, 0, 1600, 900), s.scene);
        std::vector<qreal> ends;
        for (const DrawnText& text : texts)
            if (text.text == QStringLiteral("0"))
                ends.push_back(text.rect.right());
        QCOMPARE(ends.size(), std::size_t{2});
        QCOMPARE(ends[0], ends[1]);
    }

    /// Whatever stands at their axes and at the ends of their lines.
    void chartsOfAColumnStandOneUnderTheOther()
    {
        LineChart speed;
        LineChart time;
        speed.alignWith(&time);
        time.alignWith(&speed);
        const auto show = [](LineChart& chart, double most, const QString& label) {
            chart.setLines(
                {{LineSamples({{2, most / 2}, {3, most}}), label, Qt::black, false, QStringLiteral("brief")}}, 3, most,
                QStringLiteral("title"), QStringLiteral("step"));
        };
        for (LineChart* chart : {&speed, &time}) {
            chart->resize(420, 180);
            chart->show();
        }
        show(speed, 90000, QStringLiteral("90000 tok/s  cached"));
        show(time, 7, QStringLiteral("7 ms"));
        QCoreApplication::processEvents();
        QCOMPARE(speed.plotArea().left(), time.plotArea().left());
        QCOMPARE(speed.plotArea().right(), time.plotArea().right());
        show(time, 7, QStringLiteral("7 ms of a cache that is broken"));
        QCoreApplication::processEvents();
        QCOMPARE(speed.plotArea().right(), time.plotArea().right());
        // Alone a chart takes the width that it needs itself.
        time.hide();
        show(speed, 90, QStringLiteral("90"));
        QCoreApplication::processEvents();
        QVERIFY(speed.plotArea().right() > 380);
    }

    void aLabelThatWouldTakeTheChartIsBrief()
    {
        LineChart chart;
        chart.show();
        for (const auto& [width, brief] : {std::pair(500, false), std::pair(300, true)}) {
            chart.resize(width, 180);
            chart.setLines({{LineSamples({{2, 40}, {3, 77}}), QStringLiteral("77.5 tok/s  broken cache"), Qt::black,
                             false, QStringLiteral("broken cache")}},
                           3, 80, QStringLiteral("title"), QStringLiteral("step"));
            chart.flush();
            QCOMPARE(chart.endLabels().front() == QLatin1String("broken cache"), brief);
            QVERIFY(chart.endLabelRects().front().right() <= width);
        }
    }

    /// Qt Charts 6.4.2 crashes on a click while its chart is hidden.
    void aClickOnAHiddenChartIsHarmless()
    {
        LineChart chart;
        chart.resize(300, 200);
        chart.show();
        chart.chart()->hide();
        QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, QPoint(100, 100));
        chart.chart()->show();
        QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, QPoint(100, 100));
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
};

QTEST_MAIN(ChartsTest)
#include "charts_test.moc"
