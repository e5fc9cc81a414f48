// Breaks each rule of the texture unit's contract.
#include "blocks/texture/contract.h"
#include "blocks/expect.h"

enum { BASE = 0x1200, FIRST_LINE = BASE / UL1_LINE_BYTES };

// Two quads of a linear texture of 32 bits: lanes 1 and 2 have the first texel, lane 5 the second one.
static void take(struct ul1_texture_in *in)
{
    in->in_valid = 1;
    in->in_op = UL1_OP_TEX;
    in->in_warp = 5;
    in->in_reg = 9;
    in->in_mask = 0x26;
    in->texin_base = BASE / 512;
    in->texin_pitch = 1;
    in->texin_last_u = in->texin_last_v = 3;
    in->texin_format = UL1_TEXFMT_B32;
    in->texin_u[5] = TEXEL_ONE;
}

#define TAKEN                                         \
    JUDGED(texture);                                  \
    out.texin_ready = out.tex_idle = 1;               \
    take(&in);                                        \
    WRONG(texture, texin_ready, "texin_ready: not");  \
    WRONG(texture, texin_entry, "texin_entry: not");  \
    WRONG(texture, tex_idle, "tex_idle: not");        \
    WRONG(texture, tex_used, "tex_used: not");        \
    GOOD(texture);                                    \
    in.in_valid = out.tex_idle = 0, out.tex_used = 1; \
    out.texin_entry = 1

// The pass of its first quad misses, and its fetch is offered.
#define MISSED                                                                         \
    TAKEN;                                                                             \
    out.texlook_valid = 1;                                                             \
    out.texlook_line = FIRST_LINE;                                                     \
    out.texlook_slots = 0x110;                                                         \
    WRONG(texture, texlook_hit, "texlook_hit: not");                                   \
    WRONG(texture, texlook_id, "texlook_id: not");                                     \
    WRONG(texture, texlook_line, "texlook_line, texlook_slots: not");                  \
    WRONG(texture, texlook_slots, "texlook_line, texlook_slots: not");                 \
    GOOD(texture);                                                                     \
    out.texlook_slots = 0x10;                                                          \
    out.texlook_hit = 1;                                                               \
    out.texfifo_passes = 1;                                                            \
    out.texmiss_valid = out.texmiss_sect = 1;                                          \
    out.texmiss_line = FIRST_LINE;                                                     \
    WRONG(texture, texmiss_valid, "texmiss_valid: not");                               \
    WRONG(texture, texmiss_line, "texmiss_line, texmiss_sect, texmiss_number: not");   \
    WRONG(texture, texmiss_sect, "texmiss_line, texmiss_sect, texmiss_number: not");   \
    WRONG(texture, texmiss_number, "texmiss_line, texmiss_sect, texmiss_number: not"); \
    WRONG(texture, texlook_hit, "texlook_hit: not");                                   \
    GOOD(texture);                                                                     \
    BAD(texture, "texlook_id: not");                                                   \
    out.texlook_valid = out.texlook_hit = 0

// The first quad is at the tags in the seventh cycle behind that in which its instruction was taken.
static void test_at_tags(void)
{
    TAKEN;
    for (unsigned i = 1; i < 7; i++)
        GOOD(texture);
    BAD(texture, "texlook_valid, texlook_waits: the next pass");
}

static void test_asks(void)
{
    MISSED;
    struct texture_contract before = c;
    out.texfifo_waits = 1;
    in.texmmu_take = in.texmmu_fault = 1;
    BAD(texture, "texmmu_take, texmmu_fault, texmmu_wait: more than one");
    c = before;
    in.texmmu_fault = 0;
    GOOD(texture);
    out.texmiss_valid = 0;
    BAD(texture, "texmmu_take, texmmu_fault, texmmu_wait: an answer");
    in.texmmu_take = 0;
    in.fill_tex = 1;
    BAD(texture, "fill_fetch, fill_sect: no sector");
    in.fill_sect = 2;
    BAD(texture, "fill_fetch, fill_sect: no sector");
}

