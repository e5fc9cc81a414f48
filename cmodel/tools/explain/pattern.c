#include "explain/pattern.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/engine.h"
#include "program/names.h"
#include "program/parse.h"
#include "program/told.h"
#include "ul1_sim.h"

enum { TEXT = 4000, LOOP_NAME = 32 };

// A program generated from a question. Each piece of its text is mapped to the question's text that it came
// from.
struct draft {
    const char *question;
    char text[TEXT];
    size_t length;
    bool full;
    unsigned line; // the line that is being written
    size_t line_start;
    struct {
        const char *of;
        unsigned line, column, length; // position in the generated program
        unsigned from;                 // where the piece begins in `of`
    } piece[8];
    unsigned pieces;
};

static void add(struct draft *d, const char *text, size_t n)
{
    if (d->length + n >= TEXT) {
        d->full = true;
        return;
    }
    memcpy(d->text + d->length, text, n);
    d->length += n;
    d->text[d->length] = 0;
}

static void add_text(struct draft *d, const char *text)
{
    add(d, text, strlen(text));
}

// A complaint about the question must report a column of the question.
static void add_piece(struct draft *d, const char *of, const char *text, size_t from, size_t n)
{
    d->piece[d->pieces].from = (unsigned)from;
    d->piece[d->pieces].of = of;
    d->piece[d->pieces].line = d->line;
    d->piece[d->pieces].column = (unsigned)(d->length - d->line_start) + 1;
    d->piece[d->pieces++].length = (unsigned)n;
    add(d, text + from, n);
}

static void end_line(struct draft *d)
{
    add_text(d, "\n");
    d->line++;
    d->line_start = d->length;
}

// Translates a complaint about the generated program into one about the question.
static void retell(const struct draft *d, const char *said, char error[300])
{
    unsigned line, column;
    const char *what = strchr(said, ' ');
    if (sscanf(said, "access:%u:%u:", &line, &column) != 2 || !what) {
        snprintf(error, 300, "%s", said);
        return;
    }
    const char *of = "access";
    unsigned at = column;
    for (unsigned i = 0; i < d->pieces; i++)
        if (d->piece[i].line < line || (d->piece[i].line == line && d->piece[i].column <= column)) {
            const unsigned within =
                d->piece[i].line < line ? d->piece[i].length : column - d->piece[i].column;
            of = d->piece[i].of;
            at = d->piece[i].from + (within < d->piece[i].length ? within : d->piece[i].length) + 1;
        }
    char said_so[300];
    snprintf(said_so, sizeof said_so, "%s", what);
    char *added = strstr(said_so, "found 'r0'"); // the question has no r0: an address stands in its place
    if (added && !strstr(d->question, "r0"))
        memcpy(added, "found '['", sizeof "found '['");
    snprintf(error, 300, "%s:1:%u:%.260s", of, at, said_so);
}

// ---- the generated program

static bool has_word(const char *text, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = text; at && (at = strstr(at, word)); at++)
        if ((at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_'))
            && !(isalnum((unsigned char)at[n]) || at[n] == '_'))
            return true;
    return false;
}

static bool has_word_before(const char *text, const char *end, const char *word)
{
    char head[60];
    snprintf(head, sizeof head, "%.*s", (int)(end - text), text);
    return has_word(head, word);
}

static unsigned words_of_type(const char *text, const char *bracket)
{
    return has_word_before(text, bracket, "b128") ? 4 : has_word_before(text, bracket, "b64") ? 2 : 1;
}

static bool names_register(const char *text, const char *bracket)
{
    for (const char *at = text; at + 2 < bracket; at++)
        if (at[0] == ' ' && at[1] == 'r' && isdigit((unsigned char)at[2]))
            return true;
    return false;
}

