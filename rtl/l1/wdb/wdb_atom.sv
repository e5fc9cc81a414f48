// Arithmetic of atomics, at the banks: combines the words that were read with the words that cross to the
// banks, in stage 2; it is a part of wdb. For 64 bits, two neighbouring banks have the lower and the upper
// word of a lane. Any other store passes unchanged.

`default_nettype none

module wdb_atom #(
    parameter  int LANES = 32,
    localparam int BANKS = ul1_pkg::banks(LANES),
    localparam int SWAPS = ul1_pkg::swaps(LANES)
) (
    input  wire logic                             clk,
    input  wire logic                             rst,

    // ---- From arb: the pass in stage 1
    // A pass is in stage 1.
    input  wire logic                             pass_valid,
    // Operation of the stage-1 atomic or lock pass; none for any other pass.
    input  wire logic [ul1_pkg::ATOM_W-1:0]       pass_atom,
    // Access width of the stage-1 pass; valid with `pass_valid`.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]      pass_width,
    // The stage-1 pass sign-extends 8 and 16 bit loads; valid with `pass_valid`.
    input  wire logic                             pass_signed,

    // ---- From data and dxbar, in stage 2
    // Word read from each bank, in stage 2, with the bytes that the WDB forwards; old words in its place, if
    // the pass returns these; valid where `read_valid` is set.
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0] read_data,
    // Word that the stage-2 store writes in each bank; valid where `cross_be` is set.
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0] cross_data,
    // Second operand of the stage-2 atomic `cas` in each bank: the word to store if the first one fits;
    // zero for any other pass.
    input  wire logic [SWAPS*ul1_pkg::WORD_W-1:0] cross_swap,

    // ---- To wdb_words
    // Word that the entry of the stage-2 store gets from each bank; valid where `cross_be` is set.
    output logic      [BANKS*ul1_pkg::WORD_W-1:0] s2_words
);

  localparam int WORD_W = ul1_pkg::WORD_W;
  localparam int ATOM_W = ul1_pkg::ATOM_W;

  logic [ATOM_W-1:0] s2_atom;
  logic              s2_wide;  // the operands have 64 bits
  logic              s2_signed;

  always_ff @(posedge clk) begin
    s2_atom <= rst ? ul1_pkg::ATOM_NONE : pass_atom;
    if (pass_valid) begin
      s2_wide   <= pass_width == (pass_atom == ul1_pkg::ATOM_CAS ? ul1_pkg::WIDTH_B128 : ul1_pkg::WIDTH_B64);
      s2_signed <= pass_signed;
    end
  end

  // Sums of floats
  logic [BANKS*WORD_W-1:0] float_sums;

  if (ul1_pkg::ATOMICS > 1) begin : g_float
    for (genvar b = 0; b < BANKS; b++) begin : g_bank
      wdb_float_add u_add (
          .a(read_data[b*WORD_W +: WORD_W]), .b(cross_data[b*WORD_W +: WORD_W]),
          .sum(float_sums[b*WORD_W +: WORD_W])
      );
    end
  end else begin : g_none
    assign float_sums = '0;
  end

  // The results; any other store passes unchanged.
  logic [BANKS*WORD_W-1:0] results;

  atom_words #(.WORDS(BANKS)) u_words (
      .valid (s2_atom != ul1_pkg::ATOM_NONE), .atom (s2_atom), .wide (s2_wide), .sign (s2_signed),
      .olds (read_data), .firsts (cross_data), .seconds (cross_swap), .float_sums, .results
  );

  assign s2_words = s2_atom != ul1_pkg::ATOM_NONE ? results : cross_data;

endmodule

`default_nettype wire