static void test_waits(void)
{
    MISSED;
    in.texmmu_wait = 1;
    GOOD(texture);
    in.texmmu_wait = 0;
    WRONG(texture, texlook_waits, "texlook_waits: neither");
    BAD(texture, "texmiss_valid: not");
    out.texmiss_valid = 0;
    GOOD(texture);
    in.walk_ends = 1;
    GOOD(texture);
    out.texmiss_valid = 1;
    GOOD(texture);
    out.texfifo_passes = UL1_TEX_FIFO + 2;
    BAD(texture, "texfifo_passes: more than");
}

// Its line has come.
#define COME                                                    \
    MISSED;                                                     \
    in.texmmu_take = 1;                                         \
    GOOD(texture);                                              \
    in.texmmu_take = out.texmiss_valid = 0;                     \
    WRONG(texture, texfifo_fills, "texfifo_fills: the oldest"); \
    in.fill_tex = in.fill_sect = 1;                             \
    in.fill_data[0] = 0x77, in.fill_data[1] = 0x78;             \
    GOOD(texture);                                              \
    in.fill_tex = 0

static void expect_words(struct ul1_texture_out *out, unsigned quad, unsigned mask, uint32_t word)
{
    out->tex_valid = 1;
    out->tex_warp = out->texret_warp = 5;
    out->tex_reg = 9;
    out->tex_quad = (uint8_t)quad;
    out->tex_mask = (uint8_t)mask;
    out->tex_data[1] = out->tex_data[2] = word;
}

static void test_words(void)
{
    COME;
    out.texfifo_fills = out.texfifo_waits = 1;
    WRONG(texture, tex_valid, "tex_valid: no word is due");
    WRONG(texture, texfifo_waits, "texfifo_waits: not until");
    WRONG(texture, texfifo_passes, "texfifo_passes: not the one");
    GOOD(texture);
    out.texfifo_waits = 0;
    BAD(texture, "texfifo_fills: the oldest");
    out.texfifo_fills = 0;
    WRONG(texture, texfifo_waits, "texfifo_waits: the oldest");
    WRONG(texture, texret_valid, "tex_valid: the last word is missing");
    expect_words(&out, 0, 6, 0x77);
    WRONG(texture, texret_valid, "texret_id: not");
    WRONG(texture, tex_id, "tex_id, tex_warp, tex_reg: not");
    WRONG(texture, tex_warp, "tex_id, tex_warp, tex_reg: not");
    WRONG(texture, tex_reg, "tex_id, tex_warp, tex_reg: not");
    WRONG(texture, tex_ofs, "tex_quad, tex_ofs, tex_mask: not");
    WRONG(texture, tex_quad, "tex_quad, tex_ofs, tex_mask: not");
    WRONG(texture, tex_mask, "tex_quad, tex_ofs, tex_mask: not");
    WRONG(texture, tex_data[1], "tex_data: not");
    GOOD(texture);
    struct texture_contract before = c;
    out.tex_valid = 0;
    for (unsigned i = 0; i <= UL1_TEX_FIFO + 8; i++)
        GOOD(texture);
    BAD(texture, "texlook_valid, texfifo_fills, tex_valid, texret_valid: nothing goes on");
    c = before;
    expect_words(&out, 1, 2, 0x78);
    BAD(texture, "texret_valid: the instruction has its last word");
    c = before;
    out.texret_valid = 1;
    WRONG(texture, texret_id, "texret_id: not");
    WRONG(texture, texret_warp, "texret_warp, texret_err: not");
    WRONG(texture, texret_err, "texret_warp, texret_err: not");
    GOOD(texture);
    out.tex_valid = out.texret_valid = 0;
    out.tex_idle = 1;
    out.tex_used = 0;
    GOOD(texture);
}

