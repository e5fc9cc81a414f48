"""The plot of `make dcl1`, as SVG: misses of each organisation on each stream, and beside those on mandel the
paper's averages, as a line across the bar."""

WIDE, HIGH, LEFT, TOP, GAP = 640, 92, 90, 56, 40
STYLE = ("text{font:12px sans-serif;fill:#222}.small{font-size:10px;fill:#555}.name{font-weight:bold}"
         ".bar{fill:#5b8db8}.axis{stroke:#999}.paper{stroke:#c0392b;stroke-width:3}")


def _panel(top, stream, rows, base, step):
    o = [f'<text x="{LEFT - 8}" y="{top + 14}" class="name" text-anchor="end">{stream}</text>',
         f'<path d="M{LEFT} {top + HIGH}h{WIDE}" class="axis"/>']
    for i, (org, f) in enumerate(rows):
        x, high = LEFT + i * step, HIGH * 0.85 * f["misses"]
        paper = stream == "mandel" and base and org.misses is not None
        y = HIGH * 0.85 * base["misses"] * (1 + org.misses / 100) if paper else 0
        o += [f'<rect x="{x + 8:.1f}" y="{top + HIGH - high:.1f}" width="{step - 16:.1f}" height="{high:.1f}" class="bar"/>',
              f'<text x="{x + step / 2:.1f}" y="{top + HIGH - max(high, y) - 4:.1f}" class="small" text-anchor="middle">'
              f'{100 * f["misses"]:.0f}%</text>',
              f'<text x="{x + step / 2:.1f}" y="{top + HIGH + 14}" class="small" text-anchor="middle">{org.name}</text>']
        if paper:
            o += [f'<path d="M{x + 4:.1f} {top + HIGH - y:.1f}h{step - 8:.1f}" class="paper"/>']
    return o


def svg(streams, found):
    """`found`: {(stream, organisation): figures}"""
    organisations = list(dict.fromkeys(o for _, o in found))
    step = WIDE / len(organisations)
    total = TOP + (HIGH + GAP) * len(streams)
    o = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDE + 20}" height="{total}">',
         f"<style>{STYLE}</style>", f'<rect width="{LEFT + WIDE + 20}" height="{total}" fill="#fff"/>',
         f'<text x="{LEFT}" y="22" class="name">Reads of SMs that ask an L2 slice for their line</text>',
         f'<text x="{LEFT}" y="40" class="small">80 SMs, model alone; red: base with the change that the paper '
         "gives as its average</text>"]
    for i, stream in enumerate(streams):
        rows = [(org, f) for (s, org), f in found.items() if s == stream]
        base = next((f for org, f in rows if org.name == "base"), None)
        o += _panel(TOP + i * (HIGH + GAP), stream, rows, base, step)
    return "\n".join(o + ["</svg>", ""])
