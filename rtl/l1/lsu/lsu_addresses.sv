// The addresses of slots, a part of lsu: those of a sub-warp's lanes, each once for each of its words.

`default_nettype none

module lsu_addresses #(
    parameter  int LANES  = 32,
    localparam int ADDR_W = ul1_pkg::addr_w(LANES)
) (
    input  wire logic                         valid,   // zero if not, for the sake of simulation
    input  wire logic [ul1_pkg::WIDTH_W-1:0]  width,
    input  wire logic [ul1_pkg::SUB_W-1:0]    sub,
    input  wire logic [LANES*ADDR_W-1:0]      lanes,
    output logic      [LANES*ADDR_W-1:0]      slots
);

  localparam int WORD_BYTES = ul1_pkg::WORD_BYTES;
  localparam int HALF_W     = LANES/2*ADDR_W;   // of the lanes of a sub-warp of two words a lane,
  localparam int QUARTER_W  = LANES/4*ADDR_W;   // and of four

  logic [ul1_pkg::SUB_W:0]   words;
  logic [LANES*ADDR_W-1:0]   single;
  logic [HALF_W-1:0]         half;
  logic [QUARTER_W-1:0]      quarter;
  logic [LANES*ADDR_W-1:0]   pairs, quads;

  assign words   = ul1_fn::words(width);
  assign single  = valid ? lanes : '0;
  assign half    = (words == 3'd2 ? sub[0] : sub[1]) ? single[HALF_W +: HALF_W] : single[0 +: HALF_W];
  assign quarter = sub[0] ? half[QUARTER_W +: QUARTER_W] : half[0 +: QUARTER_W];

  always @* begin
    pairs = '0;
    if (words == 3'd2) begin
      for (int s = 0; s < LANES; s++) begin
        pairs[s*ADDR_W +: ADDR_W] = half[s/2*ADDR_W +: ADDR_W] + ADDR_W'(s % 2 * WORD_BYTES);
      end
    end
  end

  always @* begin
    quads = '0;
    if (words == 3'd4) begin
      for (int s = 0; s < LANES; s++) begin
        quads[s*ADDR_W +: ADDR_W] = quarter[s/4*ADDR_W +: ADDR_W] + ADDR_W'(s % 4 * WORD_BYTES);
      end
    end
  end

  assign slots = words == 3'd1 ? single : words == 3'd2 ? pairs : quads;

endmodule

`default_nettype wire
