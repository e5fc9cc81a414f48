#!/usr/bin/env bash
# Installs what is missing, with Debian's apt-get. usage: setup.sh [core|waves|all]   (core)
# Silent and quick if nothing is missing. Exit status: 0 all there, 1 installing failed, 2 not possible or bad use.
# doctor.sh sources this file for the table.
set -euo pipefail

# set|package|what shows that it is there|least version|what for|targets that need it
# What shows it: a command, or a path below the system's include folder. gcc comes with g++, as does libc6-dev.
tools_table() {
    sed 's/ *| */|/g' <<'TABLE'
core  | g++             | g++        | 10    | compiles the C model and the tests         | cosim test list waves lib agree faults bench
core  | make            | make       | 4.2   | runs everything                            | cosim test list waves lib agree faults bench lint check docs
core  | python3         | python3    | 3.8   | derives code from the port tables          | cosim test list waves lib agree faults bench lint check docs
core  | verilator       | verilator  | 5.006 | turns the Verilog into C++                 | cosim test list waves agree faults bench lint
core  | zlib1g-dev      | zlib.h     | 1.2   | compresses the waves that Verilator writes | cosim test list waves agree faults bench
core  | iverilog        | iverilog   | 11.0  | second opinion on the Verilog              | test agree lint
core  | yosys           | yosys      | 0.23  | compares the Verilog with the port tables  | test lint check
core  | libsystemc-dev  | systemc.h  | 2.3.3 | SystemC: the model as a module             | test
waves | gtkwave         | gtkwave    | 3.3   | shows the waves                            | waves
waves | xvfb            | xvfb-run   | -     | takes pictures of waves without a display  | waves
waves | xauth           | xauth      | -     | needed by xvfb-run                         | waves
TABLE
}

# Whether it is there: $1 as in the table's third column
present() {
    case $1 in
        systemc.h) [[ -n $(header_path "$1") || -e ${SYSTEMC_INCLUDE:-/nowhere}/$1 || -e ${SYSTEMC_HOME:-/nowhere}/include/$1 ]] ;;
        *.h) [[ -n $(header_path "$1") ]] ;;
        *) command -v "$1" >/dev/null ;;
    esac
}
header_path() {
    local f
    for f in /usr/include/"$1" /usr/include/*-linux-gnu*/"$1" /usr/local/include/"$1"; do
        if [[ -e $f ]]; then echo "$f"; return; fi
    done
}

setup_main() {
    local wanted=${1:-core} set package shows purpose missing=() says=()
    case $wanted in core | waves | all) ;; *) echo "usage: setup.sh [core|waves|all]" >&2; return 2 ;; esac
    while IFS='|' read -r set package shows _ purpose _; do
        [[ $wanted == all || $wanted == "$set" ]] || continue
        present "$shows" && continue
        missing+=("$package")
        says+=("$(printf '  %-16s %s' "$package" "$purpose")")
    done < <(tools_table)
    ((${#missing[@]})) || return 0

    local root=()
    if ! command -v apt-get >/dev/null; then
        echo "setup: no apt-get here; please install (Debian's names): ${missing[*]}" >&2
        return 2
    elif ((EUID)); then
        if ! command -v sudo >/dev/null; then
            echo "setup: needs root or sudo to install: ${missing[*]}" >&2
            return 2
        fi
        root=(sudo)
    fi
    echo "setup: installing what is missing, with apt-get (a minute or two):"
    printf '%s\n' "${says[@]}"

    local log
    log=$(mktemp)
    # env: sudo does not pass variables on. The lock: another apt-get may be at work.
    local apt=("${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    if ! { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
        echo "setup: apt-get failed: $(grep -m1 -E '^(E:|W: Failed|sudo:)' "$log" || tail -n1 "$log") (all it said: $log)" >&2
        return 1
    fi
    rm "$log"
    while IFS='|' read -r _ package shows _; do
        if [[ " ${missing[*]} " == *" $package "* ]] && ! { hash -r; present "$shows"; }; then
            echo "setup: $package is installed, but $shows is still not found" >&2
            return 1
        fi
    done < <(tools_table)
    echo "setup: done"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then setup_main "$@"; fi
