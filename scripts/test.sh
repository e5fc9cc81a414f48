#!/usr/bin/env bash
# Runs all tests. Usage: test.sh BUILD SEED [LONG [SUITES]]. The last line is the sum.
#
# A suite is a command that ends with status 0, or fails. A last line `...: N passed, N failed` counts as so
# many tests; a last line with `skipped` counts as one skipped test. As many suites run concurrently as there
# are processors. BUILD/test/SUITE.log has the output of each. SUITES are those to run (default all). Long
# suites run only if LONG is not empty or they are named.
set -uo pipefail
build=$1 seed=$2 long=${3:-} only=${4:-}
unset LONG ONLY # other programs have their own ONLY
results=$build/test/results
mkdir -p "$build/test"
rm -rf "$results" && mkdir "$results"
started=0
trap 'trap "" TERM; kill 0; exit 130' INT

# suite NAME COMMAND...: runs in the background
suite() {
    [[ -z $only || " $only " == *" $1 "* ]] || return
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    started=$((started + 1))
    run "$@" &
}

# long NAME COMMAND...: a suite that takes minutes, and rarely finds a fault that no other finds
long() { [ -z "$long$only" ] || suite "$@"; }

# The same in the foreground: prints a line, and the output only on failure. Passed, failed and skipped are in
# its result.
run() {
    local told
    told=$(judge "$@")
    flock "$results" cat <<<"$told"
}
judge() {
    local name=$1 out p f cpu start=$SECONDS
    shift
    out=$build/test/$name.log
    local status=0
    "$@" >"$out" 2>&1 || status=$?
    if [ "$status" = 0 ] && tail -n 1 "$out" | grep -q skipped; then
        echo 0 0 1 >"$results/$name"
        printf '%-22s %s\n' "$name" "$(tail -n 1 "$out")"
        return
    fi
    times >"$out.times"
    cpu=$(awk -F'[ms ]+' 'NR == 2 { printf "%d", 60*$1 + $2 + 60*$3 + $4 }' "$out.times")
    read -r p f < <(tail -n 1 "$out" | sed -nE 's/.*: ([0-9]+) passed, ([0-9]+) failed.*/\1 \2/p')
    if [ -z "${p:-}" ]; then
        p=$((status == 0)) f=$((status != 0))
    elif [ "$status" != 0 ] && [ "$f" = 0 ]; then
        f=1
    elif [ "$p" = 0 ] && [ "$f" = 0 ]; then
        f=1 # a suite that tested nothing
    fi
    echo "$p $f 0" >"$results/$name"
    printf '%-18s %8d passed %4d failed %4ds, cpu %4ds  %s\n' "$name" "$p" "$f" $((SECONDS - start)) "$cpu" "$(tail -n 1 "$out" | cut -c1-80)"
    if [ "$f" != 0 ]; then
        sed 's/^/    /' "$out" | tail -n 60
    fi
}


# wrong STATUS TEXT COMMAND...: a wrong use must end with that status and one line that contains the text
wrong() {
    local status=0 want=$1 text=$2 out
    shift 2
    out=$("$@" 2>&1) || status=$?
    if [ "$status" = "$want" ] && [ "$(wc -l <<<"$out")" = 1 ] && [[ $out == *"$text"* ]]; then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        echo "FAILED: $*: expected status $want and one line with '$text', got $status:"
        echo "$out"
    fi
}