// Adds the parts that a question may omit: the warp, a load's register, a store's value.
static void add_access(struct draft *d, const char *text)
{
    static const char *const nothing[] = { "", "0", "{0, 0}", "", "{0, 0, 0, 0}" };
    const char *at = text + strspn(text, " "), *bracket = strchr(text, '['), *last = strrchr(text, ']');
    unsigned warp;
    char after;
    if (sscanf(at, "w%u%c", &warp, &after) != 2 || !strchr(":.", after))
        add_text(d, "w0: ");
    const bool load = bracket && has_word_before(text, bracket, "ld"),
               store = bracket && has_word_before(text, bracket, "st");
    if (!bracket || !last || last < bracket) {
        add_piece(d, "access", text, 0, strlen(text));
        return;
    }
    add_piece(d, "access", text, 0, (size_t)(bracket - text));
    if (load && !names_register(text, bracket))
        add_text(d, "r0, ");
    add_piece(d, "access", text, (size_t)(bracket - text), strlen(bracket));
    if (store && !last[1 + strspn(last + 1, " ")]) {
        add_text(d, ", ");
        add_text(d, nothing[words_of_type(text, bracket)]);
    }
}

static bool named(const struct question *q, const char *name)
{
    for (unsigned i = 0; i < q->loops; i++)
        if (!strncmp(q->loop[i] + strspn(q->loop[i], " "), name, 1)
            && !isalnum((unsigned char)q->loop[i][strspn(q->loop[i], " ") + 1]))
            return true;
    return false;
}

static unsigned add_loops(struct draft *d, struct pattern *p, const struct question *q)
{
    static const char *const usual[] = { "i", "j", "k" };
    unsigned open = 0;
    for (unsigned i = 0; i < q->loops && open < PATTERN_INDICES; i++, open++) {
        const char *name = q->loop[i] + strspn(q->loop[i], " ");
        snprintf(p->index[open], LOOP_NAME, "%.*s", (int)strcspn(name, " "), name);
        add_text(d, "for ");
        add_piece(d, "--for", q->loop[i], 0, strlen(q->loop[i]));
        add_text(d, " {");
        end_line(d);
    }
    for (unsigned i = 0; i < 3 && open < PATTERN_INDICES; i++) {
        if (named(q, usual[i])
            || !(has_word(q->access, usual[i]) || (q->mask && has_word(q->mask, usual[i]))))
            continue;
        snprintf(p->index[open++], LOOP_NAME, "%s", usual[i]);
        add_text(d, "for ");
        add_text(d, usual[i]);
        add_text(d, " in 0..LANES {");
        end_line(d);
    }
    return open;
}

static void write_draft(struct draft *d, struct pattern *p, const struct question *q)
{
    *d = (struct draft){ .question = q->access, .line = 1 };
    add_text(d, "program 1");
    end_line(d);
    p->indices = add_loops(d, p, q);
    add_access(d, q->access);
    if (q->mask) {
        add_text(d, " mask ");
        add_piece(d, "--mask", q->mask, 0, strlen(q->mask));
    }
    end_line(d);
    for (unsigned i = 0; i < p->indices; i++) {
        add_text(d, "}");
        end_line(d);
    }
}

// ---- all iterations

static bool keep(struct pattern *p, struct engine *e, const struct machine_access *a, char error[300])
{
    if (p->turns == PATTERN_TURNS) {
        snprintf(error, 300, "access:1:1: its loops have more than %d turns", PATTERN_TURNS);
        return false;
    }
    struct turn *t = &p->turn[p->turns++];
    t->access = *a;
    for (unsigned i = 0; i < p->indices; i++)
        t->index[i] = engine_loop(e, a->serial, i);
    return true;
}

// Each offered access completes in the same cycle. Loaded values do not matter.
static bool pass_by(struct engine *e, const struct pattern *p, const struct machine_access *a, uint64_t cycle)
{
    const bool loads = machine_returns(a);
    engine_taken(e, a->serial, cycle);
    for (unsigned lane = 0; loads && lane < p->lanes; lane++)
        for (unsigned w = 0; w < machine_words(a->width); w++)
            if (machine_written(a, w, p->lanes) >> lane & 1 && !engine_loaded(e, a->serial, lane, w, 0))
                return false;
    return engine_retired(e, a->serial, cycle, 0, 0, 0, false);
}

static bool gather(struct pattern *p, struct engine *e, char error[300])
{
    struct machine_settings set;
    bool is;
    enum machine_offer what = OFFER_ACCESS;
    if (!engine_part(e, &set, &is))
        return false;
    for (uint64_t cycle = 0; what != OFFER_END; cycle++) {
        struct machine_access a;
        if (!engine_next(e, 0, cycle, &a, &what))
            return false;
        if (what != OFFER_ACCESS)
            continue;
        p->words = machine_data_words(&a);
        if (!pass_by(e, p, &a, cycle) || !keep(p, e, &a, error))
            return false;
    }
    return true;
}

