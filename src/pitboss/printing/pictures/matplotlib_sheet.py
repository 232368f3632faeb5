"""Pictures drawn with matplotlib: PNG at twice the size of a screen's, and SVG."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties

from pitboss.printing.pictures.look import (
    COLORS,
    FAINT,
    INK,
    depth,
    spread,
)
from pitboss.printing.pictures.matplotlib_layers import HOUSE, TEXT, draw_axes, draw_layer, handle
from pitboss.printing.pictures.parts import Level, Picture

DOTS_PER_INCH = 200
ALONE = (8.0, 5.0)
BESIDE = (7.0, 4.7)
"""Inches of a picture alone, and of one of several."""
MARGIN = 0.22
NARROWEST = 1.0
"""What a chart is left with, even if its texts then leave the sheet."""
POINT = 1 / 72
TITLE, SUBTITLE, NOTE = 13.0, 9.5, 8.0
LEADING = 1.35


class Box(NamedTuple):
    """A part of the sheet, in inches from its lower left corner."""

    left: float
    bottom: float
    width: float
    height: float


def image(pictures: Sequence[Picture], form: Literal["png", "svg"]) -> bytes:
    """Return the file of some pictures: one alone, or two to a row."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(HOUSE)
        wide, high = ALONE if len(pictures) == 1 else BESIDE
        columns = min(2, len(pictures))
        rows = -(-len(pictures) // columns)
        figure = Figure(figsize=(wide * columns, high * rows), dpi=DOTS_PER_INCH)
        FigureCanvasAgg(figure)
        for at, picture in enumerate(pictures):
            row, column = divmod(at, columns)
            last = at == len(pictures) - 1
            width = wide * (columns - column) if last else wide
            _Panel(figure, picture, Box(wide * column, high * (rows - 1 - row), width, high)).draw()
        out = io.BytesIO()
        title = "; ".join(picture.title for picture in pictures)
        metadata = (
            {"Software": None, "Title": title}
            if form == "png"
            else {"Date": None, "Creator": None, "Title": title}
        )
        figure.savefig(out, format=form, dpi=DOTS_PER_INCH, metadata=metadata)
        return out.getvalue()


class _Panel:
    """One picture on a sheet: drawn first, then placed by the measured size of its texts."""

    def __init__(self, figure: Any, picture: Picture, box: Box) -> None:
        self.figure, self.picture, self.box = figure, picture, box
        self.renderer = figure.canvas.get_renderer()
        self.axes = figure.add_axes((0.1, 0.1, 0.8, 0.8))

    def draw(self) -> None:
        """Draw the layers and everything around them."""
        draw_axes(self.axes, self.picture)
        for layer in self.picture.layers:
            draw_layer(self.axes, layer)
        top = self._write_head()
        top -= self._draw_key(top)
        bottom = self.box.bottom + MARGIN + self._write_footnote()
        rows = self.picture.labels_on_top()
        self._place(top - (len(rows) * NOTE * LEADING + 4) * POINT, bottom)
        self._label_top(rows)
        self._label_right()

    # --- what stands around it ---

    def _write_head(self) -> float:
        """Write the title and what stands under it; return the height where they end."""
        at = self.box.bottom + self.box.height - MARGIN
        for text, size, weight, color in (
            (self.picture.title, TITLE, "bold", INK),
            (self.picture.subtitle, SUBTITLE, "normal", FAINT),
        ):
            for line in self._wrapped(text, size, weight):
                self._write(line, at, size, color, weight=weight, va="top")
                at -= size * LEADING * POINT
        return at - 4 * POINT

    def _write_footnote(self) -> float:
        lines = self._wrapped(self.picture.footnote, NOTE, "normal")
        for row, line in enumerate(reversed(lines)):
            at = self.box.bottom + MARGIN + row * NOTE * LEADING * POINT
            self._write(line, at, NOTE, FAINT, va="bottom")
        return (len(lines) * NOTE * LEADING + 6) * POINT if lines else 0.0

    def _draw_key(self, top: float) -> float:
        """Draw the key under the head, in as many columns as fit; return its height."""
        shown = self.picture.key()
        if not shown:
            return 0.0
        wide, high = self.figure.get_size_inches()
        room = self.box.width - 2 * MARGIN
        for columns in range(len(shown), 0, -1):
            key = self.figure.legend(
                [handle(layer, depth(self.picture, layer)) for layer in shown],
                [layer.label for layer in shown],
                loc="upper left",
                bbox_to_anchor=((self.box.left + MARGIN) / wide, top / high),
                bbox_transform=self.figure.transFigure,
                ncols=columns,
                frameon=False,
                fontsize=NOTE + 0.5,
                borderpad=0,
                borderaxespad=0,
                handlelength=1.6,
                handletextpad=0.6,
                columnspacing=1.8,
            )
            size = key.get_window_extent(self.renderer)
            if size.width / DOTS_PER_INCH <= room or columns == 1:
                return float(size.height) / DOTS_PER_INCH + 6 * POINT
            key.remove()
        return 0.0

    def _place(self, top: float, bottom: float) -> None:
        """Give the chart what its numbers and labels leave of the box."""
        wide, high = self.figure.get_size_inches()
        inside = self.axes.get_window_extent(self.renderer)
        outside = self.axes.get_tightbbox(self.renderer)
        left = self.box.left + MARGIN + (inside.x0 - outside.x0) / DOTS_PER_INCH
        bottom += (inside.y0 - outside.y0) / DOTS_PER_INCH
        texts = [text for _, text, _ in self.picture.labels_at_the_right()]
        label = max((self._wide(text, TEXT, "normal") for text in texts), default=0.0)
        last = (outside.x1 - inside.x1) / DOTS_PER_INCH
        room = max(label + 20 * POINT if label else 0.0, last)
        right = max(self.box.left + self.box.width - MARGIN - room, left + NARROWEST)
        tall = max(top - bottom, NARROWEST)
        self.axes.set_position((left / wide, bottom / high, (right - left) / wide, tall / high))

    def _label_right(self) -> None:
        """Write labels beside the ends of what they name, pushed apart where they would touch."""
        size = self.axes.get_window_extent(self.renderer)
        tall, across = size.height / DOTS_PER_INCH / POINT, size.width / DOTS_PER_INCH / POINT
        labels = self.picture.labels_at_the_right()
        scale = self.axes.transScale + self.axes.transLimits
        wanted = [
            min(max(scale.transform((self.axes.get_xlim()[0], y))[1], 0.0), 1.0) * tall
            for y, _, _ in labels
        ]
        for (_, text, hue), start, at in zip(
            labels, wanted, spread(wanted, TEXT * LEADING, 0.0, tall), strict=True
        ):
            self.axes.plot(
                [1 + 3 / across, 1 + 15 / across],
                [start / tall, at / tall],
                color=COLORS[hue],
                linewidth=0.7,
                transform=self.axes.transAxes,
                clip_on=False,
            )
            self.axes.text(
                1 + 18 / across,
                at / tall,
                text,
                color=COLORS[hue],
                va="center_baseline",
                transform=self.axes.transAxes,
            )

    def _label_top(self, rows: Sequence[tuple[Level, int, bool]]) -> None:
        """Draw upright levels up to their labels above the chart."""
        tall = self.axes.get_window_extent(self.renderer).height / DOTS_PER_INCH / POINT
        for level, row, at_left in rows:
            top = 1 + (row * NOTE * LEADING + 5 + NOTE / 2) / tall
            self.axes.plot(
                [level.x, level.x],
                [0, top],
                color=COLORS[level.hue],
                linewidth=1.2,
                transform=self.axes.get_xaxis_transform(),
                clip_on=False,
            )
            self.axes.annotate(
                level.label,
                (level.x, top),
                (-4 if at_left else 4, 0),
                xycoords=self.axes.get_xaxis_transform(),
                textcoords="offset points",
                ha="right" if at_left else "left",
                va="center",
                color=COLORS[level.hue],
                fontsize=NOTE + 0.5,
            )

    # --- texts ---

    def _write(self, text: str, at: float, size: float, color: str, **how: Any) -> None:
        wide, high = self.figure.get_size_inches()
        left = (self.box.left + MARGIN) / wide
        self.figure.text(left, at / high, text, fontsize=size, color=color, **how)

    def _wide(self, text: str, size: float, weight: str) -> float:
        font = FontProperties(size=size, weight=weight)
        width, _, _ = self.renderer.get_text_width_height_descent(text, font, False)
        return float(width) / DOTS_PER_INCH

    def _wrapped(self, text: str, size: float, weight: str) -> list[str]:
        """Return a text in lines that fit the box."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self._wide(longer, size, weight) <= self.box.width - 2 * MARGIN:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines
