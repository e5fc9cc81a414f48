#!/usr/bin/env bash
# Tests bash's proposals for incomplete words. Usage: completion_test.sh UNISON
set -uo pipefail
source "$(dirname "$0")/unison.bash"
unison=$1 good=0 bad=0

# proposes EXPECTED WORD...: EXPECTED has the proposals in one line; the last WORD is incomplete
proposes() {
    local expected=$1
    shift
    COMP_WORDS=("$unison" "$@")
    COMP_CWORD=$#
    _unison
    if [ "${COMPREPLY[*]}" = "$expected" ]; then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        echo "FAILED: '$*' proposes '${COMPREPLY[*]}', not '$expected'"
    fi
}

proposes explain ex
proposes "8 16 32" explain --lanes ""
proposes "--lockstep" run --lo
proposes "scan_tree scan_tree_padded" run scan_
proposes "--svg" explain "ld.shared.b32 [0]" --s
echo "completion: $good passed, $bad failed"
[ "$bad" = 0 ]
