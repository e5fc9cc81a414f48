// An instruction whose new line is being coalesced is the first of its warp in the order of cached ones, or
// is deferred. So while an instruction has the turn, no line of another one of its warp is being coalesced,
// unless its warp has a deferred one, for which it waits in any case (lsu_warps). Only its successor (`heir`)
// must check the line that is being coalesced; lsu_gather does.
//
// An instruction is chosen as the first, as a woken one, or as the successor of the first when this leaves.
// An instruction that leaves the order by being deferred stays deferred while it has lanes to do.

module turn_kept (
    input wire clk,
    input wire rst,
    input wire replay_valid, merged_last, merged_bare, replay_free, replay_spare, loads_fit, stores_fit,
        room_cached, gather_store,
    input wire [ul1_pkg::PRT_W-1:0] replay_prt,
    input wire [ul1_pkg::PT_W-1:0] replay_entry,
    input wire [ul1_pkg::SUB_W-1:0] merged_sub,
    input wire [ul1_pkg::line_w(8)-1:0] merged_line,
    input wire [ul1_pkg::ERR_W-1:0] merged_err,
    input wire [ul1_pkg::PT-1:0] sure, pt_cached, pt_null, pt_store, pt_plain, pt_flush, fed, has_todo,
    input wire [ul1_pkg::WIDTH_W-1:0] gather_width,
    input wire [7:0] gather_todo,
    // The new queue
    input wire [ul1_pkg::PT-1:0] ready, front_one, join_kin,
    input wire joins, join_shared, join_fence, goes, chosen,
    input wire [ul1_pkg::PT_W-1:0] join_entry,
    // The access in stage 1
    input wire s1_asks, s1_look, deferred, frees, room_dirty,
    input wire [ul1_pkg::PT_W-1:0] s1_entry,
    input wire [ul1_pkg::CAUSE_W-1:0] miss_cause,
    input wire [ul1_pkg::SET_W-1:0] look_set,
    input wire kin                                     // the two below are of one warp
);

  localparam int LANES = 8, PT = ul1_pkg::PT, PT_W = ul1_pkg::PT_W, VA_W = ul1_pkg::VA_W;
  wire gather_ready, reading, gather_valid, gathers_todo, ends_new, line_joins, line_ends, line_final,
      line_last, line_bare;
  wire reads, reads_other, takes_replay, feeds_cached, sleep_holds, comes, ceases;
  wire [PT_W-1:0] gather_entry, other_entry, next_entry, feed_entry;
  wire [PT-1:0] gather_new, other_one, queued, turn, heir, feed_one, awake, urgent_one, sleeper, asleep;
  wire [1:0] line_kind;
  wire [ul1_pkg::SUB_W-1:0] line_sub;
  wire [LANES-1:0] line_lanes, line_mask;
  wire [ul1_pkg::line_w(8)-1:0] line_line;
  wire [LANES*ul1_pkg::addr_w(8)-1:0] line_addr;
  wire [ul1_pkg::PRT_W-1:0] line_prt;
  wire [ul1_pkg::ERR_W-1:0] line_err;

  // Connected as in lsu. Addresses, and the choice of stores that get a beat, are not examined here.
  lsu_gather #(.LANES(LANES)) dut (.*, .take_cached(1'b0), .new_entry({PT_W{1'b0}}),
                                   .in_addr({LANES*VA_W{1'b0}}));
  lsu_newq dut_newq (.*, .pulls({PT{1'b0}}), .feed_comes(1'b0), .gathered(ends_new),
                     .falls(deferred & queued[s1_entry]), .fall_entry(s1_entry));
  lsu_sleepers dut_sleepers (.*);

  // Names within the modules
  (* hierconn *) wire [PT-1:0] \dut_newq.in_shared , \dut_newq.in_cached , \dut_newq.first_shared ,
      \dut_newq.first_cached ;
  wire [PT-1:0] in_shared = \dut_newq.in_shared , in_cached = \dut_newq.in_cached ,
      first = \dut_newq.first_cached ;

  // An instruction other than the one being coalesced
  (* anyconst *) reg [PT_W-1:0] e;

  wire is_kept  = (gather_new & ~first & ~sleeper) == '0;
  wire is_first = (first & ~in_cached) == '0 && (\dut_newq.first_shared & ~in_shared) == '0;
  wire apart    = (sleeper & in_cached) == '0;

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (!begins || rst || (is_kept && apart));
    assume (e < PT && s1_entry < PT && join_entry < PT && replay_entry < PT && gather_entry < PT);
    // Contract: the first instruction of a warp is in the order, and none is its own successor (order_warps)
    assume (is_first);
    assume (!(kin && !gather_new[e] && first[e] && (first & gather_new) != '0));
    assume (!ul1_fn::several(64'(heir)) && (heir & gather_new) == '0);
    // A cached instruction is in one order. A null or fence retires only as such (lsu_next). An instruction
    // that joins is not in flight.
    assume ((pt_cached & in_shared) == '0 && (ready & pt_cached & ~pt_null) == '0 && (!goes || ready != '0));
    assume (!joins || !(in_shared[join_entry] | in_cached[join_entry] | sleeper[join_entry]
                        | gather_new[join_entry] | (deferred & s1_entry == join_entry)));
    // A deferred access was looked up. has_todo reports lanes to do (lsu_lanes). The urgent instruction is
    // deferred (sleepers_wake).
    assume (!deferred || s1_look);
    assume (gather_todo == '0 || (gather_new & ~has_todo) == '0);
    assume (!ul1_fn::several(64'(urgent_one)) && (urgent_one & ~sleeper) == '0 && (asleep & ~sleeper) == '0);
    if (!rst) begin
      assert (is_kept);
      assert (apart);
      if (kin && turn[e] && pt_cached[e] && gather_new != '0 && !gather_new[e]) assert ((gather_new & sleeper)
          != '0);
    end
  end

endmodule
