// Fuzzes the question of `unison explain`: a line each of access, mask and loops (cmodel/tools/explain). A
// refusal must have line and column.
#include "stimulus/fuzz/common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explain/pattern.h"

enum { LOOPS = 4 };

const char *const fuzz_words[] = {
    "ld",
    "st",
    ".shared",
    ".global",
    ".local",
    ".b8",
    ".s16",
    ".b32",
    ".b64",
    ".b128",
    ".cg",
    "[4*lane]",
    "lane",
    "i",
    "j",
    "k",
    "LANES",
    "0",
    "-1",
    "9223372036854775807",
    "1 << 63",
    "i in 0..8",
    "j in 0..4095",
    "k in 5..4",
    "..",
    "in",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "{1, 2}",
    "+",
    "*",
    "/",
    "%",
    "<<",
    "?",
    ":",
    "lane % 2",
    "@p0",
    "r255",
    "w0:",
    ",",
    "\n",
    "min(",
    "bits(",
    "rand(3)",
    NULL,
};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    char *text = strndup((const char *)bytes, count), *part[LOOPS + 2] = { 0 }, *rest = text;
    struct question q = { .lanes = 8u << count % 3 };
    struct pattern p;
    char error[300] = "";
    for (unsigned n = 0; n < LOOPS + 2; n++)
        part[n] = strsep(&rest, "\n");
    q.access = part[0];
    q.mask = part[1] && *part[1] ? part[1] : NULL;
    q.loop = (const char *const *)part + 2;
    while (q.loops < LOOPS && part[2 + q.loops])
        q.loops++;
    if (pattern_read(&p, &q, error))
        pattern_free(&p);
    else if (!strchr(error, ':'))
        fuzz_complain("refused without a place", error);
    free(text);
    return 0;
}
