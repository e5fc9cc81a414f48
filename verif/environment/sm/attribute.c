#include "environment/sm/attribute.h"

#include "common/busy.h"
#include "common/taken.h"
#include "environment/sm/standing_prepared.h"

_Static_assert((unsigned)UL1_INSTRS_MOST < HOLDERS && (unsigned)WAIT_KINDS <= HOLDERS, "a bit each");
_Static_assert(ATTRIBUTE_CONSTANT + UL1_CON_INSTRS <= (unsigned)WAIT_INSTRS
                   && (unsigned)WAIT_KINDS <= ATTRIBUTE_OFFERED,
               "a holder each");

static uint64_t bit(unsigned n)
{
    return UINT64_C(1) << n % HOLDERS;
}

// ---- instructions

static void remainders(const struct standing *s, uint64_t these, const struct ul1_l1_out *out,
                       struct rows *now)
{
    const uint64_t here = these & ~(s->away | s->joining), lacking = here & standing_lacking(s);
    const uint64_t without = out->wdb.credit_shared ? 0 : here & s->store & ~s->left;
    wait_in(now, WAIT_AWAY, these & s->away);
    wait_in(now, WAIT_PREPARING, these & s->joining);
    wait_in(now, WAIT_BEAT, lacking);
    wait_in(now, WAIT_CREDIT, without);
    wait_in(now, WAIT_REMAINDER, here & ~lacking & ~without);
}

// Returns the fences that are ready.
static uint64_t fences(const struct standing *s, uint64_t these, struct rows *now)
{
    const uint64_t settled = these & ~s->out;
    wait_in(now, WAIT_FENCE_INSTRS, these & s->out);
    wait_in(now, WAIT_FENCE_BEHIND, settled & ~s->asked & ~s->over);
    wait_in(now, WAIT_FENCE_ANSWER, settled & s->asked & ~s->over);
    return settled & s->over;
}

// The entries among `these` that belong to one of those warps.
static uint64_t of_warps(const struct standing *s, uint64_t these, uint64_t warps)
{
    uint64_t found = 0;
    for (; warps && these; these &= these - 1)
        if (warps >> s->warp[__builtin_ctzll(these)] & 1)
            found |= these & -these;
    return found;
}

// The entries among `these` with one of `those` in their warp.
static uint64_t behind_any(const struct standing *s, uint64_t these, uint64_t those)
{
    uint64_t warps = 0;
    if (!these)
        return 0;
    for (; those; those &= those - 1)
        warps |= UINT64_C(1) << s->warp[__builtin_ctzll(those)];
    return of_warps(s, these, warps);
}

// Puts stores and flushes without a WDB credit into their rows. Returns the other accesses.
static uint64_t with_credit(const struct standing *s, uint64_t these, const struct ul1_l1_out *out,
                            struct rows *now)
{
    if (out->wdb.credit_cached)
        return these;
    wait_in(now, WAIT_CREDIT, these & s->store);
    wait_in(now, WAIT_FLUSH_CREDIT, these & s->flush);
    return these & ~(s->store | s->flush);
}

// Cached instructions in the new queue that are first in their order and have nothing prepared.
static void sure(const struct standing *s, uint64_t these, const struct ul1_l1_out *out, struct rows *now)
{
    if (!these)
        return;
    const uint64_t unsure = of_warps(s, these & s->store, standing_unsure(s, out));
    const uint64_t slept = behind_any(s, these, s->deferred) | unsure;
    const uint64_t tended = behind_any(s, these & ~slept, s->tending);
    const uint64_t ordered = behind_any(s, these & ~slept & ~tended & s->ordered, s->loading);
    const uint64_t free = these & ~slept & ~tended & ~ordered, lacking = free & s->store & ~s->beaten;
    wait_in(now, WAIT_DEFERRED_OF, slept);
    wait_in(now, WAIT_CMO_OF, tended);
    wait_in(now, WAIT_ORDERED, ordered);
    wait_in(now, WAIT_BEAT, lacking);
    wait_in(now, WAIT_COALESCE, with_credit(s, free & ~lacking, out, now));
}

