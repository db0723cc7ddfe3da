// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/canvas.h"

#include "app/plots/numbers.h"
#include "app/plots/plots.h"
#include "profiler/record/run_record.h"

#include <QCoreApplication>
#include <QPaintDevice>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace decodescope::app {

QLocale pictureLocale()
{
    return {QLocale::English, QLocale::UnitedStates};
}

Canvas::Canvas(QPainter& painter, const Theme& theme, PlotUse use, const QLocale& locale)
    : m_painter(painter),
      m_theme(theme),
      m_use(use),
      m_locale(locale),
      m_ratio(painter.device() ? painter.device()->devicePixelRatioF() : 1.0)
{
    // Standalone pictures are seen reduced: in a README, on a slide.
    const double scale = use == PlotUse::picture ? 1.3 : 1.0;
    const auto scaled = [scale](int size) { return static_cast<int>(std::lround(size * scale)); };
    m_small = scaled(theme.fontSmall);
    m_body = scaled(theme.fontBody);
    m_title = scaled(theme.fontTitle);
    m_headline = scaled(theme.fontHeadline);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
}

QString Canvas::say(const char* english) const
{
    return outlined() ? QString::fromUtf8(english) : QCoreApplication::translate("Plots", english);
}

void Canvas::setExposed(const QRegion& region)
{
    m_exposed = region;
}

bool Canvas::exposes(const QRectF& rect) const
{
    constexpr qreal kBeyond = 3;
    return !m_exposed || m_exposed->intersects(rect.adjusted(-kBeyond, -kBeyond, kBeyond, kBeyond).toAlignedRect());
}

Typesetter::Type& Typesetter::type(const Theme& theme, int size, int weight)
{
    const Key key{&theme, size, weight};
    const auto known =
        std::find_if(m_types.begin(), m_types.end(), [&](const auto& entry) { return entry.first == key; });
    if (known != m_types.end())
        return *known->second;
    const QFont font = theme.font(size, weight);
    m_types.emplace_back(key, std::make_unique<Type>(Type{font, QFontMetricsF(font), {}}));
    return *m_types.back().second;
}

qreal Typesetter::Type::width(const QString& text)
{
    constexpr qsizetype kMostWords = 1000;  // figures change with every step: what is kept does not grow with them
    const auto known = widths.constFind(text);
    if (known != widths.constEnd())
        return *known;
    if (widths.size() >= kMostWords)
        widths.clear();
    return *widths.insert(text, metrics.horizontalAdvance(text));
}

Typesetter::Type& Canvas::type(int size, int weight) const
{
    return m_typesetter->type(m_theme, size, weight);
}

qreal Canvas::width(const QString& text, int size, int weight) const
{
    return type(size, weight).width(text);
}

QString Canvas::elided(const QString& text, qreal width, int size, int weight) const
{
    Typesetter::Type& set = type(size, weight);
    return set.width(text) <= width ? text : set.metrics.elidedText(text, Qt::ElideRight, width);
}

QRectF Canvas::textRect(const QPointF& anchor, Qt::Alignment alignment, const QString& text, int size, int weight) const
{
    const qreal w = width(text, size, weight);
    const qreal h = lineHeight(size);
    qreal x = anchor.x();
    if (alignment & Qt::AlignRight)
        x -= w;
    else if (alignment & Qt::AlignHCenter)
        x -= w / 2;
    qreal y = anchor.y();
    if (alignment & Qt::AlignBottom)
        y -= h;
    else if (alignment & Qt::AlignVCenter)
        y -= h / 2;
    return {x, y, w, h};
}

QRectF Canvas::text(const QPointF& anchor, Qt::Alignment alignment, const QString& text, int size, int weight,
                    const QColor& color) const
{
    const QRectF rect = textRect(anchor, alignment, text, size, weight);
    if (text.isEmpty() || !exposes(rect))
        return rect;
    if (m_texts && m_painter.worldTransform().type() <= QTransform::TxScale)
        m_texts->push_back({text, QRectF(rect.x(), rect.center().y() - size * 0.5, rect.width(), size)});
    // Inter's capitals are 0.727 em high: centre them, not the line box.
    const qreal baseline = rect.center().y() + size * 0.727 / 2;
    if (outlined()) {
        QPainterPath path;
        path.addText(QPointF(rect.x(), baseline), type(size, weight).font, text);
        m_painter.fillPath(path, color);
    } else {
        m_painter.setFont(type(size, weight).font);
        m_painter.setPen(color);
        m_painter.drawText(QPointF(rect.x(), baseline), text);
    }
    return rect;
}

qreal Canvas::paragraph(const QRectF& rect, const QString& content, int lines, int size, int weight,
                        const QColor& color) const
{
    const QStringList words = content.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    qreal y = rect.y();
    qsizetype next = 0;
    for (int lineIndex = 0; lineIndex < lines && next < words.size(); ++lineIndex) {
        QString current = words[next++];
        while (next < words.size() && width(current + QLatin1Char(' ') + words[next], size, weight) <= rect.width())
            current += QLatin1Char(' ') + words[next++];
        if (lineIndex + 1 == lines && next < words.size())
            current += QLatin1Char(' ') + words.mid(next).join(QLatin1Char(' '));
        text(QPointF(rect.x(), y), Qt::AlignLeft | Qt::AlignTop, elided(current, rect.width(), size, weight), size,
             weight, color);
        y += lineHeight(size);
    }
    return y - rect.y();
}

qreal Canvas::snap(qreal value) const
{
    return std::round(value * m_ratio) / m_ratio;
}

