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

// The texture as the pins describe it.
static struct texture_image texture_image_of(const struct ul1_sim_texture *t)
{
    return (struct texture_image){ .base = t->base,
                                   .pitch = t->pitch / (t->layout == UL1_LAYOUT_BLOCKED ? 64 : 32),
                                   .last_u = (uint16_t)(t->columns - 1),
                                   .last_v = (uint16_t)(t->rows - 1),
                                   .format = t->format,
                                   .layout = t->layout,
                                   .border = t->border,
                                   .filter = t->filter };
}

static uint32_t texture_column(uint64_t place)
{
    return (uint32_t)(place & below(UL1_TEX_COORD_W));
}

static uint32_t texture_row(uint64_t place)
{
    return (uint32_t)(place >> 32 & below(UL1_TEX_COORD_W));
}

// What a texture instruction samples, and where.
static void texture_present(const struct ul1_sim_instr *i, struct ul1_l1_in *in)
{
    if (!UL1_TEXTURE || i->op != UL1_OP_TEX)
        return;
    const struct texture_image t = texture_image_of(&i->texture);
    in->texin_base = (__typeof__(in->texin_base))(t.base >> UL1_TEX_GRAIN_W);
    in->texin_pitch = (__typeof__(in->texin_pitch))t.pitch;
    in->texin_last_u = t.last_u;
    in->texin_last_v = t.last_v;
    in->texin_format = t.format;
    in->texin_layout = t.layout;
    in->texin_border = t.border;
    in->texin_filter = t.filter;
    for (unsigned lane = 0; lane < LANES; lane++) {
        in->texin_u[lane] = texture_column(i->addr[lane]);
        in->texin_v[lane] = texture_row(i->addr[lane]);
    }
}

static unsigned sim_texels(const struct ul1_sim_instr *i, unsigned lane, uint64_t addr[4], unsigned *bytes)
{
    const struct texture_image t = texture_image_of(&i->texture);
    struct texture_quad q = { .valid = 1 };
    const unsigned bilinear = texture_is_bilinear(&t);
    if (!UL1_TEXTURE)
        return 0;
    texture_lane(&q, &t, 0, texture_column(i->addr[lane]), texture_row(i->addr[lane]));
    memcpy(addr, q.addr, TEXTURE_CORNERS * sizeof *addr);
    *bytes = 1u << texture_lg_bytes(t.format);
    if (!bilinear && *bytes > UL1_WORD_BYTES)
        *bytes = UL1_WORD_BYTES;
    return bilinear ? TEXTURE_CORNERS : texture_words(t.format);
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
    in->in_mask = (lane_set)i->mask;
    in->in_bar = i->bar;
    in->in_barrier = i->barrier;
    in->in_expects = i->expects;
    in->in_waits = i->waits;
    in->in_pred = (lane_set)(i->pred & below(LANES));
    copies_present(i, in);
    texture_present(i, in);
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
    c->loads += i->op == UL1_OP_LOAD || i->op == UL1_OP_TEX;
    c->stores += i->op == UL1_OP_STORE;
    c->fences += i->op == UL1_OP_FENCE;
}

static bool is_shared(const struct ul1_sim_instr *i)
{
    return i->op != UL1_OP_FENCE && i->op != UL1_SIM_COMMAND && i->op != UL1_OP_TEX
        && i->space == UL1_SPACE_SHARED;
}

// The constant cache takes it.
static bool is_constant(const struct ul1_sim_instr *i)
{
    return UL1_CONSTANTS && i->op == UL1_OP_LOAD && i->space == UL1_SPACE_CONST;
}

// The texture unit takes it.
static bool is_texture(const struct ul1_sim_instr *i)
{
    return UL1_TEXTURE && i->op == UL1_OP_TEX;
}

// Where it goes: an entry of the instruction table, or the number of a constant load or texture instruction.
static unsigned entry_for(const struct ul1_l1_out *out, const struct ul1_sim_instr *i)
{
    return is_constant(i) ? SIM_CONSTANTS + out->constant.conin_entry
        : is_texture(i)   ? SIM_TEXTURES + out->texture.texin_entry
                          : out->lsu.in_entry;
}

static bool ready_for(const struct ul1_l1_out *out, const struct ul1_sim_instr *i)
{
    if (is_constant(i))
        return out->constant.conin_ready;
    if (is_texture(i))
        return out->texture.texin_ready;
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
    return first->op != UL1_SIM_COMMAND && !is_shared(first) && !is_constant(first) && !is_texture(first)
        && is_shared(second) && second->warp != first->warp;
}

// A word of a constant load, for all lanes that have its address.
static void see_constant_word(struct ul1_sim *s, const struct ul1_constant_out *c)
{
    struct ul1_sim_done *d = &record_of(s, SIM_CONSTANTS + c->con_id)->done;
    if (d->first_data == UL1_SIM_NEVER)
        d->first_data = s->live->cycle;
    if (d->first_pass == UL1_SIM_NEVER)
        d->first_pass = s->live->cycle;
    d->passes++;
    for (unsigned lane = 0; lane < LANES; lane++)
        d->data[c->con_ofs][lane] =
            lay_over(d->data[c->con_ofs][lane], c->con_data, 0u - bit(c->con_mask, lane));
}

// A pass of a texture instruction is its lookup.
static void see_texture_pass(struct ul1_sim *s, const struct ul1_texture_out *t)
{
    struct ul1_sim_done *d = &record_of(s, SIM_TEXTURES + t->texlook_id)->done;
    if (d->first_pass == UL1_SIM_NEVER)
        d->first_pass = s->live->cycle;
    d->passes++;
    d->hits += t->texlook_hit;
    d->misses += !t->texlook_hit;
    s->live->counters.cached_passes++;
    s->live->counters.hits += t->texlook_hit;
    s->live->counters.misses += !t->texlook_hit;
}

// A word of each lane of a quad.
static void see_texture_words(struct ul1_sim *s, const struct ul1_texture_out *t)
{
    struct ul1_sim_done *d = &record_of(s, SIM_TEXTURES + t->tex_id)->done;
    if (d->first_data == UL1_SIM_NEVER)
        d->first_data = s->live->cycle;
    for (unsigned n = 0; n < UL1_TEX_LANES; n++) {
        uint32_t *word = &d->data[t->tex_ofs][t->tex_quad * UL1_TEX_LANES + n];
        *word = lay_over(*word, t->tex_data[n], 0u - bit(t->tex_mask, n));
    }
}
