#include "stimulus/shrink/rules.h"

#include <ctype.h>
#include <inttypes.h>
#include <regex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stimulus/shrink/lanes.h"

enum { GROUPS = 5, ROOM = 1 << 16 };

// ---- parts by regular expressions

struct matcher {
    regex_t of, what;
};

static void matcher_open(struct matcher *m, const struct rule *r)
{
    if (regcomp(&m->of, r->of, REG_EXTENDED | REG_NOSUB) || regcomp(&m->what, r->what, REG_EXTENDED))
        abort(); // the patterns are constants
}

static void matcher_close(struct matcher *m)
{
    regfree(&m->of);
    regfree(&m->what);
}

// The next place in a part from `at` on. `at` moves behind it.
static bool match(const struct matcher *m, const char *part, size_t *at, regmatch_t found[GROUPS])
{
    if (part[*at] == 0 || regexec(&m->what, part + *at, GROUPS, found, *at ? REG_NOTBOL : 0)
        || found[0].rm_eo == found[0].rm_so)
        return false;
    for (unsigned g = 0; g < GROUPS; g++)
        if (found[g].rm_so >= 0) {
            found[g].rm_so += (regoff_t)*at;
            found[g].rm_eo += (regoff_t)*at;
        }
    *at = (size_t)found[0].rm_eo;
    return true;
}

static unsigned match_places(const struct rule *r, const struct text *t)
{
    struct matcher m;
    regmatch_t found[GROUPS];
    unsigned n = 0;
    matcher_open(&m, r);
    for (unsigned i = 0; i < t->parts; i++)
        for (size_t at = 0; !regexec(&m.of, t->part[i], 0, NULL, 0) && match(&m, t->part[i], &at, found);)
            n++;
    matcher_close(&m);
    return n;
}

// The replacement of a match: `\1` is its first group, `\#` the number of the place.
static void put_by(FILE *f, const char *by, const char *part, const regmatch_t found[GROUPS], unsigned number)
{
    for (; *by; by++) {
        const int g = *by == '\\' ? *++by - '0' : -1;
        if (*by == '#' && g != -1)
            fprintf(f, "%u", number + 1);
        else if (g > 0 && g < GROUPS)
            fprintf(f, "%.*s", (int)(found[g].rm_eo - found[g].rm_so), part + found[g].rm_so);
        else
            fputc(*by, f);
    }
}

static char *matched(const struct rule *r, const struct matcher *m, const char *part, unsigned *number,
                     unsigned first, unsigned count)
{
    char *out = NULL;
    size_t size, at = 0, from = 0;
    regmatch_t found[GROUPS];
    FILE *f = open_memstream(&out, &size);
    if (!f)
        return NULL;
    for (; match(m, part, &at, found); from = at, ++*number) {
        fprintf(f, "%.*s", (int)((size_t)found[0].rm_so - from), part + from);
        if (rule_at(*number, first, count))
            put_by(f, r->by, part, found, *number);
        else
            fprintf(f, "%.*s", (int)(at - (size_t)found[0].rm_so), part + found[0].rm_so);
    }
    fprintf(f, "%s", part + from);
    fclose(f);
    return out;
}

static bool match_apply(const struct rule *r, struct text *t, unsigned first, unsigned count)
{
    struct matcher m;
    unsigned number = 0;
    matcher_open(&m, r);
    for (unsigned i = 0; i < t->parts;) {
        char *now = regexec(&m.of, t->part[i], 0, NULL, 0)
            ? strdup(t->part[i])
            : matched(r, &m, t->part[i], &number, first, count);
        t->lacking |= !now;
        if (now && !*now)
            text_drop(t, i);
        else if (now)
            text_put(t, i++, now);
        free(now);
        if (t->lacking)
            break;
    }
    matcher_close(&m);
    return number > first;
}

// ---- steps of the program, separated by `then`

static bool is_then(const char *part)
{
    return !strcmp(part, "then");
}

static unsigned step_places(const struct rule *r, const struct text *t)
{
    unsigned n = 1;
    (void)r;
    for (unsigned i = 0; i < t->parts; i++)
        n += is_then(t->part[i]);
    return n > 1 ? n : 0;
}

// Lines that apply to the whole program, at any position.
static bool of_all(const char *part)
{
    static const char *const words[] = { "program ", "shows ", "needs ", "order ",
                                         "warp ",    "param ", "sweep ", "let " };
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (text_begins(part, words[i]))
            return true;
    return false;
}

static bool step_apply(const struct rule *r, struct text *t, unsigned first, unsigned count)
{
    const unsigned steps = step_places(r, t);
    unsigned step = 0;
    if (first >= steps || count >= steps)
        return first < steps;
    for (unsigned i = 0; i < t->parts;) {
        const bool then = is_then(t->part[i]), goes = rule_at(step, first, count);
        step += then;
        if ((goes && !of_all(t->part[i])) || (then && step == steps - 1 && rule_at(step, first, count)))
            text_drop(t, i);
        else
            i++;
    }
    return true;
}

// ---- numbers of settings: a smaller one

static unsigned number_places(const struct rule *r, const struct text *t)
{
    return match_places(r, t);
}

static bool number_apply(const struct rule *r, struct text *t, unsigned first, unsigned count)
{
    struct matcher m;
    unsigned number = 0;
    regmatch_t found[GROUPS];
    matcher_open(&m, r);
    for (unsigned i = 0; i < t->parts; i++) {
        char now[ROOM / 16];
        size_t at = 0, from = 0, n = 0;
        if (regexec(&m.of, t->part[i], 0, NULL, 0) || strlen(t->part[i]) > sizeof now / 2)
            continue;
        for (; match(&m, t->part[i], &at, found); from = at, number++) {
            const uint64_t was = strtoull(t->part[i] + found[1].rm_so, NULL, 0), half = was / 2;
            const uint64_t is = !rule_at(number, first, count) ? was
                : r->number < 0                                ? half
                : was < (unsigned)r->number                    ? was
                                                               : (unsigned)r->number;
            n += (size_t)snprintf(now + n, sizeof now - n, "%.*s%" PRIu64,
                                  (int)((size_t)found[1].rm_so - from), t->part[i] + from, is);
            at = (size_t)found[1].rm_eo;
        }
        snprintf(now + n, sizeof now - n, "%s", t->part[i] + from);
        text_put(t, i, now);
    }
    matcher_close(&m);
    return number > first;
}

// ---- cycles in which instructions are offered: closer to the previous ones

static char *find_at(char *part)
{
    char *at = strstr(part, " at ");
    return at && isdigit((unsigned char)at[4]) && text_instr(part) ? at + 4 : NULL;
}

static bool sooner(const struct rule *r, struct text *t, unsigned first, unsigned count, unsigned *places)
{
    uint64_t before = 0, less = 0;
    for (unsigned i = 0; i < t->parts; i++) {
        char *at = find_at(t->part[i]), now[ROOM / 16];
        if (is_then(t->part[i]))
            before = less = 0;
        if (!at || strlen(t->part[i]) > sizeof now / 2)
            continue;
        const uint64_t cycle = strtoull(at, NULL, 10);
        if (cycle > before && rule_at((*places)++, first, count))
            less += r->number ? (cycle - before) / (unsigned)r->number : cycle - before;
        before = cycle;
        snprintf(now, sizeof now, "%.*s%" PRIu64 "%s", (int)(at - t->part[i]), t->part[i],
                 cycle > less ? cycle - less : 0, at + strspn(at, "0123456789"));
        text_put(t, i, now);
    }
    return *places > first;
}

static unsigned sooner_places(const struct rule *r, const struct text *t)
{
    struct text copy = text_copy(t);
    unsigned n = 0;
    sooner(r, &copy, UINT32_MAX, 0, &n);
    text_free(&copy);
    return n;
}

static bool sooner_apply(const struct rule *r, struct text *t, unsigned first, unsigned count)
{
    unsigned n = 0;
    return sooner(r, t, first, count, &n);
}

// ---- keys that several parts share, each replaced by a smaller one everywhere: pages, lines, warps

