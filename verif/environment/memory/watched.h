// A port that the machine answers itself, as it has the memory behind the port.
#ifndef MEMORY_WATCHED_H
#define MEMORY_WATCHED_H

#include "environment/memory/port.h"

// In place of memory_port_drive() and memory_port_observe(): samples this cycle. Requests are legal and
// counted as there, and each response is for one of them; its words are not looked at. Writes count as
// performed when they are taken. False: the request or the response is illegal.
bool memory_port_watch(struct memory_port *, const struct ul1_l1_in *in, const struct ul1_l1_out *out);

#endif
