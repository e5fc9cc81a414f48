// Rotation of new cached instructions. An instruction of another warp that could be chosen is passed by each other one of its kind once
// at most, and by one of the other kind between two of its own, if it can be chosen whenever one of its kind is. So it is chosen within
// PT choices of its kind. And one is chosen, if there is any and no replay or woken line goes first.
//
// The kinds are loads and invals, and stores and flushes.

module gather_turns (
    input wire clk,
    input wire rst,
    input wire replay_valid, merged_last, merged_bare, again_oldest, awake, awake_oldest, replay_free, replay_spare, loads_fit,
    input wire stores_fit, fed_more, room_cached, gather_store, deferred,
    input wire [ul1_pkg::PRT_W-1:0] replay_prt,
    input wire [ul1_pkg::PT_W-1:0] replay_entry, awake_entry, s1_entry,
    input wire [ul1_pkg::SUB_W-1:0] merged_sub,
    input wire [ul1_pkg::line_w(8)-1:0] merged_line,
    input wire [ul1_pkg::ERR_W-1:0] merged_err,
    input wire [ul1_pkg::WOKEN_W-1:0] woken_count,
    input wire [ul1_pkg::PT-1:0] turn, heir, sure, pt_cached, pt_null, pt_store, pt_flush, fed,
    input wire [ul1_pkg::WIDTH_W-1:0] gather_width,
    input wire [7:0] gather_mask, gather_todo
);

  localparam int LANES = 8, PT = ul1_pkg::PT, PT_W = ul1_pkg::PT_W, VA_W = ul1_pkg::VA_W;
  wire gather_ready, reads_woken, gather_valid, gathers_todo, ends_new, fell, line_joins, line_ends, line_final, line_last, line_bare;
  wire [PT_W-1:0] gather_entry, fell_entry;
  wire [PT-1:0] gather_new;
  wire [1:0] line_kind;
  wire [ul1_pkg::SUB_W-1:0] line_sub;
  wire [LANES-1:0] line_lanes, line_mask;
  wire [ul1_pkg::line_w(8)-1:0] line_line;
  wire [LANES*ul1_pkg::addr_w(8)-1:0] line_addr;
  wire [ul1_pkg::PRT_W-1:0] line_prt;
  wire [ul1_pkg::ERR_W-1:0] line_err;

  // (What the addresses are is not looked at here.)
  lsu_gather #(.LANES(LANES)) dut (.*, .take_cached(1'b0), .new_entry({PT_W{1'b0}}), .in_addr({LANES*VA_W{1'b0}}));

  // names within the module
  (* hierconn *) wire [PT-1:0] \dut.other_loads , \dut.other_stores , \dut.picked , \dut.behind_load , \dut.behind_store , \dut.storing ;
  (* hierconn *) wire [PT_W-1:0] \dut.next_entry ;
  (* hierconn *) wire \dut.stored_last , \dut.picks , \dut.takes_replay , \dut.takes_woken , \dut.takes_new ;

  // One that waits, and another of its kind
  (* anyconst *) reg [PT_W-1:0] e, other;
  (* anyconst *) reg is_store;
  wire [PT-1:0] could  = is_store ? \dut.other_stores : \dut.other_loads ;
  wire [PT-1:0] behind = is_store ? \dut.behind_store : \dut.behind_load ;
  wire stores  = \dut.storing [\dut.next_entry ];              // a new line is one of these
  wire chooses = \dut.takes_new & stores == is_store;          // one of the kind is chosen
  wire crosses = \dut.takes_new & stores != is_store;          // one of the other kind is
  wire chosen_e = chooses & \dut.next_entry == e, chosen_other = chooses & \dut.next_entry == other;

  // The other has passed since the one could go; one of the other kind was chosen since the last of the kind
  reg passed, crossed, begins = 1'b1;

  // From behind the one that was chosen last on to e, in rotation: the other, if it has passed, is not there any more
  wire [PT-1:0] below_e = (PT'(1) << e) - 1'b1;
  wire [PT-1:0] ahead   = behind[e] ? behind & below_e : behind | below_e;
  wire is_suffix  = (behind << 1 & ~behind) == '0 && !behind[0];
  wire is_passed  = !passed || !ahead[other];
  wire is_crossed = !crossed || \dut.stored_last != is_store;

  always @(posedge clk) begin
    begins <= 1'b0;
    assume (!begins || rst || (is_suffix && is_passed && is_crossed));
    assume (e < PT && other < PT && e != other);
    // the contract: `heir` is a set of one (order_warps); the entries of woken lines are none of the new queue
    assume (!ul1_fn::several(64'(heir)));
    passed  <= ~rst & ~chosen_e & (chooses & ~could[e] ? 1'b0 : passed | (chosen_other & could[e]));
    crossed <= ~rst & ~chooses & (crossed | (crosses & could[e]));
    if (!rst) begin
      assert (is_suffix);
      assert (is_passed);
      assert (is_crossed);
    end
    // (what follows from such a state is asserted of the first alone, as it may be any)
    if (begins && !rst) begin
      if (could[e]) begin
        assert (\dut.picks );
        assert (!(passed && chosen_other));
        assert (!(crossed && crosses));
        assert (\dut.takes_new == (!\dut.takes_replay && !\dut.takes_woken ));
      end
      if (\dut.picks ) begin
        assert (\dut.picked != '0 && !ul1_fn::several(64'(\dut.picked )));
        assert ((\dut.picked & ~(\dut.other_loads | \dut.other_stores )) == '0);
      end
    end
  end

endmodule
