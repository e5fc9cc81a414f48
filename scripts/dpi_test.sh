#!/usr/bin/env bash
# Tests SystemVerilog benches with the model beside modules, by DPI-C under Verilator: correct modules pass;
# differences are reported with cycle, port and values. Usage: dpi_test.sh BUILD split|machine   (after make
# dpi rtl)
set -uo pipefail
build=$(realpath "$1") what=$2 good=0 n=0
dir=$build/test/dpi_$what
rm -rf "$dir" && mkdir -p "$dir"
export MAKEFLAGS="-j2 OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0" # they run for a second

# compiled NAME OPTION...: a bench as $dir/NAME/bench, without a warning
compiled() {
    local name=$1
    shift
    verilator --binary --assert -fno-dfg -Wall --Mdir "$dir/$name" -o bench -GLANES=8 "$@" "$build/dpi/libul1_dpi.a" >"$dir/$name.log" 2>&1 && return
    echo "FAILED: $name is not compiled:"
    grep '%' -A 3 "$dir/$name.log" | head -40
    n=$((n + 1))
}

# says STATUS TEXT COMMAND...: it ends with this status (0, or not), and prints such a text
says() {
    local want=$1 text=$2 out status=0
    shift 2
    n=$((n + 1))
    out=$("$@" 2>&1) || status=1
    if [ "$status" = "$want" ] && [[ $out == *$text* ]]; then
        good=$((good + 1))
    else
        printf 'FAILED: %s: expected status %s and "%s", got %s:\n%s\n' "$*" "$want" "$text" "$status" "$(head -n 12 <<<"$out")"
    fi
}

# ended: prints the last line
ended() {
    echo "dpi, $what: $good passed, $((n - good)) failed"
    [ "$good" = "$n" ]
}

# A splitter that can be made wrong, and the models of a block with state and of one without, instead of the
# Verilog
wrong=$dir/split.sv
sed "s/left   = '0;/left   = LANES'(\$test\$plusargs(\"wrong\"));/" rtl/l1/split.sv >"$wrong"
if [ "$what" = split ]; then
    compiled split --top-module split_bench "$build/rtl/ul1_pkg.sv" "$build/rtl/ul1_fn.sv" "$wrong" -F "$build/dpi/files.f" tb/dpi/split_bench.sv
    says 0 "1000 cycles, 2000 values compared, 0 cycles differ" "$dir/split/bench"
    says 1 "check.core: cycle *: split.split_mask: expected 0x*, actual 0x*split differs from the model in cycle" "$dir/split/bench" +wrong
    says 0 "1000 cycles, 2000 values compared, [1-9]* cycles differ" "$dir/split/bench" +wrong +ul1_go_on
    ${CC:-cc} -std=c11 -Wall -Wextra -Icmodel/include -I"$(verilator --getenv VERILATOR_ROOT)/include/vltstd" -o "$dir/glue" tb/dpi/ul1_dpi_test.c \
        "$build/dpi/libul1_dpi.a" && says 0 "8 passed, 0 failed" "$dir/glue" || n=$((n + 1))
    ended
    exit
fi

for block in prt axbar; do sed "s/module ul1_model_$block /module $block /" "$build/dpi/ul1_model_$block.sv" >"$dir/$block.sv"; done
sed -e "s|^|$build/rtl/|" -e "s,^.*/\(split\|prt\|axbar\).sv,$dir/\1.sv," -e '/prt_/d' "$build/rtl/files.f" >"$dir/rtl.f"

compiled warps --top-module warps_bench -f "$dir/rtl.f" -F "$build/dpi/files.f" "$build/dpi/ul1_bind_l1.sv" tb/dpi/warps_bench.sv
says 1 "check_split.core: cycle *: split.split_mask: expected" "$dir/warps/bench" +wrong
for block in lsu arb split tag axbar data dxbar prt mmu fill wdb perf bar copy lock constant l1; do
    says 0 "check_$block.core: 3003 cycles, *[1-9]* values compared, 0 cycles differ" "$dir/warps/bench"
done
ended
