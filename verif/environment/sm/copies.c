#include "environment/sm/copies.h"

void copies_start(struct copies *c, const struct ul1_l1_out *out, const struct instr *i, unsigned entry)
{
    struct copy_kept *k = &c->place[out->copy.copy_place % UL1_COPIES_MOST];
    *k = (struct copy_kept){ .lives = true, .entry = entry, .group = c->closed[i->warp], .load = *i };
    c->under_way++;
}

void copies_store_taken(struct copies *c, const struct ul1_l1_out *out, unsigned entry)
{
    struct copy_kept *k = &c->place[out->copy.copy_number % UL1_COPIES_MOST];
    k->stores = true;
    k->entry = entry;
}

// The copy with this half in the entry, or null.
static struct copy_kept *copy_in(struct copies *c, unsigned entry, bool stores)
{
    for (unsigned i = 0; i < UL1_COPIES_MOST; i++) {
        struct copy_kept *k = &c->place[i];
        if (k->lives && k->entry == entry && k->stores == stores && (stores || !k->came))
            return k;
    }
    return NULL;
}

void copies_words(struct copies *c, const struct ul1_l1_out *out)
{
    struct copy_kept *k = c->under_way ? copy_in(c, out->lsu.rf_id, false) : NULL;
    for (uint32_t left = k ? out->dxbar.load_mask : 0; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctz(left);
        const unsigned at = out->lsu.rf_lane[slot] * width_words(k->load.width) + out->lsu.rf_ofs[slot];
        k->word[at / LANES % UL1_WORDS][at % LANES] = out->dxbar.load_data[slot];
    }
}

bool copies_retired(struct copies *c, const struct ul1_l1_out *out)
{
    struct copy_kept *load = c->under_way ? copy_in(c, out->lsu.ret_id, false) : NULL,
                     *store = c->under_way ? copy_in(c, out->lsu.ret_id, true) : NULL;
    if (load && !out->lsu.ret_err) {
        load->came = true;
        return false;
    }
    if (load)
        load->lives = false;
    if (store)
        store->lives = false;
    c->under_way -= load || store;
    return load || store;
}

void copies_group(struct copies *c, const struct instr *i)
{
    c->closed[i->warp] += i->group & CLOSES_GROUP;
    if (!(i->group & WAITS_FOR_GROUPS))
        return;
    c->waits |= UINT64_C(1) << i->warp;
    c->leaves[i->warp] = i->leaves;
}

bool copies_store(const struct copies *c, const struct ul1_l1_out *out, struct instr *i)
{
    const struct copy_kept *k = &c->place[out->copy.copy_number % UL1_COPIES_MOST];
    if (!c->under_way || !out->copy.copy_valid || !k->lives || !k->came || k->stores)
        return false;
    *i = (struct instr){ .op = UL1_OP_STORE,
                         .space = UL1_SPACE_SHARED,
                         .width = k->load.width,
                         .warp = k->load.warp,
                         .mask = k->load.mask,
                         .words = k->word[0],
                         .serial = k->load.serial,
                         .line = k->load.line,
                         .copied = true,
                         .passes_unsaid = true,
                         .unsure = true };
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = k->load.dest[lane];
    return true;
}

static const char *check_shown(const struct copies *c, const struct ul1_copy_out *out)
{
    const struct copy_kept *k = &c->place[out->copy_number % UL1_COPIES_MOST];
    if (!k->lives || !k->came || k->stores)
        return "a copy is shown whose words have not come, or whose store was taken";
    for (unsigned lane = 0; lane < LANES; lane++)
        if (k->load.mask >> lane & 1 && out->copy_addr[lane] != k->load.dest[lane])
            return "the copy that is shown has another copy's addresses";
    return out->copy_warp != k->load.warp || out->copy_width != k->load.width
            || out->copy_mask != k->load.mask
        ? "the copy that is shown is of another warp, width or mask"
        : NULL;
}

static const char *check_data(struct copies *c, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const struct copy_kept *k = copy_in(c, out->lsu.pull_id, true);
    if (!in->pull_valid || !out->lsu.pull_ready)
        return NULL;
    if (out->copy.copydata_mask != (k ? out->lsu.pull_mask : 0))
        return "the data of a copy's store do not come from the copy, or those of another store do";
    for (uint32_t left = out->copy.copydata_mask; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctz(left);
        if (out->copy.copydata_word[slot] != k->word[out->lsu.pull_sub][slot])
            return "a copy stores another word than its load has brought";
    }
    return NULL;
}

static const char *check_opens(struct copies *c, uint64_t opens)
{
    if (opens & ~c->waits)
        return "a wait ends of a warp that does not wait";
    for (unsigned i = 0; i < UL1_COPIES_MOST; i++) {
        const struct copy_kept *k = &c->place[i];
        const unsigned warp = k->load.warp;
        if (k->lives && opens >> warp & 1 && k->group + c->leaves[warp] < c->closed[warp])
            return "a wait ends while a copy of an older group is under way";
    }
    c->waits &= ~opens;
    return NULL;
}

const char *copies_check(struct copies *c, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const char *wrong = out->copy.copy_valid ? check_shown(c, &out->copy) : NULL;
    if (!c->sizes->copies)
        return NULL;
    if (!wrong && out->copy.copy_ready != (c->under_way < c->sizes->copies))
        wrong = "a copy may start where no place is free, or may not where one is";
    if (!wrong)
        wrong = check_data(c, in, out);
    return wrong ? wrong : check_opens(c, out->copy.wait_opens);
}

void copies_reset(struct copies *c)
{
    const struct ul1_sizes *sizes = c->sizes;
    *c = (struct copies){ .sizes = sizes };
}
