#!/usr/bin/env bash
# Runs the test dcside_storm on the model alone with seeds 1 to SEEDS, and reports the longest wait of a request.
# usage: storm.sh PROGRAM SEEDS CYCLES
#
# The last line has the wait that came nearest to its bound. Exit status 0, or 1 if a run fails.
set -euo pipefail

program=$1 seeds=$2 cycles=$3
[[ $seeds =~ ^[1-9][0-9]*$ ]] || { echo "make storm: SEEDS=$seeds is impossible: a number of seeds, from 1 on" >&2; exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

run() {
    local status=0
    "$1" --actual none --test dcside_storm --seed "$3" --cycles "$2" --jobs 1 --brief --waves-folder "$tmp" \
        >"$tmp/$3" 2>&1 || status=$?
    # the wait, its bound, the seed
    [[ $status -gt 0 ]] && { cat "$tmp/$3"; return 1; }
    sed -nE "s/^the wait nearest to its bound: .*, ([0-9]+) of ([0-9]+) cycles.*/\1 \2 $3/p" "$tmp/$3" | grep . ||
        echo "seed $3: no request has waited in $2 cycles"
}
export -f run
export tmp
seq "$seeds" | xargs -P "$(nproc)" -I{} bash -c 'run "$0" "$1" {}' "$program" "$cycles" | awk -v seeds="$seeds" '
    NF == 3 && $1 ~ /^[0-9]+$/ {
        if ($1 * bound >= longest * $2) { longest = $1; bound = $2; seed = $3 }
        if (++n % 10 == 0) printf "%d of %d seeds, the wait nearest to its bound: %d of %d cycles\n", n, seeds, longest, bound
        fflush(); next }
    { print }
    END { printf "storm: %d of %d seeds passed; the wait nearest to its bound: %d of %d cycles, seed %d\n",
        n, seeds, longest, bound, seed; exit n != seeds }'
