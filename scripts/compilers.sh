#!/usr/bin/env bash
# Checks that a seed gives the same run with any compiler: builds all C with clang, if installed, and compares
# the rows. Usage: compilers.sh BUILD LANES SEED. The twins of the Verilog are those of BUILD.
set -euo pipefail
build=$1 lanes=$2 seed=$3
other=$("${BASH_SOURCE%/*}/clang.sh")
if [ -z "$other" ]; then
    echo "skipped: clang is not installed"
    exit
fi
dir=$build/$lanes/compiler
make -s -j"$(nproc)" --no-print-directory LANES="$lanes" OTHER="$other" AS=compiler "$dir/cosim"
rows() { "$1" --seed "$seed" --cycles 20000 --rows --waves-folder "$dir/waves" | grep -v '^cosim'; }
rows "$build/$lanes/cosim" >"$dir/usual.txt"
rows "$dir/cosim" >"$dir/other.txt"
if ! diff "$dir/usual.txt" "$dir/other.txt"; then
    echo "compilers: $("$other" --version | head -n 1) gives other rows"
    exit 1
fi
echo "compilers: the same $(grep -c '  ok$' "$dir/other.txt") rows with $("$other" --version | head -n 1)"
