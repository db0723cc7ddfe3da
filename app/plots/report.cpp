// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/canvas.h"
#include "app/plots/numbers.h"
#include "app/plots/plot_parts.h"
#include "app/plots/triangle_cells.h"
#include "profiler/record/summary.h"

#include <QFontMetricsF>
#include <algorithm>
#include <vector>

namespace decodescope::app {

namespace {

struct Figure {
    QString value;
    QString meaning;
    QColor color;
};

/// The answer in one line: how much faster, whether the same, what it costs, how much was repeated.
std::vector<Figure> figures(const Canvas& canvas, const PlotScene& scene)
{
    const Theme& t = canvas.theme();
    const QLocale& locale = canvas.locale();
    std::vector<Figure> all;
    const std::size_t naiveSteps = shownSteps(scene.naive, scene.naiveSteps);
    const std::size_t cachedSteps = shownSteps(scene.cached, scene.cachedSteps);
    const std::size_t common = std::min(naiveSteps, cachedSteps);
    if (common > 1) {
        const double naiveMs = profiler::summarise(*scene.naive, common).totalMs;
        const double cachedMs = profiler::summarise(*scene.cached, common).totalMs;
        if (cachedMs > 0) {
            all.push_back({formatSignificant(locale, naiveMs / cachedMs, 2) + QStringLiteral("×"),
                           canvas.say(QT_TRANSLATE_NOOP("Plots", "faster, end to end: %1 instead of %2"))
                               .arg(formatSeconds(locale, cachedMs * 1e-3), formatSeconds(locale, naiveMs * 1e-3)),
                           t.text});
        }
        const auto agreement = profiler::compareRuns(*scene.naive, *scene.cached);
        const auto differs = agreement.firstDifference;
        if (!differs || *differs >= static_cast<std::int64_t>(common)) {
            all.push_back({canvas.say(QT_TRANSLATE_NOOP("Plots", "Same logits")),
                           canvas.say(QT_TRANSLATE_NOOP("Plots", "at all %1 common steps, bit for bit"))
                               .arg(formatInteger(locale, static_cast<std::int64_t>(common))),
                           t.success});
        } else {
            all.push_back(
                {canvas.say(QT_TRANSLATE_NOOP("Plots", "Different logits")),
                 canvas.say(QT_TRANSLATE_NOOP("Plots", "from step %1 on")).arg(formatInteger(locale, *differs + 1)),
                 t.error});
        }
    }
    if (cachedSteps > 0) {
        const auto& step = scene.cached->steps()[cachedSteps - 1];
        all.push_back({formatBytes(locale, step.kv.usedBytes),
                       canvas
                           .say(step.kv.usedPositions == 1
                                    ? QT_TRANSLATE_NOOP("Plots", "is what the cache costs at %1 position")
                                    : QT_TRANSLATE_NOOP("Plots", "is what the cache costs at %1 positions"))
                           .arg(formatInteger(locale, step.kv.usedPositions)),
                       t.text});
    }
    if (naiveSteps > 0) {
        const auto summary = profiler::summarise(*scene.naive, naiveSteps);
        all.push_back(
            {formatShare(locale, summary.shareRecomputed),
             canvas.say(QT_TRANSLATE_NOOP("Plots", "of the positions without the cache had been computed before")),
             t.text});
    }
    return all;
}

QString generatedText(const PlotScene& scene, bool prompt)
{
    const auto& run = scene.cached ? scene.cached : scene.naive;
    if (!run)
        return {};
    const std::size_t steps = shownSteps(run, scene.cached ? scene.cachedSteps : scene.naiveSteps);
    const auto sequence = static_cast<std::size_t>(std::max(0, scene.sequence));
    std::string bytes;
    if (prompt) {
        if (sequence < run->info().promptPieces.size()) {
            for (const std::string& piece : run->info().promptPieces[sequence]) bytes += piece;
        }
    } else {
        for (std::size_t i = 0; i < steps; ++i) {
            for (const auto& record : run->steps()[i].sequences) {
                if (record.sequence == static_cast<std::int32_t>(sequence))
                    bytes += record.tokenBytes;
            }
        }
    }
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size())).simplified();
}

}  // namespace

