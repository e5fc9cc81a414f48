#include "blocks/tag/predictor.h"

#include <stddef.h>

#include "kit/mask.h"
#include "common/replace.h"
#include "common/sizes.h"

// ---- the lines

// The state of a line.
struct seen {
    unsigned set, way; // the way that it has, else the one that it would get; WAYS: none
    bool there, free;
    uint8_t valid, dirty, victim; // its sectors; the dirty sectors of another line in that way
    bool closed;
    uint32_t banks; // the banks of the slots
};

static bool is_free(const struct tag_line *way)
{
    return !way->pending && !way->locked;
}

// The lowest free way without a valid sector, else the victim of the policy.
static unsigned victim_of(const struct tag_predictor *a, unsigned set)
{
    const unsigned ways = carveout_ways(&compiled, a->carveout);
    uint8_t age[UL1_WAYS];
    uint32_t can = 0;
    for (unsigned w = 0; w < UL1_WAYS; w++)
        age[w] = a->way[set][w].age;
    for (unsigned w = 0; w < ways; w++) {
        const struct tag_line *way = &a->way[set][w];
        if (is_free(way) && !way->valid)
            return w;
        can |= (uint32_t)is_free(way) << w;
    }
    return can ? replace_victim(age, a->random, can, ways) : UL1_WAYS;
}

static uint32_t banks_needed(const struct ul1_tag_in *in)
{
    uint32_t banks = 0;
    for (unsigned slot = 0; slot < LANES; slot++)
        banks |= (in->pass_mask >> slot & 1u) << (in->pass_addr[slot] >> UL1_BYTE_W) % UL1_LINE_WORDS;
    return banks;
}

// The line of the pass, if that is cached.
static struct seen seek(const struct tag_predictor *a, const struct ul1_tag_in *in)
{
    const uint64_t line = in->pass_line;
    struct seen s = { .way = UL1_WAYS };
    if (!in->pass_cached)
        return s;
    s.set = line_set(&compiled, line, a->carveout);
    s.banks = banks_needed(in);
    for (unsigned w = 0; w < carveout_ways(&compiled, a->carveout); w++) {
        const struct tag_line *way = &a->way[s.set][w];
        if (way->line != line || (!way->valid && is_free(way)))
            continue;
        s = (struct seen){ s.set, w, true, is_free(way), way->valid, way->dirty, 0, way->closed, s.banks };
    }
    if (s.there)
        return s;
    s.way = victim_of(a, s.set);
    s.victim = s.way < UL1_WAYS ? a->way[s.set][s.way].dirty : 0;
    return s;
}

static unsigned row_of(const struct tag_predictor *a, unsigned set, unsigned way)
{
    return carveout_rows(&compiled, a->carveout) + way * carveout_sets(&compiled, a->carveout) + set;
}

static struct tag_line *line_of_row(struct tag_predictor *a, unsigned row)
{
    unsigned behind = row - carveout_rows(&compiled, a->carveout),
             sets = carveout_sets(&compiled, a->carveout);
    return &a->way[behind % sets][behind / sets % UL1_WAYS];
}

static bool takes_over(const struct ul1_tag_in *in, const struct seen *s)
{
    return in->pass_bypass && !in->pass_store && !in->pass_replay && s->free;
}

static bool awaits(const struct tag_predictor *a, uint64_t line)
{
    return a->state == UL1_CMD_STATE_WAIT && line == a->addr >> WITHIN_LINE_W;
}

static bool last(const struct ul1_tag_in *in)
{
    return in->pass_replay && in->pass_last;
}

// ---- the lookup

static unsigned covered(const struct ul1_tag_in *in, const struct seen *s)
{
    return in->pass_store && in->pass_width >= UL1_WIDTH_B32 ? ALL_SECTORS & ~sectors_of(~s->banks) : 0;
}

static bool purges(const struct ul1_tag_in *in, const struct seen *s)
{
    const bool whole = in->pass_cached && in->pass_store && in->pass_bypass && covered(in, s) == ALL_SECTORS;
    return s->free && (in->pass_red || (whole && !s->dirty));
}

static bool hits(const struct ul1_tag_in *in, const struct seen *s)
{
    if (!in->pass_cached || in->pass_store || in->pass_inval || in->pass_flush)
        return false;
    if (!s->there || sectors_of(s->banks) & ~(unsigned)s->valid)
        return false;
    return in->pass_replay ? !in->pass_fail : !s->closed && !in->pass_bypass;
}

