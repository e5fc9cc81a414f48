#!/usr/bin/env bash
# Synthesizes one block to gates. usage: block.sh BLOCK LANES NETLIST.json|NETLIST.il FILES
#
# The result has two-input gates by abc and flip-flops. Memories with one synchronous read port and one write
# port, as memory macros have, become black boxes, for example the banks of the array. All other memories
# become flip-flops. Latches, loops of gates, and nets without a driver or with several are refused.
# NETLIST.il is the netlist before abc, from which whole.sh makes the machine. It is made beside NETLIST.json,
# or alone on request.
set -euo pipefail
here=$(dirname "$0") block=$1 lanes=$2 netlist=$3
shift 3
format=json
[[ $netlist != *.il ]] || format=rtlil
script="read_verilog -sv -defer -DSYNTHESIS $(printf '"%s" ' "$@"); hierarchy -check -top $block -chparam LANES $lanes; proc"
# A word is selected by its number times its width; peepopt, behind the other two, removes the product.
script+='; delete */t:$assert; flatten; opt -full; wreduce; peepopt; opt -full; memory -nomap -nowiden'
script+='; select -set macros t:$mem_v2 r:RD_PORTS=1 %i r:WR_PORTS=1 %i r:RD_CLK_ENABLE=1'"'"'1 %i'
script+='; select -set registers t:$mem_v2 @macros %d; memory_map @registers; opt -full; techmap; opt; simplemap'
script+='; check -assert; select -assert-none t:$*latch* t:$_*LATCH*'
script+="; rename -top $block; setattr -unset src -unset keep */t:* */w:*; setattr -mod -unset src -unset keep *"
[[ $netlist == *.il ]] ||
    script+="; write_rtlil ${netlist%.json}.il; abc -g AND,OR,XOR,NAND,NOR -script $here/gates.abc; opt_clean"
yosys -q -l "$netlist.log" -p "$script; write_$format $netlist.part" >"$netlist.said" 2>&1 ||
    { cat "$netlist.said"; exit 1; }
mv "$netlist.part" "$netlist"
