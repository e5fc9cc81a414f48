// Submission and collection of instructions.
#include <string.h>

#include "sim/pause.h"
#include "sim/rings.h"

// ---- submission

static const char *copies_wrong(const struct ul1_sim *s, const struct ul1_sim_instr *i)
{
    if (!s->machine->sizes->copies)
        return "the machine has no asynchronous copies";
    if (i->group ? i->copy | i->group >> 2 | (i->op != UL1_OP_FENCE) : i->copy >> 1 | (i->op != UL1_OP_LOAD))
        return "copy is 0 or 1, of a load; group has two bits, with UL1_OP_FENCE";
    if (i->group)
        return i->leaves + 2 > 1 << s->machine->sizes->group_w ? "a wait leaves fewer groups" : NULL;
    if (i->width < UL1_WIDTH_B32 || i->width > UL1_WIDTH_B128)
        return "a copy has 32, 64 or 128 bits a lane";
    return i->space != UL1_SPACE_GLOBAL && i->space != UL1_SPACE_LOCAL
        ? "a copy is from global or local memory"
        : NULL;
}

// A machine without textures has one operation less.
static bool samples(const struct ul1_sizes *z, const struct ul1_sim_instr *i)
{
    return z->texture && i->op == UL1_OP_TEX;
}

static bool is_power(unsigned n)
{
    return n && !(n & (n - 1));
}

static const char *texture_wrong(const struct ul1_sizes *z, const struct ul1_sim_texture *t)
{
    const unsigned unit = t->layout == UL1_LAYOUT_BLOCKED ? 64 : 32;
    if (t->format >> UL1_TEXFMT_W | t->layout >> UL1_LAYOUT_W | t->border >> UL1_BORDER_W
        | t->filter >> UL1_FILTER_W)
        return "a texture has a code with more bits than codes of its kind have";
    if (t->base >> z->va_w || t->base & ((1u << UL1_TEX_GRAIN_W) - 1))
        return "the address of a texture is a multiple of 512";
    if (t->pitch % unit || t->pitch / unit >> UL1_TEX_PITCH_W)
        return "the pitch of a texture is a multiple of 32 if linear, of 64 if blocked, up to 32767 of these";
    if (!t->columns || !t->rows || (t->columns - 1) >> UL1_TEX_SIZE_W | (t->rows - 1) >> UL1_TEX_SIZE_W)
        return "a texture has 1 to 32768 columns, and rows";
    return t->border == UL1_BORDER_WRAP && !(is_power(t->columns) && is_power(t->rows))
        ? "a texture that wraps has a power of two of columns, and of rows"
        : NULL;
}

static const char *instr_wrong(const struct ul1_sim *s, const struct ul1_sim_instr *i)
{
    const char *why;
    if (i->op >> UL1_OP_W | i->space >> UL1_SPACE_W | i->width >> UL1_WIDTH_W | i->hint >> UL1_HINT_W
        | i->level >> UL1_LEVEL_W | i->sign >> 1 | i->atom >> UL1_ATOM_W | i->interleave >> 1
        | i->returns >> 1 | i->matrix >> UL1_MATRIX_W)
        return "an instruction has a code with more bits than codes of its kind have";
    if (i->interleave && !s->machine->sizes->local_interleave)
        return "this machine interleaves no addresses: it has LOCAL_INTERLEAVE 0";
    if (i->bar && !s->machine->sizes->barriers)
        return "the machine has no barriers";
    if (i->bar >> 1 | i->waits >> 1 | i->barrier >> s->machine->sizes->barrier_w
        | i->expects >> s->machine->sizes->expects_w)
        return "bar, waits, barrier or expects has more bits than its pin";
    if (i->warp >= s->machine->sizes->warps)
        return "there is no such warp";
    if (i->copy | i->group)
        return copies_wrong(s, i);
    if (samples(s->machine->sizes, i) && (why = texture_wrong(s->machine->sizes, &i->texture)))
        return why;
    if ((i->op <= UL1_OP_STORE || i->op == UL1_OP_TEX) && i->reg % sim_words(i))
        return "reg is not a multiple of the registers that the width has";
    return NULL;
}

// Idle lanes, and those of a fence, may hold more bits than an address.
static const char *addresses_wrong(struct ul1_sim_instr *i, unsigned va_w)
{
    uint64_t all = 0;
    for (unsigned lane = 0; lane < UL1_SIM_LANES; lane++) {
        all |= i->mask >> lane & 1 ? i->addr[lane] : 0;
        i->addr[lane] &= (UINT64_C(1) << va_w) - 1;
    }
    return all >> va_w && i->op != UL1_OP_FENCE ? "an address has more bits than virtual addresses have"
                                                : NULL;
}

// A coordinate is a signed number of UL1_TEX_COORD_W bits.
static bool is_coordinate(uint64_t half)
{
    const uint64_t most = UINT64_C(1) << (UL1_TEX_COORD_W - 1);
    return ((half + most) & UINT32_MAX) < 2 * most;
}

static const char *places_wrong(const struct ul1_sim_instr *i)
{
    for (unsigned lane = 0; lane < UL1_SIM_LANES; lane++)
        if (i->mask >> lane & 1 && !(is_coordinate(i->addr[lane]) && is_coordinate(i->addr[lane] >> 32)))
            return "a coordinate is -32768 to 32767 texels, in 1/256 of a texel";
    return NULL;
}

