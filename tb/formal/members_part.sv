// The sub-warps of an instruction partition its lanes, in order. All lanes of a word are in one sub-warp.

module members_part (
    input wire clk,
    input wire rst,
    input wire [ul1_pkg::WIDTH_W-1:0] width,
    input wire [1:0] sub,
    input wire [2:0] lane
);

  wire [7:0] members;
  lsu_members #(.LANES(8)) dut (.*);

  // Lanes of a sub-warp: 8, 4 or 2
  wire [2:0] its = width == ul1_pkg::WIDTH_B64 ? {2'b0, lane[2]} : width == ul1_pkg::WIDTH_B128
                   ? {1'b0, lane[2:1]} : 3'd0;
  always @(posedge clk) begin
    assume (width <= ul1_pkg::WIDTH_B128 && sub < ul1_fn::words(width));
    assert (members[lane] == (sub == its));
  end

endmodule
