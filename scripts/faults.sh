#!/usr/bin/env bash
# Runs seeded faults (verif/faults). One program contains all of them; each is chosen in turn, and the normal
# cosimulation must fail. If the fault is in one twin, the block alone must fail, too.
# Usage: [EVERY=n SEED=k] faults.sh BUILD/faults [NAME...]; with EVERY=n one in n of them, by SEED.
#
# A fault counts as caught if the first failure of the tests of whole machines is one of these:
# - the twins differ, an assertion in the Verilog fails, or a block breaks an assumption of another block;
# - the memory checker objects;
# - passes or cycles differ from the test's formula.
#
# For a fault in both twins, and in the model run alone as if the Verilog had the same fault, only the last
# two and a broken assumption count. A failure of the harness, or none, does not count. The row also says how
# the block alone fails (`nothing`: it does not), and whether only another test than the named one detects the
# fault (`not TEST`). The last line counts the latter. BUILD/faults/results keeps the results for the table of
# rules (scripts/rules.py).
set -euo pipefail
trap 'exit 130' INT TERM # also if a child handles ^C differently
if [ "$1" = --one ]; then
    one=$2
    shift 2
fi
build=$1
shift

# run LOG OPTION...: runs the program with the fault; sets test, verdict, cycle and first from the first
# failure
run() {
    local log=$1 status=0 alone=()
    shift
    [ "$where" != alike ] || alone=(--actual none)
    timeout --foreground 300 "$build/$of$lanes/$program" --fault "$name" "${alone[@]}" --checks "$checks" --first --jobs 1 --tries 0 --waves-folder "$build/waves/$name" "$@" \
        >"$log" 2>&1 || status=$?
    test=$(sed -n 's/^FAILED \([^:]*\): .*/\1/p;T;q' "$log")
    verdict=$(sed -n '/^FAILED /{n;s/^ *//p;q}' "$log")
    cycle=$(sed -n '/^FAILED /{n;n;s/^ *cycle \([0-9]*\): .*/\1/p;q}' "$log")
    first=$(sed -nE '/^FAILED /{n;n;s/^ *cycle [0-9]+: //;s/^([a-z]+: )?part [0-9]+, cycle [0-9]+ of it: //;s/^memory checker: //;s/ \([^)]*\)//g;p;q}' "$log")
    case $verdict in
    "the twins differ") verdict=twins ;;
    "the design is at fault") [[ $first == *assertion* ]] && verdict=assert || verdict=contract ;;
    "the memory checker objects") [[ $first == *formula* ]] && verdict=formula || verdict=memcheck ;;
    "") [ $status = 0 ] && verdict=nothing || verdict="status $status" ;;
    *) verdict=harness ;;
    esac
}

# put VERDICT TEXT: the result of this fault, in a single write
put() { printf '%s\t%s\t%s\n' "$name" "$1" "$2"; }

# Whether the result counts. If the twins differ, a fault in both is not the same in both.
counts() { ! [[ $verdict == nothing || $verdict == status* || $verdict == harness || ($where =~ both|alike && $verdict =~ twins|assert) ]]; }

try() {
    local dir=$build/logs test verdict cycle first alone=- how=caught program=cosim of=
    [ "$sizes" = - ] || of=$sizes/
    [ ! -x "$build/$of$lanes/cosim_$block" ] || program=cosim_$block # a machine of wired parts
    mkdir -p "$dir"
    if [[ $where != both && $where != alike && $program == cosim ]]; then
        run "$dir/$name.alone" --test "alone_$block"
        alone=$verdict
    fi
    verdict=nothing
    [ "$seen" = - ] || run "$dir/$name" --test "$seen"
    if ! counts; then
        [ "$seen" = - ] || how=elsewhere
        run "$dir/$name" --machines
    fi
    if counts; then
        printf '%s\t%s\t%s\n' "$name" "$verdict" "$test" >>"$build/results"
        [ $how = caught ] || first="not $seen: $first"
        put $how "$(printf '%-5s  %-7s  %-7s  %-16s %6s  %s' "$where" "$alone" "$verdict" "$test" "$cycle" "$first")"
    else
        put missed "$(printf '%-5s  %-7s  NOT CAUGHT: %s %s %s' "$where" "$alone" "$verdict" "$test" "$first")"
    fi
    rm -rf "$build/waves/$name"
}

