#!/usr/bin/env bash
# One block as gates: usage: block.sh BLOCK LANES NETLIST.json|NETLIST.il FILES. Two-input gates by abc, flip-flops, and as black
# boxes what has one synchronous read port and one write port, as macros of memory have: the banks of the array, first of all. All
# other memories become flip-flops. Latches, loops of gates and nets with no driver or several are refused. NETLIST.il is the same
# before abc, from which whole.sh makes the machine; it is made beside NETLIST.json, or alone if it is asked for.
set -euo pipefail
here=$(dirname "$0") block=$1 lanes=$2 netlist=$3
shift 3
format=json
[[ $netlist != *.il ]] || format=rtlil
script="read_verilog -sv -defer -DSYNTHESIS $(printf '"%s" ' "$@"); hierarchy -check -top $block -chparam LANES $lanes; proc"
# (A word of several is looked up by its number times its width; peepopt, behind the other two, saves the product.)
script+='; delete */t:$assert; flatten; opt -full; wreduce; peepopt; opt -full; memory -nomap -nowiden'
script+='; select -set macros t:$mem_v2 r:RD_PORTS=1 %i r:WR_PORTS=1 %i r:RD_CLK_ENABLE=1'"'"'1 %i'
script+='; select -set registers t:$mem_v2 @macros %d; memory_map @registers; opt -full; techmap; opt; simplemap'
script+='; check -assert; select -assert-none t:$*latch* t:$_*LATCH*'
script+="; rename -top $block; setattr -unset src -unset keep */t:* */w:*; setattr -mod -unset src -unset keep *"
[[ $netlist == *.il ]] || script+="; write_rtlil ${netlist%.json}.il; abc -g AND,OR,XOR,NAND,NOR -script $here/gates.abc; opt_clean"
yosys -q -l "$netlist.log" -p "$script; write_$format $netlist.part" >"$netlist.said" 2>&1 || { cat "$netlist.said"; exit 1; }
mv "$netlist.part" "$netlist"
