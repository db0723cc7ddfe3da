// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/playback.h"
#include "tests/support/fake_recording.h"

#include <QtTest>

#include <malloc.h>
#include <algorithm>
#include <array>
#include <random>

using namespace decodescope;
using app::Playback;
using app::PlaybackMode;
using app::PlaybackTrack;
using app::ShownSteps;

namespace {

/// Steps of random length; some ends of both runs coincide.
PlaybackTrack randomTrack(std::mt19937& random, std::size_t steps)
{
    PlaybackTrack track;
    track.present = true;
    std::int64_t now = 0;
    for (std::size_t i = 0; i < steps; ++i) {
        now += static_cast<std::int64_t>(random() % 5 + 1) * 1'000'000;
        track.endsNs.push_back(now);
    }
    return track;
}

Playback randomPlayback(std::mt19937& random, PlaybackMode mode)
{
    Playback playback;
    playback.setTracks(randomTrack(random, random() % 40), randomTrack(random, random() % 40));
    playback.setMode(mode);
    return playback;
}

}  // namespace

class PlaybackTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void forwardThenBackIsExact_data();
    void forwardThenBackIsExact();
    void randomSeekEqualsFresh_data();
    void randomSeekEqualsFresh();
    void rowsAreAlignedInStepMode();
    void raceShowsEachRunAtItsPace();
    void raceIsAsMuchSlowerAsAsked();
    void everyStepOfARaceShowsSomethingNew();
    void advancingInPiecesEqualsAdvancingAtOnce();
    void playsToTheEndAndStartsAgain();
    void followsALiveRun();
    void pausingALiveRunKeepsThePosition();
    void liveRunInTwoPartsIsFollowedThroughout();
    void updateTakesStepsOnce();
    void bulkAndSingleUpdatesAgree();
    void endsOfARecordAreThoseOfAList();
    void aLongRecordIsReadWhereItIs();
    void automaticSlowdownTakesAFewSeconds();
    void speedsGoUpAndDown();
    void emptyRecordDoesNothing();
};

void PlaybackTest::forwardThenBackIsExact_data()
{
    QTest::addColumn<int>("mode");
    QTest::newRow("steps") << static_cast<int>(PlaybackMode::steps);
    QTest::newRow("race") << static_cast<int>(PlaybackMode::race);
}

void PlaybackTest::forwardThenBackIsExact()
{
    QFETCH(int, mode);
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        Playback playback = randomPlayback(random, static_cast<PlaybackMode>(mode));
        playback.seek(random() % (playback.length() + 1));
        const std::size_t start = playback.position();
        const ShownSteps shown = playback.shown();
        const std::size_t room = playback.length() - start;
        const std::size_t count = room == 0 ? 0 : random() % room + 1;
        std::vector<ShownSteps> onTheWay;
        for (std::size_t i = 0; i < count; ++i) {
            onTheWay.push_back(playback.shown());
            playback.stepForward();
            QCOMPARE(playback.position(), start + i + 1);
        }
        for (std::size_t i = count; i-- > 0;) {
            playback.stepBack();
            QVERIFY(playback.shown() == onTheWay[i]);
        }
        QCOMPARE(playback.position(), start);
        QVERIFY(playback.shown() == shown);
    }
}

void PlaybackTest::randomSeekEqualsFresh_data()
{
    forwardThenBackIsExact_data();
}

void PlaybackTest::randomSeekEqualsFresh()
{
    QFETCH(int, mode);
    std::mt19937 random(11);
    for (int round = 0; round < 100; ++round) {
        const PlaybackTrack naive = randomTrack(random, random() % 40);
        const PlaybackTrack cached = randomTrack(random, random() % 40);
        Playback wandering;
        wandering.setTracks(naive, cached);
        wandering.setMode(static_cast<PlaybackMode>(mode));
        for (int move = 0; move < 20; ++move) {
            const std::size_t target = random() % (wandering.length() + 2);
            wandering.seek(target);
            Playback fresh;
            fresh.setTracks(naive, cached);
            fresh.setMode(static_cast<PlaybackMode>(mode));
            fresh.toStart();
            for (std::size_t i = 0; i < target; ++i) {
                fresh.stepForward();
            }
            QVERIFY(wandering.shown() == fresh.shown());
            QCOMPARE(wandering.position(), fresh.position());
        }
    }
}

