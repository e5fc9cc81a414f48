#include "environment/memory/offers.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kit/arithmetic.h"
#include "common/atoms.h"
#include "common/sizes.h"

_Static_assert(UL1_SECTORS <= 8 && (unsigned)UL1_INSTRS_MOST < FENCES, "masks have 8 bits, and FENCES bits");

bool offers_object(struct offers *s, const char *format, ...)
{
    size_t n = (size_t)snprintf(s->error, sizeof s->error, "memory: ");
    va_list args;
    va_start(args, format);
    vsnprintf(s->error + n, sizeof s->error - n, format, args);
    va_end(args);
    return false;
}

void offers_look_at(struct offer *o, const struct ul1_l1_out *out)
{
    o->own = 0;
    const struct ul1_mmu_out *mmu = &out->mmu;
    const struct ul1_wdb_out *wdb = &out->wdb;
    o->line = mmu->mem_line;
    o->vline = mmu->mem_vline;
    o->kind = mmu->mem_op;
    o->sub = mmu->mem_number;
    o->sect = mmu->mem_sect;
    o->level = mmu->mem_level;
    o->purpose = mmu->memread_kind;
    o->warp = mmu->memread_warp;
    o->space = mmu->memread_space;
    if (o->kind != UL1_MEMOP_WRITE)
        return;
    o->payload.atom = wdb->memdata_atom;
    o->payload.wide = wdb->memdata_wide;
    o->payload.minus = wdb->memdata_signed;
    o->payload.returns = out->old.memold_valid;
    o->payload.old = out->old.memold_valid ? out->old.memold_number : 0;
    memcpy(o->payload.be, wdb->memdata_be, sizeof o->payload.be);
    memcpy(o->payload.word, wdb->memdata_word, sizeof o->payload.word);
}

unsigned offers_bytes(const struct payload *w)
{
    unsigned bytes = 0;
    for (unsigned bank = 0; bank < UL1_LINE_WORDS; bank++)
        bytes += (unsigned)__builtin_popcount(w->be[bank]);
    return bytes;
}

// Whether two writes have the same data.
static bool same_payload(const struct payload *a, const struct payload *b)
{
    bool same = a->atom == b->atom && a->wide == b->wide && a->minus == b->minus && a->returns == b->returns
        && a->old == b->old;
    if (same && !memcmp(a->be, b->be, sizeof a->be) && !memcmp(a->word, b->word, sizeof a->word))
        return true; // mostly, the bytes that are not enabled are equal too
    for (unsigned bank = 0; bank < UL1_LINE_WORDS; bank++) {
        same &= a->be[bank] == b->be[bank];
        if (a->atom == UL1_ATOM_CAS)
            same &= a->word[bank] == b->word[bank] || !(a->be[bank] | a->be[bank ^ (a->wide ? 2 : 1)]);
        for (unsigned byte = 0; byte < UL1_WORD_BYTES; byte++)
            same &= !(a->be[bank] >> byte & 1 && (a->word[bank] ^ b->word[bank]) >> 8 * byte & 0xff);
    }
    return same;
}

// Whether an offer that was not taken is offered again, unchanged.
static bool unchanged(struct offers *s, bool valid, const struct offer *o)
{
    const struct offer *w = &s->waiting;
    if (!valid)
        return offers_object(s, "a request of number %u was offered, not taken, and is offered no more",
                             w->sub);
    if (o->kind != w->kind || o->vline != w->vline || o->level != w->level)
        return offers_object(s,
                             "a request was offered and not taken, of kind %u, virtual line 0x%" PRIx64
                             ", level %u, and has "
                             "become kind %u, virtual line 0x%" PRIx64 ", level %u",
                             w->kind, w->vline, w->level, o->kind, o->vline, o->level);
    if (o->sub != w->sub || o->own != w->own || o->line != w->line || o->sect != w->sect)
        return offers_object(s,
                             "a request was offered and not taken, of number %u, line 0x%" PRIx64
                             ", sectors 0x%x, and has "
                             "become number %u, line 0x%" PRIx64 ", sectors 0x%x",
                             w->sub, w->line, w->sect, o->sub, o->line, o->sect);
    if (o->purpose != w->purpose || o->warp != w->warp || o->space != w->space)
        return offers_object(
            s,
            "a read was offered and not taken, for kind %u, warp %u, space %u, and has become "
            "one for kind %u, warp %u, space %u",
            w->purpose, w->warp, w->space, o->purpose, o->warp, o->space);
    if (o->kind == UL1_MEMOP_WRITE && !same_payload(&o->payload, &w->payload))
        return offers_object(
            s, "a write of line 0x%" PRIx64 " was offered and not taken, and writes something else now",
            o->line);
    return true;
}

