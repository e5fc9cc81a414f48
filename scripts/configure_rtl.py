#!/usr/bin/env python3
"""Copies Verilog for a configuration, so that one design can contain several.
Usage: configure_rtl NAME FOLDER FILE ...

Each module becomes NAME_module, in FOLDER/NAME, and each package ul1_x becomes ul1_NAME_x, in FOLDER. So a
copied module uses the sizes of its configuration, and its copied parts. Nothing else changes.
"""
import os
import re
import sys


def declared(text):
    """[(word, name)] of the modules and packages that a file declares."""
    return re.findall(r"^(module|package) (\w+)", text, re.M)


def renamed(name, is_package, config):
    return re.sub("^ul1_", f"ul1_{config}_", name) if is_package else f"{config}_{name}"


def main():
    config, folder, *files = sys.argv[1:]
    texts = {f: open(f).read() for f in files}
    names = {n: renamed(n, kind == "package", config) for t in texts.values() for kind, n in declared(t)}
    word = "|".join(sorted(names, key=len, reverse=True))
    # where a name is declared, where a module is instantiated, and before the :: of a package
    use = re.compile(rf"(?m)(^(?:module|package) |^ *(?=\w+ (?:#\(|u_\w+ \())|\b(?=\w+::))({word})\b")
    os.makedirs(os.path.join(folder, config), exist_ok=True)
    for file, text in texts.items():
        is_package = declared(text)[0][0] == "package"
        to = os.path.join(folder, "" if is_package else config, names[os.path.basename(file)[:-3]] + ".sv")
        text = use.sub(lambda m: m[1] + names[m[2]], text)
        if not os.path.exists(to) or open(to).read() != text:
            with open(to, "w") as out:
                out.write(text)


if __name__ == "__main__":
    main()
