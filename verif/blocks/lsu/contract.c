#include "blocks/lsu/contract.h"

#include <stddef.h>

#include "blocks/lsu/front_advance.h"

// The settings change only in a cycle that begins with nothing in flight and in which nothing is offered. The
// carveout is no setting: it changes when a command ends, and an instruction on offer by then uses the new
// one.
static const char *check_settings(const struct lsu_shadow *s, const struct ul1_lsu_in *in,
                                  const struct ul1_lsu_out *out)
{
    if (!s->running)
        return NULL;
    if (in->carveout != s->carveout && !out->lsu_idle)
        return "carveout: changes while the unit is not idle";
    if (out->lsu_idle && !in->in_valid)
        return NULL;
    if (in->cfg_home != s->cfg_home)
        return "cfg_home: changes while the unit is not idle";
    if (in->cfg_policy != s->cfg_policy)
        return "cfg_policy: changes while the unit is not idle";
    if (in->cfg_bankwidth != s->cfg_bankwidth)
        return "cfg_bankwidth: changes while the unit is not idle";
    return in->cfg_interval != s->cfg_interval ? "cfg_interval: changes while the unit is not idle" : NULL;
}

// A remainder presented again was returned in an earlier cycle, and comes back once, unchanged. (Its warp,
// width, addresses and so on are in the instruction table, and these inputs are ignored.)
static const char *check_again(const struct lsu_shadow *s, const struct ul1_lsu_in *in)
{
    if (in->cfg_home != UL1_HOME_INSTR)
        return "in_again: cfg_home is not instr";
    if (!(s->returned >> in->in_id & 1))
        return "in_id: no remainder of that entry was returned, or it was presented again already";
    if (in->in_sub != s->sub[in->in_id])
        return "in_sub: not that of the remainder returned";
    return in->in_mask != s->slots[in->in_id] ? "in_mask: not the slots of the remainder returned" : NULL;
}

static const char *check_offer(const struct lsu_shadow *s, const struct ul1_lsu_in *in)
{
    if (!in->in_valid)
        return NULL;
    if (in->in_again)
        return check_again(s, in);
    return in->in_warp >= UL1_WARPS ? "in_warp: there is no such warp" : NULL;
}

// A free beat has a number, which is not that of a beat that the unit still holds.
static const char *check_intake(const struct lsu_shadow *s, const struct ul1_lsu_in *in,
                                const struct ul1_lsu_out *out)
{
    if (in->intake_spare > in->intake_free)
        return "intake_spare: two beats are free but not one (intake_free)";
    if (in->intake_free && in->pull_valid && out->pull_ready && s->held >> in->intake_beat & 1)
        return "intake_beat: a beat that the unit holds is given out again";
    return NULL;
}

static const char *check_choice(const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    return in->sel_valid > out->cand_valid ? "sel_valid: without a candidate (cand_valid)" : NULL;
}

// The first access after a reset is a new one, if one can enter. (There is no remainder yet.)
static const char *check_first(const struct lsu_shadow *s, const struct ul1_lsu_in *in,
                               const struct ul1_lsu_out *out)
{
    const unsigned kind = who_candidate(out);
    const bool may = out->choice_unissued && in->credit_shared && !reserved_out(in->regport_reserved, false);
    return !s->went && may && out->cand_valid && kind > WENT_POOL_STORE
        ? "cand_cached, cand_replay: after a reset, before an unissued access to shared memory"
        : NULL;
}

// The words of a hit are due in stage HLAT, those of a shared load in a stage from LAT to HLAT without other
// words.
static const char *check_due(const struct lsu_shadow *s, const struct ul1_lsu_in *in)
{
    if (lsu_hits(s, in) && in->pass_due != UL1_HLAT)
        return "pass_due: of a hit, and not HLAT";
    if (!s->shared_load)
        return NULL;
    if (in->pass_due < UL1_LAT || in->pass_due > UL1_HLAT)
        return "pass_due: no stage in which words stand at the register file";
    return lsu_meets(s, in->pass_due) ? "pass_due: of a shared load whose words come with those of another"
                                      : NULL;
}

// Accepted slots were requested, and some are left unless all were accepted. (So without an access both are
// zero.) A cached access is accepted whole.
static const char *check_split(const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->split_mask & ~out->req_mask)
        return "split_mask: slots that do not wait (req_mask)";
    if (in->split_more != (in->split_mask != out->req_mask))
        return "split_more: not what split_mask and req_mask say";
    if (in->split_more && out->req_old)
        return "split_more: of old words (req_old)";
    return in->split_more && out->req_cached ? "split_more: of a cached access (req_cached)" : NULL;
}

