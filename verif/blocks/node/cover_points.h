// Node: the cover points of the block alone.
#ifndef NODE_COVER_POINTS_H
#define NODE_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/node/contract.h"

#define NODE_POINTS(X)                                                                             \
    X(NODE_HIT, "a read hits", true)                                                               \
    X(NODE_HITS, "reads hit in consecutive cycles", true)                                          \
    X(NODE_HIT_PENDING, "a read hits in a line under fetch", UL1_SECTORS > 1)                      \
    X(NODE_MISS, "a read opens an MSHR", true)                                                     \
    X(NODE_MISS_PART, "a read fetches a part of its sectors", UL1_SECTORS > 1)                     \
    X(NODE_ALL_MSHRS, "all MSHRs are open", UL1_NODE_MSHRS <= 8 ? true : SELDOM)                   \
    X(NODE_MERGE, "a read merges", UL1_NODE_LIST > 1)                                              \
    X(NODE_MERGE_MORE, "a read merges with a further fetch", UL1_NODE_LIST > 1 && UL1_SECTORS > 1) \
    X(NODE_MERGE_ANSWERS, "a read merges into an MSHR that answers", UL1_NODE_LIST > 1)            \
    X(NODE_MERGE_LAST, "a read takes the last place of a list", UL1_NODE_LIST > 1)                 \
    X(NODE_NO_PLACE, "a read lacks a place in the list", true)                                     \
    X(NODE_NO_SECTOR, "a read needs a sector that an MSHR that answers has not fetched",           \
      UL1_SECTORS > 1 && UL1_NODE_LIST > 1)                                                        \
    X(NODE_NO_WAY, "all ways of a set are pending", UL1_NODE_MSHRS >= UL1_NODE_WAYS)               \
    X(NODE_NO_MSHR, "a read lacks an MSHR", UL1_NODE_MSHRS <= 8 ? true : SELDOM)                   \
    X(NODE_NO_REQUEST, "a pass lacks room in Q3", true)                                            \
    X(NODE_NO_ANSWER, "a pass lacks room for its answer", true)                                    \
    X(NODE_WRITE, "a write passes by", true)                                                       \
    X(NODE_WRITE_ALL, "a write of all sectors passes by", true)                                    \
    X(NODE_WRITE_EVICTS, "a write ends a copy", true)                                              \
    X(NODE_WRITE_CLOSES, "a write closes an MSHR", true)                                           \
    X(NODE_WRITE_CLOSED, "a write finds a closed MSHR", true)                                      \
    X(NODE_REDUCTION, "a reduction passes by", UL1_GLOBAL_ATOMICS > 0)                             \
    X(NODE_ATOMIC, "an atomic passes by", UL1_GLOBAL_ATOMICS > 1)                                  \
    X(NODE_ATOMIC_CLOSES, "an atomic closes an MSHR", UL1_GLOBAL_ATOMICS > 1)                      \
    X(NODE_WALK, "a page walk passes by a copy", true)                                             \
    X(NODE_FRESH, "a fresh read ends a copy", true)                                                \
    X(NODE_FRESH_CLOSES, "a fresh read closes an MSHR", true)                                      \
    X(NODE_READ_CLOSED, "a read passes by a closed MSHR", true)                                    \
    X(NODE_INV_LINE, "an inv ends a copy", true)                                                   \
    X(NODE_INV_CLOSES, "an inv of a line closes an MSHR", true)                                    \
    X(NODE_INV_ALL, "an inv of all lines finds copies", true)                                      \
    X(NODE_INV_ALL_OPEN, "an inv of all lines closes MSHRs", true)                                 \
    X(NODE_CLOSED_SERVES, "a closed MSHR answers a read", true)                                    \
    X(NODE_ANEW, "a line is fetched behind its closed MSHR", true)                                 \
    X(NODE_FILL_PART, "sectors come, and others of their MSHR are to come", UL1_SECTORS > 1)       \
    X(NODE_FILL_ERROR, "a sector fails", true)                                                     \
    X(NODE_FILLS, "sectors are filled in consecutive cycles", true)                                \
    X(NODE_FILL_BEFORE, "a fill goes before a request", true)                                      \
    X(NODE_FILL_FULL, "a fill acts while the queue is full", true)                                 \
    X(NODE_FILL_BLOCKED, "a fill acts while Q2 and Q3 are held up", true)                          \
    X(NODE_REPLAY_BEFORE, "a replay goes before a request", true)                                  \
    X(NODE_BOTH_KINDS, "a read is answered with words, then with an error", UL1_SECTORS > 1)       \
    X(NODE_TWO_ANSWER, "two MSHRs answer", UL1_NODE_MSHRS > 1)                                     \
    X(NODE_SAME_SET, "passes of one set follow each other", true)                                  \
    X(NODE_BY_DATA, "data passes from Q4 to Q2", true)                                             \
    X(NODE_BY_ACK, "an ack passes from Q4 to Q2", true)                                            \
    X(NODE_BY_OLD, "old words pass from Q4 to Q2", UL1_GLOBAL_ATOMICS > 1)                         \
    X(NODE_BY_ERROR, "an error passes from Q4 to Q2", true)                                        \
    X(NODE_BY_FIRST, "of a reply that passes by and an answer, the reply goes", true)              \
    X(NODE_ANSWER_FIRST, "of both, the answer goes", true)                                         \
    X(NODE_Q4_WAITS, "a reply waits for Q2", true)                                                 \
    X(NODE_Q1_WAITS, "a flit waits for the full queue", true)                                      \
    X(NODE_GAP, "a packet comes with a gap", UL1_SECTORS > 1)                                      \
    X(NODE_HALF_COMES, "a flit comes in the first half of a cycle", true)                          \
    X(NODE_HALF_QUEUE, "a packet enters the queue in the first half of a cycle", true)             \
    X(NODE_HALF_SENDS, "a flit leaves by Q2 in the first half of a cycle", true)                   \
    X(NODE_HALF_Q3, "a flit of Q3 waits for the second half of a cycle", true)                     \
    X(NODE_HALF_Q4, "a flit of Q4 waits for the second half of a cycle", true)                     \
    X(NODE_RESET_BUSY, "a reset drops open MSHRs", true)

enum { NODE_POINTS(POINT_ENUMERATOR) NODE_POINT_COUNT };
extern const struct point_name node_event_names[NODE_POINT_COUNT];

// The past that the points look at.
struct node_seen {
    unsigned did, set;
    struct node_contract before; // the one in the previous cycle
    uint64_t closed;             // the line of the last closed MSHR that was over
    bool was_closed;
};

// Counts the cover points of a cycle, which the contract has seen.
void node_count(struct drive *, struct node_seen *, const struct node_contract *, const struct ul1_node_in *,
                const struct ul1_node_out *);

#endif
