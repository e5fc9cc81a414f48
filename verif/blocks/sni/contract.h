// Sni: its contract, see blocks/contracts.h.
#ifndef SNI_CONTRACT_H
#define SNI_CONTRACT_H

#include "common/flit.h"

enum {
    SNI_MOST = (1 << UL1_ACK_W) - 1,                            // the greatest count of an epoch
    SNI_DUES = UL1_INVS > UL1_SECTORS ? UL1_INVS : UL1_SECTORS, // flits of a request at most
};

// A request as the L1 offers it.
struct sni_request {
    uint8_t op, sect, level, use, warp, space;
    uint8_t atom, wide, sign, old;
    uint32_t number, old_number;
    uint64_t line, vline;
    uint8_t be[UL1_LINE_WORDS];
    uint32_t word[UL1_LINE_WORDS];
};

struct sni_contract {
    bool judged; // a reset has been seen
    // requests
    bool waits; // the request on offer was not taken in the previous cycle
    struct sni_request waiting;
    struct flit due[SNI_DUES]; // flits that are to be offered, in their order
    unsigned dues;
    bool gap; // an inv left in a first half, and the next one enters the register in the second
    // by the numbers of epochs: writes and invs that are not answered, and those whose answers have not come
    unsigned counts[1 << UL1_EPOCH_W], owed[1 << UL1_EPOCH_W];
    unsigned youngest;
    uint32_t fences[UL1_EPOCHS]; // numbers of the fences that wait, the oldest first
    unsigned waiting_fences;
    // replies
    bool flit_waits; // the flit on offer was not taken in the previous cycle
    struct flit flit_waiting;
    bool inside; // a head was taken, and not yet its tail
    bool whole;  // a packet is there that was not delivered in the previous cycle
    struct flit head;
    unsigned sect; // sectors that its flits named
    uint32_t word[UL1_LINE_WORDS];
    bool late; // its response waited in the previous cycle
};

// The oldest epoch.
static inline unsigned sni_oldest(const struct sni_contract *c)
{
    return (c->youngest + UL1_EPOCHS - c->waiting_fences) % UL1_EPOCHS;
}

// Whether the whole packet is one that the L1 gets a response for.
static inline bool sni_responds(const struct sni_contract *c)
{
    return c->whole && (c->head.kind != UL1_PACKET_ACK || c->head.err);
}

// Whether a fence is to be answered in this cycle.
static inline bool sni_answers(const struct sni_contract *c)
{
    return c->waiting_fences && !c->counts[sni_oldest(c)] && !c->late;
}

// Whether the request is the fence of a command, which goes to nodes.
static inline bool sni_invalidates(const struct ul1_sni_in *in)
{
    return UL1_INVS && in->mem_op == UL1_MEMOP_FENCE && in->mem_number == UL1_CMD_ID;
}

struct sni_request sni_offered(const struct ul1_sni_in *);

const char *sni_contract_check(struct sni_contract *, const struct ul1_sni_in *, const struct ul1_sni_out *);

#endif
