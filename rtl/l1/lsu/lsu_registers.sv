// The registers of a sub-warp, a part of lsu: for each slot the lane whose register it is, and the register's offset.

`default_nettype none

module lsu_registers #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES)
) (
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     width,
    input  wire logic [ul1_pkg::SUB_W-1:0]       sub,
    output logic      [LANES*LANE_W-1:0]         lane,
    output logic      [LANES*ul1_pkg::OFS_W-1:0] ofs
);

  always @* begin
    lane = '0;
    case (ul1_fn::words(width))
      3'd1: begin
        for (int s = 0; s < LANES; s++) lane[s*LANE_W +: LANE_W] = LANE_W'(s);
        ofs = '0;
      end
      3'd2: begin
        for (int s = 0; s < LANES; s++) lane[s*LANE_W +: LANE_W] = {sub[0], (LANE_W-1)'(s/2)};
        ofs = {LANES/2{4'b01_00}};
      end
      default: begin
        for (int s = 0; s < LANES; s++) lane[s*LANE_W +: LANE_W] = {sub, (LANE_W-2)'(s/4)};
        ofs = {LANES/4{8'b11_10_01_00}};
      end
    endcase
  end

endmodule

`default_nettype wire