// Shared accesses that are first in their order wait to be chosen. Returns the other instructions that are
// ready.
static uint64_t queue(const struct standing *s, uint64_t still, const struct ul1_l1_out *out,
                      struct rows *now)
{
    const uint64_t behind = s->queue & ~s->turn & still, turn = s->turn & still;
    const uint64_t shared = turn & s->shared & ~s->null, lacking = shared & s->store & ~s->beaten;
    wait_in(now, WAIT_TURN, behind & ~s->behind_fence);
    wait_in(now, WAIT_FENCE_OF, behind & s->behind_fence);
    wait_in(now, WAIT_BEAT, lacking);
    wait_in(now, WAIT_CHOICE, shared & ~lacking);
    sure(s, turn & s->cached & ~s->null & ~out->lsu.coalesce_unissued, out, now);
    return (turn & s->null) | fences(s, turn & s->fence, now);
}

// Examines the oldest unissued shared access of each warp. Returns those that are ready except for a
// write-port reservation.
static uint64_t pool(const struct standing *s, uint64_t still, const struct ul1_l1_out *out, struct rows *now)
{
    uint64_t ready = 0, seen = 0;
    for (unsigned n = 0; n < s->unissued_count; n++) {
        const uint64_t e = bit(s->chosen[n]), mine = e & still & ~seen;
        const bool behind = behind_any(s, e, seen), joined = !(s->addressed & e) || n + 1 < s->unissued_count;
        const enum wait_row row = !joined             ? WAIT_PREPARING
            : behind                                  ? WAIT_UNISSUED_OF
            : s->remainders[s->warp[s->chosen[n]]]    ? WAIT_REMAINDER_OF
            : s->store & e && !out->wdb.credit_shared ? WAIT_CREDIT
                                                      : WAIT_KINDS;
        seen |= e;
        if (row != WAIT_KINDS)
            wait_in(now, row, mine);
        else
            ready |= mine;
    }
    return ready;
}

// The first line access of a kind, as a bit.
static uint64_t first_line(const struct standing *s, unsigned kind)
{
    return s->lines[kind].count ? bit(s->lines[kind].at[0].entry) : 0;
}

// The unissued access of a pool entry, as a bit.
static uint64_t unissued_at(const struct standing *s, unsigned place)
{
    return place < UL1_POOL && s->pool[place].unissued ? bit(s->pool[place].entry) : 0;
}

// Arbitration among six kinds; replays have no row here. A candidate that does not enter has lost to a victim
// readout or to the command `line`. A null or a fence that is issued has no work left.
static void turns(const struct standing *s, uint64_t ready, const struct ul1_l1_out *out, struct rows *now)
{
    const bool hits = reserved_out(out->arb.regport_reserved, true), is = out->lsu.cand_valid;
    const uint64_t load = first_line(s, 0), store = first_line(s, 1), only = standing_plain(s) & ready;
    const struct standing_pool next = standing_pool(s, out);
    const uint64_t pooled[] = { unissued_at(s, next.load), unissued_at(s, next.store) };
    const bool reserved_all = reserved_out(out->arb.regport_reserved, false);
    const uint64_t lacking = unissued_at(s, next.lacking) | (reserved_all ? ready & s->atomic : 0),
                   shared = pooled[false] | pooled[true];
    const uint64_t uncredited = ready & (out->old.old_credit ? 0 : store & s->answered);
    const uint64_t reserved = ready & (hits ? load : 0),
                   reduces = ready & (out->wdb.credit_red ? 0 : store & s->reduces & ~uncredited),
                   heads = ready & (shared | load | store | only) & ~(reserved | reduces | uncredited);
    const uint64_t it = !is || out->lsu.cand_replay || out->lsu.cand_old ? 0
        : !out->lsu.cand_cached                                          ? pooled[out->lsu.cand_store]
        : out->lsu.cand_store || out->lsu.cand_flush                     ? store
                                                                         : load;
    wait_in(now, WAIT_RESERVATION, ready & lacking);
    wait_in(now, WAIT_RESERVATION_HIT, reserved);
    wait_in(now, WAIT_REDUCES, reduces);
    wait_in(now, WAIT_OLD_CREDIT, uncredited);
    wait_in(now, WAIT_OLDER, ready & ~(heads | reserved | reduces | uncredited | lacking));
    wait_in(now, WAIT_FOLLOW, is ? 0 : only);
    wait_in(now, WAIT_OTHER_TURN, heads & ~it & ~(is ? 0 : only));
    wait_in(now, out->tag.readout_valid ? WAIT_READOUT : WAIT_COMMAND_TURN, heads & it);
}

