#!/usr/bin/env bash
# A machine as gates: usage: whole.sh MACHINE LANES NETLIST.json|NETLIST.il FILES BLOCK.il...: the module MACHINE of FILES, which
# has blocks and wires alone, with each block as block.sh left it before abc. They become one before abc makes gates of it, so that
# what comes late from another block is taken last. The wires between the blocks keep their names. NETLIST.il is the same before abc.
set -euo pipefail
here=$(dirname "$0") machine=$1 lanes=$2 netlist=$3
shift 3
format=json
[[ $netlist != *.il ]] || format=rtlil
files=() blocks=()
for f; do case $f in *.il) blocks+=("$f") ;; *) files+=("$f") ;; esac; done
script="read_verilog -sv $(printf '"%s" ' "${files[@]}"); chparam -set LANES $lanes $machine; setparam -unset LANES */t:*"
for f in "${blocks[@]}"; do script+="; read_rtlil $f"; done
# (A flip-flop gets the name of its wire, or else a number in its block: so its block is known afterwards.)
script+='; rename -wire */t:$_*DFF*; rename -enumerate -pattern flip_flop_% */t:$_*DFF*'
script+="; setattr -mod -unset top *; hierarchy -check -top $machine; setattr -set keep 1 $machine/w:*; flatten; check -assert"
[[ $netlist == *.il ]] || script+="; abc -g AND,OR,XOR,NAND,NOR -script $here/gates.abc; opt_clean"
yosys -q -l "$netlist.log" -p "$script; write_$format $netlist.part" >"$netlist.said" 2>&1 || { cat "$netlist.said"; exit 1; }
mv "$netlist.part" "$netlist"
