// A machine with its pins driven by hand. The file is included once for each lane count, LANES. It does what
// every user of the pins must do:
// - offer instructions, supply store data, and write loaded words into registers;
// - record for each instruction when it was taken and retired, its passes and its error;
// - answer for memory, in the order of the requests.
//
// It handles no commands and no returned remainders, as the traffic has none.
#define JOINED_(a, b) a##b
#define JOINED(a, b)  JOINED_(a, b)
#define OF_LANES(a)   JOINED(a, LANES)
#define IN            struct OF_LANES(ul1_l1_in_)
#define OUT           struct OF_LANES(ul1_l1_out_)

// Page tables of 2 MB pages that map each address to itself, like those of the transaction level without
// translation.
static uint64_t OF_LANES(table_entry_)(uint64_t at)
{
    const uint64_t tables = UINT64_C(1) << 31, table = (at - tables) / 4096;
    return at < tables ? (tables + at / 8 * 4096) | 1 : table << 30 | (at / 8 & 511) << 21 | 3;
}

static void OF_LANES(take_request_)(const OUT *out, uint64_t cycle)
{
    const uint64_t at = out->mmu.mem_line * LANES * 4;
    const unsigned op = out->mmu.mem_op, walk = op == UL1_MEMOP_READ && out->mmu.mem_number == UL1_PRT;
    if (op == UL1_MEMOP_WRITE && at < MEMORY) {
        for (unsigned w = 0; w < LANES; w++)
            for (unsigned b = 0; b < 4; b++)
                if (out->wdb.memdata_be[w] >> b & 1)
                    memory[at + 4 * w + b] = (unsigned char)(out->wdb.memdata_word[w] >> 8 * b);
        return;
    }
    struct answer *a = &answers[(first_answer + owed++) % ANSWERS];
    *a = (struct answer){ .due = cycle + (walk ? 1 : LATENCY),
                          .vline = out->mmu.mem_vline,
                          .op = (uint8_t)op,
                          .number = out->mmu.mem_number,
                          .sect = out->mmu.mem_sect,
                          .failed = op != UL1_MEMOP_FENCE && !walk && at >= MEMORY };
    for (unsigned w = 0; walk && w < LANES; w += 2) {
        const uint64_t entry = OF_LANES(table_entry_)(at + 4 * w);
        memcpy(&a->word[w], &entry, sizeof entry);
    }
    if (!walk && op == UL1_MEMOP_READ && !a->failed)
        memcpy(a->word, &memory[at], LANES * 4);
}

static void OF_LANES(respond_)(IN *in, uint64_t cycle)
{
    const struct answer *a = &answers[first_answer];
    in->resp_valid = owed && a->due <= cycle;
    if (!in->resp_valid)
        return;
    in->resp_op = a->op;
    in->resp_number = a->number;
    in->resp_sect = a->sect;
    in->resp_err = a->failed;
    in->resp_vline = a->vline;
    memcpy(in->resp_data, a->word, sizeof in->resp_data);
    first_answer = (first_answer + 1) % ANSWERS;
    owed--;
}

static void OF_LANES(offer_)(IN *in, const struct ul1_sim_instr *i)
{
    in->in_valid = i != NULL;
    if (!i)
        return;
    in->in_op = i->op;
    in->in_space = i->space;
    in->in_level = i->level;
    in->in_width = i->width;
    in->in_signed = i->sign;
    in->in_hint = i->hint;
    in->in_interleave = i->interleave;
    in->in_warp = i->warp;
    in->in_reg = i->reg;
    in->in_mask = i->mask;
    for (unsigned lane = 0; lane < LANES; lane++)
        in->in_addr[lane] = i->addr[lane];
}