void PlaybackTest::rowsAreAlignedInStepMode()
{
    std::mt19937 random(3);
    Playback playback;
    playback.setTracks(randomTrack(random, 12), randomTrack(random, 7));
    QCOMPARE(playback.length(), 12u);
    for (std::size_t row = 0; row <= 12; ++row) {
        playback.seek(row);
        QVERIFY((playback.shown() == ShownSteps{row, std::min<std::size_t>(row, 7)}));
    }
}

void PlaybackTest::raceShowsEachRunAtItsPace()
{
    Playback playback;
    playback.setTracks({{10, 20, 30}, true}, {{5, 6, 7}, true});
    playback.setMode(PlaybackMode::race);
    playback.toStart();
    playback.setSlowdown(1);
    playback.play();
    QVERIFY(!playback.advance(4));
    QVERIFY((playback.shown() == ShownSteps{0, 0}));
    QVERIFY(playback.advance(2));
    QVERIFY((playback.shown() == ShownSteps{0, 2}));
    QVERIFY(playback.advance(14));
    QVERIFY((playback.shown() == ShownSteps{2, 3}));
    QVERIFY(playback.playing());
    QVERIFY(playback.advance(100));
    QVERIFY((playback.shown() == ShownSteps{3, 3}));
    QVERIFY(!playback.playing());
}

void PlaybackTest::raceIsAsMuchSlowerAsAsked()
{
    for (const double factor : {4.0, 1.0, 0.5}) {
        Playback playback;
        playback.setTracks({{100, 200}, true}, {{50}, true}, false);
        playback.setMode(PlaybackMode::race);
        playback.toStart();
        playback.setSlowdown(factor);
        playback.play();
        QVERIFY(!playback.advance(static_cast<std::int64_t>(49 * factor)));
        QVERIFY((playback.shown() == ShownSteps{0, 0}));
        QVERIFY(playback.advance(static_cast<std::int64_t>(2 * factor)));
        QVERIFY((playback.shown() == ShownSteps{0, 1}));
        QVERIFY(playback.advance(static_cast<std::int64_t>(50 * factor)));
        QVERIFY((playback.shown() == ShownSteps{1, 1}));
    }
}

void PlaybackTest::everyStepOfARaceShowsSomethingNew()
{
    std::mt19937 random(5);
    for (int round = 0; round < 50; ++round) {
        Playback playback = randomPlayback(random, PlaybackMode::race);
        playback.toStart();
        QVERIFY((playback.shown() == ShownSteps{0, 0}));
        const std::size_t length = playback.length();
        for (std::size_t i = 0; i < length; ++i) {
            const ShownSteps before = playback.shown();
            playback.stepForward();
            QVERIFY(playback.shown() != before);
        }
        QVERIFY(playback.atEnd());
    }
}

void PlaybackTest::advancingInPiecesEqualsAdvancingAtOnce()
{
    std::mt19937 random(9);
    for (int round = 0; round < 100; ++round) {
        const auto mode = round % 2 == 0 ? PlaybackMode::steps : PlaybackMode::race;
        Playback pieces = randomPlayback(random, mode);
        pieces.setSlowdown(100);
        pieces.toStart();
        Playback once = pieces;
        pieces.play();
        once.play();
        std::int64_t total = 0;
        for (int i = 0; i < 50; ++i) {
            const auto part = static_cast<std::int64_t>(random() % 40'000'000);
            total += part;
            pieces.advance(part);
        }
        once.advance(total);
        // A step that falls exactly on the end of a piece may be off by the rounding of one fraction.
        const auto difference =
            static_cast<std::int64_t>(pieces.position()) - static_cast<std::int64_t>(once.position());
        QVERIFY2(std::abs(difference) <= 1, qPrintable(QString::number(difference)));
    }
}