wrong_use() {
    local good=0 bad=0 cosim=$build/32/cosim
    # without the lockstep program beside it
    mkdir -p "$build/test/alone" && cp "$build/unison" "$build/test/alone/"
    wrong 3 "no test is named 'nonsense'" "$cosim" --test nonsense
    wrong 3 "'--seed x': not a number" "$cosim" --seed x
    wrong 3 "'--seed' wants a value" "$cosim" --seed
    wrong 3 "unknown option '--nonsense'" "$cosim" --nonsense
    wrong 3 "--cycles wants at least 1" "$cosim" --cycles 0
    wrong 3 "--boost: the L1 has one clock" "$cosim" --boost
    wrong 3 "--boost: no report can follow two clocks" "$build/8/model_dcl1" --boost --traffic "$build/test/traffic"
    wrong 3 "no twin is called 'nonsense'" "$cosim" --actual nonsense
    wrong 3 "--waves-view wants at most" "$cosim" --waves-view 100000
    wrong 3 "--test and --program: one of them" "$cosim" --test stride_4 --program docs/tour/conflict.l1
    wrong 2 "TOLERANT= is of a block of yours" make -s --no-print-directory cosim TOLERANT=2
    # Written files stay empty, as on a full disk.
    local file limit='trap "" XFSZ; ulimit -f 0; exec "$@"'
    for file in junit story report; do
        local full=$build/test/full.$file said=0 text
        text=$(bash -c "$limit" limit "$cosim" --test stride_4 --$file "$full" 2>&1) || said=$?
        if [ "$said" = 3 ] && [[ $text == *"$full is not whole"* ]]; then
            good=$((good + 1))
        else
            bad=$((bad + 1))
            echo "FAILED: --$file on a full disk: expected status 3 and '$full is not whole', got $said:"
            echo "$text"
        fi
    done
    wrong 3 "neither twin is there" "$cosim" --expected none --actual none
    wrong 3 "--bare compares nothing" "$cosim" --bare
    wrong 3 "cannot write /nonsense/report" "$cosim" --report /nonsense/report
    wrong 3 "--story wants one test of a whole machine" "$cosim" --story "$build/test/story"
    wrong 3 "--story wants one test of a whole machine" "$cosim" --story "$build/test/story" --test alone_arb
    wrong 3 "cannot write /nonsense/story" "$cosim" --story /nonsense/story --test stride_4
    wrong 3 "--traffic wants one test of a machine with parts behind its L1s" "$cosim" --traffic "$build/test/traffic" --test stride_4
    wrong 3 "cannot write /nonsense/junit" "$cosim" --junit /nonsense/junit --test stride_4
    wrong 3 "no instruction can be followed" "$cosim" --bare --actual none --spans
    wrong 3 "cannot read /nonsense: No such file" "$cosim" --program /nonsense
    wrong 3 "--litmus and --program: one of them" "$cosim" --litmus 1 --program docs/tour/conflict.l1
    wrong 3 "--litmus and --test: one of them" "$cosim" --litmus 1 --test column
    wrong 3 "--litmus wants at least 1" "$cosim" --litmus 0
    wrong 3 "--litmus-from is that of --litmus" "$cosim" --litmus-from 3
    wrong 3 "there is no litmus test 100000" "$cosim" --litmus 1 --litmus-from 100000
    wrong 3 "--params are those of a --program" "$cosim" --params N=1
    wrong 3 "column.l1:1:1: it has no param 'PAD'" "$cosim" --program verif/tests/programs/kernels/column.l1 --params PAD=1
    wrong 3 ":2:18: a register expected, found ','" "$cosim" --program <(printf 'program 1\nw0: ld.shared.b32,\n')
    wrong 3 ":3:7: the last warp is 0 to 63, this is 64" "$cosim" --program <(printf 'program 1\nsweep D = 1..2\nw0..32*D: bar\n')
    wrong 3 ":1:9: version 2 is not known here" "$cosim" --program <(echo program 2)
    wrong 3 "cannot read /nonsense: No such file" "$cosim" --phases /nonsense
    wrong 3 ":1: 'pags 1' is none of a phase" "$cosim" --phases <(echo '"often 1 pags 1",')
    wrong 3 ":2: 'lines' are to be 3 at least" "$cosim" --phases <(printf '// two\n"often 1 pages 1 lines 2",\n')
    wrong 3 ": there is no phase" "$cosim" --phases /dev/null
    local unison=$build/unison
    wrong 3 "there is no 'nonsense'" "$unison" nonsense
    wrong 3 "unknown option '--nonsense'" "$unison" list --nonsense
    wrong 3 "--lanes 12 is impossible" "$unison" list --lanes 12
    wrong 3 "run wants a FILE" "$unison" run
    wrong 3 "cannot read /nonsense: No such file" "$unison" run /nonsense
    wrong 3 ":1:9: version 2 is not known here" "$unison" run <(echo program 2)
    wrong 3 "it has several L1s: only the lockstep" "$unison" run litmus_stale
    wrong 3 "explain wants one access" "$unison" explain
    wrong 3 "access:1:1: a load, store or atomic expected" "$unison" explain fence.gpu
    wrong 3 "cannot write /nonsense/a.svg" bash -c "$unison explain 'ld.shared.b32 [0]' --svg /nonsense/a.svg >/dev/null"
    wrong 3 "make cosim LANES=32 TEST=column" "$build/test/alone/unison" waves column
    wrong 2 "ACCESS='ld.shared.b32 [4*32*lane]' is wanted" make -s explain
    wrong 2 "TEST=name, PROGRAM=file or TRACE=file is wanted" make -s --no-print-directory report
    wrong 2 "SECONDS=x: a number of seconds is wanted" scripts/fuzz.sh "$build" x access
    wrong 3 "'--junit' wants a value" "$cosim" --junit ''
    wrong 3 "--tries wants at most" "$cosim" --tries 4294967295
    wrong 3 "standard output cannot be written" bash -c "$unison list >/dev/full"
    wrong 3 "its value on the command line is not a number" "$unison" run <(printf 'program 1\nparam X = 1\nw0: mov r1, X\n') --params X=99999999999999999999
    wrong 2 "V=name is wanted" make -s --no-print-directory variant
    wrong 2 "LANES=12 is impossible" make -s cosim LANES=12
    wrong 2 "make silicon takes each chip with the lanes of its own" make -s --no-print-directory silicon LANES=8
    wrong 2 "LANES=64 is for the model alone" make -s --no-print-directory cosim LANES=64
    wrong 2 "PRT=3 is impossible" make -s cosim PRT=3
    wrong 2 "HLAT is greater than LAT" make -s cosim LAT=9 HLAT=9
    wrong 2 "SIZES=/nonsense: there is no such file" make -s cosim SIZES=/nonsense
    wrong 2 "there is no revision 'nonsense'" scripts/bench/against.sh "$build" 8 2000 nonsense
    wrong 2 "REV=commit is wanted" scripts/bench/against.sh "$build" 8 2000 ''
    echo "wrong use: $good passed, $bad failed"
    [ "$bad" = 0 ]
}

