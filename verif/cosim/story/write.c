#include "cosim/story/write.h"

#include <inttypes.h>

#include "cosim/story/label.h"
#include "environment/sm/phrase.h"

void write_text(FILE *f, const char *text)
{
    fputc('"', f);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(f, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(f, "\\u%04x", *text);
        else
            fputc(*text, f);
    fputc('"', f);
}

void write_doings(FILE *f)
{
    fprintf(f, "\"steps\":%d,\"doings\":[", STEP_KINDS);
    for (unsigned d = 0; d < DOINGS; d++) {
        fputs(d ? "," : "", f);
        write_text(f, doing_name(d));
    }
    fputc(']', f);
}

void write_part(FILE *f, unsigned l1, unsigned part, uint64_t from, bool own)
{
    fprintf(f, "{\"part\":%u,\"l1\":%u,\"from\":%" PRIu64 ",\"own\":%s}\n", part, l1, from,
            own ? "true" : "false");
}

static void write_what(FILE *f, const struct life *l)
{
    const struct instr *i = l->instr;
    fprintf(f, "\"warp\":%u,\"text\":\"%s\",\"op\":\"%s\"", i->warp, label_of(i).text, instr_kind(i));
    if (!instr_fences(i))
        fprintf(f, ",\"space\":\"%s\",\"lanes\":\"%" PRIx32 "\"", phrase_code("space", i->space).text,
                i->mask);
    if (!instr_fences(i) && !instr_cmo(i))
        fprintf(f, ",\"bits\":%u", 8 * width_bytes(i->width));
}

static void write_counts(FILE *f, const struct life *l)
{
    if (l->hits)
        fprintf(f, ",\"hits\":%u", l->hits);
    if (l->misses)
        fprintf(f, ",\"misses\":%u", l->misses);
    if (l->merges)
        fprintf(f, ",\"merges\":%u", l->merges);
    if (l->err)
        fprintf(f, ",\"error\":\"%s\"", phrase_code("err", l->err).text);
}

void write_life(FILE *f, const struct life *l, enum life_end end)
{
    static const char *const ends[] = { "retired", "reset", "open" };
    fprintf(f, "{\"instr\":%" PRIu64 ",\"l1\":%u,\"part\":%u,\"own\":%s,", l->number, l->l1, l->part,
            l->own ? "true" : "false");
    write_what(f, l);
    if (l->line)
        fprintf(f, ",\"line\":%u", l->line);
    fprintf(f, ",\"entry\":%u,\"end\":\"%s\"", l->entry, ends[end]);
    write_counts(f, l);
    fprintf(f, ",\"from\":%" PRIu64 ",\"spans\":[", l->from);
    for (unsigned i = 0; i < l->spans; i++)
        fprintf(f, "%s%u,%u", i ? "," : "", l->span[i].doing, l->span[i].cycles);
    fprintf(f, "],\"banks\":[");
    for (unsigned i = 0; i < l->passes; i++)
        fprintf(f, "%s%" PRIu32, i ? "," : "", l->banks[i]);
    fprintf(f, "]}\n");
}
