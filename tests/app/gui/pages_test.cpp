// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/instruments/text_view.h"
#include "app/gui/selection.h"
#include "app/gui/setup_panel.h"
#include "app/gui/size_page.h"
#include "app/run/checks.h"
#include "tests/app/gui/window_fixture.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTableView>
#include <QtTest>

using namespace decodescope;
using test::WindowFixture;

class PagesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::prepareApplication(); }

    /// Llama-3-8B-like at 8,192 positions in bf16: 4 GiB with a KV head per query head, 1 GiB with its own 8.
    void thePairOfMhaAndGqaIsShownAsBars()
    {
        app::SizePage page;
        page.setTheme(app::theme(app::ThemeKind::light));
        const auto& bars = page.bars();
        QCOMPARE(bars.size(), std::size_t{2});
        QCOMPARE(bars[0].bytes, std::int64_t{4} << 30);
        QCOMPARE(bars[0].heads, std::int64_t{32});
        QCOMPARE(bars[1].bytes, std::int64_t{1} << 30);
        QCOMPARE(bars[1].heads, std::int64_t{8});
        QVERIFY(bars[1].chosen && !bars[0].chosen);
        QVERIFY2(bars[0].formula.contains(QStringLiteral("32 KV heads")), qPrintable(bars[0].formula));
        QImage image(800, 300, QImage::Format_RGB32);
        QPainter painter(&image);
        const auto drawn =
            app::drawSizeBars(painter, QRectF(0, 0, 800, 300), bars, app::theme(app::ThemeKind::dark), QLocale::c());
        QVERIFY(std::abs(drawn[0].width() - 4 * drawn[1].width()) < 1e-6);
        QVERIFY(drawn[0].bottom() < drawn[1].top());
        auto* batch = page.findChild<QSpinBox*>(QStringLiteral("sizeBatch"));
        batch->setValue(4);
        QCOMPARE(page.bars()[1].bytes, std::int64_t{4} << 30);
        auto* kvHeads = page.findChild<QSpinBox*>(QStringLiteral("sizeKvHeads"));
        kvHeads->setValue(32);
        QCOMPARE(page.bars().size(), std::size_t{1});
    }

    /// Where its line is too short the product stands alone: its result is beside the bar.
    void formulasOfBarsAreWhole()
    {
        app::SizePage page;
        page.setTheme(app::theme(app::ThemeKind::projector));
        QImage image(760, 300, QImage::Format_RGB32);
        QPainter painter(&image);
        std::vector<app::DrawnText> texts;
        app::drawSizeBars(painter, QRectF(0, 0, 760, 300), page.bars(), app::theme(app::ThemeKind::projector),
                          QLocale::c(), &texts);
        QVERIFY(texts.size() >= 6);
        for (const app::DrawnText& text : texts) {
            QVERIFY2(!text.text.endsWith(QChar(0x2026)), qPrintable(text.text));
        }
    }

    void formulasOnScreenAreInTheLocale()
    {
        const QString text = app::formulaOnScreen(QStringLiteral("32 layers x 2 x 8192 tokens = 1073741824 bytes"),
                                                  QLocale(QLocale::German, QLocale::Germany));
        QCOMPARE(text, QStringLiteral("32 layers × 2 × 8.192 tokens = 1.073.741.824 bytes"));
    }

    void severalPromptsAreOneBatch()
    {
        app::SetupPanel setup;
        auto* batch = setup.findChild<QSpinBox*>(QStringLiteral("batchBox"));
        batch->setValue(3);
        QCOMPARE(setup.settings().batch, 3);
        setup.findChild<QAbstractButton*>(QStringLiteral("promptAdd"))->click();
        auto* second = setup.findChild<QPlainTextEdit*>(QStringLiteral("promptEdit2"));
        QVERIFY(second);
        QSignalSpy changes(&setup, &app::SetupPanel::settingsChanged);
        second->setPlainText(QStringLiteral("Once upon a time"));
        QVERIFY(changes.count() > 0);
        profiler::RunSettings settings = setup.settings();
        QCOMPARE(settings.prompts.size(), std::size_t{2});
        QCOMPARE(settings.prompts[1], std::string("Once upon a time"));
        QCOMPARE(settings.batch, 1);  // every prompt is a sequence
        QVERIFY(!batch->isEnabled() && !batch->toolTip().isEmpty());
        settings.prompts.push_back("Third");
        setup.setSettings(settings);
        QCOMPARE(setup.settings().prompts, settings.prompts);
        setup.findChild<QAbstractButton*>(QStringLiteral("promptRemove2"))->click();
        QTRY_COMPARE(setup.settings().prompts.size(), std::size_t{2});
        QCOMPARE(setup.settings().prompts[1], std::string("Third"));
    }

    void theSequenceChosenIsShownOnStageAndInTheText()
    {
        WindowFixture fixture;
        test::FakeOptions options;
        options.batch = 3;
        fixture.showFake(options);
        auto* chooser = fixture.find<QComboBox>("stageSequence");
        QVERIFY(chooser->isVisible());
        QCOMPARE(chooser->count(), 4);
        auto* text = fixture.find<app::TextView>("text");
        const auto& run = *fixture.window->selection()->cached();
        for (const int sequence : {2, 0, 1}) {
            chooser->setCurrentIndex(sequence + 1);
            Q_EMIT chooser->activated(sequence + 1);
            std::string bytes;
            for (const auto& piece : run.info().promptPieces[static_cast<std::size_t>(sequence)]) bytes += piece;
            QVERIFY(text->shownText().startsWith(QString::fromStdString(bytes)));
            QVERIFY(text->note().startsWith(QString::number(9 + sequence)));
            const QString said = fixture.find<QWidget>("stage")->accessibleDescription();
            QVERIFY2(!said.isEmpty(), "description");
        }
    }

    /// Before they are run the checks say what they ask, in the order they run.
    void checksAreListedBeforeTheyRun()
    {
        WindowFixture fixture;
        auto* table = fixture.find<QTableView>("checksTable");
        QCOMPARE(table->model()->rowCount(), static_cast<int>(app::checkNames().size()));
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const auto& name = app::checkNames()[static_cast<std::size_t>(row)];
            QCOMPARE(table->model()->index(row, 1).data().toString(), QString::fromStdString(std::string(name)));
            QVERIFY(table->model()->index(row, 0).data().toString().isEmpty());
            QVERIFY(table->model()->index(row, 4).data().toString().endsWith(QLatin1Char('?')));
        }
    }

    void brokenCachesSayWhatTheyDo()
    {
        app::SetupPanel setup;
        auto* decoding = setup.findChild<QComboBox*>(QStringLiteral("decodingBox"));
        auto* note = setup.findChild<QLabel*>(QStringLiteral("decodingNote"));
        int broken = 0;
        for (int i = 0; i < decoding->count(); ++i) {
            decoding->setCurrentIndex(i);
            const auto strategies = setup.settings().strategies;
            const bool works = std::all_of(strategies.begin(), strategies.end(), [](engine::Strategy strategy) {
                return strategy == engine::Strategy::naive || strategy == engine::Strategy::cached;
            });
            QCOMPARE(note->text().isEmpty(), works);
            for (const char* about : {"Text:", "Checks:", "Speed:"}) {
                QVERIFY(works || note->text().contains(QLatin1String(about)));
            }
            broken += works ? 0 : 1;
        }
        QCOMPARE(broken, 4);
    }
};

QTEST_MAIN(PagesTest)
#include "pages_test.moc"
