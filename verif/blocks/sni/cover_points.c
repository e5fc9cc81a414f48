#include "blocks/sni/cover_points.h"

const struct point_name sni_event_names[SNI_POINT_COUNT] = { SNI_POINTS(POINT_NAME) };

static bool has_gap(unsigned sect)
{
    const unsigned low = sect & (0 - sect);
    return (sect + low) & sect;
}

static void count_requests(struct drive *d, struct sni_past *p, const struct sni_contract *c,
                           const struct ul1_sni_in *in, const struct ul1_sni_out *out)
{
    const bool taken = in->mem_valid && out->mem_ready && !in->half,
               read = taken && in->mem_op == UL1_MEMOP_READ, fence = taken && in->mem_op == UL1_MEMOP_FENCE,
               write = taken && in->mem_op == UL1_MEMOP_WRITE;
    unsigned sect = 0;
    for (unsigned k = 0; out->rq_valid && out->rq_head && k < c->dues; k++)
        sect |= out->rq_kind == UL1_PACKET_READ ? 0 : c->due[k].sect;
    bool bytes = false, operands = false;
    for (unsigned w = 0; w < UL1_SECTOR_WORDS; w++) {
        bytes |= out->rq_be[w] != 0;
        operands |= !out->rq_be[w] && out->rq_word[w];
    }
    const bool second = out->rq_valid && bytes && operands;
    saw(d, READS_ON, read && p->read);
    saw(d, WRITE_ONE, one_sector(sect));
    saw(d, WRITE_ALL, sect == ALL_SECTORS);
    saw(d, WRITE_GAP, has_gap(sect));
    saw(d, WRITE_WAITS, out->rq_valid && !in->rq_ready && !out->rq_tail);
    saw(d, REPLACED, taken && !fence && out->rq_valid);
    saw(d, REDUCTION, out->rq_valid && out->rq_head && out->rq_atom && out->rq_kind == UL1_PACKET_WRITE);
    saw(d, ATOMIC, out->rq_valid && out->rq_head && out->rq_kind == UL1_PACKET_ATOM);
    saw(d, OPERAND, out->rq_valid && !bytes && (!out->rq_head || out->rq_kind != UL1_PACKET_READ));
    saw(d, SECOND, second);
    saw(d, IDLE_FULL, !in->mem_valid && out->rq_valid && !in->rq_ready);
    saw(d, HOME_FIRST, out->rq_valid && out->rq_head && out->rq_dst == 0);
    saw(d, HOME_LAST, out->rq_valid && out->rq_head && out->rq_dst == UL1_SLICES - 1);
    saw(d, CLOSED_FIRST, fence && c->youngest == 0);
    saw(d, CLOSED_LAST, fence && c->youngest == UL1_EPOCHS - 1);
    saw(d, FENCE_REGISTER, fence && out->rq_valid && !in->rq_ready);
    saw(d, FENCE_STAYS, in->mem_valid && in->mem_op == UL1_MEMOP_FENCE && !taken);
    const bool command = in->mem_valid && sni_invalidates(in),
               room = c->counts[c->youngest] + UL1_INVS <= SNI_MOST;
    const bool inv = out->rq_valid && out->rq_kind == UL1_PACKET_INV;
    saw(d, INVS, command && taken);
    saw(d, INVS_FULL, command && !room && (!c->dues || in->rq_ready) && c->waiting_fences + 1 < UL1_EPOCHS);
    saw(d, INVS_REGISTER, command && !taken && room && c->dues && c->waiting_fences + 1 < UL1_EPOCHS);
    saw(d, INVS_SAME,
        command && taken && c->whole && c->head.kind != UL1_PACKET_DATA && out->rp_ready
            && (c->head.sub & ((1u << UL1_EPOCH_W) - 1)) == c->youngest);
    saw(d, INV_WAITS, inv && !in->rq_ready && c->dues > 1);
    saw(d, INV_LAST, inv && out->rq_dst + 1u == UL1_INVS);
    saw(d, INV_FENCE, inv && c->dues > 1 && fence && !command);
    p->invs = inv && c->dues > 1;
    saw(d, COUNT_MOST, in->mem_valid && in->mem_op == UL1_MEMOP_WRITE && c->counts[c->youngest] == SNI_MOST);
    saw(d, COUNT_SAME,
        write && c->whole && c->head.kind != UL1_PACKET_DATA && out->rp_ready
            && (c->head.sub & ((1u << UL1_EPOCH_W) - 1)) == c->youngest);
    p->read = read;
    p->took_fence = fence;
}

