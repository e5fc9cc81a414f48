#!/usr/bin/env bash
# Reports the longest paths of map.sh's result. usage: time.sh FOLDER NETLIST.il TOP LANES LIBRARY.lib
#
# NETLIST.il is the netlist that was mapped; it has the names of the wires between the blocks. OpenSTA
# continues after an error and ends with status 0, so its output is checked.
set -euo pipefail
here=$(dirname "$0") folder=$1 netlist=$2 top=$3 lanes=$4 library=$5
rm -f "$folder/paths.rpt"
HERE=$here FOLDER=$folder TOP=$top LIBRARY=$library sta -no_init -no_splash -exit "$here/time.tcl" >"$folder/sta.log" 2>&1 || true
if grep -m1 '^Error' "$folder/sta.log" || ! grep -qx 'done' "$folder/sta.log"; then
    echo "timing: OpenSTA failed; all it said: $folder/sta.log" >&2
    exit 1
fi
python3 "$here/report.py" "$folder" "$netlist" "$lanes"
rm -f "$folder/paths.rpt"
