# For tests to source: check TEXT COMMAND...: the command holds. Counts in `good` and `bad`; where it does not, shows `out` and `status`,
# which the test keeps of what it ran last.
check() {
    local what=$1
    shift
    if "$@"; then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        printf 'FAILED: %s (status %s):\n%s\n' "$what" "$status" "$out"
    fi
}
