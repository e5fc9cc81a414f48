// Rotations of the new queue. It has three sets of instructions: those that may retire next, those that need
// store data for shared memory, and those that need store data for the cache. An instruction in a set is
// passed by each other one of the set at most once while it stays there. A set that is not empty has a next
// instruction. The last two sets alternate.
//
// Accesses are chosen in the same way: front_turns.sv, coalesce_turns.sv. order_warps.sv covers which
// instructions of a warp are in the sets.

module newq_turns (
    input wire clk,
    input wire rst,
    input wire [ul1_pkg::INSTRS-1:0] ready, pulls, instr_cached, front_one, coalesce_new, join_same_warp,
    input wire feed_arrives, joins, join_shared, join_fence, leaves, chosen, coalesced, falls,
    input wire [ul1_pkg::INSTR_W-1:0] join_entry, fall_entry
);

  localparam int INSTRS = ul1_pkg::INSTRS, INSTR_W = ul1_pkg::INSTR_W;
  wire [INSTRS-1:0] queued, at_head, successor, feed_one;
  wire [INSTR_W-1:0] next_entry, feed_entry;
  wire feeds_cached;

  lsu_newq dut (.*);

  // Names within the module
  (* hierconn *) wire [INSTRS-1:0] \dut.next_one , \dut.feed_shared , \dut.feed_cached ,
      \dut.u_next.behind_q ;
  (* hierconn *) wire [INSTRS-1:0] \dut.u_feed_shared.behind_q , \dut.u_feed_cached.behind_q ;
  (* hierconn *) wire \dut.fed_cached_q ;

  // One of the sets: its next instruction, and whether this leaves
  (* anyconst *) reg [1:0] kind;
  wire feeds = kind != 2'd0;
  reg [INSTRS-1:0] set, one, behind;
  reg [INSTR_W-1:0] its;
  reg moves, crosses;             // one of the set that alternates with this one leaves
  always @* begin
    crosses = 1'b0;
    case (kind)
      2'd0:    {set, one, its, behind, moves} = {ready, \dut.next_one , next_entry, \dut.u_next.behind_q ,
                                                 leaves};
      2'd1:    {set, one, its, behind, moves, crosses} = {pulls & ~instr_cached, \dut.feed_shared ,
                                                          feed_entry,
                                                          \dut.u_feed_shared.behind_q ,
                                                          feed_arrives & ~feeds_cached,
                                                          feed_arrives & feeds_cached};
      default: {set, one, its, behind, moves, crosses} = {pulls & instr_cached, \dut.feed_cached , feed_entry,
                                                          \dut.u_feed_cached.behind_q ,
                                                          feed_arrives & feeds_cached,
                                                          feed_arrives & ~feeds_cached};
    endcase
  end

  // One that waits, and another: whether the other left since the first is in the set. Then it is not ahead
  // of the first in the rotation.
  (* anyconst *) reg [INSTR_W-1:0] e, other;
  reg passed, crossed, begins = 1'b1;
  wire [INSTRS-1:0] below_e = (INSTRS'(1) << e) - 1'b1;
  wire [INSTRS-1:0] ahead   = behind[e] ? behind & below_e : behind | below_e;
  wire is_suffix = (behind << 1 & ~behind) == '0 && !behind[0];
  wire is_passed = !passed || !ahead[other];
  wire is_crossed = !crossed || \dut.fed_cached_q == (kind == 2'd1);

  always @(posedge clk) begin
    begins <= 1'b0;
    assume (!begins || rst || (is_suffix && is_passed && is_crossed));
    assume (e < INSTRS && other < INSTRS && e != other);
    // Contract: one leaves if there is any (lsu_next, lsu_pull)
    assume (!moves || set != '0);
    assume (!crosses || pulls != '0);
    passed <= ~rst & set[e] & ~(moves & one[e]) & (passed | (moves & one[other]));
    crossed <= ~rst & feeds & set != '0 & ~moves & (crossed | crosses);
    if (!rst) begin
      assert (is_suffix);
      assert (is_passed);
      assert (is_crossed);
    end
    // Consequences of such a state are asserted in the first cycle only, as its state may be any
    if (begins && !rst) begin
      assert (!(passed && set[e] && moves && one[other]));
      assert ((one & ~set) == '0 && !ul1_fn::several(64'(one)) && (one == '0) == (set == '0));
      if (set != '0 && !feeds) assert (one[its]);
      if (feeds && moves) assert (one[its] && feed_one == one);
      if (crosses) assert (!crossed || set == '0);
      if (pulls != '0) assert ((pulls & feed_one) != '0 && !ul1_fn::several(64'(feed_one))
                               && feed_one[feed_entry]);
    end
  end

endmodule
