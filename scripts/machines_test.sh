#!/usr/bin/env bash
# Builds the machine of docs/machines.md as its reader does, in a copy of the project, and runs its test. Then
# the machine with equal ways must fail that test. Usage: machines_test.sh
set -euo pipefail
page=docs/machines.md
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -co --exclude-standard | while read -r f; do [ ! -e "$f" ] || echo "$f"; done |
    tar -cf - -T - | tar -xf - -C "$copy"

# the indented lines of the page from one that begins so, to the end of its step
text() { sed -n "/^        $1/,/$2/s/^        //p" "$page"; }
text 'config direct' '^2\. ' >"$copy/cmodel/ports/cluster/direct.config"
text 'machine uneven' '^3\. ' >"$copy/cmodel/ports/cluster/uneven.machine"
text 'program 1' '^4\. ' >"$copy/ways.l1"
cd "$copy"
run() { make -s cosim MACHINE=uneven LANES=8 PROGRAM=ways.l1 2>&1 || true; }
passed=0
if run | grep -F '1 passed, 0 failed'; then passed=$((passed + 1)); else echo "FAILED: ways.l1 on uneven"; fi
sed -i 's/^part b l1 direct/part b l1/' cmodel/ports/cluster/uneven.machine
if run | grep -F 'expected 0 hits, seen 1'; then passed=$((passed + 1)); else echo "FAILED: equal ways pass ways.l1"; fi
echo "machines: $passed passed, $((2 - passed)) failed"
[ $passed = 2 ]