static unsigned goes(const struct ul1_tag_in *in, const struct seen *s)
{
    if (in->pass_red) // it writes its line back, also one under fetch
        return s->dirty;
    return in->pass_flush || takes_over(in, s) ? (s->free ? s->dirty : 0) : s->victim;
}

static const char *check_judged(const struct tag_predictor *a, const struct ul1_tag_in *in,
                                const struct ul1_tag_out *out, const struct seen *s)
{
    if (out->look_need != sectors_of(s->banks))
        return "look_need: not the sectors of the slots' banks";
    if (out->look_have != (takes_over(in, s) ? 0 : s->valid))
        return "look_have: not the line's valid sectors";
    if (out->look_cover != covered(in, s))
        return "look_cover: not the sectors that the store covers";
    if (out->look_there != s->there)
        return "look_there: not that the line is there";
    if (out->look_way != (s->there ? s->free : s->way < UL1_WAYS))
        return "look_way: not that there is a way for the line";
    if (s->way < UL1_WAYS && out->look_row != row_of(a, s->set, s->way))
        return "look_row: not the row of the line, or of the way that it would get";
    return out->look_dirty != goes(in, s) ? "look_dirty: not the dirty sectors that would go" : NULL;
}

static const char *check_look(const struct tag_predictor *a, const struct ul1_tag_in *in,
                              const struct ul1_tag_out *out, const struct seen *s)
{
    const bool cmo = in->pass_inval || in->pass_flush, hit = hits(in, s);
    const bool miss = in->pass_cached && !in->pass_store && !cmo && !in->pass_replay && !hit;
    if (out->look_hit != hit)
        return "look_hit: not that all sectors needed are there";
    if (out->look_miss != miss)
        return "look_miss: not that a load misses";
    if (out->look_judge
        != (miss || (in->pass_cached && (in->pass_store || (cmo && a->state != UL1_CMD_STATE_LOOK)))))
        return "look_judge: not of a miss, a store or CMO";
    if (out->look_purge != purges(in, s))
        return "look_purge: not that a store that bypasses covers a clean line, or a reduction finds a free "
               "one";
    if (in->pass_cached && out->look_set != s->set)
        return "look_set: not the line's set";
    const unsigned stays = in->pass_drop || awaits(a, in->pass_line) ? s->dirty : s->valid;
    if (out->look_valid != (last(in) ? stays : 0))
        return "look_valid: not what stays valid behind a last replay";
    return out->look_judge ? check_judged(a, in, out, s) : NULL;
}

// (The memory checker sees where the words of shared memory lie.)
static const char *check_map(const struct ul1_tag_in *in, const struct ul1_tag_out *out, const struct seen *s)
{
    const bool none = in->pass_cached && !in->pass_store && !hits(in, s);
    if (out->map_mask != (none ? 0 : in->pass_mask))
        return "map_mask: not the slots of what is read or stored";
    const unsigned row = in->pass_store ? 0 : out->look_row;
    for (uint32_t left = in->pass_cached ? out->map_mask : 0; left; left &= left - 1)
        if (out->map_row[mask_first(left)] != row)
            return "map_row: not the row of the hit, or 0 of a store";
    return NULL;
}

// ---- commands

static bool writes_back(const struct tag_predictor *a)
{
    return a->op != UL1_CMD_ALL;
}

static bool invalidates(const struct tag_predictor *a)
{
    return a->op <= UL1_CMD_CARVEOUT && a->op != UL1_CMD_FLUSH;
}

static bool names(const struct tag_predictor *a, unsigned w)
{
    const unsigned within = line_page_bits(a->page);
    const uint64_t line = a->way[a->sweeps][w].line;
    return a->op != UL1_CMD_PAGE || line >> within == a->addr >> WITHIN_LINE_W >> within;
}

// The lowest way of the current set that is written back; WAYS if none is.
static unsigned sweeps_out(const struct tag_predictor *a)
{
    for (unsigned w = 0; writes_back(a) && w < carveout_ways(&compiled, a->carveout); w++)
        if (names(a, w) && a->way[a->sweeps][w].dirty)
            return w;
    return UL1_WAYS;
}

