// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plots.h"
#include "app/plots/triangles.h"
#include "tests/support/fake_recording.h"

#include <QCryptographicHash>
#include <QImage>
#include <QPainter>

namespace decodescope::test {

using namespace decodescope::app;

struct Shown {
    std::shared_ptr<profiler::Recording> recording;
    PlotScene scene;
};

inline Shown shown(const FakeOptions& options)
{
    Shown result;
    result.recording = std::make_shared<profiler::Recording>(makeFakeRecording(options));
    result.scene.recording = result.recording.get();
    for (const auto& run : result.recording->runs)
        (run->info().strategy == engine::Strategy::naive ? result.scene.naive : result.scene.cached) = run;
    return result;
}

inline FakeOptions options(std::int64_t prompt, std::int64_t fresh)
{
    FakeOptions result;
    result.promptTokens = prompt;
    result.newTokens = fresh;
    result.ops = false;
    return result;
}

inline QImage blank(const QSize& size, qreal ratio, const Theme& theme)
{
    QImage image(size * ratio, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(theme.surface);
    return image;
}

/// The stage at a size and scale, and where its cells are.
struct Stage {
    QImage image;
    TrianglesGeometry geometry;
};

inline Stage drawStage(const PlotScene& scene, const QSize& size, qreal ratio, const Theme& theme)
{
    Stage stage{blank(size, ratio, theme), {}};
    QPainter painter(&stage.image);
    const Canvas canvas(painter, theme, PlotUse::screen, QLocale::c());
    stage.geometry = trianglesGeometry(canvas, QRectF(QPointF(0, 0), QSizeF(size)), scene);
    TriangleRaster naive;
    TriangleRaster cached;
    paintTriangles(canvas, stage.geometry, scene, naive, cached);
    return stage;
}

/// Whether a pixel of the cell that textures leave alone has this colour. The corner clear of the diagonal strokes.
inline bool hasColor(const Stage& stage, const TriangleLayout& layout, int row, int column, const QColor& color)
{
    const QRectF cell = layout.span(row, column, column + 1);
    const qreal ratio = stage.image.devicePixelRatio();
    // Any pixel inside the cell counts: strokes and dots cover a part of it only.
    for (qreal fy = 0.15; fy < 0.8; fy += 0.1) {
        for (qreal fx = 0.15; fx < 0.8; fx += 0.1) {
            const QPointF p(cell.x() + cell.width() * fx, cell.y() + cell.height() * fy);
            if (stage.image.pixelColor(static_cast<int>(p.x() * ratio), static_cast<int>(p.y() * ratio)) == color)
                return true;
        }
    }
    return false;
}

inline QByteArray hashOf(const QImage& image)
{
    return QCryptographicHash::hash(
        QByteArrayView(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes()),
        QCryptographicHash::Sha256);
}

}  // namespace decodescope::test