// The urgent entry is in the row of the resource that it lacked. The others wait for fetches to end and for
// their lookups, possibly many times.
static void deferrals(const struct standing *s, uint64_t these, const struct ul1_l1_out *out,
                      struct rows *now)
{
    static const enum wait_row row[] = { [UL1_CAUSE_ENTRY] = WAIT_ENTRY,
                                         [UL1_CAUSE_WAY] = WAIT_WAY,
                                         [UL1_CAUSE_MERGE] = WAIT_MERGE_PLACE,
                                         [UL1_CAUSE_CLOSED] = WAIT_CLOSED,
                                         [UL1_CAUSE_CREDIT] = WAIT_DIRTY };
    const struct standing_urgent *u = &s->urgent;
    const uint64_t urgent = u->is ? bit(u->entry) : 0, unwoken = out->lsu.defer_ids;
    if (these & urgent)
        wait_in(now,
                urgent & s->flush & ~unwoken && !out->wdb.credit_cached ? WAIT_FLUSH_CREDIT
                                                                        : row[s->cause[u->entry]],
                urgent);
    wait_in(now, WAIT_DEFERRED, these & ~urgent);
}

// Cached instructions with a deferred access, and those with line accesses prepared. Returns those that are
// ready.
static uint64_t cached(const struct standing *s, uint64_t still, const struct ul1_l1_out *out,
                       struct rows *now)
{
    const uint64_t some = still & out->lsu.coalesce_unissued & ~s->deferred;
    deferrals(s, still & s->deferred, out, now);
    if (!some)
        return 0;
    return with_credit(s, some, out, now);
}

// The instructions that make progress in this cycle. `looked` gets those with an access that enters for its
// lookup, or is looked up and deferred.
static uint64_t movers(const struct ul1_sizes *z, const struct ul1_l1_in *in, const struct ul1_l1_out *out,
                       uint64_t *looked)
{
    uint64_t on = 0;
    *looked = 0;
    if (out->lsu.req_valid && !(out->lsu.cand_replay && out->lsu.cand_bare))
        *(out->lsu.req_cached ? looked : &on) |= bit(out->lsu.req_id);
    if (out->arb.pass_cached && out->arb.pass_mask)
        *(out->prt.miss_defer ? looked : &on) |= bit(out->arb.pass_id);
    if (in->pull_valid && out->lsu.pull_ready)
        on |= bit(out->lsu.pull_id);
    if (out->lsu.choice_valid)
        on |= bit(out->lsu.choice_id);
    if (in->in_valid && in->in_again)
        on |= bit(in->in_id);
    if (out->lsu.fence_valid && out->prt.accept_fence)
        on |= bit(out->lsu.fence_id);
    if (out->fill.answer_fence && out->fill.answer_id < z->instrs)
        on |= bit(out->fill.answer_id);
    if (out->lsu.ret_valid)
        on |= bit(out->lsu.ret_id);
    return on;
}

uint64_t attribute_instrs(const struct standing *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out,
                          struct rows *now)
{
    uint64_t looked;
    const uint64_t on = movers(s->sizes, in, out, &looked), still = s->live & ~on & ~looked,
                   others = still & ~s->remainder;
    if (still & s->remainder)
        remainders(s, still & s->remainder, out, now);
    const uint64_t unissued = s->unissued_count ? pool(s, others, out, now) : 0;
    const uint64_t ready =
        (s->queue ? queue(s, others & ~s->unissued, out, now) : 0) | cached(s, still, out, now);
    if (unissued | ready)
        turns(s, unissued | ready, out, now);
    wait_in(now, WAIT_LINE, s->line & still & ~s->deferred & ~s->store);
    wait_in(now, WAIT_OLD, s->line & still & s->store);
    wait_in(
        now, WAIT_FOLLOW,
        still
            & ~(s->queue | s->unissued | s->remainder | s->deferred | s->line | out->lsu.coalesce_unissued));
    return on;
}

