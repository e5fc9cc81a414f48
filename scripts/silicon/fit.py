#!/usr/bin/env python3
"""Fits a chip to a micro-benchmark's table. Usage: fit NAME DATA OUT

DATA is a CSV with the columns what, degree, cycles. `shared` with a degree of conflict (1, 2, 4, 8, 16 or 32)
has the cycles from a load to the next, which depends on it; `hit`, without a degree, those of loads that hit.
Lines that begin with # are comments. Finds LAT, SET_INTERVAL and HLAT, writes OUT, and prints the error of
each figure."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gen"))

import chips
import tables
from chips import DEGREES
from sizes import check_name, need


def read(path):
    """{'shared': {degree: text}, 'hit': text}, without what was not measured."""
    need(os.path.isfile(path), "", f"DATA={path}: there is no such file")
    shared, hit = {}, None
    with open(path, encoding="utf-8-sig", errors="replace") as f:
        for n, line in enumerate(f, 1):
            where, row = f"{path}:{n}", [c.strip() for c in line.split(",")]
            if not any(row) or row[0].startswith("#") or (row[0] == "what" and n == 1):
                continue
            need(len(row) == 3 and row[0] in ("shared", "hit"), "",
                 f"{where}: shared,DEGREE,CYCLES or hit,,CYCLES expected")
            need(re.fullmatch(chips.NUMBER, row[2]) and 1 <= float(row[2]) < 1e6, "",
                 f"{where}: '{row[2][:40]}' is no number of cycles")
            if row[0] == "hit":
                need(hit is None and not row[1], "", f"{where}: one hit expected, without a degree")
                hit = row[2]
                continue
            need(row[1] in map(str, DEGREES), "", f"{where}: degree '{row[1]}' is none of 1, 2, 4, 8, 16, 32")
            need(int(row[1]) not in shared, "", f"{where}: degree {row[1]} is there twice")
            shared[int(row[1])] = row[2]
    need(1 in shared, "", f"{path}: no line shared,1,CYCLES")
    missing = [d for d in DEGREES if d < max(shared) and d not in shared]
    need(not missing, "", f"{path}: no line for degree {missing}, and one for {max(shared)}")
    return shared, hit


def fit(shared, hit, sizes):
    """(LAT, SET_INTERVAL, HLAT, cycles before the pass): LAT from degree 1, SET_INTERVAL from the last."""
    ranges = {s.name: (s.low, s.high) for s in sizes.choices}
    before = sizes.values[32]["FRONT"] + 2
    last = max(shared)
    lat = round(float(shared[1])) - before
    interval = round((float(shared[last]) - float(shared[1])) / (last - 1)) if last > 1 else 1
    hlat = lat + 1 if hit is None else round(float(hit)) - before
    for name, value, of in (("LAT", lat, "degree 1"), ("SET_INTERVAL", interval, f"degree {last}"),
                            ("HLAT", hlat, "the hit")):
        low, high = ranges[name]
        need(low <= value <= high, "", f"{of} wants {name} {value}; {low} to {high} can be built")
    need(hlat > lat, "", f"a hit after {hit} cycles: it must be later than a load of shared memory, {shared[1]}")
    return lat, interval, hlat, before


def main():
    need(len(sys.argv) == 4 and all(sys.argv[1:]), "", "make fit: CHIP=name and DATA=file are wanted; OUT=file")
    name, data, out = sys.argv[1:]
    name = os.path.basename(name)
    need(os.path.isdir(os.path.dirname(out) or "."), "", f"{out}: there is no such folder")
    need(not os.path.exists(out), "", f"{out} is there already; OUT=file names another, or delete it")
    need(os.path.basename(out) == name + ".chip", "", f"OUT={out}: the file of the chip {name} is named {name}.chip")
    check_name(os.path.abspath(out))
    shared, hit = read(data)
    lat, interval, hlat, before = fit(shared, hit, tables.load_blocks().sizes)
    o = [f"chip {name} Fitted to {os.path.basename(data)}.", "", "# Built", f"LAT          {lat}",
         f"HLAT         {hlat}", "INSTRS       63", "", "# Set at run time",
         f"SET_INTERVAL {interval}", "", "# Figures, and their sources",
         "measured shared " + " ".join(shared[d] for d in sorted(shared)) + f" : {os.path.basename(data)}"]
    if len(shared) == 1:
        o.append("assumed SET_INTERVAL : one degree was measured")
    o.append(f"measured hit {hit} : {os.path.basename(data)}" if hit is not None
             else "assumed HLAT : no hit was measured")
    with open(out, "w", encoding="utf-8") as f:
        f.write("\n".join(o) + "\n")
    chips.read(os.path.abspath(out))
    off = []
    for d in sorted(shared):
        model = lat + before + interval * (d - 1)
        off.append(100 * (model / float(shared[d]) - 1))
        kind = "fitted" if d in (1, max(shared)) else "predicted"
        print(f"shared, degree {d:2}: measured {shared[d]}, model {model}, {off[-1]:+.1f}%, {kind}")
    if hit is not None:
        off.append(100 * ((hlat + before) / float(hit) - 1))
        print(f"hit: measured {hit}, model {hlat + before}, {off[-1]:+.1f}%, fitted")
    print(f"fit: {out}: LAT {lat}, SET_INTERVAL {interval}, HLAT {hlat}; worst error {max(map(abs, off)):.1f}%")
    return 0


if __name__ == "__main__":
    tables.main_guard(main)
