// The program `unison`: runs the model alone, at all lane counts, and calls the lockstep program where
// Verilator is needed.
#include <stdio.h>
#include <string.h>

#include "unison/args.h"
#include "unison/bench.h"
#include "unison/explain.h"
#include "unison/others.h"
#include "unison/run.h"
#include "unison/trace.h"

static const char help[] =
    "unison: what does an access, or a program, cost a GPU's L1 cache and shared memory?\n"
    "\n"
    "  unison explain 'ld.shared.b32 [4*32*lane]'            passes, and why; what would remove the "
    "conflict\n"
    "  unison explain 'ld.shared.b32 [4*(32*lane + i)]'      the same of a loop: i is 0 to LANES - 1\n"
    "  unison explain 'ld.global.b32 [12*lane]' --svg a.svg  lines, sectors and requests; as a picture, too\n"
    "  unison run mine.l1                                    a program of several instructions and warps\n"
    "  unison run column --lanes 8                           one of those that are built in\n"
    "  unison list                                           which these are\n"
    "  unison run mine.l1 --lockstep                         against the Verilog (wants make cosim)\n"
    "  unison waves mine.l1                                  and its waves\n"
    "  unison trace mine.l1 > mine.traceg                    what it does as an Accel-Sim trace "
    "(docs/traces.md)\n"
    "\n"
    "  run FILE|NAME... | --all    [--params 'NAME=VALUE ...'] [--seed N] [--lockstep | --counters]\n"
    "  explain ACCESS              [--mask CONDITION] [--for 'i in 0..8'] [--svg FILE] [--colour|--plain]\n"
    "  list                        [--tests]  programs; with --tests all tests of the lockstep\n"
    "  trace FILE|NAME             [--params 'NAME=VALUE ...'] [--seed N] [--times N: all of it so often]\n"
    "  waves FILE|TEST             both twins and their difference\n"
    "  bench [FILE|NAME...]        speed of programs on the model; and of the lockstep, where it is built\n"
    "  all                         [--lanes 8|16|32|64] (32)\n"
    "\n"
    "Exit status: 0 all is as expected; 1 the twins differ (lockstep); 2 something else came than was "
    "expected;\n"
    "3 it makes no sense: a malformed line, wrong arguments, something that is not there.\n"
    "The language is in docs/programs.md, what explain shows in docs/explain.md.\n";

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*command)(const struct args *);
    } commands[] = {
        { "run", command_run },     { "list", command_list },   { "explain", command_explain },
        { "waves", command_waves }, { "bench", command_bench }, { "trace", command_trace },
    };
    static struct args a;
    if (!args_read(&a, argc, argv))
        return AT_FAULT;
    if (!a.command || !strcmp(a.command, "help")) {
        fputs(help, a.command ? stdout : stderr);
        return a.command ? 0 : AT_FAULT;
    }
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(commands[i].name, a.command)) {
            const int status = commands[i].command(&a);
            return !fflush(stdout) && !ferror(stdout)
                ? status
                : args_complain("what was printed is not whole: standard output cannot be written");
        }
    return args_complain("there is no '%s': run, list, explain, waves, bench, trace (unison --help)",
                         a.command);
}
