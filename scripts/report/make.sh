#!/usr/bin/env bash
# Makes a page and its exports from the story of a run. Usage: make.sh BASE WAVES STATUS PROGRAM
#
# BASE.story exists. WAVES.fst and WAVES.gtkw exist if the run failed, with STATUS not 0. PROGRAM is a file,
# or empty for the test's own text, if it has one.
set -uo pipefail
base=$1 waves=$2 status=$3 program=$4
here=$(dirname "$0")

[ -s "$base.story" ] || exit "$status" # the run did not begin, and has printed the reason
if [ -z "$program" ]; then
    name=$(basename "$base")
    program=$(ls "$here"/../../verif/tests/programs/*/"${name%-*}.l1" 2>/dev/null)
fi
args=(${program:+--program "$program"})
[ -s "$base.traffic" ] && args+=(--traffic "$base.traffic")
if [ "$status" != 0 ] && [ "$waves.fst" -nt "$base.story" ]; then
    env -u DISPLAY -u WAYLAND_DISPLAY "$here/../../waves/show.sh" "$waves.fst" "$waves.gtkw" "$base.png"
    [ "$base.png" -nt "$waves.fst" ] && args+=(--picture "$base.png")
fi
python3 "$here" "$base.story" "$base" "${args[@]}"
