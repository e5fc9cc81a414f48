#!/usr/bin/env bash
# Tests the use of a user's own Verilog of a block (docs/your_rtl.md): the results exact, wrong and late, and
# the refusal of blocks that cannot be tested. usage: own_test.sh BUILD
set -uo pipefail
build=$1
own=verif/tests/plugged
dir=$build/test/own
good=0 bad=0
rm -rf "$dir" && mkdir -p "$dir"

judged() { make -s --no-print-directory cosim LANES=8 DEBUG= FAST=-O0 "$@" 2>&1; }

# ends STATUS LAST COMMAND...: ends with that status, and its last line, except make's, contains LAST; its
# output is in $out
ends() {
    local status=0 want=$1 last=$2
    shift 2
    out=$("$@") || status=$?
    if [ "$status" = "$want" ] && [[ $(grep -v '^make' <<<"$out" | tail -n 1) == *"$last"* ]]; then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        echo "FAILED: $*: expected status $want and '$last' in the last line, got $status:"
        echo "$out"
    fi
}
# says PATTERN..., says_not PATTERN...: of the last output
says() {
    for text; do
        if grep -qE -- "$text" <<<"$out"; then good=$((good + 1)); else bad=$((bad + 1)) && echo "FAILED: '$text' is not in:" && echo "$out"; fi
    done
}
says_not() {
    for text; do
        if grep -qE -- "$text" <<<"$out"; then bad=$((bad + 1)) && echo "FAILED: '$text' is in:" && echo "$out"; else good=$((good + 1)); fi
    done
}
# refused TEXT VARIABLES...: in one line
refused() {
    ends 2 "" judged "${@:2}"
    says "$1"
    if [ "$(wc -l <<<"$out")" = 1 ]; then good=$((good + 1)); else bad=$((bad + 1)) && echo "FAILED: not one line: $out"; fi
}

# exact, wrong and late blocks
ends 0 "split, alone: exact" judged BLOCK=split RTL=$own/split_another.sv TEST=alone_split
ends 0 "split, alone: exact" judged BLOCK=split RTL=$own/split_another.sv TEST=alone_split
says_not VERILATE LINK CC
ends 0 "split, within the machine: exact" judged BLOCK=split RTL=$own/split_another.sv TEST='pitch_*,two_*,misses'
ends 2 "split, alone: wrong: cycle 2: split.split_mask expected 0x8, actual 0x0" judged BLOCK=split RTL=$own/split_wrong.sv
says "make cosim BLOCK=split RTL='$own/split_wrong.sv' TEST=alone_split SEED=1 LANES=8 CYCLES=100000"
says_not "within the machine"
ends 2 "1 difference from cmodel/ports/l1/split.ports" judged BLOCK=split RTL=$own/split_late.sv
says "input 'clk' is not in cmodel/ports/l1/split.ports" "TOLERANT="
ends 0 "split, within the machine: not judged" judged BLOCK=split RTL=$own/split_late.sv TOLERANT=2
says "^split, alone: right, 1 cycle late$" "interface split: said [0-9]+ times, behind by 1 to 1 cycles, 1.00 on average"
ends 2 "split, alone: wrong: cycle" judged BLOCK=split RTL=$own/split_wrong.sv TOLERANT=2

# behind BLOCK NAMES WHEN MORE: writes $dir/BLOCK.sv, the project's block behind registers. The block itself
# is BLOCK_inner in its own file. Its ports that match NAMES become d_NAME; its outputs among them are
# registered, and advance if WHEN is true. MORE defines its inputs among them.
behind() {
    make -s skeleton BLOCK="$1" OUT="$dir/$1.sv" >/dev/null
    sed "s/^module $1/module ${1}_inner/" "rtl/l1/$1/$1.sv" >"$dir/${1}_inner.sv"
    python3 - "$dir/$1.sv" "$@" <<'END'
import re, sys
path, block, names, when, more = sys.argv[1:]
text = open(path).read()
head = text[:text.index("  // To be written")]
ports = re.findall(r"^    (input|output)\s.*?(?:(\[.*?\]) +)?(\w+),?$", head, re.M)
late = [(way, bits, n) for way, bits, n in ports if re.fullmatch(names, n)]
wires = ", ".join(f".{n}({'d_' * any(n == l for _, _, l in late)}{n})" for _, _, n in ports)
body = "".join(f"  logic {bits} d_{n};\n" for _, bits, n in late) + f"  {more}\n"
body += "".join(f"  always_ff @(posedge clk) if (rst) {n} <= '0; else if ({when}) {n} <= d_{n};\n" for way, _, n in late if way == "output")
open(path, "w").write(f"{head}{body}  {block}_inner #(.LANES(LANES)) u_inner ({wires});\nendmodule\n")
END
}

