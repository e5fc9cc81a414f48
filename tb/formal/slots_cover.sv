// Over the sub-warps of an instruction, each word of each active lane has one slot. The registers of a slot
// are those of its lane and word.

module slots_cover (
    input wire clk,
    input wire rst,
    input wire [2:0] width,
    input wire [1:0] sub,
    input wire [7:0] active,
    input wire [2:0] slot
);

  wire [7:0] slots, members;
  wire [23:0] lane;
  wire [15:0] ofs;
  wire [23:0] high;
  wire [7:0] half;
  wire [2:0] words = width < ul1_pkg::WIDTH_B64 ? 3'd1 : width == ul1_pkg::WIDTH_B64 ? 3'd2 : 3'd4;

  lsu_slots #(.LANES(8)) dut (.width, .sub, .active, .slots);
  lsu_registers #(.LANES(8)) named (.valid(1'b1), .width, .sub, .matrix(ul1_pkg::MATRIX_NONE), .lane,
                                     .ofs, .high, .half);
  lsu_members #(.LANES(8)) in (.width, .sub, .members);

  // The lane and the word of a slot, by their definition
  wire [2:0] its_lane = words == 1 ? slot : words == 2 ? {sub[0], slot[2:1]} : {sub, slot[2]};
  wire [1:0] its_word = words == 1 ? 2'd0 : words == 2 ? {1'b0, slot[0]} : slot[1:0];

  always @(posedge clk) begin
    assume (sub < words);
    assert (slots[slot] == active[its_lane]);
    assert (lane[slot*3 +: 3] == its_lane && ofs[slot*2 +: 2] == its_word);
    assert (members[its_lane]);
    assert (ul1_fn::ones(32'(members)) * words == 8);
  end

endmodule
