"""PDFs of typst read back: fonts by name, their character maps, the strings that are shown."""

from __future__ import annotations

import re
import zlib


def page_count(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def objects_of(pdf: bytes) -> dict[int, bytes]:
    found = re.finditer(rb"(\d+) 0 obj\n(.*?)\nendobj", pdf, re.DOTALL)
    return {int(match[1]): match[2] for match in found}


def stream_of(body: bytes) -> bytes:
    match = re.search(rb"stream\n(.*)\nendstream", body, re.DOTALL)
    assert match is not None
    return zlib.decompress(match[1]) if b"/FlateDecode" in body else match[1]


def referred(body: bytes, name: bytes) -> int:
    match = re.search(re.escape(name) + rb" (\d+) 0 R", body)
    assert match is not None, name
    return int(match[1])


def characters(cmap: bytes) -> dict[int, str]:
    pairs = re.findall(rb"^<([0-9A-F]{4})> <([0-9A-F]+)>$", cmap, re.MULTILINE)
    return {int(code, 16): bytes.fromhex(to.decode()).decode("utf-16-be") for code, to in pairs}


ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def unescaped(text: bytes) -> bytes:
    def one(match: re.Match[bytes]) -> bytes:
        escape = match[1]
        return bytes([int(escape, 8)]) if escape.isdigit() else ESCAPES.get(escape, escape)

    return re.sub(rb"\\([0-7]{1,3}|.)", one, text, flags=re.DOTALL)


INSIDE = rb"(?:\\.|[^\\()])*"
for _ in range(6):  # parentheses that balance are not escaped
    INSIDE = rb"(?:\\.|[^\\()]|\(" + INSIDE + rb"\))*"
STRING = rb"\((" + INSIDE + rb")\)"
SHOWN = rb"/(f\d+) [\d.]+ Tf|((?:\(" + INSIDE + rb"\)|[-\d.\s])+)\]?T[jJ]"
"""A choice of font, or strings that are shown, with the gaps between them."""


def text_of(pdf: bytes) -> list[str]:
    """Return the text of each page without its spaces: lines may break anywhere."""
    objects = objects_of(pdf)
    pages = []
    for body in objects.values():
        if not re.search(rb"/Type\s*/Page\b", body):
            continue
        resources = objects[referred(body, b"/Resources")]
        fonts = {
            name: characters(stream_of(objects[referred(objects[int(at)], b"/ToUnicode")]))
            for name, at in re.findall(rb"/(f\d+) (\d+) 0 R", resources)
        }
        font: dict[int, str] = {}
        shown = ""
        content = stream_of(objects[referred(body, b"/Contents")])
        for name, array in re.findall(SHOWN, content, re.DOTALL):
            font = fonts[name] if name else font
            codes = b"".join(unescaped(one) for one in re.findall(STRING, array, re.DOTALL))
            for at in range(0, len(codes), 2):
                shown += font[int.from_bytes(codes[at : at + 2], "big")]
        pages.append(bare(shown))
    return pages


def bare(text: str) -> str:
    return re.sub(r"[\s\u200b]", "", text)
