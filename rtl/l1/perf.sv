// Performance counters: count events of the other blocks, and cycles in which instructions or requests wait.
// Software reads and clears them; no other block depends on them. Events are registered first, so that the
// signals of other blocks have no long path here.
//
// The low bits of each counter are flip-flops; the upper bits are in a memory with one read port and one
// write port. In each cycle one counter is visited, in rotation or because it is read: its upper bits are
// read, and are written back, updated, in the next cycle. The lowest bit of the upper bits is a copy of the
// highest low bit at the last write. If the two differ, the upper bits are incremented.
//
// A counter must be visited again before they differ a second time. The rotation moves on at least every
// second cycle, as no read directly follows another. So a counter waits at most 2 * COUNTERS cycles. A
// counter that is visited twice in a row takes its upper bits from the write port, not from the memory.

`default_nettype none

module perf #(
    // verilator lint_off UNUSEDPARAM
    parameter int LANES = 32  // every block has this parameter
    // verilator lint_on UNUSEDPARAM
) (
    input  wire logic                                              clk,
    input  wire logic                                              rst,

    // ---- From and to outside the L1: reads and clears
    // Software reads a counter, which is shown in the next cycle.
    input  wire logic                                              perf_read,
    // Counter to read; valid with `perf_read`.
    input  wire logic [ul1_pkg::COUNTER_W-1:0]                     perf_index,
    // All counters are cleared: 0 from the next cycle on.
    input  wire logic                                              perf_clear,
    // A counter value is shown, one cycle after its read.
    output logic                                                   perf_valid,
    // Value of the counter that was read; valid with `perf_valid`.
    output logic      [ul1_pkg::PERF_W-1:0]                        perf_value,

    // ---- From lsu: instructions in flight, and retirement
    // No instruction is in flight.
    input  wire logic                                              lsu_idle,
    // An instruction retires.
    input  wire logic                                              ret_valid,
    // Error of the retiring instruction, or none; valid with `ret_valid`.
    input  wire logic [ul1_pkg::ERR_W-1:0]                         ret_err,

    // ---- From arb and lsu: passes
    // A pass is in stage 1.
    input  wire logic                                              pass_valid,
    // The stage-1 pass is a cached access.
    input  wire logic                                              pass_cached,
    // The stage-1 pass is a victim readout: it reads the dirty sectors of a line to write them back.
    input  wire logic                                              pass_readout,
    // The candidate enters the pipeline in this cycle.
    input  wire logic                                              sel_valid,
    // The candidate is a shared access that has had a pass: a remainder; valid with `cand_valid`.
    input  wire logic                                              cand_remainder,

    // ---- From arb, tag and prt: lookups
    // The stage-1 pass is the replay of a filled line, which hits by construction.
    input  wire logic                                              pass_replay,
    // The stage-1 load or replay finds all its words in the array.
    input  wire logic                                              look_hit,
    // The stage-1 miss opens a PRT entry and reserves a way.
    input  wire logic                                              miss_open,
    // The stage-1 load merges into the PRT entry of its line.
    input  wire logic                                              miss_merge,
    // The stage-1 access is deferred: a load because a resource is missing, a CMO because its line is under
    // fetch.
    input  wire logic                                              miss_defer,
    // Resource that the deferred stage-1 access lacks; valid with `miss_defer`.
    input  wire logic [ul1_pkg::CAUSE_W-1:0]                       miss_cause,
    // The stage-1 store is written through to memory.
    input  wire logic                                              store_through,
    // The stage-1 store makes sectors of its line dirty, without a fetch.
    input  wire logic                                              store_dirty,
    // The stage-1 store allocates a way without a fetch, as it covers whole sectors.
    input  wire logic                                              store_alloc,
    // The stage-1 store is held in the WDB until its line is filled.
    input  wire logic                                              store_hold,

    // ---- From tag, fill, mmu and memory: lines and requests
    // A dirty line is evicted or written back, and gets a WDB entry.
    input  wire logic                                              evict_valid,
    // The arrived response is for a PRT entry.
    input  wire logic                                              fill_valid,
    // A request is offered to memory; it stays unchanged until it is taken.
    input  wire logic                                              mem_valid,
    // Kind of the request: read, write or fence; valid with `mem_valid`.
    input  wire logic [ul1_pkg::MEMOP_W-1:0]                       mem_op,
    // Number of the request, which its response returns; for a write its WDB entry; valid with `mem_valid`.
    input  wire logic [ul1_pkg::NUMBER_W-1:0]                      mem_number,
    // Memory takes the offered request in this cycle.
    input  wire logic                                              mem_ready,

    // ---- From the instruction side, lsu and tag: offers, and whether they are taken
    // A new instruction, or a remainder presented again, is offered.
    input  wire logic                                              in_valid,
    // The offer is a remainder that left on `remainder`, presented again; it is always taken; valid with
    // `in_valid`.
    input  wire logic                                              in_again,
    // Operation: load, store, fence, or a CMO. A fence has no access. An inval drops the clean sectors of its
    // lines, a flush writes the dirty ones back; valid with `in_valid`.
    input  wire logic [ul1_pkg::OP_W-1:0]                          in_op,
    // Address space; valid with `in_valid`.
    input  wire logic [ul1_pkg::SPACE_W-1:0]                       in_space,
    // A new instruction of any kind is taken in this cycle if offered.
    input  wire logic                                              in_ready,
    // A new access to shared memory is taken in this cycle if offered.
    input  wire logic                                              in_shared_ready,
    // verilator lint_off UNUSEDSIGNAL
    // A new constant load is taken in this cycle if offered.
    input  wire logic                                              conin_ready,
    // A new texture instruction is taken in this cycle if offered.
    input  wire logic                                              texin_ready,
    // verilator lint_on UNUSEDSIGNAL
    // A command other than `line` is in progress, so no new instruction is taken.
    input  wire logic                                              cmd_hold,

    // ---- From lsu
    // A load waits only for a free reservation of the register file's write port (counted by the performance
    // counters).
    input  wire logic                                              cand_lacks,

    // ---- From lsu, wdb, data and mmu: waits
    // The load/store unit requests a beat of store data; it is taken if offered in this cycle.
    input  wire logic                                              pull_ready,
    // The instruction side offers the requested beat in this cycle.
    input  wire logic                                              pull_valid,
    // Credit for a cached store or a flush: an entry is free for it, and another for a dirty victim.
    input  wire logic                                              credit_cached,
    // Bit i: entry i has a deferred access that has not been woken.
    input  wire logic [ul1_pkg::INSTRS-1:0]                        defer_ids,
    // A WDB entry is offered to the array.
    input  wire logic                                              write_valid,
    // The array's write port takes the WDB entry on offer: there is no fill in this cycle.
    input  wire logic                                              array_ready,
    // State of each page walker.
    input  wire logic [ul1_pkg::WALKERS*ul1_pkg::WALK_STATE_W-1:0] walk_state
);

  localparam int COUNTERS     = ul1_pkg::COUNTERS;
  localparam int INDEX_W      = ul1_pkg::COUNTER_W;
  localparam int LOW_W        = ul1_pkg::PERF_LOW_W;
  localparam int HIGH_W       = ul1_pkg::PERF_HIGH_W;
  localparam int WALKERS      = ul1_pkg::WALKERS;
  localparam int WALK_STATE_W = ul1_pkg::WALK_STATE_W;

  // ---------------------------------------------------------------------------------------------------------
  // Events of this cycle

  logic [COUNTERS-1:0] seen_q;

  always_ff @(posedge clk) begin : then_seen
    logic                read, of_line, offer_waits, walks;
    logic [COUNTERS-1:0] sees;

    sees         = '0;
    of_line      = 32'(mem_number) < ul1_pkg::PRT
                   | (ul1_pkg::CONSTANTS + ul1_pkg::TEXTURE > 0
                      & 32'(mem_number) >= ul1_pkg::PRT + ul1_pkg::WALKERS);
    read         = mem_op == ul1_pkg::MEMOP_READ;
    offer_waits  = in_valid & ~in_again
                   & ~(ul1_pkg::TEXTURE > 0 & in_op == ul1_pkg::OP_TEX ? texin_ready
                       : in_op != ul1_pkg::OP_FENCE & in_space == ul1_pkg::SPACE_SHARED ? in_shared_ready
                       : ul1_pkg::CONSTANTS > 0 & in_op == ul1_pkg::OP_LOAD
                         & in_space == ul1_pkg::SPACE_CONST ? conin_ready : in_ready);
    walks        = 1'b0;
    for (int w = 0; w < WALKERS; w++) begin
      if (walk_state[w*WALK_STATE_W +: WALK_STATE_W] == ul1_pkg::WALK_STATE_ASKS
          || walk_state[w*WALK_STATE_W +: WALK_STATE_W] == ul1_pkg::WALK_STATE_WAITS) walks = 1'b1;
    end

    sees[ul1_pkg::COUNTER_BUSY]             = ~lsu_idle;
    sees[ul1_pkg::COUNTER_FILLS]            = fill_valid;
    sees[ul1_pkg::COUNTER_EVICTIONS]        = evict_valid;
    sees[ul1_pkg::COUNTER_REMAINDERS]       = sel_valid & cand_remainder;
    sees[ul1_pkg::COUNTER_WAIT_RESERVATION] = cand_lacks;
    sees[ul1_pkg::COUNTER_WAIT_BEAT]        = pull_ready & ~pull_valid;
    sees[ul1_pkg::COUNTER_WAIT_CREDIT]      = ~credit_cached;
    sees[ul1_pkg::COUNTER_WAIT_DEFERRED]    = |defer_ids;
    sees[ul1_pkg::COUNTER_WAIT_PORT]        = write_valid & ~array_ready;
    sees[ul1_pkg::COUNTER_WAIT_WALK]        = walks;
    if (ret_valid) begin
      sees[ul1_pkg::COUNTER_RETIRED]      = 1'b1;
      sees[ul1_pkg::COUNTER_FAILED]       = ret_err != ul1_pkg::ERR_NONE;
    end
    if (pass_valid) begin
      sees[ul1_pkg::COUNTER_PASSES]       = ~pass_cached & ~pass_readout;
    end
    if (ul1_fn::sim_gate(look_hit | pass_replay | miss_open | miss_merge | miss_defer
                      | store_through | store_dirty | store_alloc | store_hold)) begin
      sees[ul1_pkg::COUNTER_HITS]      = look_hit & ~pass_replay;
      sees[ul1_pkg::COUNTER_MISSES]    = miss_open;
      sees[ul1_pkg::COUNTER_MERGES]    = miss_merge;
      sees[ul1_pkg::COUNTER_NO_ENTRY]  = miss_defer & miss_cause == ul1_pkg::CAUSE_ENTRY;
      sees[ul1_pkg::COUNTER_NO_WAY]    = miss_defer & miss_cause == ul1_pkg::CAUSE_WAY;
      sees[ul1_pkg::COUNTER_NO_MERGE]  = miss_defer & miss_cause == ul1_pkg::CAUSE_MERGE;
      sees[ul1_pkg::COUNTER_CLOSED]    = miss_defer & miss_cause == ul1_pkg::CAUSE_CLOSED;
      sees[ul1_pkg::COUNTER_NO_CREDIT] = miss_defer & miss_cause == ul1_pkg::CAUSE_CREDIT;
      sees[ul1_pkg::COUNTER_REPLAYS]   = pass_replay;
      sees[ul1_pkg::COUNTER_THROUGH]   = store_through;
      sees[ul1_pkg::COUNTER_BACK]      = store_dirty | store_alloc;
      sees[ul1_pkg::COUNTER_HELD]      = store_hold;
    end
    if (mem_valid) begin
      sees[ul1_pkg::COUNTER_READS]        = mem_ready & read & of_line;
      sees[ul1_pkg::COUNTER_WALKS]        = mem_ready & read & ~of_line;
      sees[ul1_pkg::COUNTER_WRITES]       = mem_ready & mem_op == ul1_pkg::MEMOP_WRITE;
      sees[ul1_pkg::COUNTER_FENCES]       = mem_ready & mem_op == ul1_pkg::MEMOP_FENCE;
      sees[ul1_pkg::COUNTER_WAIT_MEMORY]  = ~mem_ready;
    end
    if (offer_waits) begin
      sees[ul1_pkg::COUNTER_WAIT_OFFER]   = ~cmd_hold;
      sees[ul1_pkg::COUNTER_WAIT_COMMAND] = cmd_hold;
    end
    seen_q <= rst ? '0 : sees;
  end

  // ---------------------------------------------------------------------------------------------------------
  // The low bits: bit k of all counters, then bit k + 1 of all counters

  (* mem2reg *) logic [COUNTERS-1:0] low_q      [0:LOW_W-1];
  (* mem2reg *) logic [COUNTERS-1:0] low_d [0:LOW_W-1];
  logic [COUNTERS-1:0] carry;

  always @* begin
    carry = '0;
    for (int k = 0; k < LOW_W; k++) low_d[k] = '0;
    if (ul1_fn::sim_gate(seen_q != '0)) begin
      carry = seen_q;
      for (int k = 0; k < LOW_W; k++) begin
        low_d[k] = low_q[k] ^ carry;
        carry       = carry & low_q[k];
      end
    end
  end

  always_ff @(posedge clk) begin
    if (ul1_fn::sim_gate(rst | perf_clear | seen_q != '0)) begin
      for (int k = 0; k < LOW_W; k++) low_q[k] <= rst | perf_clear ? '0 : low_d[k];
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // The upper bits. The memory's word of a counter marked fresh is invalid: it was not written since the last
  // clear.

  logic [COUNTERS-1:0] fresh_q;
  // Counter in rotation; visited in this cycle; visited in the cycle before
  logic [INDEX_W-1:0] turn_q, at_d, at_q;
  // Upper bits of that counter as read; as written last; and as they are now
  logic [HIGH_W-1:0] old, last_q, rest;
  logic              old_fresh_q, twice_q, more;
  logic [LOW_W-1:0]  low_at;  // low bits of the counter visited in the cycle before
  logic              shows, stays;

  assign shows = perf_read & ~perf_valid;
  assign at_d  = shows ? perf_index : turn_q;
  assign stays = at_d == at_q;

  always @* begin
    for (int k = 0; k < LOW_W; k++) low_at[k] = low_q[k][at_q];
    rest = old_fresh_q ? '0 : twice_q ? last_q : old;
    more = rest[0] ^ low_at[LOW_W-1];
    rest = rest + HIGH_W'(more);
  end

  ram #(
      .ROWS   (COUNTERS),
      .ROW_W  (INDEX_W),
      .PARTS  (1),
      .PART_W (HIGH_W)
  ) u_high (
      .clk   (clk),
      .re    (1'b1),
      .raddr (at_d),
      .rdata (old),
      .we    (1'b1),
      .waddr (at_q),
      .wdata (rest)
  );

  assign perf_value = {rest, low_at[LOW_W-2:0]};

  always_ff @(posedge clk) begin
    at_q         <= at_d;
    twice_q      <= stays;
    last_q       <= rest;
    old_fresh_q  <= rst | perf_clear | fresh_q[at_d];
    fresh_q[at_q]  <= 1'b0;
    perf_valid <= shows;
    if (!shows) turn_q <= turn_q + 1'b1;
    if (rst | perf_clear) fresh_q <= '1;
    if (rst) begin
      perf_valid <= 1'b0;
      turn_q       <= '0;
    end
  end

  always @(posedge clk) begin
    if (!rst & (miss_defer | mem_valid)) begin
      assert (!(miss_defer && miss_cause > ul1_pkg::CAUSE_CREDIT)
              && !(mem_valid && mem_op > ul1_pkg::MEMOP_FENCE));
    end
  end

endmodule

`default_nettype wire