# a block with a clock, late: wrong, with a hint (its outputs are registered)
behind data 'read_.*|array_ready' 1 ''
ends 2 "data, alone: by order it is right, 1 cycle late: TOLERANT=1 judges it so" judged BLOCK=data RTL="$dir/data.sv $dir/data_inner.sv"
says "^data, alone: wrong: cycle [0-9]+: data\."

# a block that others wait for, late: tested within the machine only
sed 's/^module fill /module fill_inner /' rtl/l1/fill.sv >"$dir/fill_inner.sv"
ends 0 "fill, within the machine: right, late: " judged BLOCK=fill RTL="$own/fill_late.sv $dir/fill_inner.sv" TOLERANT=1 \
    TEST='cached_*,fence_*,walk_*,two_publish,random' CYCLES=20000
says "not compared with the model cycle by cycle"
# Faults of a block that may be late must be detected there: a wrong order, by the memory checker, by a
# contract, and as a wait without end. Random traffic differs with each change of the machine, so the first of
# six seeds that shows the fault counts.
while read -r block fault test text; do
    for seed in 10 2 1 3 5 8; do
        out=$("$build/faults/8/cosim" --fault "$fault" --tolerant 1 --block "$block" --test "$test" --seed $seed --tries 0 --waves-folder "$dir")
        grep -qE "^$block, within the machine: wrong: cycle [0-9]+: .*$text" <<<"$out" && break
    done
    says "^$block, within the machine: wrong: cycle [0-9]+: .*$text"
done <<'END'
fill memfail_lost random memory checker: [a-z]+: .*expected (it to be reported|the value)
fill fill_before_fault fault_beside_fill contract of prt: replay_prt
lsu deferred_lanes_lost random starving: entry [0-9]+, .* more than .*its bound
END

# ports, errors and style
sed -e 's/    output logic                         split_more/    output logic more/; s/assign split_more/assign more/; s/req_cached,/[1:0] req_cached, input wire logic extra,/' \
    -e 's/!req_cached/!req_cached[0]/' $own/split_another.sv >"$dir/ports.sv"
for parse in '' 'import ul1_pkg::*;'; do # Yosys does not support the second
    [ -z "$parse" ] || sed -i "s/^  localparam int WORD_AT/  $parse\n&/" "$dir/ports.sv"
    ends 2 "split: 4 differences from cmodel/ports/l1/split.ports" judged BLOCK=split RTL="$dir/ports.sv"
    says "'split_more' is missing \(cmodel/ports/l1/split.ports has it, 1 bit\)" "'extra' is not in" "'more' is not in" \
        "input 'req_cached' has 2 bits, cmodel/ports/l1/split.ports says 1"
    says_not VERILATE
