#!/usr/bin/env bash
# Tests benches in cocotb: correct blocks pass, wrong ones are detected, and an assertion fails the run.
# Usage: cocotb_test.sh BUILD
set -uo pipefail
build=$1 dir=$1/test/cocotb good=0 n=0 tried=()
rm -rf "$dir" && mkdir -p "$dir"

# says STATUS TEXT OPTION...: `make cocotb` ends with this status, and prints a line with this text
says() {
    local want=$1 text=$2 out status=0
    shift 2
    n=$((n + 1))
    out=$(make -s --no-print-directory cocotb LANES=8 SIM="$sim" "$@" 2>&1) || status=$?
    if [ "$status" = "$want" ] && [[ $out == *"$text"* ]]; then
        good=$((good + 1))
    else
        printf 'FAILED: make cocotb SIM=%s %s: expected %s and "%s", got %s:\n%s\n' "$sim" "$*" "$want" "$text" "$status" "$out"
    fi
}

# changed NAME EXPRESSION: the splitter with this change, as a file
changed() {
    sed "$2" rtl/l1/split.sv >"$dir/$1.sv"
    ! cmp -s rtl/l1/split.sv "$dir/$1.sv" ||
        { echo "FAILED: the splitter has no place for the change '$1'"; n=$((n + 1)); }
}
changed wrong "s/left   = '0;/left   = LANES'(1);/"
changed asserts 's/^endmodule/  always @* assert (!(req_cached \&\& req_mask[0]));\nendmodule/'
changed narrow 's/output logic      \[LANES-1:0\]        split_mask/output logic      [LANES-2:0]        split_mask/'
echo 'module split; nonsense endmodule' >"$dir/nonsense.sv"
sed 's/perf_valid <= shows;/perf_valid <= perf_read;/' rtl/l1/perf.sv >"$dir/perf.sv"
cat >"$dir/forgets.py" <<'END'
import cocotb
from ul1_reference import Reference

@cocotb.test()
async def forgets(dut):
    ref = Reference(dut, "split", lanes=8)
    ref.drive(req_mask=0, req_cached=0) # no address means anything
    await ref.look()
    ref.drive(req_mask=1)
    await ref.look()
END
changed unknown "s/^endmodule/  initial force split_more = 1'bx;\nendmodule/"

for sim in icarus verilator; do
    python=build/extras/$sim/bin/python
    [ -x "$python" ] || python=python3
    "$python" -c 'import cocotb' 2>/dev/null || continue
    tried+=("$sim")
    says 0 "split, $sim: 3 passed, 0 failed" BLOCK=split
    says 2 "the Verilog objects: " RTL="$dir/asserts.sv"
    says 2 "the Verilog is not compiled" RTL="$dir/nonsense.sv"
    if [ "$sim" = icarus ]; then # tests that do not depend on the simulator
        says 2 "the first: cycle 1: split differs from the model; split.split_mask: expected 0xff, actual 0xfe" RTL="$dir/wrong.sv"
        says 0 "prt, icarus: 1 passed, 0 failed" BLOCK=prt
        sed -n '/^    import cocotb$/,/== 9$/s/^    //p' docs/benches.md >"$dir/mine.py"
        says 0 "perf, icarus: 1 passed, 0 failed" BLOCK=perf BENCH="$dir/mine.py"
        says 2 "split is no split of 8 lanes: 'split_mask' has 7 bits, not 8" RTL="$dir/narrow.sv"
        says 2 "perf differs from the model; perf.perf_valid: expected 0x0, actual 0x1" BLOCK=perf RTL="$dir/perf.sv"
        says 2 "cycle 1: split differs from the model; the input split.req_addr means something and is undefined" BENCH="$dir/forgets.py"
        says 2 "split.split_more: expected 0x0, actual 0bx" RTL="$dir/unknown.sv"
        says 2 "BLOCK=nonsense is none of" BLOCK=nonsense
        says 2 "there is no file /nonsense.sv" RTL=/nonsense.sv
    fi
done
if [ ${#tried[@]} = 0 ]; then
    echo "cocotb: skipped: Python has no cocotb here (make extras)"
    exit 0
fi
echo "cocotb with ${tried[*]}: $good passed, $((n - good)) failed"
[ "$good" = "$n" ]
