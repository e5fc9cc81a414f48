// A sub-warp, a part of lsu: which lanes it has, and which of its slots are active. A sub-warp's words lie in slot order: with
// W words a lane, slot s is word s mod W of the sub-warp's lane number s div W.
//
// Here and in the whole unit, branches on the width are branches for an access as a whole, never for a single slot.

`default_nettype none

module lsu_slots #(
    parameter int LANES = 32
) (
    input  wire logic [ul1_pkg::WIDTH_W-1:0] width,
    input  wire logic [ul1_pkg::SUB_W-1:0]   sub,
    output logic      [LANES-1:0]            members,   // the lanes of the sub-warp

    input  wire logic [LANES-1:0]            lanes,     // those that are active
    output logic      [LANES-1:0]            slots      // the slots of those of them that are members
);

  logic [ul1_pkg::SUB_W:0] words;
  assign words = ul1_fn::words(width);

  always @* begin
    case (words)
      3'd1:    members = '1;
      3'd2:    members = {{LANES/2{sub[0]}}, {LANES/2{~sub[0]}}};
      default: members = {{LANES/4{sub == 2'd3}}, {LANES/4{sub == 2'd2}}, {LANES/4{sub == 2'd1}}, {LANES/4{sub == 2'd0}}};
    endcase
  end

  // The half and the quarter of the lanes that are members
  logic [LANES/2-1:0] half, upper_half;
  logic [LANES/4-1:0] quarter;

  assign half       = sub[0] ? lanes[LANES/2 +: LANES/2] : lanes[0 +: LANES/2];
  assign upper_half = sub[1] ? lanes[LANES/2 +: LANES/2] : lanes[0 +: LANES/2];
  assign quarter    = sub[0] ? upper_half[LANES/4 +: LANES/4] : upper_half[0 +: LANES/4];

  always @* begin
    slots = lanes;
    if (words == 3'd2) begin
      for (int i = 0; i < LANES/2; i++) slots[i*2 +: 2] = {2{half[i]}};
    end
    if (words == 3'd4) begin
      for (int i = 0; i < LANES/4; i++) slots[i*4 +: 4] = {4{quarter[i]}};
    end
  end

endmodule

`default_nettype wire
