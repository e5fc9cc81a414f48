#include "program/parse_parts.h"

#include "program/machine.h"
#include "program/names.h"
#include "program/parse_expr.h"

bool parse_register(struct parser *p, char letter, unsigned below, unsigned *reg)
{
    if (!parser_numbered(&p->lex.token, letter, below, reg))
        return lex_expected(&p->lex, letter == 'r' ? "a register" : "a predicate");
    lex_next(&p->lex);
    return true;
}

static bool parse_type(struct parser *p, struct stmt *s)
{
    static const struct {
        const char *name, *width;
        bool sign;
        unsigned words;
    } types[] = {
        { "b8", "b8", false, 1 },   { "u8", "b8", false, 1 },   { "s8", "b8", true, 1 },
        { "b16", "b16", false, 1 }, { "u16", "b16", false, 1 }, { "s16", "b16", true, 1 },
        { "b32", "b32", false, 1 }, { "b64", "b64", false, 2 }, { "b128", "b128", false, 4 },
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lex_take(&p->lex, types[i].name)) {
            s->width = (uint8_t)names_code_of("width", types[i].width);
            s->sign = types[i].sign;
            s->words = types[i].words;
            return true;
        }
    return lex_expected(&p->lex, "a type (b8 to b128, u8, s8, u16, s16)");
}

bool parse_reserved_type(const struct token *t, struct stmt *s)
{
    unsigned width;
    if (!names_reserved("width", t->text, t->length, &width))
        return false;
    s->width = (uint8_t)width;
    s->words = machine_words(width);
    return true;
}

// `.interleaved` has been read, behind the space.
bool parse_interleaved(struct parser *p, struct stmt *s, struct place at)
{
    s->interleave = true;
    if (s->space != names_code_of("space", "local"))
        return parser_refuse(p, at, "only local memory can be interleaved");
    return p->tree->unfit || names_value("LOCAL_INTERLEAVE", p->tree->lanes)
        || parser_refuse(p, at, "this machine interleaves no addresses: it has LOCAL_INTERLEAVE 0");
}

// The lock operation that is named here, if any: of a load, or of stores.
static bool take_lock(struct parser *p, struct stmt *s)
{
    static const char *const names[] = { "lock", "unlock", "cunlock" };
    for (unsigned i = s->kind == STMT_LOAD ? 0 : 1; i < (s->kind == STMT_LOAD ? 1 : 3); i++)
        if (lex_take(&p->lex, names[i])) {
            s->atom = (uint8_t)names_code_of("atom", names[i]);
            return true;
        }
    return false;
}

// `.SPACE`
bool parse_space(struct parser *p, struct stmt *s)
{
    unsigned space;
    if (!lex_need(&p->lex, ".") || !parser_code(p, "space", &space))
        return false;
    s->space = (uint8_t)space;
    return true;
}

// `.matrix.` has been read. A code may follow; plain is the default.
static bool take_matrix(struct parser *p, struct stmt *s)
{
    const struct token t = p->lex.token;
    unsigned code = names_code_of("matrix", "plain");
    const bool named =
        names_code("matrix", t.text, t.length, &code) || names_reserved("matrix", t.text, t.length, &code);
    s->matrix = (uint8_t)code;
    if (named)
        lex_next(&p->lex);
    return !named || lex_need(&p->lex, ".");
}

// `.SPACE[.interleaved][.matrix[.trans]][.HINT].TYPE`, or `.SPACE.LOCK.TYPE`. A reserved code with nothing
// behind it is a code of the type.
bool parse_shape(struct parser *p, struct stmt *s)
{
    unsigned hint = names_code_of("hint", "ca");
    if (!parse_space(p, s) || !lex_need(&p->lex, "."))
        return false;
    const struct place at = parser_place(p);
    if (lex_take(&p->lex, "interleaved") ? !parse_interleaved(p, s, at) || !lex_need(&p->lex, ".")
                                         : take_lock(p, s) && !lex_need(&p->lex, "."))
        return false;
    if (lex_take(&p->lex, "matrix") && (!lex_need(&p->lex, ".") || !take_matrix(p, s)))
        return false;
    struct token t = p->lex.token;
    const bool hinted =
        names_code("hint", t.text, t.length, &hint) || names_reserved("hint", t.text, t.length, &hint);
    if (hinted) {
        lex_next(&p->lex);
        if (!lex_is(&p->lex, ".") && parse_reserved_type(&t, s)) {
            s->hint = (uint8_t)names_code_of("hint", "ca");
            return true;
        }
        if (!lex_need(&p->lex, "."))
            return false;
        t = p->lex.token;
    }
    s->hint = (uint8_t)hint;
    if (!parse_reserved_type(&t, s))
        return parse_type(p, s);
    lex_next(&p->lex);
    return true;
}

bool parse_address(struct parser *p, unsigned refused, const struct expr **addr)
{
    return lex_need(&p->lex, "[") && (*addr = parse_expr(p, refused)) && lex_need(&p->lex, "]");
}

bool parse_aligned(struct parser *p, struct place at, unsigned reg, unsigned words)
{
    return reg % words == 0
        || parser_refuse(p, at, "%u words a lane take registers from a multiple of %u on", words, words);
}
