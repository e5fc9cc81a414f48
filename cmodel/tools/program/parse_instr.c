#include "program/parse_instr.h"

#include "program/machine.h"
#include "program/names.h"
#include "program/parse_expr.h"
#include "program/parse_parts.h"
#include "program/parse_texture.h"

bool parse_warps(struct parser *p, struct warps *w, bool *is)
{
    *w = (struct warps){ .at = parser_place(p) };
    *is = parser_numbered(&p->lex.token, 'w', parser_warps(p), &w->first);
    if (!*is)
        return true;
    lex_next(&p->lex);
    if (!lex_take(&p->lex, ".."))
        return true;
    w->last = parse_expr(p, BY_WARP | USES_RANDOM);
    return w->last != NULL;
}

// ---- the data of a store

static void read_registers(struct stmt *s, unsigned from, unsigned count)
{
    for (unsigned r = from; r < from + count; r++)
        s->reads.reg[r / 64] |= UINT64_C(1) << r % 64;
}

static bool parse_braced(struct parser *p, struct stmt *s, unsigned words)
{
    for (; s->values < words; s->values++)
        if ((s->values && !lex_need(&p->lex, ",")) || !(s->value[s->values] = parse_expr(p, USES_OTHERS)))
            return false;
    return lex_need(&p->lex, "}");
}

static bool parse_words(struct parser *p, struct stmt *s)
{
    const unsigned words = s->words;
    const struct place at = parser_place(p);
    if (lex_take(&p->lex, "{"))
        return parse_braced(p, s, words);
    const struct expr *e = parse_expr(p, USES_OTHERS);
    if (!e)
        return false;
    s->value[s->values++] = e;
    if (words == 1)
        return true;
    if (e->kind != EXPR_REG)
        return parser_refuse(p, at, "%u words a lane are wanted: {VALUE, VALUE, ...}, or a register", words);
    if (!parse_aligned(p, at, (unsigned)e->number, words))
        return false;
    s->through_regs = true;
    read_registers(s, (unsigned)e->number, words);
    return true;
}

// ---- each kind

static bool parse_predicate(struct parser *p, struct stmt *s)
{
    s->predicated = true;
    return parse_register(p, 'p', PROGRAM_PREDS, &s->pred);
}

// `rD, [ADDRESS]`; of a load-and-lock also `rD|pD, [ADDRESS]`
static bool parse_load(struct parser *p, struct stmt *s)
{
    s->kind = STMT_LOAD;
    if (!parse_shape(p, s))
        return false;
    const struct place at = parser_place(p);
    s->unwanted = lex_take(&p->lex, "any");
    return (s->unwanted
            || (parse_register(p, 'r', PROGRAM_REGS, &s->reg) && parse_aligned(p, at, s->reg, s->words)))
        && (!s->atom || !lex_take(&p->lex, "|") || parse_predicate(p, s)) && lex_need(&p->lex, ",")
        && parse_address(p, USES_OTHERS, &s->addr);
}

// A uniform load, `.global.TYPE`: the constant cache serves it.
static bool parse_uniform(struct parser *p, struct stmt *s)
{
    const struct place at = parser_place(p);
    if (!parse_load(p, s))
        return false;
    if (s->space != names_code_of("space", "global"))
        return parser_refuse(p, at, "a uniform load is of global memory: ldu.global");
    s->space = (uint8_t)names_code_of("space", "const");
    return true;
}

// `[ADDRESS], VALUE`; of a conditional store-and-unlock also `pD, [ADDRESS], VALUE`. That one returns words
// like an atomic, but to no register.
static bool parse_store(struct parser *p, struct stmt *s)
{
    s->kind = STMT_STORE;
    if (!parse_shape(p, s))
        return false;
    if (s->atom == names_code_of("atom", "cunlock")) {
        s->kind = STMT_ATOM;
        s->unwanted = true;
        s->operands = s->words;
        if (!lex_is(&p->lex, "[") && (!parse_predicate(p, s) || !lex_need(&p->lex, ",")))
            return false;
    }
    return parse_address(p, USES_OTHERS, &s->addr) && lex_need(&p->lex, ",") && parse_words(p, s);
}

// The type of an atomic. `add.f32` has a code of its own.
static bool parse_atom_type(struct parser *p, struct stmt *s)
{
    static const struct {
        const char *name, *width;
        bool sign, is_float;
        unsigned words;
    } types[] = {
        { "b32", "b32", false, false, 1 }, { "u32", "b32", false, false, 1 },
        { "s32", "b32", true, false, 1 },  { "f32", "b32", false, true, 1 },
        { "b64", "b64", false, false, 2 }, { "u64", "b64", false, false, 2 },
    };
    struct token t = p->lex.token;
    if (parse_reserved_type(&t, s)) {
        lex_next(&p->lex);
        return true;
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (!token_is(&t, types[i].name))
            continue;
        if (types[i].is_float && s->atom != names_code_of("atom", "add"))
            return lex_expected(&p->lex, "another type, as f32 is for `add` alone,");
        lex_next(&p->lex);
        s->width = (uint8_t)names_code_of("width", types[i].width);
        s->sign = types[i].sign;
        s->words = types[i].words;
        s->atom = types[i].is_float ? (uint8_t)names_code_of("atom", "fadd") : s->atom;
        return true;
    }
    return lex_expected(&p->lex, "a type of an atomic (b32, u32, s32, f32, b64, u64)");
}

