#include "cosim/story.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/prepare.h"
#include "cosim/story/spans.h"
#include "cosim/story/traffic.h"
#include "cosim/story/write.h"
#include "environment/sm/l1s.h"
#include "ul1_ports.h"

static void member(FILE *f, const char *name, const char *text)
{
    fprintf(f, "\"%s\":", name);
    write_text(f, text ? text : "");
    fputc(',', f);
}

static void write_head(struct session *s, const struct test *t, const struct run *r)
{
    FILE *f = s->story;
    const char *commit = getenv("UL1_COMMIT");
    const struct ul1_block *shape = run_shape(r);
    fprintf(f, "{\"story\":1,");
    member(f, "test", t->name);
    member(f, "shows", t->shows);
    member(f, "program", s->opt.program);
    member(f, "params", s->opt.params);
    member(f, "expected", s->opt.expected);
    member(f, "actual", s->opt.actual);
    member(f, "commit", commit);
    fprintf(f, "\"seed\":%" PRIu64 ",\"lanes\":%d,\"banks\":%d,\"machine\":\"%s\",\"l1s\":[", s->opt.seed,
            LANES, UL1_BANKS, shape->name);
    for (unsigned i = 0; i < l1s_count(shape); i++) {
        fprintf(f, i ? "," : "");
        write_text(f, l1s_path(shape, i));
    }
    fprintf(f, "],");
    write_doings(f);
    fprintf(f, "}\n");
}

static bool cannot(struct run *r, const char *why, const char *path)
{
    r->verdict = HARNESS_AT_FAULT;
    if (path)
        snprintf(r->message, sizeof r->message, "cannot write %.300s: %s", path, why);
    else
        snprintf(r->message, sizeof r->message, "%s", why);
    return false;
}

static bool begin_traffic(struct session *s, struct run *r)
{
    if (!s->opt.traffic)
        return true;
    if (!(s->traffic = fopen(s->opt.traffic, "w")))
        return cannot(r, strerror(errno), s->opt.traffic);
    const struct piece whole = { .shape = run_shape(r) };
    return watch_piece(r, &whole, traffic_open(whole.shape, s->traffic)) || cannot(r, "out of memory", NULL);
}

bool story_begin(struct session *s, const struct test *t, struct run *r)
{
    story_end(s, NULL);
    if (!begin_traffic(s, r))
        return false;
    if (!s->opt.story && !s->opt.spans)
        return true;
    if (s->opt.story && !(s->story = fopen(s->opt.story, "w")))
        return cannot(r, strerror(errno), s->opt.story);
    if (s->story)
        write_head(s, t, r);
    s->watcher = r->stimulus->watcher = spans_new(s->story);
    return s->watcher || cannot(r, "out of memory", NULL);
}

static void write_differing(FILE *f, const struct run *r)
{
    for (size_t i = 0; i < r->mismatch_count && i < sizeof r->mismatches / sizeof *r->mismatches; i++) {
        const struct mismatch *m = &r->mismatches[i];
        char path[100];
        fprintf(f,
                "%s{\"port\":\"%s\",\"%s\":%zu,\"expected\":\"0x%" PRIx64 "\",\"actual\":\"0x%" PRIx64 "\"}",
                i ? "," : "", port_path(m->port, path, sizeof path),
                m->port->field ? m->port->field : "field", m->field, m->expected, m->actual);
    }
}

static void write_end(FILE *f, struct run *r)
{
    static const char *const verdicts[] = { "passed", "the twins differ", "the memory checker objects",
                                            "the harness is at fault" };
    const struct stimulus *s = r->stimulus;
    fprintf(f, "{\"end\":");
    write_text(f, verdicts[r->verdict]);
    fprintf(f,
            ",\"cycles\":%" PRIu64 ",\"values\":%" PRIu64 ",\"passes\":%" PRId64
            ",\"passes expected\":%" PRId64 ",\"timed\":%" PRId64 ",\"timed expected\":%" PRId64,
            r->cycles, r->scoreboard.checks ? scoreboard_values(&r->scoreboard) : 0, s->passes,
            s->passes_expected, s->cycles_measured, s->cycles_expected);
    if (r->verdict != PASS) {
        fprintf(f, ",\"failed at\":%" PRIu64 ",\"message\":", r->failed_at);
        write_text(f, r->message);
    }
    fprintf(f, ",\"differ\":[");
    write_differing(f, r);
    fprintf(f, "]}\n");
}

// Closes a file. `whole`: the run is over, and the file must be whole.
static void end_file(struct session *s, FILE **f, const char *path, bool whole)
{
    const bool fine = !*f || !ferror(*f);
    if (*f && (fclose(*f) || !fine) && whole)
        not_whole(s, path);
    *f = NULL;
}

void story_end(struct session *s, struct run *r)
{
    if (s->watcher)
        spans_free(s->watcher);
    s->watcher = NULL;
    if (s->story && r)
        write_end(s->story, r);
    end_file(s, &s->story, s->opt.story, r);
    end_file(s, &s->traffic, s->opt.traffic, r);
}