// Only a fence that was requested is answered, in a later cycle and once. (Numbers of no entry belong to a
// command.)
static const char *check_fence(const struct lsu_shadow *s, const struct ul1_lsu_in *in)
{
    if (!in->answer_fence || in->answer_id >= UL1_INSTRS || s->asked >> in->answer_id & 1)
        return NULL;
    return "answer_id: of an entry whose fence was not asked for, or was answered already";
}

// ---- the outcome of the cached access in stage 1; `place` is the index of its line among those under fetch,
// or PRT

static const char *check_lack_of_credit(const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (out->defer_holds)
        return "miss_cause: room lacks, but an entry does before it (defer_holds)";
    return in->credit_dirty ? "miss_cause: room lacks, and there is some (credit_dirty)" : NULL;
}

// A deferred access lacks a resource that will become free: held by a line under fetch or by the urgent
// entry, or a WDB credit. So it will be woken.
static const char *check_lack(const struct lsu_shadow *s, const struct ul1_lsu_in *in,
                              const struct ul1_lsu_out *out, unsigned place)
{
    switch (in->miss_cause) {
    case UL1_CAUSE_ENTRY:
        return s->fetched || s->others || s->any_other || out->defer_holds
            ? NULL
            : "miss_cause: an entry lacks, and none is in use or kept (defer_holds)";
    case UL1_CAUSE_WAY:
        return lsu_fetched_in_set(s, in->look_set, in->carveout)
            ? NULL
            : "miss_cause: a way lacks, and none of its set is taken";
    case UL1_CAUSE_CREDIT:
        return check_lack_of_credit(in, out);
    case UL1_CAUSE_MERGE:
        return place == UL1_PRT ? "miss_cause: no merge slot, and the line has no entry with loads" : NULL;
    case UL1_CAUSE_CLOSED:
        return place == UL1_PRT && !lsu_may_be_other(s, lsu_access_line(s->look_access))
            ? "miss_cause: closed, and the line has no entry"
            : NULL;
    default:
        return "miss_cause: none of those that there are";
    }
}

// A load that neither hits nor is deferred has merged into the entry of its line (`begins`: a replay enters
// in this cycle),
static const char *check_merge(const struct lsu_shadow *s, bool begins, unsigned place)
{
    if (s->closed >> place & 1)
        return "miss_defer: not, of a load that misses, but a store is held for the line";
    uint64_t line = s->line[place];
    bool begun = (s->replaying && s->merged_line == line) || (begins && s->takes && s->taken[0].line == line);
    return begun ? "miss_defer: not, of a load that misses, but the line's entry is being replayed" : NULL;
}

// or has opened an entry if its line had none.
static const char *check_open(const struct lsu_shadow *s, const struct ul1_lsu_out *out)
{
    if (out->defer_holds)
        return "miss_defer: not, of a load that misses, but what is free is kept for a deferred access "
               "(defer_holds)";
    return s->fetched == LSU_ALL_FETCHED
        ? "miss_defer: not, of a load that misses, but all entries are in use"
        : NULL;
}

// A line with a held store does not serve loads any more.
static const char *check_load(const struct lsu_shadow *s, const struct ul1_lsu_in *in,
                              const struct ul1_lsu_out *out)
{
    if (in->look_hit && !s->closed)
        return NULL;
    unsigned place = lsu_find_line(s, lsu_access_line(s->look_access));
    if (in->look_hit)
        return place != UL1_PRT && s->closed >> place & 1 ? "look_hit: a store is held for the line" : NULL;
    if (in->miss_defer)
        return check_lack(s, in, out, place);
    return place == UL1_PRT ? check_open(s, out) : check_merge(s, enters_replay(in->sel_valid, out), place);
}

// An inval or a flush is deferred only by a line under fetch; it does not hit.
static const char *check_cmo(const struct lsu_shadow *s, const struct ul1_lsu_in *in,
                             const struct ul1_lsu_out *out)
{
    unsigned place = lsu_find_line(s, lsu_access_line(s->look_access));
    if (in->look_hit)
        return "look_hit: of an inval or a flush";
    if (!in->miss_defer)
        return place == UL1_PRT ? NULL : "miss_defer: not, of an inval or a flush whose line is fetched";
    return in->miss_cause == UL1_CAUSE_CLOSED
        ? check_lack(s, in, out, place)
        : "miss_cause: an inval or a flush lacks only that its line is not fetched";
}

