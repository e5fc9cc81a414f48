#!/usr/bin/env bash
# Checks the unchanged Verilog by Verilator, Icarus and Yosys, at every lane count. usage: lint.sh BUILD
# [LANES...]
#
# LANES are those of Yosys, which takes two minutes at 32. With them, the other tools check l1 at 32 and 8 lanes,
# and what contains it at 8. Verilator then leaves out the machine of several configurations, which takes 10
# seconds. BUILD/rtl has the files (make rtl). Any warning of any tool is a failure. The last line gives the
# result for each tool; exit status 0, 1, 2 (bad use).
# shellcheck disable=SC2317  # the functions TOOL_on are called by a composed name
set -euo pipefail

build=$1
shift
counts="32 8" users=8 mixed=icarus
(($#)) || { set -- 32 16 8; counts=$* users=$* mixed="verilator icarus"; }
yosys_lanes=("$@")
[[ -f $build/rtl/files.f ]] || { echo "lint: no file $build/rtl/files.f (make rtl)" >&2; exit 2; }
mapfile -t files < <(sed "s|^|$build/rtl/|" "$build/rtl/files.f")
for tool in verilator iverilog yosys; do
    command -v $tool >/dev/null || { echo "lint: $tool is not installed (make setup)" >&2; exit 2; }
done

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Arguments of each: top lanes how files..., where how is a definition for the preprocessor, or plain
defined() { [[ $1 == plain ]] || echo "-D$1"; }
verilator_on() {
    # shellcheck disable=SC2046
    verilator --lint-only -Wall -Werror-UNOPTFLAT "-GLANES=$2" --top-module "$1" $(defined "$3") "${@:4}"
}
icarus_on() {
    # Sensitivity to a whole array or vector is intended, so its two warnings are ignored.
    local said status=0 flags=(-g2012 -Wall -Wno-sensitivity-entire-array -t null)
    # shellcheck disable=SC2046
    said=$(iverilog "${flags[@]}" -s "$1" "-P$1.LANES=$2" $(defined "$3") "${@:4}" 2>&1) || status=$?
    said=$(grep -v 'sorry: constant selects in always_' <<<"$said") || true
    echo "$said"
    [[ $status == 0 && -z $said ]]
}
yosys_on() {
    # Yosys must accept the code unchanged. Loops, latches and nets without a driver are searched as in
    # synthesis. (Only Verilator finds latches in code for simulation.) A loop variable in a branch of a
    # function looks like a latch until opt_clean removes it. -q prints warnings and errors only. None is
    # excused: an attribute marks arrays that must become registers. Loops are searched at 8 lanes only, as
    # that takes minutes at 32; make synth searches at all.
    local said status=0 loops= then= how=-nosynthesis   # else Yosys defines SYNTHESIS by itself
    [[ $2 != 8 ]] || loops='check -assert;'
    [[ $3 == plain ]] || how= then="proc; $loops opt_clean; select -assert-none t:\$*latch*"
    said=$(yosys -q -p "read_verilog -sv -defer $how $(printf '"%s" ' "${@:4}");
        hierarchy -check -top $1 -chparam LANES $2; $then" 2>&1) || status=$?
    echo "$said"
    [[ $status == 0 && -z $said ]]
}

run() { # tool top lanes how files...
    "$1_on" "${@:2}" >"$tmp/$1.$2.$3.$4" 2>&1 && rm "$tmp/$1.$2.$3.$4"   # a remaining log is a failure
    return 0
}
started=0
start() { # as run, in the background
    if ((started++ >= $(nproc))); then wait -n; fi
    run "$@" &
}

# The longest first. The probe reads signals inside l1, for simulation only, so Yosys skips it. The files must
# also be valid as in synthesis, without code for simulation.
for n in "${yosys_lanes[@]}"; do start yosys l1 $n SYNTHESIS "${files[@]}"; done
for n in "${yosys_lanes[@]}"; do start yosys l1 $n plain "${files[@]}"; done
for n in $counts; do
    for tool in verilator icarus; do
        # the modules that contain l1, or l1 alone
        [[ $users == *$n* ]] || { start $tool l1 $n plain "${files[@]}"; continue; }
        start $tool pair $n plain "${files[@]}"
        start $tool l1_probe $n plain "${files[@]}" "$build/gen/l1_probe.sv"
    done
    start verilator l1 $n SYNTHESIS "${files[@]}"
done
if [[ -s $build/rtl/configs.f ]]; then # a machine with parts of several configurations
    mapfile -t configs < <(sed "s|^|$build/rtl/|" "$build/rtl/configs.f")
    for tool in $mixed; do start $tool quad 8 plain "${files[@]}" "${configs[@]}"; done
fi
wait

summary=() status=0
for tool in verilator icarus yosys; do
    result=ok
    for what in l1.plain l1.SYNTHESIS pair.plain l1_probe.plain quad.plain; do
        top=${what%.*} how=${what#*.} lanes=()
        for n in 8 16 32; do [[ ! -e $tmp/$tool.$top.$n.$how ]] || lanes+=("$n"); done
        ((${#lanes[@]})) || continue
        result=FAILED status=1
        [[ $how == plain ]] && with='' || with=" with $how defined"
        echo "lint: $tool refuses $top at ${lanes[*]} lanes$with; what it says at ${lanes[0]}:"
        sed 's/^/    /; 40q' "$tmp/$tool.$top.${lanes[0]}.$how"
        break   # others can only repeat the errors of l1
    done
    summary+=("$tool $result")
done
printf 'lint: %s, %s, %s\n' "${summary[@]}"
exit $status
