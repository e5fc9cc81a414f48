// The story of a test, followed and written to a file: what each instruction did in each cycle (story/spans.h), and what came of
// it all.
#ifndef APP_STORY_H
#define APP_STORY_H

#include "app/session.h"

// Of a run that is prepared, if the options ask for it; once more, the file begins anew. False: it cannot be written.
bool story_begin(struct session *, const struct test *, struct run *);

// Before the run is closed. Null: it is to be done again, and the story with it.
void story_end(struct session *, struct run *);

#endif
