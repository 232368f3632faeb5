"""Pictures drawn with plotly: one HTML page that works offline, with figures under the pointer.

Texts and keys are plain HTML, which wraps by itself; plotly draws the charts.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape

from plotly.offline import get_plotlyjs

from pitboss.printing.pictures.look import COLORS, FAINT, INK, SAMPLE_ALPHA, depth
from pitboss.printing.pictures.parts import Band, Bars, Line, Marks, Picture
from pitboss.printing.pictures.plotly_charts import FONT, SIZE, chart, height

# The policy has the browser itself refuse whatever is not in the file.
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:">
<title>{title}</title>
<style>
body {{ margin: 0; padding: 24px; background: #fff; color: {ink}; font: {size}px/1.4 {font} }}
main {{ display: grid; gap: 40px 48px; max-width: {width}px; margin: 0 auto;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 560px), 1fr)) }}
figure {{ margin: 0; min-width: 0 }}
h1 {{ margin: 0; font-size: 21px; line-height: 1.25 }}
p {{ margin: 2px 0 0; color: {faint} }}
ul {{ display: flex; flex-wrap: wrap; gap: 2px 22px;
  list-style: none; margin: 8px 0 0; padding: 0 }}
li svg {{ width: 24px; height: 12px; margin-right: 7px; vertical-align: -1px }}
figcaption {{ color: {faint}; font-size: 13px }}
</style>
</head>
<body>
<main>
{figures}
</main>
<noscript>The charts are drawn by a script, and scripts are turned off.</noscript>
<script>{library}</script>
<script>
const charts = {charts};
charts.forEach((one, at) => Plotly.newPlot("chart-" + at, one.data, one.layout, one.config));
</script>
</body>
</html>
"""


def page(pictures: Sequence[Picture]) -> bytes:
    """Return the page of some pictures, side by side where the window is wide enough."""
    charts = [chart(one) for one in pictures]
    # No text of a picture can end the script, or begin a comment in it.
    data = json.dumps(charts, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    text = PAGE.format(
        title=escape("; ".join(one.title for one in pictures)),
        ink=INK,
        faint=FAINT,
        size=SIZE,
        font=FONT,
        width=1000 if len(pictures) == 1 else 1720,
        figures="\n".join(_figure(one, at) for at, one in enumerate(pictures)),
        library=get_plotlyjs(),
        charts=data,
    )
    return text.encode()


def _figure(picture: Picture, at: int) -> str:
    lines = ["<figure>", f"<h1>{escape(picture.title)}</h1>"]
    if picture.subtitle:
        lines.append(f"<p>{escape(picture.subtitle)}</p>")
    key = "".join(
        f"<li>{_swatch(layer, depth(picture, layer))}{escape(layer.label)}</li>"
        for layer in picture.key()
    )
    if key:
        lines.append(f"<ul>{key}</ul>")
    lines.append(f'<div id="chart-{at}" style="height:{height(picture)}px"></div>')
    if picture.footnote:
        lines.append(f"<figcaption>{escape(picture.footnote)}</figcaption>")
    return "\n".join([*lines, "</figure>"])


def _swatch(layer: Line | Band | Bars | Marks, alpha: float) -> str:
    color = COLORS[layer.hue]
    if isinstance(layer, Line):
        shape = (
            f'<path d="M0 6H24" stroke="{color}" stroke-opacity="{SAMPLE_ALPHA}" '
            'stroke-width="1.5"/>'
        )
    elif isinstance(layer, Marks):
        shape = f'<circle cx="12" cy="6" r="4.5" fill="{color}"/>'
    else:
        shape = f'<rect width="24" height="12" fill="{color}" fill-opacity="{alpha:.3f}"/>'
    return f'<svg viewBox="0 0 24 12" aria-hidden="true">{shape}</svg>'
