#!/usr/bin/env python3
"""Generates from the tables the files that C, C++, Verilog and docs need.

Usage: gen FOLDER [NAME=VALUE ... | chip=NAME ... | model=NAME NAME=VALUE ...]

Writes into FOLDER, with these sizes instead of their defaults, or with these chips besides the default
machine. With model=NAME only the C model of this machine of several configurations is made. The first line
of each emitter in this folder lists its files. A file is rewritten only when its text changes, so that
nothing is rebuilt without need.

       gen --list blocks | machines | composed     their names, for make
       gen --check [NAME=VALUE ...]                writes nothing; refuses impossible sizes, else names what
                                                   is possible with them, for make
       gen --chip NAME                             the lanes and sizes of a chip, for make
       gen --chips NAME ... | all                  the names of chips for a library, and their files, for make
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
import chips
import cpp_bind
import py_codes
import reference
import sv_dpi
import sv_machine
import sv_package
import sv_probe
import sv_view
import tables
from sizes import WIDE, need
from text import HEAD

EMITTERS = (c_bins, c_ports, c_wiring, c_tables, c_views, c_compare, c_contracts, c_names, cpp_bind, py_codes,
            sv_package, sv_machine, sv_probe, sv_view, sv_dpi, reference)
# The files of a configuration besides the default one, in a folder of its name
OF_A_CONFIG = (c_ports, c_wiring, c_tables, c_views, c_contracts, sv_package, sv_machine)
OF_A_CHIP = OF_A_MODEL = (c_ports, c_wiring, c_tables)  # of a chip also with 64 lanes, in its folder `wide`


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


def configs(t):
    """ul1_configs.h: the names of the configurations besides the default one; the names and lanes of the
    chips; the machines with 64 lanes, by chip. NAME/blocks: the blocks and machines of blocks of each
    configuration."""
    names = " ".join(f"X({c.config})" for c in t.configs)
    of_chips = " ".join(f"X({c.config}, {c.chip.lanes})" for c in t.chips)
    wide = " ".join(f"X({c.config and c.config + '_'}, {n})" for c in [t] + t.chips if c.wide
                    for n in c.wide.counts)
    default = "" if t.sizes.chosen else chips.DEFAULT
    text = (f"{HEAD.format('//')}#define UL1_CONFIGS(X) {names}\n#define UL1_CHIPS(X) {of_chips}\n"
            f"#define UL1_WIDE(X) {wide}\n"
            f'#define UL1_DEFAULT_CHIP "{default}"\n#define UL1_CHIP_NAMES "'
            + (", ".join([default] + [c.config for c in t.chips]) if default else "none") + '"\n')
    return {"ul1_configs.h": text} | {
        f"{c.config}/blocks": "\n".join(list(c.blocks) + [m.name for m in c.composed]) + "\n" for c in t.configs}


def choice(args):
    """The sizes that are chosen, and the chips."""
    for a in args:
        need("=" in a, "", f"'{a}' is not NAME=VALUE")
    pairs = [a.split("=", 1) for a in args]
    models = [value for name, value in pairs if name == "model"]
    need(len(models) < 2, "", "one model at a time")
    return ({name: value for name, value in pairs if name not in ("chip", "model")},
            chips.several([value for name, value in pairs if name == "chip"]), "".join(models))


def main():
    args = sys.argv[1:]
    need(args, "", "usage: gen FOLDER [NAME=VALUE ...]")
    if args[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0
    if args[0] == "--list":
        need(len(args) == 2, "", "gen --list wants one word")
        print(names(tables.load(), args[1]))
        return 0
    if args[0] == "--chip":
        need(len(args) == 2, "", "gen --chip wants one name")
        chip = chips.read(chips.path_of(args[1]))
        print(f"LANES={chip.lanes}", *(f"{n}={v}" for n, v in chip.sizes.items()))
        return 0
    if args[0] == "--chips":
        found = chips.several(args[1:])
        print("CHIPS", *(c.name for c in found), *(f"wide:{c.name}" for c in found if c.lanes == WIDE), "FILES",
              *(c.path for c in found))
        return 0
    need(args[0] == "--check" or not args[0].startswith("-"), "", f"gen has no option {args[0]}")
    chosen, of_chips, model = choice(args[1:])
    need(not ((chosen or model) and of_chips), "", "chips are inside a library of the default machine alone")
    t = tables.load(chosen=chosen, chips=of_chips, model=model)
    if args[0] == "--check":
        print("CONFIGS", *(f"configuration:{c.config}" for c in t.configs), *(f"machine:{m}" for m in t.machines))
    else:
        if not model:
            tables.load_wide(t, chosen)
        for emitter in OF_A_MODEL if model else EMITTERS:
            write(args[0], emitter.emit(t))
        write(args[0], configs(t))
        for c in t.configs:
            for emitter in OF_A_MODEL if model else OF_A_CONFIG:
                write(os.path.join(args[0], c.config), emitter.emit(c))
        for c in t.chips:
            for emitter in OF_A_CHIP:
                write(os.path.join(args[0], c.config), emitter.emit(c))
        for c in (c for c in [t] + t.chips if c.wide):
            for emitter in OF_A_CHIP:
                write(os.path.join(args[0], c.config, "wide"), emitter.emit(c.wide))
        wide = c_ports.emit(t.wide) if t.wide else {}
        write(args[0], {n: text for n, text in wide.items() if n.startswith("ul1_ports_")})
    return 0


if __name__ == "__main__":
    tables.main_guard(main)
