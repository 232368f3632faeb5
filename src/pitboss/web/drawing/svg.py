"""The pen: elements of SVG as escaped text, and numbers as short as they can be written."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup, escape

SHEET = "/static/sprites.svg"
"""Where the sheet of symbols is served: pages refer to its drawings by name."""

IVORY, EDGE, RED, INK = "#f8f3e6", "#cfc5ab", "#b01f2e", "#17211f"
"""What cards and dice are made of, the same in both themes."""


def number(value: float) -> str:
    """Return a length to a hundredth, without idle digits.

    >>> number(9.50), number(20), number(1 / 3), number(-0.001)
    ('9.5', '20', '0.33', '0')
    """
    return f"{round(value, 2) + 0:.2f}".rstrip("0").rstrip(".")


def element(tag: str, *children: str, **attributes: str | float | None) -> Markup:
    """Return an element; attributes without a value are left out, everything else is escaped.

    A final underscore of a name is dropped and other underscores are hyphens.

    >>> print(element("text", "R&B", class_="ml", text_anchor="middle", x=1.50))
    <text class="ml" text-anchor="middle" x="1.5">R&amp;B</text>
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(_text(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    inside = "".join(escape(child) for child in children)
    return Markup(f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>")


def _text(value: str | float) -> str:
    return value if isinstance(value, str) else number(value)


def drawing(
    box: str, *children: str, cls: str = "", label: str = "", stretched: bool = False
) -> Markup:
    """Return a picture: named if it says something of its own, else hidden from readers."""
    return element(
        "svg",
        *children,
        class_=" ".join(cls.split()) or None,
        viewBox=box,
        preserveAspectRatio="none" if stretched else None,
        role="img" if label else None,
        aria_label=label or None,
        aria_hidden=None if label else "true",
    )


@lru_cache(maxsize=1024)
def used(symbol: str, box: str, cls: str = "", label: str = "") -> Markup:
    """Return a picture that shows a symbol of the sheet; the same ones are asked for all night."""
    return drawing(box, use(symbol), cls=cls, label=label)


def use(symbol: str, **attributes: str | float | None) -> Markup:
    """Return a reference to a symbol of the sheet."""
    return element("use", href=f"{SHEET}#{symbol}", **attributes)


def symbol(name: str, box: str, *children: str) -> Markup:
    """Return an entry of the sheet."""
    return element("symbol", *children, id=name, viewBox=box)


def box(width: float, height: float) -> str:
    """Return the view box of a picture that begins at the upper left."""
    return f"0 0 {number(width)} {number(height)}"
