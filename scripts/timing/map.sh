#!/usr/bin/env bash
# Maps a netlist to standard cells. usage: map.sh NETLIST.il FOLDER LIBRARY.lib
#
# NETLIST.il comes from block.sh or whole.sh. FOLDER gets mapped.v, in which each memory is a black box,
# memories.txt with the shapes of the memories, and area.txt. abc inserts buffers where a fan-out exceeds 6,
# also behind flip-flops, memories and pins, and chooses sizes.
set -euo pipefail
here=$(dirname "$0") netlist=$1 folder=$2 library=$3
mkdir -p "$folder"
python3 "$here/memories.py" shapes "$netlist" >"$folder/memories.txt"
python3 "$here/memories.py" yosys "$folder/memories.txt" >"$folder/memories.ys"
# splitnets: OpenSTA cannot read an assignment to several wires.
script="read_rtlil $netlist; script $folder/memories.ys; dfflegalize -cell "'$_DFF_P_ 01'
script+="; dfflibmap -map-only -liberty $library; abc -liberty $library -constr $here/pins.constr -script $here/cells.abc"
script+='; select -assert-none t:$*; setattr -unset keep w:*; opt_clean -purge; splitnets -ports; opt_clean -purge'
script+="; tee -q -o $folder/area.txt stat -liberty $library"
yosys -q -l "$folder/map.log" -p "$script; write_verilog -noattr -noexpr $folder/mapped.part" >"$folder/map.said" 2>&1 ||
    { cat "$folder/map.said"; exit 1; }
mv "$folder/mapped.part" "$folder/mapped.v"
