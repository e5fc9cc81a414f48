#!/usr/bin/env bash
# Tests the conversion of random traffic to programs. Passing runs, at several seeds, give passing programs. A
# run that fails by a seeded fault gives a program that fails in the same way, and passes without the fault.
# Usage: written_test.sh COSIM FAULTY
set -uo pipefail
cosim=$1 faulty=$2 good=0 bad=0
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT

# says STATUS TEXT COMMAND...: it ends with that status, and prints the text
says() {
    local status=0 want=$1 text=$2 out
    shift 2
    out=$("$@" --waves-folder "$tmp/waves" 2>&1) || status=$?
    if [ "$status" = "$want" ] && [[ $out == *"$text"* ]]; then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        echo "FAILED: $*: expected status $want and '$text', got $status:"
        tail -n 20 <<<"$out"
    fi
}

for seed in 1 2 3; do
    for test in random random_two random_steered; do
        says 0 " instructions, passes in " "$cosim" --test $test --cycles 4000 --seed $seed --write-program "$tmp/$test.l1"
        says 0 "1 passed, 0 failed" "$cosim" --program "$tmp/$test.l1" --seed $seed
    done
done
# The twins differ, a contract is broken, the memory checker objects; and a failure that depends on events
# before a reset.
while read -r name status; do
    rm -rf "$tmp/waves"
    says "$status" " instructions, fails in the same way" "$faulty" --fault "$name" --test random --jobs 1
    cp "$tmp/waves/random-8.l1" "$tmp/$name.l1"
    says "$status" "0 passed, 1 failed" "$faulty" --fault "$name" --program "$tmp/$name.l1"
    says 0 "1 passed, 0 failed" "$cosim" --program "$tmp/$name.l1"
done <<END
split_row_short 1
both_policy_ignored 1
both_store_lowest 2
reset_entries 1
END
says 3 "wants one random test of a whole machine" "$cosim" --test column --write-program "$tmp/no.l1"
says 3 "wants one random test of a whole machine" "$cosim" --test 'random*' --write-program "$tmp/no.l1"
says 3 "cannot write /nonsense/a.l1" "$cosim" --test random --cycles 1000 --write-program /nonsense/a.l1
echo "written: $good passed, $bad failed"
[ "$bad" = 0 ]
