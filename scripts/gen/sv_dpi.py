"""dpi/ul1_check_NAME.sv, dpi/ul1_model_NAME.sv of every block and machine of blocks: wrappers for
SystemVerilog benches (tb/dpi), which pack the ports into two rows of bits as the library expects.
dpi/ul1_bind_NAME.sv of every machine: the checks of it and of its blocks."""
import textwrap

from sv_machine import CLOCK, INPUT, OUTPUT, header
from text import HEAD, lanes_names, sv_range


def _wrapped(text):
    return textwrap.fill(text, 120, subsequent_indent=" " * 12, break_long_words=False)


def _row(ports):
    """Packs ports side by side, the first in the lowest bits."""
    return "{" + ", ".join(reversed(ports)) + "}"


def _bits(more, ports):
    return " + ".join(["1"] * more + [f"$bits({p.name})" for p in ports])


def _module(t, m, b, core, comment, outs_are, clock):
    """`core` with the ports of a block, or with the pins of a machine."""
    ins = m.ins_of(b) if b is not m else m.pins
    outs = b.outs if b is not m else [p for p in m.outs if p.kind == "pout"]
    rows = clock + [(way, sv_range(t, p, True), p.name, None)
                    for way, ports in ((INPUT, ins), (outs_are, outs)) for p in ports]
    reset = ["rst"] * b.clocked
    o = header(f"{core}_{b.name}", [HEAD.format("//").rstrip(), f"// {comment.format(b.name)}"],
               lanes_names(t, ins + outs), rows)
    o += ["", f"  {core} #(", f'      .NAME  ("{b.name}"),', "      .LANES (LANES),",
          _wrapped(f"      .IN    ({_bits(b.clocked, ins)}),"), _wrapped(f"      .OUT   ({_bits(0, outs)})"),
          f"  ) core (",
          f"      .clk ({clock[max(len(clock) - 2, 0)][2] if clock else '0'}),",
          _wrapped(f"      .in  ({_row(reset + [p.name for p in ins])}),"),
          _wrapped(f"      .out ({_row([p.name for p in outs])})"), "  );", "", "endmodule", "",
          "`default_nettype wire", ""]
    return "\n".join(o)


def _clocks(b):
    return [(INPUT, "", name, "" if name == "clk" else None) for name in getattr(b, "clocks", ["clk", "rst"])]


def _bind(m):
    o = [HEAD.format("//").rstrip(),
         f"// Each block of every {m.name} is compared with the model, and so is the whole: its signals bear "
         f"the ports' names.", ""]
    return "\n".join(o + [f"bind {m.name} ul1_check_{n} #(.LANES(LANES)) check_{n} (.*);"
                          for n in [b.name for b in m.blocks] + [m.name]] + [""])


def emit(t):
    texts = {}
    for m in t.homes:
        for b in m.blocks + [m] * (not m.alone):
            texts[f"dpi/ul1_check_{b.name}.sv"] = _module(t, m, b, "ul1_check",
                                                          "Compares a {} with the model at each rising edge of clk.",
                                                          INPUT, _clocks(b) or CLOCK[:1])
            texts[f"dpi/ul1_model_{b.name}.sv"] = _module(t, m, b, "ul1_model",
                                                          "The model, in place of the module {}.",
                                                          OUTPUT, _clocks(b))
        if not m.alone:
            texts[f"dpi/ul1_bind_{m.name}.sv"] = _bind(m)
    return texts
