#include "run/wide.h"

#include <stddef.h>

void wide_note(struct wide *w, const struct ul1_sim_instr *i)
{
    unsigned n = 0;
    if (i->op > UL1_OP_STORE || i->space != UL1_SPACE_SHARED || i->width < UL1_WIDTH_B64)
        return;
    while (n < WIDE - 1 && w->at[n].used)
        n++;
    w->at[n].used = true;
    w->at[n].instr = *i;
}

static unsigned index_of(const struct wide *w, uint64_t tag)
{
    unsigned n = 0;
    while (n < WIDE && !(w->at[n].used && w->at[n].instr.tag == tag))
        n++;
    return n;
}

void wide_forget(struct wide *w, uint64_t tag)
{
    const unsigned n = index_of(w, tag);
    if (n < WIDE)
        w->at[n].used = false;
}

const struct ul1_sim_instr *wide_find(const struct wide *w, uint64_t tag)
{
    const unsigned n = index_of(w, tag);
    return n < WIDE ? &w->at[n].instr : NULL;
}
