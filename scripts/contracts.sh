#!/usr/bin/env bash
# Compiles the contracts of a configuration's blocks to one object with one name, so that a program can have
# those of several configurations. Usage: contracts.sh OUT.o CONFIG GEN CC FLAG...
#
# GEN/CONFIG/blocks lists the blocks. It is empty if no machine with these sizes has the configuration. OBJCOPY is
# the program that hides the other names.
set -euo pipefail
export out=$1 config=$2 gen=$3
shift 3
export parts=${out%.o} compile="$*"
rm -rf "$parts" && mkdir -p "$parts"
one() { $compile -c "$1" -o "$parts/${1//\//_}.o"; }
export -f one
for block in $(cat "$gen/$config/blocks"); do
    ls "verif/blocks/$block"/*.c
done | { grep -vE '(test|/drive|/cover_points)\.c$' || true; } | xargs -P"$(nproc)" -I{} bash -c 'one {}'
$compile -DCONFIG="$config" -c verif/blocks/contracts.c -o "$parts/contracts.o"
${compile%% *} -r -nostdlib -o "$out" "$parts"/*.o
${OBJCOPY:-objcopy} --keep-global-symbol="contracts_judge_$config" "$out"