# Every test, once. The terminal shows at most 25 lines, the report file a row for each test and the counts
# of cover points.
whole() {
    local n=$1 lines rows report=$build/test/whole-$1.txt out
    # At 8 lanes each instruction is followed, too: its cycles must add up. Random traffic is longest there.
    out=$("$build/$n/cosim" --seed "$seed" --waves-folder "$build/waves" --report "$report" $([ "$n" = 8 ] && echo --spans || echo --cycles 20000)) || { echo "$out"; return 1; }
    lines=$(wc -l <<<"$out") rows=$(grep -c '  ok$' "$report")
    if [ "$lines" -gt 25 ] || ! grep -q "^cosim: $rows passed" "$report" ||
        ! grep -q '^      loads 8 bit [1-9]' "$report" ||
        ! grep -q "^fence's answer  *[1-9][0-9]* of  *[1-9]" "$report"; then
        echo "FAILED: $lines lines on the terminal, $rows rows in $report"
        return 1
    fi
    tail -n 1 <<<"$out"
}

# The same with other sizes, SIZES=file or CHIP=name, with the tests named. The compiler fills unset memory with a pattern there. So a
# contract that reads an input that it does not get (scripts/gen/c_views.py) objects to valid traffic. With
# `run`, programs run on the model alone, too.
in_config() {
    local status=0 log=$build/test/in-$(basename "${1#*=}").txt opt=-O1 pattern=-ftrivial-auto-var-init=pattern
    local cycles=20000 fast
    # A short run takes less time than the optimization of its program. Each instruction is followed, too.
    [ -z "$3" ] || opt=-O0 cycles=10000
    fast=$opt
    if ${CC:-cc} $pattern -c -o /dev/null -x c /dev/null 2>/dev/null; then opt+=" $pattern"; fi
    make -s --no-print-directory cosim LANES=8 SEED="$seed" CYCLES=$cycles "$1" DEBUG= VIEWS=0 SPANS=1 FAST="$fast" OPT="$opt" TEST="$3" >"$log" 2>&1 || status=1
    if [ "${1%=*}" = CHIP ]; then
        make -s --no-print-directory cosim LANES=8 "$1" DEBUG= VIEWS=0 FAST="$fast" OPT="$opt" PROGRAM=verif/tests/configs/settings.l1 >>"$log" 2>&1 || status=1
        make -s --no-print-directory contract-test LANES=8 "$1" DEBUG= FAST="$fast" OPT="$opt" >>"$log" 2>&1 || status=1
    fi
    [ "${2:-}" != run ] ||
        make -s --no-print-directory run LANES=8 SEED="$seed" "$1" DEBUG= OPT=-O1 LIB_V3= >>"$log" 2>&1 ||
        status=1
    cat "$log"
    awk '/^(cosim|unison|contracts): [0-9]+ passed, [0-9]+ failed/ { p += $2; f += $4 } END { print "config: " p " passed, " f " failed" }' "$log"
    return $status
}

