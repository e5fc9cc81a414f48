// An instruction whose new line is being coalesced is the first of its warp in the order of cached ones, or
// is deferred. So while an instruction has the turn, no line of another one of its warp is being coalesced,
// unless its warp has a deferred one, for which it waits in any case (lsu_warps). Only its successor
// (`successor`)
// must check the line that is being coalesced; lsu_coalescer does.
//
// An instruction is chosen as the first, as a woken one, or as the successor of the first when this leaves.
// An instruction that leaves the order by being deferred stays deferred while it has lanes to do.

module turn_kept (
    input wire clk,
    input wire rst,
    input wire replay_valid, merged_last, merged_bare, replay_free, replay_spare, loads_fit, stores_fit,
        credit_cached, coalesce_store,
    input wire [ul1_pkg::PRT_W-1:0] replay_prt,
    input wire [ul1_pkg::INSTR_W-1:0] replay_entry,
    input wire [ul1_pkg::PART_W-1:0] merged_part,
    input wire [ul1_pkg::line_w(8)-1:0] merged_line,
    input wire [ul1_pkg::ERR_W-1:0] merged_err,
    input wire [ul1_pkg::INSTRS-1:0] sure, instr_cached, instr_null, instr_store, instr_plain, instr_flush,
        fed, has_todo,
    input wire [ul1_pkg::WIDTH_W-1:0] coalesce_width,
    input wire [7:0] coalesce_todo,
    // The new queue
    input wire [ul1_pkg::INSTRS-1:0] ready, front_one, join_same_warp,
    input wire joins, join_shared, join_fence, leaves, chosen,
    input wire [ul1_pkg::INSTR_W-1:0] join_entry,
    // The access in stage 1
    input wire s1_asks, s1_look, deferred, frees, credit_dirty,
    input wire [ul1_pkg::INSTR_W-1:0] s1_entry,
    input wire [ul1_pkg::CAUSE_W-1:0] miss_cause,
    input wire [ul1_pkg::SET_W-1:0] look_set,
    input wire same_warp                                     // the two below are of one warp
);

  localparam int LANES = 8, INSTRS = ul1_pkg::INSTRS, INSTR_W = ul1_pkg::INSTR_W, VA_W = ul1_pkg::VA_W;
  wire coalesce_ready, reading, coalesce_valid, coalesced_todo, ends_new, line_joins, line_ends, line_final,
      line_last, line_bare;
  wire reads, reads_other, takes_replay, feeds_cached, defer_holds, defer_set, defer_clear;
  wire [INSTR_W-1:0] coalesce_entry, other_entry, next_entry, feed_entry;
  wire [INSTRS-1:0] coalesce_new, other_one, queued, at_head, successor, feed_one, awake, urgent_one,
      is_deferred, unwoken;
  wire [1:0] line_kind;
  wire [ul1_pkg::PART_W-1:0] line_part;
  wire [LANES-1:0] line_lanes, line_mask;
  wire [ul1_pkg::line_w(8)-1:0] line_line;
  wire [LANES*ul1_pkg::addr_w(8)-1:0] line_addr;
  wire [ul1_pkg::PRT_W-1:0] line_prt;
  wire [ul1_pkg::ERR_W-1:0] line_err;

  // Connected as in lsu. Addresses, and the choice of stores that get a beat, are not examined here.
  lsu_coalescer #(.LANES(LANES)) dut (.*, .take_cached(1'b0), .new_entry({INSTR_W{1'b0}}),
                                   .in_addr({LANES*VA_W{1'b0}}));
  lsu_newq dut_newq (.*, .pulls({INSTRS{1'b0}}), .feed_arrives(1'b0), .coalesced(ends_new),
                     .falls(deferred & queued[s1_entry]), .fall_entry(s1_entry));
  lsu_deferral dut_deferred (.*);

  // Names within the modules
  (* hierconn *) wire [INSTRS-1:0] \dut_newq.in_shared , \dut_newq.in_cached , \dut_newq.first_shared ,
      \dut_newq.first_cached ;
  wire [INSTRS-1:0] in_shared = \dut_newq.in_shared , in_cached = \dut_newq.in_cached ,
      first = \dut_newq.first_cached ;

  // An instruction other than the one being coalesced
  (* anyconst *) reg [INSTR_W-1:0] e;

  wire is_kept  = (coalesce_new & ~first & ~is_deferred) == '0;
  wire is_first = (first & ~in_cached) == '0 && (\dut_newq.first_shared & ~in_shared) == '0;
  wire apart    = (is_deferred & in_cached) == '0;

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (!begins || rst || (is_kept && apart));
    assume (e < INSTRS && s1_entry < INSTRS && join_entry < INSTRS && replay_entry < INSTRS
            && coalesce_entry < INSTRS);
    // Contract: the first instruction of a warp is in the order, and none is its own successor (order_warps)
    assume (is_first);
    assume (!(same_warp && !coalesce_new[e] && first[e] && (first & coalesce_new) != '0));
    assume (!ul1_fn::several(64'(successor)) && (successor & coalesce_new) == '0);
    // A cached instruction is in one order. A null or fence retires only as such (lsu_next). An instruction
    // that joins is not in flight.
    assume ((instr_cached & in_shared) == '0 && (ready & instr_cached & ~instr_null) == '0
            && (!leaves || ready != '0));
    assume (!joins || !(in_shared[join_entry] | in_cached[join_entry] | is_deferred[join_entry]
                        | coalesce_new[join_entry] | (deferred & s1_entry == join_entry)));
    // A deferred access was looked up. has_todo reports lanes to do (lsu_lanes). The urgent instruction is
    // deferred (deferred_wake).
    assume (!deferred || s1_look);
    assume (coalesce_todo == '0 || (coalesce_new & ~has_todo) == '0);
    assume (!ul1_fn::several(64'(urgent_one)) && (urgent_one & ~is_deferred) == '0 && (unwoken & ~is_deferred)
            == '0);
    if (!rst) begin
      assert (is_kept);
      assert (apart);
      if (same_warp && at_head[e] && instr_cached[e] && coalesce_new != '0
          && !coalesce_new[e]) assert ((coalesce_new & is_deferred)
          != '0);
    end
  end

endmodule