// An outcome requires a cached access in stage 1, and there is one outcome; the replay of a present line
// hits.
static const char *check_outcome(const struct lsu_shadow *s, const struct ul1_lsu_in *in,
                                 const struct ul1_lsu_out *out)
{
    if (in->look_hit + in->miss_defer > (s->look != LSU_LOOK_NONE))
        return "look_hit, miss_defer: both, or without a cached access in stage 1";
    if (s->look == LSU_LOOK_NONE)
        return NULL;
    if (in->look_set != line_set(&compiled, lsu_access_line(s->look_access), in->carveout))
        return "look_set: not that of the line of the cached access in stage 1";
    switch (s->look) {
    case LSU_LOOK_LOAD:
        return check_load(s, in, out);
    case LSU_LOOK_STORE:
        return in->look_hit || in->miss_defer ? "look_hit, miss_defer: of a store" : NULL;
    case LSU_LOOK_CMO:
        return check_cmo(s, in, out);
    default:
        if (in->miss_defer)
            return "miss_defer: of a replay";
        return in->look_hit == s->look_err ? "look_hit: a replay hits, unless it brings an error" : NULL;
    }
}

// ---- replays

// Each load that opened an entry or merged is replayed once, in a later cycle. An offer is checked when it is
// selected. An entry without waiting loads, which a store has opened, has a bare replay.
static const char *check_who(const struct lsu_shadow *s, const struct lsu_offered *o)
{
    bool due = lsu_replay_due(s, o);
    if (!o->bare)
        return due ? NULL : "merged_id, merged_part, merged_line: no such access waits for a replay";
    if (!due)
        return "merged_bare: no store has the line fetched, or loads wait for it";
    return o->id || o->part ? "merged_id, merged_part: not 0 of a bare replay" : NULL;
}

// The replays of an entry are consecutive.
static const char *check_replay(const struct lsu_shadow *s, const struct ul1_lsu_in *in,
                                const struct ul1_lsu_out *out)
{
    if (!enters_replay(in->sel_valid, out) || !s->takes)
        return NULL; // another rule reports that none was taken
    const struct lsu_offered *o = &s->taken[0];
    const char *broken = check_who(s, o);
    if (broken)
        return broken;
    const unsigned place = o->bare ? UL1_PRT : lsu_find_line(s, o->line);
    if (o->prt >= UL1_PRT)
        return "replay_prt: there is no such entry";
    if (!o->bare && s->number[place] != UL1_PRT && o->prt != s->number[place])
        return "replay_prt: not the entry of the line";
    if (o->err != UL1_ERR_NONE && o->err != UL1_ERR_PAGE && o->err != UL1_ERR_BUS)
        return "merged_err: no error that a fetch ends with";
    if (s->replaying && o->line != s->merged_line)
        return "merged_line: another one before merged_last";
    if (s->replaying && o->err != s->merged_err)
        return "merged_err: another one before merged_last";
    return o->last != (o->bare || s->waiting[place] <= 1) ? "merged_last: not what is left of the entry"
                                                          : NULL;
}

static const char *first_broken(const struct lsu_shadow *s, const struct ul1_lsu_in *in,
                                const struct ul1_lsu_out *out)
{
    const char *broken = check_settings(s, in, out);
    if (!broken)
        broken = check_offer(s, in);
    if (!broken)
        broken = check_intake(s, in, out);
    if (!broken)
        broken = check_choice(in, out);
    if (!broken)
        broken = check_due(s, in);
    if (!broken)
        broken = check_split(in, out);
    if (!broken)
        broken = check_fence(s, in);
    if (!broken)
        broken = check_outcome(s, in, out);
    if (!broken)
        broken = check_replay(s, in, out);
    return broken ? broken : check_first(s, in, out);
}

// The reference predictor: its checks and its state.
static const char *judge_predictor(struct lsu_contract *c, const struct ul1_lsu_in *in,
                                   const struct ul1_lsu_out *out)
{
    lsu_front_look(&c->front, &c->predictor, in);
    const char *broken = lsu_predictor_check(&c->predictor, in, out);
    if (!broken)
        broken = lsu_front_check(&c->front, &c->predictor, in, out);
    if (!broken)
        broken = lsu_ends_check(&c->ends, &c->predictor, in, out);
    const bool loads = lsu_front_has_load(&c->front, &c->predictor);
    const bool new = out->choice_valid && !mask_has(c->front.now.left, out->choice_id);
    lsu_ends_advance(&c->ends, &c->predictor, in, out);
    lsu_front_advance(&c->front, &c->predictor, in, out, c->notes);
    lsu_predictor_advance(&c->predictor, loads, new, in, out);
    return broken;
}

const char *lsu_contract_check(struct lsu_contract *c, const struct ul1_lsu_in *in,
                               const struct ul1_lsu_out *out)
{
    const char *broken = in->rst ? NULL : first_broken(&c->shadow, in, out);
    const char *answered = c->light ? NULL : judge_predictor(c, in, out);
    lsu_shadow_advance(&c->shadow, in, out);
    return broken ? broken : answered;
}
