#!/usr/bin/env bash
# What clang is called here, or nothing: a package may install it under its version alone. Usage: clang.sh [VERSION], of that one.
set -euo pipefail
for name in clang clang-{19,18,17,16,15,14}; do
    if command -v "$name" >/dev/null && "$name" --version | grep "clang version ${1:+$1\.}" >/dev/null; then
        echo "$name"
        break
    fi
done
