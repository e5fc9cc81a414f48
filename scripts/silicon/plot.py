"""Draws the curves of chips, and the heat map of patterns, as SVG."""
import math
from html import escape

from chips import DEGREES

COLOURS = ("#c0392b", "#2471a3", "#1e8449", "#8e44ad", "#b9770e", "#117a65", "#566573")
WIDTH, HEIGHT, LEFT, TOP = 760, 430, 60, 30
TALL, WIDE = 340, 520


def _text(x, y, text, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(str(text))}</text>'


def _page(width, height, parts):
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                      f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
                      f'<rect width="{width}" height="{height}" fill="white"/>'] + parts + ["</svg>", ""])


def curves(rows):
    """rows: [(name, published, modelled)], lists for DEGREES. Both axes are logarithmic. Published figures
    are marks, the model's are lines."""
    top = math.log2(2048)
    low = math.log2(16)
    x = lambda d: LEFT + WIDE * math.log2(d) / math.log2(DEGREES[-1])
    y = lambda c: TOP + TALL * (top - math.log2(c)) / (top - low)
    o = [_text(LEFT + WIDE / 2, HEIGHT - 18, "degree of conflict", 'text-anchor="middle"'),
         _text(8, 18, "cycles of a load of shared memory: marks are published, lines are the model's")]
    for d in DEGREES:
        o += [f'<line x1="{x(d):.1f}" y1="{TOP}" x2="{x(d):.1f}" y2="{TOP + TALL}" stroke="#ddd"/>',
              _text(x(d), TOP + TALL + 18, d, 'text-anchor="middle"')]
    for c in (16, 32, 64, 128, 256, 512, 1024, 2048):
        o += [f'<line x1="{LEFT}" y1="{y(c):.1f}" x2="{LEFT + WIDE}" y2="{y(c):.1f}" stroke="#ddd"/>',
              _text(LEFT - 8, y(c) + 4, c, 'text-anchor="end"')]
    for n, (name, published, model) in enumerate(rows):
        colour = COLOURS[n % len(COLOURS)]
        line = " ".join(f"{x(d):.1f},{y(c):.1f}" for d, c in zip(DEGREES, model))
        o.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        o += [f'<circle cx="{x(d):.1f}" cy="{y(c):.1f}" r="4" fill="none" stroke="{colour}" stroke-width="2"/>'
              for d, c in zip(DEGREES, published)]
        o += [f'<rect x="{LEFT + WIDE + 20}" y="{TOP + 20 * n}" width="12" height="12" fill="{colour}"/>',
              _text(LEFT + WIDE + 38, TOP + 11 + 20 * n, name)]
    return _page(WIDTH, HEIGHT, o)


def heat(columns, rows):
    """rows: [(name, [value or None])]. The colour shows the value, by its logarithm."""
    cell, left, head, high = 62, 250, 40, 24
    o = [_text(8, 18, "cycles of a pattern by chip")]
    o += [_text(left + cell * (i + 0.5), head - 6, c, 'text-anchor="middle"') for i, c in enumerate(columns)]
    for r, (name, values) in enumerate(rows):
        y = head + high * r
        o.append(_text(8, y + 16, name))
        for i, v in enumerate(values):
            warm = min(1.0, math.log2(max(v, 16) / 16) / 7)
            colour = f"rgb({255 - int(20 * warm)},{250 - int(150 * warm)},{240 - int(200 * warm)})"
            o += [f'<rect x="{left + cell * i}" y="{y}" width="{cell}" height="{high}" fill="{colour}" '
                  'stroke="white"/>',
                  _text(left + cell * (i + 0.5), y + 16, v, 'text-anchor="middle"')]
    return _page(left + cell * len(columns) + 10, head + high * len(rows) + 10, o)