// The operands of an atomic: one, or two for a `cas`.
static bool parse_operands(struct parser *p, struct stmt *s)
{
    const bool two = s->atom == names_code_of("atom", "cas");
    const struct place at = parser_place(p);
    if (!parse_words(p, s))
        return false;
    s->operands = s->words;
    if (!two)
        return true;
    if (s->through_regs)
        return parser_refuse(p, at, "a cas of 64 bits wants {VALUE, VALUE}, {VALUE, VALUE}");
    if (!lex_need(&p->lex, ","))
        return false;
    s->operands = 2 * s->words;
    if (!lex_take(&p->lex, "{"))
        return s->words == 1 && (s->value[s->values++] = parse_expr(p, USES_OTHERS)) ? true
            : s->words == 1                                                          ? false
                            : lex_expected(&p->lex, "{VALUE, VALUE}");
    s->value[s->values] = parse_expr(p, USES_OTHERS);
    if (!s->value[s->values++])
        return false;
    for (; s->values < s->operands; s->values++)
        if (!lex_need(&p->lex, ",") || !(s->value[s->values] = parse_expr(p, USES_OTHERS)))
            return false;
    return lex_need(&p->lex, "}");
}

// `.SPACE.OPERATION.TYPE`
static bool parse_operation(struct parser *p, struct stmt *s)
{
    unsigned space, atom;
    if (!lex_need(&p->lex, ".") || !parser_code(p, "space", &space) || !lex_need(&p->lex, ".")
        || !parser_code(p, "atom", &atom) || !lex_need(&p->lex, "."))
        return false;
    s->space = (uint8_t)space;
    s->atom = (uint8_t)atom;
    return parse_atom_type(p, s);
}

static bool parse_atom(struct parser *p, struct stmt *s)
{
    s->kind = STMT_ATOM;
    if (!parse_operation(p, s))
        return false;
    const struct place at = parser_place(p);
    s->unwanted = lex_take(&p->lex, "any");
    return (s->unwanted
            || (parse_register(p, 'r', PROGRAM_REGS, &s->reg) && parse_aligned(p, at, s->reg, s->words)))
        && lex_need(&p->lex, ",") && parse_address(p, USES_OTHERS, &s->addr) && lex_need(&p->lex, ",")
        && parse_operands(p, s);
}

// An atomic without a destination; on global memory the machine returns no words.
static bool parse_red(struct parser *p, struct stmt *s)
{
    s->unwanted = true;
    if (!parse_operation(p, s))
        return false;
    s->kind = s->space == names_code_of("space", "global") ? STMT_STORE : STMT_ATOM;
    return parse_address(p, USES_OTHERS, &s->addr) && lex_need(&p->lex, ",") && parse_operands(p, s);
}

static bool parse_fence(struct parser *p, struct stmt *s)
{
    unsigned level = 0;
    s->kind = STMT_FENCE;
    const bool fine = lex_need(&p->lex, ".") && parser_code(p, "level", &level);
    s->level = (uint8_t)level;
    return fine;
}

// `.SPACE[.interleaved] [ADDRESS]`
static bool parse_cmo(struct parser *p, struct stmt *s, const char *name)
{
    s->kind = STMT_CMO;
    s->op = (uint8_t)names_code_of("op", name);
    if (!parse_space(p, s))
        return false;
    if (lex_take(&p->lex, ".")) {
        const struct place at = parser_place(p);
        if (!lex_take(&p->lex, "interleaved"))
            return lex_expected(&p->lex, "interleaved");
        if (!parse_interleaved(p, s, at))
            return false;
    }
    return parse_address(p, USES_OTHERS, &s->addr);
}

static bool parse_inval(struct parser *p, struct stmt *s)
{
    return parse_cmo(p, s, "inval");
}

static bool parse_flush(struct parser *p, struct stmt *s)
{
    return parse_cmo(p, s, "flush");
}

// A reserved operation: like a load without a register.
static bool parse_reserved(struct parser *p, struct stmt *s)
{
    s->kind = STMT_RESERVED;
    if (!parse_shape(p, s))
        return false;
    s->words = 0;
    return parse_address(p, USES_OTHERS, &s->addr);
}

