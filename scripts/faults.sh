#!/usr/bin/env bash
# Seeded faults: each patch in verif/faults puts one realistic bug into the Verilog, into the model, or the same into both,
# and the normal cosimulation must fail. Usage: faults.sh BUILD [NAME...]
#
# A patch begins with lines `# what: ...` (the bug in a line) and, where it only shows there, `# lanes: N` (else 8).
# A fault counts as caught if the first failure of the run is that the twins differ, that an assertion in the Verilog fails,
# that the witness objects, or that passes or cycles are not what the test's formula says; in both twins, the last two only.
# That it does not apply or build, that the harness is at fault, or that nothing fails, does not count.
#
# As many faults at once as there are processors. Everything of a fault is in BUILD/faults/NAME, of which the log stays.
set -euo pipefail
trap 'exit 130' INT TERM # also where a child makes something else of ^C
if [ "$1" = --one ]; then
    one=$2
    shift 2
fi
build=$1
shift

# put VERDICT TEXT: what became of this fault, in a single write
put() { printf '%s\t%s\t%s\n' "$name" "$1" "$2"; }

# try: builds the machine with the fault and runs the tests up to the first that fails
try() {
    local patch=verif/faults/$name.patch dir=$build/faults/$name lanes where args=() status=0
    local log=$dir/log
    [ -f "$patch" ] || { put missed "there is no $patch"; return; }
    lanes=$(sed -n 's/^# lanes: //p' "$patch")
    lanes=${lanes:-8}
    variant=$build/$lanes/variant/fault_$name
    rm -rf "$dir" "$variant"
    mkdir -p "$dir/cmodel"
    trap 'rm -rf "$variant" "$build/faults/$name/rtl" "$build/faults/$name/cmodel"' EXIT
    cp -r rtl "$dir/rtl"
    cp -r cmodel/src "$dir/cmodel/src"

    # the ceiling keeps git from taking the copy for a part of the repository around it
    if ! (cd "$dir" && GIT_CEILING_DIRECTORIES=$(dirname "$PWD") git apply "$OLDPWD/$patch") >"$log" 2>&1; then
        put missed "the patch no longer applies: $(head -n 1 "$log")"
        return
    fi
    # what is not replaced is taken as it is; no time for making fast what runs for a second
    if grep -q '^+++ b/cmodel/' "$patch"; then args+=(VMODEL="$dir/cmodel/src"); where=model; fi
    if grep -q '^+++ b/rtl/' "$patch"; then args+=(VRTL="$dir/rtl"); where=${where:+both}; fi
    where=${where:-rtl}
    if ! make -s LANES="$lanes" V="fault_$name" "${args[@]}" VFAST=-O0 OPT=-O1 variant >"$log" 2>&1; then
        put missed "does not build, see $log: $(grep -m 1 -i error "$log")"
        return
    fi

    timeout --foreground 300 "$variant/cosim" --first --waves-folder "$dir/waves" >"$log" 2>&1 || status=$?
    local test verdict cycle first
    test=$(sed -n 's/^FAILED \([^:]*\): .*/\1/p;T;q' "$log")
    verdict=$(sed -n '/^FAILED /{n;s/^ *//p;q}' "$log")
    cycle=$(sed -n '/^FAILED /{n;n;s/^ *cycle \([0-9]*\): .*/\1/p;q}' "$log")
    first=$(sed -nE '/^FAILED /{n;n;s/^ *cycle [0-9]+: //;s/^part [0-9]+, cycle [0-9]+ of it: //;s/^witness: //;s/ \([^)]*\)//g;p;q}' "$log")
    case $verdict in
    "the twins differ") [[ $first == *assertion* ]] && verdict=assert || verdict=twins ;;
    "the witness objects") [[ $first == *formula* ]] && verdict=formula || verdict=witness ;;
    "")
        case $status in
        0) put missed "NOT CAUGHT: all tests pass" ;;
        *) put missed "NOT CAUGHT: the cosimulation broke off with status $status, see $log" ;;
        esac
        return
        ;;
    *)
        put missed "NOT CAUGHT: $verdict in $test: $first"
        return
        ;;
    esac
    # What is wrong in both only the witness and formulas can see. That the twins differ says that the fault is not the same
    # in both, or that it comes out in a block alone only, where the other twin has no fault.
    if [ "$where" = both ] && [[ $verdict == twins || $verdict == assert ]]; then
        put missed "NOT CAUGHT: in both, yet the twins differ in $test: $first"
        return
    fi
    put caught "$(printf '%-5s  %-7s  %-16s %6s  %s' "$where" "$verdict" "$test" "$cycle" "$first")"
}

if [ -n "${one:-}" ]; then
    name=$one
    try
    exit
fi

names=("$@")
if [ ${#names[@]} = 0 ]; then
    for f in verif/faults/*.patch; do
        names+=("$(basename "$f" .patch)")
    done
fi

# Workers end in any order; rows are printed in the order of the names, each as soon as it can be.
declare -A verdict text
caught=0 next=0
printf '  %-20s %-5s  %-7s  %-16s %6s  %s\n' fault in seen\ by test cycle "first seen at"
while IFS=$'\t' read -r name v t; do
    verdict[$name]=$v
    text[$name]=$t
    while [ $next -lt ${#names[@]} ] && [ -n "${verdict[${names[next]}]:-}" ]; do
        name=${names[next]}
        printf '  %-20s %s\n' "$name" "${text[$name]}" | cut -c1-170
        if [ "${verdict[$name]}" = caught ]; then caught=$((caught + 1)); fi
        next=$((next + 1))
    done
done < <(printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I {} "$0" --one {} "$build")
echo "faults: ${#names[@]} seeded, $caught caught"
[ "${#names[@]}" = "$caught" ]
