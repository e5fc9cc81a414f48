// Meter: counts for software what happens, and cycles in which somebody waits. What happens in a cycle is kept for one, so
// that no path of others grows by more than what brings it here.
//
// Of each counter the low bits are flip-flops, the rest lies in a memory with one read port and one write port. In each cycle
// one counter has its turn, round and round, or the one that is read instead: the rest is read, and written back in the next
// cycle as it is then. The lowest bit of the rest is the highest of the low ones, as it was when it was written: if they
// differ, the rest is one more by now. For that no counter may wait for its turn until they differ for the second time: turns
// are never two cycles apart, as one read does not directly follow another. That makes 2 * COUNTERS cycles at most. Who has the
// turn in two cycles in a row takes the rest from what is written, not from the memory.

`default_nettype none

module meter #(
    // verilator lint_off UNUSEDPARAM
    parameter int LANES = 32  // which all blocks have
    // verilator lint_on UNUSEDPARAM
) (
    input  wire logic                                              clk,
    input  wire logic                                              rst,

    // from and to outside: a counter that is read, and shown in the next cycle
    input  wire logic                                              meter_read,
    input  wire logic [ul1_pkg::COUNTER_W-1:0]                     meter_index,
    input  wire logic                                              meter_clear,
    output logic                                                   meter_valid,
    output logic      [ul1_pkg::METER_W-1:0]                       meter_value,

    // from lsu: instructions in flight and retired
    input  wire logic                                              lsu_idle,
    input  wire logic                                              ret_valid,
    input  wire logic [ul1_pkg::ERR_W-1:0]                         ret_err,

    // from arb: passes
    input  wire logic                                              pass_valid,
    input  wire logic                                              pass_cached,
    input  wire logic                                              pass_readout,
    input  wire logic                                              sel_valid,
    input  wire logic                                              cand_remainder,

    // from arb, tag, prt: lookups
    input  wire logic                                              pass_replay,
    input  wire logic                                              look_hit,
    input  wire logic                                              miss_open,
    input  wire logic                                              miss_merge,
    input  wire logic                                              miss_defer,
    input  wire logic [ul1_pkg::CAUSE_W-1:0]                       miss_cause,
    input  wire logic                                              store_through,
    input  wire logic                                              store_dirty,
    input  wire logic                                              store_alloc,
    input  wire logic                                              store_hold,

    // from tag, fill, mmu: lines and requests
    input  wire logic                                              evict_valid,
    input  wire logic                                              fill_valid,
    input  wire logic                                              mem_valid,
    input  wire logic [ul1_pkg::MEMOP_W-1:0]                       mem_op,
    input  wire logic [ul1_pkg::NUMBER_W-1:0]                      mem_number,
    input  wire logic                                              mem_ready,

    // from outside, lsu, tag: what is offered, and whether it is taken
    input  wire logic                                              in_valid,
    input  wire logic                                              in_again,
    input  wire logic [ul1_pkg::OP_W-1:0]                          in_op,
    input  wire logic [ul1_pkg::SPACE_W-1:0]                       in_space,
    input  wire logic                                              in_ready,
    input  wire logic                                              in_shared_ready,
    input  wire logic                                              cmd_hold,

    // from lsu: a load lacks its booking
    input  wire logic                                              cand_lacks,

    // from lsu, wdb, data, mmu: others that wait
    input  wire logic                                              pull_ready,
    input  wire logic                                              pull_valid,
    input  wire logic                                              room_cached,
    input  wire logic [ul1_pkg::PT-1:0]                            sleep_ids,
    input  wire logic                                              write_valid,
    input  wire logic                                              array_ready,
    input  wire logic [ul1_pkg::WALKERS*ul1_pkg::WALK_STATE_W-1:0] walk_state
);

  localparam int COUNTERS     = ul1_pkg::COUNTERS;
  localparam int INDEX_W      = ul1_pkg::COUNTER_W;
  localparam int LOW_W        = ul1_pkg::METER_LOW_W;
  localparam int HIGH_W       = ul1_pkg::METER_HIGH_W;
  localparam int WALKERS      = ul1_pkg::WALKERS;
  localparam int WALK_STATE_W = ul1_pkg::WALK_STATE_W;

  // ---------------------------------------------------------------------------------------------------------------------
  // What happens in this cycle

  logic [COUNTERS-1:0] seen;

  always_ff @(posedge clk) begin : then_seen
    logic                read, offer_waits, walks;
    logic [COUNTERS-1:0] sees;

    sees         = '0;
    read         = mem_op == ul1_pkg::MEMOP_READ;
    offer_waits  = in_valid & ~in_again
                   & ~(in_op != ul1_pkg::OP_FENCE & in_space == ul1_pkg::SPACE_SHARED ? in_shared_ready : in_ready);
    walks        = 1'b0;
    for (int w = 0; w < WALKERS; w++) begin
      if (walk_state[w*WALK_STATE_W +: WALK_STATE_W] == ul1_pkg::WALK_STATE_ASKS
          || walk_state[w*WALK_STATE_W +: WALK_STATE_W] == ul1_pkg::WALK_STATE_WAITS) walks = 1'b1;
    end

    sees[ul1_pkg::COUNTER_BUSY]         = ~lsu_idle;
    sees[ul1_pkg::COUNTER_FILLS]        = fill_valid;
    sees[ul1_pkg::COUNTER_EVICTIONS]    = evict_valid;
    sees[ul1_pkg::COUNTER_REMAINDERS]   = sel_valid & cand_remainder;
    sees[ul1_pkg::COUNTER_WAIT_BOOKING] = cand_lacks;
    sees[ul1_pkg::COUNTER_WAIT_BEAT]    = pull_ready & ~pull_valid;
    sees[ul1_pkg::COUNTER_WAIT_ROOM]    = ~room_cached;
    sees[ul1_pkg::COUNTER_WAIT_SLEEP]   = |sleep_ids;
    sees[ul1_pkg::COUNTER_WAIT_PORT]    = write_valid & ~array_ready;
    sees[ul1_pkg::COUNTER_WAIT_WALK]    = walks;
    if (ret_valid) begin
      sees[ul1_pkg::COUNTER_RETIRED]      = 1'b1;
      sees[ul1_pkg::COUNTER_FAILED]       = ret_err != ul1_pkg::ERR_NONE;
    end
    if (pass_valid) begin
      sees[ul1_pkg::COUNTER_PASSES]       = ~pass_cached & ~pass_readout;
    end
    if (ul1_fn::worth(look_hit | pass_replay | miss_open | miss_merge | miss_defer | store_through | store_dirty | store_alloc
                      | store_hold)) begin
      sees[ul1_pkg::COUNTER_HITS]         = look_hit & ~pass_replay;
      sees[ul1_pkg::COUNTER_MISSES]       = miss_open;
      sees[ul1_pkg::COUNTER_MERGES]       = miss_merge;
      sees[ul1_pkg::COUNTER_NO_ENTRY]     = miss_defer & miss_cause == ul1_pkg::CAUSE_ENTRY;
      sees[ul1_pkg::COUNTER_NO_WAY]       = miss_defer & miss_cause == ul1_pkg::CAUSE_WAY;
      sees[ul1_pkg::COUNTER_NO_MERGE]     = miss_defer & miss_cause == ul1_pkg::CAUSE_MERGE;
      sees[ul1_pkg::COUNTER_CLOSED]       = miss_defer & miss_cause == ul1_pkg::CAUSE_CLOSED;
      sees[ul1_pkg::COUNTER_NO_ROOM]      = miss_defer & miss_cause == ul1_pkg::CAUSE_ROOM;
      sees[ul1_pkg::COUNTER_REPLAYS]      = pass_replay;
      sees[ul1_pkg::COUNTER_THROUGH]      = store_through;
      sees[ul1_pkg::COUNTER_BACK]         = store_dirty | store_alloc;
      sees[ul1_pkg::COUNTER_HELD]         = store_hold;
    end
    if (mem_valid) begin
      sees[ul1_pkg::COUNTER_READS]        = mem_ready & read & 32'(mem_number) < ul1_pkg::PRT;
      sees[ul1_pkg::COUNTER_WALKS]        = mem_ready & read & 32'(mem_number) >= ul1_pkg::PRT;
      sees[ul1_pkg::COUNTER_WRITES]       = mem_ready & mem_op == ul1_pkg::MEMOP_WRITE;
      sees[ul1_pkg::COUNTER_FENCES]       = mem_ready & mem_op == ul1_pkg::MEMOP_FENCE;
      sees[ul1_pkg::COUNTER_WAIT_MEMORY]  = ~mem_ready;
    end
    if (offer_waits) begin
      sees[ul1_pkg::COUNTER_WAIT_OFFER]   = ~cmd_hold;
      sees[ul1_pkg::COUNTER_WAIT_COMMAND] = cmd_hold;
    end
    seen <= rst ? '0 : sees;
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // The low bits: bit k of all counters, then bit k + 1 of all of them

  (* mem2reg *) logic [COUNTERS-1:0] low      [0:LOW_W-1];
  (* mem2reg *) logic [COUNTERS-1:0] low_next [0:LOW_W-1];
  logic [COUNTERS-1:0]               carry;

  always @* begin
    carry = '0;
    for (int k = 0; k < LOW_W; k++) low_next[k] = '0;
    if (ul1_fn::worth(seen != '0)) begin
      carry = seen;
      for (int k = 0; k < LOW_W; k++) begin
        low_next[k] = low[k] ^ carry;
        carry       = carry & low[k];
      end
    end
  end

  always_ff @(posedge clk) begin
    if (ul1_fn::worth(rst | meter_clear | seen != '0)) begin
      for (int k = 0; k < LOW_W; k++) low[k] <= rst | meter_clear ? '0 : low_next[k];
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // The rest. What the memory has of a counter that is fresh means nothing: it was not written since all are 0.

  logic [COUNTERS-1:0] fresh;
  logic [INDEX_W-1:0]  turn, next, at;        // whose turn it would be; whose it is; whose it was in the cycle before,
  logic [HIGH_W-1:0]   old, last, rest;       // with its rest as the memory has it; the rest written last; and as it is now,
  logic                old_fresh, twice, more;
  logic [LOW_W-1:0]    low_at;                // and its low bits
  logic                shows, stays;

  assign shows = meter_read & ~meter_valid;
  assign next  = shows ? meter_index : turn;
  assign stays = next == at;

  always @* begin
    for (int k = 0; k < LOW_W; k++) low_at[k] = low[k][at];
    rest = old_fresh ? '0 : twice ? last : old;
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
      .raddr (next),
      .rdata (old),
      .we    (1'b1),
      .waddr (at),
      .wdata (rest)
  );

  assign meter_value = {rest, low_at[LOW_W-2:0]};

  always_ff @(posedge clk) begin
    at          <= next;
    twice       <= stays;
    last        <= rest;
    old_fresh   <= rst | meter_clear | fresh[next];
    fresh[at]   <= 1'b0;
    meter_valid <= shows;
    if (!shows) turn <= turn + 1'b1;
    if (rst | meter_clear) fresh <= '1;
    if (rst) begin
      meter_valid <= 1'b0;
      turn        <= '0;
    end
  end

  always @(posedge clk) begin
    if (!rst & (miss_defer | mem_valid)) begin
      assert (!(miss_defer && miss_cause > ul1_pkg::CAUSE_ROOM) && !(mem_valid && mem_op > ul1_pkg::MEMOP_FENCE));
    end
  end

endmodule

`default_nettype wire
