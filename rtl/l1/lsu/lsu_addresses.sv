// Expands lane addresses to slot addresses: a part of lsu. Each lane of the sub-warp has one slot for each of
// its words. A lane of several words is aligned to all of them, as misaligned instructions have failed
// before; so the offset is ORed.

`default_nettype none

module lsu_addresses #(
    parameter  int LANES  = 32,
    localparam int ADDR_W = ul1_pkg::addr_w(LANES)
) (
    // The addresses are needed; the outputs are zero otherwise (in simulation).
    input  wire logic                        valid,
    // Access width of the instruction.
    input  wire logic [ul1_pkg::WIDTH_W-1:0] width,
    // Sub-warp.
    input  wire logic [ul1_pkg::SUB_W-1:0]   sub,
    // Array byte address of each lane.
    input  wire logic [LANES*ADDR_W-1:0]     lanes,
    // Array byte address of each slot of the sub-warp.
    output logic      [LANES*ADDR_W-1:0]     slots
);

  localparam int WORD_BYTES = ul1_pkg::WORD_BYTES;
  localparam int HALF_W     = LANES/2*ADDR_W;  // lanes of a sub-warp with two words a lane
  localparam int QUARTER_W  = LANES/4*ADDR_W;  // lanes of a sub-warp with four words a lane

  logic [HALF_W-1:0]    half;
  logic [QUARTER_W-1:0] quarter;

  always @* begin
    slots   = '0;
    half    = '0;
    quarter = '0;
    if (ul1_fn::sim_gate(valid)) begin
      case (ul1_fn::words(width))
        3'd1: slots = lanes;
        3'd2: begin
          half = sub[0] ? lanes[HALF_W +: HALF_W] : lanes[0 +: HALF_W];
          for (int s = 0; s < LANES; s++) begin
            slots[s*ADDR_W +: ADDR_W] = half[s/2*ADDR_W +: ADDR_W] | ADDR_W'(s % 2 * WORD_BYTES);
          end
        end
        default: begin
          half    = sub[1] ? lanes[HALF_W +: HALF_W] : lanes[0 +: HALF_W];
          quarter = sub[0] ? half[QUARTER_W +: QUARTER_W] : half[0 +: QUARTER_W];
          for (int s = 0; s < LANES; s++) begin
            slots[s*ADDR_W +: ADDR_W] = quarter[s/4*ADDR_W +: ADDR_W] | ADDR_W'(s % 4 * WORD_BYTES);
          end
        end
      endcase
    end
  end

endmodule

`default_nettype wire
