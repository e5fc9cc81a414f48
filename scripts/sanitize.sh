#!/usr/bin/env bash
# Runs model, bench and main program with the address and undefined-behaviour sanitizers, then with the thread
# sanitizer on two cores. Usage: sanitize.sh BUILD LANES SEED CYCLES, of random tests. The twins of the
# Verilog are those of BUILD.
set -uo pipefail
build=$1 lanes=$2 seed=$3 cycles=$4
passed=0 failed=0
trap 'echo "sanitize: interrupted"; exit 130' INT
export UBSAN_OPTIONS=print_stacktrace=1
build_as() {
    make -s --no-print-directory LANES="$lanes" OPT=-O1 OTHER="gcc -fsanitize=$2 -fno-sanitize-recover=all" \
        OTHERXX="g++ -fsanitize=$2 -fno-sanitize-recover=all" AS="$1" "$build/$lanes/$1/cosim"
}
run() {
    local out=$build/$lanes/$1/run.txt
    if "$build/$lanes/$1/cosim" --seed "$seed" --cycles "$cycles" --waves-folder "$build/$lanes/$1/waves" "${@:2}" >"$out" 2>&1; then
        passed=$((passed + 1))
        echo "  $*: $(tail -n 1 "$out")"
    else
        failed=$((failed + 1))
        echo "FAILED: $*:"
        tail -n 40 "$out"
    fi
}
for what in address,undefined thread; do
    as=sanitized-${what%%,*}
    if ! echo 'int main(void) { return 0; }' | gcc -fsanitize=$what -x c - -o /dev/null 2>/dev/null; then
        echo "skipped: the compiler lacks -fsanitize=$what"
        continue
    fi
    build_as "$as" "$what" || exit 1
    if [ "$what" = thread ]; then
        run "$as" --jobs 2 --test random
        run "$as" --jobs 2 --test random_two
    else
        run "$as" --jobs 1 --test 'alone_*'
        run "$as" --jobs 1 --actual none
        run "$as" --jobs 1 --test 'random,random_two,stride_*'
    fi
done
if [ $((passed + failed)) = 0 ]; then
    echo 'skipped: this compiler has no sanitizers (Debian packages libasan8, libubsan1 and libtsan2)'
    exit 0
fi
echo "sanitize: $passed passed, $failed failed"
[ "$failed" = 0 ]
