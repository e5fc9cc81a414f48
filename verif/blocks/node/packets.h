// Node: packets, as its contract sees them.
#ifndef NODE_PACKETS_H
#define NODE_PACKETS_H

#include "blocks/node/shadow.h"

enum { NODE_BY = 1u << UL1_SLICE_TAG_W }; // in a number: the request passes by

static inline bool brings_words(const struct flit *head)
{
    return head->kind == UL1_PACKET_WRITE || head->kind == UL1_PACKET_ATOM
        || ((head->kind == UL1_PACKET_DATA || head->kind == UL1_PACKET_OLD) && !head->err);
}

// A flit comes.
static inline void come(struct node_packet *p, const struct flit *f, unsigned from)
{
    if (f->head) {
        memset(p, 0, sizeof *p);
        p->head = *f;
        p->head.dst = (uint8_t)from;
    }
    p->sect |= f->sect;
    for (unsigned s = 0; s < UL1_SECTORS && brings_words(&p->head); s++)
        if (f->sect >> s & 1) {
            memcpy(p->be + (size_t)s * UL1_SECTOR_WORDS, f->be, sizeof f->be);
            memcpy(p->word + (size_t)s * UL1_SECTOR_WORDS, f->word, sizeof f->word);
        }
}

// The packet is to be sent.
static inline void send(struct node_due *due, const struct node_packet *p)
{
    const bool words = brings_words(&p->head);
    due->flits = 0;
    for (unsigned left = p->sect; left || !due->flits; left &= left - 1) {
        struct flit f;
        memset(&f, 0, sizeof f);
        if (!due->flits)
            f = p->head;
        f.head = !due->flits;
        f.tail = !words || !(left & (left - 1));
        f.sect = (uint8_t)(words ? left & -left : p->sect);
        memset(f.be, 0, sizeof f.be);
        memset(f.word, 0, sizeof f.word);
        if (words) {
            const size_t s = (size_t)__builtin_ctz(left) * UL1_SECTOR_WORDS;
            memcpy(f.be, p->be + s, sizeof f.be);
            memcpy(f.word, p->word + s, sizeof f.word);
        }
        due->flit[due->flits++] = f;
        if (!words)
            return;
    }
}

static inline void sent(struct node_due *due)
{
    memmove(&due->flit[0], &due->flit[1], (UL1_SECTORS - 1) * sizeof due->flit[0]);
    due->flits--;
}

#endif
