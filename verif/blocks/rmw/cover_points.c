#include "blocks/rmw/cover_points.h"

#include "blocks/draw.h"

const struct point_name rmw_event_names[RMW_POINT_COUNT] = { RMW_POINTS(POINT_NAME) };

static unsigned number_at(const struct rmw_predictor *p, int at)
{
    unsigned count = 0;
    for (unsigned i = 0; i < UL1_RMWS; i++)
        count += p->operation[i].used && p->operation[i].at == at;
    return count;
}

static const struct rmw_known *first_at(const struct rmw_predictor *p, int at)
{
    for (unsigned i = 0; i < UL1_RMWS; i++)
        if (p->operation[i].used && p->operation[i].at == at)
            return &p->operation[i];
    return NULL;
}

static void count_requests(struct drive *d, struct rmw_track *t, const struct rmw_predictor *p,
                           const struct ul1_rmw_in *in, const struct ul1_rmw_out *out)
{
    const bool takes = in->req_valid && out->req_ready, waits = in->req_valid && !out->req_ready;
    const bool operates = UL1_GLOBAL_ATOMICS && in->req_valid && in->reqdata_atom;
    unsigned used = 0;
    bool same = false;
    for (unsigned i = 0; i < UL1_RMWS; i++) {
        used += p->operation[i].used;
        same |= p->operation[i].used && p->operation[i].of.line == in->req_line;
    }
    const bool room = (!p->holds || in->mem_ready) && !number_at(p, RMW_WAITS);
    const bool write = in->req_op == UL1_MEMOP_WRITE, read = in->req_op == UL1_MEMOP_READ;
    saw(d, RMW_READ, takes && read);
    saw(d, RMW_WRITE, takes && write && !operates);
    saw(d, RMW_FENCE, takes && in->req_op == UL1_MEMOP_FENCE);
    saw(d, RMW_BACK_TO_BACK, takes && p->holds);
    saw(d, RMW_OPERATION, takes && operates);
    saw(d, RMW_LAST_PLACE, takes && operates && used + 1 == UL1_RMWS);
    saw(d, RMW_FULL, waits && room && operates && !same && used == UL1_RMWS);
    saw(d, RMW_SAME_READ, waits && room && read && same);
    saw(d, RMW_SAME_WRITE, waits && room && write && !operates && same);
    saw(d, RMW_SAME_OPERATION, waits && room && operates && same && used < UL1_RMWS);
    saw(d, RMW_PASSES, takes && read && used);
    saw(d, RMW_FENCE_WAITS, waits && room && in->req_op == UL1_MEMOP_FENCE);
    saw(d, RMW_FREED_TAKEN,
        takes && t->sends && in->req_op != UL1_MEMOP_FENCE && t->sent_line == in->req_line);
    saw(d, RMW_RESET, in->rst && used);
    const struct rmw_known *done = first_at(p, RMW_WAITS);
    if (done && (!p->holds || in->mem_ready)) {
        t->sends = true;
        t->sent_line = done->of.line;
    } else if (p->holds && in->mem_ready) {
        t->sends = false;
    }
}

static void count_responses(struct drive *d, struct rmw_track *t, const struct rmw_predictor *p,
                            const struct ul1_rmw_in *in, const struct ul1_rmw_out *out)
{
    const unsigned i = rmw_operation_of(in->resp_number);
    const bool takes = in->resp_valid && out->resp_ready, own = takes && i < UL1_RMWS;
    const bool read = own && in->resp_op == UL1_MEMOP_READ;
    saw(d, RMW_REFUSED, own && in->resp_op == UL1_MEMOP_WRITE);
    if (!read)
        return;
    const struct rmw_known *o = &p->operation[i];
    saw(d, RMW_PIECES, (in->resp_sect & o->lacks) != o->lacks);
    saw(d, RMW_BETWEEN,
        (in->resp_sect & o->lacks) != o->lacks && t->came != i && t->came < UL1_RMWS
            && p->operation[t->came].used && p->operation[t->came].at == RMW_READS);
    saw(d, RMW_ERR_PART, (in->resp_err || o->err) && !(in->resp_err && in->resp_sect == o->lacks && !o->err));
    t->came = i;
}

static void count_unit(struct drive *d, struct rmw_track *t, const struct rmw_predictor *p,
                       const struct ul1_rmw_in *in, const struct ul1_rmw_out *out)
{
    const struct rmw_known *second = first_at(p, 2), *third = first_at(p, 3);
    const bool still = number_at(p, RMW_WAITS) && p->holds && !in->mem_ready;
    const bool wants = second && !second->told && (UL1_L2_ACKS || second->of.returns || second->err),
               answers = wants && !p->passing;
    saw(d, RMW_TURN, number_at(p, RMW_HAS) > 1);
    saw(d, RMW_BEHIND, number_at(p, 1) && second);
    saw(d, RMW_STILL, still);
    saw(d, RMW_STILL_TOLD, still && second && second->told && second->of.returns);
    saw(d, RMW_OLD_WORDS, answers && second && second->of.returns && !second->err);
    saw(d, RMW_OLD_WAITS, answers && in->resp_valid);
    saw(d, RMW_ROW, answers && t->answered);
    saw(d, RMW_ERR_OLD, answers && second && second->of.returns && second->err);
    saw(d, RMW_ERR_RED, answers && second && !second->of.returns && second->err);
    saw(d, RMW_ANSWER_STAYS, answers && !in->answer_ready);
    saw(d, RMW_ANSWER_BEHIND, wants && p->passing);
    saw(d, RMW_STAYS, answers && !in->answer_ready && number_at(p, RMW_WAITS));
    saw(d, RMW_ACK, answers && UL1_L2_ACKS && !second->of.returns && !second->err);
    saw(d, RMW_PASSES_LATE, p->passing && out->answer_valid && in->answer_ready);
    t->answered = answers;
    if (!third)
        return;
    saw(d, RMW_WIDE, third->of.wide);
    saw(d, RMW_FLOAT, third->of.atom == UL1_ATOM_FADD);
    for (unsigned n = 0; n < UL1_LINE_WORDS && third->of.atom == UL1_ATOM_CAS; n++) {
        saw(d, RMW_CAS_FITS, third->of.be[n] && third->old[n] == third->of.word[n]);
        saw(d, RMW_CAS_NOT, third->of.be[n] && third->old[n] != third->of.word[n]);
    }
}

void rmw_count(struct drive *d, struct rmw_track *t, const struct rmw_predictor *p,
               const struct ul1_rmw_in *in, const struct ul1_rmw_out *out)
{
    count_requests(d, t, p, in, out);
    if (in->rst) {
        *t = (struct rmw_track){ .came = UL1_RMWS };
        return;
    }
    count_responses(d, t, p, in, out);
    count_unit(d, t, p, in, out);
}
