// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/theme.h"

#include <QFontMetricsF>
#include <QHash>
#include <QLocale>
#include <QPainter>
#include <QRectF>
#include <QRegion>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace decodescope::profiler {
struct RunInfo;
}

namespace decodescope::app {

struct PlotScene;

/// Of every exported picture, whatever the user's: English, with grouped figures.
QLocale pictureLocale();

enum class PlotUse {
    screen,   ///< in a widget: translated, the platform's text
    picture,  ///< a file of its own
    part,     ///< in a page with others
};

/// A text that was drawn upright, with the box its letters fill.
struct DrawnText {
    QString text;
    QRectF rect;
};

/// Fonts, and widths of words in them, that a view keeps between its paintings: finding a font costs more than
/// measuring a word in it, and measuring a word as much as painting it.
class Typesetter {
public:
    struct Type {
        QFont font;
        QFontMetricsF metrics;
        QHash<QString, qreal> widths;

        qreal width(const QString& text);
    };
    Type& type(const Theme& theme, int size, int weight);

private:
    struct Key {
        const Theme* theme;
        int size;
        int weight;
        bool operator==(const Key&) const = default;
    };
    std::vector<std::pair<Key, std::unique_ptr<Type>>> m_types;
};

/// A painter with the theme, the locale and the type sizes of one picture. Standalone pictures draw text as outlines
/// and in English, so that they are the same bytes on every platform.
class Canvas {
public:
    Canvas(QPainter& painter, const Theme& theme, PlotUse use, const QLocale& locale);
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    /// From now on every text drawn is noted there as well, for whoever looks after labels that touch.
    void noteTexts(std::vector<DrawnText>* texts) { m_texts = texts; }

    /// What is measured from now on is kept there for the next painting.
    void measureWith(Typesetter& typesetter) { m_typesetter = &typesetter; }

    /// What of the surface is painted anew; the rest stands as it was. Until this is said, all of it.
    void setExposed(const QRegion& region);
    /// Whether anything inside of `rect` is painted anew; strokes and letters may reach a little beyond it.
    bool exposes(const QRectF& rect) const;

    QPainter& painter() const { return m_painter; }
    const Theme& theme() const { return m_theme; }
    bool framed() const { return m_use == PlotUse::picture; }   ///< with title, conditions, larger type
    bool outlined() const { return m_use != PlotUse::screen; }  ///< text as outlines, in English
    const QLocale& locale() const { return m_locale; }

    /// Text written by the program: translated on screen. Mark the literal with QT_TRANSLATE_NOOP("Plots", ...).
    QString say(const char* english) const;

    int small() const { return m_small; }
    int body() const { return m_body; }
    int title() const { return m_title; }
    int headline() const { return m_headline; }
    qreal gap() const { return m_theme.spacing; }

    qreal width(const QString& text, int size, int weight = 400) const;
    qreal lineHeight(int size) const { return size * 1.4; }
    QString elided(const QString& text, qreal width, int size, int weight = 400) const;
    /// Where text() would put it: `anchor` is the corner or edge middle that `alignment` names.
    QRectF textRect(const QPointF& anchor, Qt::Alignment alignment, const QString& text, int size,
                    int weight = 400) const;
    QRectF text(const QPointF& anchor, Qt::Alignment alignment, const QString& text, int size, int weight,
                const QColor& color) const;
    /// Wraps at spaces into at most `lines` lines, the last one elided. Returns the height used.
    qreal paragraph(const QRectF& rect, const QString& text, int lines, int size, int weight,
                    const QColor& color) const;

    /// The nearest device pixel edge.
    qreal snap(qreal value) const;
    qreal devicePixel() const { return 1.0 / m_ratio; }

    void line(const QPointF& from, const QPointF& to, const QColor& color, qreal width,
              Qt::PenStyle style = Qt::SolidLine) const;

private:
    Typesetter::Type& type(int size, int weight) const;

    QPainter& m_painter;
    const Theme& m_theme;
    PlotUse m_use;
    QLocale m_locale;
    qreal m_ratio;
    std::vector<DrawnText>* m_texts = nullptr;
    std::optional<QRegion> m_exposed;
    mutable Typesetter m_ownTypesetter;
    Typesetter* m_typesetter = &m_ownTypesetter;
    int m_small, m_body, m_title, m_headline;
};

/// Paints the frame of a standalone picture (ground, title, subtitle, conditions at the foot) and returns what is left.
QRectF drawPictureFrame(const Canvas& canvas, const QRectF& rect, const QString& title, const QString& subtitle,
                        const PlotScene& scene);
QRectF drawPictureFrame(const Canvas& canvas, const QRectF& rect, const QString& title, const QString& subtitle,
                        const QStringList& conditions);

/// Model, weights, compute, cache format, device, threads, date and version of a scene, one entry each; synthetic
/// weights are named as such. Empty without a run.
QStringList conditions(const Canvas& canvas, const PlotScene& scene);
QStringList conditions(const Canvas& canvas, const profiler::RunInfo& info);

/// A muted sentence in the middle of `rect`, for plots with nothing to show.
void drawEmpty(const Canvas& canvas, const QRectF& rect, const QString& message);

}  // namespace decodescope::app
