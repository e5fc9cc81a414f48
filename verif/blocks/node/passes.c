#include "blocks/node/passes.h"
#include "blocks/node/packets.h"

// ---- lines and MSHRs

static void forget(struct node_contract *c, uint64_t line)
{
    struct node_line *l = node_contract_line(c, line);
    if (l)
        l->known = 0;
}

static void touch(struct node_contract *c, uint64_t line)
{
    struct node_line *l = node_contract_line(c, line);
    if (l)
        l->touched = ++c->passes;
}

// The line, in place of the one touched the longest ago that is not under fetch, if it is not kept. Null:
// there is none.
static struct node_line *keep(struct node_contract *c, uint64_t line)
{
    struct node_line *l = node_contract_line(c, line), *set = node_contract_set(c, line);
    if (l)
        return l;
    for (unsigned i = 0; i < NODE_KEPT; i++) {
        struct node_line *at = &set[i];
        if (at->here && node_contract_mshr(c, at->line) < UL1_NODE_MSHRS)
            continue;
        const bool empty = !at->here || !at->known;
        if (!l || (empty && l->here && l->known) || (!empty && l->known && at->touched < l->touched))
            l = at;
    }
    if (l)
        *l = (struct node_line){ .here = true, .line = line };
    return l;
}

// ---- passes

static void answer(struct node_contract *c, unsigned kind, unsigned from, uint32_t sub, unsigned sect,
                   bool err, const uint32_t *word)
{
    struct node_packet *p = &c->answer;
    memset(p, 0, sizeof *p);
    p->head.head = true;
    p->head.kind = (uint8_t)kind;
    p->head.dst = (uint8_t)from;
    p->head.sub = sub;
    p->head.err = err;
    p->sect = (uint8_t)sect;
    for (unsigned i = 0; word && i < UL1_LINE_WORDS; i++)
        p->word[i] = sect >> i / UL1_SECTOR_WORDS & 1 ? word[i] : 0;
    c->answers = true;
}

// The oldest request leaves by Q3.
static void ask(struct node_contract *c, uint32_t sub, unsigned sect)
{
    struct node_packet p = c->queue[0];
    p.head.dst = (uint8_t)home_dst(p.head.line, UL1_NODE_SKIP);
    p.head.sub = sub;
    p.head.err = false;
    p.sect = (uint8_t)sect;
    send(&c->request, &p);
    c->fetched = (uint8_t)(sub & NODE_BY ? 0 : sect);
    c->request_since = c->cycle;
}

static bool is_closed(const struct node_contract *c, uint64_t line)
{
    const unsigned n = node_contract_mshr(c, line);
    return n < UL1_NODE_MSHRS && c->entry[n].closed;
}

// A read that is not answered by Q3 and Q4 alone: not one that must see what a slice has.
static bool is_cached(const struct node_contract *c, const struct node_packet *r)
{
    const bool past = r->head.use == UL1_READKIND_WALK || r->head.use == UL1_READKIND_FRESH;
    return r->head.kind == UL1_PACKET_READ && !past && !is_closed(c, r->head.line);
}

static const char *see_hit(struct node_contract *c, const struct node_packet *r)
{
    struct node_line *l = node_contract_line(c, r->head.line);
    if (!is_cached(c, r) || !l || r->sect & ~l->known)
        return "pass_did: a hit of a request that passes by, or of sectors that no slice has sent since a "
               "write";
    answer(c, UL1_PACKET_DATA, r->head.dst, r->head.sub, r->sect, false, l->word);
    touch(c, r->head.line);
    return NULL;
}

// Sectors are fetched: those that the packet of Q3 names.
static const char *see_fetch(struct node_contract *c, const struct node_packet *r, unsigned n, unsigned sect)
{
    struct node_entry *e = &c->entry[n];
    struct node_line *l = keep(c, r->head.line);
    if (!l)
        return "pass_did: more lines of a set are under fetch than it has ways";
    if (sect & ~(r->sect & ~e->coming & ~e->failed) || r->sect & ~(sect | l->known | e->coming | e->failed))
        return "q3_sect: a fetch of sectors that are not needed, or not of all that are";
    l->known &= (uint8_t)~sect;
    e->coming |= (uint8_t)sect;
    e->read[e->reads++] =
        (struct node_read){ .from = r->head.dst, .sect = r->sect, .sub = r->head.sub, .since = c->cycle };
    if (sect)
        ask(c, n, sect);
    touch(c, r->head.line);
    return NULL;
}

