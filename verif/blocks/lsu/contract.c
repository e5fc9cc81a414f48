// Load/store unit: contract. (Its random drive: lsu.c.)
#include "blocks/lsu/contract.h"
#include "blocks/drive.h"

#include <string.h>

static unsigned held(const struct lsu_contract *c, unsigned beat)
{
    return c->held >> beat & 1;
}

enum { LOOK_NONE, LOOK_LOAD, LOOK_STORE, LOOK_REPLAY, LOOK_BARE }; // what is in stage 1

// The settings change only in a cycle that begins with nothing in flight and in which nothing is offered. The carveout is none:
// it changes as a command ends, and by then an instruction may be offered, which goes by the new one.
static const char *check_settings(const struct lsu_contract *c, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (!c->running)
        return NULL;
    if (in->carveout != c->carveout && !out->lsu_idle)
        return "carveout: changes while the unit is not idle";
    if (out->lsu_idle && !in->in_valid)
        return NULL;
    if (in->cfg_home != c->cfg_home)
        return "cfg_home: changes while the unit is not idle";
    if (in->cfg_policy != c->cfg_policy)
        return "cfg_policy: changes while the unit is not idle";
    return in->cfg_interval != c->cfg_interval ? "cfg_interval: changes while the unit is not idle" : NULL;
}

// What is presented again was returned in an earlier cycle, and comes back once, as it was. (Its warp, width and so on are
// in the table and not looked at; its addresses are taken as they come.)
static const char *check_again(const struct lsu_contract *c, const struct ul1_lsu_in *in)
{
    if (!in->in_valid || !in->in_again)
        return NULL;
    if (in->cfg_home != UL1_HOME_INSTR)
        return "in_again: cfg_home is not instr";
    if (!(c->returned >> in->in_id & 1))
        return "in_id: no remainder of that entry was returned, or it was presented again already";
    if (in->in_sub != c->sub[in->in_id])
        return "in_sub: not that of the remainder returned";
    return in->in_mask != c->slots[in->in_id] ? "in_mask: not the slots of the remainder returned" : NULL;
}

// A free beat has a number, and it is of none that the unit still holds.
static const char *check_intake(const struct lsu_contract *c, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->intake_spare > in->intake_free)
        return "intake_spare: two beats are free but not one (intake_free)";
    if (in->intake_free && in->pull_valid && out->pull_ready && held(c, in->intake_beat))
        return "intake_beat: a beat that the unit holds is given out again";
    return NULL;
}

// At most one candidate is selected, and only one that is there. Which of them is the arbiter's affair, but for one thing: a
// shared load behind a hit would be written back in the same cycle (HLAT is one more than LAT). A bare replay hits, but
// writes nothing back.
static const char *check_choice(const struct lsu_contract *c, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->sel_replay + in->sel_remainder_load + in->sel_remainder_store + in->sel_woken + in->sel_new > 1)
        return "sel_replay, sel_remainder_load, sel_remainder_store, sel_woken, sel_new: more than one";
    if (in->sel_remainder_load > out->cand_remainder_load)
        return "sel_remainder_load: without cand_remainder_load";
    if (in->sel_remainder_store > out->cand_remainder_store)
        return "sel_remainder_store: without cand_remainder_store";
    if (in->sel_woken > out->cand_woken)
        return "sel_woken: without cand_woken";
    if (in->sel_new > out->cand_new)
        return "sel_new: without cand_new";
    bool load = in->sel_remainder_load || (in->sel_new && !out->cand_store && !out->cand_cached);
    return load && in->look_hit && c->look != LOOK_BARE ? "sel_remainder_load, sel_new: a shared load behind a hit" : NULL;
}

// What is accepted was asked for, and something is left if not all of it was. (So without an access both are zero.) A cached
// access is accepted whole.
static const char *check_split(const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->split_mask & ~out->req_mask)
        return "split_mask: slots that do not wait (req_mask)";
    if (in->split_more != (in->split_mask != out->req_mask))
        return "split_more: not what split_mask and req_mask say";
    return in->split_more && out->req_cached ? "split_more: of a cached access (req_cached)" : NULL;
}

