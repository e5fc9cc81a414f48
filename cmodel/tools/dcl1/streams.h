// Streams of addresses of lines: what SM n reads with its i-th access. They are functions of the stream, the
// seed, the SM and i alone, so they are the same for all organisations.
#ifndef DCL1_STREAMS_H
#define DCL1_STREAMS_H

#include <stdint.h>

#include "rng.h"

enum { DCL1_L1_LINES = 128 }; // an L1 has 32 sets of 4 ways; streams are laid out by it

struct dcl1_streams;

struct dcl1_stream {
    const char *name;
    uint64_t (*line)(struct dcl1_streams *s, unsigned sm, uint64_t i);
    const char *meaning;
};

struct dcl1_streams {
    const struct dcl1_stream *of;
    unsigned sms;
    unsigned lines;   // of a tile
    struct rng *rng;  // of each SM
    double *sum;      // probabilities of the lines before each line that is drawn, and of all
    unsigned choices; // lines that are drawn
};

extern const struct dcl1_stream dcl1_all_streams[];
extern const unsigned dcl1_stream_count;

// 0 if there is no such stream.
int dcl1_streams_make(struct dcl1_streams *s, const char *name, unsigned sms, unsigned lines, uint64_t seed);
void dcl1_streams_free(struct dcl1_streams *s);

#endif
