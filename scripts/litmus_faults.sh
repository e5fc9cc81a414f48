#!/usr/bin/env bash
# Runs seeded errors of the specification (verif/faults/litmus). Each is chosen in turn in the model alone, as
# if the Verilog had the same error. The litmus tests of its row must produce outcomes that the axioms forbid.
# ONLY=1 also runs all tests of whole machines, without contracts: none may fail. Usage: litmus_faults.sh
# BUILD/faults [NAME...]
set -euo pipefail
trap 'exit 130' INT TERM # also if a child handles ^C differently
if [ "$1" = --one ]; then
    one=$2
    shift 2
fi
build=$1
shift

# run LOG OPTION...: runs the program with the fault; returns its exit status
run() {
    local log=$1
    shift
    mkdir -p "$build/waves/$name"
    timeout --foreground 900 "$build/$lanes/cosim" --fault "$name" --actual none --checks none --jobs 1 --tries 0 \
        --waves-folder "$build/waves/$name" "$@" >"$log" 2>&1
}

# The number of forbidden outcomes, and the first one. Only axioms may object: --bare disables all other
# checkers.
by_axioms() {
    local log=$build/logs/$name.litmus status=0
    run "$log" --litmus "$count" --litmus-from "$from" --seed "$seed" --bare || status=$?
    forbidden=$(sed -nE 's/^litmus: .* ([0-9]+) forbidden,.*/\1/p' "$log")
    shown=$(sed -nE 's/^FAILED (litmus_[0-9]+): .*/\1/p' "$log" | head -n 1)
    [ "$status" != 0 ] && [ "${forbidden:-0}" -gt 0 ] && [ -n "$shown" ] &&
        grep -q '^ *the axioms object$' "$log"
}

by_others() {
    run "$build/logs/$name.machines" --machines && others=$(grep '^cosim: ' "$build/logs/$name.machines")
}

try() {
    local forbidden shown others="" good=FAILED
    mkdir -p "$build/logs"
    if by_axioms; then good=ok; fi
    if [ $good = ok ] && [ -n "${ONLY:-}" ] && ! by_others; then good=SEEN; fi
    rm -rf "$build/waves/$name"
    printf '%-6s %-28s %3s forbidden, first %s%s\n' $good "$name" "${forbidden:-0}" "${shown:-none}" "${others:+; all others: $others}"
    [ $good = ok ]
}

if [ -n "${one:-}" ]; then
    read -r name lanes from count seed <<<"$one"
    try || true
    exit
fi

mapfile -t all < <(python3 scripts/faults --litmus)
rows=()
for row in "${all[@]}"; do
    if [ $# = 0 ] || [[ " $* " == *" ${row%% *} "* ]]; then rows+=("$row"); fi
done
[ ${#rows[@]} != 0 ] || { echo "litmus faults: no fault is named $*"; exit 2; }
good=0
while IFS= read -r told; do
    echo "$told"
    [[ $told != ok* ]] || good=$((good + 1))
done < <(printf '%s\n' "${rows[@]}" | tr '\n' '\0' | xargs -0 -P "$(nproc)" -I {} "$0" --one {} "$build")
echo "litmus faults: $good passed, $((${#rows[@]} - good)) failed"
[ "${#rows[@]}" = "$good" ]