static const char *check_command(const struct tag_predictor *a, const struct ul1_tag_out *out)
{
    const unsigned state = a->state;
    const bool finishes = state == UL1_CMD_STATE_FINISH, turn = state == UL1_CMD_STATE_TURN;
    const bool alone = turn || state > UL1_CMD_STATE_TURN || tag_fenced_line(a);
    if (out->cmd_state != state || out->cmd_ready != (state == UL1_CMD_STATE_READY))
        return "cmd_state, cmd_ready: not what the command is at";
    if (out->cmd_hold != (state != UL1_CMD_STATE_READY && !alone))
        return "cmd_hold: not that a command other than line is under way";
    if (out->cmd_turn != (turn && !a->reads))
        return "cmd_turn: not that it is at its turn and no dirty line has that";
    if (out->cmd_turn && out->cmd_line != a->addr >> WITHIN_LINE_W)
        return "cmd_line: not that of the command's address";
    if (out->cmd_fence != (state == UL1_CMD_STATE_FENCE))
        return "cmd_fence: not that it asks for a fence";
    if (out->forget_valid != (finishes && a->op == UL1_CMD_PAGE)
        || (out->forget_valid && out->forget_addr != a->addr))
        return "forget_valid, forget_addr: not as the command page is complete";
    if (out->forget_all != (finishes && a->renews))
        return "forget_all: not as other settings come in use";
    if (out->carveout != a->carveout)
        return "carveout: not the one in use";
    return out->use_page != a->page || out->use_root != a->root ? "use_page, use_root: not those in use"
                                                                : NULL;
}

// ---- evictions

struct going {
    bool evicts, gone;
    unsigned set, way, sect, keep;
};

static struct going what_goes(const struct tag_predictor *a, const struct ul1_tag_in *in,
                              const struct ul1_tag_out *out, const struct seen *s)
{
    if (a->state == UL1_CMD_STATE_SWEEP) {
        const unsigned way = sweeps_out(a);
        const bool evicts = way < UL1_WAYS && in->credit_dirty;
        return (struct going){
            .evicts = evicts, .set = a->sweeps, .way = way, .sect = evicts ? a->way[a->sweeps][way].dirty : 0
        };
    }
    struct going g = { .set = s->set, .way = s->way, .sect = goes(in, s) };
    const bool given = (in->miss_open || in->store_alloc) && (!s->there || takes_over(in, s));
    const bool voids = in->pass_inval && s->free && (s->valid & ~s->dirty),
               drops = last(in) && (in->pass_drop || awaits(a, in->pass_line));
    g.evicts = in->pass_cached && g.sect && (given || in->pass_flush || in->pass_red);
    g.gone = in->pass_cached && ((given && !g.sect) || (purges(in, s) && !s->dirty) || voids || drops);
    g.keep = voids ? s->dirty : drops ? out->look_valid | in->held_dirty : 0u;
    return g;
}

static const char *check_going(const struct tag_predictor *a, const struct ul1_tag_in *in,
                               const struct ul1_tag_out *out, const struct seen *s)
{
    const struct going g = what_goes(a, in, out, s);
    if (out->evict_valid != g.evicts)
        return "evict_valid: not that a dirty line goes";
    if (g.evicts
        && (out->evict_line != a->way[g.set][g.way].line || out->evict_row != row_of(a, g.set, g.way)))
        return "evict_line, evict_row: not the dirty line's";
    if (g.evicts && out->evict_sect != g.sect)
        return "evict_sect: not its dirty sectors";
    if (out->gone_valid != g.gone)
        return "gone_valid: not that a row, or some of it, is given up";
    if (g.gone && g.way < UL1_WAYS && out->gone_row != row_of(a, g.set, g.way))
        return "gone_row: not that row";
    if (g.gone && out->gone_keep != g.keep)
        return "gone_keep: not the sectors that stay";
    if (out->readout_valid != a->reads)
        return "readout_valid: not in the cycle behind evict_valid";
    return a->reads && (out->readout_row != a->read_row || out->readout_sect != a->read_sect)
        ? "readout_row, readout_sect: not those of the dirty line"
        : NULL;
}

static const char *check_ways(const struct tag_predictor *a, const struct ul1_tag_out *out, unsigned set)
{
    unsigned pend = 0, lock = 0, dirty = 0;
    for (unsigned w = 0; w < UL1_WAYS; w++) {
        pend |= (unsigned)a->way[set][w].pending << w;
        lock |= (unsigned)a->way[set][w].locked << w;
        dirty |= (unsigned)(a->way[set][w].dirty != 0) << w;
    }
    if (out->tag_pend[set] != pend || out->tag_lock[set] != lock)
        return "tag_pend, tag_lock: not the ways that are";
    return out->tag_dirty[set] != dirty ? "tag_dirty: not the ways with a dirty sector" : NULL;
}

