// Fuzzes programs (cmodel/tools/program): parses them, and runs valid ones on a trivial machine. A refusal
// must have a position. A first line `#params NAME=1` has the params.
#include "stimulus/fuzz/common.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/engine.h"
#include "program/parse.h"
#include "program/pretend.h"

enum { CYCLES = 3000 }; // cycles of a program, at most

const char *const fuzz_words[] = {
    "w0",
    "w0..3",
    "w63",
    "p0",
    "r0",
    "r255",
    "lane",
    "warp",
    "LANES",
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "0xffffffff",
    "1 << 63",
    "rand(3)",
    "min(",
    "gcd(",
    "bits(",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "{\n",
    "}\n",
    ":",
    ",",
    "?",
    "..",
    "@p0",
    "@!p0",
    "ld.shared.b32 r1, [0]",
    "st.global.b128 [0], {1, 2, 3, 4}",
    "fence.gpu",
    "mov r1,",
    "setp p0,",
    "bar",
    "delay",
    "cmd.flush",
    "mask",
    "for i in 0..3 {\n",
    "while any p0 {\n",
    "if 1 {\n",
    "} else {\n",
    "step",
    "then\n",
    "sweep D = 0..3\n",
    "param N = 3\n",
    "needs 0\n",
    "let x =",
    "expect passes",
    "expect r1 =",
    "expect error page",
    "expect part cycles",
    "allow",
    "forbid",
    "may",
    "outcome w0.r1\n",
    "order oldest\n",
    "warp w1 l1 1 cta 2 start 3\n",
    "set page p64k\n",
    "memory latency 3..9 every 2\n",
    "page 0 absent\n",
    "fail 0\n",
    "stores late 1 of 2\n",
    "port reserved 1 of 2\n",
    "fresh\n",
    "list A = 1, 2, LANES\n",
    "A[1]",
    "A[lane % 3]",
    "at 40",
    "order text\n",
    "code5",
    "code6.shared.b32 [0]",
    "inval.global [128*lane]",
    "flush.local [0]",
    "gaps 15 percent\n",
    "reset at 9\n",
    "draws 7\n",
    "remainders after 3 any\n",
    "expect part error any\n",
    "memory order random batch 4 pieces 20 stall 30 apart 2\n",
    "/",
    "%",
    "*",
    "+",
    "-",
    "<<",
    ">>",
    "&&",
    "||",
    "==",
    "!=",
    "~",
    "!",
    "\n",
    "#",
    "\"",
    "program 1\n",
    "shows \"x\"\n",
    "0b1",
    "1_0",
    NULL,
};

// A message begins with a position; one about params has a name of them.
static bool placed(const char *said)
{
    unsigned line, column;
    return sscanf(said, "fuzz.l1:%u:%u: ", &line, &column) == 2 && line && column;
}

static void run(struct tree *t)
{
    struct engine *e = engine_new(t, 1);
    if (e && engine_check(e)) {
        engine_free(e);
        e = engine_new(t, 1);
        if (e)
            pretend_run(e, t, CYCLES);
    }
    if (e && *engine_error(e) && !placed(engine_error(e)))
        fuzz_complain("objected without a place", engine_error(e));
    if (e)
        engine_free(e);
}

// The params of the first line; null: none.
static char *params_of(const uint8_t *bytes, size_t count)
{
    static const char HEAD[] = "#params ";
    const size_t head = sizeof HEAD - 1;
    if (count <= head || memcmp(bytes, HEAD, head))
        return NULL;
    const uint8_t *end = memchr(bytes, '\n', count);
    return strndup((const char *)bytes + head, (end ? (size_t)(end - bytes) : count) - head);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct complaint c = { .file = "fuzz.l1" };
    char *params = params_of(bytes, count);
    struct tree *t = parse_program((const char *)bytes, count, 8u << count % 3, params, &c);
    if (!t && !placed(c.text))
        fuzz_complain("refused without a place", c.text);
    if (t && *c.text)
        fuzz_complain("understood with a complaint", c.text);
    if (t) {
        run(t);
        tree_free(t);
    }
    free(params);
    return 0;
}
