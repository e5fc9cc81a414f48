#!/usr/bin/env bash
# Each expectation of each program, made wrong, must be noticed: at its own line, as the machine's doing.
# Usage: wrong_expectations.sh COSIM PROGRAM...
set -uo pipefail
cosim=$1 good=0 bad=0
shift
wrong=$(mktemp -d) && trap 'rm -rf "$wrong"' EXIT
for program; do
    while IFS=: read -r line _; do
        sed -E "${line}{s/(expect error) [a-z]+/\1 op/; t; s/(expect (part )?(r[0-9]+ =|[a-z]+)) ([^#]*)/\1 1 + (\4)/
                s/^allow .*/allow 0/; s/^forbid .*/forbid 1/}" "$program" >"$wrong/program.l1"
        status=0
        "$cosim" --program "$wrong/program.l1" --expected none --actual model --waves-folder "$wrong" \
            >"$wrong/log" 2>&1 || status=$?
        if [ "$status" = 2 ] && grep -q "program.l1:$line:" "$wrong/log"; then
            good=$((good + 1))
        else
            bad=$((bad + 1))
            echo "FAILED: $program:$line: made wrong, and not noticed (status $status)"
        fi
    done < <(grep -nE '^ *(expect|allow|forbid) ' "$program")
done
echo "wrong expectations: $good passed, $bad failed"
[ "$bad" = 0 ]
