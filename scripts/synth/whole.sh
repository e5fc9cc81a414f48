#!/usr/bin/env bash
# Synthesizes a machine to gates. usage: whole.sh MACHINE LANES NETLIST.json|NETLIST.il FILES BLOCK.il...
#
# The module MACHINE of FILES contains only blocks and wires. Each block is block.sh's netlist before abc.
# Blocks are flattened before abc, so that abc places late signals of other blocks at the end of a path. The
# wires between the blocks keep their names. NETLIST.il is the netlist before abc.
set -euo pipefail
here=$(dirname "$0") machine=$1 lanes=$2 netlist=$3
shift 3
format=json
[[ $netlist != *.il ]] || format=rtlil
files=() blocks=()
for f; do case $f in *.il) blocks+=("$f") ;; *) files+=("$f") ;; esac; done
script="read_verilog -sv $(printf '"%s" ' "${files[@]}"); chparam -set LANES $lanes $machine; setparam -unset LANES */t:*"
for f in "${blocks[@]}"; do script+="; read_rtlil $f"; done
# A flip-flop is named after its wire, or else by a number in its block, so its block is known afterwards.
script+='; rename -wire */t:$_*DFF*; rename -enumerate -pattern flip_flop_% */t:$_*DFF*'
script+="; setattr -mod -unset top *; hierarchy -check -top $machine; setattr -set keep 1 $machine/w:*; flatten; check -assert"
[[ $netlist == *.il ]] || script+="; abc -g AND,OR,XOR,NAND,NOR -script $here/gates.abc; opt_clean"
yosys -q -l "$netlist.log" -p "$script; write_$format $netlist.part" >"$netlist.said" 2>&1 || { cat "$netlist.said"; exit 1; }
mv "$netlist.part" "$netlist"
