#!/usr/bin/env python3
"""Generates from the tables the files that C, C++, Verilog and docs need. Usage: gen FOLDER [NAME=VALUE ...]

Writes into FOLDER, with these sizes instead of their defaults. The first line of each emitter in this folder
lists its files. A file is rewritten only when its text changes, so that nothing is rebuilt without need.

       gen --list blocks | machines | composed     their names, for make
       gen --check [NAME=VALUE ...]                writes nothing; refuses impossible sizes
"""
import os
import sys

import c_bins
import c_compare
import c_contracts
import c_names
import c_ports
import c_tables
import c_views
import c_wiring
import cpp_bind
import py_codes
import reference
import sv_dpi
import sv_machine
import sv_package
import sv_probe
import sv_view
import tables
from sizes import need

EMITTERS = (c_bins, c_ports, c_wiring, c_tables, c_views, c_compare, c_contracts, c_names, cpp_bind, py_codes,
            sv_package, sv_machine, sv_probe, sv_view, sv_dpi, reference)


def write(folder, texts):
    for name, text in texts.items():
        file = os.path.join(folder, name)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        if not os.path.exists(file) or open(file).read() != text:
            with open(file, "w") as f:
                f.write(text)


def names(t, of):
    lists = {"blocks": t.blocks, "machines": t.machines, "composed": [m.name for m in t.composed]}
    need(of in lists, "", f"gen --list: '{of}' is none of {', '.join(lists)}")
    return " ".join(lists[of])


def choice(args):
    for a in args:
        need("=" in a, "", f"'{a}' is not NAME=VALUE")
    return dict(a.split("=", 1) for a in args)


def main():
    args = sys.argv[1:]
    need(args, "", "usage: gen FOLDER [NAME=VALUE ...]")
    if args[0] == "--list":
        need(len(args) == 2, "", "gen --list wants one word")
        print(names(tables.load(), args[1]))
        return 0
    t = tables.load(chosen=choice(args[1:]))
    if args[0] != "--check":
        for emitter in EMITTERS:
            write(args[0], emitter.emit(t))
    return 0


if __name__ == "__main__":
    tables.main_guard(main)
