"""What is written in a PDF of one page as Qt makes it, read back for tests."""

from __future__ import annotations

import re
import zlib


def media_box(pdf: bytes) -> tuple[float, float]:
    """Width and height of the page in points."""
    found = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert found is not None
    return float(found[1]), float(found[2])


def pdf_lines(pdf: bytes) -> list[str]:
    """The lines of text, in the order in which they were written."""
    fonts = {name: _letters(pdf, int(number)) for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", pdf)}
    lines = []
    for block in re.findall(rb"BT\n(.*?)\nET", _content(pdf), re.S):
        letters, line = {}, ""
        for font, codes in re.findall(rb"/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)> Tj", block):
            if font:
                letters = fonts[font]
            text = codes.decode()
            line += "".join(letters[int(text[i : i + 4], 16)] for i in range(0, len(text), 4))
        lines.append(line.replace("\t", " "))  # what Qt says of its space
    return lines


def _content(pdf: bytes) -> bytes:
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.S):
        try:
            plain = zlib.decompress(stream)
        except zlib.error:
            continue
        if b" Tj" in plain:
            return plain
    raise AssertionError("no text in the PDF")


def _letters(pdf: bytes, font: int) -> dict[int, str]:
    """Code to letter, from the font's ToUnicode table."""
    reference = re.search(rb"\n%d 0 obj\n<<.*?/ToUnicode (\d+) 0 R" % font, pdf, re.S)
    assert reference is not None
    table = re.search(rb"\n%d 0 obj\n.*?beginbfrange(.*?)endbfrange" % int(reference[1]), pdf, re.S)
    assert table is not None
    letters = {}
    for first, codes in re.findall(rb"<([0-9A-F]{4})> <[0-9A-F]{4}> \[(.*?)\]", table[1]):
        for offset, code in enumerate(re.findall(rb"<([0-9A-F]{4})>", codes)):
            letters[int(first, 16) + offset] = chr(int(code, 16))
    return letters
