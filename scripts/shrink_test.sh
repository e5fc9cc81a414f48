#!/usr/bin/env bash
# Tests that failures are made small. Seeded faults that random traffic detects become short programs that
# fail in the same way and pass without the fault. Also tests a program from a file, a block alone, and
# impossible requests. Usage: shrink_test.sh COSIM FAULTY
set -uo pipefail
. scripts/check.sh
cosim=$1 faulty=$2 good=0 bad=0
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT

runs() { out=$("$@" --waves-folder "$tmp/waves" 2>&1); status=$?; }
kind() { sed -n '/^kinds of failure:/,/ x /p' <<<"$out"; }
has() { [[ $out == *"$1"* ]]; }
fewer() { [ -s "$1" ] && [ "$(wc -l <"$1")" -le "$2" ]; }

# The twins differ, a contract is broken, the memory checker objects
while read -r fault lines seed; do
    small=$tmp/waves/random-8.small.l1
    rm -rf "$tmp/waves"
    runs "$faulty" --fault "$fault" --test random --seed "$seed" --jobs 1 --shrink
    ended=$status first=$(kind)
    check "$fault is made small" has " tries, fails in the same way, whatever the seed"
    check "$fault has at most $lines lines" fewer "$small" "$lines"
    runs "$faulty" --fault "$fault" --program "$small" --brief
    check "$fault: its small program fails with the status $ended and '$first'" test "$status $(kind)" = "$ended $first"
    runs "$cosim" --program "$small"
    check "$fault: its small program passes without it" test "$status" = 0
done <<'FAULTS'
split_row_short 8 1
order_left 25 1
failed_addr_null 10 1
both_heldfail_lost 10 1
both_error_first 15 3
FAULTS

# By default, but not with zero attempts; within a given number of attempts
runs "$faulty" --fault split_row_short --test random --jobs 1
check "a failure is made small by itself" has "  made small: "
runs "$faulty" --fault split_row_short --test random --jobs 1 --tries 0
check "not with --tries 0" eval '! has "  made small: "'
runs "$faulty" --fault split_row_short --test random --jobs 1 --tries 5
check "in so many tries" has ", in 5 tries, fails in the same way"

# A program from a file
runs "$faulty" --fault split_row_short --program "$tmp/waves/random-8.l1" --shrink
check "a program from a file is made small" has "random-8.small.l1, "

# A block alone: the printed command fails at its end
runs "$faulty" --fault split_row_short --test alone_split --shrink --tries 20
check "a block alone: fewest cycles" has "a block alone is no program; of "
read -r seed cycles < <(sed -n 's/.* SEED=\([0-9]*\) CYCLES=\([0-9]*\)$/\1 \2/p' <<<"$out")
runs "$faulty" --fault split_row_short --test alone_split --brief --seed "${seed:-0}" --cycles "${cycles:-1}"
check "and so it fails" has "cycle $((${cycles:-1} - 1)): split.split_mask"
runs "$faulty" --fault split_row_short --test stride_odd,pitch_33,two_rows --shrink
check "several tests are refused" has "--shrink wants one test"
runs "$cosim" --test random --cycles 1000 --shrink
check "what passes is not made small" has "shrink: it passes, there is nothing to make small"
echo "shrink: $good passed, $bad failed"
[ "$bad" = 0 ]