# An instruction that waits longer than its bound is reported, although other instructions make progress.
# (Contracts would report the fault itself, and earlier.)
starving() {
    local good=0 n=0 out fault program text cosim=$build/faults/8/cosim
    while read -r fault program text; do
        out=$("$cosim" --fault "$fault" --checks none --program "verif/tests/programs/$program.l1" --waves-folder "$build/test")
        [[ $out == *"starving: "*"$text"*"more than its bound"*"--checks none"* ]] && good=$((good + 1))
        out=$("$cosim" --program "verif/tests/programs/$program.l1" --waves-folder "$build/test")
        [[ $out == *"cosim: 1 passed"* ]] && good=$((good + 1))
        n=$((n + 2))
    done <<'END'
both_null_last replays/waits_null a load of warp 0 taken in cycle 79: other kind first
both_fence_last fences/waits_near a fence of warp 0 taken in cycle 79: other kind first
both_pool_last replays/waits_null a load of warp 6 taken in cycle 21: other kind first
END
    # the adversary finds one by itself, and reports it in its last line
    out=$("$cosim" --fault both_null_last --checks none --actual none --test adversary --cycles 2000000 --tries 0 --waves-folder "$build/test")
    [[ $out == *"starving: "*"other kind first for "* ]] && good=$((good + 1))
    [[ $(tail -n 1 <<<"$out") =~ ^adversary:\ longest\ wait\ [0-9]+\ cycles\ \(.*\),\ bound\ [0-9]+ ]] && good=$((good + 1))
    n=$((n + 2))
    echo "starving: $good passed, $((n - good)) failed"
    [ "$good" = "$n" ]
}

# The automatic report of a failure: what is at fault, where, and the signals before it without those at rest.
failures() {
    local good=0 n=0 out status fault test want text options
    while IFS='|' read -r fault test options want text; do
        status=0
        out=$("$build/faults/8/cosim" --fault "$fault" --test "$test" $options --jobs 1 --waves-folder "$build/test") || status=$?
        n=$((n + 1))
        if [ "$status" = "$want" ] && grep -Eq -e "$text" <<<"$out" &&
            ! grep -q '^ *[<>]* *[a-z0-9.]* .*cfg_root=' <<<"$out"; then
            good=$((good + 1))
        else
            echo "FAILED: $fault: expected status $want and '$text', got $status:"
            tail -n 40 <<<"$out"
        fi
    done <<'END'
due_reserved|random|--actual none|1|^  the design is at fault
due_reserved|random|--actual none|1|^  cycle [0-9]*: contract of arb: regport_reserved: not what was reserved
victim_locked|fill_loads||1|^  cycle [0-9]*: .*rtl/l1/tag/tag.sv:[0-9]+: an assertion
victim_locked|fill_loads||1|^ *1 x .*rtl/l1/tag/tag.sv:[0-9]+: an assertion in the Verilog failed
words_anothers|stride_4||1|^  < lsu.rf .*rf_id=0 .actual 1.
words_anothers|stride_4||1|^  cycle [0-9]+ to [0-9]+: nothing new
words_anothers|stride_4||1|^  > arb.pass .*[*]pass_mask=0x[0-9a-f]+
both_store_lowest|random_words||2|lane [0-9]+, .*address 0x[0-9a-f]+.*: expected the value 0x[0-9a-f]+ for this lane and offset, seen 0x[0-9a-f]+ for lane [0-9]+
END
    echo "failures: $good passed, $((n - good)) failed"
    [ "$good" = "$n" ]
}

# ^C during a long run, delivered twice: it ends soon, reports that, and the waves are readable
interrupted() {
    local dir=$build/test/interrupted good=0
    rm -rf "$dir"
    "$build/8/cosim" --test random --cycles 100000000 --waves --waves-folder "$dir" --report "$dir.txt" >/dev/null 2>&1 &
    sleep 2
    kill -INT $! # one ^C may arrive several times
    sleep 0.01
    kill -INT $! 2>/dev/null
    wait $!
    grep -q '^interrupted: 1 of 1' "$dir.txt" && good=$((good + 1))
    grep -q '^cosim: 0 passed, 1 failed' "$dir.txt" && good=$((good + 1))
    [ -s "$dir/random-8.fst" ] && good=$((good + 1))
    [ ! -e "$dir/random-8.fst.hier" ] && good=$((good + 1)) # a writer that was not closed leaves it behind
    echo "interrupted: $good passed, $((4 - good)) failed"
    [ "$good" = 4 ]
}

