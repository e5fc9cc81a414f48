// Fuzzes recordings (verif/checkers/lockstep): plays them to their end, for the block that the first byte
// selects. A wrong value must be refused with its line.
#include "stimulus/fuzz/common.h"

#include <stdlib.h>
#include <string.h>

#include "checkers/lockstep/recording.h"

const char *const fuzz_words[] = { "x", "z",  "0", "ffffffff",          "f",       "X", "g",
                                   "#", "\n", " ", "0 0 0 0 0 0 0 0\n", "# a b\n", NULL };

static void play(struct twin *t, void *in, void *out)
{
    while (!*t->error && t->ops->early(t, out)) {
        t->ops->late(t, in, out);
        t->ops->clock(t, in, out);
    }
    if (!strstr(t->error, "line "))
        fuzz_complain("ends without a line", t->error);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    size_t blocks;
    const struct ul1_block *all = ul1_blocks(8, &blocks), *shape;
    char error[400] = "", base[200];
    if (!count)
        return 0;
    shape = &all[bytes[0] % blocks];
    const char *path = fuzz_file(".out", bytes + 1, count - 1);
    memcpy(base, path, strlen(path) - 4);
    base[strlen(path) - 4] = 0;
    struct twin *t = twin_recording(shape, base, error, sizeof error);
    void *in = calloc(1, shape->in_size), *out = calloc(1, shape->out_size);
    if (!in || !out)
        exit(2);
    if (t) {
        play(t, in, out);
        t->ops->free(t);
    } else if (!strstr(error, base))
        fuzz_complain("refused without a name", error);
    free(in);
    free(out);
    return 0;
}
