#!/usr/bin/env bash
# Each expectation of each program, made wrong, must be detected: at its own line, as a difference of the
# machine. Usage: wrong_expectations.sh N SEED COSIM PROGRAM... One of N is tried, all with N=1. SEED selects
# them.
set -uo pipefail

counts='passes|hits|misses|merges|deferrals|no_entry|no_way|no_merge|closed|no_credit|replays|through|dirtied|allocated|held'
counts="$counts|purged|joined|reads|writes|sectors|requests|cycles|walks|bytes|evictions|stalls|fences|beats|line_replays|losses|addresses|remainders"
counts="$counts|node_hits|node_misses|node_merges|node_passes|slice_reads"
number="(expect (part )?|, )(r[0-9]+ =|others|$counts) "

# one N SEED COSIM PROGRAM: prints a line for each expectation, `good` or the error. A line of a program with
# several numbers is tried with each of them. `expect part error any` only permits errors, so it is left out.
one() {
    local n=$1 seed=$2 cosim=$3 program=$4 line said status at=0
    at=$(cksum <<<"$program" | cut -d' ' -f1)
    while IFS=: read -r line said; do
        at=$((at + 1))
        [ $(((at + seed) % n)) = 0 ] || continue
        sed -E "${line}{s/$number/\1\3 1 ? 987654 : /$said; s/987654 : <=/987654 : 0 <=/
                s/(expect error) [a-z]+( (leaving|refused|held))?/\1 op/; s/(expect part error [a-z]+) .*/&, error page [(1 << VA_W) - 1]/
                s/^allow .*/allow 0/; s/^forbid .*/forbid 1/}" "$program" >"$wrong/program.l1"
        status=0
        "$cosim" --program "$wrong/program.l1" --expected none --actual model --brief \
            >"$wrong/log" 2>&1 || status=$?
        if [ "$status" = 2 ] && grep -q "program.l1:$line:" "$wrong/log"; then
            echo good
        elif grep -qE 'this machine lacks|is for the machine' "$wrong/log"; then
            return # it needs what only other machines have
        else
            echo "FAILED: $program:$line: made wrong, and not noticed (status $status)"
        fi
    done < <(grep -nE '^ *(expect|allow|forbid) ' "$program" | grep -v ':expect part error any$' | while IFS=: read -r line said; do
        said=$(grep -oE "$number" <<<"$said" | wc -l)
        seq -f "$line:%g" 1 $((said ? said : 1))
    done)
}

wrong=$(mktemp -d) && trap 'rm -rf "$wrong"' EXIT
if [ "$1" = --one ]; then
    one "${@:2}"
    exit
fi
args=("$1" "$2" "$3")
shift 3
printf '%s\0' "$@" | xargs -0 -P "$(nproc)" -I {} "$0" --one "${args[@]}" {} >"$wrong/told"
grep -v '^good$' "$wrong/told"
good=$(grep -c '^good$' "$wrong/told")
bad=$(($(wc -l <"$wrong/told") - good))
echo "wrong expectations: $good passed, $bad failed"
[ "$bad" = 0 ]
