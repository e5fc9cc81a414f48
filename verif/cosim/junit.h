// Writes the results of a run in JUnit's format: a case for each test, and one for each output that no test
// has checked.
#ifndef JUNIT_H
#define JUNIT_H

#include "cosim/session.h"

// Opens the file if the options name one. Returns false if it cannot be written.
bool junit_open(struct session *);
// null failure: the test passed
void junit_case(struct session *, const char *family, const char *name, const char *failure);
bool junit_close(struct session *);

#endif
