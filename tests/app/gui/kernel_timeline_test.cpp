// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/kernel_timeline_view.h"
#include "app/gui/instruments/op_names.h"
#include "app/plots/theme.h"
#include "tests/app/gui/window_fixture.h"
#include "tests/support/fake_recording.h"

#include <QAbstractItemModelTester>
#include <QImage>
#include <QTest>
#include <QToolButton>

#include <cmath>
#include <numeric>

using namespace decodescope;
using namespace decodescope::app;

namespace {

std::shared_ptr<const profiler::Recording> tracedRecording()
{
    test::FakeOptions options;
    options.newTokens = 6;
    options.traced = true;
    return std::make_shared<profiler::Recording>(test::makeFakeRecording(options));
}

/// Follows the cached run of a recording, in sight.
struct Shown {
    Shown() : view(&selection)
    {
        selection.setRuns(recording, recording->runs[0], recording->runs[1]);
        selection.setPosition(4, 4);
        view.resize(900, 260);
        view.show();
    }
    const profiler::StepRecord& step() const { return *selection.currentStep(); }

    std::shared_ptr<const profiler::Recording> recording = tracedRecording();
    Selection selection;
    KernelTimelineView view;
};

}  // namespace

class KernelTimelineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        test::prepareApplication();
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }

    void rowsAreThePlansAndAddUpToTheStep()
    {
        const auto recording = tracedRecording();
        for (const std::size_t index : {0, 3}) {
            const profiler::StepRecord& step = recording->runs[1]->steps()[index];
            const KernelTimeline timeline = kernelTimeline(step, -1);
            std::int64_t busy = 0;
            std::size_t bars = 0;
            for (const TimelineRow& row : timeline.rows) {
                busy += row.busyNs;
                bars += row.bars.size();
                if (row.kind) {
                    for (const TimelineBar& bar : row.bars) {
                        const auto op = static_cast<std::size_t>(step.kernels[bar.kernel].op);
                        QCOMPARE(step.ops[op].kind, *row.kind);
                    }
                }
            }
            QCOMPARE(bars, step.kernels.size());
            QCOMPARE(busy, step.trace->busyNs);
            QCOMPARE(timeline.gapNs, step.trace->gapNs());
            QCOMPARE(timeline.shown.durationNs, step.trace->spanNs);
            QCOMPARE(timeline.kernels, std::int64_t{step.trace->kernels});
            QVERIFY(timeline.rows.front().kind == engine::OpKind::embedding);
            QVERIFY(!timeline.rows.back().kind);
            // Busy and idle fill the step without overlap.
            QCOMPARE(timeline.gapNs + busy, timeline.shown.durationNs);
        }
    }

    void aLayerIsShownAloneWithTheGapsOfTheDevice()
    {
        const auto recording = tracedRecording();
        profiler::StepRecord step = recording->runs[1]->steps()[3];
        const KernelTimeline timeline = kernelTimeline(step, 7);
        for (const TimelineRow& row : timeline.rows) {
            QVERIFY(row.kind);
            QCOMPARE(row.bars.size(), std::size_t{1});
            const profiler::KernelRecord& kernel = step.kernels[row.bars[0].kernel];
            QCOMPARE(step.ops[static_cast<std::size_t>(kernel.op)].layer, 7);
        }
        QCOMPARE(timeline.gaps.size(), timeline.rows.size() - 1);
        QCOMPARE(timeline.gapNs, std::int64_t{400} * static_cast<std::int64_t>(timeline.gaps.size()));
        // Work of another layer in a gap: the device was not idle.
        profiler::KernelRecord other = step.kernels.front();
        other.startNs = timeline.gaps.front().startNs;
        other.durationNs = timeline.gaps.front().durationNs;
        const auto after = std::find_if(step.kernels.begin(), step.kernels.end(),
                                        [&](const auto& kernel) { return kernel.startNs > other.startNs; });
        step.kernels.insert(after, other);
        QCOMPARE(kernelTimeline(step, 7).gaps.size(), timeline.gaps.size() - 1);
    }

    void workWithoutTimesIsLeftOut()
    {
        const auto recording = tracedRecording();
        const profiler::StepRecord& step = recording->runs[1]->steps()[1];  // its last copy has none
        QCOMPARE(step.trace->untimed, 1);
        std::size_t bars = 0;
        for (const TimelineRow& row : kernelTimeline(step, -1).rows) {
            bars += row.bars.size();
        }
        QCOMPARE(bars, step.kernels.size() - 1);
        profiler::StepRecord none = step;
        none.kernels.clear();
        QVERIFY(kernelTimeline(none, -1).rows.empty());
    }

    void pixelsAreTimes()
    {
        Shown shown;
        QVERIFY(QTest::qWaitForWindowExposed(&shown.view));
        const QImage image = shown.view.grab().toImage();
        QVERIFY(!image.isNull());
        const KernelTimeline& timeline = shown.view.timeline();
        const double span = static_cast<double>(timeline.shown.durationNs);
        const auto* surface = shown.view.findChild<PlotSurface*>();
        QVERIFY(surface);
        const double scale = shown.view.barRect(timeline.rows.size() - 1, 1).right() -
                             shown.view.barRect(timeline.rows.size() - 1, 0).left();
        for (std::size_t row = 0; row < timeline.rows.size(); ++row) {
            for (std::size_t bar = 0; bar < timeline.rows[row].bars.size(); ++bar) {
                const QRectF rect = shown.view.barRect(row, bar);
                const TimeStretch& time = timeline.rows[row].bars[bar].time;
                QVERIFY(std::abs(rect.width() - std::max(1.0, scale * static_cast<double>(time.durationNs) / span)) <
                        0.6);
            }
        }
        // The widest bar has the colour of bars, and the ground beside the first one has not.
        const auto widest =
            std::max_element(timeline.rows.begin(), timeline.rows.end(), [](const auto& a, const auto& b) {
                return a.bars.front().time.durationNs < b.bars.front().time.durationNs;
            });
        const QRectF rect = shown.view.barRect(static_cast<std::size_t>(widest - timeline.rows.begin()), 0);
        QVERIFY(rect.width() > 4);
        const QPoint inside = surface->mapTo(&shown.view, rect.center().toPoint());
        const qreal ratio = image.devicePixelRatio();
        QCOMPARE(image.pixelColor((QPointF(inside) * ratio).toPoint()), theme(ThemeKind::light).textMuted);
        const QPoint above = surface->mapTo(&shown.view, QPointF(rect.center().x(), rect.bottom() + 20 + 6).toPoint());
        QVERIFY(image.pixelColor((QPointF(above) * ratio).toPoint()) != theme(ThemeKind::light).textMuted);
    }

    void followsTheSelection()
    {
        Shown shown;
        QAbstractItemModelTester tester(shown.view.table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        shown.view.setTableShown(true);
        QCOMPARE(shown.view.table()->rowCount(), static_cast<int>(shown.step().kernels.size()));
        const QString kernels = QStringLiteral("kernels: ") + QString::number(shown.step().trace->kernels);
        QVERIFY2(shown.view.note().startsWith(kernels), qPrintable(shown.view.note()));
        shown.selection.setLayer(2);
        QVERIFY(shown.view.note().contains(QStringLiteral("layer 3")));
        QCOMPARE(shown.view.table()->rowCount(), 10);
        shown.selection.setLayer(-1);
        shown.selection.setPosition(3, 3);  // the step whose records were lost
        QVERIFY2(shown.view.note().startsWith(QStringLiteral("records lost: 5")), qPrintable(shown.view.note()));
        shown.selection.setPosition(2, 2);
        QVERIFY(!shown.view.note().contains(QStringLiteral("lost")));
        QCOMPARE(shown.view.timeline().shown.durationNs, shown.step().trace->spanNs);
        shown.selection.setPosition(0, 0);
        QVERIFY(shown.view.timeline().rows.empty());
        QCOMPARE(shown.view.table()->rowCount(), 0);
    }

    void rowsSelectTheirOps()
    {
        Shown shown;
        QVERIFY(QTest::qWaitForWindowExposed(&shown.view));
        static_cast<void>(shown.view.grab());
        auto* surface = shown.view.findChild<PlotSurface*>();
        const auto rows = shown.view.timeline().rows;
        const QPoint onThird = shown.view.barRect(2, 0).center().toPoint();
        QTest::mouseClick(surface, Qt::LeftButton, Qt::NoModifier, onThird);
        QVERIFY(shown.selection.op() == rows[2].kind);
        QVERIFY2(shown.view.note().startsWith(opName(*rows[2].kind)), qPrintable(shown.view.note()));
        QTest::mouseClick(surface, Qt::LeftButton, Qt::NoModifier, onThird);
        QVERIFY(!shown.selection.op());
        QTest::keyClick(&shown.view, Qt::Key_Down);
        QVERIFY(shown.selection.op() == rows[0].kind);
        QTest::keyClick(&shown.view, Qt::Key_Down);
        QVERIFY(shown.selection.op() == rows[1].kind);
        QTest::keyClick(&shown.view, Qt::Key_Up);
        QTest::keyClick(&shown.view, Qt::Key_Up);
        QVERIFY(shown.selection.op() == rows[0].kind);
        QTest::keyClick(&shown.view, Qt::Key_Escape);
        QVERIFY(!shown.selection.op());
        const QString hover = surface->describe(shown.view.barRect(2, 0).center());
        QVERIFY2(hover.contains(QStringLiteral("_kernel<64, 2>")), qPrintable(hover));
    }

    void whereRoomIsShortTheBusiestRowsAndTheSelectedOneAreNamed()
    {
        Shown shown;
        shown.view.resize(900, 130);
        QVERIFY(QTest::qWaitForWindowExposed(&shown.view));
        static_cast<void>(shown.view.grab());
        const auto& rows = shown.view.timeline().rows;
        const std::vector<std::size_t> named = shown.view.namedRows(15);
        QVERIFY(!named.empty() && named.size() < rows.size());
        QVERIFY(std::is_sorted(named.begin(), named.end()));
        const auto isNamed = [](const std::vector<std::size_t>& all, std::size_t row) {
            return std::find(all.begin(), all.end(), row) != all.end();
        };
        std::size_t other = rows.size();
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (isNamed(named, row))
                continue;
            other = row;
            for (const std::size_t busier : named) QVERIFY(rows[busier].busyNs >= rows[row].busyNs);
        }
        for (std::size_t row = 0; row < rows.size() && !rows[other].kind; ++row)
            other = isNamed(named, row) ? other : row;
        shown.selection.setOp(rows[other].kind);
        QVERIFY(isNamed(shown.view.namedRows(15), other));
        QCOMPARE(shown.view.namedRows(1).size(), rows.size());
    }

    void isThereWhereADeviceRanTheModel()
    {
        test::WindowFixture window;
        QVERIFY(!window.find<QToolButton>("kernelsTab"));
        test::FakeOptions options;
        options.newTokens = 4;
        options.traced = true;
        window.showFake(options);
        auto* tab = window.find<QToolButton>("kernelsTab");
        QVERIFY(tab);
        tab->click();
        auto* view = window.find<KernelTimelineView>("kernels");
        QVERIFY(view);
        QTRY_VERIFY(!view->timeline().rows.empty());
        options.traced = false;
        window.showFake(options);
        QVERIFY(!window.find<QToolButton>("kernelsTab"));
        QVERIFY(window.find<QToolButton>("opsTab"));
        window.showFake({});
    }
};

QTEST_MAIN(KernelTimelineTest)
#include "kernel_timeline_test.moc"