# The measuring programs print the required lines, whatever the figures
bench() {
    local good=0 n=0 out program cosim=$build/8/cosim
    # told LINES PATTERN COMMAND...: prints this number of lines, the last of which matches
    told() {
        local lines=$1 like=$2
        shift 2
        n=$((n + 1))
        if out=$("$@" 2>/dev/null) && [ "$(wc -l <<<"$out")" = "$lines" ] && [[ $(tail -n 1 <<<"$out") =~ $like ]]; then
            good=$((good + 1))
        else
            printf 'FAILED: %s\n%s\n' "$*" "$out"
        fi
    }
    told 6 '^bench: lockstep [1-9][0-9]* kcycles/s, bare [1-9][0-9]* kcycles/s, ratio [0-9.]+; two cores ratio [0-9.]+; model [1-9][0-9]* kaccesses/s$' \
        python3 scripts/bench/table.py "$build" 8 2000
    told 6 '^bench-against: times as fast: lockstep [0-9.]+, lockstep on all cores [0-9.]+, Verilog alone [0-9.]+, model alone [0-9.]+$' \
        python3 scripts/bench/against.py "$cosim" "$cosim" 2000
    # more of each traffic than one part of a program may have, with no output but the row and its counts (for
    # misses, the counts take two lines, and a wait is printed)
    for program in verif/stimulus/bench/*.l1; do
        told "$([[ $program == */misses.l1 ]] && echo 7 || echo 5)" '^cosim: 1 passed' "$cosim" --program "$program" --params N=$([[ $program == */misses.l1 ]] && echo 800000 || echo 100000) --expected none --actual model --waves-folder "$build/test"
    done
    # two lengths and eleven other rows, each with a point in the plot
    rm -f "$build/test/scale.svg"
    told 16 '^bench-scale: from the shortest run to the longest [0-9.]+ times the rate, [-+][0-9.]+ MB$' \
        python3 scripts/bench/scale.py "$build" "$build" 100000 "$build/test/scale.svg"
    n=$((n + 1))
    if [ "$(grep -c '<circle' "$build/test/scale.svg")" = 14 ] &&
        python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$build/test/scale.svg"; then
        good=$((good + 1))
    else
        echo "FAILED: the plot $build/test/scale.svg has not a point for each row"
    fi
    echo "bench: $good passed, $((n - good)) failed"
    [ "$good" = "$n" ]
}

profile() {
    local out
    out=$(python3 scripts/bench/profile.py "$build" 8 800)
    tail -n 1 <<<"$out"
    [[ $(tail -n 1 <<<"$out") =~ skipped|^profile:\ 8\ lanes,\ [1-9][0-9]*\ instructions\ a\ cycle\ of\ random\ traffic,\ [1-9][0-9]*\ of\ them\ Verilog ]]
}

