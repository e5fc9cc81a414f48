// The instruction on offer: its pins, and the unit that takes it. A part of machine.c.

static struct sim_record *record_of(struct ul1_sim *s, unsigned entry)
{
    return &s->record[s->live->flight[entry]];
}

// The shared addresses of a copy; all that lie behind the array are alike.
static void copies_present(const struct ul1_sim_instr *i, struct ul1_l1_in *in)
{
    in->in_copy = i->copy;
    for (unsigned lane = 0; i->copy && lane < LANES; lane++)
        in->in_dest[lane] = i->data[0][lane] >> UL1_ADDR_W
            ? (__typeof__(in->in_dest[0]))(1u << UL1_ADDR_W | (i->data[0][lane] & 15))
            : (__typeof__(in->in_dest[0]))i->data[0][lane];
}

static void present(const struct ul1_sim_instr *i, struct ul1_l1_in *in)
{
    in->in_valid = 1;
    in->in_warp = i->warp;
    in->in_op = i->op;
    in->in_level = i->level;
    in->in_space = i->space;
    in->in_width = i->width;
    in->in_signed = i->sign;
    in->in_hint = i->hint;
    in->in_atom = i->atom;
    in->in_returns = i->returns;
    in->in_matrix = i->matrix;
    in->in_interleave = i->interleave;
    in->in_reg = i->reg;
    in->in_mask = i->mask;
    in->in_bar = i->bar;
    in->in_barrier = i->barrier;
    in->in_expects = i->expects;
    in->in_waits = i->waits;
    in->in_pred = i->pred & (uint32_t)below(LANES);
    copies_present(i, in);
    for (unsigned lane = 0; lane < LANES; lane++) // as many bits as the pins have
        in->in_addr[lane] = (__typeof__(in->in_addr[0]))i->addr[lane];
}

static void take_instruction(struct ul1_sim *s, uint16_t which, unsigned entry, struct ul1_l1_in *in)
{
    const struct ul1_sim_instr *i = &s->record[which].instr;
    struct ul1_sim_counters *c = &s->live->counters;
    present(i, in);
    s->live->flight[entry] = which;
    s->live->begun[entry] = 0;
    s->live->flights++;
    if (UL1_COPIES && i->copy) {
        s->live->copying[((const struct ul1_l1_out *)s->out)->copy.copy_place] = which;
        s->live->copies++;
    }
    c->loads += i->op == UL1_OP_LOAD;
    c->stores += i->op == UL1_OP_STORE;
    c->fences += i->op == UL1_OP_FENCE;
}

static bool is_shared(const struct ul1_sim_instr *i)
{
    return i->op != UL1_OP_FENCE && i->op != UL1_SIM_COMMAND && i->space == UL1_SPACE_SHARED;
}

// The constant cache takes it.
static bool is_constant(const struct ul1_sim_instr *i)
{
    return UL1_CONSTANTS && i->op == UL1_OP_LOAD && i->space == UL1_SPACE_CONST;
}

// Where it goes: an entry of the instruction table, or SIM_ENTRIES + the number of a constant load.
static unsigned entry_for(const struct ul1_l1_out *out, const struct ul1_sim_instr *i)
{
    return is_constant(i) ? SIM_ENTRIES + out->constant.conin_entry : out->lsu.in_entry;
}

static bool ready_for(const struct ul1_l1_out *out, const struct ul1_sim_instr *i)
{
    if (is_constant(i))
        return out->constant.conin_ready;
    return is_shared(i) ? out->lsu.in_shared_ready : out->lsu.in_ready && (!i->copy || out->copy.copy_ready);
}

// The second instruction of the queue goes before the first, which cannot be taken, as the free entries are
// kept for shared accesses.
static bool passes(const struct ul1_sim *s, const struct ul1_l1_out *out)
{
    const struct sim_ring *q = &s->live->queue;
    if (q->count < 2 || out->lsu.in_ready || !out->lsu.in_shared_ready)
        return false;
    const struct ul1_sim_instr *first = &s->record[s->queue[q->head]].instr;
    const struct ul1_sim_instr *second = &s->record[s->queue[sim_ring_at(q, 1, s->config.capacity)]].instr;
    return first->op != UL1_SIM_COMMAND && !is_shared(first) && !is_constant(first) && is_shared(second)
        && second->warp != first->warp;
}

// A word of a constant load, for all lanes that have its address.
static void see_constant_word(struct ul1_sim *s, const struct ul1_constant_out *c)
{
    struct ul1_sim_done *d = &record_of(s, SIM_ENTRIES + c->con_id)->done;
    if (d->first_data == UL1_SIM_NEVER)
        d->first_data = s->live->cycle;
    if (d->first_pass == UL1_SIM_NEVER)
        d->first_pass = s->live->cycle;
    d->passes++;
    for (unsigned lane = 0; lane < LANES; lane++)
        d->data[c->con_ofs][lane] =
            lay_over(d->data[c->con_ofs][lane], c->con_data, 0u - bit(c->con_mask, lane));
}