void drawReport(QPainter& painter, const QRectF& rect, const PlotScene& scene, const Theme& theme)
{
    const QLocale locale = pictureLocale();
    const Canvas canvas(painter, theme, PlotUse::picture, locale);
    const Canvas inner(painter, theme, PlotUse::part, locale);
    const auto& run = scene.cached ? scene.cached : scene.naive;
    QString title = canvas.say(QT_TRANSLATE_NOOP("Plots", "Decoding with and without the KV cache"));
    QRectF area = drawPictureFrame(canvas, rect, title, {}, scene);
    if (!run) {
        drawEmpty(canvas, area, canvas.say(QT_TRANSLATE_NOOP("Plots", "No run yet")));
        return;
    }
    // The headline.
    const std::vector<Figure> headline = figures(canvas, scene);
    const qreal column = area.width() / std::max<qreal>(1, static_cast<qreal>(headline.size()));
    const int figureSize = canvas.headline();
    for (std::size_t i = 0; i < headline.size(); ++i) {
        const QPointF at(area.x() + column * static_cast<qreal>(i), area.y() - 6);
        canvas.text(at, Qt::AlignLeft | Qt::AlignTop, canvas.elided(headline[i].value, column - 16, figureSize, 700),
                    figureSize, 700, headline[i].color);
        canvas.paragraph(QRectF(at.x(), at.y() + canvas.lineHeight(figureSize), column - 24, 60), headline[i].meaning,
                         2, canvas.small(), 400, theme.textMuted);
    }
    const qreal headlineHeight =
        headline.empty() ? 0 : canvas.lineHeight(figureSize) + 2 * canvas.lineHeight(canvas.small()) + 8;
    // The text.
    const int textSize = canvas.body();
    const qreal textHeight = 2 * canvas.lineHeight(textSize) + 6;
    QRectF middle(area.x(), area.y() + headlineHeight, area.width(), area.height() - headlineHeight - textHeight);
    QRectF textArea(area.x(), middle.bottom() + 14, area.width(), textHeight);
    const QString prompt = generatedText(scene, true);
    const QString answer = generatedText(scene, false);
    // A long prompt shows its end: the answer continues it.
    QString head = prompt;
    if (canvas.width(head, textSize) > textArea.width() * 0.7) {
        head = QFontMetricsF(theme.font(textSize)).elidedText(head, Qt::ElideLeft, textArea.width() * 0.7);
    }
    const qreal headWidth =
        canvas.text(textArea.topLeft(), Qt::AlignLeft | Qt::AlignTop, head, textSize, 400, theme.textMuted).width();
    const qreal first = textArea.width() - headWidth - 12;
    // The answer begins on the prompt's line and goes on below.
    QString begun;
    const QStringList words = answer.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    qsizetype used = 0;
    while (used < words.size()) {
        const QString longer = begun.isEmpty() ? words[used] : begun + QLatin1Char(' ') + words[used];
        if (canvas.width(longer, textSize, 600) > first)
            break;
        begun = longer;
        ++used;
    }
    canvas.text({textArea.x() + headWidth + 8, textArea.y()}, Qt::AlignLeft | Qt::AlignTop, begun, textSize, 600,
                theme.text);
    canvas.text({textArea.x(), textArea.y() + canvas.lineHeight(textSize)}, Qt::AlignLeft | Qt::AlignTop,
                canvas.elided(words.mid(used).join(QLatin1Char(' ')), textArea.width(), textSize, 600), textSize, 600,
                theme.text);
    // Triangles at the left, instruments at the right.
    const qreal gap = 36;
    const qreal left = middle.width() * 0.6;
    QRectF stage(middle.x(), middle.y(), left, middle.height());
    QRectF side(stage.right() + gap, middle.y(), middle.width() - left - gap, middle.height());
    // Inside the page the plots use the theme's own sizes: they are parts, not pictures of their own.
    const auto part = [&](const char* name, const QRectF& box, const auto& draw) {
        const QString text = canvas.say(name);
        const QRectF drawn =
            canvas.text(box.topLeft(), Qt::AlignLeft | Qt::AlignTop, text, canvas.body(), 600, theme.text);
        draw(QRectF(box.x(), drawn.bottom() + 4, box.width(), box.bottom() - drawn.bottom() - 4));
    };
    part(QT_TRANSLATE_NOOP("Plots", "What each step computes"), stage,
         [&](const QRectF& box) { paintTrianglesPlot(inner, box, scene); });
    const qreal heights = side.height() - 2 * 14;
    QRectF roof(side.x(), side.y(), side.width(), heights * 0.44);
    QRectF growth(side.x(), roof.bottom() + 14, side.width(), heights * 0.28);
    QRectF speed(side.x(), growth.bottom() + 14, side.width(), heights * 0.28);
    part(QT_TRANSLATE_NOOP("Plots", "Roofline"), roof,
         [&](const QRectF& box) { paintRooflinePlot(inner, box, scene); });
    part(QT_TRANSLATE_NOOP("Plots", "KV cache"), growth,
         [&](const QRectF& box) { paintKvGrowthPlot(inner, box, scene); });
    part(QT_TRANSLATE_NOOP("Plots", "Speed of every step"), speed,
         [&](const QRectF& box) { paintThroughputPlot(inner, box, scene); });
}

}  // namespace decodescope::app
