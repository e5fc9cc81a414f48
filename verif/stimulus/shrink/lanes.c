#include "stimulus/shrink/lanes.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EVERY ((uint32_t)(((uint64_t)1 << LANES) - 1))

// ---- masks

static char *find_mask(const char *part)
{
    return text_instr(part) ? strstr(part, " mask ") : NULL;
}

// The end of an optional mask: before `at`, before expectations, or the end of the line.
static const char *mask_end(const char *mask)
{
    const char *at = strstr(mask, " at "), *line = strchr(mask, '\n'), *end = mask + strlen(mask);
    end = line && line < end ? line : end;
    return at && at < end ? at : end;
}

// Returns false if the mask has another form than in generated programs.
static bool mask_read(const char *part, uint32_t *lanes)
{
    const char *mask = find_mask(part);
    unsigned n;
    if (!mask) {
        *lanes = EVERY;
        return text_instr(part) && strchr(part, '[');
    }
    if (sscanf(mask, " mask lane == %u", &n) == 1 && n < LANES)
        *lanes = (uint32_t)1 << n;
    else if (sscanf(mask, " mask lane <= %u", &n) == 1 && n < LANES)
        *lanes = EVERY >> (LANES - 1 - n);
    else if (sscanf(mask, " mask lane >= %u", &n) == 1 && n < LANES)
        *lanes = EVERY >> n << n;
    else if (sscanf(mask, " mask 0x%" SCNx32 " >> lane & 1", lanes) != 1)
        return false;
    *lanes &= EVERY;
    return true;
}

static void mask_write(char *text, size_t size, uint32_t lanes)
{
    const unsigned first = (unsigned)__builtin_ctz(lanes), last = 31 - (unsigned)__builtin_clz(lanes);
    *text = 0;
    if (first == last)
        snprintf(text, size, " mask lane == %u", first);
    else if (lanes == EVERY >> (LANES - 1 - last) && last < LANES - 1)
        snprintf(text, size, " mask lane <= %u", last);
    else if (lanes == EVERY >> first << first && first)
        snprintf(text, size, " mask lane >= %u", first);
    else if (lanes != EVERY)
        snprintf(text, size, " mask 0x%" PRIx32 " >> lane & 1", lanes);
}

static void mask_put(struct text *t, unsigned number, uint32_t lanes)
{
    const char *part = t->part[number], *mask = find_mask(part), *end;
    char text[60], *now;
    if (!mask)
        mask = end = mask_end(part);
    else
        end = mask_end(mask);
    mask_write(text, sizeof text, lanes);
    now = malloc(strlen(part) + sizeof text);
    if (now) {
        sprintf(now, "%.*s%s%s", (int)(mask - part), part, text, end);
        text_put(t, number, now);
    }
    t->lacking |= !now;
    free(now);
}

unsigned lanes_places(const struct rule *r, const struct text *t)
{
    unsigned n = 0;
    uint32_t lanes;
    (void)r;
    for (unsigned i = 0; i < t->parts; i++)
        if (mask_read(t->part[i], &lanes) && lanes)
            n += lanes & (lanes - 1) ? (unsigned)__builtin_popcount(lanes) : 0;
    return n;
}

bool lanes_apply(const struct rule *r, struct text *t, unsigned first, unsigned count)
{
    unsigned n = 0;
    (void)r;
    for (unsigned i = 0; i < t->parts; i++) {
        uint32_t lanes, gone = 0;
        if (!mask_read(t->part[i], &lanes) || !(lanes & (lanes - 1)))
            continue;
        for (unsigned k = 0; k < LANES; k++)
            if (lanes >> k & 1 && rule_at(n++, first, count))
                gone |= (uint32_t)1 << k;
        if (gone == lanes)
            gone = lanes & (lanes - 1); // all but the lowest
        if (gone)
            mask_put(t, i, lanes & ~gone);
    }
    return n > first;
}

// ---- numbers from lists

// N0[3*(lane - 2) + 5], or a shorter form
struct use {
    const char *begin, *end;
    unsigned list, apart, from, plus;
};

static bool use_next(const char *at, struct use *u)
{
    for (; (at = strstr(at, "N")); at++) {
        int n = 0;
        *u = (struct use){ .begin = at, .apart = 1 };
        if (sscanf(at, "N%u[%n", &u->list, &n) != 1 || !n)
            continue;
        at += n;
        n = 0;
        if (sscanf(at, "%u*%n", &u->apart, &n) == 1 && n)
            at += n;
        else
            u->apart = 1;
        n = 0;
        if ((sscanf(at, "(lane - %u)%n", &u->from, &n) == 1 && n)
            || (sscanf(at, "lane - %u%n", &u->from, &n) == 1 && n))
            at += n;
        else if (text_begins(at, "lane"))
            at += 4;
        else
            continue;
        n = 0;
        if (sscanf(at, " + %u%n", &u->plus, &n) == 1 && n)
            at += n;
        if (*at != ']')
            continue;
        u->end = at + 1;
        return true;
    }
    return false;
}

// A number of the list, counted from 0, as written there.
static bool list_number(const struct text *t, unsigned list, unsigned number, char *text, size_t size)
{
    char name[30];
    snprintf(name, sizeof name, "list N%u =", list);
    for (unsigned i = 0; i < t->parts; i++) {
        if (!text_begins(t->part[i], name))
            continue;
        const char *at = t->part[i] + strlen(name);
        for (; number && at; number--)
            at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL;
        if (!at)
            return false;
        at += strspn(at, " \n");
        snprintf(text, size, "%.*s", (int)strcspn(at, ", \n"), at);
        return true;
    }
    return false;
}

