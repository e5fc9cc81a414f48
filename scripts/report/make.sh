#!/usr/bin/env bash
# Makes a page and its exports from the story of a run. Usage: make.sh BASE WAVES STATUS PROGRAM TEST
#
# BASE.story exists. WAVES.fst and WAVES.gtkw exist if the run failed, with STATUS not 0. PROGRAM is a file,
# or empty. TEST is the name of a test, which may have a text, or empty.
set -uo pipefail
base=$1 waves=$2 status=$3 program=$4 test=$5
here=$(dirname "$0")

[ -s "$base.story" ] || exit "$status" # the run did not begin, and has printed the reason
[ -z "$test" ] || program=$(ls "$here"/../../verif/tests/programs/*/"$test.l1" 2>/dev/null)
args=(${program:+--program "$program"})
[ -s "$base.traffic" ] && args+=(--traffic "$base.traffic")
if [ "$status" != 0 ] && [ "$waves.fst" -nt "$base.story" ]; then
    env -u DISPLAY -u WAYLAND_DISPLAY "$here/../../waves/show.sh" "$waves.fst" "$waves.gtkw" "$base.png"
    [ "$base.png" -nt "$waves.fst" ] && args+=(--picture "$base.png")
fi
python3 "$here" "$base.story" "$base" "${args[@]}"
