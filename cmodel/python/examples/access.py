#!/usr/bin/env python3
"""A picture of an access to shared memory: the word, bank and pass of each lane, with a colour for each pass.

    access.py '4*32*lane' [--lanes 32] [--width b32] [--mask 0xffffffff] [--store] [--svg FILE]

The script drives the pins of the model, and draws the slots that its splitter accepts in each cycle."""

import argparse
import colorsys
import sys
from collections import namedtuple

import ul1

CELL, ROW, LEFT = 28, 20, 96  # sizes in the picture
WORDS = {ul1.Width.B64: 2, ul1.Width.B128: 4}  # words of a lane; otherwise 1

# In pass `at_head`, the lane's register `ofs` accesses this word of shared memory
Slot = namedtuple("Slot", "turn lane ofs word")


class Fault(Exception):
    """The machine refuses the access."""


def slots_of_pass(pins, turn, words):
    lanes = len(pins["req_addr"])
    for slot in ul1.lanes_of(pins["split_mask"]):
        lane = pins["req_sub"] * lanes // words + slot // words
        yield Slot(turn, lane, slot % words, pins["req_addr"][slot] // 4)


def passes(lanes, op, width, mask, addr):
    """The Slots of each pass, one list for each pass."""
    pins, found = ul1.Pins(lanes, "l1"), []
    pins["in_op"], pins["in_width"], pins["in_mask"], pins["in_addr"] = op, width, mask, addr
    pins["in_valid"] = 1
    while True:
        pins.early()
        pins["pull_valid"] = pins["pull_ready"]
        pins.late()
        if pins["req_valid"] and pins["split_mask"]:
            found.append(list(slots_of_pass(pins, len(found), WORDS.get(width, 1))))
        if pins["ret_valid"]:
            break
        pins.clock()
        pins["in_valid"] = 0  # the machine was empty, so it took the access
    if pins["ret_err"]:
        err = ul1.Err(pins["ret_err"]).name.lower()
        raise Fault(f"{err}: lane {pins['ret_lane']}, address {pins['ret_addr']:#x}")
    return found


def colour(turn):
    r, g, b = colorsys.hls_to_rgb(turn * 0.381966 % 1, 0.76, 0.62)
    return f"#{round(255 * r):02x}{round(255 * g):02x}{round(255 * b):02x}"


def box(x, y, fill, text, hint):
    size = ' font-size="9"' if len(str(text)) > 2 else ""
    return (f'<g><title>{hint}</title><rect x="{x}" y="{y}" width="{CELL - 2}" height="{ROW - 2}" rx="3" '
            f'fill="{fill}"/>'
            f'<text x="{x + CELL / 2 - 1}" y="{y + 13}" text-anchor="middle"{size}>{text}</text></g>')


def label(y, text):
    return f'<text x="{LEFT - 8}" y="{y + 13}" text-anchor="end" fill="#445">{text}</text>'


def lane_rows(found, lanes, words, top):
    taken = {(slot.lane, slot.ofs): slot for turn in found for slot in turn}
    for ofs in range(words):
        yield label(top + ofs * ROW, "lane" if words == 1 else f"lane, r+{ofs}")
        for lane in range(lanes):
            slot = taken.get((lane, ofs))
            hint = f"lane {lane}: word {slot.word}, pass {slot.turn + 1}" if slot else f"lane {lane} is idle"
            yield box(LEFT + lane * CELL, top + ofs * ROW, colour(slot.turn) if slot else "#eee", lane, hint)


def wires(found, lanes, top, bottom):
    for slot in (slot for turn in found for slot in turn):
        x, to = LEFT + slot.lane * CELL + CELL / 2 - 1, LEFT + slot.word % lanes * CELL + CELL / 2 - 1
        middle = (top + bottom) / 2
        yield (f'<path d="M{x} {top}C{x} {middle} {to} {middle} {to} {bottom}" fill="none" '
               f'stroke="{colour(slot.turn)}" stroke-width="1.5"/>')


def pass_rows(found, lanes, top):
    yield label(top, "bank")
    for bank in range(lanes):
        yield box(LEFT + bank * CELL, top, "#e8eef7", bank, f"bank {bank}")
    for n, turn in enumerate(found):
        y = top + (n + 1) * ROW
        yield label(y, f"pass {n + 1}")
        for word in sorted({slot.word for slot in turn}):
            who = sorted({slot.lane for slot in turn if slot.word == word})
            text = f"{who[0]}" + (f"+{len(who) - 1}" if len(who) > 1 else "")
            hint = (f"bank {word % lanes}, word {word}: lane{'s' if len(who) > 1 else ''} "
                    + ", ".join(map(str, who)))
            yield box(LEFT + word % lanes * CELL, y, colour(n), text, hint)


def picture(found, lanes, words, title):
    """The SVG: lanes above, a column for each bank below, a row for each pass. A cell has the lowest lane
    and the number of further lanes on the same word."""
    lanes_at, banks_at = 40, 40 + words * ROW + 70
    width, height = LEFT + lanes * CELL + 12, banks_at + (len(found) + 1) * ROW + 12
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
             f'font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="11">',
             f'<rect width="{width}" height="{height}" fill="#fff"/>',
             f'<text x="{LEFT}" y="24" font-size="15" font-weight="bold" fill="#123">{title}</text>']
    parts += wires(found, lanes, lanes_at + words * ROW - 2, banks_at)
    parts += lane_rows(found, lanes, words, lanes_at)
    parts += pass_rows(found, lanes, banks_at)
    return "\n".join(parts + ["</svg>", ""])


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("address", help="byte address, an expression of `lane`")
    parser.add_argument("--lanes", type=int, choices=(8, 16, 32), default=32)
    parser.add_argument("--width", choices=[w.name.lower() for w in ul1.Width], default="b32")
    parser.add_argument("--mask", type=lambda text: int(text, 0), help="active lanes")
    parser.add_argument("--store", action="store_true", help="a store instead of a load")
    parser.add_argument("--svg", help="where the picture goes")
    return parser.parse_args()


def main():
    o = options()
    op, width = ul1.Op.STORE if o.store else ul1.Op.LOAD, ul1.Width[o.width.upper()]
    mask = (1 << o.lanes) - 1 if o.mask is None else o.mask
    try:
        expression = compile(o.address, "address", "eval")
        addr = [eval(expression, {"__builtins__": {}}, {"lane": lane}) for lane in range(o.lanes)]
        found = passes(o.lanes, op, width, mask, addr)
    except (SyntaxError, NameError, TypeError, ArithmeticError, Fault) as wrong:
        print(f"access: {wrong}", file=sys.stderr)
        return 1
    count = f"{len(found)} pass" + ("es" if len(found) != 1 else "")
    if o.svg:
        text = (f"{'st' if o.store else 'ld'}.shared.{o.width} [{o.address}]"
                .replace("&", "&amp;").replace("<", "&lt;"))
        with open(o.svg, "w", encoding="utf-8") as f:
            f.write(picture(found, o.lanes, WORDS.get(width, 1), f"{text}: {count}"))
    print(count)
    return 0


if __name__ == "__main__":
    sys.exit(main())
