#include "program/parse_texture.h"

#include "program/machine.h"
#include "program/names.h"
#include "program/parse_expr.h"
#include "program/parse_parts.h"

// `.FORMAT.LAYOUT.BORDER`
static bool parse_kind_of(struct parser *p, struct machine_texture *t)
{
    static const char *const of[] = { "texfmt", "layout", "border" };
    uint8_t *code[] = { &t->format, &t->layout, &t->border };
    for (unsigned i = 0; i < 3; i++) {
        unsigned value;
        if (!lex_need(&p->lex, ".") || !parser_code(p, of[i], &value))
            return false;
        *code[i] = (uint8_t)value;
    }
    return true;
}

// `[BASE, PITCH, COLUMNS, ROWS], [U, V]`. The texture is the same for all lanes.
static bool parse_places(struct parser *p, struct stmt *s)
{
    for (s->values = 0; s->values < PROGRAM_WORDS; s->values++)
        if (!lex_need(&p->lex, s->values ? "," : "[") || !(s->value[s->values] = parse_expr(p, BY_LANE)))
            return false;
    return lex_need(&p->lex, "]") && lex_need(&p->lex, ",") && lex_need(&p->lex, "[")
        && (s->addr = parse_expr(p, USES_OTHERS)) && lex_need(&p->lex, ",")
        && (s->step = parse_expr(p, USES_OTHERS)) && lex_need(&p->lex, "]");
}

static bool parse_texture(struct parser *p, struct stmt *s, const char *filter)
{
    struct machine_texture *t = &s->texture;
    const struct place kind = parser_place(p);
    s->kind = STMT_SAMPLE;
    s->space = (uint8_t)names_code_of("space", "global");
    t->filter = (uint8_t)names_code_of("filter", filter);
    if (!parse_kind_of(p, t))
        return false;
    s->words = machine_texture_words(t);
    if (t->filter == names_code_of("filter", "bilinear") && t->format >= names_code_of("texfmt", "b32"))
        return parser_refuse(p, kind, "words have no components to sum: tex is of r8, rg8, rgba8, r16, rg16");
    const struct place at = parser_place(p);
    s->unwanted = lex_take(&p->lex, "any");
    return (s->unwanted
            || (parse_register(p, 'r', PROGRAM_REGS, &s->reg) && parse_aligned(p, at, s->reg, s->words)))
        && lex_need(&p->lex, ",") && parse_places(p, s);
}

bool parse_texel(struct parser *p, struct stmt *s)
{
    return parse_texture(p, s, "point");
}

bool parse_sample(struct parser *p, struct stmt *s)
{
    return parse_texture(p, s, "bilinear");
}