static const char *see_miss(struct node_contract *c, const struct node_packet *r,
                            const struct ul1_node_out *out)
{
    unsigned n = 0;
    while (n < UL1_NODE_MSHRS && c->entry[n].open)
        n++;
    if (n == UL1_NODE_MSHRS || out->pass_mshr != n || !out->q3_valid || c->request.flits)
        return "pass_did, pass_mshr: a miss without the lowest free MSHR, or without a fetch";
    if (!is_cached(c, r) || node_contract_mshr(c, r->head.line) < UL1_NODE_MSHRS || !out->q3_sect)
        return "pass_did: a miss of a request that passes by, or of a line under fetch";
    c->entry[n] = (struct node_entry){ .line = r->head.line };
    const char *broken = see_fetch(c, r, n, out->q3_sect);
    c->entry[n].open = true;
    return broken;
}

static const char *see_merge(struct node_contract *c, const struct node_packet *r,
                             const struct ul1_node_out *out)
{
    const unsigned n = node_contract_mshr(c, r->head.line);
    if (!is_cached(c, r) || n == UL1_NODE_MSHRS || out->pass_mshr != n || c->entry[n].reads == UL1_NODE_LIST)
        return "pass_did, pass_mshr: a merge without an open MSHR of the line, or a place in its list";
    const bool fetches = out->q3_valid && !c->request.flits;
    if (fetches && !c->entry[n].coming)
        return "pass_did: a fetch for an MSHR that answers";
    return see_fetch(c, r, n, fetches ? out->q3_sect : 0);
}

// A request passes by, or an inv of the line: no copy of it stays.
static void end_copies(struct node_contract *c, uint64_t line)
{
    const unsigned n = node_contract_mshr(c, line);
    if (n < UL1_NODE_MSHRS)
        c->entry[n].closed = true;
    else
        forget(c, line);
}

static const char *see_pass(struct node_contract *c, const struct node_packet *r)
{
    if (is_cached(c, r) || r->head.kind == UL1_PACKET_INV || c->request.flits)
        return "pass_did: a request passes by that must not, or while Q3 has no room";
    ask(c, NODE_BY | (uint32_t)r->head.dst << UL1_TAG_W | r->head.sub, r->sect);
    end_copies(c, r->head.line);
    return NULL;
}

static const char *see_inv(struct node_contract *c, const struct node_packet *r)
{
    if (r->head.kind != UL1_PACKET_INV)
        return "pass_did: an inv without one";
    for (unsigned n = 0; n < UL1_NODE_SETS && !r->sect; n++)
        for (unsigned i = 0; i < NODE_KEPT; i++)
            end_copies(c, c->line[n][i].line);
    for (unsigned n = 0; n < UL1_NODE_MSHRS && !r->sect; n++)
        c->entry[n].closed = c->entry[n].open;
    if (r->sect)
        end_copies(c, r->head.line);
    answer(c, UL1_PACKET_ACK, r->head.dst, r->head.sub, 0, false, NULL);
    return NULL;
}

// The oldest request stays for a reason.
static const char *see_lacks(const struct node_contract *c, unsigned did, const struct node_packet *r,
                             const struct ul1_node_out *out)
{
    const unsigned n = node_contract_mshr(c, r->head.line);
    const bool there = n < UL1_NODE_MSHRS;
    const struct node_entry *e = &c->entry[there ? n : 0];
    unsigned open = 0, of_set = 0;
    for (unsigned i = 0; i < UL1_NODE_MSHRS; i++) {
        open += c->entry[i].open;
        of_set +=
            c->entry[i].open && !((c->entry[i].line ^ r->head.line) >> UL1_NODE_LOW & (UL1_NODE_SETS - 1));
    }
    const bool lacks = did == UL1_NODEDID_LIST
        ? is_cached(c, r) && there && out->pass_mshr == n && (e->reads == UL1_NODE_LIST || !e->coming)
        : did == UL1_NODEDID_WAY     ? is_cached(c, r) && !there && of_set == UL1_NODE_WAYS
        : did == UL1_NODEDID_MSHR    ? is_cached(c, r) && !there && open == UL1_NODE_MSHRS
        : did == UL1_NODEDID_REQUEST ? c->request.flits != 0 && r->head.kind != UL1_PACKET_INV
                                     : c->answers && (is_cached(c, r) || r->head.kind == UL1_PACKET_INV);
    return lacks ? NULL : "pass_did: the oldest request stays for a reason that does not hold";
}

