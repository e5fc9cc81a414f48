#!/usr/bin/env bash
# Prints the name of clang here, or nothing: a package may install it under its version only. Usage: clang.sh
# [VERSION]
set -euo pipefail
for name in clang clang-{19,18,17,16,15,14}; do
    if command -v "$name" >/dev/null && "$name" --version | grep "clang version ${1:+$1\.}" >/dev/null; then
        echo "$name"
        break
    fi
done
