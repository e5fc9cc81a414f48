// New queue, a part of lsu: the instructions taken and not yet chosen in full. Of each warp, and of those that go to one memory,
// the first *has the turn* (lsu_order). Between warps there are rotations over those that have it.

`default_nettype none

module lsu_newq (
    input  wire logic                       clk,
    input  wire logic                       rst,

    // those that are in the queue, and have the turn, by entry of the pending table
    output logic      [ul1_pkg::PT-1:0]     queued,
    output logic      [ul1_pkg::PT-1:0]     turn,

    // the next in rotation, as a number and as a set of one, 0 if there is none: of nulls and fences that are ready; of stores that want
    // data
    input  wire logic [ul1_pkg::PT-1:0]     ready,
    output logic      [ul1_pkg::PT_W-1:0]   next_entry,
    input  wire logic [ul1_pkg::PT-1:0]     pulls,
    input  wire logic [ul1_pkg::PT-1:0]     pt_cached,
    output logic                            feeds_cached,  // that one is cached
    output logic      [ul1_pkg::PT-1:0]     feed_one,
    output logic      [ul1_pkg::PT_W-1:0]   feed_entry,
    input  wire logic                       feed_comes,

    // the instruction whose line is gathered, as a set of one; the next cached instruction or fence of its warp
    input  wire logic [ul1_pkg::PT-1:0]     gather_new,
    output logic      [ul1_pkg::PT-1:0]     heir,

    // An entry joins. It is for shared memory, or a fence, or neither. `join_kin` are the entries of its warp, in the queue or not.
    // Four events make an entry leave: it only retires (`goes`); its last access to shared memory is chosen (`chosen`; `front_one` is
    // the entry); its last line is gathered (`gathered`); it is deferred (`falls`). The last two may be of one entry, or of one that
    // has left.
    input  wire logic                       joins,
    input  wire logic [ul1_pkg::PT_W-1:0]   join_entry,
    input  wire logic [ul1_pkg::PT-1:0]     join_kin,
    input  wire logic                       join_shared,
    input  wire logic                       join_fence,
    input  wire logic                       goes,
    input  wire logic                       chosen,
    input  wire logic [ul1_pkg::PT-1:0]     front_one,
    input  wire logic                       gathered,
    input  wire logic                       falls,
    input  wire logic [ul1_pkg::PT_W-1:0]   fall_entry
);

  localparam int PT     = ul1_pkg::PT;
  localparam int PT_W   = ul1_pkg::PT_W;

  logic [PT-1:0] next_one, fall_one;

  rotate #(.N(PT)) u_next  (.clk, .rst, .some(ready), .next(next_one), .moves(goes));

  // Stores to shared memory and cached ones rotate each by themselves, and the two kinds take turns.
  logic [PT-1:0] feed_shared, feed_cached;
  logic          fed_cached;   // the last was cached

  rotate #(.N(PT)) u_feed_shared (
      .clk, .rst, .some(pulls & ~pt_cached), .next(feed_shared), .moves(feed_comes & ~feeds_cached)
  );
  rotate #(.N(PT)) u_feed_cached (
      .clk, .rst, .some(pulls & pt_cached), .next(feed_cached), .moves(feed_comes & feeds_cached)
  );

  assign feeds_cached = (pulls & pt_cached) != '0 & ((pulls & ~pt_cached) == '0 | ~fed_cached);
  assign feed_one     = feeds_cached ? feed_cached : feed_shared;

  always_ff @(posedge clk) begin
    if (rst)             fed_cached <= 1'b1;
    else if (feed_comes) fed_cached <= feeds_cached;
  end

  assign next_entry  = PT_W'({ul1_fn::index(64'(next_one))});
  assign feed_entry  = PT_W'({ul1_fn::index(64'(feed_one))});

  // A warp's accesses to shared memory and those that are cached have an order each; a fence is in both.
  logic [PT-1:0] in_shared, in_cached, first_shared, first_cached;
  logic [PT-1:0] behind_shared;

  assign queued = in_shared | in_cached;
  assign turn   = (first_shared & ~in_cached) | (first_cached & ~in_shared) | (first_shared & first_cached);

  assign fall_one = falls ? PT'(1) << fall_entry : '0;

  lsu_order u_shared (
      .clk, .rst, .members(in_shared), .first(first_shared), .now_one({PT{1'b0}}), .behind_now(behind_shared),
      .joins(joins & (join_shared | join_fence)), .join_entry, .join_kin, .goes({chosen, goes}),
      .leavers({front_one, next_one})
  );

  lsu_order #(.LEAVERS(3)) u_cached (
      .clk, .rst, .members(in_cached), .first(first_cached), .now_one(gather_new), .behind_now(heir),
      .joins(joins & ~join_shared), .join_entry, .join_kin, .goes({falls, gathered, goes}),
      .leavers({fall_one, gather_new, next_one})
  );

  logic unused;
  assign unused = ^behind_shared;

  always @(posedge clk) begin
    if (!rst) begin
      if (ready != '0) assert ((ready & ~turn) == '0);
      if (goes | chosen | gathered | falls | joins) begin
        assert ((turn & ~queued) == '0 && !(goes && ready == '0) && !(chosen && front_one == '0));
        if (falls) assert (turn[fall_entry]);                // what was presented had the turn, and has it until it leaves
        if (joins) assert (!queued[join_entry] && !(join_shared && join_fence));
      end
    end
  end

endmodule

`default_nettype wire