unsigned offers_purpose(const struct offers *s, unsigned number)
{
    if (offers_walk(s, number))
        return UL1_READKIND_WALK;
    if (number < s->sizes->prt)
        return UL1_READKIND_LOAD;
    return s->sizes->constants && number == s->sizes->con_number ? UL1_READKIND_CONSTANT
                                                                 : UL1_READKIND_TEXTURE;
}

// Whether a read says what it is for: the fetch of a line by a load, which may also be fresh or a store's,
// and so on.
static bool sound_purpose(struct offers *s, const struct offer *o)
{
    const unsigned purpose = offers_purpose(s, o->sub);
    const bool line = purpose == UL1_READKIND_LOAD,
               tells = s->sizes->read_sources && (line || purpose == UL1_READKIND_CONSTANT);
    const bool store = line && o->purpose == UL1_READKIND_STORE,
               fresh = line && s->sizes->caches_behind && o->purpose == UL1_READKIND_FRESH;
    const bool space = !tells ? !o->space
        : line                ? o->space == UL1_SPACE_GLOBAL || o->space == UL1_SPACE_LOCAL
                              : o->space == UL1_SPACE_CONST;
    if (o->purpose != purpose && !store && !fresh)
        return offers_object(s, "a read of number %u is for kind %u", o->sub, o->purpose);
    if (!space || (!tells && o->warp) || o->warp >= s->sizes->warps)
        return offers_object(s, "a read of number %u, for kind %u, is of warp %u, space %u", o->sub,
                             o->purpose, o->warp, o->space);
    return true;
}

// The read of an operation that is performed before memory.
static bool sound_own_read(struct offers *s, const struct offer *o)
{
    if (o->sub >= s->sizes->wdb)
        return offers_object(s, "a read for an operation has number %u, and no write has that", o->sub);
    if (!o->sect || o->sect & s->own[o->own])
        return offers_object(s, "the read for operation %u asks for the sectors 0x%x, with 0x%x under way",
                             o->own, o->sect, s->own[o->own]);
    return o->purpose == UL1_READKIND_ATOM && !o->warp && !o->space && !o->vline && !o->level
        ? true
        : offers_object(s, "the read for operation %u is for kind %u, or has fields of another request",
                        o->own, o->purpose);
}

static bool sound_read(struct offers *s, const struct offer *o)
{
    if (o->own)
        return sound_own_read(s, o);
    if (o->sub >= s->sizes->read_numbers)
        return offers_object(s, "a read has number %u, which does not exist", o->sub);
    if (!o->sect)
        return offers_object(s, "a read of number %u asks for no sector", o->sub);
    if (o->sect & s->outstanding[o->sub])
        return offers_object(
            s, "a read of number %u asks for the sectors 0x%x, of which 0x%x are under way under that number",
            o->sub, o->sect, o->sect & s->outstanding[o->sub]);
    if (offers_walk(s, o->sub) && (o->sect & (o->sect - 1)))
        return offers_object(s, "a page walker asks for the sectors 0x%x, more than one", o->sect);
    if (offers_walk(s, o->sub) && s->outstanding[o->sub])
        return offers_object(s, "a page walker asks while its last request is under way");
    if (o->vline || o->level)
        return offers_object(s, "a read has virtual line 0x%" PRIx64 ", level %u, which it has none of",
                             o->vline, o->level);
    return sound_purpose(s, o);
}

// Whether the operation of a write exists, and is on whole numbers.
static bool sound_operation(const struct payload *p)
{
    const unsigned width = p->wide ? UL1_WIDTH_B64 : UL1_WIDTH_B32;
    bool whole = true;
    if (!p->atom)
        return !p->wide && !p->minus && !p->returns;
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++) {
        whole &= (!p->be[n] || p->be[n] == ALL_BYTES) && (!p->wide || p->be[n] == p->be[n ^ 1]);
        whole &= p->atom != UL1_ATOM_CAS || !p->be[n] || !p->be[n ^ (p->wide ? 2 : 1)];
    }
    return red_known(p->atom, width, p->returns) && whole;
}