// The record for the next submission.
static struct sim_record *next_record(const struct ul1_sim *s)
{
    return &s->record[s->free_record[s->live->free_records - 1]];
}

// The record joins the end of a queue.
static void join(struct ul1_sim *s, struct sim_record *r, struct sim_ring *queue, uint16_t *number)
{
    if (s->pause.still)
        sim_catch_up(s);
    struct sim_live *v = s->live;
    struct ul1_sim_done *d = &r->done;
    memset(d, 0, offsetof(struct ul1_sim_done, data));
    d->tag = r->instr.tag;
    d->op = r->instr.op;
    d->warp = r->instr.warp;
    d->reg = r->instr.reg;
    d->mask = r->instr.mask;
    d->submitted = v->cycle;
    d->taken = d->first_pass = d->first_data = d->retired = UL1_SIM_NEVER;
    sim_ring_join(queue, number, s->config.capacity, s->free_record[--v->free_records]);
}

enum ul1_sim_status ul1_sim_submit(struct ul1_sim *s, const struct ul1_sim_instr *i)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    const char *wrong = i ? instr_wrong(s, i) : "there is no instruction";
    if (wrong)
        return sim_refuse(s, UL1_SIM_WRONG, wrong);
    if (!s->live->free_records)
        return sim_refuse(s, UL1_SIM_FULL, "the queue is full: completions are to be collected");
    struct sim_record *r = next_record(s);
    const unsigned va_w = s->machine->sizes->va_w;
    const bool wide = s->machine->enter(r, i) >> va_w;
    if ((wrong = samples(s->machine->sizes, i) ? places_wrong(&r->instr)
             : wide                            ? addresses_wrong(&r->instr, va_w)
                                               : NULL))
        return sim_refuse(s, UL1_SIM_WRONG, wrong);
    join(s, r, &s->live->queue, s->queue);
    return UL1_SIM_OK;
}

enum ul1_sim_status ul1_sim_submit_many(struct ul1_sim *s, const struct ul1_sim_instr *i, size_t count,
                                        size_t *taken)
{
    enum ul1_sim_status status = UL1_SIM_OK;
    size_t n = 0;
    while (n < count && !(status = ul1_sim_submit(s, i ? &i[n] : NULL)))
        n++;
    if (taken)
        *taken = n;
    return status;
}

static enum ul1_sim_status submit_command(struct ul1_sim *s, bool beside, uint64_t tag, unsigned command,
                                          uint64_t addr, unsigned carveout)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    addr = command == UL1_CMD_LINE || command == UL1_CMD_PAGE ? addr : 0;
    carveout = command == UL1_CMD_CARVEOUT ? carveout : 0;
    if (command >> UL1_CMD_W || carveout >> UL1_CARVEOUT_W || addr >> s->machine->sizes->va_w)
        return sim_refuse(s, UL1_SIM_WRONG,
                          "the command, its address or its carveout has more bits than such have");
    if (!s->live->free_records)
        return sim_refuse(s, UL1_SIM_FULL, "the queue is full: completions are to be collected");
    struct sim_record *r = next_record(s);
    memset(&r->instr, 0, offsetof(struct ul1_sim_instr, data));
    r->instr.tag = tag;
    r->instr.op = UL1_SIM_COMMAND;
    r->instr.hint = (uint8_t)command;
    r->instr.level = (uint8_t)carveout;
    r->instr.addr[0] = addr;
    join(s, r, beside ? &s->live->beside : &s->live->queue, beside ? s->beside : s->queue);
    return UL1_SIM_OK;
}

enum ul1_sim_status ul1_sim_command(struct ul1_sim *s, uint64_t tag, unsigned command, uint64_t addr,
                                    unsigned carveout)
{
    return submit_command(s, false, tag, command, addr, carveout);
}

enum ul1_sim_status ul1_sim_command_beside(struct ul1_sim *s, uint64_t tag, unsigned command, uint64_t addr,
                                           unsigned carveout)
{
    return submit_command(s, true, tag, command, addr, carveout);
}

// ---- collection

static inline void collect(struct ul1_sim *s, struct ul1_sim_done *d)
{
    const uint16_t which = sim_ring_leave(&s->live->dones, s->done, s->config.capacity);
    s->machine->leave(&s->record[which], d);
    sim_record_free(s, which);
}

enum ul1_sim_status ul1_sim_collect(struct ul1_sim *s, struct ul1_sim_done *d)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    if (!d)
        return sim_refuse(s, UL1_SIM_WRONG, "there is no place for a completion");
    if (!s->live->dones.count)
        return sim_refuse(s, UL1_SIM_EMPTY, "there is no completion");
    collect(s, d);
    return UL1_SIM_OK;
}

size_t ul1_sim_collect_many(struct ul1_sim *s, struct ul1_sim_done *d, size_t count)
{
    size_t n = 0;
    if (!d || sim_usable(s))
        return 0;
    while (n < count && s->live->dones.count)
        collect(s, &d[n++]);
    return n;
}

size_t ul1_sim_room(const struct ul1_sim *s)
{
    return s ? s->live->free_records : 0;
}

size_t ul1_sim_waiting(const struct ul1_sim *s)
{
    return s ? s->live->dones.count : 0;
}
