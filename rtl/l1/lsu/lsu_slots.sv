// Expands active lanes to active slots of a sub-warp: a part of lsu. With W words a lane, slot s is word s
// mod W of the sub-warp's lane s div W.
//
// In the whole unit a branch on the width is taken for an access as a whole, never for a single slot.

`default_nettype none

module lsu_slots #(
    parameter int LANES = 32
) (
    // Access width of the instruction.
    input  wire logic [ul1_pkg::WIDTH_W-1:0] width,
    // Sub-warp.
    input  wire logic [ul1_pkg::SUB_W-1:0]   sub,
    // Active lanes of the instruction.
    input  wire logic [LANES-1:0]            active,
    // Active slots of the sub-warp.
    output logic      [LANES-1:0]            slots
);

  localparam int HALF_LANES    = LANES/2;  // lanes of a sub-warp with two words a lane
  localparam int QUARTER_LANES = LANES/4;  // lanes of a sub-warp with four words a lane

  logic [ul1_pkg::SUB_W:0] words;
  assign words = ul1_fn::words(width);

  // Half and quarter of the lanes that belong to the sub-warp, the quarter in two steps
  logic [HALF_LANES-1:0]    half, its_half;
  logic [QUARTER_LANES-1:0] quarter;

  always @* begin
    slots    = active;
    half     = '0;
    its_half = '0;
    quarter  = '0;
    if (words == 3'd2) begin
      half = sub[0] ? active[HALF_LANES +: HALF_LANES] : active[0 +: HALF_LANES];
      for (int i = 0; i < HALF_LANES; i++) slots[i*2 +: 2] = {2{half[i]}};
    end
    if (words == 3'd4) begin
      its_half = sub[1] ? active[HALF_LANES +: HALF_LANES] : active[0 +: HALF_LANES];
      quarter  = sub[0] ? its_half[QUARTER_LANES +: QUARTER_LANES] : its_half[0 +: QUARTER_LANES];
      for (int i = 0; i < QUARTER_LANES; i++) slots[i*4 +: 4] = {4{quarter[i]}};
    end
  end

endmodule

`default_nettype wire
