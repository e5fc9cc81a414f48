#!/usr/bin/env bash
# Replays tests in Icarus, which has four states: registers and memories are undefined until they are written.
# Usage: fourstate.sh BUILD LANES SEED CYCLES TESTS, as of --test; CYCLES of the random ones
#
# The inputs of each block alone and of the machine are recorded, and played to the Verilog. Behind the reset
# no bit of a valid value may be undefined, and all must equal the model's. Then a reset is omitted, which
# must be detected.
set -uo pipefail
build=$1 lanes=$2 seed=$3 cycles=$4 tests=$5
dir=$build/fourstate/$lanes
trap 'echo "fourstate: interrupted"; exit 130' INT
rm -rf "$dir" && mkdir -p "$dir/in" "$dir/out"
mapfile -t files < <(sed "s|^|$build/rtl/|" "$build/rtl/files.f")
args=(--seed "$seed" --cycles "$cycles" --waves-folder "$dir" --jobs 1)

# bench PROGRAM BLOCK FILES...
bench() {
    local probe=() as=()
    [ "$2" != l1 ] || probe=("$build/gen/l1_probe.sv")
    # A byte of the array that is read while it is written is undefined, and the machine ignores it. A test of
    # data alone reads such bytes, too, and has them inverted, as in the model.
    [ "$2" != data ] || as=(-DVERILATOR)
    iverilog -g2012 "${as[@]}" -s "$2_bench" -P"$2_bench.LANES=$lanes" -o "$1" "${@:3}" "${probe[@]}" "$build/gen/$2_bench.sv" >"$1.log" 2>&1 ||
        { cat "$1.log"; return 1; }
}

# play RECORDING: of a block alone, of the machine, or of one of two
play() {
    local block=l1
    [[ $1 != alone_* ]] || block=${1#alone_}
    [ -e "$dir/$block.vvp" ] || bench "$dir/$block.vvp" "$block" "${files[@]}" || return 1
    vvp -n "$dir/$block.vvp" +in="$dir/in/$1-$lanes.in" +out="$dir/out/$1-$lanes.out" >"$dir/$1.log" 2>&1 && [ -s "$dir/out/$1-$lanes.out" ] ||
        { cat "$dir/$1.log"; return 1; }
}

"$build/$lanes/cosim" "${args[@]}" --actual none --test "$tests" --record-folder "$dir/in" --record expected >"$dir/recorded.txt" 2>&1 ||
    { cat "$dir/recorded.txt"; exit 1; }
names=() ran=0
for f in "$dir"/in/*-"$lanes".in; do names+=("$(basename "$f" "-$lanes.in")"); done
for name in "${names[@]}"; do
    play "$name" || exit 1
    ran=$((ran + 1))
    [ -t 1 ] && printf '\r  fourstate: %d of %d' "$ran" "${#names[@]}"
done
said=$("$build/$lanes/cosim" "${args[@]}" --actual "rec:$dir/out" --brief --rows --test "$tests" 2>&1)
tail -n 60 <<<"$said" | grep -v '  ok$' | sed 's/^cosim: /  compared: /'
read -r passed failed < <(sed -nE 's/^cosim: ([0-9]+) passed, ([0-9]+) failed.*/\1 \2/p' <<<"$said")

# An omitted reset: the reservations of arb, which are undefined then
mkdir -p "$dir/broken"
sed 's/^\( *\)if (rst)/\1if (1'"'"'b0)/' "$build/rtl/arb.sv" >"$dir/broken/arb.sv"
cmp -s "$build/rtl/arb.sv" "$dir/broken/arb.sv" &&
    { echo 'fourstate: no reset of arb is found to be left out'; exit 1; }
"$build/$lanes/cosim" "${args[@]}" --actual none --test alone_arb --record-folder "$dir/broken" --record expected >/dev/null 2>&1
bench "$dir/broken/arb.vvp" arb "${files[@]/%\/arb.sv//..\/fourstate/$lanes/broken/arb.sv}" || exit 1
mkdir -p "$dir/broken/out"
vvp -n "$dir/broken/arb.vvp" +in="$dir/broken/alone_arb-$lanes.in" +out="$dir/broken/out/alone_arb-$lanes.out" >/dev/null
said=$("$build/$lanes/cosim" "${args[@]}" --actual "rec:$dir/broken/out" --brief --test alone_arb 2>&1)
if [[ $said == *'is undefined'* ]]; then
    passed=$((${passed:-0} + 1))
else
    echo "FAILED: arb without its reset is not noticed"
    failed=$((${failed:-0} + 1))
fi
echo "fourstate: ${passed:-0} passed, ${failed:-1} failed"
[ "${failed:-1}" = 0 ]
