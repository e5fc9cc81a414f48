#include "environment/sm/joined.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---- the shares

// The length of a part's path without its last name, and without the dot before that.
static size_t folder(const char *path, size_t length)
{
    while (length && path[length - 1] != '.')
        length--;
    return length ? length - 1 : 0;
}

// Whether a path is in the folder: "a.b" and "a.b.c" are in "a", all are in "".
static bool is_in(const char *path, const char *of, size_t length)
{
    return !length || (!strncmp(path, of, length) && path[length] == '.');
}

// The share in the folder, or the number of parts.
static size_t share_in(const struct ul1_block *whole, const char *of, size_t length)
{
    size_t i = 0;
    for (; i < whole->part_count; i++) {
        const char *path = whole->parts[i].name;
        if (!strcmp(whole->parts[i].block->name, "share") && folder(path, strlen(path)) == length
            && is_in(path, of, length))
            break;
    }
    return i;
}

// A path of this length is that of a requester. Its number among those of the share in its folder.
static unsigned requester(const struct ul1_block *whole, const char *path, size_t length)
{
    const size_t above = folder(path, length), first = above ? above + 1 : 0,
                 share = share_in(whole, path, above);
    unsigned before = 0;
    const char *last = "";
    size_t last_length = 0;
    for (size_t i = 0; i < whole->part_count; i++) {
        const char *other = whole->parts[i].name;
        if (i == share || !is_in(other, path, above))
            continue;
        const size_t n = first + strcspn(other + first, ".");
        if (n == length && !strncmp(other, path, n))
            return before;
        before += n != last_length || strncmp(other, last, n) != 0;
        last = other;
        last_length = n;
    }
    return before;
}

void joined_init(struct joined *j, const struct ul1_block *whole)
{
    const size_t share = whole->wired ? share_in(whole, "", 0) : whole->part_count;
    memset(j, 0, sizeof *j);
    j->whole = share < whole->part_count ? whole : NULL;
    j->part = share;
}

bool joined_add(struct joined *j, size_t part, struct memory_port *port)
{
    struct joined_l1 *l = &j->l1[j->l1s++];
    const char *path = j->whole->parts[part].name;
    l->part = part;
    l->port = port;
    for (size_t length = strlen(path), above; length; length = above, l->levels++) {
        above = folder(path, length);
        const size_t share = share_in(j->whole, path, above);
        if (share == j->whole->part_count || l->levels == JOINED_LEVELS)
            return false;
        const unsigned bits = j->whole->parts[share].block->sizes->tag_w;
        const unsigned place = requester(j->whole, path, length);
        if (!l->levels) {
            l->number_w = bits;
            l->share = share;
            l->place = place;
        }
        l->base |= place << bits;
    }
    return true;
}

// ---- cycles

void joined_part(struct joined *j, unsigned l1)
{
    j->l1[l1].longest = 0;
}

bool joined_holds(const struct joined *j, unsigned l1)
{
    return j->l1[l1].entered != j->l1[l1].left;
}

static bool is_of(const struct joined_l1 *l, unsigned number)
{
    return number >> l->number_w == l->base >> l->number_w;
}

static void answer(struct joined *j, unsigned l1, struct ul1_share_in *in)
{
    in->resp_valid = 1;
    in->resp_op = j->in.resp_op;
    in->resp_number = (__typeof__(in->resp_number))(j->l1[l1].base | j->in.resp_number);
    in->resp_sect = j->in.resp_sect;
    in->resp_err = j->in.resp_err;
    in->resp_vline = j->in.resp_vline;
    memcpy(in->resp_data, j->in.resp_data, sizeof in->resp_data);
    j->turn = l1 + 1;
}

// The share's offer depends on state alone, so that it is settled already.
bool joined_drive(struct joined *j, const void *whole_out, void *whole_in)
{
    const struct ul1_share_out *out = ul1_part_out(j->whole, j->part, whole_out);
    struct ul1_share_in *in = (void *)((unsigned char *)whole_in + j->whole->parts[j->part].in_offset);
    const unsigned turn = j->turn;
    in->resp_valid = in->mem_ready = 0;
    for (unsigned k = 0; k < j->l1s; k++) {
        const unsigned l1 = (turn + k) % j->l1s;
        memory_port_hold(j->l1[l1].port, in->resp_valid);
        if (!memory_port_drive(j->l1[l1].port, &j->in))
            return false;
        if (is_of(&j->l1[l1], out->mem_number))
            in->mem_ready = j->in.mem_ready;
        if (j->in.resp_valid)
            answer(j, l1, in);
    }
    return true;
}

