#include "program/parse_setting.h"

#include "program/machine.h"
#include "program/names.h"
#include "program/parse_expr.h"
#include "program/parse_instr.h"

static bool add(struct parser *p, const struct setting *s)
{
    struct tree_part *part = &p->tree->part[p->tree->parts - 1];
    if (!p->heading)
        return parser_refuse(p, s->at, "settings stand at the head of a part, before its first instruction");
    struct setting *new = parser_alloc(p, sizeof *new), **at = &part->settings;
    if (!new)
        return false;
    *new = *s;
    new->next = *at; // the list is reversed when the part is complete
    *at = new;
    return true;
}

// A key, or `code(EXPRESSION)`.
static bool parse_coded(struct parser *p, const char *of, struct setting *s)
{
    if (!lex_take(&p->lex, "code"))
        return parser_code(p, of, &s->code);
    s->code = names_codes(of) - 1;
    return lex_need(&p->lex, "(") && (s->a = parse_expr(p, BY_WARP)) && lex_need(&p->lex, ")");
}

static bool parse_set(struct parser *p, struct setting *s)
{
    static const struct {
        const char *name;
        enum setting_kind kind;
    } coded[] = {
        { "carveout", SETTING_CARVEOUT }, { "policy", SETTING_POLICY }, { "home", SETTING_HOME },
        { "fetch", SETTING_FETCH },       { "page", SETTING_PAGE },     { "bankwidth", SETTING_BANKWIDTH },
    };
    for (size_t i = 0; i < sizeof coded / sizeof *coded; i++)
        if (lex_take(&p->lex, coded[i].name)) {
            s->kind = coded[i].kind;
            return parse_coded(p, coded[i].name, s) && add(p, s);
        }
    if (!lex_take(&p->lex, "interval"))
        return lex_expected(&p->lex, "carveout, policy, home, fetch, bankwidth, page, or interval");
    s->kind = SETTING_INTERVAL;
    return (s->a = parse_expr(p, BY_WARP)) && add(p, s);
}

// Parses one of these words. Returns false after a complaint.
static bool parse_word(struct parser *p, const char *const word[], unsigned words, const char *what,
                       unsigned *number)
{
    for (*number = 0; *number < words; ++*number)
        if (lex_take(&p->lex, word[*number]))
            return true;
    return lex_expected(&p->lex, what);
}

static bool parse_of_memory(struct parser *p, struct setting *s)
{
    static const struct {
        const char *name;
        enum setting_kind kind;
    } numbers[] = {
        { "latency", SETTING_LATENCY }, { "every", SETTING_EVERY }, { "batch", SETTING_BATCH },
        { "pieces", SETTING_PIECES },   { "early", SETTING_EARLY }, { "stall", SETTING_STALL },
        { "apart", SETTING_APART },
    };
    static const char *const orders[] = {
        [MACHINE_AS_TAKEN] = "taken", [MACHINE_RANDOM] = "random", [MACHINE_YOUNGEST] = "youngest"
    };
    s->b = NULL;
    if (lex_take(&p->lex, "order")) {
        s->kind = SETTING_ANSWERS;
        return parse_word(p, orders, 3, "taken, random, or youngest", &s->code);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (!lex_take(&p->lex, numbers[i].name))
            continue;
        s->kind = numbers[i].kind;
        if (!(s->a = parse_expr(p, BY_WARP)))
            return false;
        return s->kind != SETTING_LATENCY || !lex_take(&p->lex, "..") || (s->b = parse_expr(p, BY_WARP));
    }
    return lex_expected(&p->lex, "latency, every, order, batch, pieces, early, stall, or apart");
}

static bool parse_memory(struct parser *p, struct setting *s)
{
    do
        if (!parse_of_memory(p, s) || !add(p, s))
            return false;
    while (p->lex.token.kind == TOKEN_NAME && !lex_is(&p->lex, "l1"));
    return true;
}

static bool parse_page(struct parser *p, struct setting *s)
{
    if (!(s->a = parse_expr(p, BY_WARP)))
        return false;
    s->kind = lex_take(&p->lex, "absent") ? SETTING_ABSENT : SETTING_READONLY;
    const bool is = s->kind == SETTING_ABSENT || lex_take(&p->lex, "readonly");
    return is ? add(p, s) : lex_expected(&p->lex, "absent or readonly");
}

static bool parse_fail(struct parser *p, struct setting *s)
{
    s->kind = SETTING_FAIL;
    if (!(s->a = parse_expr(p, BY_WARP)))
        return false;
    if (lex_take(&p->lex, "walk")) {
        s->code = MACHINE_WALKS;
        return (s->b = parse_expr(p, BY_WARP)) && add(p, s);
    }
    s->code = lex_take(&p->lex, "loads") ? MACHINE_LOADS
        : lex_take(&p->lex, "stores")    ? MACHINE_STORES
                                         : MACHINE_LOADS | MACHINE_STORES;
    return add(p, s);
}

// `3 of 8`, or `25 percent`
static bool parse_pattern(struct parser *p, struct setting *s, enum setting_kind kind)
{
    s->kind = kind;
    if (!(s->a = parse_expr(p, BY_WARP)))
        return false;
    if (lex_take(&p->lex, "percent"))
        return add(p, s);
    if (!lex_take(&p->lex, "of"))
        return lex_expected(&p->lex, "'of' or 'percent'");
    return (s->b = parse_expr(p, BY_WARP)) && add(p, s);
}

