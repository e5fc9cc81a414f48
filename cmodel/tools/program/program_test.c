// Checks that invalid programs are refused with position and reason, and that valid ones give the expected
// result on a trivial machine. Arguments: program files that must parse for every lane count.
#include <stdio.h>
#include <string.h>

#include "program/engine.h"
#include "program/parse.h"
#include "program/pretend.h"

static unsigned passed, failed;

static void check(bool fine, const char *text, const char *what, const char *seen)
{
    passed += fine;
    failed += !fine;
    if (!fine)
        printf("FAILED: %s\n  wanted: %s\n  seen:   %s\n", text, what, seen);
}

// Parses and runs a program for a number of lanes. Returns why it is refused, or how it ends.
static const char *came(const char *file, const char *text, size_t length, unsigned lanes, const char *params,
                        bool run)
{
    static char said[400];
    struct complaint c = { .file = file };
    struct tree *t = parse_program(text, length, lanes, params, &c);
    struct engine *e = t ? engine_new(t, 1) : NULL;
    enum pretended p = PRETENDED;
    if (e && engine_check(e) && run) {
        engine_free(e); // a run begins with a new engine
        e = engine_new(t, 1);
        p = e ? pretend_run(e, t, 100000) : PRETEND_NO_MEMORY;
    }
    snprintf(said, sizeof said, "%s",
             !t                           ? c.text
                 : !e                     ? "out of memory"
                 : *engine_error(e)       ? engine_error(e)
                 : p == PRETEND_TOO_LONG  ? "too long"
                 : p == PRETEND_NO_MEMORY ? "no memory"
                                          : "");
    uint64_t count;
    const char *outcome = e ? engine_outcome(e, 0, &count) : NULL;
    if (outcome && !*said)
        snprintf(said, sizeof said, "%s x %llu", outcome, (unsigned long long)count);
    if (e)
        engine_free(e);
    if (t)
        tree_free(t);
    return said;
}

// ---- refused

