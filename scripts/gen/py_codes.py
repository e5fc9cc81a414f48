"""python/codes.py and python/sizes.py: the codes and the sizes for the Python package."""
from text import HEAD


def _enum(name, keys):
    title = "".join(word.capitalize() for word in name.split("_"))
    head = ["", "", f"class {title}(IntEnum):", f'    """Codes of `{name}`."""', ""]
    return head + [f"    {key.upper()} = {code}" for key, code in keys.items()]


def _codes(t):
    o = [HEAD.format("#"),
         '"""The codes of the machine\'s enumerations. What they mean stands in docs/microarchitecture.md."""',
         "", "from enum import IntEnum"]
    for name in t.sizes.enums:
        o += _enum(name, t.sizes.names(name))
    return "\n".join(o + [""])


def _sizes(t):
    o = [HEAD.format("#"), '"""The sizes of the machine that are the same for all lane counts."""', ""]
    for s in t.sizes.all.values():
        if not s.by_lanes:
            o += [f"{s.name} = {t.sizes.values[8][s.name]}  # {s.meaning}"]
    return "\n".join(o + [""])


def emit(t):
    return {"python/codes.py": _codes(t), "python/sizes.py": _sizes(t)}