static bool parse_mov(struct parser *p, struct stmt *s)
{
    s->kind = STMT_MOV;
    s->words = 1;
    return parse_register(p, 'r', PROGRAM_REGS, &s->reg) && lex_need(&p->lex, ",")
        && (s->addr = parse_expr(p, USES_OTHERS));
}

static bool parse_setp(struct parser *p, struct stmt *s)
{
    s->kind = STMT_SETP;
    return parse_register(p, 'p', PROGRAM_PREDS, &s->reg) && lex_need(&p->lex, ",")
        && (s->addr = parse_expr(p, USES_OTHERS));
}

// `.sync N of K`, `.arrive N of K`, both with a predicate behind a comma or without; `.red.OP rD, N of K,
// PREDICATE`.
static bool parse_arrive(struct parser *p, struct stmt *s)
{
    static const char *const names[] = { "popc", "and", "or" };
    bool reduces = false;
    s->kind = STMT_ARRIVE;
    s->waits = !lex_take(&p->lex, "arrive");
    if (s->waits && !lex_take(&p->lex, "sync")) {
        unsigned i = 0;
        if (!lex_take(&p->lex, "red") || !lex_need(&p->lex, "."))
            return lex_expected(&p->lex, "sync, arrive or red");
        while (i < 3 && !lex_take(&p->lex, names[i]))
            i++;
        if (i == 3)
            return lex_expected(&p->lex, "popc, and or or");
        s->reduction = (enum reduction)i;
        s->words = 1;
        reduces = true;
        if (!parse_register(p, 'r', PROGRAM_REGS, &s->reg) || !lex_need(&p->lex, ","))
            return false;
    }
    if (!(s->addr = parse_expr(p, BY_LANE)) || !lex_need(&p->lex, "of")
        || !(s->value[0] = parse_expr(p, BY_LANE)))
        return false;
    s->values = 1;
    if (!(reduces ? lex_need(&p->lex, ",") : lex_take(&p->lex, ",")))
        return !reduces;
    s->values = 2;
    return (s->value[1] = parse_expr(p, USES_OTHERS)) != NULL;
}

static bool parse_bar(struct parser *p, struct stmt *s)
{
    if (lex_take(&p->lex, "."))
        return parse_arrive(p, s);
    s->kind = STMT_BAR;
    return true;
}

// `[SHARED], [GLOBAL], BYTES`
static bool parse_copied(struct parser *p, struct stmt *s)
{
    static const struct {
        unsigned bytes;
        const char *width;
    } widths[] = { { 4, "b32" }, { 8, "b64" }, { 16, "b128" } };
    s->kind = STMT_COPY;
    s->values = 1;
    if (!parse_address(p, USES_OTHERS, &s->value[0]) || !lex_need(&p->lex, ",")
        || !parse_address(p, USES_OTHERS, &s->addr) || !lex_need(&p->lex, ","))
        return false;
    for (unsigned i = 0; i < sizeof widths / sizeof *widths; i++)
        if (p->lex.token.kind == TOKEN_NUMBER && p->lex.token.number == widths[i].bytes) {
            s->width = (uint8_t)names_code_of("width", widths[i].width);
            lex_next(&p->lex);
            return true;
        }
    return lex_expected(&p->lex, "bytes a lane (4, 8, 16)");
}

// `.async.HINT.shared.global`, `.async.commit_group`, `.async.wait_group N`, `.async.wait_all`
static bool parse_cp(struct parser *p, struct stmt *s)
{
    unsigned space, hint;
    if (!lex_need(&p->lex, ".") || !lex_need(&p->lex, "async") || !lex_need(&p->lex, "."))
        return false;
    s->kind = STMT_GROUP;
    s->closes = lex_take(&p->lex, "commit_group");
    if (s->closes)
        return true;
    s->waits = true;
    if (lex_take(&p->lex, "wait_group"))
        return (s->addr = parse_expr(p, BY_LANE)) != NULL;
    s->closes = lex_take(&p->lex, "wait_all");
    if (s->closes)
        return true;
    s->waits = false;
    if (!parser_code(p, "hint", &hint) || !lex_need(&p->lex, ".") || !lex_need(&p->lex, "shared")
        || !lex_need(&p->lex, "."))
        return false;
    const struct place at = parser_place(p);
    if (!parser_code(p, "space", &space))
        return false;
    if (space == names_code_of("space", "shared"))
        return parser_refuse(p, at, "a copy is from global or local memory");
    s->hint = (uint8_t)hint;
    s->space = (uint8_t)space;
    return parse_copied(p, s);
}

static bool parse_delay(struct parser *p, struct stmt *s)
{
    s->kind = STMT_DELAY;
    return (s->addr = parse_expr(p, BY_LANE)) != NULL;
}

