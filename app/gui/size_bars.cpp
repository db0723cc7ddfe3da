// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/size_bars.h"

#include "app/plots/canvas.h"
#include "app/plots/numbers.h"

#include <QPainter>
#include <QRegularExpression>

#include <algorithm>

namespace decodescope::app {

std::vector<QRectF> drawSizeBars(QPainter& painter, const QRectF& rect, const std::vector<SizeBar>& bars,
                                 const Theme& theme, const QLocale& locale, std::vector<DrawnText>* texts)
{
    std::vector<QRectF> drawn;
    if (bars.empty()) {
        return drawn;
    }
    Canvas canvas(painter, theme, PlotUse::screen, locale);
    canvas.noteTexts(texts);
    std::int64_t most = 1;
    for (const SizeBar& bar : bars) {
        most = std::max(most, bar.bytes);
    }
    const int title = canvas.title();
    const int body = canvas.body();
    const qreal titleHeight = canvas.lineHeight(title);
    const qreal formulaHeight = canvas.lineHeight(body);
    const qreal each = rect.height() / static_cast<qreal>(bars.size());
    const qreal height = std::clamp<qreal>(each - titleHeight - formulaHeight - 34, 14, 56);
    qreal y = rect.y();
    for (const SizeBar& bar : bars) {
        const QString size = formatBytes(locale, bar.bytes);
        const qreal sizeWidth = canvas.width(size, title, 700);
        canvas.text({rect.x(), y}, Qt::AlignLeft | Qt::AlignTop,
                    canvas.elided(bar.name, rect.width() - sizeWidth - 16, title, 600), title, 600, theme.text);
        const qreal top = y + titleHeight + 4;
        const qreal length = rect.width() * static_cast<qreal>(bar.bytes) / static_cast<qreal>(most);
        const QRectF filled(rect.x(), top, std::max<qreal>(2, length), height);
        // One piece per KV head, as long as they can be told apart.
        const std::int64_t pieces = bar.heads > 0 && length / static_cast<qreal>(bar.heads) >= 5 ? bar.heads : 1;
        const qreal pitch = filled.width() / static_cast<qreal>(pieces);
        painter.setPen(Qt::NoPen);
        painter.setBrush(bar.chosen ? theme.accent : theme.bar);
        for (std::int64_t piece = 0; piece < pieces; ++piece) {
            painter.drawRoundedRect(
                QRectF(filled.x() + pitch * static_cast<qreal>(piece), top, pitch - (pieces > 1 ? 2 : 0), height), 2,
                2);
        }
        // The size stands at the end of its bar, or above the end of a bar that leaves no room.
        if (filled.right() + 12 + sizeWidth <= rect.right()) {
            canvas.text({filled.right() + 12, top + height / 2}, Qt::AlignLeft | Qt::AlignVCenter, size, title, 700,
                        theme.text);
        } else {
            canvas.text({rect.right(), y}, Qt::AlignRight | Qt::AlignTop, size, title, 700, theme.text);
        }
        // Its result stands beside the bar: a product alone is whole where both would be cut.
        const QString formula = canvas.width(bar.formula, body) <= rect.width()
                                    ? bar.formula
                                    : bar.formula.section(QStringLiteral(" = "), 0, 0);
        canvas.text({rect.x(), top + height + 4}, Qt::AlignLeft | Qt::AlignTop,
                    canvas.elided(formula, rect.width(), body), body, 400, theme.textMuted);
        drawn.push_back(filled);
        y += std::min<qreal>(each, titleHeight + formulaHeight + height + 40);
    }
    return drawn;
}

QString formulaOnScreen(const QString& formula, const QLocale& locale)
{
    QString result;
    static const QRegularExpression figure(QStringLiteral("\\d{4,}"));
    qsizetype at = 0;
    for (auto match = figure.globalMatch(formula); match.hasNext();) {
        const auto found = match.next();
        result += formula.mid(at, found.capturedStart() - at) + formatInteger(locale, found.captured().toLongLong());
        at = found.capturedEnd();
    }
    result += formula.mid(at);
    return result.replace(QStringLiteral(" x "), QStringLiteral(" × "));
}

}  // namespace decodescope::app