void Canvas::line(const QPointF& from, const QPointF& to, const QColor& color, qreal width, Qt::PenStyle style) const
{
    QPen pen(color, width, style, Qt::FlatCap);
    m_painter.setPen(pen);
    m_painter.drawLine(from, to);
}

QStringList conditions(const Canvas& canvas, const PlotScene& scene)
{
    const auto run = scene.cached ? scene.cached : scene.naive;
    return run ? conditions(canvas, run->info()) : QStringList();
}

QStringList conditions(const Canvas& canvas, const profiler::RunInfo& info)
{
    const auto& config = info.model.config;
    const auto latin = [](std::string_view text) {
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    };
    QStringList parts;
    QString model = latin(config.name).isEmpty() ? latin(info.model.origin) : latin(config.name);
    if (config.synthetic)
        model += QStringLiteral(" – ") + canvas.say(QT_TRANSLATE_NOOP("Plots", "synthetic model, random weights"));
    parts << model;
    parts << canvas.say(QT_TRANSLATE_NOOP("Plots", "weights %1")).arg(latin(info.model.weightsFormat));
    parts << canvas.say(QT_TRANSLATE_NOOP("Plots", "compute %1")).arg(latin(info.model.compute));
    const QString key = latin(name(info.settings.keyFormat));
    const QString value = latin(name(info.settings.valueFormat));
    parts << canvas.say(QT_TRANSLATE_NOOP("Plots", "KV cache %1")).arg(key == value ? key : key + u'/' + value);
    // Of a sweep every context has a prompt of its own.
    if (info.promptIds.empty()) {
        parts << canvas
                     .say(info.settings.newTokens == 1 ? QT_TRANSLATE_NOOP("Plots", "%1 new token")
                                                       : QT_TRANSLATE_NOOP("Plots", "%1 new tokens"))
                     .arg(formatInteger(canvas.locale(), info.settings.newTokens));
    } else {
        parts << canvas.say(QT_TRANSLATE_NOOP("Plots", "prompt %1, new %2 tokens"))
                     .arg(formatInteger(canvas.locale(), static_cast<std::int64_t>(info.promptIds.front().size())),
                          formatInteger(canvas.locale(), info.settings.newTokens));
    }
    const std::int64_t sequences =
        info.promptIds.empty() ? info.settings.batch : static_cast<std::int64_t>(info.promptIds.size());
    if (sequences > 1)
        parts << canvas.say(QT_TRANSLATE_NOOP("Plots", "batch %1")).arg(formatInteger(canvas.locale(), sequences));
    QString device = latin(info.device.kind).toUpper();
    if (!info.device.name.empty())
        device += QLatin1Char(' ') + latin(info.device.name).simplified();
    parts << device;
    if (info.device.threads > 0)
        parts << canvas
                     .say(info.device.threads == 1 ? QT_TRANSLATE_NOOP("Plots", "%1 thread")
                                                   : QT_TRANSLATE_NOOP("Plots", "%1 threads"))
                     .arg(formatInteger(canvas.locale(), info.device.threads));
    if (!info.device.isa.empty())
        parts << latin(info.device.isa);
    if (info.paced)
        parts << canvas.say(QT_TRANSLATE_NOOP("Plots", "paced by the user"));
    if (!info.startedAt.empty())
        parts << latin(info.startedAt);
    parts << QStringLiteral("DecodeScope ") + latin(info.programVersion);
    for (QString& part : parts) part.replace(QLatin1Char(' '), QChar(0x00A0));
    return parts;
}

QRectF drawPictureFrame(const Canvas& canvas, const QRectF& rect, const QString& title, const QString& subtitle,
                        const PlotScene& scene)
{
    return drawPictureFrame(canvas, rect, title, subtitle, conditions(canvas, scene));
}

QRectF drawPictureFrame(const Canvas& canvas, const QRectF& rect, const QString& title, const QString& subtitle,
                        const QStringList& parts)
{
    const Theme& t = canvas.theme();
    canvas.painter().fillRect(rect, t.surface);
    const qreal margin = 48;
    QRectF inner = rect.adjusted(margin, 36, -margin, -28);
    const int titleSize = canvas.headline();
    canvas.text(inner.topLeft(), Qt::AlignLeft | Qt::AlignTop, canvas.elided(title, inner.width(), titleSize, 600),
                titleSize, 600, t.text);
    qreal top = inner.y() + canvas.lineHeight(titleSize) + 2;
    if (!subtitle.isEmpty()) {
        top +=
            canvas.paragraph(QRectF(inner.x(), top, inner.width(), 100), subtitle, 2, canvas.body(), 400, t.textMuted);
    }
    qreal bottom = inner.bottom();
    if (!parts.isEmpty()) {
        // A line ends with the point, none begins with it.
        const QString all = parts.join(QStringLiteral("\u00a0· "));
        const int size = canvas.small() - 2;
        const int lines = canvas.width(all, size) > inner.width() ? 2 : 1;
        bottom -= lines * canvas.lineHeight(size);
        canvas.line({inner.x(), canvas.snap(bottom - 10)}, {inner.right(), canvas.snap(bottom - 10)}, t.border,
                    t.thinStroke);
        canvas.paragraph(QRectF(inner.x(), bottom, inner.width(), 100), all, lines, size, 400, t.textMuted);
        bottom -= 30;
    }
    return QRectF(inner.x(), top + 18, inner.width(), bottom - top - 18);
}

void drawEmpty(const Canvas& canvas, const QRectF& rect, const QString& message)
{
    const QString text = canvas.elided(message, rect.width() - 2 * canvas.gap(), canvas.body());
    canvas.text(rect.center(), Qt::AlignCenter, text, canvas.body(), 400, canvas.theme().textMuted);
}

}  // namespace decodescope::app