static const struct refusal {
    const char *text, *said;
} refusals[] = {
#define P "program 1\n"
    { "", "1:1: 'program 1' expected, found the end" },
    { "# nothing\n\nw0: bar\n", "3:1: 'program 1' expected, found 'w0'" },
    { "program\n", "1:8: a version expected, found the end of the line" },
    { "program 2\n", "1:9: version 2 is not known here, only version 1" },
    { "program 1 2\n", "1:11: the end of the line expected, found '2'" },
    { P "%\n",
      "2:1: a warp (w0: ...), a setting, a loop, expect, then, or another line of a program expected, found "
      "'%'" },
    { P "\x80\n", "2:1: a character that means nothing here" },
    { P "w0: ld.shared.b32, [0]\n", "2:18: a register expected, found ','" },
    { P "w0: ld.shared.b32 r256, [0]\n", "2:19: a register expected, found 'r256'" },
    { P "w0: ld.shared.b32 r01, [0]\n", "2:19: a register expected, found 'r01'" },
    { P "w0: ld.shared.b33 r1, [0]\n", "2:15: a type (b8 to b128, u8, s8, u16, s16) expected, found 'b33'" },
    { P "w0: ld.texture.b32 r1, [0]\n",
      "2:8: a code of space (shared, global, local, const) expected, found 'texture'" },
    { P "w0: ld.local.interleaved.b32 r1, [0]\n",
      "2:14: this machine interleaves no addresses: it has LOCAL_INTERLEAVE 0" },
    { P "w0: ld.global.interleaved.b32 r1, [0]\n", "2:15: only local memory can be interleaved" },
    { P "w0: flush.global.interleaved [0]\n", "2:18: only local memory can be interleaved" },
    { P "w0: inval.local.b8 [0]\n", "2:17: interleaved expected, found 'b8'" },
    { P "w0: st.local.interleaved [0], 1\n",
      "2:14: this machine interleaves no addresses: it has LOCAL_INTERLEAVE 0" },
    { P "w0: ld.shared.b64 r1, [0]\n", "2:19: 2 words a lane take registers from a multiple of 2 on" },
    { P "w0: ld.shared.b128 r6, [0]\n", "2:20: 4 words a lane take registers from a multiple of 4 on" },
    { P "w0: ld.shared.b32 r1 [0]\n", "2:22: ',' expected, found '['" },
    { P "w0: ld.shared.b32 r1, 0\n", "2:23: '[' expected, found '0'" },
    { P "w0: ld.shared.b32 r1, [0\n", "2:25: ']' expected, found the end of the line" },
    { P "w0: ld.shared.b32 r1, []\n", "2:24: a number or a name expected, found ']'" },
    { P "w0: st.shared.b64 [0], 1\n", "2:24: 2 words a lane are wanted: {VALUE, VALUE, ...}, or a register" },
    { P "w0: st.shared.b64 [0], r3\n", "2:24: 2 words a lane take registers from a multiple of 2 on" },
    { P "w0: st.shared.b128 [0], r255\n", "2:25: 4 words a lane take registers from a multiple of 4 on" },
    { P "w0: st.shared.b64 [0], {1}\n", "2:26: ',' expected, found '}'" },
    { P "w0: st.shared.b64 [0], {1, 2, 3}\n", "2:29: '}' expected, found ','" },
    { P "w0: fence.all\n", "2:11: a code of level (cta, gpu, sys) expected, found 'all'" },
    { P "w0: setp r1, 1\n", "2:10: a predicate expected, found 'r1'" },
    { P "w0: mov p1, 1\n", "2:9: a register expected, found 'p1'" },
    { P "w0: @r1 mov r1, 1\n", "2:6: a predicate expected, found 'r1'" },
    { P "w0: @p1 bar\n", "2:5: this instruction has no lanes that a predicate could choose" },
    { P "w0: bar mask 1\n", "2:9: this instruction has no lanes" },
    { P "w0: delay lane\n", "2:11: no `lane` can stand here" },
    { P "w0: delay r1\n", "2:11: no registers and predicates can stand here" },
    { P "w0: cmd.nothing\n",
      "2:9: a code of cmd (line, all, flush, both, page, carveout) expected, found 'nothing'" },
    { P "w0: cmd.line\n", "2:13: '[' expected, found the end of the line" },
    { P "w0: cmd.carveout s8\n",
      "2:18: a code of carveout (s48, s32, s16, c3, c4, c5, c6, c7) expected, found 's8'" },
    { P "w0: gather\n",
      "2:5: an instruction (ld, ldu, tld, tex, st, atom, red, cp, fence, inval, flush, mov, setp, bar, "
      "delay, cmd) expected, "
      "found "
      "'gather'" },
    { P "w0: atom.shared.add.b8 r4, [0], 1\n",
      "2:21: a type of an atomic (b32, u32, s32, f32, b64, u64) expected, found 'b8'" },
    { P "w0: atom.shared.min.f32 r4, [0], 1\n",
      "2:21: another type, as f32 is for `add` alone, expected, found 'f32'" },
    { P "w0: atom.shared.cas.b64 r4, [0], r6, r8\n",
      "2:34: a cas of 64 bits wants {VALUE, VALUE}, {VALUE, VALUE}" },
    { P "w0: atom.shared.cas.b32 r4, [0], 1\n", "2:35: ',' expected, found the end of the line" },
    { P "w0: atom.shared.add.u64 r5, [0], {1, 0}\n",
      "2:25: 2 words a lane take registers from a multiple of 2 on" },
    { P "w0 bar\n", "2:4: ':' expected, found 'bar'" },
    { P "w64: bar\n",
      "2:1: a warp (w0: ...), a setting, a loop, expect, then, or another line of a program expected, found "
      "'w64'" },
    { P "w0..64: bar\n", "2:5: the last warp is 0 to 63, this is 64" },
    { P "w3..2: bar\n", "2:5: the last warp is 3 to 63, this is 2" },
    { P "w0..rand(3): bar\n", "2:5: no random numbers can stand here" },
    { P "for i in 0..2 {\nw0..i: bar\n}\n", "3:5: no variables of loops can stand here" },
    { P "w0: mov r1, x\n", "2:13: 'x' has no meaning here" },
    { P "w0: mov r1, 1 +\n", "3:1: a number or a name expected, found the end" },
    { P "w0: mov r1, 0b12\n", "2:13: not a number" },
    { P "w0: mov r1, 0x\n", "2:13: not a number" },
    { P "w0: mov r1, 12ab\n", "2:13: not a number" },
    { P "w0: mov r1, 0x10000000000000000\n", "2:13: a number of more than 64 bits" },
    { P "w0: mov r1, min(1)\n", "2:18: ',' expected, found ')'" },
    { P "w0: mov r1, min 1\n", "2:17: '(' expected, found '1'" },
    { P "w0: mov r1, 1 ? 2\n", "2:18: ':' expected, found the end of the line" },
    { P "w0: mov r1, w1.r1\n", "2:13: no registers of other warps can stand here" },
    { P "w0: mov r1, w1.p1\n", "2:16: a register expected, found 'p1'" },
    { P "w0: mov r1, w1\n", "2:15: '.' expected, found the end of the line" },
    { P "w0: mov r1, 2 3\n", "2:15: the end of the line expected, found '3'" },
    { P "let lane = 3\n", "2:5: this name has a meaning already" },
    { P "let LANES = 3\n", "2:5: this name has a meaning already" },
    { P "let min = 3\n", "2:5: this name has a meaning already" },
    { P "let r7 = 3\n", "2:5: this name has a meaning already" },
    { P "let x = 3\nlet x = 4\n", "3:5: this name has a meaning already" },
    { P "let 3 = 4\n", "2:5: a name expected, found '3'" },
    { P "let x 3\n", "2:7: '=' expected, found '3'" },
    { P "let abcdefghijklmnopqrstuvwxyzabcdef = 4\n", "2:5: a name has at most 31 letters" },
    { P "param x = lane\n", "2:11: no `lane` can stand here" },
    { P "param x = 1/0\n", "2:12: division by zero" },
    { P "sweep x = 3..1\n", "2:7: a sweep without a value" },
    { P "needs 1\nsweep x = 3..1\nsweep y = 1..0\n", "3:7: a sweep without a value" },
    { P "sweep x = 0..4096\n", "2:7: sweeps of more than 4096 points" },
    { P "sweep x = 0..99\nsweep y = 0..99\n", "3:7: sweeps of more than 4096 points" },
    { P "sweep x in 1,\n", "3:1: a number or a name expected, found the end" },
    { P "sweep x 1\n", "2:9: '=' expected, found '1'" },
    { P "shows 3\n", "2:7: a text in quotes expected, found '3'" },
    { P "shows \"abc\n", "2:7: a text without its second quote" },
    { P "needs lane\n", "2:7: no `lane` can stand here" },
    { P "needs 1 1\n", "2:9: the end of the line expected, found '1'" },
    { P "then then\n", "2:6: the end of the line expected, found 'then'" },
    { P "set fetch code 1\n", "2:16: '(' expected, found '1'" },
    { P "set carveout code(16)\n", "2:19: a code is 0 to 15, this is 16" },
    { P "set fetch code(lane)\n", "2:16: no `lane` can stand here" },
    { P "set nothing\n",
      "2:5: carveout, policy, home, fetch, bankwidth, page, or interval expected, found 'nothing'" },
    { P "set carveout 48\n",
      "2:14: a code of carveout (s48, s32, s16, c3, c4, c5, c6, c7) expected, found '48'" },
    { P "set interval 64\n", "2:14: the interval is 0 to 63, this is 64" },
    { P "set interval lane\n", "2:14: no `lane` can stand here" },
    { P "memory 3\n",
      "2:8: latency, every, order, batch, pieces, early, stall, or apart expected, found '3'" },
    { P "memory latency 0\n", "2:16: the latency is 1 to 2000, this is 0" },
    { P "memory latency 7..6\n", "2:19: the longest latency is 7 to 2000, this is 6" },
    { P "memory every 2001\n", "2:14: a number of cycles is 1 to 2000, this is 2001" },
    { P "port reserved 1 of 2001\n", "2:20: a period is 1 to 2000, this is 2001" },
    { P "page 0\n", "2:7: absent or readonly expected, found the end of the line" },
    { P "page -1 absent\n", "2:6: an address is 0 to 1099511627775, this is -1" },
    { P "stores late 8 of 8\n", "2:13: a number of cycles in that period is 0 to 7, this is 8" },
    { P "stores 8 of 8\n", "2:8: 'late' expected, found '8'" },
    { P "port reserved 1 8\n", "2:17: 'of' or 'percent' expected, found '8'" },
    { P "port reserved 100 percent\n", "2:15: percent of the cycles is 0 to 99, this is 100" },
    { P "gaps lane percent\n", "2:6: no `lane` can stand here" },
    { P "gaps late 1 of 2\n", "2:6: 'late' has no meaning here" },
    { P "memory order any\n", "2:14: taken, random, or youngest expected, found 'any'" },
    { P "memory batch 0\n", "2:14: a number of requests is 1 to 2000, this is 0" },
    { P "memory pieces 101\n", "2:15: percent of the reads is 0 to 100, this is 101" },
    { P "memory stall 100\n", "2:14: percent of the cycles is 0 to 99, this is 100" },
    { P "memory apart 0\n", "2:14: a number of cycles is 1 to 2000, this is 0" },
    { P "set page p64k l1 1\n", "2:15: all L1s have this alike" },
    { P "order text l1 1\n", "2:12: all L1s have this alike" },
    { P "set interval 3 l1 8\n", "2:19: an L1 is 0 to 7" },
    { P "memory every 3 apart 2 l1\n", "2:26: an L1 expected, found the end of the line" },
    { P "draws 0\n", "2:7: what is drawn from is 1 to 9223372036854775807, this is 0" },
    { P "remainders 3\n", "2:12: 'after' expected, found '3'" },
    { P "remainders after 0\n", "2:18: a number of cycles is 1 to 2000, this is 0" },
    { P "remainders after 1 all\n", "2:20: the end of the line expected, found 'all'" },
    { P "fail 0 walk 3\n", "2:13: a level is 0 to 2, this is 3" },
    { P "fail 0 walk loads\n", "2:13: 'loads' has no meaning here" },
    { P "reset 5\n", "2:7: 'at' expected, found '5'" },
    { P "reset at -1\n", "2:10: a cycle is 0 to 1000000, this is -1" },
    { P "reset at 1 l1 8\n", "2:15: an L1 is 0 to 7" },
    { P "w0: bar at 3\n", "2:9: this instruction is not offered" },
    { P "w0: delay 3 at 3\n", "2:13: this instruction is not offered" },
    { P "w0: ld.shared.b32 r1, [0] at lane\n", "2:30: no `lane` can stand here" },
    { P "w0: ld.shared.b32 r1, [0] at\n", "2:29: a number or a name expected, found the end of the line" },
    { P "w0: ld.shared.b32 r1, [0] at 3 mask 1\n", "2:32: the end of the line expected, found 'mask'" },
    { P "list A\n", "2:7: '=' expected, found the end of the line" },
    { P "list A =\n", "3:1: a number or a name expected, found the end" },
    { P "list A = 1,\n", "3:1: a number or a name expected, found the end" },
    { P "list A = 1 2\n", "2:12: the end of the line expected, found '2'" },
    { P "list A = lane\n", "2:10: no `lane` can stand here" },
    { P "list r1 = 1\n", "2:6: this name has a meaning already" },
    { P "list A = 1\nlet A = 2\n", "3:5: this name has a meaning already" },
    { P "list A = 1\nw0: mov r1, A\n", "3:14: '[' expected, found the end of the line" },
    { P "list A = 1\nw0: mov r1, A[0\n", "3:16: ']' expected, found the end of the line" },
    { P "list A = 1\nset interval A[1]\n", "3:14: the list has no such number" },
    { P "list A = 1\nset interval A[0 - 1]\n", "3:14: the list has no such number" },
    { P "w0: ld.code2.b32 r1, [0]\n",
      "2:8: a code of space (shared, global, local, const) expected, found 'code2'" },
    { P "w0: ld.code4.b32 r1, [0]\n",
      "2:8: a code of space (shared, global, local, const) expected, found 'code4'" },
    { P "w0: ld.shared.code4 r1, [0]\n",
      "2:15: a type (b8 to b128, u8, s8, u16, s16) expected, found 'code4'" },
    { P "w0: ld.shared.code7.code4 r1, [0]\n",
      "2:21: a type (b8 to b128, u8, s8, u16, s16) expected, found 'code4'" },
    { P "w0: ld.shared.code5 r1, [0]\n", "2:21: 4 words a lane take registers from a multiple of 4 on" },
    { P "w0: fence.code2\n", "2:11: a code of level (cta, gpu, sys) expected, found 'code2'" },
    { P "w0: cmd.code8\n",
      "2:9: a code of cmd (line, all, flush, both, page, carveout) expected, found 'code8'" },
    { P "set policy code1\n",
      "2:12: a code of policy (fermi, kepler, maxwell, volta) expected, found 'code1'" },
    { P "set page code4\n", "2:10: a code of page (p4k, p64k, p2m) expected, found 'code4'" },
    { P "w0: code2.shared.b32 [0]\n",
      "2:5: an instruction (ld, ldu, tld, tex, st, atom, red, cp, fence, inval, flush, mov, setp, bar, "
      "delay, cmd) expected, "
      "found "
      "'code2'" },
    { P "w0: code16.shared.b32 [0]\n",
      "2:5: an instruction (ld, ldu, tld, tex, st, atom, red, cp, fence, inval, flush, mov, setp, bar, "
      "delay, cmd) expected, "
      "found "
      "'code16'" },
    { P "w0: code05.shared.b32 [0]\n",
      "2:5: an instruction (ld, ldu, tld, tex, st, atom, red, cp, fence, inval, flush, mov, setp, bar, "
      "delay, cmd) expected, "
      "found "
      "'code05'" },
    { P "w0: code6.shared.b32 r1, [0]\n", "2:22: '[' expected, found 'r1'" },
    { P "order any\n", "2:7: round_robin, oldest, greedy, or text expected, found 'any'" },
    { P "warp 3 start 1\n", "2:6: warps, as w0 or w0..3 expected, found '3'" },
    { P "warp w3\n", "2:8: start, cta, or l1 expected, found the end of the line" },
    { P "warp w3 l1 8\n", "2:12: an L1 is 0 to 7" },
    { P "warp w3 l1 LANES - LANES - 1\n", "2:12: an L1 is 0 to 7" },
    { P "warp w3 l1 warp\n", "2:12: no `warp` can stand here" },
    { P "machine 3\n", "2:9: a machine expected, found '3'" },
    { P "machine quad duo\n", "2:14: the end of the line expected, found 'duo'" },
    { P "warp w3 cta 64\n", "2:13: a thread block is 0 to 63, this is 64" },
    { P "w0: bar\nset policy fermi\n",
      "3:1: settings stand at the head of a part, before its first instruction" },
    { P "expect passes 1\n", "2:1: this stands below no instruction and behind no block" },
    { P "w0: bar\nexpect passes 1\n", "3:8: this instruction has no passes" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect nothing\n",
      "3:8: part, error, a register, passes, cycles, hits, or another count expected, found 'nothing'" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect walks 1\n",
      "3:8: this is counted for a part alone: expect part walks" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect passes lane\n", "3:15: no `lane` can stand here" },
    { P "w0: ld.shared.b32 any, [0]\nexpect r0 = 1\n",
      "3:8: this register is expected below an instruction that does not write it" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect r2 = 1\n",
      "3:8: this register is expected below an instruction that does not write it" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect r1 1\n", "3:11: '=' expected, found '1'" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect error wrong\n",
      "3:14: a code of err (none, misaligned, range, space, page, bus, readonly, op) "
      "expected, found 'wrong'" },
    { P "w0: mov r1, 1\nexpect error bus\n", "3:8: an error is expected of a load or a store" },
    { P "expect part nothing\n",
      "2:13: error, passes, cycles, hits, or another count of the part expected, found 'nothing'" },
    { P "expect part error range [0]\n", "2:19: no store is lost with this error" },
    { P "expect part error range held [0]\n", "2:19: no store is lost with this error" },
    { P "w0: ld.global.b32 r1, [0]\nexpect error page leaving\n", "3:19: no store is lost so" },
    { P "expect part error page taken [0]\n", "2:24: '[' expected, found 'taken'" },
    { P "expect part error page\n", "2:23: '[' expected, found the end of the line" },
    { P "expect part error page [lane]\n", "2:25: no `lane` can stand here" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect losses 1\n",
      "3:8: this is counted for a part alone: expect part losses" },
    { P "w0: cmd.page [0] gone\n", "2:18: the end of the line expected, found 'gone'" },
    { P "w0: cmd.line [0] moved\n", "2:18: the end of the line expected, found 'moved'" },
    { P "expect part hits 0 misses 0\n", "2:20: the end of the line expected, found 'misses'" },
    { P "expect part hits 0, part misses 0\n",
      "2:21: error, passes, cycles, hits, or another count of the part expected, found 'part'" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect passes 1, others 0\n",
      "3:18: part, error, a register, passes, cycles, hits, or another count expected, found 'others'" },
    { P "{\nexpect part passes 1\n}\n", "3:1: what is expected of the part stands outside of all blocks" },
    { P "{\nw0: bar\n}\nexpect passes warp\n", "5:15: no `warp` can stand here" },
    { P "{\n", "3:1: an instruction of a warp, a block, expect, let, or '}' expected, found the end" },
    { P "{\nthen\n}\n",
      "3:1: an instruction of a warp, a block, expect, let, or '}' expected, found 'then'" },
    { P "}\n",
      "2:1: a warp (w0: ...), a setting, a loop, expect, then, or another line of a program expected, found "
      "'}'" },
    { P "for i in 0 {\n}\n", "2:12: '..' expected, found '{'" },
    { P "for i in 0..r1 {\n}\n", "2:13: no registers and predicates can stand here" },
    { P "for i of 0..1 {\n}\n", "2:7: 'in' expected, found 'of'" },
    { P "for i in 0..1\nw0: bar\n", "2:14: '{' expected, found the end of the line" },
    { P "while p0 {\n}\n", "2:7: 'any' expected, found 'p0'" },
    { P "while any r0 {\n}\n", "2:11: a predicate expected, found 'r0'" },
    { P "if lane {\n}\n", "2:4: no `lane` can stand here" },
    { P "{\n} else {\n}\n", "3:3: the end of the line expected, found 'else'" },
    { P "for i in 0..1 {\n}\nw0: mov r1, i\n", "4:13: 'i' has no meaning here" },
    { P "allow lane\n", "2:7: no `lane` can stand here" },
    { P "may lane\n", "2:5: no `lane` can stand here" },
    { P "outcome r1\n", "2:9: no registers and predicates can stand here" },
    { P "outcome 3\n", "2:1: registers of warps are told, as w0.r4" },
    { P "allow 1\nw0: bar\n", "3:1: allow, forbid, may, outcome, or the end expected, found 'w0'" },
};

// Programs that are refused because of their depth or size.
static const char *repeated(const char *head, const char *again, unsigned times, const char *tail)
{
    static char text[100000];
    size_t n = (size_t)snprintf(text, sizeof text, P "%s", head);
    for (unsigned i = 0; i < times; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s", again);
    snprintf(text + n, sizeof text - n, "%s", tail);
    return text;
}

static void try_bounds(void)
{
    static const struct {
        const char *head, *again, *tail;
        unsigned times;
        const char *said;
    } bounds[] = {
        { "w0: mov r1, ", "(", "1", 100, "2:63: nested too deep" },
        { "w0: mov r1, ", "-", "1", 100, "2:62: nested too deep" },
        { "w0: mov r1, 1", "+ 1", "\n", 200,
          "2:311: this expression is too large: more than 2000 operands, or 100 within each other" },
        { "", "{\n", "", 17, "18:1: more than 16 blocks within each other" },
        { "", "w0: bar\n", "expect part cycles 1", 1, "" },
        { "", "expect part passes 1\n", "", 65, "66:1: more than 64 expectations in one place" },
        { "list A = 0", ", 1", "\n", 4096, "2:6: a list of more than 4096 numbers" },
        { "", "{\n}\n", "", 257, "514:1: more than 256 blocks and loops in a part" },
        { "sweep D = 0..4095\n", "w0: mov r1, 1\n", "", 2500,
          "1:1: too large: 2500 statements at 4096 points of its sweeps" },
    };
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        const char *text = repeated(bounds[i].head, bounds[i].again, bounds[i].times, bounds[i].tail);
        const char *said = came("mine.l1", text, strlen(text), 8, NULL, false), *colon = strchr(said, ':');
        const bool fine =
            !*bounds[i].said ? !*said : colon && !strncmp(colon + 1, bounds[i].said, strlen(bounds[i].said));
        check(fine, bounds[i].again, bounds[i].said, said);
    }
}

// Each name uses the one before it twice. Full substitution would give 2^40 operands.
static void try_lets(void)
{
    char text[2000] = P "let a0 = lane\n";
    for (unsigned i = 0; i < 40; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "let a%u = a%u + a%u\n", i + 1, i, i);
    strcat(text, "w0: mov r1, a40 >> 38\nexpect r1 = 4*lane\n");
    const char *said = came("mine.l1", text, strlen(text), 8, NULL, true);
    check(!*said, text, "", said);
}

static void try_refusals(void)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const struct refusal *r = &refusals[i];
        char want[400];
        snprintf(want, sizeof want, "mine.l1:%s", r->said);
        const char *said = came("mine.l1", r->text, strlen(r->text), 8, NULL, false);
        check(!strcmp(said, want), r->text, want, said);
    }
    try_lets();
    char nested[400] = P;
    for (unsigned i = 0; i < 9; i++)
        snprintf(nested + strlen(nested), sizeof nested - strlen(nested), "for i%u in 0..1 {\n", i);
    const char *said = came("mine.l1", nested, strlen(nested), 8, NULL, false);
    check(!strcmp(said, "mine.l1:10:1: more than 8 loops within each other"), nested,
          "10:1: more than 8 loops", said);
    said = came("mine.l1", P, sizeof P, 8, NULL, false); // with the byte behind the text, which is 0
    check(!strcmp(said, "mine.l1:2:1: a character that means nothing here"), "a byte 0", "2:1", said);
    said = came("mine.l1", P, sizeof P - 1, 12, NULL, false);
    check(!strcmp(said, "mine.l1:1:1: no machine has so many lanes"), "12 lanes", "no machine", said);
}

