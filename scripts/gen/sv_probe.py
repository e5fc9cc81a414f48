"""NAME_probe.sv of every machine of blocks: the machine, with every output of every block as a port, read by
reference. NAME_show.vlt: makes Verilator keep internal signals in place, where they are read, because a port
of a probe would be a copy. NAME_bench.sv, of every machine and every block: plays a recording in a four-state
simulator."""
from sizes import LANE_COUNTS
from sv_machine import CLOCK, INPUT, OUTPUT, header
from text import HEAD, lanes_names, sv_expr, sv_range


def _probe(t, m):
    rows = CLOCK + [(INPUT, sv_range(t, p, True), p.name, None) for p in m.pins]
    rows += [(OUTPUT, sv_range(t, p, True), p.name, None) for p in m.outs]
    o = header(f"{m.name}_probe", [HEAD.format("//").rstrip()], lanes_names(t, m.pins + m.outs), rows)
    names = ["clk", "rst"] + [p.name for p in m.pins] + [p.name for p in m.outs if p.kind == "pout"]
    o += [f"  {m.name} #(.LANES(LANES)) u_{m.name} (", ",\n".join(f"      .{n}({n})" for n in names), "  );"]
    o += [f"  assign {p.name} = u_{m.name}.{p.name};" for p in m.outs if p.kind == "out"]
    return "\n".join(o + ["endmodule", "`default_nettype wire", ""])


class _Columns:
    """Pads fields to whole digits, as in a recording. Otherwise an undefined field would make its neighbour
    look undefined."""

    def __init__(self, t, ins, outs):
        self.t = t
        self.ins = {p.name for p in ins}
        self.padded = {p.name for p in ins + outs if p.is_array
                       and any(t.value(p.width, n) % 4 for n in LANE_COUNTS)}

    def name(self, p):
        return p.name + "_digits" if p.name in self.padded else p.name

    def pad(self, p):
        if p.name not in self.padded:
            return []
        bits, count = sv_expr(self.t, p.width, True), sv_expr(self.t, p.count, True)
        digits = f"(({bits}+3)/4)"
        field, text = f"{p.name}[i*({bits}) +: {bits}]", f"{self.name(p)}[i*4*{digits} +: 4*{digits}]"
        # leading zeros are cut
        move = (f"{text} = {{3'b0, {field}}}" if p.name not in self.ins
                else f"{field} = {self.name(p)}[i*4*{digits} +: {bits}]")
        return [f"  {'' if p.name in self.ins else 'wire '}logic [{count}*4*{digits}-1:0] {self.name(p)};",
                f"  for (genvar i = 0; i < {count}; i++) begin : g_{p.name}", f"    assign {move};", "  end"]


PLAY = """  integer in_file, out_file, got;
  reg [8*256-1:0] in_name, out_name;
  reg [8*8192-1:0] header;
  initial begin
    if (!$value$plusargs("in=%s", in_name) || !$value$plusargs("out=%s", out_name)) begin
      $display("{name}_bench: +in=FILE and +out=FILE are needed");
      $finish;
    end
    in_file = $fopen(in_name, "r");
    out_file = $fopen(out_name, "w");
    if (in_file == 0 || out_file == 0) begin
      $display("{name}_bench: cannot open %0s or %0s", in_name, out_name);
      $finish;
    end
    got = $fgets(header, in_file);
    $fwrite(out_file, "# {titles}\\n");
    got = {count};
    while (got == {count}) begin
      got = $fscanf(in_file, "{in_form}",
          {ins});
      if (got == {count}) begin
        #1;
        $fwrite(out_file, "{out_form}\\n",
            {outs});
        #1 {rises}
        #1 {falls}
      end
    end
    $fclose(out_file);
    $finish;
  end
endmodule
`default_nettype wire
"""


def _bench(t, name, ins, outs, clocked, module, near=False):
    c = _Columns(t, ins, outs)
    params = ["    parameter  int LANES = 32"] + [f"    localparam int {n} = ul1_pkg::{n.lower()}(LANES)"
                                                  for n in lanes_names(t, ins + outs)]
    o = [HEAD.format("//"),
         "// Plays the inputs of a recording and records the outputs: +in=FILE +out=FILE. For four-state "
         "simulators.",
         "`default_nettype none", f"module {name}_bench #(", ",\n".join(params), ");",
         "  logic clk = 0;"] + ["  logic clk_near = 0;"] * near + ["  logic rst = 1;"] * clocked
    o += [f"  {'wire ' if p.name not in c.ins or p.name in c.padded else ''}logic {sv_range(t, p, True)} "
          f"{p.name};" for p in ins + outs]
    o += [line for p in ins + outs for line in c.pad(p)]
    o += [f"  {module} #(.LANES(LANES)) dut (.*);"]
    read = ["rst"] * clocked + [c.name(p) for p in ins]
    return "\n".join(o) + "\n" + PLAY.format(
        name=name, titles=" ".join(p.name for p in outs), count=len(read),
        rises="begin clk_near = 1; clk = ~half; end" if near else "clk = 1;",
        falls="begin clk_near = 0; clk = 0; end" if near else "clk = 0;",
        in_form=" ".join(["%h"] * len(read)),
        ins=", ".join(read), out_form=" ".join(["%h"] * len(outs)), outs=", ".join(c.name(p) for p in outs))


def _show(t, m):
    """Of a machine of blocks the outputs inside, and of one of parts all outputs of these."""
    ports = [(x, p) for x in dict.fromkeys(leaf for _, leaf in m.leaves()) for p in x.outs
             if m.parts or p.kind == "out"]
    return "\n".join(["`verilator_config"] + [f'public_flat_rd -module "{x.of}" -var "{p.name}"'
                                              for x, p in ports] + [""])


def emit(t):
    texts = {f"{m.name}_{kind}": fn(t, m) for m in t.composed for kind, fn in (("probe.sv", _probe),
        ("show.vlt", _show))}
    texts |= {f"{m.name}_show.vlt": _show(t, m) for m in t.wired}
    for m in t.composed:
        texts[f"{m.name}_bench.sv"] = _bench(t, m.name, m.pins, m.outs, True, f"{m.name}_probe")
    for m in t.homes:
        for b in m.blocks:
            texts[f"{b.name}_bench.sv"] = _bench(t, b.name, m.ins_of(b), b.outs, b.clocked, b.name, b.near)
    return texts
