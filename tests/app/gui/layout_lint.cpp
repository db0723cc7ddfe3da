// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/gui/layout_lint.h"

#include "app/gui/instruments/instrument_view.h"
#include "app/gui/stage/stage_view.h"
#include "app/plots/line_chart.h"
#include "app/plots/theme.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QCheckBox>
#include <QImage>
#include <QLabel>
#include <QLayout>
#include <QStyle>
#include <QStyleOptionButton>

namespace decodescope::test {

QString describe(const QWidget* widget)
{
    return QStringLiteral("%1 '%2'").arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName());
}

namespace {

bool inScrollArea(const QWidget* widget)
{
    for (const QWidget* parent = widget->parentWidget(); parent != nullptr; parent = parent->parentWidget()) {
        if (qobject_cast<const QAbstractScrollArea*>(parent) != nullptr) {
            return true;
        }
    }
    return false;
}

/// Labels and buttons whose text does not fit into them.
QStringList cutTexts(QWidget* window)
{
    QStringList problems;
    for (QLabel* label : window->findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty()) {
            continue;
        }
        const QRect room = label->contentsRect();
        const QFontMetrics metrics = label->fontMetrics();
        if (label->wordWrap()) {
            const QRect needed =
                metrics.boundingRect(QRect(0, 0, room.width(), 10000), Qt::TextWordWrap, label->text());
            if (needed.height() > room.height() + 2 || needed.width() > room.width() + 1) {
                problems << describe(label) + QStringLiteral(" cuts: ") + label->text();
            }
        } else if (metrics.horizontalAdvance(label->text()) > room.width() + 1 ||
                   metrics.height() > label->height() + 2) {
            problems << describe(label) + QStringLiteral(" cuts: ") + label->text();
        }
    }
    for (QAbstractButton* button : window->findChildren<QAbstractButton*>()) {
        if (button->isVisible() && !button->text().isEmpty()) {
            QString text = button->text();
            text.remove(QLatin1Char('&'));
            int room = button->width();
            if (const auto* box = qobject_cast<QCheckBox*>(button)) {
                QStyleOptionButton option;
                option.initFrom(box);
                room = box->style()->subElementRect(QStyle::SE_CheckBoxContents, &option, box).width();
            }
            if (button->fontMetrics().horizontalAdvance(text) > room) {
                problems << describe(button) + QStringLiteral(" cuts: ") + text;
            }
        }
    }
    return problems;
}

/// Texts painted in the stage and the instruments that touch each other, leave their view or are cut. A token may be
/// cut: it is as long as it is.
QStringList paintedTexts(QWidget* window)
{
    QStringList problems;
    const auto look = [&](const QWidget* view, const std::vector<app::DrawnText>& texts, bool tokens) {
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (!QRectF(view->rect()).adjusted(-1, -1, 1, 1).contains(texts[i].rect)) {
                problems << describe(view) + QStringLiteral(": leaves the view: ") + texts[i].text;
            }
            if (!tokens && texts[i].text.endsWith(QChar(0x2026))) {
                problems << describe(view) + QStringLiteral(": cut: ") + texts[i].text;
            }
            for (std::size_t k = 0; k < i; ++k) {
                if (texts[k].rect.adjusted(0.5, 0.5, -0.5, -0.5).intersects(texts[i].rect)) {
                    problems << describe(view) +
                                    QStringLiteral(": “%1” touches “%2”").arg(texts[k].text, texts[i].text);
                }
            }
        }
    };
    for (const auto* surface : window->findChildren<app::PlotSurface*>()) {
        if (surface->isVisible()) {
            look(surface, surface->texts(), false);
        }
    }
    for (const auto* chart : window->findChildren<app::LineChart*>()) {
        if (!chart->isVisible()) {
            continue;
        }
        for (const QRectF& label : chart->endLabelRects()) {
            if (!QRectF(chart->rect()).adjusted(-1, -1, 1, 1).contains(label)) {
                problems << describe(chart) + QStringLiteral(" cuts: ") + chart->endLabels().join(QStringLiteral(", "));
            }
        }
    }
    for (const auto* stage : window->findChildren<app::StageView*>()) {
        if (stage->isVisible()) {
            look(stage, stage->texts(), true);
        }
    }
    return problems;
}

}  // namespace

QStringList overlaps(QWidget* window)
{
    QStringList problems;
    QList<QWidget*> parents = window->findChildren<QWidget*>();
    parents.prepend(window);
    for (QWidget* parent : parents) {
        if (!parent->isVisible() || parent->layout() == nullptr) {
            continue;
        }
        QList<QWidget*> children;
        for (QObject* object : parent->children()) {
            auto* child = qobject_cast<QWidget*>(object);
            if (child != nullptr && child->isVisible() && !child->isWindow()) {
                children << child;
            }
        }
        for (int i = 0; i < children.size(); ++i) {
            if (!inScrollArea(children[i]) && !parent->rect().contains(children[i]->geometry())) {
                problems << describe(children[i]) + QStringLiteral(" leaves ") + describe(parent);
            }
            for (int j = i + 1; j < children.size(); ++j) {
                if (children[i]->geometry().intersects(children[j]->geometry())) {
                    problems << describe(children[i]) + QStringLiteral(" overlaps ") + describe(children[j]);
                }
            }
        }
    }
    return problems;
}

QStringList problemsOf(QWidget* window)
{
    window->grab();  // paints all of it
    return cutTexts(window) + overlaps(window) + paintedTexts(window);
}

QImage logicalPicture(QWidget* window)
{
    return window->grab().toImage().scaled(window->size(), Qt::IgnoreAspectRatio, Qt::FastTransformation);
}

QStringList paleTexts(QWidget* window)
{
    QStringList problems;
    const QImage image = logicalPicture(window);
    for (QLabel* label : window->findChildren<QLabel*>()) {
        if (label->visibleRegion().isEmpty() || label->text().isEmpty() || !label->isEnabled()) {
            continue;
        }
        // The most contrasting pixel of the label against its corner is a stem of its letters.
        const QPoint at = label->mapTo(window, QPoint(0, 0));
        const QRect place = label->visibleRegion().boundingRect().translated(at).intersected(image.rect());
        const QColor ground = image.pixelColor(place.topLeft() + QPoint(0, place.height() - 1));
        double best = 1;
        for (int y = place.top(); y <= place.bottom(); ++y) {
            for (int x = place.left(); x <= place.right(); ++x) {
                best = std::max(best, app::contrastRatio(image.pixelColor(x, y), ground));
            }
        }
        // Anti-aliasing takes a little of the 4.5 that the theme's colours have.
        if (best < 4.3) {
            problems << describe(label) + QLatin1Char(' ') + QString::number(best);
        }
    }
    return problems;
}

}  // namespace decodescope::test
