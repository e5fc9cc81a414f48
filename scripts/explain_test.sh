#!/usr/bin/env bash
# Tests the explainer against independent results: passes of strides by their formula, and its proposals as
# programs with expectations. Usage: explain_test.sh UNISON
set -uo pipefail
unison=$1 good=0 bad=0
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT

# said WHAT COMMAND...: the output must have a matching line
said() {
    local what=$1
    shift
    "$@" >"$tmp/out" 2>&1
    if grep -qE -- "$what" "$tmp/out"; then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        echo "FAILED: $*: no line like '$what' in"
        cat "$tmp/out"
    fi
}

# holds LANES LOOP ACCESS PASSES: runs a program
holds() {
    printf 'program 1\nfor i in 0..%s {\n%s\n    expect passes %s\n}\n' "$2" "$3" "$4" >"$tmp/holds.l1"
    said '^holds +ok' "$unison" run "$tmp/holds.l1" --lanes "$1"
}

# proposed LANES TYPE ADDRESS [KIND]: the padding and the swizzle, or that one, must be found and be right in
# every iteration
proposed() {
    local lanes=$1 type=$2 address=$3 kind remedy words=1 halves=$(($1 > 32 ? 2 : 1))
    case $type in b64) words=2 ;; b128) words=4 ;; esac
    "$unison" explain "ld.shared.$type [$address]" --lanes "$lanes" >"$tmp/explained"
    for kind in ${4:-padding swizzle}; do
        remedy=$(sed -nE "s/^  $kind +\[(.*)\]: .*/\1/p" "$tmp/explained")
        holds "$lanes" LANES "w0: ld.shared.$type r4, [${remedy//A/($address)}]" $((words * halves))
    done
}

gcd() { if [ "$2" = 0 ]; then echo "$1"; else gcd "$2" $(($1 % $2)); fi; }

for lanes in 8 16 32 64; do
    # a pass is of all lanes, or of half of 64; there are as many banks as it has lanes
    banks=$((lanes < 32 ? lanes : 32)) halves=$((lanes > 32 ? 2 : 1)) s=
    [ $halves = 1 ] || s=e?s?
    # n words from lane to lane: lanes at a distance that is a multiple of all banks share a bank
    for stride in 1 2 3 $((lanes / 2)) $lanes $((lanes + 1)) $((2 * lanes)); do
        passes=$((halves * $(gcd "$stride" $banks)))
        said "^$passes pass(es)?\$" "$unison" explain "ld.shared.b32 [4*$stride*lane]" --lanes $lanes
        said "^$lanes turns, of $passes to $passes passes" "$unison" explain "ld.shared.b32 [4*($stride*lane + i)]" --lanes $lanes
    done
    said "^$halves pass$s\$" "$unison" explain 'ld.shared.b32 [64]' --lanes $lanes
    said "^lanes 1 to $((banks - 1)) ride along with lane 0 in pass 1" "$unison" explain 'ld.shared.b32 [64]' --lanes $lanes
    said "^bank 0 has $banks different words to give, to lanes 0 to $((banks - 1)): one in a pass" \
        "$unison" explain 'ld.shared.b32 [4*LANES*lane]' --lanes $lanes
    said '^no conflict' "$unison" explain 'st.shared.b64 [8*lane]' --lanes $lanes
    said "^$((2 * halves)) passes\$" "$unison" explain 'st.shared.b64 [8*lane]' --lanes $lanes
    said '^4 passes$' "$unison" explain 'ld.shared.b32 [4*LANES*lane]' --mask 'lane < 4' --lanes $lanes
    said "^$halves requests?, $((4 * halves)) sectors of .* bytes; lanes are on $((4 * halves)) of them" "$unison" explain 'ld.global.b32 [4*lane]' --lanes $lanes
    said "^$((3 * halves)) requests, $((12 * halves)) sectors" "$unison" explain 'ld.global.b32 [12*lane]' --lanes $lanes
    said '^access:1:1: a copy is a load and a store' "$unison" explain 'cp.async.ca.shared.global [4*lane], [4*lane], 4' --lanes $lanes
    said '^access:1:1: a load, store or atomic expected' "$unison" explain 'inval.global [4*lane]' --lanes $lanes
    said '^error op in lane 0, address 0x0' "$unison" explain 'atom.shared.add.u32 r0, [4*lane], 1' --lanes $lanes
    said '^error op in lane 0, address 0x0' "$unison" explain 'ld.shared.matrix.b128 [16*lane]' --lanes $lanes
    said '^error misaligned in lane 1, address 0x6' "$unison" explain 'ld.shared.b32 [6*lane]' --lanes $lanes
    said 'padding +\[A \+ 4\*\(A/'"$((4 * lanes))"'\)\]: 1 word behind' "$unison" explain 'ld.shared.b32 [4*LANES*lane]' --lanes $lanes
    proposed $lanes b32 '4*(ROW_WORDS*lane + i)'
    proposed $lanes b32 '8*ROW_WORDS*lane + 4*i'
    proposed $lanes b32 '4*(ROW_WORDS + 2)*lane + 4*(lane/2)' padding
    proposed $lanes b32 '4*(ROW_WORDS/2)*lane + 4*(lane % 2)'
    proposed $lanes b64 '8*(ROW_WORDS*lane + i)'
    proposed $lanes b128 '16*(ROW_WORDS*lane + i)'
    said 'padding +\[A \+ 4\*\(A/'"$((3 * lanes))"'\)\]: 1 word behind every '"$((3 * lanes / 4))" \
        "$unison" explain 'ld.shared.b32 [3*LANES*lane]' --lanes $lanes
    # a box for each lane at the top, one for each word below, one for each pass in the legend; and two frames
    "$unison" explain 'ld.shared.b32 [4*LANES*lane]' --lanes $lanes --svg "$tmp/a.svg" >"$tmp/out"
    said "^$((3 * lanes))\$" grep -c '<g><title>' "$tmp/a.svg"
    "$unison" explain 'ld.shared.b64 [8*lane]' --lanes $lanes --svg "$tmp/b.svg" >"$tmp/out"
    said "^$((3 * lanes + 2 * halves))\$" grep -c '<g><title>' "$tmp/b.svg" # two words per lane, two passes
    said "lane 1: address 0x$(printf %x $((4 * lanes))), pass 2" cat "$tmp/a.svg"
    said '^ok$' python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1]); print("ok")' "$tmp/a.svg"