void PlaybackTest::playsToTheEndAndStartsAgain()
{
    std::mt19937 random(1);
    Playback playback;
    playback.setTracks(randomTrack(random, 10), randomTrack(random, 10));
    QVERIFY(playback.atEnd());
    QVERIFY(!playback.playing());
    playback.play();
    QCOMPARE(playback.position(), 0u);
    QCOMPARE(playback.rate(), 4.0);
    playback.advance(1'000'000'000);
    QCOMPARE(playback.position(), 4u);
    playback.togglePlay();
    QVERIFY(!playback.advance(1'000'000'000));
    QCOMPARE(playback.position(), 4u);
    playback.togglePlay();
    playback.advance(10'000'000'000);
    QVERIFY(playback.atEnd());
    QVERIFY(!playback.playing());
}

void PlaybackTest::followsALiveRun()
{
    Playback playback;
    playback.setTracks({{}, true}, {}, true);
    QVERIFY(playback.following());
    for (std::int64_t i = 1; i <= 5; ++i) {
        playback.append(true, i * 10);
        QVERIFY((playback.shown() == ShownSteps{static_cast<std::size_t>(i), 0}));
    }
    playback.setLive(false);
    QVERIFY(!playback.following());
    QVERIFY((playback.shown() == ShownSteps{5, 0}));
    QVERIFY(playback.atEnd());
}

void PlaybackTest::pausingALiveRunKeepsThePosition()
{
    Playback playback;
    playback.setTracks({{10, 20, 30}, true}, {}, true);
    playback.stepBack();
    QVERIFY(!playback.following());
    QCOMPARE(playback.position(), 2u);
    playback.append(true, 40);
    playback.append(true, 50);
    QCOMPARE(playback.position(), 2u);
    QVERIFY((playback.shown() == ShownSteps{2, 0}));
    playback.toEnd();
    QVERIFY(playback.following());
    playback.append(true, 60);
    QVERIFY((playback.shown() == ShownSteps{6, 0}));
    // Playing on from the middle catches up and follows again.
    playback.seek(1);
    playback.play();
    playback.advance(60'000'000'000);
    QVERIFY(playback.following());
}

void PlaybackTest::liveRunInTwoPartsIsFollowedThroughout()
{
    Playback playback;
    playback.setTracks({{10, 20, 30}, true}, {}, true);
    playback.append(false, 4);
    QVERIFY(playback.following());
    QVERIFY((playback.shown() == ShownSteps{3, 1}));
    playback.append(false, 8);
    playback.pause();
    // Rows are aligned on the run that is being recorded.
    QCOMPARE(playback.position(), 2u);
    QVERIFY((playback.shown() == ShownSteps{2, 2}));
}

void PlaybackTest::updateTakesStepsOnce()
{
    const auto recording = test::makeFakeRecording();
    const auto& naive = *recording.runs[0];
    const auto& cached = *recording.runs[1];
    Playback playback;
    playback.update(recording.runs[0], recording.runs[1], false);
    playback.update(recording.runs[0], recording.runs[1], false);
    playback.toEnd();
    QVERIFY((playback.shown() == ShownSteps{naive.steps().size(), cached.steps().size()}));
    playback.setMode(PlaybackMode::race);
    const auto& last = naive.steps()[naive.steps().size() - 1];
    QCOMPARE(playback.durationNs(), last.startNs + last.wallNs + last.samplingNs);
}

void PlaybackTest::bulkAndSingleUpdatesAgree()
{
    test::FakeOptions options;
    options.newTokens = 60;
    options.finished = false;
    const auto run = std::make_shared<profiler::RunRecord>(test::fakeRunInfo(options, engine::Strategy::cached));
    test::FakeRunner runner(options, engine::Strategy::cached);
    Playback live;
    live.setTracks({}, {}, true);
    for (int i = 0; i < 60; ++i) {
        QVERIFY(run->steps().append(runner.next()));
        live.update(nullptr, run, true);
    }
    Playback opened;
    opened.update(nullptr, run, false);
    for (Playback* playback : {&live, &opened}) {
        playback->setMode(PlaybackMode::race);
        playback->toStart();
    }
    QCOMPARE(live.length(), opened.length());
    for (std::size_t i = 0; i < opened.length(); ++i) {
        live.stepForward();
        opened.stepForward();
        QVERIFY(live.shown() == opened.shown());
    }
}

/// Both runs end steps at the same time now and then, and a damaged file has ends that go back.
void PlaybackTest::endsOfARecordAreThoseOfAList()
{
    std::mt19937 random(5);
    for (int round = 0; round < 60; ++round) {
        const bool damaged = round % 3 == 0;
        std::array<std::shared_ptr<profiler::RunRecord>, 2> runs;
        std::array<PlaybackTrack, 2> lists;
        for (std::size_t k = 0; k < 2; ++k) {
            runs[k] = std::make_shared<profiler::RunRecord>(profiler::RunInfo{});
            lists[k].present = true;
            std::int64_t now = 0;
            for (auto left = random() % 30; left > 0; --left) {
                now += static_cast<std::int64_t>(random() % 4) - (damaged && random() % 4 == 0 ? 5 : 0);
                profiler::StepRecord step;
                step.wallNs = now;
                QVERIFY(runs[k]->steps().append(std::move(step)));
                lists[k].endsNs.push_back(now);
            }
        }
        Playback ofRecords;
        ofRecords.update(runs[0], runs[1], false);
        ofRecords.toEnd();
        Playback ofLists;
        ofLists.setTracks(lists[0], lists[1]);
        for (Playback* playback : {&ofRecords, &ofLists}) {
            playback->setMode(PlaybackMode::race);
        }
        QCOMPARE(ofRecords.length(), ofLists.length());
        QCOMPARE(ofRecords.durationNs(), ofLists.durationNs());
        for (int move = 0; move < 40; ++move) {
            const auto to = random() % (ofLists.length() + 1);
            const auto kind = random() % 4;
            for (Playback* playback : {&ofRecords, &ofLists}) {
                kind == 0   ? playback->seek(to)
                : kind == 1 ? playback->stepForward()
                : kind == 2 ? playback->stepBack()
                            : playback->setMode(move % 2 == 0 ? PlaybackMode::steps : PlaybackMode::race);
            }
            QVERIFY(ofRecords.shown() == ofLists.shown());
            QCOMPARE(ofRecords.position(), ofLists.position());
        }
    }
}

/// 5,000 steps a second for a minute: what playback needs of them is in the record already.
void PlaybackTest::aLongRecordIsReadWhereItIs()
{
    constexpr int kSteps = 50'000;
    const auto run = std::make_shared<profiler::RunRecord>(profiler::RunInfo{});
    for (int i = 0; i < kSteps; ++i) {
        profiler::StepRecord step;
        step.startNs = std::int64_t{i} * 200'000;
        step.wallNs = 150'000;
        QVERIFY(run->steps().append(std::move(step)));
    }
    Playback playback;
    const auto before = mallinfo2();
    for (const bool live : {true, false}) {
        playback.update(nullptr, run, live);
        playback.setMode(live ? PlaybackMode::race : PlaybackMode::steps);
        playback.seek(kSteps / 2);
        QCOMPARE(playback.shown().cached, std::size_t{kSteps / 2});
    }
    const auto after = mallinfo2();
    const auto grown = static_cast<std::int64_t>(after.uordblks + after.hblkhd) -
                       static_cast<std::int64_t>(before.uordblks + before.hblkhd);
    QVERIFY2(grown < kSteps, qPrintable(QString::number(grown)));
}

void PlaybackTest::automaticSlowdownTakesAFewSeconds()
{
    for (std::int64_t duration = 1'000'000; duration < 1'000'000'000'000; duration = duration * 13 / 10) {
        const double seconds = static_cast<double>(duration) / 1e9 * app::automaticSlowdown(duration);
        QVERIFY2(seconds > 3 && seconds < 12, qPrintable(QString::number(seconds)));
    }
    QCOMPARE(app::automaticSlowdown(6'000'000'000), 1.0);
    QCOMPARE(app::automaticSlowdown(0), 1.0);
}

void PlaybackTest::speedsGoUpAndDown()
{
    Playback playback;
    playback.setTracks({{1'000'000'000, 2'000'000'000}, true}, {});
    playback.faster();
    QCOMPARE(playback.rate(), 8.0);
    playback.slower();
    playback.slower();
    QCOMPARE(playback.rate(), 2.0);
    for (int i = 0; i < 40; ++i) {
        playback.faster();
    }
    QCOMPARE(playback.rate(), 256.0);
    playback.setMode(PlaybackMode::race);
    QVERIFY(playback.slowdownIsAutomatic());
    QCOMPARE(playback.slowdown(), 2.0);
    playback.slower();
    QCOMPARE(playback.slowdown(), 5.0);
    playback.faster();
    playback.faster();
    QCOMPARE(playback.slowdown(), 1.0);
}

void PlaybackTest::emptyRecordDoesNothing()
{
    Playback playback;
    playback.play();
    QVERIFY(!playback.playing());
    QVERIFY(!playback.advance(1'000'000'000));
    playback.stepForward();
    playback.stepBack();
    playback.seek(10);
    playback.setMode(PlaybackMode::race);
    playback.stepForward();
    QCOMPARE(playback.position(), 0u);
    QCOMPARE(playback.length(), 0u);
    QVERIFY((playback.shown() == ShownSteps{0, 0}));
}

QTEST_APPLESS_MAIN(PlaybackTest)
#include "playback_test.moc"
