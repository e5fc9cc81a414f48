#include "environment/sm/joined.h"

#include <string.h>

void joined_init(struct joined *j, const struct ul1_block *whole)
{
    memset(j, 0, sizeof *j);
    for (size_t i = 0; i < whole->part_count; i++)
        if (whole->wired && !strcmp(ul1_part_block(whole, i)->name, "share")) {
            j->whole = whole;
            j->part = i;
        }
}

void joined_part(struct joined *j, unsigned l1)
{
    j->longest[l1 % UL1_SHARERS] = 0;
}

static unsigned l1_of(unsigned number)
{
    return number >> UL1_TAG_W;
}

static void answer(struct joined *j, unsigned l1, struct ul1_share_in *in)
{
    in->resp_valid = 1;
    in->resp_op = j->in.resp_op;
    in->resp_number = (uint8_t)(l1 << UL1_TAG_W | j->in.resp_number);
    in->resp_sect = j->in.resp_sect;
    in->resp_err = j->in.resp_err;
    in->resp_vline = j->in.resp_vline;
    memcpy(in->resp_data, j->in.resp_data, sizeof in->resp_data);
    j->turn = l1 + 1;
}

// The share's offer depends on state alone, so that it is settled already.
bool joined_drive(struct joined *j, const void *whole_out, void *whole_in)
{
    const struct ul1_share_out *out = ul1_part_out(j->whole, j->part, whole_out);
    struct ul1_share_in *in = (void *)((unsigned char *)whole_in + j->whole->parts[j->part].in_offset);
    const unsigned turn = j->turn;
    in->resp_valid = in->mem_ready = 0;
    for (unsigned k = 0; k < j->l1s; k++) {
        const unsigned l1 = (turn + k) % j->l1s;
        memory_port_hold(j->port[l1], in->resp_valid);
        if (!memory_port_drive(j->port[l1], &j->in))
            return false;
        if (l1_of(out->mem_number) == l1)
            in->mem_ready = j->in.mem_ready;
        if (j->in.resp_valid)
            answer(j, l1, in);
    }
    return true;
}

static void look_at(struct joined *j, const struct ul1_share_out *out)
{
    struct ul1_mmu_out *m = &j->out.mmu;
    m->mem_op = out->mem_op;
    m->mem_number = out->mem_number & ((1u << UL1_TAG_W) - 1);
    m->mem_line = out->mem_line;
    m->mem_sect = out->mem_sect;
    m->mem_vline = out->mem_vline;
    m->mem_level = out->mem_level;
    memcpy(j->out.wdb.memdata_be, out->memdata_be, sizeof out->memdata_be);
    memcpy(j->out.wdb.memdata_word, out->memdata_word, sizeof out->memdata_word);
}

struct memory_port *joined_observe(struct joined *j, const void *whole_in, const void *whole_out)
{
    const struct ul1_share_in *in = ul1_part_in(j->whole, j->part, whole_in, whole_out);
    const struct ul1_share_out *out = ul1_part_out(j->whole, j->part, whole_out);
    struct memory_port *objects = NULL;
    look_at(j, out);
    j->in.rst = in->rst;
    j->in.mem_ready = in->mem_ready;
    for (unsigned i = 0; i < j->l1s; i++) {
        const bool offered = out->mem_valid && l1_of(out->mem_number) == i;
        j->out.mmu.mem_valid = offered;
        if (!memory_port_observe(j->port[i], &j->in, &j->out))
            objects = j->port[i];
        j->holds[i] = !in->rst && (offered || (in->req_valid[i] && out->req_ready[i]));
        j->since[i] = j->holds[i] ? j->since[i] + 1 : 0;
        if (j->longest[i] < j->since[i])
            j->longest[i] = j->since[i];
    }
    return objects;
}
