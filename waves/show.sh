#!/bin/sh
# Shows waves: in GTKWave if there is a display, else as a picture. Usage: show.sh FST GTKW PNG
#
# Without the needed programs it reports that, and leaves the files for use elsewhere.
set -u
fst=$1 gtkw=$2 png=$3
here=$(dirname "$0")
. "$here/gtkwave.sh"

# A picture cannot be scrolled, so the window holds all visible rows, those outside closed groups, up to a
# limit.
height()
{
    awk '/^@c00200$/ { rows += !closed++ } /^@1401200$/ { closed--; skip = 1; next }
         /^[+-]/ && !closed && !skip { rows++ } { skip = 0 }
         END { h = rows * 23 + 190; print (h < 500 ? 500 : h > 6800 ? 6800 : h) }' "$gtkw"
}

if ! command -v gtkwave >/dev/null; then
    echo "not shown: gtkwave is missing (any viewer of FST files will do)"
elif [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    gtkwave --rcvar "left_justify_sigs on" "$fst" "$gtkw" >/dev/null 2>&1 &
    echo "opened in GTKWave"
else
    tall=$(mktemp "${TMPDIR:-/tmp}/waves.XXXXXX") || exit 3
    trap 'rm -f "$tall"' EXIT
    sed "s/^\[size\] \([0-9]*\).*/[size] \1 $(height)/" "$gtkw" >"$tall"
    if gtkwave_headless "$here/picture.tcl" "$fst" "$tall" "$png"; then
        echo "no display; a picture: $png"
    else
        echo "no display, and no picture: $why"
    fi
fi
echo "waves: $fst $gtkw"
