// New queue: the instructions that are taken and not yet chosen in full; it is a part of lsu. lsu_order keeps
// the order of each warp, separately for shared and cached instructions; the first of each order is at the
// head of its warp (`at_head`). Rotations select among the warps.

`default_nettype none

module lsu_newq (
    input  wire logic                        clk,
    input  wire logic                        rst,

    // ---- To other parts
    // Bit i: entry i is in the new queue.
    output logic      [ul1_pkg::INSTRS-1:0]  queued,
    // Bit i: entry i is in the new queue, and no earlier instruction of its warp there must go first.
    output logic      [ul1_pkg::INSTRS-1:0]  at_head,

    // ---- Rotations: nulls and fences that may retire, and stores that need a beat
    // Bit i: entry i is a null or a fence that may retire.
    input  wire logic [ul1_pkg::INSTRS-1:0]  ready,
    // Instruction-table entry of the next null or fence that is ready; zero if there is none.
    output logic      [ul1_pkg::INSTR_W-1:0] next_entry,
    // Bit i: the store in entry i needs a beat and may have one.
    input  wire logic [ul1_pkg::INSTRS-1:0]  pulls,
    // Bit i: entry i is a cached instruction; valid where `instr_valid` is set.
    input  wire logic [ul1_pkg::INSTRS-1:0]  instr_cached,
    // The store of the requested beat is cached; valid with any bit of `pulls`.
    output logic                             feeds_cached,
    // Store of the requested beat, one-hot by instruction-table entry; zero if no beat is requested.
    output logic      [ul1_pkg::INSTRS-1:0]  feed_one,
    // Instruction-table entry of the store of the requested beat; valid with `feed_arrives`.
    output logic      [ul1_pkg::INSTR_W-1:0] feed_entry,
    // A beat of store data arrives in this cycle.
    input  wire logic                        feed_arrives,

    // ---- From and to lsu_coalescer: the instruction in the coalescer
    // Instruction in the coalescer, one-hot by entry, unless its access is a replay; else zero.
    input  wire logic [ul1_pkg::INSTRS-1:0]  coalesce_new,
    // Successor of the instruction in the coalescer: the next of its warp in the new queue, cached or fence;
    // one-hot or zero.
    output logic      [ul1_pkg::INSTRS-1:0]  successor,

    // ---- Changes. The last two ways to leave may name one entry, or an entry that has left before.
    // An instruction joins the new queue at the end of this cycle.
    input  wire logic                        joins,
    // Instruction-table entry that joins; valid with `joins`.
    input  wire logic [ul1_pkg::INSTR_W-1:0] join_entry,
    // Entries of the joining instruction's warp, in the queue or not; valid with `joins`.
    input  wire logic [ul1_pkg::INSTRS-1:0]  join_same_warp,
    // The joining instruction accesses shared memory; valid with `joins`.
    input  wire logic                        join_shared,
    // The joining instruction is a fence; valid with `joins`.
    input  wire logic                        join_fence,
    // The null or fence that is next leaves the queue: it only retires.
    input  wire logic                        leaves,
    // The instruction `front_one` leaves the queue: its last shared access is chosen.
    input  wire logic                        chosen,
    // Shared access that is next to be chosen, one-hot by instruction-table entry; zero if there is none.
    input  wire logic [ul1_pkg::INSTRS-1:0]  front_one,
    // The instruction `coalesce_new` leaves the queue: its last line is coalesced.
    input  wire logic                        coalesced,
    // The instruction `fall_entry` leaves the queue: an access of it is deferred.
    input  wire logic                        falls,
    // Instruction-table entry of the deferred access; valid with `falls`.
    input  wire logic [ul1_pkg::INSTR_W-1:0] fall_entry
);

  localparam int INSTRS  = ul1_pkg::INSTRS;
  localparam int INSTR_W = ul1_pkg::INSTR_W;

  logic [INSTRS-1:0] next_one, fall_one;

  rotate #(.N(INSTRS)) u_next  (.clk, .rst, .candidates(ready), .next(next_one), .moves(leaves));

  // Shared and cached stores have a rotation each, and the two kinds alternate.
  logic [INSTRS-1:0] feed_shared, feed_cached;
  logic              fed_cached_q;  // the last beat was of a cached store

  rotate #(.N(INSTRS)) u_feed_shared (
      .clk, .rst, .candidates(pulls & ~instr_cached), .next(feed_shared), .moves(feed_arrives & ~feeds_cached)
  );
  rotate #(.N(INSTRS)) u_feed_cached (
      .clk, .rst, .candidates(pulls & instr_cached), .next(feed_cached), .moves(feed_arrives & feeds_cached)
  );

  assign feeds_cached = (pulls & instr_cached) != '0 & ((pulls & ~instr_cached) == '0 | ~fed_cached_q);
  assign feed_one     = feeds_cached ? feed_cached : feed_shared;

  always_ff @(posedge clk) begin
    if (rst)             fed_cached_q <= 1'b1;
    else if (feed_arrives) fed_cached_q <= feeds_cached;
  end

  assign next_entry  = INSTR_W'({ul1_fn::index(64'(next_one))});
  assign feed_entry  = INSTR_W'({ul1_fn::index(64'(feed_one))});

  // The shared instructions of a warp have one order, its cached ones another; a fence is in both.
  logic [INSTRS-1:0] in_shared, in_cached, first_shared, first_cached;
  logic [INSTRS-1:0] behind_shared;

  assign queued  = in_shared | in_cached;
  assign at_head = (first_shared & ~in_cached) | (first_cached & ~in_shared)
      | (first_shared & first_cached);

  assign fall_one = falls ? INSTRS'(1) << fall_entry : '0;

  lsu_order u_shared (
      .clk, .rst, .members(in_shared), .first(first_shared), .now_one({INSTRS{1'b0}}),
      .behind_now(behind_shared), .joins(joins & (join_shared | join_fence)), .join_entry, .join_same_warp,
      .leaves({chosen, leaves}), .leavers({front_one, next_one})
  );

  lsu_order #(.LEAVERS(3)) u_cached (
      .clk, .rst, .members(in_cached), .first(first_cached), .now_one(coalesce_new), .behind_now(successor),
      .joins(joins & ~join_shared), .join_entry, .join_same_warp, .leaves({falls, coalesced, leaves}),
      .leavers({fall_one, coalesce_new, next_one})
  );

  logic unused;
  assign unused = ^behind_shared;

  always @(posedge clk) begin
    if (!rst) begin
      if (ready != '0) assert ((ready & ~at_head) == '0);
      if (leaves | chosen | coalesced | falls | joins) begin
        assert ((at_head & ~queued) == '0 && !(leaves && ready == '0) && !(chosen && front_one == '0));
        // An instruction that has presented an access stays at the head of its warp until it leaves
        if (falls) assert (at_head[fall_entry]);
        if (joins) assert (!queued[join_entry] && !(join_shared && join_fence));
      end
    end
  end

endmodule

`default_nettype wire