static void look_at(struct joined *j, const struct ul1_share_out *out)
{
    struct ul1_mmu_out *m = &j->out.mmu;
    m->mem_op = out->mem_op;
    m->mem_line = out->mem_line;
    m->mem_sect = out->mem_sect;
    m->mem_vline = out->mem_vline;
    m->mem_level = out->mem_level;
    j->out.old.memold_valid = out->memold_valid;
    m->memread_kind = out->memread_kind;
    m->memread_warp = out->memread_warp;
    m->memread_space = out->memread_space;
    j->out.wdb.memdata_atom = out->memdata_atom;
    j->out.wdb.memdata_wide = out->memdata_wide;
    j->out.wdb.memdata_signed = out->memdata_signed;
    memcpy(j->out.wdb.memdata_be, out->memdata_be, sizeof out->memdata_be);
    memcpy(j->out.wdb.memdata_word, out->memdata_word, sizeof out->memdata_word);
}

// Measures how long the L1's requests are in the shares.
static void measure(struct joined *j, struct joined_l1 *l, bool reset, bool enters, bool leaves)
{
    if (reset)
        l->left = l->entered;
    l->left += leaves && l->left != l->entered;
    if (enters && !reset && l->entered - l->left < JOINED_LEVELS)
        l->since[l->entered++ % JOINED_LEVELS] = j->cycle;
    const uint64_t now = l->left != l->entered ? j->cycle + 1 - l->since[l->left % JOINED_LEVELS] : 0;
    if (l->longest < now)
        l->longest = now;
}

// Whether a request that an L1 gives away is taken at the L1's place of its share.
static bool in_place(struct joined *j, const struct joined_l1 *l, bool given, const void *whole_out)
{
    const struct ul1_share_out *out = ul1_part_out(j->whole, l->share, whole_out);
    if (!given || out->req_ready[l->place])
        return true;
    snprintf(j->error, sizeof j->error,
             "its request is not taken at place %u of its share: parts are to be wired in their order",
             l->place);
    return false;
}

// Whether the waits of an L1 are within their bounds.
static bool fair(struct joined *j, const struct joined_l1 *l)
{
    uint64_t taken = j->takes ? j->takes : 1, stay = 0;
    for (unsigned level = 0; level < l->levels; level++) {
        stay += taken;
        taken *= UL1_SHARERS;
    }
    const bool offered = l->offered <= taken;
    if (offered && l->longest <= stay + l->levels)
        return true;
    snprintf(j->error, sizeof j->error, "a request %s for %" PRIu64 " cycles, more than %" PRIu64,
             offered ? "is in the shares" : "waits for a share", offered ? l->longest : l->offered,
             offered ? stay + l->levels : taken);
    return false;
}

bool joined_observe(struct joined *j, const void *whole_in, const void *whole_out)
{
    const struct ul1_share_in *in = ul1_part_in(j->whole, j->part, whole_in, whole_out);
    const struct ul1_share_out *out = ul1_part_out(j->whole, j->part, whole_out);
    bool fine = true;
    look_at(j, out);
    j->on_offer = out->mem_valid && !in->rst ? j->on_offer + 1 : 0;
    if (j->takes < j->on_offer)
        j->takes = j->on_offer;
    j->in.rst = in->rst;
    j->in.mem_ready = in->mem_ready;
    for (unsigned i = 0; i < j->l1s; i++) {
        struct joined_l1 *l = &j->l1[i];
        const struct ul1_l1_out *own = ul1_part_out(j->whole, l->part, whole_out);
        const struct ul1_l1_in *gets = ul1_part_in(j->whole, l->part, whole_in, whole_out);
        j->out.mmu.mem_valid = out->mem_valid && is_of(l, out->mem_number);
        j->out.mmu.mem_number = (__typeof__(j->out.mmu.mem_number))(out->mem_number - l->base);
        j->out.old.memold_number = (__typeof__(j->out.old.memold_number))(out->memold_number - l->base);
        const bool port = memory_port_observe(l->port, &j->in, &j->out);
        const bool given = own->mmu.mem_valid && gets->mem_ready && !in->rst;
        l->offered = own->mmu.mem_valid && !in->rst ? l->offered + 1 : 0;
        measure(j, l, in->rst, given, j->out.mmu.mem_valid && in->mem_ready);
        if (given)
            l->offered = 0;
        if (!fine || (port && in_place(j, l, given, whole_out) && fair(j, l)))
            continue;
        fine = false;
        j->number = i;
        if (!port)
            snprintf(j->error, sizeof j->error, "%s", memory_port_error(l->port));
    }
    if (in->mem_ready)
        j->on_offer = 0;
    j->cycle++;
    return fine;
}