// A line that became invalid is no hit. Behind a fetch that fails none is.
static void test_invalid(unsigned how)
{
    COME;
    in.fill_tex = 0;
    out.texfifo_fills = out.texfifo_waits = 1;
    in.pass_inval = how == 0;
    in.pass_line = FIRST_LINE;
    in.cmd_hold = how == 1;
    out.texin_ready = how != 1;
    GOOD(texture);
    in.pass_inval = in.cmd_hold = out.texfifo_fills = out.texfifo_waits = 0;
    out.texin_ready = 1;
    take(&in);
    GOOD(texture);
    in.in_valid = 0;
    out.tex_used = 3;
    out.texin_entry = 2;
    out.texlook_valid = 1;
    out.texlook_id = 1;
    out.texlook_line = FIRST_LINE;
    out.texlook_slots = 0x110;
    WRONG(texture, texlook_hit, "texlook_hit: not");
    GOOD(texture);
}

static void test_fails(void)
{
    MISSED;
    in.texmmu_fault = 1;
    in.texmmu_err = UL1_ERR_PAGE;
    GOOD(texture);
    in.texmmu_fault = out.texmiss_valid = 0;
    out.texfifo_fills = out.texfifo_waits = 1;
    GOOD(texture);
    out.texfifo_fills = out.texfifo_waits = 0;
    struct texture_contract before = c;
    expect_words(&out, 0, 6, 0);
    BAD(texture, "tex_valid: no word is due");
    c = before;
    out.tex_valid = 0;
    out.texret_valid = 1;
    out.texret_err = UL1_ERR_PAGE;
    out.texret_lane = 1;
    out.texret_mask = 0x26;
    out.texret_addr = BASE;
    WRONG(texture, texret_err, "texret_warp, texret_err: not");
    WRONG(texture, texret_lane, "texret_lane, texret_mask, texret_addr: not");
    WRONG(texture, texret_mask, "texret_lane, texret_mask, texret_addr: not");
    WRONG(texture, texret_addr, "texret_lane, texret_mask, texret_addr: not");
    GOOD(texture);
}

// An instruction without active lanes retires without a word. A lookup for which no fetch is free is wrong.
static void test_full(void)
{
    JUDGED(texture);
    out.texin_ready = out.tex_idle = 1;
    take(&in);
    in.in_mask = 0;
    GOOD(texture);
    in.in_valid = out.tex_idle = 0, out.tex_used = 1;
    out.texin_entry = 1;
    out.texret_valid = 1;
    out.texret_warp = 5;
    GOOD(texture);
    take(&in);
    in.in_mask = 15;
    for (unsigned lane = 0; lane < 4; lane++)
        in.texin_v[lane] = TEXEL_ONE * lane;
    in.texin_pitch = UL1_LINE_BYTES / 32 > 1 ? UL1_LINE_BYTES / 32 : 1;
    out.texret_valid = out.tex_used = 0, out.tex_idle = 1;
    GOOD(texture);
    in.in_valid = out.tex_idle = 0, out.tex_used = 2;
    out.texin_entry = 2;
    out.texlook_valid = out.texlook_id = 1;
    for (unsigned n = 0; n < 4; n++) {
        if (n == UL1_TEX_FETCHES)
            BAD(texture, "texlook_valid: a fetch too many");
        if (n == UL1_TEX_FETCHES)
            break;
        if (n == 1)
            WRONG(texture, texlook_valid, "texlook_valid, texlook_waits: the next pass");
        out.texlook_slots = (uint16_t)(1u << 4 * n);
        out.texlook_line = FIRST_LINE + n;
        GOOD(texture);
        out.texmiss_valid = out.texmiss_sect = 1;
        out.texmiss_line = FIRST_LINE;
    }
}

void test_texture(void)
{
    if (UL1_TEXTURE) {
        test_at_tags();
        test_asks();
        test_waits();
        test_words();
        for (unsigned how = 0; how < 2; how++)
            test_invalid(how);
        test_fails();
        test_full();
        return;
    }
    JUDGED(texture);
    take(&in);
    out.tex_idle = 1;
    WRONG(texture, texin_ready, "texin_ready: not");
    GOOD(texture);
    WRONG(texture, tex_valid, "tex_valid: no word");
}
