// Order of the instructions of each warp in the new queue, for one of the two memories (shared or cached): a
// part of lsu_newq. Each instruction keeps the number of its successor in the warp. So the first of each warp
// is known without a search.

`default_nettype none

module lsu_order #(
    parameter int LEAVERS = 2  // most instructions that leave in one cycle
) (
    input  wire logic                               clk,
    input  wire logic                               rst,

    // ---- The order
    // Bit i: entry i is in the order.
    output logic      [ul1_pkg::INSTRS-1:0]         members,
    // Bit i: entry i is the first of its warp in the order.
    output logic      [ul1_pkg::INSTRS-1:0]         first,

    // ---- The successor of one instruction
    // Instruction to find the successor of, one-hot; zero for none.
    input  wire logic [ul1_pkg::INSTRS-1:0]         now_one,
    // Successor of `now_one` in its warp, one-hot; zero if there is none.
    output logic      [ul1_pkg::INSTRS-1:0]         behind_now,

    // ---- Changes. Only the first of a warp may leave.
    // An instruction joins the order at the end of this cycle.
    input  wire logic                               joins,
    // Instruction-table entry that joins; valid with `joins`.
    input  wire logic [ul1_pkg::INSTR_W-1:0]        join_entry,
    // Entries of the joining instruction's warp, in the order or not; valid with `joins`.
    input  wire logic [ul1_pkg::INSTRS-1:0]         join_same_warp,
    // Bit k: leaver k leaves the order at the end of this cycle.
    input  wire logic [LEAVERS-1:0]                 leaves,
    // Instructions that may leave, each one-hot; valid with its bit of `goes`. Two of them may be the same.
    input  wire logic [LEAVERS*ul1_pkg::INSTRS-1:0] leavers
);

  localparam int INSTRS  = ul1_pkg::INSTRS;
  localparam int INSTR_W = ul1_pkg::INSTR_W;

  // entries with a successor in their warp
  logic [INSTRS-1:0] followed_q;
  // number of the successor, bit by bit
  (* mem2reg *) logic [INSTRS-1:0] behind_q [0:ul1_fn::entries(INSTR_W)-1];

  // An instruction that leaves makes its successor the first of the warp; two leavers may be the same. One
  // that joins becomes the successor of the last of its warp if that stays, else it is the first. All
  // operands are one-hot masks, so that this takes few gates.
  always @(posedge clk) begin : then_state
    logic [INSTRS-1:0]  leaver, leave_ones, successor_ones, join_one, join_after;
    logic [INSTR_W-1:0] successor;

    if (joins | leaves != '0) begin
      leave_ones     = '0;
      successor_ones = '0;
      for (int k = 0; k < LEAVERS; k++) begin
        leaver    = leavers[k*INSTRS +: INSTRS] & members;
        successor = '0;
        if (leaves[k]) leave_ones = leave_ones | leaver;
        if (ul1_fn::sim_gate(leaves[k] & (leaver & followed_q) != '0)) begin
          for (int b = 0; b < INSTR_W; b++) successor[b] = (leaver & behind_q[b]) != '0;
          if (leaves[k] & (leaver & followed_q) != '0) successor_ones = successor_ones
              | (INSTRS'(1) << successor);
        end
      end
      join_one   = joins ? INSTRS'(1) << join_entry : '0;
      join_after = joins ? members & ~followed_q & join_same_warp & ~leave_ones : '0;

      members <= (members & ~leave_ones) | join_one;
      first   <= (first & ~leave_ones) | successor_ones | (join_after == '0 ? join_one : '0);
      if (joins) begin
        followed_q <= (followed_q & ~join_one) | join_after;
        for (int b = 0; b < INSTR_W; b++)
          behind_q[b] <= (behind_q[b] & ~join_after) | (join_after & {INSTRS{join_entry[b]}});
        assert (rst || !ul1_fn::several(64'(join_after)));
      end
    end

    if (rst) begin
      members <= '0;
      first   <= '0;
    end
  end

  logic [INSTR_W-1:0] now_next;

  always @* begin
    behind_now = '0;
    now_next   = '0;
    if (ul1_fn::sim_gate((now_one & members & followed_q) != '0)) begin
      for (int b = 0; b < INSTR_W; b++) now_next[b] = (now_one & behind_q[b]) != '0;
      if ((now_one & members & followed_q) != '0) behind_now = INSTRS'(1) << now_next;
    end
  end

  always @(posedge clk) begin
    if (!rst & (joins | leaves != '0)) begin
      assert ((first & ~members) == '0 && !(joins && members[join_entry]));
      for (int k = 0; k < LEAVERS; k++) begin
        if (leaves[k])
          assert ((leavers[k*INSTRS +: INSTRS] & members & ~first) == '0
                  && !ul1_fn::several(64'(leavers[k*INSTRS +: INSTRS])));
      end
    end
  end

endmodule

`default_nettype wire
