#!/usr/bin/env bash
# Compares with another revision, which is built in BUILD/against/COMMIT and kept. usage: against.sh BUILD
# LANES CYCLES REV
set -euo pipefail
build=$1 lanes=$2 cycles=$3 rev=$4
[ -n "$rev" ] || { echo "make bench-against: REV=commit is wanted" >&2; exit 2; }
commit=$(git rev-parse --verify --quiet "$rev^{commit}") || { echo "make bench-against: there is no revision '$rev'" >&2; exit 2; }
there=$build/against/$commit
if [ ! -e "$there/.complete" ]; then
    rm -rf "$there" && mkdir -p "$there"
    git archive "$commit" | tar -x -C "$there"
    touch "$there/.complete"
fi
echo "$commit, in $there"
make -s --no-print-directory -j"$(nproc)" "$build/$lanes/cosim"
make -C "$there" -s --no-print-directory -j"$(nproc)" "build/$lanes/cosim"
python3 scripts/bench/against.py "$build/$lanes/cosim" "$there/build/$lanes/cosim" "$cycles"