// The number for a lane
static bool use_number(const struct text *t, const struct use *u, unsigned lane, char *text, size_t size)
{
    return lane >= u->from && list_number(t, u->list, u->apart * (lane - u->from) + u->plus, text, size);
}

unsigned uses_places(const struct rule *r, const struct text *t)
{
    unsigned n = 0;
    struct use u;
    uint32_t lanes;
    (void)r;
    for (unsigned i = 0; i < t->parts; i++)
        for (const char *at = t->part[i]; mask_read(t->part[i], &lanes) && lanes && use_next(at, &u);
             at = u.end)
            n++;
    return n;
}

bool uses_apply(const struct rule *r, struct text *t, unsigned first, unsigned count)
{
    unsigned n = 0;
    (void)r;
    for (unsigned i = 0; i < t->parts; i++) {
        uint32_t lanes;
        struct use u;
        char *out = NULL;
        size_t size;
        const char *from = t->part[i];
        FILE *f = mask_read(t->part[i], &lanes) && lanes ? open_memstream(&out, &size) : NULL;
        if (!f)
            continue;
        for (; use_next(from, &u); from = u.end, n++) {
            char number[40];
            const bool goes = rule_at(n, first, count)
                && use_number(t, &u, (unsigned)__builtin_ctz(lanes), number, sizeof number);
            fprintf(f, "%.*s", (int)((goes ? u.begin : u.end) - from), from);
            fprintf(f, "%s", goes ? number : "");
        }
        fprintf(f, "%s", from);
        fclose(f);
        text_put(t, i, out);
        free(out);
    }
    return n > first;
}

// ---- lists

static bool is_used(const struct text *t, const char *list)
{
    struct use u;
    for (unsigned i = 0; i < t->parts; i++)
        for (const char *at = t->part[i]; text_instr(t->part[i]) && use_next(at, &u); at = u.end)
            if (u.list == (unsigned)atoi(list + strlen("list N")))
                return true;
    return false;
}

unsigned unused_places(const struct rule *r, const struct text *t)
{
    unsigned n = 0;
    (void)r;
    for (unsigned i = 0; i < t->parts; i++)
        n += text_begins(t->part[i], "list N") && !is_used(t, t->part[i]);
    return n;
}

bool unused_apply(const struct rule *r, struct text *t, unsigned first, unsigned count)
{
    unsigned n = 0;
    (void)r;
    for (unsigned i = 0; i < t->parts;)
        if (text_begins(t->part[i], "list N") && !is_used(t, t->part[i]) && rule_at(n++, first, count))
            text_drop(t, i);
        else
            i++;
    return n > first;
}

unsigned together_places(const struct rule *r, const struct text *t)
{
    return uses_places(r, t) ? 1 : 0;
}

// Writes a part with its numbers in the new list, which grows by them.
static bool say_together(const struct text *t, const char *part, uint32_t lanes, FILE *f, FILE *list,
                         unsigned *numbers)
{
    const unsigned low = (unsigned)__builtin_ctz(lanes), high = 31 - (unsigned)__builtin_clz(lanes);
    struct use u;
    char number[40];
    for (; use_next(part, &u); part = u.end) {
        fprintf(f, "%.*sN0[lane", (int)(u.begin - part), part);
        if (low)
            fprintf(f, " - %u", low);
        if (*numbers)
            fprintf(f, " + %u", *numbers);
        fprintf(f, "]");
        for (unsigned lane = low; lane <= high; lane++) {
            if (!use_number(t, &u, lane, number, sizeof number))
                return false;
            fprintf(list, *numbers ? ", %s" : " %s", lanes >> lane & 1 ? number : "0");
            ++*numbers;
        }
    }
    fprintf(f, "%s", part);
    return true;
}

// Returns true if all numbers could be expressed; the parts that use lists are changed then.
static bool together(struct text *t, FILE *list)
{
    unsigned numbers = 0;
    bool fine = true;
    const struct text was = text_copy(t);
    for (unsigned i = 0; fine && i < t->parts; i++) {
        uint32_t lanes;
        struct use u;
        char *out = NULL;
        size_t size;
        FILE *f = use_next(t->part[i], &u) && mask_read(t->part[i], &lanes) && lanes
            ? open_memstream(&out, &size)
            : NULL;
        if (!f)
            continue;
        fine = say_together(&was, t->part[i], lanes, f, list, &numbers);
        fclose(f);
        text_put(t, i, out);
        free(out);
    }
    struct text gone = was;
    text_free(&gone);
    return fine;
}

bool together_apply(const struct rule *r, struct text *t, unsigned first, unsigned count)
{
    char *out = NULL;
    size_t size;
    unsigned kept = 0;
    if (first >= together_places(r, t) || !count)
        return false;
    FILE *f = open_memstream(&out, &size);
    if (!f)
        return false;
    fprintf(f, "list N0 =");
    const bool fine = together(t, f);
    fclose(f);
    for (unsigned i = 0; fine && i < t->parts;)
        if (!text_begins(t->part[i], "list N"))
            i++;
        else if (kept++)
            text_drop(t, i);
        else
            text_put(t, i++, out);
    free(out);
    return true;
}
