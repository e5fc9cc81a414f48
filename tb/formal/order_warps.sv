// Among the instructions of a warp in the new queue, the oldest is the first, and there is one. `behind_now`
// is the successor of an instruction: the next younger one of its warp.

module order_warps (
    input wire clk,
    input wire rst,
    input wire joins,
    input wire [ul1_pkg::INSTR_W-1:0] join_entry, now,
    input wire [1:0] leaves, join_warp,
    input wire [2*ul1_pkg::INSTR_W-1:0] leaver,
    input wire [ul1_pkg::INSTRS-1:0] stale, of_some
);

  localparam int INSTRS = ul1_pkg::INSTRS, INSTR_W = ul1_pkg::INSTR_W;
  wire [INSTRS-1:0] members, first, behind_now;
  wire [INSTRS-1:0] now_one = INSTRS'(1) << now;
  wire [2*INSTRS-1:0] leavers = {INSTRS'(1) << leaver[INSTR_W +: INSTR_W],
                                 INSTRS'(1) << leaver[0 +: INSTR_W]};

  // The warp of each entry
  reg [1:0] warp [0:INSTRS-1];
  reg [INSTRS-1:0] join_same_warp, same_warp_one;
  always @* for (int i = 0; i < INSTRS; i++) join_same_warp[i] = members[i] ? warp[i] == join_warp : stale[i];

  lsu_order #(.LEAVERS(2)) dut (.*);

  // Three of one warp: whether the first is older than the second, and the third between them
  (* anyconst *) reg [INSTR_W-1:0] one, two, mid;
  reg before, one_mid, mid_two;
  always @* for (int i = 0; i < INSTRS; i++) same_warp_one[i] = members[i] && warp[i] == warp[one];

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (one < INSTRS && two < INSTRS && mid < INSTRS && one != two && one != mid && two != mid);
    // Contract: an instruction that joins is not in the queue; one that leaves is the first of its warp
    assume (!joins || (join_entry < INSTRS && !members[join_entry]));
    for (int k = 0; k < 2; k++) assume (leaver[k*INSTR_W +: INSTR_W] < INSTRS
                                        && (!leaves[k] || (leavers[k*INSTRS +: INSTRS] & members & ~first)
                                            == '0));
    if (joins) warp[join_entry] <= join_warp;
    before  <= joins && join_entry == two ? members[one] && warp[one] == join_warp : before && members[one]
               && !(joins && join_entry == one);
    one_mid <= joins && join_entry == mid ? members[one] && warp[one] == join_warp : one_mid && members[one]
               && !(joins && join_entry == one);
    mid_two <= joins && join_entry == two ? members[mid] && warp[mid] == join_warp : mid_two && members[mid]
               && !(joins && join_entry == mid);
    if (!rst) begin
      assert ((first & ~members) == '0);
      if (members[one] && members[two] && warp[one] == warp[two] && before) assert (!first[two]);
      if (same_warp_one != '0 && members[one]) assert ((first & same_warp_one) != '0);
      if (now_one[one] && members[one]) begin
        assert (!ul1_fn::several(64'(behind_now)));
        if (behind_now[two]) assert (members[two] && warp[one] == warp[two] && before);
        if (behind_now[two] && members[mid]) assert (!(one_mid && mid_two));
        if (members[two] && before) assert (behind_now != '0);
      end
      if (!members[now]) assert (behind_now == '0);
    end
  end

endmodule