if [ -n "${one:-}" ]; then
    read -r name block where lanes seen checks sizes <<<"$one"
    try
    exit
fi

mapfile -t all < <(python3 scripts/faults --list)
rows=() unbuilt=0
machines=" $(basename -a -s .machine cmodel/ports/*/*.machine | tr '\n' ' ')"
for row in "${all[@]}"; do
    read -r _ block _ _ _ _ sizes <<<"$row"
    program=$sizes/8/cosim
    [ "$sizes" != - ] || program=8/cosim
    [[ $machines != *" $block "* ]] || program=${program}_$block # a machine of wired parts
    if [ ! -x "$build/$program" ]; then
        unbuilt=$((unbuilt + 1))
    elif [ $# = 0 ] || [[ " $* " == *" ${row%% *} "* ]]; then
        rows+=("$row")
    fi
done
[ $unbuilt = 0 ] || echo "faults: $unbuilt need other sizes or machines, and are not built here (make faults)"
every=${EVERY:-1}
for i in "${!rows[@]}"; do [ $(((i + ${SEED:-0}) % every)) = 0 ] || unset "rows[$i]"; done
rows=("${rows[@]}")
[ ${#rows[@]} != 0 ] || { echo "faults: no fault is named $*"; exit 2; }

# Without a chosen fault all tests must pass. (The text that a fault replaces must be an expression by itself,
# or it changes its neighbours.)
"$build/8/cosim" --test 'random,command_traffic,evict_*' --cycles 20000 --waves-folder "$build/waves" >"$build/none.log" 2>&1 ||
    { echo "faults: with none chosen a test fails: $build/none.log"; exit 1; }
rm -f "$build/results"
# Workers end in any order. Rows are printed in the order of the names, each as soon as possible. If they go
# to a file, progress is shown beside them: on a terminal in one line, elsewhere in a line for each hundred.
declare -A verdict text
caught=0 elsewhere=0 next=0 tried=0
show_progress() {
    [ ! -t 1 ] || return 0
    if [ -t 2 ]; then
        printf '\r\e[Kfaults: %d of %d tried' $tried ${#rows[@]} >&2
        [ $tried != ${#rows[@]} ] || printf '\r\e[K' >&2
    elif [ $((tried % 100)) = 0 ]; then
        echo "faults: $tried of ${#rows[@]} tried" >&2
    fi
}
printf '  %-20s %-5s  %-7s  %-7s  %-16s %6s  %s\n' fault in alone machine test cycle "first seen at"
while IFS=$'\t' read -r name v t; do
    verdict[$name]=$v
    text[$name]=$t
    tried=$((tried + 1))
    show_progress
    while [ $next -lt ${#rows[@]} ] && [ -n "${verdict[${rows[next]%% *}]:-}" ]; do
        name=${rows[next]%% *}
        printf '  %-20s %s\n' "$name" "${text[$name]}" | cut -c1-170
        if [ "${verdict[$name]}" != missed ]; then caught=$((caught + 1)); fi
        if [ "${verdict[$name]}" = elsewhere ]; then elsewhere=$((elsewhere + 1)); fi
        next=$((next + 1))
    done
done < <(printf '%s\n' "${rows[@]}" | tr '\n' '\0' | xargs -0 -P "$(nproc)" -I {} "$0" --one {} "$build")
echo "faults: ${#rows[@]} seeded, $caught caught$([ $elsewhere = 0 ] || echo ", $elsewhere of them not by the test that their rows name")"
[ "${#rows[@]}" = "$caught" ]