static bool sound_write(struct offers *s, const struct offer *o)
{
    // the bits of a line number inside the smallest page
    const unsigned page = (1u << UL1_PAGE_MIN_W) / UL1_LINE_BYTES - 1;
    if (o->own && (!o->operation || o->payload.atom))
        return offers_object(s, "a write of line 0x%" PRIx64 " is for operation %u, which was not read for",
                             o->line, o->own);
    if (o->sub >= s->sizes->wdb)
        return offers_object(s, "a write has number %u, which does not exist", o->sub);
    if (!offers_bytes(&o->payload))
        return offers_object(s, "a write of line 0x%" PRIx64 " writes no byte", o->line);
    if (!sound_operation(&o->payload))
        return offers_object(s,
                             "a write of line 0x%" PRIx64
                             " has an operation %u that does not exist, or parts of its numbers",
                             o->line, o->payload.atom);
    if (o->payload.returns && s->olds >> o->payload.old & 1)
        return offers_object(s, "an atomic has number %u, of which one is under way", o->payload.old);
    if ((o->line ^ o->vline) & page)
        return offers_object(s,
                             "a write of line 0x%" PRIx64 " has virtual line 0x%" PRIx64
                             ", which has another place in its page",
                             o->line, o->vline);
    if (o->sect || o->level)
        return offers_object(s, "a write has sectors 0x%x, level %u, which it has none of", o->sect,
                             o->level);
    return true;
}

static bool sound_fence(struct offers *s, const struct offer *o)
{
    if (o->sub >= s->sizes->instrs && o->sub != s->sizes->cmd_id)
        return offers_object(s, "a fence has number %u, which does not exist", o->sub);
    if (s->fences >> o->sub & 1)
        return offers_object(s, "a fence has number %u, of which one is under way", o->sub);
    if (o->level == UL1_LEVEL_CTA)
        return offers_object(s, "a fence has level cta, for which none is sent");
    if (o->sub == s->sizes->cmd_id && o->level != UL1_LEVEL_SYS)
        return offers_object(s, "a command's fence has level %u, not sys", o->level);
    if (o->line || o->vline || o->sect)
        return offers_object(s,
                             "a fence has line 0x%" PRIx64 ", virtual line 0x%" PRIx64
                             ", sectors 0x%x, which it has none of",
                             o->line, o->vline, o->sect);
    return true;
}

// Whether a request is legal.
static bool sound(struct offers *s, const struct offer *o)
{
    if (o->line >> s->sizes->pline_w || o->vline >> s->sizes->line_w)
        return offers_object(s,
                             "a request of kind %u has line 0x%" PRIx64 ", virtual line 0x%" PRIx64
                             ", which no address lies on",
                             o->kind, o->line, o->vline);
    if (o->own > OWNS || (o->own && o->kind == UL1_MEMOP_FENCE))
        return offers_object(s, "a request of kind %u is for operation %u, which does not exist", o->kind,
                             o->own);
    if (o->kind != UL1_MEMOP_READ && (o->purpose || o->warp || o->space))
        return offers_object(s,
                             "a request of kind %u is for kind %u, warp %u, space %u, as if it were a read",
                             o->kind, o->purpose, o->warp, o->space);
    switch (o->kind) {
    case UL1_MEMOP_READ:
        return sound_read(s, o);
    case UL1_MEMOP_WRITE:
        return sound_write(s, o);
    case UL1_MEMOP_FENCE:
        return sound_fence(s, o);
    default:
        return offers_object(s, "a request is of kind %u, which does not exist", o->kind);
    }
}

bool offers_check(struct offers *s, bool valid, const struct offer *o)
{
    return (!s->waits || unchanged(s, valid, o)) && (!valid || sound(s, o));
}

void offers_results(const struct payload *w, const uint32_t *old, uint32_t *now)
{
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        if (!w->wide)
            now[n] = (uint32_t)arithmetic_result(w->atom, w->minus, old[n], w->word[n], w->word[n ^ 1]);
    for (unsigned n = 0; w->wide && n < UL1_LINE_WORDS; n += 2) {
        const uint64_t was = (uint64_t)old[n + 1] << 32 | old[n],
                       by = (uint64_t)w->word[n + 1] << 32 | w->word[n];
        const uint64_t swap = (uint64_t)w->word[(n ^ 2) + 1] << 32 | w->word[n ^ 2];
        const uint64_t is = arithmetic_result(w->atom, w->minus, was, by, swap);
        now[n] = (uint32_t)is;
        now[n + 1] = (uint32_t)(is >> 32);
    }
}

bool offers_written(struct offers *s, uint64_t line, const struct payload *d, const struct payload *asked,
                    const uint32_t *old, const uint32_t *now)
{
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        if (d->be[n] != asked->be[n] || (d->be[n] && d->word[n] != now[n]))
            return offers_object(s,
                                 "operation %u on line 0x%" PRIx64
                                 " writes the bytes 0x%x and 0x%08x at word %u, "
                                 "where memory holds 0x%08x: expected 0x%x and 0x%08x",
                                 asked->atom, line, d->be[n], d->word[n], n, old[n], asked->be[n], now[n]);
    return true;
}
