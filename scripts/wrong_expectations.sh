#!/usr/bin/env bash
# Each expectation of each program, made wrong, must be noticed: at its own line, as the machine's doing.
# Usage: wrong_expectations.sh COSIM PROGRAM...
set -uo pipefail

counts='passes|hits|misses|merges|deferrals|no_entry|no_way|no_merge|closed|no_room|replays|through|dirtied|allocated|held'
counts="$counts|purged|joined|reads|writes|sectors|requests|cycles|walks|bytes|evictions|stalls|fences|beats|served|losses|addresses|remainders"
number="(expect (part )?|, )(r[0-9]+ =|others|$counts) "

# one COSIM PROGRAM: a line for each expectation, `good` or what was wrong. Of a line with several each number in turn.
one() {
    local cosim=$1 program=$2 line said status
    while IFS=: read -r line said; do
        sed -E "${line}{s/$number/\1\3 1 ? 987654 : /$said; s/987654 : <=/987654 : 0 <=/
                s/(expect error) [a-z]+( (leaving|refused|held))?/\1 op/; s/(expect part error [a-z]+) .*/&, error page [(1 << VA_W) - 1]/
                s/^allow .*/allow 0/; s/^forbid .*/forbid 1/}" "$program" >"$wrong/program.l1"
        status=0
        "$cosim" --program "$wrong/program.l1" --expected none --actual model --brief \
            >"$wrong/log" 2>&1 || status=$?
        if [ "$status" = 2 ] && grep -q "program.l1:$line:" "$wrong/log"; then
            echo good
        else
            echo "FAILED: $program:$line: made wrong, and not noticed (status $status)"
        fi
    done < <(grep -nE '^ *(expect|allow|forbid) ' "$program" | while IFS=: read -r line said; do
        said=$(grep -oE "$number" <<<"$said" | wc -l)
        seq -f "$line:%g" 1 $((said ? said : 1))
    done)
}

wrong=$(mktemp -d) && trap 'rm -rf "$wrong"' EXIT
if [ "$1" = --one ]; then
    one "$2" "$3"
    exit
fi
cosim=$1
shift
printf '%s\0' "$@" | xargs -0 -P "$(nproc)" -I {} "$0" --one "$cosim" {} >"$wrong/told"
grep -v '^good$' "$wrong/told"
good=$(grep -c '^good$' "$wrong/told")
bad=$(($(wc -l <"$wrong/told") - good))
echo "wrong expectations: $good passed, $bad failed"
[ "$bad" = 0 ]
