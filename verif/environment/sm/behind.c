#include "environment/sm/behind.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/flit.h"

struct behind_read {
    uint64_t line;
    uint64_t since; // words that the host had written
    uint32_t number;
    uint8_t sect; // those that are not answered
    bool walk;
    uint32_t word[UL1_LINE_WORDS]; // in the reference
};

// ---- parts

static bool is_block(const struct ul1_block *whole, size_t part, const char *name)
{
    return !strcmp(whole->parts[part].block->name, name);
}

bool behind_has(const struct ul1_block *whole, char *why, size_t size)
{
    unsigned slices = 0, controllers = 0, nodes = 0;
    for (size_t i = 0; i < whole->part_count; i++) {
        nodes += is_block(whole, i, "node");
        slices += is_block(whole, i, "l2");
        controllers += is_block(whole, i, "mc");
    }
    if (slices && !controllers)
        snprintf(why, size, "it has a part 'l2' and no memory controller, 'mc'");
    const char *unlike = network_unlike(whole);
    unlike = unlike ? unlike : clustered_unlike(whole);
    if (unlike)
        snprintf(why, size, "%s", unlike);
    if (slices > BEHIND_SLICES || controllers > BEHIND_CONTROLLERS || nodes > BEHIND_NODES)
        snprintf(why, size, "it has %u slices, %u controllers and %u nodes, and %d, %d and %d are possible",
                 slices, controllers, nodes, BEHIND_SLICES, BEHIND_CONTROLLERS, BEHIND_NODES);
    return slices;
}

bool behind_init(struct behind *b, const struct ul1_block *whole, struct memory *memory)
{
    char why[200] = "";
    memset(b, 0, sizeof *b);
    if (!behind_has(whole, why, sizeof why) || *why)
        return true;
    b->whole = whole;
    b->memory = memory;
    b->cells = memory_cells(memory);
    network_init(&b->network, whole);
    bool fine = b->cells && clustered_init(&b->clustered, whole, memory);
    for (size_t i = 0; i < whole->part_count; i++) {
        const struct ul1_sizes *z = whole->parts[i].block->sizes;
        b->homes |= is_block(whole, i, "lni");
        if (is_block(whole, i, "node"))
            b->node[b->nodes++] = i;
        if (is_block(whole, i, "mc"))
            b->controller[b->controllers++].part = i;
        if (is_block(whole, i, "rmw"))
            operations_init(&b->operations[b->performers++], whole, i);
        if (!is_block(whole, i, "l2"))
            continue;
        b->slice[b->slices].part = i;
        b->slice[b->slices].most = z->l2_queue + z->l2_mshrs * z->l2_list + 1;
        b->slice[b->slices].read = calloc(b->slice[b->slices].most, sizeof *b->slice[0].read);
        fine = fine && b->slice[b->slices].read;
        b->slices++;
    }
    return fine;
}

void behind_tell(struct behind *b, unsigned l1, struct memory_port *port)
{
    b->port[l1] = port;
}

void behind_free(struct behind *b)
{
    for (unsigned i = 0; i < b->slices; i++)
        free(b->slice[i].read);
    clustered_free(&b->clustered);
}

__attribute__((format(printf, 3, 4))) static bool object(struct behind *b, size_t part, const char *format,
                                                         ...)
{
    const char *wire = is_block(b->whole, part, "mc") ? "cell_valid" : "answer_valid";
    size_t n = (size_t)snprintf(b->error, sizeof b->error, "%s.%s: ", b->whole->parts[part].name, wire);
    va_list args;
    va_start(args, format);
    vsnprintf(b->error + n, sizeof b->error - n, format, args);
    va_end(args);
    return false;
}

// ---- slices

static bool take_read(struct behind *b, unsigned i, const struct ul1_l2_in *in)
{
    if (b->slice[i].reads == b->slice[i].most)
        return object(b, b->slice[i].part, "it has taken more reads than it has room for");
    struct behind_read *r = &b->slice[i].read[b->slice[i].reads++];
    r->line = in->req_line;
    r->since = memory_written(b->memory);
    r->number = in->req_number;
    r->sect = in->req_sect;
    r->walk = in->reqread_kind == UL1_READKIND_WALK;
    memory_line(b->memory, r->line * MEMORY_LINE, r->word);
    return true;
}

// Whether a slice may have this word of a line.
static bool may_have(const struct behind *b, const struct behind_read *r, unsigned n, uint32_t word)
{
    const uint64_t addr = r->line * MEMORY_LINE + n * UL1_WORD_BYTES;
    return word == r->word[n] || (r->walk && memory_wrote(b->memory, r->since, addr, word));
}