struct keys {
    uint64_t key[1024];
    unsigned count;
};

static void keys_add(struct keys *k, uint64_t key)
{
    unsigned i = 0;
    while (i < k->count && k->key[i] < key)
        i++;
    if (k->count == sizeof k->key / sizeof *k->key || (i < k->count && k->key[i] == key))
        return;
    memmove(k->key + i + 1, k->key + i, (k->count++ - i) * sizeof *k->key);
    k->key[i] = key;
}

// The next number in an instruction that is an address or a warp, as the rule says; its end and its value.
static const char *next_number(const struct rule *r, const char *part, const char *from, const char **end,
                               uint64_t *value)
{
    const bool places =
        text_begins(part, "page ") || text_begins(part, "fail ") || text_list(part) || text_instr(part);
    if (!r->number) {
        if (from != part || !text_instr(part))
            return NULL;
        *value = strtoull(part + 1, (char **)end, 10);
        return part + 1;
    }
    for (const char *at = places ? strstr(from, "0x") : NULL; at; at = strstr(at + 2, "0x"))
        if (at - part < 5 || strncmp(at - 5, "mask ", 5)) {
            *value = strtoull(at, (char **)end, 16);
            return at;
        }
    return NULL;
}

static struct keys keys_of(const struct rule *r, const struct text *t)
{
    struct keys k = { .count = 0 };
    const char *end;
    uint64_t value;
    for (unsigned i = 0; i < t->parts; i++)
        for (const char *at = t->part[i]; next_number(r, t->part[i], at, &end, &value); at = end)
            keys_add(&k, value >> r->number);
    return k;
}

// A key becomes its rank or, by the second rule of its kind, the smallest key.
static uint64_t lesser(const struct rule *r, const struct keys *k, uint64_t key, unsigned first,
                       unsigned count)
{
    unsigned place = 0;
    for (unsigned i = 0; i < k->count; i++) {
        const uint64_t to = r->by ? k->key[0] : i;
        if (to >= k->key[i])
            continue;
        if (k->key[i] == key)
            return rule_at(place, first, count) ? to : key;
        place++;
    }
    return key;
}

static unsigned key_places(const struct rule *r, const struct text *t)
{
    const struct keys k = keys_of(r, t);
    unsigned n = 0;
    for (unsigned i = 0; i < k.count; i++)
        n += (r->by ? k.key[0] : i) < k.key[i];
    return n;
}

static bool key_apply(const struct rule *r, struct text *t, unsigned first, unsigned count)
{
    if (first >= key_places(r, t))
        return false;
    const struct keys k = keys_of(r, t);
    for (unsigned i = 0; i < t->parts; i++) {
        char *out = NULL;
        size_t size;
        const char *from = t->part[i], *end;
        uint64_t value;
        FILE *f = open_memstream(&out, &size);
        if (!f)
            return false;
        for (const char *at = from; (at = next_number(r, t->part[i], at, &end, &value)); at = from = end) {
            const uint64_t low = value - (value >> r->number << r->number);
            fprintf(f, r->number ? "%.*s0x%" PRIx64 : "%.*s%" PRIu64, (int)(at - from), from,
                    (lesser(r, &k, value >> r->number, first, count) << r->number) + low);
        }
        fprintf(f, "%s", from);
        fclose(f);
        text_put(t, i, out);
        free(out);
    }
    return true;
}

// ---- parts that may be deleted when nothing needs them

static unsigned rest_places(const struct rule *r, const struct text *t)
{
    struct matcher m;
    unsigned places = 0, wanting = 0;
    matcher_open(&m, r);
    for (unsigned i = 0; i < t->parts; i++) {
        places += !regexec(&m.of, t->part[i], 0, NULL, 0);
        wanting += !regexec(&m.what, t->part[i], 0, NULL, 0);
    }
    matcher_close(&m);
    return wanting ? 0 : places;
}

