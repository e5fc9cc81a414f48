// Fuzzes the reduction of a failing program (verif/stimulus/shrink), for any text, which is not checked
// before. The first byte decides which of the smaller texts still fail. Each must be a text, and the
// reduction must end within its tries.
#include "stimulus/fuzz/common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stimulus/shrink/shrink.h"

enum { TRIES = 60 };

const char *const fuzz_words[] = {
    "w0: ",
    "w63",
    "w4294967296: ",
    "ld.shared.b32 r4, [0x40]",
    "st.global.b128 [0x80], {1, 2, 3, 4}",
    "ld.code5.b64 r2, [N0[lane]]",
    "N0[lane - 2 + 5]",
    "N1[3*(lane - 2) + 5]",
    "N4294967296[lane]",
    "list N0 = 1, 2, 3\n",
    "list N1 = 0x10,\n",
    " mask lane == 3",
    " mask lane <= 31",
    " mask lane >= 7",
    " mask 0x5 >> lane & 1",
    " mask 0xffffffff >> lane & 1",
    " mask 0x0 >> lane & 1",
    " at 40",
    " at 99999999999999999999",
    "\n    expect error none, passes 1",
    " lane 3",
    "expect part error any\n",
    "then\n",
    "program 1\n",
    "needs LANES == 8\n",
    "memory latency 3..9 every 2 order random batch 4\n",
    "gaps 15 percent\n",
    "page 0x1000 absent\n",
    "fail 0x2000 walk 1\n",
    "warp w0..3 l1 1\n",
    "set interval 0x10\n",
    "reset at 9\n",
    "remainders after 3 any\n",
    "rand(1 << 32)",
    "0x",
    "0xffffffffffffffff",
    "rand",
    " moved",
    "#",
    "\n",
    "[",
    "]",
    ", ",
    "bar",
    "cmd.page [0x3000] moved\n",
    NULL,
};

struct draw {
    unsigned often; // of 8 texts this number fail
    unsigned asked;
};

static bool same(void *who, const char *text)
{
    struct draw *d = who;
    unsigned sum = 0;
    for (; *text; text++)
        sum = 31 * sum + (unsigned char)*text;
    d->asked++;
    return (sum ^ sum >> 7) % 8 < d->often;
}

static bool over(void *who)
{
    (void)who;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct draw d = { .often = count ? bytes[0] % 8 : 0 };
    struct shrinker s = { .same = same, .over = over, .who = &d, .most = TRIES };
    char *text = strndup(count ? (const char *)bytes + 1 : "", count ? count - 1 : 0),
         *small = shrink(&s, text);
    if (!small || d.asked > TRIES || s.tries != d.asked)
        fuzz_complain("not made small in its tries", text);
    free(small);
    free(text);
    return 0;
}
