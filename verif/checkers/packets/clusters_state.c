#include "checkers/packets/clusters_state.h"

#include <stdarg.h>
#include <stdio.h>

#ifdef UL1_HAS_DCSIDE // with these sizes

const char *clusters_found(struct clusters *l, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(l->error, sizeof l->error, format, ap);
    va_end(ap);
    return l->error;
}

unsigned clusters_sectors(const struct clusters *l, unsigned sm, unsigned number)
{
    unsigned sect = 0;
    for (unsigned i = 0; i < l->sm[sm].top; i++) {
        const struct clusters_request *r = &l->sm[sm].request[i];
        if (r->used && r->op == UL1_MEMOP_READ && r->number == number)
            sect |= r->left;
    }
    return sect;
}

bool clusters_fences(const struct clusters *l, unsigned sm, unsigned number)
{
    for (unsigned i = 0; i < l->sm[sm].fences; i++)
        if (l->sm[sm].fence[i].number == number)
            return true;
    return false;
}

bool clusters_olds(const struct clusters *l, unsigned sm, unsigned number)
{
    bool any = false;
    for (unsigned i = 0; i < l->sm[sm].top; i++) {
        const struct clusters_request *r = &l->sm[sm].request[i];
        any |= r->used && r->old && r->old_number == number;
    }
    return any;
}

bool clusters_ahead(const struct clusters *l, unsigned cluster, const struct clusters_request *it)
{
    bool any = false;
    for (unsigned s = cluster * CLUSTERS_SMS; s < (cluster + 1) * CLUSTERS_SMS; s++)
        for (unsigned i = 0; i < l->sm[s].top; i++) {
            const struct clusters_request *r = &l->sm[s].request[i];
            any |= r->used && r->op == UL1_MEMOP_WRITE && r->at_node && !r->arrived && r->line == it->line
                && r->turn < it->turn;
        }
    return any;
}

bool clusters_busy(const struct clusters *l)
{
    bool busy = false;
    for (unsigned s = 0; s < UL1_SMS; s++)
        busy |= l->sm[s].requests || l->sm[s].fences;
    return busy;
}

void clusters_leave(struct clusters *l, struct clusters_sm *sm, struct clusters_request *r)
{
    const uint64_t took = l->cycle - r->taken;
    l->slowest = took > l->slowest ? took : l->slowest;
    r->used = false;
    if (r->words)
        r->words->holders--;
    sm->requests--;
    while (sm->top && !sm->request[sm->top - 1].used)
        sm->top--;
}

#endif