const char *tag_predictor_check(const struct tag_predictor *a, const struct ul1_tag_in *in,
                                const struct ul1_tag_out *out)
{
    if (!a->judged || in->rst)
        return NULL;
    const struct seen s = seek(a, in);
    const char *broken = check_command(a, out);
    if (!broken)
        broken = check_look(a, in, out, &s);
    if (!broken)
        broken = check_map(in, out, &s);
    if (!broken)
        broken = check_going(a, in, out, &s);
    if (!broken)
        broken = check_ways(a, out, s.set);
    return broken ? broken : check_ways(a, out, a->turn);
}

// ---- the end of a cycle

static void touch(struct tag_line *set, unsigned way, bool streams)
{
    if (UL1_STREAMING && streams) {
        for (unsigned w = 0; w < UL1_WAYS; w++)
            set[w].age = (uint8_t)(set[w].age - (set[w].age > set[way].age));
        set[way].age = UL1_WAYS - 1;
        return;
    }
    uint8_t age[UL1_WAYS];
    for (unsigned w = 0; w < UL1_WAYS; w++)
        age[w] = set[w].age;
    replace_touch(age, way);
    for (unsigned w = 0; w < UL1_WAYS; w++)
        set[w].age = age[w];
}

static void advance_look(struct tag_predictor *a, const struct ul1_tag_in *in, const struct ul1_tag_out *out,
                         const struct seen *s)
{
    if (s->way == UL1_WAYS)
        return;
    struct tag_line *way = &a->way[s->set][s->way];
    const bool stores = in->pass_store && s->there && !purges(in, s);
    const uint8_t soils = UL1_POLICIES > 3 && in->store_through ? 0 : in->store_sect;
    const bool gets = in->miss_open || in->store_alloc, given = gets && !s->there;
    if (UL1_REPLACE == UL1_REPLACE_FIFO || UL1_REPLACE == UL1_REPLACE_RANDOM ? given
                                                                             : hits(in, s) || stores || gets)
        touch(a->way[s->set], s->way, in->pass_stream);
    if (given)
        a->random = replace_step(a->random);
    if (in->miss_open || in->store_alloc)
        way->line = in->pass_line;
    if (in->miss_open && (!s->there || takes_over(in, s)))
        way->valid = way->dirty = 0;
    way->pending |= in->miss_open;
    if (in->store_alloc)
        way->valid = way->dirty = 0;
    if (in->store_alloc || in->store_dirty)
        way->valid |= in->store_sect, way->dirty |= soils;
    if (purges(in, s))
        way->valid = way->dirty = 0;
    if (in->pass_red && s->there && !s->free)
        way->dirty = 0, way->closed = 1;
    if (in->pass_inval && s->free)
        way->valid = way->dirty;
    if (in->pass_flush && s->free)
        way->dirty = 0;
    way->closed |= in->store_hold;
    if (!last(in) || !s->there)
        return;
    way->pending = way->locked = way->closed = 0;
    way->valid = out->look_valid | in->held_dirty;
    way->dirty |= in->held_dirty;
}

static void lock(struct tag_predictor *a, unsigned row)
{
    struct tag_line *way = line_of_row(a, row);
    way->pending = 0;
    way->locked = 1;
}

static void advance_sweep(struct tag_predictor *a, const struct ul1_tag_in *in)
{
    const unsigned way = sweeps_out(a);
    if (way < UL1_WAYS) {
        if (!in->credit_dirty)
            return;
        a->way[a->sweeps][way].dirty = 0;
        if (invalidates(a))
            a->way[a->sweeps][way].valid = 0;
        return;
    }
    for (unsigned w = 0; invalidates(a) && w < carveout_ways(&compiled, a->carveout); w++)
        if (names(a, w))
            a->way[a->sweeps][w].valid = a->way[a->sweeps][w].dirty;
    if (++a->sweeps == carveout_sets(&compiled, a->carveout))
        a->state = UL1_CMD_STATE_SETTLE;
}

