// Rotations of the new queue. An instruction in one of three sets (it could retire next, wants store data for shared memory, for the cache)
// is passed by each other one of the set once at most while it stays there. Of each set one goes, if it is not empty; the last two take
// turns.
//
// (Accesses are chosen likewise: front_turns.sv, gather_turns.sv. Which of a warp are in the sets is order_warps.sv.)

module newq_turns (
    input wire clk,
    input wire rst,
    input wire [ul1_pkg::PT-1:0] ready, pulls, pt_cached, front_one, gather_new, join_kin,
    input wire feed_comes, joins, join_shared, join_fence, goes, chosen, gathered, falls,
    input wire [ul1_pkg::PT_W-1:0] join_entry, fall_entry
);

  localparam int PT = ul1_pkg::PT, PT_W = ul1_pkg::PT_W;
  wire [PT-1:0] queued, turn, heir, feed_one;
  wire [PT_W-1:0] next_entry, feed_entry;
  wire feeds_cached;

  lsu_newq dut (.*);

  // names within the module
  (* hierconn *) wire [PT-1:0] \dut.next_one , \dut.feed_shared , \dut.feed_cached , \dut.u_next.behind ;
  (* hierconn *) wire [PT-1:0] \dut.u_feed_shared.behind , \dut.u_feed_cached.behind ;
  (* hierconn *) wire \dut.fed_cached ;

  // One of the sets: which is next, whether it goes
  (* anyconst *) reg [1:0] kind;
  wire feeds = kind != 2'd0;
  reg [PT-1:0] set, one, behind;
  reg [PT_W-1:0] its;
  reg moves, crosses;             // one of the other set goes that this one takes turns with
  always @* begin
    crosses = 1'b0;
    case (kind)
      2'd0:    {set, one, its, behind, moves} = {ready, \dut.next_one , next_entry, \dut.u_next.behind , goes};
      2'd1:    {set, one, its, behind, moves, crosses} = {pulls & ~pt_cached, \dut.feed_shared , feed_entry, \dut.u_feed_shared.behind ,
                                                          feed_comes & ~feeds_cached, feed_comes & feeds_cached};
      default: {set, one, its, behind, moves, crosses} = {pulls & pt_cached, \dut.feed_cached , feed_entry, \dut.u_feed_cached.behind ,
                                                          feed_comes & feeds_cached, feed_comes & ~feeds_cached};
    endcase
  end

  // One that waits, and another: whether that has gone since the one is in the set. From behind the last that went on to the one it is
  // not there any more then.
  (* anyconst *) reg [PT_W-1:0] e, other;
  reg passed, crossed, begins = 1'b1;
  wire [PT-1:0] below_e = (PT'(1) << e) - 1'b1;
  wire [PT-1:0] ahead   = behind[e] ? behind & below_e : behind | below_e;
  wire is_suffix = (behind << 1 & ~behind) == '0 && !behind[0];
  wire is_passed = !passed || !ahead[other];
  wire is_crossed = !crossed || \dut.fed_cached == (kind == 2'd1);

  always @(posedge clk) begin
    begins <= 1'b0;
    assume (!begins || rst || (is_suffix && is_passed && is_crossed));
    assume (e < PT && other < PT && e != other);
    // the contract: one goes if there is any (lsu_next, lsu_pull)
    assume (!moves || set != '0);
    assume (!crosses || pulls != '0);
    passed <= ~rst & set[e] & ~(moves & one[e]) & (passed | (moves & one[other]));
    crossed <= ~rst & feeds & set != '0 & ~moves & (crossed | crosses);
    if (!rst) begin
      assert (is_suffix);
      assert (is_passed);
      assert (is_crossed);
    end
    // (what follows from such a state is asserted of the first alone, as it may be any)
    if (begins && !rst) begin
      assert (!(passed && set[e] && moves && one[other]));
      assert ((one & ~set) == '0 && !ul1_fn::several(64'(one)) && (one == '0) == (set == '0));
      if (set != '0 && !feeds) assert (one[its]);
      if (feeds && moves) assert (one[its] && feed_one == one);
      if (crosses) assert (!crossed || set == '0);
      if (pulls != '0) assert ((pulls & feed_one) != '0 && !ul1_fn::several(64'(feed_one)) && feed_one[feed_entry]);
    end
  end

endmodule
