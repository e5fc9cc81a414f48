// Computes the lanes of a sub-warp, active or not: a part of lsu.

`default_nettype none

module lsu_members #(
    parameter int LANES = 32
) (
    // Access width of the instruction.
    input  wire logic [ul1_pkg::WIDTH_W-1:0] width,
    // Sub-warp.
    input  wire logic [ul1_pkg::SUB_W-1:0]   sub,
    // Lanes of the sub-warp, active or not.
    output logic      [LANES-1:0]            members
);

  localparam int HALF_LANES    = LANES/2;  // lanes of a sub-warp with two words a lane
  localparam int QUARTER_LANES = LANES/4;  // lanes of a sub-warp with four words a lane

  logic [ul1_pkg::SUB_W:0] words;
  assign words = ul1_fn::words(width);

  always @* begin
    case (words)
      3'd1:    members = '1;
      3'd2:    members = {{HALF_LANES{sub[0]}}, {HALF_LANES{~sub[0]}}};
      default: members = {{QUARTER_LANES{sub == 2'd3}}, {QUARTER_LANES{sub == 2'd2}},
                          {QUARTER_LANES{sub == 2'd1}}, {QUARTER_LANES{sub == 2'd0}}};
    endcase
  end

endmodule

`default_nettype wire
