// The registers of a sub-warp, a part of lsu: for each slot the lane whose register it is, and the register's offset.

`default_nettype none

module lsu_registers #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES)
) (
    input  wire logic                            valid,   // nobody looks if not
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     width,
    input  wire logic [ul1_pkg::SUB_W-1:0]       sub,
    output logic      [LANES*LANE_W-1:0]         lane,
    output logic      [LANES*ul1_pkg::OFS_W-1:0] ofs
);

  // The lanes in order, in twos, in fours; the topmost bits of each
  function automatic logic [LANES*LANE_W-1:0] every(input int number);
    for (int s = 0; s < LANES; s++) every[s*LANE_W +: LANE_W] = LANE_W'(s / number);
  endfunction

  localparam logic [LANES*LANE_W-1:0] SINGLE = every(1), PAIRS = every(2), QUADS = every(4);
  localparam logic [LANES*LANE_W-1:0] HALF    = {LANES{1'b1, {LANE_W-1{1'b0}}}};
  localparam logic [LANES*LANE_W-1:0] QUARTER = {LANES{2'b01, {LANE_W-2{1'b0}}}};

  always @* begin
    lane = '0;
    ofs  = '0;
    if (ul1_fn::worth(valid)) begin
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
