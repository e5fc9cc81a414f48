#!/usr/bin/env bash
# Installs missing packages by Debian's apt-get. usage: setup.sh [core|waves|test|timing|plots|all]   (core)
#        `test` is core, waves and the packages without which `make test` skips tests.
#        setup.sh extras: Python packages of pip, each in its own environment in build/extras
# Silent and quick if nothing is missing. Exit status: 0 all there, 1 installation failed, 2 not possible or
# bad use. doctor.sh sources this file for the table.
set -euo pipefail

# Columns: set|package|evidence that it is installed|minimum version|purpose|targets that need it
#
# The evidence is a command, or a path below the system's include folder. gcc comes with g++, as does
# libc6-dev. The package of an extra is pip's argument (cocotb 1.8.1 is the newest that accepts Debian's
# Verilator, and 2 the newest for Icarus).
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
test  | clang           | clang      | 14    | second compiler; halves builds of Verilog  | analyze
test  | clang-format    | clang-format | 14  | checks the layout of C and C++             | lint
test  | valgrind        | valgrind   | 3.19  | counts instructions                        | profile
test  | python3-numpy   | /usr/lib/python3/dist-packages/numpy | - | arrays of the Python package           |
waves | gtkwave         | gtkwave    | 3.3   | shows the waves                            | waves
waves | xvfb            | xvfb-run   | -     | takes pictures of waves without a display  | waves
waves | xauth           | xauth      | -     | needed by xvfb-run                         | waves
plots | librsvg2-bin    | rsvg-convert | -    | writes pictures as PNG                     | silicon
timing | opensta          | sta        | -     | times the machine in standard cells        | timing
timing | qflow-tech-osu018 | /usr/share/qflow/tech/osu018/osu018_stdcells.lib | - | a library of standard cells, 180 nm | timing
extra | cocotb==1.8.1   | build/extras/verilator/bin/cocotb-config | 1.8.1 | benches in Python, with Verilator | cocotb
extra | cocotb==2.*     | build/extras/icarus/bin/cocotb-config    | 2.0   | benches in Python, with Icarus    | cocotb
extra | fusesoc==2.*    | build/extras/fusesoc/bin/fusesoc         | 2.0   | takes the core file of make rtl   |
TABLE
}

# Whether it is installed: $1 is the table's third column
present() {
    case $1 in
        systemc.h) [[ -n $(header_path "$1") || -e ${SYSTEMC_INCLUDE:-/nowhere}/$1 || -e ${SYSTEMC_HOME:-/nowhere}/include/$1 ]] ;;
        clang) [[ -n $("$(dirname "${BASH_SOURCE[0]}")"/clang.sh) ]] ;;
        *.h) [[ -n $(header_path "$1") ]] ;;
        /*) [[ -e $1 ]] ;;
        *) command -v "$1" >/dev/null ;;
    esac
}
header_path() {
    local f
    for f in /usr/include/"$1" /usr/include/*-linux-gnu*/"$1" /usr/local/include/"$1"; do
        if [[ -e $f ]]; then echo "$f"; return; fi
    done
}

# Installs each into its folder, completely or not at all
setup_extras() {
    local package shows folder log
    log=$(mktemp)
    while IFS='|' read -r set package shows _; do
        [[ $set == extra ]] && ! present "$shows" || continue
        folder=${shows%/bin/*}
        echo "setup: $package into $folder, with pip"
        rm -rf "$folder"
        if ! { python3 -m venv "$folder" && "$folder/bin/pip" install -q "$package"; } >"$log" 2>&1 </dev/null; then
            echo "setup: pip failed: $(grep -m1 -E '^ERROR|ensurepip|No module' "$log" || tail -n1 "$log") (all it said: $log)" >&2
            rm -rf "$folder"
            return 1
        fi
    done < <(tools_table)
    rm "$log"
}

setup_main() {
    if [[ ${1-} == extras ]]; then
        setup_extras
        return
    fi
    local wanted=${1:-core} set package shows purpose missing=() says=()
    case $wanted in core | waves | test | timing | plots | all) ;; *) echo "usage: setup.sh [core|waves|test|timing|plots|all|extras]" >&2; return 2 ;; esac
    while IFS='|' read -r set package shows _ purpose _; do
        [[ $wanted == "$set" || ($wanted == all && $set != extra) || ($wanted == test && $set =~ ^(core|waves)$) ]] || continue
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
    # env: sudo does not pass variables on. The lock: another apt-get may be running.
    local apt=("${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    if ! { "${apt[@]}" update &&
        "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
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
