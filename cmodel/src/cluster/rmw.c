// Rmw: reductions and atomics of L1s, performed before memory; rmw.h has the state.
#include <string.h>

#include "cluster/rmw.h"
#include "common/atomic.h"

// ---- requests

static unsigned rmw_has_room(const struct rmw_state *s, const struct rmw_in *in)
{
    return !s->valid || in->mem_ready;
}

// An operation on the line is under way.
static unsigned rmw_works_on(const struct rmw_state *s, uint64_t line)
{
    for (uint64_t left = s->used; left; left = without_lowest(left))
        if (s->operation[lowest(left)].line == line)
            return 1;
    return 0;
}

static unsigned rmw_is_operation(const struct rmw_in *in)
{
    return UL1_GLOBAL_ATOMICS && in->reqdata_atom != UL1_ATOM_NONE;
}

// Whether a request is taken. A result goes to memory before any request.
static unsigned rmw_takes(const struct rmw_state *s, const struct rmw_in *in)
{
    if (!in->req_valid || !rmw_has_room(s, in) || s->stage[RMW_RESULT].valid)
        return 0;
    if (in->req_op == UL1_MEMOP_FENCE)
        return !s->used;
    return !rmw_works_on(s, in->req_line) && !(rmw_is_operation(in) && s->used == below(UL1_RMWS));
}

static void rmw_ready(const struct rmw_state *s, const struct rmw_in *in, struct ul1_rmw_out *out)
{
    out->req_ready = (uint8_t)rmw_takes(s, in);
}

// ---- outputs

static void rmw_state(const struct rmw_state *s, const struct rmw_in *in, struct ul1_rmw_out *out)
{
    (void)in;
    out->mem_valid = s->valid;
    out->mem_op = s->op;
    out->mem_number = (__typeof__(out->mem_number))s->number;
    out->mem_line = s->line;
    out->mem_sect = s->sect;
    out->mem_vline = s->vline;
    out->mem_level = s->level;
    memcpy(out->memdata_be, s->be, sizeof s->be);
    memcpy(out->memdata_word, s->word, sizeof s->word);
    out->memdata_atom = UL1_ATOM_NONE;
    out->memdata_wide = out->memdata_signed = 0;
    out->memread_kind = s->kind;
    out->memread_warp = s->warp;
    out->memread_space = s->space;
    out->memold_valid = 0;
    out->memold_number = 0;
}

// The operation that a response is to, plus 1; 0 for a request of an L1.
static unsigned rmw_answered(const struct rmw_in *in)
{
    return (unsigned)((uint64_t)in->resp_number >> UL1_SHARED_TAG_W);
}

static unsigned rmw_is_read(const struct rmw_in *in)
{
    return in->resp_op == UL1_MEMOP_READ && rmw_answered(in);
}

// A response that goes to no L1: the words that an operation reads, and the answer to its results where
// writes are answered, as the operation was before.
static unsigned rmw_stays(const struct rmw_in *in)
{
    return rmw_is_read(in) || (UL1_L2_ACKS && in->resp_op == UL1_MEMOP_WRITE && rmw_answered(in));
}

// An operation has its answer on offer, unless a response that was there before has to wait.
static unsigned rmw_answers(const struct rmw_state *s)
{
    return s->answers && !s->passing;
}

static void rmw_taken(const struct rmw_state *s, const struct rmw_in *in, struct ul1_rmw_out *out)
{
    out->resp_ready = !rmw_answers(s) && (in->answer_ready || (in->resp_valid && rmw_stays(in)));
}

// The answer of an operation: its old words, or an error; to a reduction as to a write that failed.
static void rmw_answer_operation(const struct rmw_operation *o, struct ul1_rmw_out *out)
{
    out->answer_valid = 1;
    out->answer_op = o->returns ? UL1_MEMOP_ATOM : UL1_MEMOP_WRITE;
    out->answer_number = (__typeof__(out->answer_number))(o->returns ? o->old_number : o->number);
    out->answer_sect = 0;
    for (unsigned n = 0; n < UL1_LINE_WORDS && o->returns; n++)
        out->answer_sect |= (uint8_t)(bit(o->words, n) << n / UL1_SECTOR_WORDS);
    out->answer_err = o->err;
    out->answer_vline = o->vline;
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        out->answer_data[n] = bit(o->words, n) ? o->old[n] : 0;
}

