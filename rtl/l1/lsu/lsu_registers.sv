// Computes the registers of a sub-warp, slot by slot: the lane and the register's offset; it is a part of
// lsu. It serves the beats to pull and the words to write.

`default_nettype none

module lsu_registers #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES)
) (
    // The registers are needed; the outputs are zero otherwise (in simulation).
    input  wire logic                            valid,
    // Access width of the instruction.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     width,
    // Sub-warp.
    input  wire logic [ul1_pkg::SUB_W-1:0]       sub,
    // Lane of each slot.
    output logic      [LANES*LANE_W-1:0]         lane,
    // Register of that lane for each slot, counted from the first of the access.
    output logic      [LANES*ul1_pkg::OFS_W-1:0] ofs
);

  // Lane numbers in order, in pairs, in quads; and the topmost bits of each
  function automatic logic [LANES*LANE_W-1:0] every(input int number);
    for (int s = 0; s < LANES; s++) every[s*LANE_W +: LANE_W] = LANE_W'(s / number);
  endfunction

  localparam logic [LANES*LANE_W-1:0] SINGLE = every(1), PAIRS = every(2), QUADS = every(4);
  localparam logic [LANES*LANE_W-1:0] HALF    = {LANES{1'b1, {LANE_W-1{1'b0}}}};
  localparam logic [LANES*LANE_W-1:0] QUARTER = {LANES{2'b01, {LANE_W-2{1'b0}}}};

  always @* begin
    lane = '0;
    ofs  = '0;
    if (ul1_fn::sim_gate(valid)) begin
      case (ul1_fn::words(width))
        3'd1: lane = SINGLE;
        3'd2: begin
          lane = PAIRS | (sub[0] ? HALF : '0);
          ofs  = {LANES/2{4'b01_00}};
        end
        default: begin
          lane = QUADS | (sub[1] ? HALF : '0) | (sub[0] ? QUARTER : '0);
          ofs  = {LANES/4{8'b11_10_01_00}};
        end
      endcase
    end
  end

endmodule

`default_nettype wire
