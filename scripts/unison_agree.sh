#!/usr/bin/env bash
# Runs every program of the tests on the transaction level, at 8, 16, 32 and 64 lanes. If COSIM has run them,
# counts and cycles must be equal. With 64 lanes they check words and errors; those of waves counts too. Usage: unison_agree.sh UNISON LANES=COSIM...
set -uo pipefail
unison=$1 good=0 bad=0
# Between the parts of a program, the lockstep executes actions that advance rotations, unlike the transaction
# level. So the cycles of this program differ by one or two per part. Its counts are equal.
apart='^carveout_change '
shift
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT

# NAME COUNTS, a line for each. A row begins in the first column; its further lines do not.
counts() {
    awk '/^[a-z]/ { name = $NF == "ok" ? $1 : "" }
         /^ +instructions / && name {
             told = $0
             while (told ~ /,$/ && (getline more) > 0)
                 told = told more
             gsub(/ +/, " ", told)
             print name told
         }' | sort
}

for lanes in 8 16 32; do
    "$unison" run --all --lanes $lanes >"$tmp/said" 2>&1 ||
        { bad=$((bad + 1)); grep -A1 FAILED "$tmp/said"; tail -n 3 "$tmp/said"; }
    counts <"$tmp/said" >"$tmp/unison"
    good=$((good + $(wc -l <"$tmp/unison")))
    for pair; do
        [ "${pair%%=*}" = $lanes ] || continue
        tests=$(cut -d' ' -f1 "$tmp/unison" | paste -sd,)
        "${pair#*=}" --test "$tests" --rows --expected none --actual model --waves-folder "$tmp" >"$tmp/said"
        counts <"$tmp/said" >"$tmp/cosim"
        sed -i "/$apart/s/, cycles [0-9]*//" "$tmp/cosim" "$tmp/unison"
        if ! diff "$tmp/cosim" "$tmp/unison" || [ ! -s "$tmp/unison" ]; then
            bad=$((bad + 1))
            echo "FAILED: what lockstep counts with $lanes lanes (<) is not what the transaction level does (>)"
        fi
    done
done
"$unison" run --all verif/tests/programs/waves/*.l1 --lanes 64 >"$tmp/said" 2>&1 && grep -q '^unison: [0-9]\{3\}' "$tmp/said" ||
    { bad=$((bad + 1)); grep -A1 FAILED "$tmp/said"; tail -n 3 "$tmp/said"; }
good=$((good + $(grep -c ' ok$' "$tmp/said")))
echo "unison: $good passed, $bad failed"
[ "$bad" = 0 ]