// The question must contain exactly one load, store or atomic.
static bool suits(const struct tree *t, char error[300])
{
    unsigned found = 0, others = 0, copies = 0;
    for (unsigned i = 0; i < t->stmts; i++)
        if (t->stmt[i].kind == STMT_LOAD || t->stmt[i].kind == STMT_STORE || t->stmt[i].kind == STMT_ATOM)
            found++;
        else if (t->stmt[i].kind == STMT_COPY)
            copies++;
        else
            others += t->stmt[i].kind <= STMT_COMMAND;
    if (found == 1 && !others && !copies && t->l1s == 1)
        return true;
    snprintf(error, 300,
             copies ? "access:1:1: a copy is a load and a store: ask for each, as ld.global and st.shared"
                    : "access:1:1: a load, store or atomic expected");
    return false;
}

static bool evaluate(struct pattern *p, const struct draft *d, const struct tree *t, char error[300])
{
    struct engine *e = engine_new(t, 1);
    p->turn = calloc(PATTERN_TURNS, sizeof *p->turn);
    bool fine = e && p->turn && engine_check(e) && gather(p, e, error);
    if (!fine && !*error)
        retell(d, e && *engine_error(e) ? engine_error(e) : "out of memory", error);
    if (fine && !p->turns) {
        snprintf(error, 300, "access:1:1: its loops have no turn");
        fine = false;
    }
    if (e)
        engine_free(e);
    return fine;
}

bool pattern_read(struct pattern *p, const struct question *q, char error[300])
{
    struct draft d;
    struct complaint c = { .file = "access" };
    memset(p, 0, sizeof *p);
    *error = 0;
    p->lanes = q->lanes;
    p->banks = (unsigned)names_value("ROW_WORDS", q->lanes);
    p->bank_words = (unsigned)names_value("BANK_WORDS", q->lanes);
    p->line_words = (unsigned)names_value("LINE_WORDS", q->lanes);
    snprintf(p->text, sizeof p->text, "%s", q->access);
    if (q->loops > PATTERN_INDICES) {
        snprintf(error, 300, "--for:1:1: more than %d loops", PATTERN_INDICES);
        return false;
    }
    if (strpbrk(q->access, "\n\"#") || (q->mask && strpbrk(q->mask, "\n\"#"))) {
        snprintf(error, 300, "access:1:1: one line is wanted, without a comment");
        return false;
    }
    write_draft(&d, p, q);
    if (d.full) {
        snprintf(error, 300, "access:1:1: the text is too long");
        return false;
    }
    struct tree *t = parse_program(d.text, d.length, q->lanes, NULL, &c);
    if (!t)
        retell(&d, c.text, error);
    const bool fine = t && suits(t, error) && evaluate(p, &d, t, error);
    if (t)
        tree_free(t);
    if (!fine)
        pattern_free(p);
    return fine;
}

void pattern_free(struct pattern *p)
{
    free(p->turn);
    p->turn = NULL;
}

uint64_t pattern_lanes(const struct pattern *p, const struct turn *t, unsigned position)
{
    struct ul1_sim_instr i = { .op = t->access.op,
                               .space = t->access.space,
                               .width = t->access.width,
                               .matrix = t->access.matrix,
                               .mask = t->access.mask };
    struct ul1_sim_config c;
    for (unsigned lane = 0; lane < p->lanes; lane++)
        i.addr[lane] = t->access.addr[lane];
    ul1_sim_defaults(&c, sizeof c);
    c.lanes = p->lanes;
    return ul1_sim_lanes(&c, &i, position);
}

bool pattern_pairs(const struct pattern *p, const struct turn *t)
{
    return t->access.mask && !pattern_lanes(p, t, p->lanes - 1);
}

void pattern_name(const struct pattern *p, const struct turn *t, char name[100])
{
    size_t n = 0;
    *name = 0;
    for (unsigned i = 0; i < p->indices && n < 90; i++)
        n += (size_t)snprintf(name + n, 100 - n, "%s%s = %" PRId64, i ? ", " : "", p->index[i], t->index[i]);
}