// Only who asked for a fence is answered, in a later cycle and once. (Numbers that are no entry's are a command's.)
static const char *check_fence(const struct lsu_contract *c, const struct ul1_lsu_in *in)
{
    if (!in->answer_fence || in->answer_id >= UL1_PT || c->asked >> in->answer_id & 1)
        return NULL;
    return "answer_id: of an entry whose fence was not asked for, or was answered already";
}

// ---- the lines

#define ALL_FETCHED ((uint32_t)((1ull << UL1_PRT) - 1)) // every entry of the pending request table

// Of an instruction, an access is known by this.
static uint64_t access_of(uint64_t line, unsigned sub)
{
    return line << 2 | sub;
}

// Where the list has the line; PRT if it is not fetched.
static unsigned find_line(const struct lsu_contract *c, uint64_t line)
{
    uint32_t found = 0;
    for (unsigned i = 0; i < UL1_PRT; i++)
        found |= (uint32_t)(c->line[i] == line) << i;
    found &= c->fetched;
    return found ? (unsigned)__builtin_ctz(found) : UL1_PRT;
}

static bool fetched_in_set(const struct lsu_contract *c, unsigned set, unsigned carveout)
{
    uint32_t found = 0;
    for (unsigned i = 0; i < UL1_PRT; i++)
        found |= (uint32_t)(line_set(c->line[i], carveout) == set) << i;
    return found & c->fetched;
}

// Which of its entry's accesses it is; as many as there are if it is none of them.
static unsigned find_wait(const struct lsu_contract *c, unsigned id, uint64_t access)
{
    unsigned i = 0;
    while (i < c->waits[id] && c->wait[id][i] != access)
        i++;
    return i;
}

// What a deferred access lacks is held by a line that is fetched, or is a slot that is not there or that somebody older waits
// for: so it will be to be had, and the access woken.
static const char *check_lack(const struct lsu_contract *c, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out,
    unsigned at)
{
    switch (in->miss_cause) {
    case UL1_CAUSE_ENTRY:
        if (in->miss_key)
            return "miss_key: not 0 for want of an entry";
        return c->fetched ? NULL : "miss_cause: an entry lacks, and none is in use";
    case UL1_CAUSE_WAY:
        if (in->miss_key != line_set(c->look_access >> 2, in->carveout))
            return "miss_key: not the line's set for want of a way";
        bool taken = fetched_in_set(c, in->miss_key, in->carveout);
        return taken ? NULL : "miss_cause: a way lacks, and none of its set is taken";
    case UL1_CAUSE_ROOM:
        if (in->miss_key)
            return "miss_key: not 0 for want of a slot";
        return in->room_dirty && out->sleep_yields ? "miss_cause: a slot lacks, and there is one (room_dirty, sleep_yields)" : NULL;
    case UL1_CAUSE_MERGE:
    case UL1_CAUSE_CLOSED:
        if (at == UL1_PRT)
            return "miss_cause: closed or no merge slot, and the line has no entry";
        if (in->miss_key >= UL1_PRT || (c->number[at] != UL1_PRT && in->miss_key != c->number[at]))
            return "miss_key: not the entry of the line";
        return NULL;
    default:
        return "miss_cause: none of those that there are";
    }
}

static const char *check_open(const struct lsu_contract *c, unsigned at)
{
    if (at != UL1_PRT)
        return "miss_open: the line has an entry";
    return c->fetched == ALL_FETCHED ? "miss_open: all entries are in use" : NULL;
}

// What became of a load's lookup. One that neither hits nor opens an entry nor is deferred has merged. With a line for which
// a store is held none has to do any more.
static const char *check_load(const struct lsu_contract *c, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->look_hit && !c->closed)
        return NULL;
    unsigned at = find_line(c, c->look_access >> 2);
    bool closed = at != UL1_PRT && c->closed >> at & 1;
    if (in->look_hit)
        return closed ? "look_hit: a store is held for the line" : NULL;
    if (in->miss_defer)
        return check_lack(c, in, out, at);
    if (in->miss_open)
        return check_open(c, at);
    if (at == UL1_PRT)
        return "miss_open, miss_defer: neither, but the line has no entry to merge into";
    if (closed)
        return "miss_open, miss_defer: neither, but a store is held for the line";
    bool begun = (c->replaying && c->merged_line == c->line[at]) || (in->sel_replay && in->merged_line == c->line[at]);
    return begun ? "miss_open, miss_defer: neither, but the line's entry is being replayed" : NULL;
}

