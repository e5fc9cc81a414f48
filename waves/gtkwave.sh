# Sourced by show.sh and check.sh: runs GTKWave without a display.

# gtkwave_headless SCRIPT FST GTKW OUTPUT [OPTION...]: GTKWave opens the files and runs a Tcl script, which
# writes OUTPUT. Status 1: no output. Status 2: not possible here; $why has the reason.
gtkwave_headless()
{
    for tool in gtkwave xvfb-run; do
        command -v $tool >/dev/null || { why="$tool is missing"; return 2; }
    done
    xvfb-run -a gtkwave --version 2>/dev/null | grep -q ' v3' ||
        { why="only GTKWave 3 can be scripted"; return 2; }
    for file in "$2" "$3"; do
        [ -s "$file" ] || { why="no file $file"; return 1; }
    done
    rm -f "$4"
    gw_script=$1 gw_fst=$2 gw_save=$3 gw_output=$4
    shift 4
    UNISON_OUTPUT=$gw_output timeout -k 5 120 xvfb-run -a -s "-screen 0 2000x7000x24" \
        gtkwave --rcvar "left_justify_sigs on" --rcvar "hide_sst on" "$@" "$gw_fst" "$gw_save" -S "$gw_script" >/dev/null 2>&1
    [ -s "$gw_output" ] || { why="GTKWave does not open $gw_fst"; return 1; }
}