static bool see_words(struct behind *b, unsigned i, const struct behind_read *r, const struct ul1_l2_out *out)
{
    uint32_t word[UL1_LINE_WORDS];
    if (out->answer_err)
        return !memory_line(b->memory, r->line * MEMORY_LINE, word)
            || object(b, b->slice[i].part, "it says that the line 0x%" PRIx64 " cannot be read", r->line);
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        if (out->answer_sect >> n / UL1_SECTOR_WORDS & 1 && !may_have(b, r, n, out->answer_data[n]))
            return object(b, b->slice[i].part,
                          "word %u of line 0x%" PRIx64 " was 0x%08" PRIx32 " when it took the read, and is "
                          "0x%08" PRIx32 " in the answer",
                          n, r->line, r->word[n], out->answer_data[n]);
    return true;
}

static bool see_answer(struct behind *b, unsigned i, const struct ul1_l2_out *out)
{
    unsigned n = 0;
    struct behind_read *r = b->slice[i].read;
    if (out->answer_op != UL1_MEMOP_READ)
        return true;
    while (n < b->slice[i].reads && (r[n].number != out->answer_number || out->answer_sect & ~r[n].sect))
        n++;
    if (n == b->slice[i].reads)
        return object(b, b->slice[i].part,
                      "it answers a read of number %u, sectors 0x%x, which it has not taken",
                      out->answer_number, out->answer_sect);
    const bool fine = see_words(b, i, &r[n], out);
    r[n].sect &= (uint8_t)~out->answer_sect;
    if (!r[n].sect)
        memmove(r + n, r + n + 1, (--b->slice[i].reads - n) * sizeof *r);
    return fine;
}

// ---- operations before a slice

// The port of the L1 that a request is from, by its number and line.
static struct memory_port *port_of(const struct behind *b, uint32_t number, uint64_t line)
{
    const unsigned l1 = b->clustered.whole ? clustered_sm(number, line) : number >> UL1_TAG_W;
    return l1 < BEHIND_L1S ? b->port[l1] : NULL;
}

static bool object_operation(struct behind *b, unsigned i)
{
    return object(b, b->slice[i].part, "%s", b->operations[i].error);
}

// The reference performs the operation behind its read.
static bool take_operation(struct behind *b, unsigned i, const struct ul1_l2_in *in)
{
    struct operations *o = &b->operations[i];
    struct memory_port *port = port_of(b, in->req_number & ((UINT32_C(1) << o->tag_w) - 1), in->req_line);
    if (in->req_op != UL1_MEMOP_READ)
        return operations_written(o, in->req_number, in->req_line, in->reqdata_be, in->reqdata_word,
                                  b->memory, port)
            || object_operation(b, i);
    return take_read(b, i, in)
        && (operations_read(o, in->req_number, in->req_line, in->req_sect, b->memory, port)
            || object_operation(b, i));
}

static bool take(struct behind *b, unsigned i, const struct ul1_l2_in *in)
{
    if (b->performers && operations_own(&b->operations[i], in->req_number))
        return take_operation(b, i, in);
    if (in->req_op == UL1_MEMOP_READ) {
        b->costs.slice_reads += in->reqread_kind != UL1_READKIND_WALK;
        return take_read(b, i, in);
    }
    return in->req_op != UL1_MEMOP_WRITE
        || memory_perform(b->memory, in->req_line * MEMORY_LINE, in->reqdata_be, in->reqdata_word)
        || object(b, b->slice[i].part, "out of memory");
}

static bool see_slice(struct behind *b, unsigned i, const void *ins, const void *outs)
{
    const struct ul1_l2_in *in = ul1_part_in(b->whole, b->slice[i].part, ins, outs);
    const struct ul1_l2_out *out = ul1_part_out(b->whole, b->slice[i].part, outs);
    if (in->rst) {
        b->slice[i].reads = 0;
        operations_reset(&b->operations[i]);
        return true;
    }
    b->slice[i].busy = b->slice[i].reads || out->queue_used || in->req_valid || out->mem_valid;
    if (b->performers) {
        struct operations *o = &b->operations[i];
        operations_observe(o, ul1_part_in(b->whole, o->part, ins, outs),
                           ul1_part_out(b->whole, o->part, outs));
        b->slice[i].busy |= operations_busy(o);
    }
    if (out->lost_valid)
        return object(b, b->slice[i].part, "it loses bytes, and the cells refuse none");
    return (!out->answer_valid || !in->answer_ready || see_answer(b, i, out))
        && (!in->req_valid || !out->req_ready || take(b, i, in));
}

