#!/usr/bin/env bash
# Tests long runs: failures of a seeded fault are grouped by the first mismatch; interrupted runs continue;
# wrong uses are refused. Usage: regress_test.sh BUILD
set -uo pipefail
. scripts/check.sh
good=0 bad=0
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT
regress() { out=$(python3 scripts/regress --state "$tmp/$1" --lanes 8 --jobs 2 "${@:2}" 2>&1); status=$?; }
says() { grep -Eq -- "$1" <<<"$out"; }

regress faulty --fault split_row_short --test 'random*,alone_split,alone_tag' --seeds 2..4 --cycles 3000
check "failures are told by the status" test "$status" = 1
check "one group" says "^ +[0-9]+ x the twins differ: split.split_mask differs$"
check "its first seed and its command" says "^ +first with seed 2: build/faults/8/cosim --fault split_row_short --test [a-z_]+ --seed 2 --cycles 3000$"
check "the sum" says "^regress: 21 runs, [0-9]+ failed in 1 groups, [0-9]+ cycles, [0-9]+ values compared$"
check "what the first printed is kept" grep -q "^FAILED " "$tmp"/faulty/logs/*
repeat=$(sed -n 's/^ *first with seed 2: //p' <<<"$out")
again=$($repeat --waves-folder "$tmp/waves" --brief)
check "the command repeats it" grep -q "split.split_mask differs" <<<"$again"

# Interrupted by a signal (as by ^C), and by one that cannot be handled; then to the end, in which no run is
# repeated
all=(--test 'random,random_two,alone_*,stride*' --seeds 1..4 --cycles 20000)
for signal in INT KILL; do
    python3 -c 'import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execvp(sys.argv[1], sys.argv[1:])' \
        python3 scripts/regress --state "$tmp/half" --lanes 8 --configs usual --jobs 2 "${all[@]}" >"$tmp/half.$signal" 2>&1 &
    pid=$!
    before=$(cat "$tmp/half/runs" 2>/dev/null | wc -l)
    while [ "$(cat "$tmp/half/runs" 2>/dev/null | wc -l)" -lt $((before + 10)) ] && kill -0 $pid 2>/dev/null; do sleep 0.05; done
    kill -$signal $pid
    wait $pid 2>/dev/null
done
check "an interrupted one says so" grep -Eq "^regress: [0-9]+ runs, 0 failed .*; interrupted, the same command goes on$" "$tmp/half.INT"
half=$(wc -l <"$tmp/half/runs")
printf '8-usual - 0123' >>"$tmp/half/runs" # cut short
regress half --configs usual "${all[@]}"
total=$(sed -n 's/^regress: \([0-9]*\) runs, 0 failed in 0 groups.*compared$/\1/p' <<<"$out")
check "all was run" test "${total:-0}" -gt "$half" -a "$half" -ge 20
check "nothing was run twice" test "$(grep -c '^8-usual - [0-9a-f]* [a-z]' "$tmp/half/runs")" = "${total:-0}"
regress half --hours 0
check "what there is" says "^regress: ${total:-0} runs, 0 failed"
regress once --configs usual "${all[@]}"
check "at one go it is the same" says "^regress: ${total:-0} runs, 0 failed"

refused() { # TEXT OPTIONS...
    regress wrong "${@:2}"
    check "refused: ${*:2}" test "$status" = 2 -a "$(wc -l <<<"$out")" = 1
    check "why: $1" says "$1"
}
refused "ENGINE=nonsense is not known" --engine nonsense
refused "SEEDS=3..1 is impossible" --seeds 3..1
refused "SEEDS=1.. has no end" --seeds 1..
refused "HOURS=x is impossible" --hours x
refused "CONFIGS=nonsense: there is no " --configs nonsense
refused "CONFIGS=dcl1-dctiny: machines of wired parts run at 8 lanes" --configs dcl1-dctiny --lanes 16
refused "no test is named 'nonsense'" --configs usual --test nonsense
refused "no test is named 'nonsense'" --configs usual --test nonsense --hours 1
mkdir "$tmp/bin" && ln -s "$(python3 -c 'import sys; print(sys.executable)')" "$tmp/bin/python3"
# without the tools of Slurm
out=$(PATH=$tmp/bin python3 scripts/regress --state "$tmp/wrong" --engine slurm 2>&1)
check "why: no sbatch" says "^make regress: ENGINE=slurm: there is no sbatch "
echo "regress: $good passed, $bad failed"
[ "$bad" = 0 ]