static bool rest_apply(const struct rule *r, struct text *t, unsigned first, unsigned count)
{
    struct matcher m;
    if (first >= rest_places(r, t))
        return false;
    matcher_open(&m, r);
    for (unsigned i = 0, n = 0; i < t->parts;)
        if (!regexec(&m.of, t->part[i], 0, NULL, 0) && rule_at(n++, first, count))
            text_drop(t, i);
        else
            i++;
    matcher_close(&m);
    return true;
}

// ---- all rules, ordered by the reduction that they allow

#define PARTS(which, regex, with) \
    .apply = match_apply, .places = match_places, .of = which, .what = regex, .by = with
#define NUMBERS(which, regex, n) \
    .apply = number_apply, .places = number_places, .of = which, .what = regex, .number = n
#define KEYS(bits, how)          .apply = key_apply, .places = key_places, .number = bits, .by = how
#define SOONER(n)                .apply = sooner_apply, .places = sooner_places, .number = n
#define LANES_OF(does, at)       .apply = does, .places = at
#define REST(which, while_there) .apply = rest_apply, .places = rest_places, .of = which, .what = while_there
#define INSTR                    "^w[0-9]"
#define SETTING                  "^(memory|stores late|port|gaps|set interval|remainders|reset) "

const struct rule rules[] = {
    { .apply = step_apply, .places = step_places },
    { PARTS(INSTR, "^.*$", "") },
    { PARTS("^(page|fail) ", "^.*$", "") },
    { PARTS("^(set|remainders|memory|stores|port|gaps|draws|fresh|reset|order|warp|then)", "^.*$", "") },
    { PARTS(INSTR, "\n +expect (error none|passes [0-9]+|error none, passes [0-9]+)$", "") },
    { PARTS(INSTR, ", passes [0-9]+$", "") },
    { PARTS(INSTR, " lane [0-9]+$", "") },
    { LANES_OF(lanes_apply, lanes_places) },
    { LANES_OF(uses_apply, uses_places) },
    { LANES_OF(unused_apply, unused_places) },
    { LANES_OF(together_apply, together_places) },
    { PARTS("^memory ", " (every|order|batch|pieces|early|stall|apart) [a-z0-9]+", "") },
    { PARTS("^memory ", "([0-9]+)\\.\\.[0-9]+", "\\1") },
    { PARTS("^memory ", " latency 1$", "") },
    { PARTS("^remainders ", " any", "") },
    { PARTS("^fail ", " (loads|stores|walk [0-2])", "") },
    { PARTS("^warp ", "\\.\\.[0-9]+", "") },
    { NUMBERS(SETTING, "[ .]([0-9]+)", 0) },
    { NUMBERS(SETTING, "[ .]([0-9]+)", 1) },
    { NUMBERS(SETTING, "[ .]([0-9]+)", -1) },
    { PARTS(INSTR, " at [0-9]+", "") },
    { SOONER(0) },
    { SOONER(2) },
    { SOONER(16) },
    { PARTS(INSTR, "rand\\(1 << 32\\)", "\\#") },
    { PARTS(INSTR, "\\.b(64|128) (\\[.*\\]), \\{([^,}]*), [^}]*\\}", ".b32 \\2, \\3") },
    { PARTS(INSTR "+: (ld|st)\\.(shared|global|local|code[0-9]+)", "\\.(ca|cg|wb|wt|nc|ord|code[0-9]+)\\.",
            ".") },
    { PARTS(INSTR, "\\.(u8|s8|u16|s16|b64|b128|code[0-9]+) ", ".b32 ") },
    { PARTS(INSTR, " r[0-9]+, \\[", " any, [") },
    { KEYS(0, NULL) },
    { KEYS(0, "the least") },
    { KEYS(30, NULL) },
    { KEYS(21, NULL) },
    { KEYS(16, NULL) },
    { KEYS(12, NULL) },
    { KEYS(7, NULL) },
    { KEYS(5, NULL) },
    { KEYS(2, NULL) },
    { PARTS(INSTR, ", 0x[0-9a-f]+( |$)", ", \\#\\1") },
    { REST("^needs ", "^list ") },
    { REST("^expect part error any", "^(page|fail|reset) |cmd.page| moved$| removed$| protected$") },
};
const unsigned rules_count = sizeof rules / sizeof *rules;