done
sed 's/split_mask != req_mask;/split_mask != req_mask/' $own/split_another.sv >"$dir/error.sv"
ends 2 "says Verilator" judged BLOCK=split RTL="$dir/error.sv"
says "^$dir/error.sv:[0-9]+:[0-9]+: syntax error"
if [ "$(wc -l <<<"$out")" -lt 6 ]; then good=$((good + 1)); else bad=$((bad + 1)) && echo "FAILED: more than the error: $out"; fi
sed "s/logic \[BANK_W-1:0\]         bank \[/logic [BANK_W:0]           bank [/; s/!req_cached && //" $own/split_another.sv >"$dir/style.sv"
ends 0 "split, alone: exact" judged BLOCK=split RTL="$dir/style.sv" TEST=alone_split
says "^$dir/style.sv:[0-9]+:[0-9]+: style, WIDTH" "to be known: output 'split_mask' does not depend on req_atom, req_cached"
sed 's/^  assign split_more = .*/  logic l;\n  assign l = ~l \& req_cached;\n  assign split_more = l;/' $own/split_another.sv >"$dir/loop.sv"
ends 2 "split, alone: wrong: the run was ended" judged BLOCK=split RTL="$dir/loop.sv"
says "%Error: $dir/loop.sv:.* did not converge"
{ sed 's/^  assign split_more = .*/`include "more.svh"/' $own/split_another.sv; } >"$dir/includes.sv"
echo 'assign split_more = split_mask != req_mask;' >"$dir/more.svh"
ends 0 "split, alone: exact" judged BLOCK=split RTL="$dir/includes.sv" TEST=alone_split
echo 'assign split_more = split_mask == req_mask;' >"$dir/more.svh"
ends 2 "split, alone: wrong" judged BLOCK=split RTL="$dir/includes.sv" TEST=alone_split

# invalid use
refused "there is no file /nonsense.sv" BLOCK=split RTL=/nonsense.sv
refused "no block 'nonsense'; there are .*split" BLOCK=nonsense RTL=$own/split_another.sv
refused "BLOCK=name is wanted" RTL=$own/split_another.sv
refused "RTL=file is wanted" BLOCK=split
refused "no module 'arb' in $own/split_another.sv; there is split" BLOCK=arb RTL=$own/split_another.sv
refused "TOLERANT=x: a number of cycles is wanted" BLOCK=split RTL=$own/split_another.sv TOLERANT=x
refused "TOLERANT=65: a number of cycles is wanted" BLOCK=split RTL=$own/split_another.sv TOLERANT=65
sed 's/^module split/module ram/' $own/split_wrong.sv >"$dir/ram.sv"
refused "module 'ram' in $dir/ram.sv is one of ours" BLOCK=split RTL="$own/split_another.sv $dir/ram.sv"

# a skeleton connects, and Verilator accepts it; a file is never overwritten
for block in arb lsu dxbar; do
    ends 0 "make cosim BLOCK=$block RTL=" make -s skeleton BLOCK="$block" OUT="$dir/skeleton_$block.sv"
    ends 0 "$block: the ports are those of cmodel/ports/l1/$block.ports" python3 scripts/own.py "$block" "$dir/skeleton_$block.sv" \
        --lanes 8 --package "$build/gen/rtl/ul1_pkg.sv"
    says_not "style,"
done
before=$(cat "$dir/skeleton_arb.sv")
ends 2 "is there already" bash -c "make -s skeleton BLOCK=arb OUT='$dir/skeleton_arb.sv' 2>&1"
[ "$before" = "$(cat "$dir/skeleton_arb.sv")" ] && good=$((good + 1))

# Blocks that are tested alone when late: those whose drive does not depend on their outputs. A drive depends
# on the shadow, or else on the contract, if that has state. The document lists the same blocks.
one_way=$(grep -l 'one_way = true' verif/blocks/*/drive.c | cut -d/ -f3 | sort | tr '\n' ' ')
silent=$(for b in $(sed -n 's/^block //p' cmodel/ports/l1/l1.machine); do
    known=verif/blocks/$b/shadow.c
    [ -e "$known" ] || known=verif/blocks/$b/contract.c
    { grep -q 'out->' "$known" && { [ "$known" != "verif/blocks/$b/contract.c" ] || grep 'c->' "$known" | grep -qv 'c->light'; }; } || echo "$b"
done | sort | tr '\n' ' ')
told=$(sed -n 's/^| \([a-z, ]*\) | by order .*/\1/p' docs/your_rtl.md | tr -d , | tr ' ' '\n' | sort | tr '\n' ' ')
for other in "$silent" "$told"; do
    if [ "$one_way" = "$other" ]; then good=$((good + 1)); else bad=$((bad + 1)) && echo "FAILED: '$one_way' against '$other'"; fi
done

echo "own: $good passed, $bad failed"
[ "$bad" = 0 ]
