#!/usr/bin/env python3
"""Fits a chip to a micro-benchmark's table. Usage: fit NAME DATA OUT

DATA is a CSV with the columns what, degree, cycles. `shared` with a degree of conflict (1, 2, 4, 8, 16 or 32)
has the cycles from a load to the next, which depends on it; `hit`, without a degree, those of loads that hit.
Lines that begin with # are comments. Finds LAT, SET_INTERVAL and HLAT, writes OUT, and prints the error of
each figure."""
import csv
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gen"))

import chips
import tables
from measure import DEGREES
from sizes import check_name, need


def read(path):
    """{'shared': {degree: cycles}, 'hit': cycles or None}"""
    need(os.path.exists(path), "", f"DATA={path}: there is no such file")
    shared, hit = {}, None
    with open(path, newline="", encoding="utf-8", errors="replace") as f:
        for n, row in enumerate(csv.reader(f), 1):
            where = f"{path}:{n}"
            row = [c.strip() for c in row]
            if not any(row) or row[0].startswith("#") or row[0] == "what":
                continue
            need(len(row) == 3 and row[0] in ("shared", "hit"), "",
                 f"{where}: shared,DEGREE,CYCLES or hit,,CYCLES expected")
            need(_number(row[2]), "", f"{where}: '{row[2]}' is no number of cycles")
            if row[0] == "hit":
                need(hit is None and not row[1], "", f"{where}: one hit expected, without a degree")
                hit = float(row[2])
                continue
            need(row[1] in map(str, DEGREES), "", f"{where}: degree '{row[1]}' is none of 1, 2, 4, 8, 16, 32")
            need(int(row[1]) not in shared, "", f"{where}: degree {row[1]} is there twice")
            shared[int(row[1])] = float(row[2])
    need(1 in shared, "", f"{path}: no line shared,1,CYCLES")
    need(sorted(shared) == list(DEGREES[:len(shared)]), "", f"{path}: a degree between others is missing")
    return shared, hit


def _number(text):
    try:
        return float(text) > 0
    except ValueError:
        return False


def cycles(latency, before, interval, degree):
    return latency + before + interval * (degree - 1)


def fit(shared, hit, sizes):
    """(LAT, SET_INTERVAL, HLAT) with the smallest largest error. The program's loop adds FRONT + 2 cycles."""
    ranges = {s.name: (s.low, s.high) for s in sizes.choices}
    before = sizes.values[32]["FRONT"] + 2

    def worst(choice):
        return max(abs(cycles(choice[0], before, choice[1], d) / c - 1) for d, c in shared.items())

    low, high = ranges["LAT"]
    intervals = range(ranges["SET_INTERVAL"][0], ranges["SET_INTERVAL"][1] + 1) if len(shared) > 1 else (1,)
    lat, interval = min(((lat, i) for lat in range(low, high + 1) for i in intervals), key=worst)
    hlat = lat + 1 if hit is None else min(max(round(hit) - before, lat + 1), ranges["HLAT"][1])
    return lat, interval, hlat, before


def main():
    need(len(sys.argv) == 4 and all(sys.argv[1:]), "", "make fit: CHIP=name and DATA=file are wanted; OUT=file")
    name, data, out = sys.argv[1:]
    need(not os.path.exists(out), "", f"{out} is there already; OUT=file names another, or delete it")
    need(os.path.basename(out) == name + ".chip", "", f"{out}: the file of the chip {name} is {name}.chip")
    check_name(os.path.abspath(out))
    shared, hit = read(data)
    lat, interval, hlat, before = fit(shared, hit, tables.load().sizes)
    o = [f"chip {name} Fitted to {os.path.basename(data)}.", "", "# Built", f"LAT          {lat}",
         f"HLAT         {hlat}", "INSTRS       63", "", "# Set at run time",
         f"SET_INTERVAL {interval}", "", "# Figures, and their sources",
         "measured shared " + " ".join(f"{shared[d]:g}" for d in sorted(shared)) + f" : {os.path.basename(data)}"]
    if len(shared) == 1:
        o.append("assumed SET_INTERVAL : one degree was measured")
    o.append(f"measured hit {hit:g} : {os.path.basename(data)}" if hit is not None
             else "assumed HLAT : no hit was measured")
    with open(out, "w", encoding="utf-8") as f:
        f.write("\n".join(o) + "\n")
    chips.read(os.path.abspath(out))
    off = []
    for d in sorted(shared):
        model = cycles(lat, before, interval, d)
        off.append(100 * (model / shared[d] - 1))
        print(f"shared, degree {d:2}: measured {shared[d]:g}, model {model}, {off[-1]:+.1f}%")
    if hit is not None:
        off.append(100 * ((hlat + before) / hit - 1))
        print(f"hit: measured {hit:g}, model {hlat + before}, {off[-1]:+.1f}%")
    print(f"fit: {out}: LAT {lat}, SET_INTERVAL {interval}, HLAT {hlat}; worst error {max(map(abs, off)):.1f}%")
    return 0


if __name__ == "__main__":
    tables.main_guard(main)
