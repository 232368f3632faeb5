"""Charts as matplotlib draws them: the look, the axes and the layers."""

from __future__ import annotations

from typing import Any

from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from pitboss.printing.pictures.look import (
    BAND_ALPHA,
    BARS_ALPHA,
    COLORS,
    FAINT,
    HAIRLINE,
    INK,
    SAMPLE_ALPHA,
    ticks,
)
from pitboss.printing.pictures.parts import Band, Bars, Layer, Line, Marks, Picture

TEXT = 9.0
HOUSE: dict[Any, Any] = {
    "font.family": "sans-serif",
    # The first comes with matplotlib; the others stand in where an SVG is shown without it.
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial"],
    "font.size": TEXT,
    "text.parse_math": False,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": FAINT,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.minor.bottom": False,
    "ytick.minor.left": False,
    "ytick.major.size": 0.0,
    "grid.color": HAIRLINE,
    "grid.linewidth": 0.6,
    "lines.solid_capstyle": "round",
    "lines.solid_joinstyle": "round",
    # Text stays text, and names are drawn from the content: the same data give the same bytes.
    "svg.fonttype": "none",
    "svg.hashsalt": "pitboss",
}


def draw_axes(axes: Any, one: Picture) -> None:
    """Draw the axes of a picture, marked and named, and a thin grid."""
    axes.set_xscale("log" if one.x.log else "linear")
    axes.set_yscale("log" if one.y.log else "linear")
    axes.set_xlim(*one.x_range())
    axes.set_ylim(*one.y_range())
    axes.set_autoscale_on(False)
    axes.minorticks_off()
    for axis, shown, ends in (
        (axes.xaxis, one.x, one.x_range()),
        (axes.yaxis, one.y, one.y_range()),
    ):
        marks = ticks(*ends, shown)
        axis.set_ticks([at for at, _ in marks], [text for _, text in marks])
        axis.set_label_text(shown.label)
    upright = not any(isinstance(layer, Bars) for layer in one.layers)
    axes.grid(True, axis="both" if upright else "y")
    axes.set_axisbelow(True)


def draw_layer(axes: Any, layer: Layer) -> None:
    """Draw a layer; upright levels are left to whoever places their labels."""
    color = COLORS[layer.hue]
    if isinstance(layer, Band):
        axes.fill_between(
            layer.x, layer.low, layer.high, color=color, alpha=BAND_ALPHA, linewidth=0
        )
    elif isinstance(layer, Bars):
        widths = [b - a for a, b in zip(layer.edges, layer.edges[1:], strict=False)]
        axes.bar(
            layer.edges[:-1],
            layer.heights,
            widths,
            align="edge",
            color=color,
            alpha=BARS_ALPHA,
            edgecolor="white",
            linewidth=0.5,
        )
    elif isinstance(layer, Marks):
        axes.plot(layer.x, layer.y, clip_on=False, zorder=4, **_point(color))
    elif isinstance(layer, Line):
        axes.plot(layer.x, layer.y, **_stroke(layer))
    elif layer.y is not None:
        axes.axhline(layer.y, color=color, linewidth=1.2, linestyle=(0, (5, 3)), zorder=2.5)


def _stroke(line: Line) -> dict[str, Any]:
    main = line.style == "main"
    return {
        "color": COLORS[line.hue],
        "linewidth": 1.9 if main else 0.9,
        "alpha": 1.0 if main else SAMPLE_ALPHA,
        "zorder": 3 if main else 2.2,
    }


def _point(color: str) -> dict[str, Any]:
    return {
        "linestyle": "none",
        "marker": "o",
        "markersize": 5,
        "markerfacecolor": color,
        "markeredgecolor": "white",
        "markeredgewidth": 0.6,
    }


def handle(layer: Layer, alpha: float) -> Any:
    """Return the sign of a layer in the key."""
    color = COLORS[layer.hue]
    if isinstance(layer, Line):
        return Line2D([], [], **_stroke(layer))
    if isinstance(layer, Marks):
        return Line2D([], [], **_point(color))
    return Patch(facecolor=color, alpha=alpha, linewidth=0)
