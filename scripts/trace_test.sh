#!/usr/bin/env bash
# Tests traces in lockstep: small handwritten ones against results counted by hand; programs converted to
# traces, with equal passes; and compressed, cut, renamed, delayed or refused traces. Usage: trace_test.sh
# COSIM UNISON
set -uo pipefail
cosim=$1 unison=$2 good=0 bad=0
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT
traces=verif/tests/traces

# check WHAT WANTED SEEN
check() {
    if [ "$2" = "$3" ]; then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        printf 'FAILED: %s\n  wanted: %s\n  seen:   %s\n' "$1" "$2" "$3"
    fi
}

# Prints passes, expected passes, the result and the message, in a line. Arguments: a trace, and options.
came() {
    "$cosim" --waves-folder "$tmp/waves" --trace "$@" 2>&1 |
        awk '/  (ok|FAILED)$/ { printf "%s %s %s", $3, $4, $NF; next } /^      [a-z]/ { sub(/^ +/, " "); printf "%s", $0 }'
}

while IFS='|' read -r name passes told; do
    check "$name" "$passes $passes ok thread blocks $told" "$(came "$traces/$name.traceg" --rename)"
done <<'END'
stride_v3|57|1, lines of instructions 9, shared loads 6, shared stores 1, without memory 2
modes_v4|41|2, lines of instructions 8, global loads 3, global stores 2, without memory 2, of no lane 1
generic_v4|12|1, lines of instructions 7, shared loads 2, global loads 2, local loads 2, local stores 2, without memory 1
copies_v5|32|1, lines of instructions 15, shared loads 3, copies 2, barriers 2, without memory 5, copies of one line 1
barriers_v5|7|2, lines of instructions 14, shared loads 3, shared stores 4, barriers 6, without memory 1
deal_v5|60|6, lines of instructions 72, shared loads 12, shared stores 12, global loads 12, global stores 12, local stores 12, barriers 12
wide_v5|4|1, lines of instructions 4, global loads 1, global stores 1, local loads 1, local stores 1
skipped_v5|1|1, lines of instructions 17, global loads 1, fences 1, without memory 1, of no lane 1, atomics 3, loads of constants 2, of textures and surfaces 2, bulk copies 1, of cache control 1, barriers that are not waited for 1, outside their window 1, of unknown opcodes (FROB.32 LDG.E.256) 2
END

# Programs with well-known patterns as traces.
for program in verif/tests/programs/kernels/*.l1; do
    name=$(basename "$program" .l1)
    "$unison" trace "$program" >"$tmp/$name.traceg" || check "unison trace $name" 0 $?
    wanted=$("$unison" run "$program" | sed -nE 's/.* passes ([0-9]+),.*/\1 \1 ok/p')
    check "$name as a trace" "$wanted" "$(came "$tmp/$name.traceg" | cut -d' ' -f1-3)"
done

# Waits: each of four loads on a register of the previous one takes longer than independent loads; so do
# delayed instructions without memory. Arguments of chain: the register that each waits for, or -1; width;
# distance of addresses.
cycles() { "$cosim" --waves-folder "$tmp/waves" --trace "$@" 2>/dev/null | awk '/  ok$/ { print $5 }'; }
chain() {
    printf -- '-accelsim tracer version = 5\n#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 8\n'
    for i in 1 2 3 4; do
        printf '0 ffffffff 1 R%d LDS%s 1 R%d 4 1 0x0 %d 0\n0 1 1 R99 IADD3 1 R99 0 0\n' $((4 * i)) "$2" $(($1 < 0 ? 99 : 4 * i - 4 + $1)) "$3"
    done
    echo '#END_TB'
}
chain -1 "" 4 >"$tmp/goes.traceg"
chain 0 "" 4 >"$tmp/waits.traceg"
chain 3 .128 16 >"$tmp/wide.traceg"
a=$(cycles "$tmp/goes.traceg") b=$(cycles "$tmp/waits.traceg") c=$(cycles "$tmp/wide.traceg")
check "a chain of loads waits" yes "$([ "$b" -gt $((a + 10)) ] && echo yes || echo "$b against $a")"
check "each of 128 bits waits for its fourth pass" $((b + 4 * 3)) "$c"
check "--delay 20 takes three times 19 more" $((a + 57)) "$(cycles "$tmp/goes.traceg" --delay 20)"
check "--delay 0 takes three less" $((a - 3)) "$(cycles "$tmp/goes.traceg" --delay 0)"