# Each reader of bytes reads its corpus and some mutations of it, with sanitizers
fuzzed() {
    local good=0 n=0 reader seeds
    for reader in verif/stimulus/fuzz/corpus/*/; do
        reader=$(basename "$reader") n=$((n + 1))
        mapfile -t seeds < <(scripts/fuzz.sh --seeds "$reader")
        "$build/test/readers/$reader" "$seed" 2 "${seeds[@]}" && good=$((good + 1))
    done
    echo "fuzz: $good passed, $((n - good)) failed"
    [ "$good" = "$n" ]
}

# On two cores a test gives the same report, recording, waves and status as on one: when it passes, when the
# twins differ, when an assertion fails, and when the memory checker objects.
two_cores() {
    local dir=$build/test/two_cores good=0 n=0 fault test jobs status lanes=8 vcd
    rm -rf "$dir"
    vcd=$(command -v fst2vcd) || echo "the waves are not compared: fst2vcd is missing (Debian package gtkwave)"
    while read -r fault test; do
        for jobs in 1 2; do
            status=0
            mkdir -p "$dir/$jobs"
            "$build/$([ "$fault" = none ] || echo faults/)$lanes/cosim" $([ "$fault" = none ] || echo --fault "$fault") --test "$test" \
                --cycles 6000 --jobs $jobs --waves --waves-folder "$dir/waves" --record-folder "$dir/$jobs" \
                --report "$dir/$jobs/report" >"$dir/$jobs/said" 2>&1 || status=$?
            echo "$status" >"$dir/$jobs/status"
            cp "$dir/waves/$test"*.gtkw "$dir/$jobs"
            [ -z "$vcd" ] || fst2vcd "$dir/waves/$test"*.fst 2>/dev/null |
                sed '/^\$date/,/^\$end/d' >"$dir/$jobs/waves"
        done
        n=$((n + 1))
        if diff -r "$dir/1" "$dir/2" && [ -z "$vcd" -o -s "$dir/2/waves" ] &&
            [ -s "$(ls "$dir/2/$test"*.out | head -n 1)" ]; then
            good=$((good + 1))
        else
            echo "FAILED: $test, fault $fault: not the same on one core and on two"
        fi
        rm -rf "$dir"
    done <<'END'
none random
none alone_prt
none stride_2
none two_publish
words_anothers random_words
both_op_ignored errors_coded
END
    echo "two cores: $good passed, $((n - good)) failed"
    [ "$good" = "$n" ]
}

# the SystemC bench gives the same rows, and its example the documented latency, with the model and with the
# Verilog
systemc() {
    if [ ! -e "$build/8/cosim_sc" ]; then
        echo "skipped: libsystemc-dev is not installed"
        return
    fi
    tb/systemc/agree.sh "$build" 8 --seed "$seed" --cycles 4000 --test 'alone_*,random*,two_*,stride*,cached_*' || return 1
    local twin
    for twin in "" --rtl; do
        (cd "$build/test" && "../8/sc_example" $twin) | tee "$build/test/example.txt"
        grep -q '6 cycles' "$build/test/example.txt" || return 1
    done
    echo "the same rows from both benches, and 6 cycles from a load to its data in the example"
}

# the L1 with TLM sockets on its example platform, as the model and as the Verilog, in the same cycles
tlm() {
    local program=$build/8/sc_tlm out
    if [ ! -e "$program" ]; then
        echo "skipped: libsystemc-dev is not installed"
        return
    fi
    out=$("$program" 2>/dev/null && "$program" --rtl 2>/dev/null) || { echo "$out"; return 1; }
    [ "$(grep -o '; [0-9]* cycles' <<<"$out" | sort -u | wc -l)" = 1 ] || { echo "$out"; return 1; }
    tail -n 1 <<<"$out"
}

# the save files of a machine, of two, and of a block alone, opened in GTKWave: no signal may be missing; also
# the visible signals
waves() {
    local t
    for t in stride_2 miss_entries_full two_publish alone_arb alone_prt; do
        "$build/8/cosim" --test $t --cycles 300 --waves --waves-folder "$build/test/waves" >/dev/null ||
            return 1
        waves/check.sh "$build/test/waves/$t-8.fst" "$build/test/waves/$t-8.gtkw" || return 1
    done
    python3 waves/sight_test.py "$build/8/cosim" "$build/test/sight"
}

# suites with a build come first, as they take longest (ports are checked against the tables before any build)
# The two chips of each run have all operations between them. Operations of both are tested on one.
chips='chain_*,phases,one_word,lane_pairs,hash,carveout_change,random*,width_*,cached_sets_*,errors*,alone_*'
a100=$chips,'atomic_*,barrier_*,copy_*,global_atomic_*,matrix_*,reduction_*' k80=$chips,'constant_*,lock_*,texture_*'
suite chip-a100 in_config CHIP=a100 "" "$([ -n "$long" ] || echo "$a100")"
suite chip-k80 in_config CHIP=k80 "${long:+run}" "$([ -n "$long" ] || echo "$k80")"
long config-constants in_config SIZES=verif/tests/configs/constants.sizes "" ""
long config-textures in_config SIZES=verif/tests/configs/textures.sizes "" ""
long chip-t4 in_config CHIP=t4 "" ""
long chip-v100 in_config CHIP=v100 "" ""
long chip-mi300x in_config CHIP=mi300x "" ""
long config-copies in_config SIZES=verif/tests/configs/copies.sizes "" ""
long config-operations in_config SIZES=verif/tests/configs/operations.sizes "" ""
long config-unlike in_config SIZES=verif/tests/configs/unlike.sizes "" ""
long config-chip in_config SIZES=verif/tests/configs/chip.sizes "" ""
long config-lines in_config SIZES=verif/tests/configs/lines.sizes "" ""
long config-short in_config SIZES=verif/tests/configs/short.sizes "" ""
long config-small in_config SIZES=verif/tests/configs/small.sizes "" ""
long config-random in_config SIZES=verif/tests/configs/random.sizes "" ""
long config-cluster in_config SIZES=verif/tests/configs/cluster.sizes "" "alone_*"
long networks make -s --no-print-directory cosim MACHINE=net LANES=8 SEED="$seed" SIZES=verif/tests/configs/cluster.sizes INVS=0
long config-acked in_config SIZES=verif/tests/configs/acked.sizes "" "alone_rmw"
long config-matrix in_config SIZES=verif/tests/configs/matrix.sizes "" ""
suite icarus scripts/agree.sh "$build" 8 "$seed" 4000 icarus
long agree make -s --no-print-directory agree LANES=8 SEED="$seed" CYCLES=20000
long config-large in_config SIZES=verif/tests/configs/large.sizes run ""
suite tables python3 scripts/gen/tables_test.py
suite mutate_run python3 scripts/mutate/run_test.py
long built python3 scripts/check_rtl.py --each
long mutate_prove python3 scripts/mutate/prove_test.py
suite cover_test python3 scripts/cover/cover_test.py
suite splice python3 scripts/faults/splice_test.py
suite lint scripts/lint.sh "$build" 8 # Yosys at others: make lint
suite format python3 scripts/format.py
suite registers python3 scripts/registers.py
suite uses python3 scripts/uses.py
suite docs python3 scripts/docs.py
suite rules python3 scripts/rules.py --check
suite check_rtl_test python3 scripts/check_rtl_test.py
suite own scripts/own_test.sh "$build"
suite commands python3 scripts/commands_test.py README.md docs/commands.md
suite synth_test python3 scripts/synth/synth_test.py
suite timing_test python3 scripts/timing/timing_test.py
suite lanes_pack "$build/test/lanes_pack_test"
suite ring "$build/test/ring_test"
suite counters "$build/test/counters_test"
suite sim "$build/test/sim_test"
suite library cmodel/tests/install_test.sh "$build/test/library"
long library_chips cmodel/tests/chips_test.sh "$build/test/chips"
for t in package example arrays plot install; do
    suite "python_$t" python3 cmodel/tests/python/run.py "$build" ${t}_test
done
suite program "$build/test/program_test" verif/tests/programs/*/*.l1
for t in axioms tally cycles; do
    suite "litmus_$t" "$build/test/${t}_test"
done
suite litmus "$build/8/cosim" --litmus 100 --seed "$seed" --waves-folder "$build/waves"
suite trace_reader "$build/test/reader_test"
suite traces scripts/trace_test.sh "$build/32/cosim" "$build/unison"
long traces_dcl1 make -s --no-print-directory cosim LANES=32 SEED="$seed" MACHINE=dcl1 SIZES=verif/tests/configs/dctiny.sizes \
    TRACE=verif/tests/traces/deal_v5.traceg
suite fuzz fuzzed
suite fourstate scripts/fourstate.sh "$build" 8 "$seed" 300 'alone_*,random,two_publish,stride_4'
suite program_file "$build/8/cosim" --program verif/tests/programs/kernels/column.l1 --waves-folder "$build/test"
suite starving starving
suite failures failures
suite written scripts/written_test.sh "$build/8/cosim" "$build/faults/8/cosim"
suite shrink scripts/shrink_test.sh "$build/8/cosim" "$build/faults/8/cosim"
suite regress scripts/regress_test.sh "$build"
suite wrong_expectations scripts/wrong_expectations.sh "$([ -z "$long" ] && echo 16 || echo 1)" "$seed" "$build/8/cosim" verif/tests/programs/*/*.l1
for n in 8 16 32; do
    # Scoreboard and memory checker run at 8 lanes, the machine at 8 and 32, which covers the counts between.
    [ "$n" = 8 ] && as=suite || as=long
    for t in scoreboard tolerant shared loads stores atoms locks matrices reductions constants textures memory contract feed; do
        $as "$t-$n" "$build/$n/${t}_test"
    done
    [ "$n" = 16 ] && as=long || as=suite
    $as "cosim-$n" whole "$n"
done
suite machine_quad "$build/8/cosim_quad" --seed "$seed" --cycles 20000 --waves-folder "$build/waves"
suite machine_net "$build/8/cosim_net" --seed "$seed" --cycles 60000 --waves-folder "$build/waves"
long machine_duo "$build/8/cosim_duo" --seed "$seed" --cycles 20000 --waves-folder "$build/waves"
long machine_queued "$build/8/cosim_queued" --seed "$seed" --cycles 20000 --waves-folder "$build/waves"
for m in remote remotes; do
    long machine_$m make -s --no-print-directory cosim LANES=8 SEED="$seed" CYCLES=20000 MACHINE=$m \
        SIZES=verif/tests/configs/olds.sizes
done
long machine_backed "$build/8/cosim_backed" --seed "$seed" --cycles 20000 --waves-folder "$build/waves"
# The Verilog of a cluster takes half a minute to compile. So the model runs alone, with contracts, ledger and memory
# checkers.
suite machine_base "$build/8/model_base" --actual none --seed "$seed" --cycles 5000 --waves-folder "$build/waves"
suite machine_dcside "$build/8/model_dcside" --actual none --seed "$seed" --cycles 20000 --waves-folder "$build/waves"
suite machine_dcl1 "$build/8/model_dcl1" --actual none --seed "$seed" --cycles 5000 --waves-folder "$build/waves" \
    --test 'dcl1_*,two_*,cmo_*,random_two'
long machine_dcl1_twins "$build/8/cosim_dcl1" --seed "$seed" --cycles 20000 --waves-folder "$build/waves"
long machine_base_twins "$build/8/cosim_base" --seed "$seed" --cycles 20000 --waves-folder "$build/waves"
for m in base odd olds; do
    long cluster_$m make -s --no-print-directory cosim LANES=8 SEED="$seed" CYCLES=20000 MACHINE=base \
        SIZES=verif/tests/configs/$m.sizes
done
long machine_dcside_twins "$build/8/cosim_dcside" --seed "$seed" --cycles 60000 --waves-folder "$build/waves"
for m in dcsmall dcodd dctiny dcstorm dcatoms; do
    long clusters_$m make -s --no-print-directory cosim LANES=8 SEED="$seed" CYCLES=200000 MACHINE=dcside \
        SIZES=verif/tests/configs/$m.sizes
done
for m in dctiny dcsmall dcodd dcatoms; do
    long cluster_$m make -s --no-print-directory cosim LANES=8 SEED="$seed" CYCLES=20000 MACHINE=dcl1 \
        SIZES=verif/tests/configs/$m.sizes
done
long cluster_boost make -s --no-print-directory cosim LANES=8 SEED="$seed" CYCLES=20000 MACHINE=dcl1 BOOST=1 \
    SIZES=verif/tests/configs/dctiny.sizes
long machines scripts/machines_test.sh
suite spans "$build/8/spans_test"
suite unison scripts/unison_agree.sh "$build/unison" 8="$build/8/cosim"
suite report python3 scripts/report/report_test.py "$build/8/cosim" "$build/test/report"
suite report_cluster python3 scripts/report/cluster_test.py "$build/8/model_dcl1" "$build/8/model_dcside" "$build/test/cluster"
suite explain scripts/explain_test.sh "$build/unison"
suite silicon python3 scripts/silicon/silicon_test.py "$build/unison"
suite dcl1 python3 scripts/dcl1/dcl1_test.py "$build/8/dcl1" build/dcl1/tiny/dcl1
long dcl1_tour python3 scripts/dcl1/dcl1_test.py --tour
suite completion scripts/completion_test.sh "$build/unison"
suite patterns scripts/patterns.sh "$build/32/cosim" docs/programs.md
suite cocotb scripts/cocotb_test.sh "$build"
suite dpi scripts/dpi_test.sh "$build" split
long dpi_machine scripts/dpi_test.sh "$build" machine
suite fusesoc scripts/fusesoc_test.sh "$build"
long compilers scripts/compilers.sh "$build" 8 "$seed"
suite wrong-use wrong_use
suite interrupted interrupted
suite two_cores two_cores
long bench bench
long profile profile
suite waves waves
suite story python3 waves/story_test.py "$build/8/cosim" "$build/8/model_dcl1" "$build/test/story"
suite systemc systemc
suite tlm tlm
suite formal python3 scripts/formal/run.py --build "$build" --sample --jobs 1
long commands_all python3 scripts/commands_test.py
suite faults env EVERY="$([ -z "$long" ] && echo 12 || echo 1)" SEED="$seed" scripts/faults.sh "$build/faults"
suite unguarded make -s --no-print-directory unguarded SEED="$seed" CYCLES=5000 TEST='alone_*,random*,cached_*,deferred_*,ordered_*,store_*,walk_*,stride_4'
suite litmus_faults scripts/litmus_faults.sh "$build/faults"
long mutate make -s --no-print-directory mutate
wait
read -r passed failed skipped < <(cat "$results"/* | awk -v started="$started" '{ p += $1; f += $2; s += $3 } END { print p, f + started - NR, s }')
[ "$skipped" = 0 ] && skips= || skips=", $skipped skipped"
echo "$passed passed, $failed failed$skips"
[ "$failed" = 0 ]
