#include "cosim/story/label.h"

#include <stdio.h>

#include "environment/sm/phrase.h"

struct label label_of(const struct instr *i)
{
    struct label l;
    snprintf(l.text, sizeof l.text, "w%u %s", i->warp, phrase_form(i).text);
    return l;
}

// The mnemonic up to its first dot.
struct label label_short(const struct instr *i)
{
    struct label l;
    const struct phrase_form f = phrase_form(i);
    snprintf(l.text, sizeof l.text, "w%u %.*s", i->warp, (int)strcspn(f.text, "."), f.text);
    return l;
}