// ---- run

static const struct {
    const char *text, *params, *said; // said: the result with 8 lanes; null: as the program expects
} runs[] = {
    { P "param A = 3\nw0: mov r1, A\nexpect r1 = 3\n", NULL, "" },
    { P "param A = 3\nw0: mov r1, A\nexpect r1 = 3\n", "A=4",
      "mine.l1:4:1: expected r1 = 0x3 in lane 0, seen 0x4, w0" },
    { P "param A = 3\nw0: mov r1, A\nexpect r1 = -5\n", "A=-5", "" },
    { P "param A = 3\n", "A", "mine.l1:2:7: its value on the command line is not a number" },
    { P "param A = 3\n", "A=x", "mine.l1:2:7: its value on the command line is not a number" },
    { P "param A = 3\n", "A=1 B=2", "mine.l1:1:1: it has no param 'B'" },
    { P "sweep A = 1..3\nw0: mov r1, A\nexpect r1 = 2\n", "A=2", "" },
    { P "sweep A = 1..3\nw0: mov r1, A\nexpect r1 = min(A, 2)\n", NULL,
      "mine.l1:4:1: expected r1 = 0x2 in lane 0, seen 0x3, w0 at A = 3" },
    { P "w0: mov r1, lane\noutcome w0.r1, w1.r0\n", NULL, "w0.r1=0 w1.r0=0 x 1" },
    { P "sweep D = 0..LANES - 9\nneeds LANES >= 9\nsweep E = 1..3\nw0: mov r1, D\nexpect r1 = D + 1\n", NULL,
      "" },
    { P "sweep A in 4, 4, 4\nw5: mov r3, A\noutcome w5.r3\n", NULL, "w5.r3=4 x 3" },
    { P "sweep A = 0..256\nw0: mov r1, A\noutcome w0.r1\n", NULL,
      "mine.l1:4:1: more than 256 different outcomes at A = 256" },
    { P "w0: mov r1, 0xffffffff\noutcome w0.r1, w0.r1, w0.r1, w0.r1, w0.r1, w0.r1, w0.r1, w0.r1\n", NULL,
      "mine.l1:3:1: an outcome of more than 119 letters" },
    { P "forbid w0.r1 == 0\n", NULL, "mine.l1:2:1: this is forbidden, and came" },
    { P "sweep A in 1, 2, 2\nw5: mov r3, A\nmay w5.r3 == 2\n", NULL, "allowed (line 4) x 2" },
    { P "may w0.r3 == 2\n", NULL, "allowed (line 2) x 0" },
    { P "allow w0.r1 == 1\nallow w0.r1 == 2\n", NULL,
      "mine.l1:2:1: nothing came of what is allowed here and below" },
    { P "allow w0.r1 == 1\nallow w0.r1 == 0\nforbid w0.r1 != 0\n", NULL, "" },
    { P "w0: mov r1, lane/(lane - 2)\n", NULL, "mine.l1:2:17: division by zero" },
    { P "w0: mov r1, rand(lane)\n", NULL, "mine.l1:2:13: rand wants a number of at least 1" },
    { P "w0: ld.shared.b32 r1, [lane - 3]\n", NULL,
      "mine.l1:2:29: an address is 0 to 1099511627775, this is -3" },
    { P "w0: ld.shared.b32 r1, [12 - 4*lane]\n", NULL,
      "mine.l1:2:27: an address is 0 to 1099511627775, this is -4" },
    { P "w0: st.shared.b32 [4*(7 - lane)], 5 - 3*(lane - 9) mask lane > 2 && lane < 6\n"
        "w0: ld.shared.b32 r1, [28 - lane*4] mask lane > 2 && lane < 6\nexpect r1 = 32 - 3*lane\n",
      NULL, "" },
    { P "w0: atom.shared.cas.b64 r4, [16*lane], {lane, 1}, {2, 3}\nexpect r4 = 0, r5 = 0\n"
        "w0: ld.shared.b64 r6, [16*lane]\nexpect r6 = lane, r7 = 1\n"
        "w0: atom.shared.add.u32 r8, [16*lane + 4], 5\nexpect r8 = 1\n",
      NULL, "" },
    { P "w0: delay 0 - 1\n", NULL, "mine.l1:2:13: a delay is 0 to 1000000, this is -1" },
    { P "for i in 0..9 step 0 {\nw0: bar\n}\n", NULL, "mine.l1:2:20: the step of a loop is not 0" },
    { P "w0: setp p0, 1\nwhile any p0 {\nw0: mov r1, 1\n}\n", NULL,
      "mine.l1:3:1: warp 0 goes on here without an instruction" },
    { P "w0: setp p0, 1\nwhile any p0 {\nw0: bar\n}\n", NULL,
      "mine.l1:4:5: warp 0 goes on here without an instruction" },
    { P "w0: setp p0, 1\nwhile any p0 {\nw0: delay 5\nw0: ld.shared.b32 r1, [0]\n}\n", NULL, "too long" },
    { P "w0: mov r0, 0 mask lane < 2\nw0: ld.shared.b32 r2, [4*lane] mask r0 == 0\nexpect r2 = 0\nexpect "
        "passes 2\n",
      NULL, "mine.l1:5:1: expected 2 passes, seen 1, w0" },
    { P
      "w0..1: st.shared.b32 [4*(8*warp + lane)], 10*warp + lane\nw0..1: bar\nw1: ld.shared.b32 r1, [4*lane]\n"
      "expect r1 = lane\nw1: ld.shared.s8 r2, [32 + 4*lane]\nexpect r2 = 10 + lane\n",
      NULL, "" },
    { P "w0: st.global.b128 [16*lane], {lane, 1, 2, 3}\nw0: ld.global.b128 r4, [16*lane]\nexpect r4 = "
        "lane\nexpect r7 = 3\n"
        "w0: st.global.b128 [16*lane], r4\n",
      NULL, "" },
    { P "for i in 0..3 {\n{\nw0..1: ld.shared.b32 r1, [0]\n}\nexpect passes 2\n}\nexpect passes 6\n"
        "expect part passes 6\n",
      NULL, "" },
    { P "for i in 0..3 {\n{\nw0..1: ld.shared.b32 r1, [0]\n}\nexpect passes 2 + (i == 1)\n}\n", NULL,
      "mine.l1:6:1: expected 3 passes, seen 2, loops at 1" },
    { P "w0: setp p0, 1\nwhile any p0 {\nfor i in 5..9 {\nw0: mov r1, r1 + 1\nexpect r1 < 7\n}\n}\n", NULL,
      "mine.l1:6:11: '=' expected, found '<'" },
    { P "w0: setp p0, 1\nwhile any p0 {\nfor i in 5..9 {\nw0: mov r1, r1 + 1\nexpect r1 = min(r1, 6)\n}\n}\n",
      NULL, "mine.l1:6:1: expected r1 = 0x6 in lane 0, seen 0x7, w0, loops at 1, 7" },
    { P "{\nw0: ld.shared.b32 r1, [0]\nw0: ld.shared.b32 r2, [r1]\n}\nexpect cycles 10\n", NULL, "" },
    { P "w0: ld.shared.b32 r1, [0]\nthen\nw0: ld.shared.b32 r1, [0]\nexpect part passes 1\nexpect part "
        "cycles 5\n",
      NULL, "" },
    { P "if LANES == 8 {\nw0: mov r1, 1\n} else {\nw0: mov r1, 2\n}\n"
        "if LANES > 8 {\nw0: mov r2, 1\n} else {\nw0: mov r2, 2\n}\n"
        "outcome w0.r1, w0.r2\n",
      NULL, "w0.r1=1 w0.r2=2 x 1" },
    { P "warp w1 l1 1\nw0..1: st.shared.b32 [0], warp\nw0..1: ld.shared.b32 r1, [0]\nexpect r1 = warp\n",
      NULL, "" },
    { P "warp w1 l1 1\nw0: st.global.b32 [0], 5 mask lane == 0\nw1: delay 9\nw1: ld.global.b32 r1, [0]\n"
        "expect r1 = 5\n",
      NULL, "" },
    { P "w0: cmd.all\nw0: cmd.page [4096]\nexpect cycles 2\nw0: mov r1, 1\nexpect r1 = 1\n", NULL, "" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect error range\n", NULL,
      "mine.l1:3:1: expected error range, seen none, w0" },
    { P "w0: st.global.b32 [0], 1\nexpect error readonly\n", NULL,
      "mine.l1:3:1: expected that a store is lost with error readonly: it was not" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect error range lanes lane == 1\n", NULL,
      "mine.l1:3:1: expected error range, seen none, w0" },
    { P "w0: st.global.b32 [0], 1\nexpect error readonly lane 8\n", NULL,
      "mine.l1:3:28: a lane is 0 to 7, this is 8" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect passes 1, r1 = 0, cycles 5\nexpect part passes 1, others 0, "
        "cycles 6\n",
      NULL, "mine.l1:4:1: expected 6 cycles of the part, seen 5" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect passes 1, r1 = 1\n", NULL,
      "mine.l1:3:1: expected r1 = 0x1 in lane 0, seen 0x0, w0" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect part cycles 5, others 1\n", NULL,
      "mine.l1:3:1: expected 1 hits of the part, seen 0" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect passes LANES > 8 ? 1 : any\nexpect part cycles 1 ? any : 3, "
        "passes 2\n",
      NULL, "mine.l1:4:1: expected 2 passes of the part, seen 1" },
    { P "w0: st.shared.b32 [0], 7\nfor i in 0..3 { w0: ld.shared.b32 any, [0] }\nw0: mov r0, r0\nexpect r0 = "
        "0\n"
        "expect part cycles 8\n",
      NULL, "" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect passes <= 1, cycles <= 5\nexpect part cycles <= 4, passes 1\n",
      NULL, "mine.l1:4:1: expected at most 4 cycles of the part, seen 5" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect cycles <= 9, passes <= 0\n", NULL,
      "mine.l1:3:1: expected at most 0 passes, seen 1, w0" },
    { P "w0: ld.shared.b32 r1, [0]\nexpect cycles <= any, passes < 2\n", NULL,
      "mine.l1:3:30: a number or a name expected, found '<'" },
    { P "expect part hits 0, through 0, others 1\n", NULL,
      "mine.l1:2:1: expected 1 misses of the part, seen 0" },
    { P "expect part error page [64]\n", NULL,
      "mine.l1:2:1: expected that a store is lost with error page: it was not" },
    { P "w0: st.global.b32 [0], 1\nexpect error bus refused lanes lane == 1\n", NULL,
      "mine.l1:3:1: expected that a store is lost with error bus refused: it was not" },
    { P "expect part error page [-1]\n", NULL, "mine.l1:2:25: an address is 0 to 1099511627775, this is -1" },
    { P "w0: st.global.b32 [0], 1\nexpect through 1\n", NULL, "mine.l1:3:1: expected 1 through, seen 0, w0" },
    { P "w0: cmd.page [0] removed\nw0: cmd.page [0] protected\nw0: cmd.page [0] moved\n", NULL, "" },
    { P "w0: mov r1, ones(255) + ones(-1) + ones(lane & 1)\nexpect r1 = 72 + lane%2\n", NULL, "" },
    { P "let x = rand(1000)\nw0: mov r1, x - x\nexpect r1 = 0\nw0: mov r1, rand(8)\nw0: mov r2, 8\nw0: setp "
        "p0, r1 < r2\n"
        "w0: @!p0 mov r2, 9\nw0: mov r2, r2\nexpect r2 = 8\n",
      NULL, "" },
    { P "for i in 0..2 { { w0: mov r1, i }\nif i == 1 { w0: mov r2, r1 + 1 } else { w1: mov r1, 3 } }\n"
        "w0: mov r2, r2\nexpect r2 = 2\n",
      NULL, "" },
    { P "let a = lane/(warp + 1)\nlet b = 7/a\nw0: mov r1, lane ? b + b : a\nexpect r1 = lane ? 2*(7/lane) : "
        "0\n",
      NULL, "" },
    { P "let a = 1/0\nw0: mov r1, a\n", NULL, "mine.l1:2:10: division by zero" },
    { P "for i in 0..8 {\nif rand(2) { w0: mov r1, r1 + 1 } else { w0: mov r2, r2 + 1 }\nw0: ld.shared.b32 "
        "r0, [0]\n}\n"
        "w0: mov r3, r1 + r2\nexpect r3 = 8\noutcome w0.r1\n",
      NULL, "w0.r1=3 x 1" },
    { P "list A = 5, 0x10, -1,\n LANES\nw0: mov r1, A[lane % 4]\nexpect r1 = lane % 4 == 0 ? 5 : lane % 4 == "
        "1 ? 16 "
        ": lane % 4 == 2 ? -1 : 8\n",
      NULL, "" },
    { P "list A = 1, 2\nw0: mov r1, A[lane]\n", NULL, "mine.l1:3:13: the list has no such number" },
    { P "let x = 3\nlist A = x, x*x\nlet y = A[1] + A[0]\nw0: mov r1, y\nexpect r1 = 12\n", NULL, "" },
    { P
      "w0: ld.shared.b32 r1, [0] at 40\nw1: ld.shared.b32 r1, [0]\nexpect cycles 5\nexpect part cycles 45\n",
      NULL, "" },
    { P
      "w0: cmd.all at 10\nw0: ld.shared.b32 r1, [0]\nw1: ld.shared.b32 r1, [0] at 4\nexpect part cycles 13\n",
      NULL, "" },
    { P "w0: ld.shared.b32 r1, [0] at -1\n", NULL, "mine.l1:2:30: a cycle is 0 to 1000000, this is -1" },
    // w0 would be offered first, and w1 with it; in the order of the text, all of w1's iteration comes before
    { P "order text\nfor i in 0..2 {\nw1: ld.shared.b32 r1, [0] at 30*i\nw0: st.shared.b32 [0], 1\n}\n"
        "w0: ld.shared.b32 r1, [0]\nexpect r1 = 1\nexpect part cycles 37\n",
      NULL, "" },
    { P "order text\nwarp w0 start 20\nw0: st.shared.b32 [0], 7\nw1: ld.shared.b32 r1, [0]\nexpect r1 = 7\n"
        "expect part cycles 6\n",
      NULL, "" },
    { P "order text\nw1: ld.shared.b32 r1, [0]\nw0: ld.shared.b32 r1, [4*r2]\nw1: bar\nw0: bar\nw1: "
        "st.shared.b32 [0], r1\n"
        "expect part cycles 11\n",
      NULL, "" },
    { P "order text\nw0: bar\nw0: ld.shared.b32 r1, [0]\nw1: ld.shared.b32 r1, [0]\nw1: bar\n", NULL,
      "mine.l1:3:5: in the order of the text those behind this bar wait for it, and it waits for them" },
    { P "order text\nw0: cmd.all at 50\nw1: ld.shared.b32 r1, [0]\nw1: ld.shared.b32 r2, [0]\nexpect part "
        "cycles 6\n",
      NULL, "" },
    { P "reset at 3\nw0: ld.shared.b32 r1, [0] at 2\nexpect passes 7\nw0: mov r1, 1\nthen\nw0: ld.shared.b32 "
        "r2, [0]\n"
        "expect passes 1\nw0: mov r1, r1\nexpect r1 = 0\n",
      NULL, "" },
    { P "warp w1 l1 1\nreset at 3 l1 0\nw0..1: ld.shared.b32 r1, [0] at 2\nexpect passes 7 - 6*warp\nw0..1: "
        "mov r2, r1 - r1 + 1\nthen\nw0..1: mov r1, r2\nexpect r1 = warp\n",
      NULL, "" },
    { P "w0: st.global.b32 [0], 1\nexpect error bus\nexpect part error any\n", NULL,
      "mine.l1:3:1: expected that a store is lost with error bus: it was not" },
    { P "reset at 30\nw0: mov r1, 1\nforbid w0.r1 == 1\n", NULL, "mine.l1:4:1: this is forbidden, and came" },
    { P "w0: code7.global.code7.code5 [0]\nw0: cmd.code6\nw0: cmd.carveout code15\n"
        "w0: fence.code3\n",
      NULL, "" },
    { P "w0: mov r1, 5 # a comment\n\n# another\nw0: mov r1, r1 +\n\n# in between\n 1\nexpect r1 = 6", NULL,
      "" },
#undef P
};

static void try_runs(void)
{
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        const char *said = came("mine.l1", runs[i].text, strlen(runs[i].text), 8, runs[i].params, true);
        check(!strcmp(said, runs[i].said), runs[i].text, runs[i].said, said);
    }
}

static void try_file(const char *path)
{
    static char text[PROGRAM_TEXT];
    static const unsigned lanes[] = { 8, 16, 32 };
    FILE *f = fopen(path, "r");
    const size_t n = f ? fread(text, 1, sizeof text, f) : 0;
    if (f)
        fclose(f);
    for (unsigned i = 0; i < 3; i++) {
        const char *said = n ? came(path, text, n, lanes[i], NULL, false) : "cannot be read";
        check(!*said, path, "", said);
    }
}

int main(int argc, char **argv)
{
    try_refusals();
    try_bounds();
    try_runs();
    for (int i = 1; i < argc; i++)
        try_file(argv[i]);
    printf("program: %u passed, %u failed\n", passed, failed);
    return failed != 0;
}
