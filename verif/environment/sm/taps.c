#include "environment/sm/taps.h"

#include <stdio.h>
#include <string.h>

static struct tap find(const struct ul1_block *part, const char *prefix, const char *end)
{
    char name[40];
    snprintf(name, sizeof name, "%s%s", prefix, end);
    for (size_t i = 0; i < part->port_count; i++)
        if (!strcmp(part->ports[i].name, name))
            return (struct tap){ .offset = part->ports[i].offset, .size = part->ports[i].size };
    return (struct tap){ 0 };
}

void taps_find(struct tap taps[TAP_ASKS], const struct ul1_block *part, const char *prefix)
{
    static const char *const end[TAP_ASKS] = {
        [TAP_VALID] = "_valid",       [TAP_OP] = "_op",
        [TAP_NUMBER] = "_number",     [TAP_LINE] = "_line",
        [TAP_SECT] = "_sect",         [TAP_VLINE] = "_vline",
        [TAP_LEVEL] = "_level",       [TAP_READY] = "_ready",
        [TAP_BE] = "data_be",         [TAP_WORD] = "data_word",
        [TAP_ATOM] = "data_atom",     [TAP_WIDE] = "data_wide",
        [TAP_SIGNED] = "data_signed", [TAP_KIND] = "read_kind",
        [TAP_WARP] = "read_warp",     [TAP_SPACE] = "read_space",
        [TAP_RETURNS] = "old_valid",  [TAP_OLD] = "old_number",
    };
    for (unsigned i = 0; i < TAP_ASKS; i++)
        taps[i] = find(part, prefix, end[i]);
}

void taps_find_answers(struct tap taps[TAP_ANSWERS], const struct ul1_block *part)
{
    static const char *const end[TAP_ANSWERS] = {
        [TAP_ANSWERED] = "_valid",   [TAP_ANSWER_OP] = "_op",   [TAP_ANSWER_NUMBER] = "_number",
        [TAP_ANSWER_SECT] = "_sect", [TAP_ANSWER_ERR] = "_err", [TAP_ANSWER_VLINE] = "_vline",
        [TAP_ANSWER_DATA] = "_data", [TAP_TAKES] = "_ready",
    };
    for (unsigned i = 0; i < TAP_ANSWERS; i++)
        taps[i] = find(part, "resp", end[i]);
}

uint64_t tap_get(const struct tap *t, const void *io)
{
    const unsigned char *at = (const unsigned char *)io + t->offset;
    switch (t->size) {
    case 1:
        return *at;
    case 2:
        return *(const uint16_t *)at;
    case 4:
        return *(const uint32_t *)at;
    case 8:
        return *(const uint64_t *)at;
    default:
        return 0;
    }
}

void tap_set(const struct tap *t, void *io, uint64_t value)
{
    unsigned char *at = (unsigned char *)io + t->offset;
    switch (t->size) {
    case 1:
        *at = (uint8_t)value;
        break;
    case 2:
        *(uint16_t *)at = (uint16_t)value;
        break;
    case 4:
        *(uint32_t *)at = (uint32_t)value;
        break;
    case 8:
        *(uint64_t *)at = value;
        break;
    default:
        break;
    }
}

// Only a write has data.
void taps_ask(const struct tap taps[TAP_ASKS], const void *io, struct asked *a)
{
    struct offer *o = &a->offer;
    a->number = (uint32_t)tap_get(&taps[TAP_NUMBER], io);
    o->kind = (uint8_t)tap_get(&taps[TAP_OP], io);
    o->line = tap_get(&taps[TAP_LINE], io);
    o->vline = tap_get(&taps[TAP_VLINE], io);
    o->sect = (uint8_t)tap_get(&taps[TAP_SECT], io);
    o->level = (uint8_t)tap_get(&taps[TAP_LEVEL], io);
    o->purpose = (uint8_t)tap_get(&taps[TAP_KIND], io);
    o->warp = (uint8_t)tap_get(&taps[TAP_WARP], io);
    o->space = (uint8_t)tap_get(&taps[TAP_SPACE], io);
    if (o->kind != UL1_MEMOP_WRITE)
        return;
    struct payload *p = &o->payload;
    p->atom = (uint8_t)tap_get(&taps[TAP_ATOM], io);
    p->wide = tap_get(&taps[TAP_WIDE], io) != 0;
    p->minus = tap_get(&taps[TAP_SIGNED], io) != 0;
    p->returns = tap_get(&taps[TAP_RETURNS], io) != 0;
    a->old = p->returns ? (uint32_t)tap_get(&taps[TAP_OLD], io) : 0;
    memcpy(p->be, (const unsigned char *)io + taps[TAP_BE].offset, sizeof p->be);
    memcpy(p->word, (const unsigned char *)io + taps[TAP_WORD].offset, sizeof p->word);
}

void taps_answer(const struct tap taps[TAP_ANSWERS], void *in, const struct answered *a)
{
    tap_set(&taps[TAP_ANSWERED], in, a != NULL);
    if (!a)
        return;
    tap_set(&taps[TAP_ANSWER_OP], in, a->op);
    tap_set(&taps[TAP_ANSWER_NUMBER], in, a->number);
    tap_set(&taps[TAP_ANSWER_SECT], in, a->sect);
    tap_set(&taps[TAP_ANSWER_ERR], in, a->err);
    tap_set(&taps[TAP_ANSWER_VLINE], in, a->vline);
    memcpy((unsigned char *)in + taps[TAP_ANSWER_DATA].offset, a->data, sizeof a->data);
}
