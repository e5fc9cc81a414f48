// The choice of accesses to shared memory: remainders in the table and new ones in one rotation. An entry that could be chosen is passed by
// each other one once at most while it stays so. If there is a place and one could be chosen, one is. What is left tells `others`.
//
// No more may wait for their warp while `kin_full` is so: then new ones are not among those that would. Remainders are.

module front_turns (
    input wire clk,
    input wire rst,
    input wire [ul1_pkg::PT-1:0] turn, pt_shared, pt_null, pt_store, fed, behind_own, left_ready,
    input wire kin_full, place_free, choice_signed,
    input wire [ul1_pkg::WARP_W-1:0] front_warp,
    input wire [ul1_pkg::WIDTH_W-1:0] front_width,
    input wire [ul1_pkg::SUB_W-1:0] front_sub, front_left_sub,
    input wire [7:0] choice_active, left_mask,
    input wire [ul1_pkg::INTAKE_W-1:0] choice_beat
);

  localparam int LANES = 8, PT = ul1_pkg::PT, PT_W = ul1_pkg::PT_W;
  wire [PT-1:0] front_one;
  wire [PT_W-1:0] front_entry, join_entry;
  wire others, choice_valid, choice_new, choice_left, choice_store, joins, join_fresh, join_behind, join_last, join_store, join_signed;
  wire [LANES-1:0] join_mask;
  wire [ul1_pkg::SUB_W-1:0] join_sub;
  wire [ul1_pkg::WARP_W-1:0] join_warp;
  wire [ul1_pkg::WIDTH_W-1:0] join_width;
  wire [ul1_pkg::INTAKE_W-1:0] join_beat;
  wire [LANES*ul1_pkg::addr_w(LANES)-1:0] join_addr;

  // (What the addresses are is not looked at here.)
  lsu_front #(.LANES(LANES)) dut (.*, .take_shared(1'b0), .new_entry({PT_W{1'b0}}), .in_addr({LANES*ul1_pkg::VA_W{1'b0}}));

  // names within the module
  (* hierconn *) wire [PT-1:0] \dut.behind ;
  wire [PT-1:0] behind = \dut.behind ;

  // New ones that could be chosen, but that no more may wait for their warp; all that could be
  wire [PT-1:0] new_ones = turn & pt_shared & ~pt_null & (~pt_store | fed);
  wire [PT-1:0] could = left_ready | (kin_full ? new_ones & ~behind_own : new_ones);

  // One that waits, and another: whether that has gone since the one could. From behind the last that went on to the one it is not there
  // any more then.
  (* anyconst *) reg [PT_W-1:0] e, other;
  reg passed, left_some, begins = 1'b1;
  wire [PT-1:0] below_e = (PT'(1) << e) - 1'b1;
  wire [PT-1:0] ahead   = behind[e] ? behind & below_e : behind | below_e;
  wire is_suffix = (behind << 1 & ~behind) == '0 && !behind[0];
  wire is_passed = !passed || !ahead[other];

  always @(posedge clk) begin
    begins <= 1'b0;
    assume (!begins || rst || (is_suffix && is_passed));
    assume (e < PT && other < PT && e != other);
    passed    <= ~rst & could[e] & ~(choice_valid & front_one[e]) & (passed | (choice_valid & front_one[other]));
    left_some <= ~rst & (could & ~(choice_valid ? PT'(1) << front_entry : '0)) != '0;
    if (!rst) begin
      assert (is_suffix);
      assert (is_passed);
      if (!begins) assert (others == left_some);
    end
    // (what follows from such a state is asserted of the first alone, as it may be any)
    if (begins && !rst) begin
      assert (!(passed && could[e] && choice_valid && front_one[other]));
      assert (choice_valid == (could != '0 && place_free) && choice_valid == (choice_new | choice_left) && !(choice_new & choice_left));
      if (choice_valid) begin
        assert (front_entry < PT && could[front_entry] && front_one == PT'(1) << front_entry);
        assert (choice_left == left_ready[front_entry] && choice_store == pt_store[front_entry]);
        if (choice_new) assert (new_ones[front_entry] && !(kin_full && behind_own[front_entry]));
      end
    end
  end

endmodule