static bool parse_late(struct parser *p, struct setting *s)
{
    return lex_need(&p->lex, "late") && parse_pattern(p, s, SETTING_LATE);
}

static bool parse_reserved(struct parser *p, struct setting *s)
{
    return lex_need(&p->lex, "reserved") && parse_pattern(p, s, SETTING_RESERVED);
}

static bool parse_gaps(struct parser *p, struct setting *s)
{
    return parse_pattern(p, s, SETTING_GAPS);
}

static bool parse_reset(struct parser *p, struct setting *s)
{
    s->kind = SETTING_RESET;
    return lex_need(&p->lex, "at") && (s->a = parse_expr(p, BY_WARP)) && add(p, s);
}

static bool parse_draws(struct parser *p, struct setting *s)
{
    s->kind = SETTING_DRAWS;
    return (s->a = parse_expr(p, BY_WARP)) && add(p, s);
}

static bool parse_remainders(struct parser *p, struct setting *s)
{
    s->kind = SETTING_REMAINDERS;
    if (!lex_need(&p->lex, "after") || !(s->a = parse_expr(p, BY_WARP)))
        return false;
    s->code = lex_take(&p->lex, "any");
    return add(p, s);
}

static bool parse_fresh(struct parser *p, struct setting *s)
{
    s->kind = SETTING_FRESH;
    return add(p, s);
}

static bool parse_order(struct parser *p, struct setting *s)
{
    static const char *const orders[] = { [ORDER_ROUND_ROBIN] = "round_robin",
                                          [ORDER_OLDEST] = "oldest",
                                          [ORDER_GREEDY] = "greedy",
                                          [ORDER_TEXT] = "text" };
    s->kind = SETTING_ORDER;
    return parse_word(p, orders, 4, "round_robin, oldest, greedy, or text", &s->code) && add(p, s);
}

// An L1 in the text as a number of the machine. It may depend on sizes.
static bool parse_l1(struct parser *p, unsigned *l1)
{
    const struct token t = p->lex.token;
    int64_t number;
    if (t.kind == TOKEN_NEWLINE || t.kind == TOKEN_END)
        return lex_expected(&p->lex, "an L1");
    if (!parse_value(p, &number))
        return false;
    if (p->tree->unfit && (number < 0 || number >= PROGRAM_L1S))
        number = 0;
    if (number < 0 || number >= PROGRAM_L1S)
        return lex_complain(&p->lex, &t, "an L1 is 0 to %d", PROGRAM_L1S - 1);
    *l1 = (unsigned)number;
    if (*l1 >= p->tree->l1s)
        p->tree->l1s = *l1 + 1;
    return true;
}

// The L1 to which alone the settings of this line apply.
static bool parse_owner(struct parser *p, const struct setting *before)
{
    const struct place at = parser_place(p);
    unsigned l1;
    if (!lex_take(&p->lex, "l1"))
        return true;
    if (!parse_l1(p, &l1))
        return false;
    for (struct setting *s = p->tree->part[p->tree->parts - 1].settings; s != before; s = s->next) {
        if (s->kind > SETTING_REMAINDERS && s->kind != SETTING_RESET)
            return parser_refuse(p, at, "all L1s have this alike");
        s->of = l1 + 1;
        p->tree->alone |= s->kind == SETTING_RESET;
    }
    return true;
}

static bool parse_of_warps(struct parser *p, struct setting *s)
{
    bool is;
    if (!parse_warps(p, &s->warps, &is))
        return false;
    if (!is)
        return lex_expected(&p->lex, "warps, as w0 or w0..3");
    do {
        if (lex_take(&p->lex, "l1")) {
            s->kind = SETTING_L1;
            if (!parse_l1(p, &s->code))
                return false;
        } else if (lex_is(&p->lex, "start") || lex_is(&p->lex, "cta")) {
            s->kind = lex_take(&p->lex, "cta") ? SETTING_CTA : SETTING_START;
            if (s->kind == SETTING_START)
                lex_next(&p->lex);
            if (!(s->a = parse_expr(p, BY_WARP)))
                return false;
        } else {
            return lex_expected(&p->lex, "start, cta, or l1");
        }
        if (!add(p, s))
            return false;
    } while (p->lex.token.kind == TOKEN_NAME);
    return true;
}

bool parse_setting(struct parser *p, bool *is)
{
    static const struct {
        const char *name;
        bool (*parse)(struct parser *, struct setting *);
    } kinds[] = {
        { "set", parse_set },
        { "memory", parse_memory },
        { "page", parse_page },
        { "fail", parse_fail },
        { "stores", parse_late },
        { "port", parse_reserved },
        { "fresh", parse_fresh },
        { "order", parse_order },
        { "warp", parse_of_warps },
        { "gaps", parse_gaps },
        { "reset", parse_reset },
        { "draws", parse_draws },
        { "remainders", parse_remainders },
    };
    struct setting s = { .at = parser_place(p) };
    const struct setting *before = p->tree->part[p->tree->parts - 1].settings;
    *is = true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (lex_take(&p->lex, kinds[i].name))
            return kinds[i].parse(p, &s) && parse_owner(p, before) && parser_line_end(p);
    *is = false;
    return false;
}
