#include "session.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "drive/drive.h"
#include "recording.h"
#include "rng.h"

const char *program = "cosim";

void say(struct session *s, const char *format, ...)
{
    for (int i = 0; i < 2; i++) {
        FILE *f = i ? s->report : stdout;
        if (!f)
            continue;
        va_list ap;
        va_start(ap, format);
        vfprintf(f, format, ap);
        va_end(ap);
        fflush(f);
    }
}

int complain(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    fprintf(stderr, "%s: ", program);
    vfprintf(stderr, format, ap);
    fprintf(stderr, "\n");
    va_end(ap);
    return HARNESS_AT_FAULT;
}

void path_of(char *path, size_t size, const char *folder, const char *test)
{
    mkdir(folder, 0777);
    snprintf(path, size, "%s/%s-%d", folder, test, LANES);
}

// A twin by kind: "model", "rtl", "none" or "rec:FOLDER". Null without a message: none is wanted.
static struct twin *make_twin(struct session *s, const char *kind, const struct test *t, uint64_t seed, char *error, size_t size)
{
    const struct ul1_block *shape = ul1_find(LANES, t->block);
    struct twin *twin = NULL;
    *error = 0;
    if (!strcmp(kind, "none"))
        return NULL;
    if (!strcmp(kind, "model"))
        twin = twin_model(shape);
    else if (!strcmp(kind, "rtl"))
        twin = s->bench->rtl(shape, seed);
    else if (!strncmp(kind, "rec:", 4)) {
        char base[4096];
        path_of(base, sizeof base, kind + 4, t->name);
        return twin_recording(shape, base, error, size);
    }
    if (!twin)
        snprintf(error, size, "no twin '%s' of %s: model, rtl, none and rec:FOLDER are known", kind, shape->name);
    return twin;
}

bool prepare(struct session *s, const struct test *t, struct run *r)
{
    uint64_t seed = rng_name_seed(t->name, s->opt.seed);
    memset(r, 0, sizeof *r);
    r->verdict = HARNESS_AT_FAULT;
    r->expected = make_twin(s, s->opt.expected, t, seed, r->message, sizeof r->message);
    if (!*r->message)
        r->actual = make_twin(s, s->opt.actual, t, seed, r->message, sizeof r->message);
    if (*r->message)
        return false;
    if (!r->expected && !r->actual) {
        snprintf(r->message, sizeof r->message, "neither twin is there");
        return false;
    }
    r->stimulus = t->make(t, seed, s->opt.cycles);
    if (!strcmp(t->block, "l1") && !s->opt.bare)
        r->contracts = calloc(1, sizeof *r->contracts);
    if (!r->stimulus || (!s->opt.bare && !strcmp(t->block, "l1") && !r->contracts)) {
        snprintf(r->message, sizeof r->message, "out of memory");
        return false;
    }
    r->stimulus->witness = !s->opt.bare;
    for (int i = 0; i < 2; i++) {
        struct twin *twin = i ? r->actual : r->expected;
        if (twin)
            twin->quiet = s->opt.bare;
    }
    r->name = t->name;
    r->verdict = PASS;
    return true;
}

bool observe(struct run *r, struct observer *o)
{
    if (!o)
        return false;
    o->next = r->observers;
    r->observers = o;
    return true;
}