# The same trace from all kinds of files; a missing tool, and a damaged file.
"$unison" trace transpose_padded --times 40 >"$tmp/t.traceg"
wanted=$(came "$tmp/t.traceg")
check "40 times" "6400 6400 ok" "$(cut -d' ' -f1-3 <<<"$wanted")"
for tool in gzip xz zstd; do
    if ! command -v $tool >/dev/null; then
        echo "$tool is not installed: not tried"
        continue
    fi
    $tool -c -q "$tmp/t.traceg" >"$tmp/t.traceg.$tool"
    check "$tool" "$wanted" "$(came "$tmp/t.traceg.$tool")"
    head -c $(($(stat -c %s "$tmp/t.traceg.$tool") / 2)) "$tmp/t.traceg.$tool" >"$tmp/cut"
    check "$tool cut off" "damaged or cut off, by the word of $tool" "$("$cosim" --trace "$tmp/cut" 2>&1 | sed 's/^[^ ]* //')"
    check "$tool missing" "it is compressed, and $tool is not installed" \
        "$(PATH=/nonexistent "$cosim" --trace "$tmp/cut" 2>&1 | sed 's/^[^ ]* //; s/ (.*//')"
done
stopped=$(came "$tmp/t.traceg" --cycles 1500)
check "stops at 1500 cycles" yes "$([[ $stopped =~ ^([0-9]+)\ ([0-9]+)\ ok && ${BASH_REMATCH[1]} = "${BASH_REMATCH[2]}" && ${BASH_REMATCH[1]} -gt 100 && ${BASH_REMATCH[1]} -lt 6000 ]] && echo yes || echo "$stopped")"

# Refused in a line, with status 3, before any run.
refused() {
    local status=0 want=$1 out
    shift
    out=$("$@" 2>&1) || status=$?
    check "$*" "3 1 line with '$want'" "$status $(wc -l <<<"$out") line with '$([[ $out == *"$want"* ]] && echo "$want" || echo "$out")'"
}
sed '$s/^/0 1 0 LDS 0 4 1\n/' "$traces/stride_v3.traceg" >"$tmp/more.traceg"
refused "more.traceg:32: 'warp = n' or '#END_TB' expected, found '0 1 0 LDS 0 4 1'" "$cosim" --trace "$tmp/more.traceg"
refused "it has addresses of 47 bits, and this machine has 40: make cosim VA_W=47 TRACE=$traces/wide_v5.traceg has them all; RENAME=1 gives its pages other addresses" \
    "$cosim" --trace "$traces/wide_v5.traceg"
sed 's/^-shmem = .*/-shmem = 65536/' "$traces/stride_v3.traceg" >"$tmp/large.traceg"
refused "65536 bytes of shared memory, and this machine has 49152: make cosim ARRAY_ROWS=1024 TRACE=" "$cosim" --trace "$tmp/large.traceg"
sed 's/^-shmem = .*/-shmem = 200000/' "$traces/stride_v3.traceg" >"$tmp/huge.traceg"
refused "no machine has more than 98304" "$cosim" --trace "$tmp/huge.traceg"
refused "a trace is a file, no folder, pipe or device" "$cosim" --trace /dev/null
refused "cannot read it: No such file" "$cosim" --trace /nonsense
refused "--delay and --rename are those of a --trace" "$cosim" --rename
refused "--program and --trace: one of them" "$cosim" --trace a --program b
check "no place for thread blocks" 1 "$(TMPDIR=/nonsense "$cosim" --brief --trace "$traces/stride_v3.traceg" 2>&1 |
    grep -c '^  cycle .*stride_v3.traceg:[0-9]*: no room for the file in $TMPDIR')"
refused "warps of 32 lanes, and this machine has 8: make cosim LANES=32 TRACE=" "${cosim/32/8}" --trace "$traces/stride_v3.traceg"
refused "a trace has warps of 32 lanes" "$unison" trace column --lanes 8
refused "--times 0 is impossible" "$unison" trace column --times 0
refused "trace wants one FILE" "$unison" trace
echo "traces: $good passed, $bad failed"
[ "$bad" = 0 ]
