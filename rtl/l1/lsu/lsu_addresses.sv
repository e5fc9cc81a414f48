// The addresses of slots, a part of lsu: those of a sub-warp's lanes, each once for each of its words. (A lane of several
// words is aligned to all of them; what is not has failed when it was taken.)

`default_nettype none

module lsu_addresses #(
    parameter  int LANES  = 32,
    localparam int ADDR_W = ul1_pkg::addr_w(LANES)
) (
    input  wire logic                         valid,   // nobody looks if not
    input  wire logic [ul1_pkg::WIDTH_W-1:0]  width,
    input  wire logic [ul1_pkg::SUB_W-1:0]    sub,
    input  wire logic [LANES*ADDR_W-1:0]      lanes,
    output logic      [LANES*ADDR_W-1:0]      slots
);

  localparam int WORD_BYTES = ul1_pkg::WORD_BYTES;
  localparam int HALF_W     = LANES/2*ADDR_W;   // of the lanes of a sub-warp of two words a lane,
  localparam int QUARTER_W  = LANES/4*ADDR_W;   // and of four

  logic [HALF_W-1:0]    half;
  logic [QUARTER_W-1:0] quarter;

  always @* begin
    slots   = '0;
    half    = '0;
    quarter = '0;
    if (ul1_fn::worth(valid)) begin
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