// ---- all other waits

static uint64_t held(const struct ul1_l1_out *out)
{
    uint64_t mask = 0;
    for (unsigned i = 0; out->wdb.wdb_used >> i; i++)
        mask |= (uint64_t)(out->wdb.wdb_state[i] == UL1_WDB_STATE_HELD) << i;
    return mask;
}

// A request that waits for all walkers does so until any walk ends.
static bool lacks_walker(bool *unwalked, const struct ul1_l1_out *out)
{
    *unwalked |= (out->mmu.mmu_wait & (out->mmu.mmu_wait - 1u)) != 0;
    *unwalked &= !out->mmu.walk_ends;
    return *unwalked;
}

static void wait_alone(struct rows *now, unsigned row)
{
    wait_in(now, row, bit(row));
}

static void command(const struct ul1_l1_out *out, struct rows *now)
{
    const unsigned state = out->tag.cmd_state;
    if (state == UL1_CMD_STATE_WAIT)
        wait_alone(now, WAIT_LAST_REPLAY);
    if (state == UL1_CMD_STATE_DRAIN)
        wait_alone(now, WAIT_DRAINS);
    if (state == UL1_CMD_STATE_SWEEP && !out->wdb.credit_dirty)
        wait_alone(now, WAIT_SWEEP);
    if (state == UL1_CMD_STATE_SETTLE)
        wait_alone(now, WAIT_SETTLES);
    if (state == UL1_CMD_STATE_ANSWER)
        wait_alone(now, WAIT_COMMAND_ANSWER);
}

// Returns the instructions that are taken. (While another instruction waits, a shared access may be offered
// and taken instead.)
static uint64_t offered(const struct ul1_l1_in *in, const struct ul1_l1_out *out, struct rows *now)
{
    if (!attribute_offers(in))
        return 0;
    const uint64_t who = bit(ATTRIBUTE_OFFERED + attribute_shared(in));
    if (offer_taken(out, in->in_op, in->in_space))
        return who;
    const enum wait_row row = out->tag.cmd_hold ? WAIT_COMMANDED
        : of_textures(in->in_op)                ? WAIT_TEX_NUMBER
        : of_constants(in->in_op, in->in_space) ? WAIT_NUMBER
        : out->lsu.in_shared_ready              ? WAIT_KEPT
                                                : WAIT_FULL;
    wait_in(now, row, who);
    return 0;
}

uint64_t attribute_others(bool *unwalked, const struct ul1_l1_in *in, const struct ul1_l1_out *out,
                          struct rows *now)
{
    const uint64_t taken = offered(in, out, now);
    wait_in(now, WAIT_HELD, held(out));
    if (out->wdb.write_valid && !out->data.array_ready)
        wait_alone(now, WAIT_PORT);
    if (out->prt.head_write && !out->prt.head_valid)
        wait_alone(now, WAIT_DATA);
    wait_in(now, WAIT_WALK, (uint64_t)busy_walkers(&out->mmu) << ATTRIBUTE_WALKING);
    wait_in(now, WAIT_CONSTANT, (uint64_t)out->constant.con_used << ATTRIBUTE_CONSTANT);
    wait_in(now, WAIT_TEXTURE, (uint64_t)out->texture.tex_used << ATTRIBUTE_TEXTURE);
    if (lacks_walker(unwalked, out))
        wait_alone(now, WAIT_WALKER);
    if (out->mmu.mem_valid && !in->mem_ready)
        wait_alone(now, WAIT_MEMORY);
    if (out->tag.cmd_state != UL1_CMD_STATE_READY)
        command(out, now);
    return taken;
}
