#!/usr/bin/env bash
# Runs readers under libFuzzer, one after the other. Usage: fuzz.sh FOLDER SECONDS READER... Inputs with new
# coverage are kept in FOLDER/READER.corpus, for the next time. Inputs that crash, hang or give wrong results
# are in FOLDER/READER.found-..., smallest first. fuzz.sh --seeds READER prints the initial inputs.
set -uo pipefail
seeds() {
    find "verif/stimulus/fuzz/corpus/$1" -type f
    [ "$1" != program ] || find verif/tests/programs -name '*.l1'
    [ "$1" != trace ] || find verif/tests/traces -name '*.traceg*'
}
if [ "$1" = --seeds ]; then seeds "$2" | sort; exit; fi
folder=$1 seconds=$2
shift 2
[[ $seconds =~ ^[1-9][0-9]*$ ]] ||
    { echo "make fuzz: SECONDS=$seconds: a number of seconds is wanted, at least 1"; exit 2; }
runs=0 failed=0 readers=0
trap 'echo "fuzz: interrupted"; exit 130' INT
for reader; do
    mkdir -p "$folder/$reader.corpus"
    readers=$((readers + 1))
    # A line of progress appears at each power of two of runs.
    "$folder/$reader" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -print_final_stats=1 -artifact_prefix="$folder/$reader.found-" \
        -seed_inputs="$(seeds "$reader" | paste -sd,)" "$folder/$reader.corpus" 2>&1 |
        tee "$folder/$reader.log" |
        grep -E --line-buffered '^#[0-9]+.(INITED|pulse|DONE)|FAILED:|ERROR:|SUMMARY|runtime error|written to' |
        sed -u "s/^/  $reader: /"
    [ "${PIPESTATUS[0]}" = 0 ] || { failed=$((failed + 1)); echo "FAILED: $reader, see $folder/$reader.log"; }
    n=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$reader.log")
    runs=$((runs + ${n:-0}))
done
echo "fuzz: $readers readers, $runs runs, $failed failed"
[ "$failed" = 0 ]