static void take(struct tag_predictor *a, const struct ul1_tag_in *in)
{
    if (in->cmd_valid) {
        a->op = in->cmd_op;
        a->addr = in->cmd_addr;
        a->new_carveout = in->cmd_carveout;
        a->state = in->cmd_op != UL1_CMD_LINE ? UL1_CMD_STATE_DRAIN : TAG_LINE_BEGINS;
    } else if (a->page != in->cfg_page || a->root != in->cfg_root) {
        a->op = UL1_CMD_BOTH;
        a->renews = 1;
        a->state = UL1_CMD_STATE_DRAIN;
    }
    a->sweeps = 0;
}

static void finish(struct tag_predictor *a, const struct ul1_tag_in *in)
{
    if (a->op == UL1_CMD_CARVEOUT)
        a->carveout = a->new_carveout;
    if (a->renews)
        a->page = in->cfg_page, a->root = in->cfg_root;
    a->renews = 0;
    a->state = UL1_CMD_STATE_READY;
}

// `s` is the line of the pass, as it was at the beginning of the cycle.
static void advance_command(struct tag_predictor *a, const struct ul1_tag_in *in, const struct seen *s)
{
    const bool fences = UL1_CACHES_BEHIND || (writes_back(a) && a->op != UL1_CMD_CARVEOUT);
    switch (a->state) {
    case UL1_CMD_STATE_READY:
        take(a, in);
        break;
    case UL1_CMD_STATE_TURN:
        a->state = a->reads ? UL1_CMD_STATE_TURN : UL1_CMD_STATE_LOOK;
        break;
    case UL1_CMD_STATE_LOOK:
        a->state = s->there && !s->free ? UL1_CMD_STATE_WAIT : UL1_CMD_STATE_READY;
        break;
    case UL1_CMD_STATE_WAIT:
        a->state = last(in) && awaits(a, in->pass_line) ? UL1_CMD_STATE_READY : UL1_CMD_STATE_WAIT;
        break;
    case UL1_CMD_STATE_DRAIN:
        a->state =
            in->lsu_idle && tag_caches_idle(in) && in->wdb_idle ? UL1_CMD_STATE_SWEEP : UL1_CMD_STATE_DRAIN;
        break;
    case UL1_CMD_STATE_SWEEP:
        advance_sweep(a, in);
        break;
    case UL1_CMD_STATE_SETTLE:
        if (in->wdb_idle)
            a->state = fences ? UL1_CMD_STATE_FENCE : UL1_CMD_STATE_FINISH;
        break;
    case UL1_CMD_STATE_FENCE:
        a->state = in->accept_fence ? UL1_CMD_STATE_ANSWER : UL1_CMD_STATE_FENCE;
        break;
    case UL1_CMD_STATE_ANSWER:
        if (in->answer_fence && in->answer_id == UL1_CMD_ID)
            a->state = tag_fenced_line(a) ? UL1_CMD_STATE_TURN : UL1_CMD_STATE_FINISH;
        break;
    default:
        finish(a, in);
        break;
    }
}

static void reset(struct tag_predictor *a, const struct ul1_tag_in *in)
{
    *a = (struct tag_predictor){ .judged = true,
                                 .carveout = UL1_CARVEOUT_S48,
                                 .random = REPLACE_RESET,
                                 .page = in->cfg_page,
                                 .root = in->cfg_root,
                                 .state = UL1_CMD_STATE_READY };
    for (unsigned set = 0; set < UL1_SETS; set++)
        for (unsigned w = 0; w < UL1_WAYS; w++)
            a->way[set][w].age = (uint8_t)w;
}

void tag_predictor_advance(struct tag_predictor *a, const struct ul1_tag_in *in,
                           const struct ul1_tag_out *out)
{
    if (in->rst) {
        reset(a, in);
        return;
    }
    const struct seen s = seek(a, in);
    if (in->pass_cached)
        advance_look(a, in, out, &s);
    if (in->fill_valid && !in->fill_err)
        line_of_row(a, in->done_fill_row)->valid |= in->fill_sect;
    if (in->done_fill)
        lock(a, in->done_fill_row);
    if (in->done_fault)
        lock(a, in->done_fault_row);
    advance_command(a, in, &s);
    a->turn = (a->turn + 1) % UL1_SETS;
    a->reads = out->evict_valid;
    a->read_row = out->evict_row;
    a->read_sect = out->evict_sect;
}
