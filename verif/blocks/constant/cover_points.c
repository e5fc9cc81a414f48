#include "blocks/constant/cover_points.h"

const struct point_name constant_event_names[CONSTANT_POINT_COUNT] = { CONSTANT_POINTS(POINT_NAME) };

static bool misaligned(const struct ul1_constant_in *in)
{
    for (unsigned i = 0; i < LANES; i++)
        if (in->in_mask >> i & 1 && in->in_addr[i] % width_bytes(in->in_width))
            return true;
    return false;
}

static void count_offer(struct drive *d, const struct constant_shadow *s, const struct ul1_constant_in *in,
                        const struct ul1_constant_out *out)
{
    unsigned flying = 0;
    for (unsigned i = 0; i < UL1_CON_INSTRS; i++)
        flying += s->load[i].flying;
    saw(d, CON_MOST, flying == UL1_CON_INSTRS);
    if (!con_offers(in))
        return;
    const bool wrong = in->in_atom == UL1_ATOM_LOCK || in->in_matrix != UL1_MATRIX_NONE;
    saw(d, CON_REFUSED, !out->conin_ready && flying == UL1_CON_INSTRS);
    saw(d, CON_HELD, !out->conin_ready && in->cmd_hold);
    if (!out->conin_ready)
        return;
    saw(d, CON_TAKEN, true);
    saw(d, CON_NULLS, !in->in_mask);
    saw(d, CON_WRONG_OP, wrong && in->in_mask);
    saw(d, CON_MISALIGNED, !wrong && misaligned(in));
}

static bool set_is_full(const struct constant_shadow *s, uint64_t addr)
{
    bool full = !con_find(s, addr);
    for (unsigned w = 0; w < UL1_CON_WAYS; w++) {
        const struct con_line *l = &s->set[addr / CON_LINE % UL1_CON_SETS][w];
        full &= l->there[0] || l->there[1];
    }
    return full;
}

static void count_lookup(struct drive *d, struct constant_past *past, const struct constant_shadow *s,
                         const struct ul1_constant_out *out)
{
    const bool busy = s->fetch.state != UL1_CON_STATE_IDLE, hit = out->conlook_valid && out->conlook_hit;
    const struct con_load *l = &s->load[out->conlook_id % CON_LOADS];
    const uint64_t addr = con_addr(l);
    const bool same = busy && s->fetch.addr / CON_LINE == addr / CON_LINE;
    const bool part = same && s->fetch.addr / CON_PART == addr / CON_PART;
    saw(d, CON_HIT, hit);
    saw(d, CON_HIT_UNDER, hit && busy);
    saw(d, CON_HIT_OTHER_PART, hit && same && !part);
    saw(d, CON_HITS_IN_A_ROW, hit && past->hit && past->id != out->conlook_id);
    saw(d, CON_HIT_AGAIN, hit && past->hit && past->id == out->conlook_id);
    past->hit = hit;
    past->id = out->conlook_id;
    if (!out->conlook_valid || hit)
        return;
    saw(d, CON_MISS, !busy);
    saw(d, CON_MISS_BUSY, busy && !part);
    saw(d, CON_MISS_SAME, part);
    saw(d, CON_REPLACED, !busy && set_is_full(s, addr));
}

static void count_word(struct drive *d, const struct constant_shadow *s, const struct ul1_constant_out *out)
{
    if (!out->con_valid)
        return;
    const struct con_load *l = &s->load[out->con_id % CON_LOADS];
    saw(d, CON_BROADCAST, out->con_mask == ALL_LANES);
    saw(d, CON_APART, l->todo & ~out->con_mask);
    saw(d, CON_WIDE, out->con_ofs == 3);
    saw(d, CON_NEGATIVE, l->width == UL1_WIDTH_B8 && l->sign && out->con_data >> 31);
    saw(d, CON_FAILS_LATE, out->con_valid && l->failing);
}

static void count_fetch(struct drive *d, const struct constant_shadow *s, const struct ul1_constant_in *in)
{
    const struct con_fetch *f = &s->fetch;
    const bool whole = in->fill_con && !(con_sectors(f->addr) & ~(f->got | in->fill_sect));
    const bool asks = f->state == UL1_CON_STATE_ASKS;
    const uint64_t bytes = CON_LINE > UL1_LINE_BYTES ? CON_LINE : UL1_LINE_BYTES;
    const bool mine = in->pass_inval && (uint64_t)in->pass_line * UL1_LINE_BYTES / bytes == f->addr / bytes;
    saw(d, CON_WALK, asks && in->conmmu_wait && !(in->conmmu_wait & in->walk_ends));
    saw(d, CON_WALK_OVER, asks && in->conmmu_wait & in->walk_ends);
    saw(d, CON_PIECES, in->fill_con && !whole);
    saw(d, CON_FAULT, asks && in->conmmu_fault);
    saw(d, CON_BUS, in->fill_con && in->fill_err);
    saw(d, CON_FAILS_TWICE, f->state == UL1_CON_STATE_AGAIN && f->err && s->load[f->id].failing);
    saw(d, CON_DROP_FETCH, f->state == UL1_CON_STATE_SENT && mine && !in->fill_con);
    saw(d, CON_DROP_ARRIVES, whole && mine);
}

static void count_drop(struct drive *d, const struct constant_shadow *s, const struct ul1_constant_in *in,
                       const struct ul1_constant_out *out)
{
    unsigned there = 0;
    for (unsigned i = 0; i < UL1_CON_SETS * UL1_CON_WAYS; i++) {
        const struct con_line *l = &s->set[0][0] + i;
        there += l->there[0] || l->there[1];
    }
    saw(d, CON_DROP_LINE,
        in->pass_inval && !in->cmd_hold && there > 1
            && con_find(s, (uint64_t)in->pass_line * UL1_LINE_BYTES));
    saw(d, CON_DROP_ALL, in->cmd_hold && there > 1);
    saw(d, CON_DROP_HIT,
        in->pass_inval && out->conlook_valid && out->conlook_hit
            && con_addr(&s->load[out->conlook_id % CON_LOADS]) / UL1_LINE_BYTES == in->pass_line);
}

void constant_count(struct drive *d, struct constant_past *past, const struct constant_shadow *s,
                    const struct ul1_constant_in *in, const struct ul1_constant_out *out)
{
    if (!s->judged || !UL1_CONSTANTS)
        return;
    saw(d, CON_RESET_BUSY, in->rst && !out->con_idle);
    if (in->rst)
        return;
    count_offer(d, s, in, out);
    count_lookup(d, past, s, out);
    count_word(d, s, out);
    count_fetch(d, s, in);
    count_drop(d, s, in, out);
}
