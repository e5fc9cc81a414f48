#!/bin/sh
# Opens a save file in GTKWave, and checks that every signal of it is shown. GTKWave silently drops names that
# it cannot find in the FST, such as those without their exact range. Usage: check.sh FST GTKW
set -u
fst=$1 gtkw=$2
. "$(dirname "$0")/gtkwave.sh"

shown=$(mktemp "${TMPDIR:-/tmp}/waves.XXXXXX") && names=$(mktemp "${TMPDIR:-/tmp}/waves.XXXXXX") || exit 3
trap 'rm -f "$shown" "$names"' EXIT

gtkwave_headless "$(dirname "$0")/signals.tcl" "$fst" "$gtkw" "$shown"
case $? in
1) echo "waves check: $why"; exit 1 ;;
2) echo "waves check: skipped: $why"; exit 0 ;;
esac

# A line of a save file that names a signal is "NAME" or "+{LABEL} NAME".
signals()
{
    sed -n 's/^+{[^}]*} //; /^[A-Za-z_$]/p' "$1" | sort
}
signals "$gtkw" >"$names"
count=$(wc -l <"$names")
missing=$(signals "$shown" | comm -23 "$names" - | uniq)
if [ "$count" -eq 0 ]; then
    echo "waves check: $gtkw names no signal"
    exit 1
fi
if [ -n "$missing" ]; then
    echo "$missing" | sed 's/^/  missing: /' | head -n 20
    echo "waves check: $(echo "$missing" | wc -l) of $count signals missing"
    exit 1
fi
echo "waves check: $count signals, none missing"
