// Selection of accesses to shared memory: remainders in the instruction table and new accesses share one
// rotation. An entry that is eligible, and stays so, is passed by each other entry at most once. If a pool
// entry is free and an access is eligible, one is chosen. `others` reports that eligible accesses are left.
//
// While `same_warp_full` holds, no more accesses may wait for their warp: new ones that would wait are not
// eligible. Remainders are.

module front_turns (
    input wire clk,
    input wire rst,
    input wire [ul1_pkg::INSTRS-1:0] at_head, instr_shared, instr_null, instr_store, fed, behind_own,
        left_ready,
    input wire same_warp_full, place_free, choice_signed,
    input wire [ul1_pkg::WARP_W-1:0] front_warp,
    input wire [ul1_pkg::WIDTH_W-1:0] front_width,
    input wire [ul1_pkg::SUB_W-1:0] front_sub, front_left_sub,
    input wire [7:0] choice_active, left_mask,
    input wire [ul1_pkg::INTAKE_W-1:0] choice_beat
);

  localparam int LANES = 8, INSTRS = ul1_pkg::INSTRS, INSTR_W = ul1_pkg::INSTR_W;
  wire [INSTRS-1:0] front_one;
  wire [INSTR_W-1:0] front_entry, join_entry;
  wire others, choice_valid, choice_new, choice_left, choice_store, joins, join_unissued, join_behind,
      join_last,
      join_store, join_signed;
  wire [LANES-1:0] join_mask;
  wire [ul1_pkg::SUB_W-1:0] join_sub;
  wire [ul1_pkg::WARP_W-1:0] join_warp;
  wire [ul1_pkg::WIDTH_W-1:0] join_width;
  wire [ul1_pkg::INTAKE_W-1:0] join_beat;
  wire [LANES*ul1_pkg::addr_w(LANES)-1:0] join_addr;

  // Addresses are not examined here.
  lsu_front #(.LANES(LANES)) dut (.*, .take_shared(1'b0), .new_entry({INSTR_W{1'b0}}),
                                  .in_addr({LANES*ul1_pkg::VA_W{1'b0}}));

  // Names within the module
  (* hierconn *) wire [INSTRS-1:0] \dut.behind_q ;
  wire [INSTRS-1:0] behind = \dut.behind_q ;

  // New accesses, without regard to same_warp_full; all that are eligible
  wire [INSTRS-1:0] new_ones = at_head & instr_shared & ~instr_null & (~instr_store | fed);
  wire [INSTRS-1:0] could = left_ready | (same_warp_full ? new_ones & ~behind_own : new_ones);

  // One that waits, and another: whether the other was chosen since the first is eligible. Then it is not
  // ahead of the first in the rotation.
  (* anyconst *) reg [INSTR_W-1:0] e, other;
  reg passed, left_some, begins = 1'b1;
  wire [INSTRS-1:0] below_e = (INSTRS'(1) << e) - 1'b1;
  wire [INSTRS-1:0] ahead   = behind[e] ? behind & below_e : behind | below_e;
  wire is_suffix = (behind << 1 & ~behind) == '0 && !behind[0];
  wire is_passed = !passed || !ahead[other];

  always @(posedge clk) begin
    begins <= 1'b0;
    assume (!begins || rst || (is_suffix && is_passed));
    assume (e < INSTRS && other < INSTRS && e != other);
    passed    <= ~rst & could[e] & ~(choice_valid & front_one[e])
                 & (passed | (choice_valid & front_one[other]));
    left_some <= ~rst & (could & ~(choice_valid ? INSTRS'(1) << front_entry : '0)) != '0;
    if (!rst) begin
      assert (is_suffix);
      assert (is_passed);
      if (!begins) assert (others == left_some);
    end
    // Consequences of such a state are asserted in the first cycle only, as its state may be any
    if (begins && !rst) begin
      assert (!(passed && could[e] && choice_valid && front_one[other]));
      assert (choice_valid == (could != '0 && place_free) && choice_valid == (choice_new | choice_left)
              && !(choice_new & choice_left));
      if (choice_valid) begin
        assert (front_entry < INSTRS && could[front_entry] && front_one == INSTRS'(1) << front_entry);
        assert (choice_left == left_ready[front_entry] && choice_store == instr_store[front_entry]);
        if (choice_new) assert (new_ones[front_entry] && !(same_warp_full && behind_own[front_entry]));
      end
    end
  end

endmodule
