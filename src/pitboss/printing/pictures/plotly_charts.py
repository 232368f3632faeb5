"""Charts as plotly reads them: its traces, axes and labels, as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import log10
from typing import Any

from pitboss.printing.pictures.look import (
    BAND_ALPHA,
    BARS_ALPHA,
    COLORS,
    FAINT,
    HAIRLINE,
    INK,
    MOST_TICKS,
    SAMPLE_ALPHA,
    spread,
    ticks,
    written,
)
from pitboss.printing.pictures.parts import Axis, Band, Bars, Hue, Level, Line, Marks, Picture

FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
SIZE = 14
HEIGHT = 400
"""Pixels of a chart between its axes; labels are pushed apart by it."""
LEADING = 18
BELOW = 54
LETTER = 7.6
"""Pixels to keep free for a letter of a label."""

CONFIG = {"displayModeBar": False, "responsive": True, "typesetMath": False}


def chart(picture: Picture) -> dict[str, Any]:
    """Return what plotly draws: data, layout and config."""
    return {"data": list(_data(picture)), "layout": _layout(picture), "config": CONFIG}


def height(picture: Picture) -> int:
    """Return the pixels that a chart takes, with its axis below and labels above."""
    return _above(picture) + HEIGHT + BELOW


# --- layers ---


def _data(picture: Picture) -> Iterator[dict[str, Any]]:
    for layer in picture.layers:
        if isinstance(layer, Band):
            yield from _band(layer, picture)
        elif isinstance(layer, Bars):
            yield _bars(layer, picture)
        elif isinstance(layer, Line):
            yield _line(layer, picture)
        elif isinstance(layer, Marks):
            yield _marks(layer, picture)


def _line(layer: Line, picture: Picture) -> dict[str, Any]:
    main = layer.style == "main"
    trace = {
        "type": "scatter",
        "mode": "lines",
        "x": _numbers(layer.x, picture.x),
        "y": _numbers(layer.y, picture.y),
        "line": {"color": COLORS[layer.hue], "width": 2.5 if main else 1.2},
        "opacity": 1 if main else SAMPLE_ALPHA,
    }
    if not main:
        return trace | {"hoverinfo": "skip"}
    # The label ends in the last value; under the pointer stands the one that is pointed at.
    name = layer.label.partition(":")[0]
    return trace | _hover(name, [written(value, picture.y) for value in layer.y])


def _band(layer: Band, picture: Picture) -> Iterator[dict[str, Any]]:
    y, color = picture.y, _rgba(layer.hue, BAND_ALPHA)
    side = {
        "type": "scatter",
        "mode": "lines",
        "x": _numbers(layer.x, picture.x),
        "line": {"width": 0, "color": color},
    }
    yield side | {"y": _numbers(layer.low, y), "hoverinfo": "skip"}
    pairs = zip(layer.low, layer.high, strict=True)
    texts = [f"{written(low, y)} to {written(high, y)}" for low, high in pairs]
    above = {"y": _numbers(layer.high, y), "fill": "tonexty", "fillcolor": color}
    yield side | above | _hover(layer.label, texts)


def _bars(layer: Bars, picture: Picture) -> dict[str, Any]:
    sides = list(zip(layer.edges, layer.edges[1:], strict=False))
    texts = [
        f"{written(low, picture.x)} to {written(high, picture.x)}<br>{written(share, picture.y)}"
        for (low, high), share in zip(sides, layer.heights, strict=True)
    ]
    return {
        "type": "bar",
        "x": _numbers([(low + high) / 2 for low, high in sides], picture.x),
        "width": _numbers([high - low for low, high in sides], picture.x),
        "y": _numbers(layer.heights, picture.y),
        "marker": {
            "color": _rgba(layer.hue, BARS_ALPHA),
            "line": {"color": "#ffffff", "width": 1},
        },
        "customdata": texts,
        "hovertemplate": "%{customdata}<extra></extra>",
    }


def _marks(layer: Marks, picture: Picture) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "x": _numbers(layer.x, picture.x),
        "y": _numbers(layer.y, picture.y),
        "cliponaxis": False,
        "marker": {
            "color": COLORS[layer.hue],
            "size": 9,
            "line": {"color": "#ffffff", "width": 1},
        },
        **_hover(layer.label, [written(value, picture.y) for value in layer.y]),
    }


def _hover(name: str, texts: Sequence[str]) -> dict[str, Any]:
    lead = f"{escape(name)}: " if name else ""
    return {
        "customdata": list(texts),
        "hovertemplate": lead.replace("%", "&#37;") + "%{customdata}<extra></extra>",
    }


def _numbers(values: Sequence[float], axis: Axis | None = None) -> list[float]:
    """Return the numbers to plot: plotly writes axes in dollars, and would not know of cents."""
    scale = 100 if axis is not None and axis.unit == "cents" else 1
    return [float(f"{value / scale:.12g}") for value in values]


def _rgba(hue: Hue, alpha: float) -> str:
    digits = COLORS[hue]
    red, green, blue = (int(digits[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha})"


# --- axes and labels ---


def _layout(picture: Picture) -> dict[str, Any]:
    bars = any(isinstance(layer, Bars) for layer in picture.layers)
    labels = picture.labels_at_the_right()
    shapes = [_shape(layer, picture) for layer in picture.layers if isinstance(layer, Level)]
    widest = max((len(text) for _, text, _ in labels), default=0)
    return {
        "font": {"family": FONT, "size": SIZE, "color": INK},
        "paper_bgcolor": "#ffffff",
        "plot_bgcolor": "#ffffff",
        "showlegend": False,
        "bargap": 0,
        "hovermode": "closest" if bars else "x unified",
        "hoverlabel": {"bgcolor": "#ffffff", "bordercolor": HAIRLINE, "font": {"color": INK}},
        "dragmode": "zoom",
        "margin": {
            "l": 60,
            "r": round(widest * LETTER) + 34 if widest else 30,
            "t": _above(picture),
            "b": BELOW,
        },
        "xaxis": _axis(picture.x, picture.x_range(), grid=not bars),
        "yaxis": _axis(picture.y, picture.y_range(), grid=True) | {"automargin": "width"},
        "shapes": shapes,
        "annotations": [*_right(picture), *_top(picture)],
    }


def _above(picture: Picture) -> int:
    return 16 + LEADING * len(picture.labels_on_top())


def _axis(axis: Axis, ends: tuple[float, float], *, grid: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "title": {
            "text": escape(axis.label),
            "font": {"color": FAINT, "size": SIZE},
            "standoff": 10,
        },
        "gridcolor": HAIRLINE,
        "showgrid": grid,
        "zeroline": False,
        "showline": True,
        "linecolor": FAINT,
        "nticks": MOST_TICKS,
        "range": _range(axis, ends),
        "type": "log" if axis.log else "linear",
        "unifiedhovertitle": {"text": _pointed_at(axis)},
    }
    if axis.log:
        marks = ticks(*ends, axis)
        found["tickvals"] = _numbers([at for at, _ in marks], axis)
        found["ticktext"] = [text for _, text in marks]
    elif axis.unit == "percent":
        # As many decimals as tell neighbours apart, however far the reader zooms in.
        steps = [(0.01, None, 0), (0.001, 0.0099, 1), (0.0001, 0.00099, 2), (0.00001, 0.000099, 3)]
        found["tickformatstops"] = [
            {"dtickrange": [low, high], "value": f",.{places}%"} for low, high, places in steps
        ]
        found["tickformat"] = ",.4%"
    elif axis.unit == "cents":
        found["tickformat"] = "$,.0f"
        found["tickformatstops"] = [{"dtickrange": [None, 0.99], "value": "$,.2f"}]
    else:
        found["tickformat"] = ",.0f"
    if axis.unit == "days":
        found |= {"tick0": 0}
    return found


def _pointed_at(axis: Axis) -> str:
    """Return what stands above the figures under the pointer, for the x there."""
    label = escape(axis.label).replace("%", "&#37;")
    if axis.unit == "days":
        return f"{label} %{{x:,.0f}}"
    form = {"percent": f",.{axis.places}%", "cents": "$,.2f"}.get(axis.unit, ",.0f")
    return f"%{{x:{form}}} {label}"


def _range(axis: Axis, ends: tuple[float, float]) -> list[float]:
    """Return places on an axis as plotly wants them for ranges and texts, not for shapes."""
    if not axis.log:
        return _numbers(ends, axis)
    return [log10(value) for value in _numbers(ends, axis)]


def _shape(level: Level, picture: Picture) -> dict[str, Any]:
    line = {"color": COLORS[level.hue], "width": 1.5}
    if level.y is not None:
        at = _numbers([level.y], picture.y)[0]
        place = {"xref": "paper", "x0": 0, "x1": 1, "yref": "y", "y0": at, "y1": at}
        return {"type": "line", "line": line | {"dash": "dash"}, **place}
    row = next(row for one, row, _ in picture.labels_on_top() if one == level)
    at = _numbers([level.x or 0.0], picture.x)[0]
    top = 1 + (row * LEADING + LEADING / 2 + 4) / HEIGHT
    place = {"xref": "x", "x0": at, "x1": at, "yref": "paper", "y0": 0, "y1": top}
    return {"type": "line", "line": line, **place}


def _right(picture: Picture) -> Iterator[dict[str, Any]]:
    """Return the labels beside the chart, with a stroke from what they name."""
    low, high = _range(picture.y, picture.y_range())
    labels = picture.labels_at_the_right()
    wanted = []
    for y, _, _ in labels:
        at = _range(picture.y, (y, y))[0]
        wanted.append(min(max((at - low) / (high - low), 0.0), 1.0) * HEIGHT)
    places = spread(wanted, LEADING, 0.0, HEIGHT)
    for (_, text, hue), start, at in zip(labels, wanted, places, strict=True):
        yield {
            "text": escape(text),
            "font": {"color": COLORS[hue]},
            "xref": "paper",
            "yref": "y",
            "x": 1,
            "y": low + start / HEIGHT * (high - low),
            "ax": 20,
            "ay": start - at,
            "xanchor": "left",
            "yanchor": "middle",
            "align": "left",
            "showarrow": True,
            "arrowhead": 0,
            "arrowwidth": 1,
            "arrowcolor": COLORS[hue],
            "standoff": 3,
        }


def _top(picture: Picture) -> Iterator[dict[str, Any]]:
    """Return the labels of upright levels, above the chart."""
    for level, row, at_left in picture.labels_on_top():
        yield {
            "text": escape(level.label),
            "font": {"color": COLORS[level.hue]},
            "xref": "x",
            "yref": "paper",
            "x": _range(picture.x, (level.x or 0.0, level.x or 0.0))[0],
            "y": 1,
            "yshift": row * LEADING + LEADING / 2 + 4,
            "xshift": -4 if at_left else 4,
            "xanchor": "right" if at_left else "left",
            "yanchor": "middle",
            "showarrow": False,
        }