static const char *see_request(struct node_contract *c, unsigned did, const struct ul1_node_out *out)
{
    const struct node_packet r = c->queue[0];
    const bool answers = did == UL1_NODEDID_HIT || did == UL1_NODEDID_INV;
    if (!c->queued)
        return "pass_did: a pass of a request, and there is none";
    if (did >= UL1_NODEDID_LIST)
        return see_lacks(c, did, &r, out);
    if (answers && c->answers)
        return "pass_did: an answer while another one waits";
    const char *broken = did == UL1_NODEDID_HIT ? see_hit(c, &r)
        : did == UL1_NODEDID_MISS               ? see_miss(c, &r, out)
        : did == UL1_NODEDID_MERGE              ? see_merge(c, &r, out)
        : did == UL1_NODEDID_PASS               ? see_pass(c, &r)
                                                : see_inv(c, &r);
    memmove(c->queue, c->queue + 1, --c->queued * sizeof *c->queue);
    c->oldest = c->cycle;
    return broken;
}

static const char *see_fill(struct node_contract *c, const struct ul1_node_out *out)
{
    const struct node_packet *p = &c->shown;
    struct node_entry *e = &c->entry[p->head.sub % UL1_NODE_MSHRS];
    struct node_line *l = node_contract_line(c, e->line);
    if (out->pass_mshr != p->head.sub || !l || c->readies == UL1_NODE_MSHRS)
        return "pass_did, pass_mshr: a fill of no sectors that came";
    e->coming &= (uint8_t)~p->sect;
    if (p->head.err)
        e->failed |= p->sect;
    else
        l->known |= p->sect;
    for (unsigned i = 0; i < UL1_LINE_WORDS && !p->head.err; i++)
        if (p->sect >> i / UL1_SECTOR_WORDS & 1)
            l->word[i] = p->word[i];
    if (!e->coming)
        c->ready[c->readies++] = p->head.sub;
    return NULL;
}

// The first MSHR that answers has no read left.
static void end_entry(struct node_contract *c)
{
    struct node_entry *e = &c->entry[c->ready[0]];
    if (e->closed)
        forget(c, e->line);
    touch(c, e->line);
    *e = (struct node_entry){ 0 };
    memmove(c->ready, c->ready + 1, --c->readies * sizeof *c->ready);
}

static const char *see_replay(struct node_contract *c, unsigned did, const struct ul1_node_out *out)
{
    if (!c->readies || out->pass_mshr != c->ready[0] || c->answers)
        return "pass_did, pass_mshr: a replay not of the first MSHR that answers, or while an answer waits";
    struct node_entry *e = &c->entry[c->ready[0]];
    struct node_line *l = node_contract_line(c, e->line);
    const struct node_read *r = &e->read[e->next];
    const unsigned failed = r->sect & e->failed, good = r->sect & ~failed;
    const bool words = good && !e->half;
    if (words != (did == UL1_NODEDID_WORDS) || !l || (words && good & ~l->known))
        return "pass_did: not words first, then an error";
    answer(c, UL1_PACKET_DATA, r->from, r->sub, words ? good : failed, !words, words ? l->word : NULL);
    e->half = words && failed;
    if (!e->half && ++e->next == e->reads)
        end_entry(c);
    return NULL;
}

// Follows the pass that was in stage 1 in the previous cycle.
const char *node_see_pass(struct node_contract *c, const struct ul1_node_out *out)
{
    const unsigned did = out->pass_did;
    const bool replays =
        did == UL1_NODEDID_ANSWER && c->readies && out->pass_mshr == c->ready[0] && c->answers;
    if (c->filled != (did == UL1_NODEDID_FILL))
        return "pass_did: sectors that came are not filled in their pass";
    if (did == UL1_NODEDID_FILL)
        return see_fill(c, out);
    if (did == UL1_NODEDID_WORDS || did == UL1_NODEDID_ERROR)
        return see_replay(c, did, out);
    return did == UL1_NODEDID_NONE || replays ? NULL : see_request(c, did, out);
}
