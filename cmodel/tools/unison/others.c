#include "unison/others.h"

#include <stdio.h>
#include <string.h>

#include "program/parse.h"
#include "unison/cosim.h"
#include "unison/programs.h"

int command_list(const struct args *a)
{
    struct source s;
    if (a->tests)
        return cosim_hand_over(a, (const char *const[]){ "--list", NULL }, NULL);
    for (unsigned i = 0; programs_number(i, &s); i++) {
        struct complaint c = { .file = s.path };
        struct tree *t = parse_program(s.text, s.length, a->lanes, NULL, &c);
        if (!t) {
            fprintf(stderr, "%s\n", c.text);
            return AT_FAULT;
        }
        printf("%-28s %s%s\n", s.name, t->shows, t->unfit ? " (not with so many lanes)" : "");
        tree_free(t);
    }
    return 0;
}

// An argument that is a file is a program; any other is the name of a test.
int command_waves(const struct args *a)
{
    char folder[COSIM_PATH], waves[COSIM_PATH + 10], say[COSIM_PATH + 100];
    if (a->names != 1)
        return args_complain("waves wants one FILE, or the name of a test (unison list --tests)");
    FILE *f = fopen(a->name[0], "r");
    if (f)
        fclose(f);
    cosim_folder(a, folder);
    snprintf(waves, sizeof waves, "%s/waves", folder);
    snprintf(say, sizeof say, "waves: %s/NAME-%u.fst and .gtkw; gtkwave opens the latter", waves, a->lanes);
    return cosim_hand_over(a,
                           (const char *const[]){ f ? "--program" : "--test", a->name[0], "--cycles", "2000",
                                                  "--waves", "--waves-folder", waves,
                                                  a->params ? "--params" : NULL, a->params, NULL },
                           say);
}
