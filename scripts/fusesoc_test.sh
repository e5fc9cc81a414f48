#!/usr/bin/env bash
# Tests that FuseSoC accepts the core file of `make rtl`: shows it, lints it by Verilator, finds it for
# another core; and that it reports a mistake. Usage: fusesoc_test.sh BUILD
set -uo pipefail
rtl=$(realpath "$1")/rtl dir=$1/test/fusesoc good=0 n=0 core=unison:memory:ul1
fusesoc=$(realpath build/extras/fusesoc/bin/fusesoc 2>/dev/null)
[ -x "$fusesoc" ] || fusesoc=$(command -v fusesoc)
if [ -z "$fusesoc" ]; then
    echo "fusesoc: skipped: FuseSoC is not here (make extras)"
    exit 0
fi
rm -rf "$dir" && mkdir -p "$dir/chip" && cd "$dir" || exit 1

# says STATUS TEXT OPTION...: fusesoc ends with this status (0, or not), and prints such a text
says() {
    local want=$1 text=$2 out status=0
    shift 2
    n=$((n + 1))
    out=$("$fusesoc" --monochrome "$@" 2>&1) || status=1
    if [ "$status" = "$want" ] && [[ $out == *$text* ]]; then
        good=$((good + 1))
    else
        printf 'FAILED: fusesoc %s: expected status %s and "%s", got %s:\n%s\n' "$*" "$want" "$text" "$status" "$(tail -n 20 <<<"$out")"
    fi
}

cat >chip/chip.core <<END
CAPI=2:
name: test:test:chip:1.0
filesets: {rtl: {depend: [$core], files: [chip.sv: {file_type: systemVerilogSource}]}}
targets: {default: {filesets: [rtl], toplevel: chip, default_tool: verilator, tools: {verilator: {mode: lint-only}}}}
END
echo 'module chip; endmodule' >chip/chip.sv
cp -r "$rtl" broken && sed -i 's/^endmodule/nonsense endmodule/' broken/split.sv

says 0 "lint" --cores-root "$rtl" core show $core
says 0 "" --cores-root "$rtl" run --target=lint $core --LANES=8
says 1 "split.sv" --cores-root broken run --target=lint $core --LANES=8
says 0 "" --cores-root "$rtl" --cores-root chip run --setup test:test:chip
n=$((n + 2))
grep -q -e '-GLANES=8' build/unison_memory_ul1_*/lint/*.vc && good=$((good + 1))
[ "$(find build/test_test_chip_*/ -path '*ul1*.sv' | wc -l)" = "$(wc -l <"$rtl/files.f")" ] &&
    good=$((good + 1))
echo "fusesoc: $good passed, $((n - good)) failed"
[ "$good" = "$n" ]