static void rmw_answer(const struct rmw_state *s, const struct rmw_in *in, struct ul1_rmw_out *out)
{
    if (rmw_answers(s)) {
        rmw_answer_operation(&s->operation[s->stage[RMW_ANSWERS].id], out);
        return;
    }
    out->answer_valid = in->resp_valid && !rmw_stays(in);
    out->answer_op = in->resp_op;
    out->answer_number = (__typeof__(out->answer_number))(in->resp_number & below(UL1_SHARED_TAG_W));
    out->answer_sect = in->resp_sect;
    out->answer_err = in->resp_err;
    out->answer_vline = in->resp_vline;
    memcpy(out->answer_data, in->resp_data, sizeof out->answer_data);
}

// ---- the clock edge

// The results of an operation, in the words that it changes.
static void rmw_results(const struct rmw_operation *o, uint32_t word[UL1_LINE_WORDS])
{
    for (unsigned n = 0; n < UL1_LINE_WORDS && !o->wide; n++)
        word[n] = atomic_word(o->atom, o->sign, o->old[n], o->by[n], o->by[n ^ 1]);
    for (unsigned n = 0; n < UL1_LINE_WORDS && o->wide; n += 2) {
        const uint64_t old = (uint64_t)o->old[n + 1] << 32 | o->old[n];
        const uint64_t by = (uint64_t)o->by[n + 1] << 32 | o->by[n];
        const uint64_t swap = (uint64_t)o->by[(n ^ 2) + 1] << 32 | o->by[n ^ 2];
        const uint64_t result = atomic_pair(o->atom, old, by, swap);
        word[n] = (uint32_t)result;
        word[n + 1] = (uint32_t)(result >> 32);
    }
}

static void rmw_send(struct rmw_state *s)
{
    const unsigned id = s->stage[RMW_RESULT].id;
    const struct rmw_operation *o = &s->operation[id];
    s->valid = 1;
    s->op = UL1_MEMOP_WRITE;
    s->number = (id + 1) << UL1_SHARED_TAG_W | o->number;
    s->line = o->line;
    s->vline = o->vline;
    s->sect = s->level = s->kind = s->warp = s->space = 0;
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        s->be[n] = bit(o->words, n) ? below(UL1_WORD_BYTES) : 0;
    rmw_results(o, s->word);
    s->used &= (uint8_t)~one(id);
}

// An operation becomes a read of the sectors of its words.
static void rmw_begin(struct rmw_state *s, const struct rmw_in *in)
{
    const unsigned id = lowest(~(uint64_t)s->used);
    struct rmw_operation *o = &s->operation[id];
    *o = (struct rmw_operation){ .atom = in->reqdata_atom,
                                 .wide = in->reqdata_wide,
                                 .sign = in->reqdata_signed,
                                 .returns = UL1_GLOBAL_ATOMICS > 1 && in->reqold_valid,
                                 .number = in->req_number,
                                 .old_number = in->reqold_number,
                                 .line = in->req_line,
                                 .vline = in->req_vline };
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++) {
        o->by[n] = in->reqdata_word[n];
        if (!in->reqdata_be[n])
            continue;
        o->words |= 1u << n;
        o->lacks |= (uint8_t)(1u << n / UL1_SECTOR_WORDS);
    }
    s->used |= (uint8_t)one(id);
    s->op = UL1_MEMOP_READ;
    s->number |= (id + 1) << UL1_SHARED_TAG_W;
    s->sect = o->lacks;
    s->vline = 0;
    s->kind = UL1_READKIND_ATOM;
    s->warp = s->space = 0;
    memset(s->be, 0, sizeof s->be);
}