// How the command changes its page, if at all.
static uint8_t take_change(struct parser *p)
{
    return lex_take(&p->lex, "moved")    ? CHANGE_MOVED
        : lex_take(&p->lex, "removed")   ? CHANGE_REMOVED
        : lex_take(&p->lex, "protected") ? CHANGE_PROTECTED
                                         : CHANGE_NONE;
}

static bool parse_command(struct parser *p, struct stmt *s)
{
    unsigned op = 0, carveout = 0;
    s->kind = STMT_COMMAND;
    if (!lex_need(&p->lex, ".") || !parser_code(p, "cmd", &op))
        return false;
    s->op = (uint8_t)op;
    if (op == names_code_of("cmd", "carveout")) {
        if (!parser_code(p, "carveout", &carveout))
            return false;
        s->carveout = (uint8_t)carveout;
        return true;
    }
    if (op != names_code_of("cmd", "line") && op != names_code_of("cmd", "page") && !lex_is(&p->lex, "["))
        return true;
    if (!parse_address(p, BY_LANE, &s->addr))
        return false;
    if (op == names_code_of("cmd", "page"))
        s->change = take_change(p);
    return true;
}

// ---- a whole instruction

static bool parse_guard(struct parser *p, struct stmt *s)
{
    unsigned pred;
    if (!lex_take(&p->lex, "@"))
        return true;
    s->guard_not = lex_take(&p->lex, "!");
    if (!parse_register(p, 'p', PROGRAM_PREDS, &pred))
        return false;
    s->guard = (int)pred;
    s->reads.pred |= (uint8_t)(1u << pred);
    return true;
}

static bool masked(const struct stmt *s)
{
    return s->kind != STMT_FENCE && s->kind != STMT_GROUP && s->kind <= STMT_SETP;
}

static bool timed(const struct stmt *s)
{
    return s->kind <= STMT_RESERVED || s->kind == STMT_COMMAND;
}

static bool parse_rest(struct parser *p, struct stmt *s, struct place at)
{
    if (lex_is(&p->lex, "mask") && !masked(s))
        return parser_refuse(p, parser_place(p), "this instruction has no lanes");
    if (lex_take(&p->lex, "mask") && !(s->mask = parse_expr(p, USES_OTHERS)))
        return false;
    if (lex_is(&p->lex, "at") && !timed(s))
        return parser_refuse(p, parser_place(p), "this instruction is not offered");
    if (lex_take(&p->lex, "at") && !(s->from = parse_expr(p, BY_LANE)))
        return false;
    if (s->guard >= 0 && !masked(s))
        return parser_refuse(p, at, "this instruction has no lanes that a predicate could choose");
    expr_add_reads(s->addr, &s->reads);
    expr_add_reads(s->step, &s->reads);
    expr_add_reads(s->mask, &s->reads);
    for (unsigned i = 0; i < s->values; i++)
        expr_add_reads(s->value[i], &s->reads);
    return parser_line_end(p);
}

typedef bool parse_kind(struct parser *, struct stmt *);

// Returns null if the name is unknown. A reserved operation is named by its code.
static parse_kind *kind_of(const struct token *t, uint8_t *op)
{
    static const struct {
        const char *name;
        parse_kind *parse;
    } kinds[] = {
        { "ld", parse_load },     { "st", parse_store },    { "fence", parse_fence }, { "mov", parse_mov },
        { "setp", parse_setp },   { "inval", parse_inval }, { "flush", parse_flush }, { "bar", parse_bar },
        { "delay", parse_delay }, { "cmd", parse_command }, { "atom", parse_atom },   { "red", parse_red },
        { "ldu", parse_uniform }, { "cp", parse_cp },       { "tld", parse_texel },   { "tex", parse_sample },
    };
    unsigned code;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (t->kind == TOKEN_NAME && token_is(t, kinds[i].name))
            return kinds[i].parse;
    if (!names_reserved("op", t->text, t->length, &code))
        return NULL;
    *op = (uint8_t)code;
    return parse_reserved;
}

bool parse_instr(struct parser *p, const struct warps *w)
{
    const struct place at = parser_place(p);
    struct stmt s = { .guard = -1 };
    if (!parse_guard(p, &s))
        return false;
    parse_kind *parse = kind_of(&p->lex.token, &s.op);
    if (!parse)
        return lex_expected(&p->lex,
                            "an instruction (ld, ldu, tld, tex, st, atom, red, cp, fence, inval, flush, mov, "
                            "setp, bar, delay, cmd)");
    lex_next(&p->lex);
    struct stmt *added = parse(p, &s) && parse_rest(p, &s, at) ? parser_stmt(p, s.kind, at) : NULL;
    if (!added)
        return false;
    s.at = at;
    s.warps = *w;
    s.loops = added->loops;
    *added = s;
    p->expecting = (int)p->tree->stmts - 1;
    return true;
}
