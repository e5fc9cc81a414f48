#!/usr/bin/env bash
# Makes a picture of a page, as in docs/report.md. Usage: picture.sh HTML PNG [WIDTH,HEIGHT]
# [#theme=dark&i=INSTRUCTION]
#
# Needs Chromium (Debian package chromium).
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || { echo "no picture: chromium is missing"; exit 2; }
rm -f "$2"
"$browser" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --window-size="${3:-1300,1200}" --virtual-time-budget=3000 \
    --screenshot="$2" "file://$(realpath "$1")${4:-#theme=light}" >/dev/null 2>&1
[ -s "$2" ] || { echo "no picture: Chromium did not write $2" >&2; exit 1; }
echo "$2"
