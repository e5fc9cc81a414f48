#!/usr/bin/env bash
# Draws the pictures of docs/tour.md: for each program in docs/tour, the rows of the story around the place in
# the table below. Usage: tour.sh COSIM FOLDER [NAME...]. Writes FOLDER/NAME.png. Without GTKWave it reports
# that, and keeps the existing files.
set -u
cosim=$1 folder=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/gtkwave.sh"
work=$(mktemp -d "${TMPDIR:-/tmp}/tour.XXXXXX") || exit 3
trap 'rm -rf "$work"' EXIT
names=240 font='Sans 9'

# Keeps the head of a save file and the rows with matching titles, the rows of the story first, in a window
# with this number of visible cycles, each of this width in pixels.
story()
{
    awk -v names="$names" -v view="$2" -v column="$3" -v like="$4" '
        /^\[size\]/ { size = NR }
        /^\[signals_width\]/ { $0 = "[signals_width] " names }
        /^\*/ { sub(/^\*[-0-9.]+/, sprintf("*%f", -log(200 * 1000 / column) / log(2))) }
        !/^[@[+-]/ || (NR < 12 && /^\[/) { line[++n] = $0; next }
        /^@/ { code = $0 }
        /^\[color\]/ { color = $0 }
        /^\+/ { if ($0 ~ "^\\+{(" like ")}") { line[++n] = code "\n" (color ? color "\n" : "") $0; rows++ } color = "" }
        /^-story/ && seen++ { exit }
        END { for (i = 1; i <= n; i++) print i == size ? "[size] " names + 45 + view * column " " rows * 21 + 125 : line[i] }' "$1"
}

while IFS='|' read -r name view column at like; do
    [ $# = 0 ] || [[ " $* " == *" $name "* ]] || continue
    if ! "$cosim" --program "docs/tour/$name.l1" --waves --waves-at "$at" --waves-view "$view" --waves-folder "$work" >"$work/said" 2>&1; then
        cat "$work/said"
        exit 1
    fi
    story "$work/$name"-*.gtkw "$view" "$column" "$like" >"$work/save.gtkw"
    mv "$work/$name"-*.fst "$work/$name.fst"
    (cd "$work" && gtkwave_headless "$here/picture.tcl" "$name.fst" save.gtkw "$name.png" --rcvar "fontname_waves $font"; status=$?
        # a relative path, so that the title names no folder
        [ "$status" = 0 ] || echo "tour: $why"; exit "$status")
    case $? in
    1) exit 1 ;;
    2) exit 0 ;;
    esac
    mkdir -p "$folder" && mv "$work/$name.png" "$folder/$name.png" && echo "$folder/$name.png"
done <<'END'
conflict|12|76|w0 ld 1/4|cycle|chosen|stage.*|registers|retires|entry.*|bank [04]|pool.*
replay|16|76|w0 ld 1/4|cycle|stage 0.*|registers|retires|entry.*|bank [04]|pool.*
merge|15|76|w2 merge|cycle|stage.*|registers|entry.*|prt.*|to memory|from memory
evict|19|74|evicts|cycle|stage.*|registers|entry.*|bank 0|prt.*|wdb.*|to memory|from memory
wait|46|24|w1 fence taken|entry.*|prt.*|wdb.*|walker.*|to memory|from memory
END