done

# documented OPTION...: the documents contain this whole answer
documented() {
    "$unison" explain "$@" >"$tmp/out"
    said '^there$' python3 -c '
import sys
said, document = ("\n".join(line.strip() for line in open(f)) for f in sys.argv[1:])
print("there" if said in document else "the answer is not in " + sys.argv[2])' "$tmp/out" docs/explain.md
}
documented 'ld.shared.b32 [4*(LANES*lane + i)]' --lanes 16 --svg "$tmp/a.svg"
said '^same$' bash -c "cmp '$tmp/a.svg' docs/explain.svg && echo same"
documented 'ld.global.b32 [12*lane]' --lanes 16
documented 'ld.shared.b64 [8*LANES*lane + 8*i]' --lanes 8 --mask 'lane < 6'
documented 'ld.shared.b32 [4*(lane/2)]' --lanes 8
said $'pass 2   .*\033\\[38;5;' "$unison" explain 'ld.shared.b32 [8*lane]' --colour
said '^access:1:18: .lne. has no meaning here$' "$unison" explain 'ld.shared.b32 [4*lne]'
said '^access:1:22: .,. expected, found .\[.$' "$unison" explain 'w0: ld.shared.b32 r4 [4]'
said '^--mask:1:9: a number or a name expected, found the end$' "$unison" explain 'ld.shared.b32 [4]' --mask 'lane << '
said '^--for:1:9: .x. has no meaning here$' "$unison" explain 'ld.shared.b32 [4*n]' --for 'n in 0..x'
said '^8 turns, of 1 to 8 passes; this is the first with the most: n = 8$' \
    "$unison" explain 'ld.shared.b32 [4*n*lane]' --for 'n in 1..9'

# The first explanation must not wait for the optimized build of the library.
access='ld.shared.b32 [4*32*lane]'
make --no-print-directory explain B="$tmp/build" ACCESS="$access" LANES=8 2>&1 |
    sed '/^  [A-Z]* /d' >"$tmp/made"
"$unison" explain "$access" --lanes 8 >"$tmp/asked"
if diff "$tmp/asked" "$tmp/made" && [ ! -e "$tmp/build/lib" ]; then
    good=$((good + 1))
else
    bad=$((bad + 1))
    echo "FAILED: make explain tells something else, or has built the whole library"
fi
echo "explain: $good passed, $bad failed"
[ "$bad" = 0 ]
