#!/usr/bin/env bash
# Tests a user's own block after its files were checked. usage: own.sh FOLDER BLOCK TOLERANT TEST MAKE
# OPTIONS...
#
# MAKE builds the programs `alone` (the block alone) and `cosim` (the machines with it) in FOLDER. TOLERANT:
# cycles, or empty; TEST: empty for all tests. OPTIONS are those of both programs. The exit status is that of
# the failure.
set -uo pipefail
trap 'exit 130' INT # after the program, which reports the finished tests
folder=$1 block=$2 tolerant=$3 test=$4 make=$5
shift 5
options=("$@" --block "$block")
late=(--tolerant "$tolerant")

build() { $make "$folder/$1" || exit; }
# Verilog that does not settle ends the program. Verilator reports the place.
unless_killed() {
    local status=$?
    ((status < 128)) || echo "$block, $1: wrong: the run was ended, as said above"
    return $status
}
alone() {
    build alone
    "$folder/alone" --test "alone_$block" "${options[@]}" "$@" --report "$folder/alone.txt"
    unless_killed alone
}
within() {
    build cosim
    "$folder/cosim" "${options[@]}" "$@" --report "$folder/report.txt"
    unless_killed "within the machine"
}
one_way() { grep -q 'one_way = true' "verif/blocks/$block/drive.c"; }

# some tests
case $test in
'') ;;
"alone_$block") alone ${tolerant:+"${late[@]}"}; exit ;;
*) within ${tolerant:+"${late[@]}"}; exit ;;
esac

if [ -z "$tolerant" ]; then
    if ! alone; then
        one_way && said=$(alone --tolerant 8 --brief) && [[ $said =~ right,\ (([0-9]+)\ cycles?\ late) ]] &&
            echo "$block, alone: by order it is right, ${BASH_REMATCH[1]}: TOLERANT=${BASH_REMATCH[2]} judges it so"
        exit 1
    fi
elif one_way; then
    alone "${late[@]}" || exit
    if ! tail -n 1 "$folder/alone.txt" | grep -q ': exact$'; then
        echo "$block, within the machine: not judged, as nobody there waits for it: what it answers is taken in its cycle"
        exit 0
    fi
elif ! alone --brief >"$folder/alone.log"; then
    echo "$block, alone: not exact; by order it cannot be judged alone, as what it is driven with answers to what it puts out"
    within --machines "${late[@]}"
    exit
fi
within --machines
