// Flits on their way through networks, from one end to another, without a model of crossbars. Packets come
// out whole and as they went in. Those from one end to another keep their order.
#ifndef CROSSING_H
#define CROSSING_H

#include "common/flit.h"

enum {
    DC_NODES = UL1_CLUSTERS * UL1_NODES,
    // the ends of one side are nodes, those of the other SMs or slices
    CROSSING_ENDS = UL1_SMS > UL1_SLICES ? UL1_SMS : UL1_SLICES,
    CROSSING_MOST = DC_NODES > CROSSING_ENDS ? DC_NODES : CROSSING_ENDS,
    CROSSING_HOLDS = UL1_XDEPTH + 2, // flits between two ends: those of a FIFO, and that of a register
    CROSSING_NONE = -1,
};

struct crossing_packet {
    struct flit head;
    unsigned sect, from;
    uint8_t be[UL1_LINE_WORDS];
    uint32_t word[UL1_LINE_WORDS]; // 0 where no flit brought any
};

struct crossing {
    unsigned outs, share;    // share: ends whose packets one crossbar has for an end
    uint64_t cycle, slowest; // slowest: the longest time for which an end let a flit wait
    uint64_t moved;          // the last cycle in which a flit entered or left
    struct {
        bool inside; // a packet has begun to enter, to `to`
        unsigned to;
    } in[CROSSING_MOST];
    struct {
        uint64_t waited;
        int from;                      // the end whose packet has begun to leave, or none
        struct crossing_packet packet; // that, or the last one
    } out[CROSSING_MOST];
    struct crossing_queue {
        struct flit flit[CROSSING_HOLDS];
        uint64_t since[CROSSING_HOLDS]; // when it entered
        unsigned head, count;
    } queue[DC_NODES * CROSSING_ENDS];
};

void crossing_init(struct crossing *, unsigned outs, unsigned share);

// A flit enters at an end. `to` is the end that its packet is for, if it is a head. Null, or what is wrong.
const char *crossing_enter(struct crossing *, unsigned in, const struct flit *, unsigned to);

// A flit leaves at an end; `from` is the end that it came from, or none if its wires do not say so. With a
// tail the packet of that end is whole.
const char *crossing_leave(struct crossing *, unsigned out, int from, const struct flit *);

// A cycle begins, in which these ends let a flit wait.
void crossing_cycle(struct crossing *, const bool *waits);

// A flit is under way for longer than docs/cluster.md allows.
bool crossing_late(const struct crossing *);
uint64_t crossing_bound(const struct crossing *);

// Nothing is under way.
bool crossing_empty(const struct crossing *);

#endif