// A store neither hits nor is deferred; what is written back may have its line fetched.
static const char *check_store(const struct lsu_contract *c, const struct ul1_lsu_in *in)
{
    if (in->look_hit || in->miss_defer)
        return "look_hit, miss_defer: of a store";
    if (!in->miss_open)
        return NULL;
    return c->look_wb ? check_open(c, find_line(c, c->look_access >> 2)) : "miss_open: of a store that is written through";
}

// Only a cached access in stage 1 is told of, and one thing; the replay of a line that is there hits.
static const char *check_outcome(const struct lsu_contract *c, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->look_hit + in->miss_open + in->miss_defer > (c->look != LOOK_NONE))
        return "look_hit, miss_open, miss_defer: more than one, or without a cached access in stage 1";
    switch (c->look) {
    case LOOK_NONE:
        return NULL;
    case LOOK_LOAD:
        return check_load(c, in, out);
    case LOOK_STORE:
        return check_store(c, in);
    default:
        if (in->miss_open || in->miss_defer)
            return "miss_open, miss_defer: of a replay";
        return in->look_hit == c->look_err ? "look_hit: a replay hits, unless it brings an error" : NULL;
    }
}

// Each load that opened an entry or merged is replayed once, in a later cycle. An entry that no load waits for has a bare
// replay.
static const char *check_who(const struct lsu_contract *c, const struct ul1_lsu_in *in, unsigned at)
{
    if (in->merged_bare) {
        if (at == UL1_PRT || c->waiting[at])
            return "merged_bare: the line is not fetched, or loads wait for it";
        return in->merged_id || in->merged_sub ? "merged_id, merged_sub: not 0 of a bare replay" : NULL;
    }
    bool waits = find_wait(c, in->merged_id, access_of(in->merged_line, in->merged_sub)) != c->waits[in->merged_id];
    return waits ? NULL : "merged_id, merged_sub, merged_line: no such access waits for a replay";
}

// Those of an entry come one after the other.
static const char *check_replay(const struct lsu_contract *c, const struct ul1_lsu_in *in)
{
    if (!in->sel_replay)
        return NULL;
    unsigned at = find_line(c, in->merged_line);
    const char *broken = check_who(c, in, at);
    if (broken)
        return broken;
    if (c->number[at] != UL1_PRT && in->replay_prt != c->number[at])
        return "replay_prt: not the entry of the line";
    if (in->merged_err != UL1_ERR_NONE && in->merged_err != UL1_ERR_PAGE && in->merged_err != UL1_ERR_BUS)
        return "merged_err: no error that a fetch ends with";
    if (c->replaying && in->merged_line != c->merged_line)
        return "merged_line: another one before merged_last";
    if (c->replaying && in->merged_err != c->merged_err)
        return "merged_err: another one before merged_last";
    return in->merged_last != (c->waiting[at] <= 1) ? "merged_last: not what is left of the entry" : NULL;
}

static void advance_replay(struct lsu_contract *c, const struct ul1_lsu_in *in)
{
    unsigned at = find_line(c, in->merged_line), id = in->merged_id;
    if (check_who(c, in, at))
        return; // that was complained about
    if (!in->merged_bare) {
        c->wait[id][find_wait(c, id, access_of(in->merged_line, in->merged_sub))] = c->wait[id][c->waits[id] - 1];
        c->waits[id]--;
        c->waiting[at]--;
    }
    c->number[at] = in->replay_prt;
    c->replaying = c->waiting[at] != 0;
    c->merged_err = in->merged_err;
    c->merged_line = in->merged_line;
    if (!c->replaying) {
        c->fetched &= ~(1u << at);
        c->closed &= ~(1u << at);
    }
}

