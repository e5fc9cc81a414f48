#!/usr/bin/env bash
# Tests a library with several chips, in C and in Python, against a library of one chip. Usage:
# chips_test.sh FOLDER, which is inside the build folder.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
mkdir -p "$1"
root=$(cd "$1" && pwd)
bad=0

build() { # build FOLDER GOAL VARIABLE...
    local folder=$1
    shift
    make -s --no-print-directory OPT=-O0 B="$root/$folder" "$@" >"$root/$folder.log" 2>&1 || {
        cat "$root/$folder.log"
        exit 1
    }
    cc -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -Wall -Wextra -Icmodel/include -I"$root/$folder/gen" \
        -o "$root/$folder/chips_test" cmodel/tests/chips_test.c cmodel/tests/common_test.c "$root/$folder/lib/libul1.a"
}
refused() { # refused TEXT VARIABLE...: make lib ends with a line that has this text
    local text=$1 said
    shift
    said=$(make -s --no-print-directory lib "$@" 2>&1) && bad=1
    [[ $said == *"$text"* ]] || {
        echo "FAILED: make lib $*: a line with '$text' expected, got: $said"
        bad=1
    }
}
same() { # same CHIP: the library of all and that of this chip run in the same cycles
    local one all
    build "$1" lib CHIP="$1" LIB_V3=
    one=$("$root/$1/chips_test" "") all=$("$root/all/chips_test" "$1")
    [[ $one == "$all" && $one =~ ^[0-9a-f]{16}$ ]] || {
        echo "FAILED: random traffic on $1: $one alone, $all among several"
        bad=1
    }
}

build all python lib CHIPS='v100 mi300x sm1x k80 a100'
"$root/all/chips_test" || bad=1
same v100
[ "$("$root/all/chips_test" v100)" != "$("$root/all/chips_test" textbook)" ] || bad=1
python3 cmodel/tests/python/run.py "$root/all" chips_test || bad=1
refused "CHIP=v10: there is no such chip" CHIPS=v10
refused "a chip 'v100' is there twice" CHIPS='v100 v100'
refused "without CHIP= and sizes" CHIPS=v100 PRT=16
printf 'chip small A name that is taken.\n' >"$root/small.chip"
refused "'small' is the name of a configuration" CHIPS="$root/small.chip"
# A chip with atomics explains them: lanes on one word have a pass each.
said=$(make -s --no-print-directory explain CHIP=v100 B="$root/explained" LANES=8 \
    ACCESS='atom.shared.add.u32 r0, [4*(lane/4)], 1' 2>&1)
[[ $said == *$'\n4 passes\n'*'bank 0 has words of lanes 0 to 3: it serves one lane in a pass'* ]] || {
    echo "FAILED: explain of an atomic on v100: $said"
    bad=1
}
# A chip with locks explains which lanes get them.
said=$(make -s --no-print-directory explain CHIP=k80 B="$root/explained_k80" LANES=8 \
    ACCESS='ld.shared.lock.b32 r0, [4*(lane/4)]' 2>&1)
[[ $said == *$'\n1 pass\n'*'if the locks are free, lanes 0, 4 get them: the lowest of each lock'* ]] || {
    echo "FAILED: explain of a load-and-lock on k80: $said"
    bad=1
}
# A chip with matrix loads explains them: a quarter of the lanes has a pass, and the columns go to lanes.
said=$(make -s --no-print-directory explain CHIP=t4 B="$root/matrices" LANES=16 \
    ACCESS='ld.shared.matrix.trans.b128 r0, [16*lane]' 2>&1)
[[ $said == *$'\n4 passes\n'*'lane n has rows 2*(n % 2) and 2*(n % 2) + 1 of column n / 2'* ]] || {
    echo "FAILED: explain of a matrix load on t4: $said"
    bad=1
}
# A chip of 64 lanes explains accesses of all of them, and its phases.
said=$(make -s --no-print-directory explain CHIP=mi300x B="$root/waves" ACCESS='ld.shared.b128 [16*lane]' 2>&1)
[[ $said == *$'\n64 lanes\n8 passes\n'*$'\npass 5    32 32 32 32 33'*' 52 52 52 52 53 '*'8 lanes are worked on at a time, as half a sub-warp'* ]] || {
    echo "FAILED: explain of a wave on mi300x: $said"
    bad=1
}
echo "chips in one library: $((1 - bad)) passed, $bad failed"
exit $bad