static void count_replies(struct drive *d, struct sni_past *p, const struct sni_contract *c,
                          const struct ul1_sni_in *in, const struct ul1_sni_out *out)
{
    const bool fence = out->resp_valid && out->resp_op == UL1_MEMOP_FENCE,
               responds = out->resp_valid && !fence, late = !out->rp_ready;
    const unsigned kind = c->head.kind;
    unsigned counting = 0;
    bool younger = false;
    for (unsigned e = 0; e < UL1_EPOCHS; e++)
        counting += c->counts[e] != 0;
    for (unsigned k = 1; k < c->waiting_fences; k++)
        younger |= c->counts[sni_oldest(c)] && !c->counts[(sni_oldest(c) + k) % UL1_EPOCHS];
    saw(d, ALL_COUNT, counting == UL1_EPOCHS);
    saw(d, OVER_AT_ONCE, fence && c->waiting_fences == 1 && p->took_fence);
    saw(d, OVER_ROW, fence && p->answered);
    saw(d, OVER_FAILED, fence && p->failed);
    saw(d, YOUNGER_FIRST, younger);
    saw(d, LATE, late);
    saw(d, LATE_FENCE, responds && p->late && c->waiting_fences && !c->counts[sni_oldest(c)]);
    saw(d, LATE_FLIT, late && in->rp_valid);
    saw(d, ACK_BESIDE, fence && c->whole && kind == UL1_PACKET_ACK && !c->head.err);
    saw(d, ACK, c->whole && kind == UL1_PACKET_ACK && !c->head.err);
    saw(d, ACK_FAILED, responds && kind == UL1_PACKET_ACK);
    saw(d, DATA_ONE, responds && kind == UL1_PACKET_DATA && !c->head.err && one_sector(c->sect));
    saw(d, DATA_ALL, responds && kind == UL1_PACKET_DATA && !c->head.err && c->sect == ALL_SECTORS);
    saw(d, DATA_GAP, c->inside && !in->rp_valid);
    saw(d, DATA_FAILED, responds && kind == UL1_PACKET_DATA && c->head.err);
    saw(d, DATA_ON, responds && p->responded);
    saw(d, OLD, responds && kind == UL1_PACKET_OLD && !c->head.err);
    saw(d, OLD_FAILED, responds && kind == UL1_PACKET_OLD && c->head.err);
    p->answered = fence;
    p->failed = responds && kind == UL1_PACKET_ACK
        && (c->head.sub & ((1u << UL1_EPOCH_W) - 1)) == sni_oldest(c) && c->waiting_fences;
    p->responded = responds;
    p->late = late;
    p->counts = counting && c->waiting_fences;
    p->inside = c->inside;
}

// The first half of a cycle counts by itself.
static void count_half(struct drive *d, const struct sni_contract *c, const struct ul1_sni_in *in,
                       const struct ul1_sni_out *out)
{
    saw(d, HALF_SENDS, out->rq_valid && in->rq_ready);
    saw(d, HALF_COMES, in->rp_valid && out->rp_ready);
    saw(d, HALF_WAITS, c->whole && in->rp_valid);
    saw(d, HALF_OFFER, in->mem_valid && out->mem_ready);
    saw(d, HALF_FENCE, out->resp_valid && out->resp_op == UL1_MEMOP_FENCE);
}

void sni_count(struct drive *d, struct sni_past *p, const struct sni_contract *before,
               const struct ul1_sni_in *in, const struct ul1_sni_out *out)
{
    if (in->half) {
        count_half(d, before, in, out);
        return;
    }
    if (!in->rst) {
        count_requests(d, p, before, in, out);
        count_replies(d, p, before, in, out);
        return;
    }
    saw(d, RESET_COUNTS, p->counts);
    saw(d, RESET_INSIDE, p->inside);
    saw(d, RESET_LATE, p->late);
    saw(d, RESET_INVS, p->invs);
    memset(p, 0, sizeof *p);
}
