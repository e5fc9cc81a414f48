#include "blocks/rmw/contract.h"

#include <stddef.h>
#include <string.h>

#include "common/atoms.h"

// ---- what the block may rely on

// The operation of a write exists, and is on whole numbers.
static const char *check_operation(const struct rmw_request *r)
{
    bool whole = true;
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++) {
        whole &= (!r->be[n] || r->be[n] == ALL_BYTES) && (!r->wide || r->be[n] == r->be[n ^ 1]);
        whole &= r->atom != UL1_ATOM_CAS || !r->be[n] || !r->be[n ^ (r->wide ? 2 : 1)];
    }
    if (!red_known(r->atom, r->wide ? UL1_WIDTH_B64 : UL1_WIDTH_B32, r->returns))
        return "reqdata_atom, reqdata_wide, reqold_valid: none that is built";
    return whole ? NULL : "reqdata_be: a part of a number, or both operands of a `cas`";
}

static const char *check_request(const struct rmw_contract *c, const struct ul1_rmw_in *in)
{
    const struct rmw_request r = rmw_offered(in);
    const bool write = in->req_valid && r.op == UL1_MEMOP_WRITE;
    bool bytes = false;
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        bytes |= r.be[n] != 0;
    if (bytes != write)
        return "reqdata_be: bytes without a write on offer, or a write without (req_valid, req_op)";
    if (r.atom && !write)
        return "reqdata_atom: without a write on offer";
    if (!r.atom && UL1_GLOBAL_ATOMICS && (in->reqdata_wide || in->reqdata_signed || in->reqold_valid))
        return "reqdata_wide, reqdata_signed, reqold_valid: without an operation (reqdata_atom)";
    if (in->req_valid && r.op > UL1_MEMOP_FENCE)
        return "req_op: none that there is";
    if (in->req_valid
        && ((r.op != UL1_MEMOP_READ && (r.sect || r.kind || r.warp || r.space)) || (!write && r.vline)
            || (r.op != UL1_MEMOP_FENCE && r.level)))
        return "req_sect, reqread_kind, reqread_warp, reqread_space, req_vline, req_level: of another kind";
    if (c->waits && (!in->req_valid || memcmp(&r, &c->waiting, sizeof r)))
        return "req_valid, req_op, req_number, req_line, req_sect, req_vline, req_level, reqdata_be, "
               "reqdata_word, reqdata_atom, reqread_kind, reqold_valid: not the request that was offered "
               "before "
               "and not taken";
    return r.atom ? check_operation(&r) : NULL;
}

static struct rmw_response responded(const struct ul1_rmw_in *in)
{
    struct rmw_response r;
    memset(&r, 0, sizeof r);
    r.op = in->resp_op;
    r.sect = in->resp_sect;
    r.err = in->resp_err;
    r.number = in->resp_number;
    r.vline = in->resp_vline;
    memcpy(r.data, in->resp_data, sizeof r.data);
    return r;
}

// Memory answers reads of operations, each sector once. A write is answered only if it fails; then its
// operation is over.
static const char *check_response(const struct rmw_contract *c, const struct ul1_rmw_in *in)
{
    const struct rmw_response r = responded(in);
    const unsigned which = r.number >> UL1_SHARED_TAG_W, i = rmw_operation_of(r.number);
    if (c->waits_for_ready && (!in->resp_valid || memcmp(&r, &c->response, sizeof r)))
        return "resp_valid, resp_op, resp_number, resp_sect, resp_err, resp_vline, resp_data: not the "
               "response that "
               "was offered before and not taken";
    if (!in->resp_valid)
        return NULL;
    if (r.op > UL1_MEMOP_FENCE)
        return "resp_op: none that there is";
    if (which && (i == UL1_RMWS || r.op == UL1_MEMOP_FENCE || !UL1_GLOBAL_ATOMICS))
        return "resp_number: of an operation that there is not";
    if (r.op != UL1_MEMOP_READ || i == UL1_RMWS || !c->predictor.judged)
        return NULL;
    const struct rmw_known *o = &c->predictor.operation[i];
    return !o->used || o->at != RMW_READS || !r.sect || r.sect & ~o->lacks
            || (r.number & ((1u << UL1_SHARED_TAG_W) - 1)) != o->of.number
        ? "resp_number, resp_sect: sectors that no operation reads"
        : NULL;
}

// ----

const char *rmw_contract_check(struct rmw_contract *c, const struct ul1_rmw_in *in,
                               const struct ul1_rmw_out *out)
{
    if (in->rst) {
        const bool light = c->light;
        *c = (struct rmw_contract){ .light = light };
        rmw_predictor_advance(&c->predictor, in);
        return NULL;
    }
    const char *broken = check_request(c, in);
    if (!broken)
        broken = check_response(c, in);
    if (!broken && !c->light)
        broken = rmw_predictor_check(&c->predictor, in, out);
    c->waits = in->req_valid && !out->req_ready;
    c->waiting = rmw_offered(in);
    c->waits_for_ready = in->resp_valid && !out->resp_ready;
    c->response = responded(in);
    rmw_predictor_advance(&c->predictor, in);
    return broken;
}
