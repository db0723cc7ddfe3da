// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/sweep_plots.h"
#include "tests/app/plots/plots_fixture.h"

#include <QTest>
#include <cmath>

using namespace decodescope;
using namespace decodescope::app;
using namespace decodescope::test;

class PicturesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(loadBundledFonts()); }

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
        data.speeds = {{engine::Strategy::naive, {100, 90, 80, 70}}};
        data.info = test::fakeRunInfo({}, engine::Strategy::naive);
        data.info->promptIds.clear();
        data.info->settings.newTokens = 8;
        data.info->settings.batch = 1;
        QImage image(10, 10, QImage::Format_RGB32);
        QPainter painter(&image);
        const Canvas canvas(painter, theme(ThemeKind::light), PlotUse::picture, pictureLocale());
        const QString foot =
            conditions(canvas, *data.info).join(QLatin1Char('|')).replace(QChar(0xA0), QLatin1Char(' '));
        for (const char* part : {"weights q4_1", "|8 new tokens|", "2 threads", "2026-01-15"})
            QVERIFY2(foot.contains(QLatin1String(part)), qPrintable(foot));
        QVERIFY2(!foot.contains(QLatin1String("batch")), qPrintable(foot));
        for (const SweepPicture picture : {SweepPicture::memory, SweepPicture::throughput}) {
            QCOMPARE(hashOf(renderSweepPicture(picture, data, theme(ThemeKind::light))),
                     hashOf(renderSweepPicture(picture, data, theme(ThemeKind::light))));
            QVERIFY(!renderSweepPicture(picture, {}, theme(ThemeKind::light)).isNull());
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
};

QTEST_MAIN(PicturesTest)
#include "pictures_test.moc"
