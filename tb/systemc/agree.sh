#!/usr/bin/env bash
# The plain program and the SystemC one must give the same rows, reports and exit status for the same tests
# and seed. Usage: agree.sh BUILD LANES OPTION...   with options of the cosimulation
set -uo pipefail
build=$1 lanes=$2
shift 2
dir=$build/$lanes/sc
mkdir -p "$dir"

# run PROGRAM: writes its output, without its name, to $dir/PROGRAM.txt
run() {
    local start=${EPOCHREALTIME/[.,]/} status
    "$build/$lanes/$1" --rows --waves-folder "$dir/waves" "${options[@]}" 2>"$dir/$1.err" |
        sed "s/\b$1\b/cosim/" >"$dir/$1.txt"
    status=${PIPESTATUS[0]}
    echo "exit status $status" >>"$dir/$1.txt"
    [ "$status" = 0 ] || grep "^$1:" "$dir/$1.err"
    printf '  %-9s %6d ms: %s\n' "$1" $(((${EPOCHREALTIME/[.,]/} - start) / 1000)) "$(tail -2 "$dir/$1.txt" | head -1)"
}

options=("$@")
run cosim
run cosim_sc
if ! diff "$dir/cosim.txt" "$dir/cosim_sc.txt"; then
    echo "agree: the SystemC test bench comes to something else (< plain, > SystemC)"
    exit 1
fi
if ! tail -1 "$dir/cosim.txt" | grep -q ' 0$'; then
    echo "agree: both fail in the same way: $dir/cosim.txt"
    exit 1
fi
echo "agree: the same $(($(wc -l <"$dir/cosim.txt") - 1)) lines from both"
