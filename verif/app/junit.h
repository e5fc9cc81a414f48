// What became of the tests of a run in the form that JUnit's readers take: a case for each, and for each output that no test has
// checked.
#ifndef JUNIT_H
#define JUNIT_H

#include "app/session.h"

// The file is named by the options, or there is none. False: it cannot be written.
bool junit_open(struct session *);
void junit_case(struct session *, const char *family, const char *name, const char *failure); // null: it passed
bool junit_close(struct session *);

#endif