static void rmw_take(struct rmw_state *s, const struct rmw_in *in)
{
    s->valid = 1;
    s->op = in->req_op;
    s->number = in->req_number;
    s->line = in->req_line;
    s->sect = in->req_sect;
    s->vline = in->req_vline;
    s->level = in->req_level;
    s->kind = in->reqread_kind;
    s->warp = UL1_READ_SOURCES ? in->reqread_warp : 0;
    s->space = UL1_READ_SOURCES ? in->reqread_space : 0;
    memcpy(s->be, in->reqdata_be, sizeof s->be);
    memcpy(s->word, in->reqdata_word, sizeof s->word);
    if (rmw_is_operation(in))
        rmw_begin(s, in);
}

static void rmw_clock_requests(struct rmw_state *s, const struct rmw_in *in, unsigned takes, unsigned room,
                               unsigned waits)
{
    if (!room)
        return;
    s->valid = 0;
    memset(s->be, 0, sizeof s->be);
    if (s->stage[RMW_RESULT].valid && !waits)
        rmw_send(s);
    else if (takes)
        rmw_take(s, in);
}

// The stages advance unless a result or an answer has to wait. One that is in error leaves with its answer.
static void rmw_clock_unit(struct rmw_state *s, unsigned room, unsigned enters, unsigned waits)
{
    s->answers = (uint8_t)waits;
    if (waits || (s->stage[RMW_RESULT].valid && !room))
        return;
    for (unsigned k = RMW_RESULT; k > 0; k--) {
        s->stage[k] = s->stage[k - 1];
        if (k == RMW_ANSWERS + 1 && s->stage[k].valid && s->operation[s->stage[k].id].err) {
            s->stage[k].valid = 0;
            s->used &= (uint8_t)~one(s->stage[k].id);
        }
    }
    s->stage[0] = (struct rmw_stage){ .valid = enters < RMW_IDS, .id = (uint8_t)(enters % RMW_IDS) };
    if (enters < RMW_IDS) {
        s->read &= (uint8_t)~one(enters);
        s->entered = (uint8_t)enters;
    }
    const struct rmw_stage *to = &s->stage[RMW_ANSWERS];
    s->answers = to->valid && (UL1_L2_ACKS || s->operation[to->id].returns || s->operation[to->id].err);
}

// The next operation that has its words; RMW_IDS if there is none.
static unsigned rmw_enters(const struct rmw_state *s)
{
    return s->read ? next_in(s->read, s->entered) : RMW_IDS;
}

static void rmw_clock_read(struct rmw_state *s, const struct rmw_in *in)
{
    const unsigned id = (rmw_answered(in) - 1) % RMW_IDS;
    struct rmw_operation *o = &s->operation[id];
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        if (bit(in->resp_sect, n / UL1_SECTOR_WORDS))
            o->old[n] = in->resp_data[n];
    o->err |= in->resp_err;
    o->lacks &= (uint8_t)~in->resp_sect;
    if (!o->lacks)
        s->read |= (uint8_t)one(id);
}

static void rmw_clock(struct rmw_state *s, const struct rmw_in *in, const struct ul1_rmw_out *out)
{
    const unsigned room = rmw_has_room(s, in), takes = rmw_takes(s, in), enters = rmw_enters(s),
                   waits = s->answers && !(rmw_answers(s) && in->answer_ready);
    s->passing = !rmw_answers(s) && out->answer_valid && !in->answer_ready;
    rmw_clock_requests(s, in, takes, room, waits);
    rmw_clock_unit(s, room, enters, waits);
    if (in->resp_valid && out->resp_ready && rmw_is_read(in))
        rmw_clock_read(s, in);
    if (in->rst) {
        s->valid = 0;
        s->used = s->read = s->answers = s->passing = 0;
        s->entered = 0;
        memset(s->stage, 0, sizeof s->stage);
        memset(s->be, 0, sizeof s->be);
    }
}