static void OF_LANES(give_data_)(IN *in, const OUT *out)
{
    in->pull_valid = out->lsu.pull_ready;
    for (uint32_t left = out->lsu.pull_ready ? out->lsu.pull_mask : 0; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctz(left);
        in->pull_data[slot] =
            flight[out->lsu.pull_id].instr->data[out->lsu.pull_ofs[slot]][out->lsu.pull_lane[slot]];
    }
}

static void OF_LANES(keep_words_)(const OUT *out)
{
    for (uint32_t left = out->lsu.rf_valid ? out->dxbar.load_mask : 0; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctz(left);
        const unsigned lane = out->lsu.rf_lane[slot];
        words[out->lsu.rf_warp][out->lsu.rf_reg][lane] = out->dxbar.load_data[slot];
        if (out->lsu.rf_both >> slot & 1)
            words[out->lsu.rf_warp][out->lsu.rf_reg][lane ^ out->lsu.rf_pairs] = out->dxbar.load_data[slot];
    }
}

static void OF_LANES(count_passes_)(const OUT *out)
{
    if (out->lsu.req_valid && out->lsu.req_mask && !out->lsu.req_cached)
        flight[out->lsu.req_id].passes++;
    if (out->arb.pass_cached && out->arb.pass_mask && !out->arb.pass_replay && !out->prt.miss_defer)
        flight[out->arb.pass_id].passes++;
}

static void OF_LANES(retire_)(const OUT *out, uint64_t cycle, struct tally *all)
{
    if (out->lsu.ret_valid) {
        struct flight *f = &flight[out->lsu.ret_id];
        f->retired = cycle;
        f->err = out->lsu.ret_err;
        f->err_lane = out->lsu.ret_lane;
        f->err_mask = out->lsu.ret_mask;
        f->err_addr = out->lsu.ret_addr;
        tell(all, f->passes, f->err, f->retired - f->taken);
    }
    all->lost += out->mmu.pagefail_valid + out->fill.memfail_valid + out->prt.heldfail_valid;
}

// Runs `cycles` cycles with the instructions of `instr`, repeated.
static struct tally OF_LANES(by_pins_)(const struct traffic *t, uint64_t cycles)
{
    const struct ul1_block *b = ul1_find(LANES, "l1");
    void *state = calloc(1, ul1_state_size(b));
    IN *in = calloc(1, sizeof *in);
    OUT *out = calloc(1, sizeof *out);
    if (!state || !in || !out)
        exit(1);
    in->cfg_interval = 1;
    in->cfg_page = UL1_PAGE_P2M;
    first_answer = owed = 0;
    in->rst = 1; // with the final settings: a later change of page size is a command that takes cycles
    b->early(state, out);
    b->late(state, in, out);
    b->clock(state, in, out);
    in->rst = 0;
    const double begin = seconds();
    struct tally all = { .cycles = cycles };
    uint64_t n = 0;
    for (uint64_t cycle = 0; cycle < cycles; cycle++) {
        const struct ul1_sim_instr *i = t->idle ? NULL : &instr[n % INSTRS];
        b->early(state, out);
        OF_LANES(offer_)(in, i);
        OF_LANES(give_data_)(in, out);
        OF_LANES(respond_)(in, cycle);
        in->mem_ready = out->mmu.mem_valid && owed < ANSWERS;
        b->late(state, in, out);
        if (in->mem_ready)
            OF_LANES(take_request_)(out, cycle);
        if (i && (i->space == UL1_SPACE_SHARED ? out->lsu.in_shared_ready : out->lsu.in_ready)) {
            flight[out->lsu.in_entry] = (struct flight){ .instr = i, .taken = cycle };
            n++;
        }
        OF_LANES(count_passes_)(out);
        OF_LANES(keep_words_)(out);
        OF_LANES(retire_)(out, cycle, &all);
        b->clock(state, in, out);
    }
    all.time = seconds() - begin;
    free(state);
    free(in);
    free(out);
    return all;
}

#undef JOINED
#undef JOINED_
#undef OF_LANES
#undef IN
#undef OUT
