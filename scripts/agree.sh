#!/usr/bin/env bash
# Compares four simulators on one stimulus: the model, Verilator -O3, Verilator -O0 and Icarus. Usage:
# agree.sh BUILD LANES SEED CYCLES [icarus]
#
# With `icarus`, Verilator -O0 is left out. The run with Verilator -O3 is recorded. The other simulators are
# compared with the recording, every output of every block in every cycle. Icarus has four states, so
# undefined bits of valid values are detected, too. It compiles the Verilog as for synthesis, where the
# simulation gate ul1_fn::sim_gate is always true.
set -euo pipefail
build=$1 lanes=$2 seed=$3 cycles=$4 alone=${5:-}
dir=$build/agree
mkdir -p "$dir"
rm -f "$dir"/*-"$lanes".*
args=(--test random --seed "$seed" --cycles "$cycles" --waves-folder "$build/waves")
agreed=0

# run NAME COMMAND...: counts an agreement, and prints the output of a disagreement
run() {
    local name=$1
    shift
    if "$@" >"$dir/$name.log" 2>&1; then
        agreed=$((agreed + 1))
        echo "  $name agrees"
    else
        echo "  $name DIFFERS (or could not run):"
        cat "$dir/$name.log"
    fi
}

icarus() {
    local files
    mapfile -t files < <(sed "s|^|$build/rtl/|" "$build/rtl/files.f")
    iverilog -g2012 -DSYNTHESIS -s l1_bench -Pl1_bench.LANES="$lanes" -o "$dir/icarus.vvp" "${files[@]}" "$build/gen/l1_probe.sv" \
        "$build/gen/l1_bench.sv" &&
        mkdir -p "$dir/icarus" &&
        vvp -n "$dir/icarus.vvp" +in="$dir/random-$lanes.in" +out="$dir/icarus/random-$lanes.out" &&
        "$build/$lanes/cosim" "${args[@]}" --actual "rec:$dir/icarus"
}

run "verilator -O3" "$build/$lanes/cosim" "${args[@]}" --record-folder "$dir"
[ -n "$alone" ] || run "verilator -O0" "$build/$lanes/variant/O0/cosim" "${args[@]}" --expected "rec:$dir"
run "icarus" icarus
ran=$(($(wc -l <"$dir/random-$lanes.out") - 1))
all=$([ -n "$alone" ] && echo 2 || echo 3)
echo "agree: $ran cycles, $agreed of $all agree"
[ "$agreed" = "$all" ]
