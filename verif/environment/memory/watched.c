#include "environment/memory/watched.h"

static bool watch_response(struct memory_port *p, const struct ul1_l1_in *in)
{
    const bool read = in->resp_op == UL1_MEMOP_READ;
    unsigned n = 0;
    if (in->resp_op == UL1_MEMOP_ATOM && p->offers.olds >> in->resp_number & 1) {
        p->counts.responses++;
        p->offers.olds &= ~(UINT64_C(1) << in->resp_number);
        return true;
    }
    if (in->resp_op == UL1_MEMOP_WRITE && in->resp_err && p->reductions) {
        p->counts.failed++;
        return true;
    }
    while (n < p->requests
           && (p->request[n].kind != in->resp_op || p->request[n].sub != in->resp_number
               || (read && in->resp_sect & ~p->request[n].sect)))
        n++;
    if (n == p->requests || (read && !in->resp_sect))
        return offers_object(&p->offers, "a response of kind %u, number %u, sectors 0x%x is for no request",
                             in->resp_op, in->resp_number, in->resp_sect);
    struct request *r = &p->request[n];
    p->counts.responses++;
    p->counts.reordered += memory_port_passes(p, n);
    if (read) {
        p->counts.errors += in->resp_err;
        p->offers.outstanding[r->sub] &= (uint8_t)~in->resp_sect;
        r->sect &= (uint8_t)~in->resp_sect;
    } else {
        p->offers.fences &= ~(UINT64_C(1) << r->sub);
    }
    if (!read || !r->sect)
        memory_port_leave(p, n);
    return true;
}

static void watch_request(struct memory_port *p, const struct offer *o)
{
    if (o->kind != UL1_MEMOP_WRITE) {
        memory_port_take(p, o);
        return;
    }
    p->reductions += o->payload.atom && !o->payload.returns;
    if (o->payload.returns)
        p->offers.olds |= UINT64_C(1) << o->payload.old;
    p->counts.writes++;
    p->counts.bytes += offers_bytes(&o->payload);
}

bool memory_port_watch(struct memory_port *p, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    struct offer o;
    const bool valid = out->mmu.mem_valid;
    p->cycle++;
    if (in->rst)
        return memory_port_forget(p);
    if (in->resp_valid && !watch_response(p, in))
        return false;
    if (!valid && !p->offers.waits)
        return true;
    offers_look_at(&o, out);
    if (!offers_check(&p->offers, valid, &o))
        return false;
    if (valid && in->mem_ready)
        watch_request(p, &o);
    p->offers.waits = valid && !in->mem_ready;
    if (p->offers.waits)
        p->offers.waiting = o;
    return true;
}