// ---- cells

static bool see_cells(struct behind *b, unsigned i, const void *ins, const void *outs)
{
    const struct ul1_mc_in *in = ul1_part_in(b->whole, b->controller[i].part, ins, outs);
    const struct ul1_mc_out *out = ul1_part_out(b->whole, b->controller[i].part, outs);
    const uint64_t addr = out->cell_line * MEMORY_LINE;
    uint32_t word[UL1_LINE_WORDS] = { 0 };
    uint8_t be[UL1_LINE_WORDS] = { 0 };
    b->controller[i].busy = out->queue_used || out->cell_valid;
    b->controller[i].err = false;
    if (in->rst || !out->cell_valid)
        return true;
    if (b->homes && home_slice(out->cell_line) % b->controllers != i)
        return object(b, b->controller[i].part, "it accesses line 0x%" PRIx64 ", which is of other slices",
                      (uint64_t)out->cell_line);
    const unsigned first = (unsigned)__builtin_ctz(out->cell_sect) * UL1_SECTOR_WORDS;
    if (!out->cell_write) {
        b->controller[i].err = !memory_line(b->cells, addr, word);
        memcpy(b->controller[i].word, word + first, sizeof b->controller[i].word);
        return true;
    }
    memcpy(be + first, out->cell_be, UL1_SECTOR_WORDS * sizeof *be);
    memcpy(word + first, out->cell_word, UL1_SECTOR_WORDS * sizeof *word);
    return memory_perform(b->cells, addr, be, word)
        || object(b, b->controller[i].part, "out of memory for the cells");
}

// ---- nodes

static void count_node(struct behind *b, const struct ul1_node_out *out)
{
    b->costs.node_hits += out->pass_did == UL1_NODEDID_HIT;
    b->costs.node_misses += out->pass_did == UL1_NODEDID_MISS;
    b->costs.node_merges += out->pass_did == UL1_NODEDID_MERGE;
    b->costs.node_passes += out->pass_did == UL1_NODEDID_PASS;
}

void behind_costs(struct behind *b, struct costs *costs)
{
    costs->node_hits += b->costs.node_hits;
    costs->node_misses += b->costs.node_misses;
    costs->node_merges += b->costs.node_merges;
    costs->node_passes += b->costs.node_passes;
    costs->slice_reads += b->costs.slice_reads;
    memset(&b->costs, 0, sizeof b->costs);
}

// ---- cycles

void behind_drive(struct behind *b, void *ins)
{
    for (unsigned i = 0; i < b->controllers; i++) {
        struct ul1_mc_in *in =
            (void *)((unsigned char *)ins + b->whole->parts[b->controller[i].part].in_offset);
        in->back_err = b->controller[i].err;
        memcpy(in->back_word, b->controller[i].word, sizeof b->controller[i].word);
    }
}

bool behind_between(struct behind *b, const void *in, const void *out)
{
    const char *broken = b->clustered.whole ? clustered_observe(&b->clustered, in, out) : NULL;
    if (broken)
        snprintf(b->error, sizeof b->error, "%s", broken);
    return !broken;
}

bool behind_observe(struct behind *b, const void *in, const void *out)
{
    bool fine = true, reset = false;
    const char *broken = b->network.whole ? network_observe(&b->network, in, out)
        : b->clustered.whole              ? clustered_observe(&b->clustered, in, out)
                                          : NULL;
    if (broken) {
        snprintf(b->error, sizeof b->error, "%s", broken);
        return false;
    }
    for (unsigned i = 0; i < b->slices && fine; i++) {
        reset |= ((const struct ul1_l2_in *)ul1_part_in(b->whole, b->slice[i].part, in, out))->rst;
        fine = see_slice(b, i, in, out);
    }
    for (unsigned i = 0; i < b->controllers && fine; i++)
        fine = see_cells(b, i, in, out);
    for (unsigned i = 0; i < b->nodes && fine; i++)
        count_node(b, ul1_part_out(b->whole, b->node[i], out));
    if (fine && reset && !memory_settle(b->memory))
        return object(b, b->slice[0].part, "out of memory for the cells");
    return fine;
}

bool behind_busy(const struct behind *b)
{
    bool busy =
        (b->network.whole && b->network.busy) || (b->clustered.whole && clustered_busy(&b->clustered));
    for (unsigned i = 0; i < b->slices; i++)
        busy |= b->slice[i].busy;
    for (unsigned i = 0; i < b->controllers; i++)
        busy |= b->controller[i].busy;
    return busy;
}
