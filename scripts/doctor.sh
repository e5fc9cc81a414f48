#!/usr/bin/env bash
# Prints installed, missing and outdated packages, their purposes, and the targets that work now. usage:
# doctor.sh
#
# Exit status 0 if the core packages are installed and new enough, else 1.
set -euo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "$0")/setup.sh"

version_of() { # of a tool in the table's third column; empty if unknown
    local text
    case $1 in
        zlib.h) text=$(grep -m1 'define ZLIB_VERSION' "$(header_path zlib.h)") ;;
        systemc.h) text=$(systemc_version) ;;
        clang) text=$("$("$(dirname "$0")/clang.sh")" --version 2>&1) ;;
        iverilog) text=$(iverilog -V 2>&1) ;;
        gtkwave | xvfb-run | xauth)   # these need a display to report it
            text=$(dpkg-query -W -f '${Version}' "${1%-run}" 2>/dev/null) || return
            text=${text#*:} ;;   # without Debian's epoch
        # a date
        sta) text=$(dpkg-query -W -f '${Version}' opensta 2>/dev/null) || return; text=${text#*~} ;;
        */numpy) text=$(dpkg-query -W -f '${Version}' python3-numpy 2>/dev/null) || return; text=${text#*:} ;;   # without Debian's epoch
        /*) text=$(dpkg-query -W -f '${Version}' qflow-tech-osu018 2>/dev/null) || return ;;
        yosys) text=$(yosys -V 2>&1) ;;
        g++) text=$(g++ -dumpfullversion) ;;
        *) text=$("$1" --version 2>&1) ;;
    esac
    grep -oE '[0-9]+(\.[0-9]+)*' <<<"${text%%$'\n'*}" | head -n1
}
systemc_version() {
    local dir v
    for dir in "${SYSTEMC_INCLUDE:-}" "${SYSTEMC_HOME:-}/include" /usr/include /usr/local/include; do
        v=$dir/sysc/kernel/sc_ver.h
        if [[ -e $v ]]; then
            sed -nE 's/^#define SC_VERSION_(MAJOR|MINOR|PATCH) +([0-9]+).*/\2/p' "$v" | paste -sd.
            return
        fi
    done
}
# Whether version $1 is at least $2
at_least() { [[ $(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n1) == "$2" ]]; }

status=0 missing=() extras=() all=() broken=()
printf '%-6s %-17s %-10s %-7s %s\n' '' package version needed 'what for'
while IFS='|' read -r set package shows least purpose targets; do
    # shellcheck disable=SC2206  # a list of words
    all+=($targets)
    state=ok version=-
    if ! present "$shows"; then
        state=MISS
        [[ $set == extra ]] && extras+=("$package") || missing+=("$package")
    else
        version=$(version_of "$shows") || true
        if [[ $least != - && -n $version ]] && ! at_least "$version" "$least"; then state=OLD; fi
    fi
    if [[ $state != ok ]]; then
        # shellcheck disable=SC2206
        broken+=($targets)
        [[ $set != core ]] || status=1
    fi
    printf '%-6s %-17s %-10s %-7s %s\n' "$state" "$package" "${version:-?}" "$least" "$purpose"
done < <(tools_table)

works=() fails=()
while read -r t; do
    if [[ " ${broken[*]} " == *" $t "* ]]; then fails+=("$t"); else works+=("$t"); fi
done < <(printf '%s\n' "${all[@]}" | awk '!seen[$0]++')
echo
echo "targets that work:         ${works[*]:--}"
if ((${#fails[@]})); then echo "targets that do not (yet): ${fails[*]}"; fi
if ((${#missing[@]})); then
    echo "missing: ${missing[*]}; make setup installs them (make cosim and make test do so by themselves for the core)"
fi
if ((${#extras[@]})); then echo "extras that are not there: ${extras[*]}; make extras fetches them with pip"; fi
if ((status == 0)); then echo "doctor: the core is complete"; else echo "doctor: the core is not complete"; fi
exit $status
