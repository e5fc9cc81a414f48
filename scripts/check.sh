# For tests to source. check TEXT COMMAND...: the command must succeed. Counts in `good` and `bad`. On failure
# it prints `out` and `status`, in which the test keeps the output and status of its last run.
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