// Where the list has the line of the access in stage 1, which may just have opened an entry for it; PRT if it is not fetched.
static unsigned advance_open(struct lsu_contract *c, const struct ul1_lsu_in *in)
{
    uint64_t line = c->look_access >> 2;
    unsigned at = find_line(c, line);
    if (at != UL1_PRT || !in->miss_open || c->fetched == ALL_FETCHED)
        return at;
    at = (unsigned)__builtin_ctz(~c->fetched);
    c->fetched |= 1u << at;
    c->line[at] = line;
    c->waiting[at] = 0;
    c->number[at] = UL1_PRT;
    return at;
}

// The lookup of a load has opened an entry or merged; or that of a store has closed the entry that its line has.
static void advance_miss(struct lsu_contract *c, const struct ul1_lsu_in *in)
{
    unsigned at = advance_open(c, in), id = c->look_id;
    if (at == UL1_PRT)
        return;
    if (c->look == LOOK_STORE) {
        c->closed |= 1u << at;
    } else if (c->waits[id] < LANES) {
        c->waiting[at]++;
        c->wait[id][c->waits[id]++] = c->look_access;
    }
}

static uint8_t look_of(const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (!out->req_cached)
        return LOOK_NONE;
    if (in->sel_replay)
        return in->merged_bare ? LOOK_BARE : LOOK_REPLAY;
    return out->req_store ? LOOK_STORE : LOOK_LOAD;
}

static void advance_lines(struct lsu_contract *c, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->miss_defer && (in->miss_cause == UL1_CAUSE_MERGE || in->miss_cause == UL1_CAUSE_CLOSED)) {
        unsigned at = find_line(c, c->look_access >> 2);
        if (at != UL1_PRT)
            c->number[at] = in->miss_key;
    } else if (c->look == LOOK_STORE || (c->look == LOOK_LOAD && !in->look_hit && !in->miss_defer)) {
        advance_miss(c, in);
    }
    if (in->sel_replay)
        advance_replay(c, in);
    c->look = look_of(in, out);
    c->look_err = in->sel_replay && in->merged_err != UL1_ERR_NONE;
    c->look_wb = out->req_writeback;
    c->look_id = out->req_id;
    c->look_access = access_of(out->req_line, out->req_sub);
}

static void advance_fence(struct lsu_contract *c, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->answer_fence)
        c->asked &= ~(UINT64_C(1) << in->answer_id);
    if (out->fence_valid && in->accept_fence)
        c->asked |= UINT64_C(1) << out->fence_id;
}

static void advance(struct lsu_contract *c, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    c->running = 1;
    c->carveout = in->carveout;
    c->cfg_home = in->cfg_home;
    c->cfg_interval = in->cfg_interval;
    c->cfg_policy = in->cfg_policy;
    if (in->in_valid && in->in_again && out->in_again_ready)
        c->returned &= ~(UINT64_C(1) << in->in_id);
    if (out->remainder_valid) {
        c->returned |= UINT64_C(1) << out->remainder_id;
        c->sub[out->remainder_id] = out->remainder_sub;
        c->slots[out->remainder_id] = out->remainder_mask;
    }
    if (gives_up_beat(in, out))
        c->held &= ~(1u << out->req_beat);
    if (in->pull_valid && out->pull_ready)
        c->held |= 1u << in->intake_beat;
    advance_fence(c, in, out);
    if (c->look | out->req_cached)
        advance_lines(c, in, out);
}

const char *lsu_contract_check(struct lsu_contract *c, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->rst) {
        memset(c, 0, sizeof *c);
        return NULL;
    }
    const char *broken = check_settings(c, in, out);
    if (!broken)
        broken = check_again(c, in);
    if (!broken)
        broken = check_intake(c, in, out);
    if (!broken)
        broken = check_choice(c, in, out);
    if (!broken)
        broken = check_split(in, out);
    if (!broken)
        broken = check_fence(c, in);
    if (!broken)
        broken = check_outcome(c, in, out);
    if (!broken)
        broken = check_replay(c, in);
    advance(c, in, out);
    return broken;
}
