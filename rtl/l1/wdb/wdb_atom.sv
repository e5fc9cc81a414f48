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

  logic [BANKS-1:0] equal;
  logic [WORD_W:0]  sum;  // with the carry out
  logic             carry, less, fits;
  logic [WORD_W-1:0] old, first, second, result, flip;

  always @* begin
    s2_words = cross_data;
    equal    = '0;
    sum      = '0;
    carry    = 1'b0;
    less     = 1'b0;
    fits  = 1'b0;
    old      = '0;
    first    = '0;
    second   = '0;
    result   = '0;
    flip     = {s2_signed, {WORD_W-1{1'b0}}};
    if (s2_atom != ul1_pkg::ATOM_NONE) begin
      for (int b = 0; b < BANKS; b++)
        equal[b] = read_data[b*WORD_W +: WORD_W] == cross_data[b*WORD_W +: WORD_W];
      for (int b = 0; b < BANKS; b++) begin
        old     = read_data [b*WORD_W +: WORD_W];
        first   = cross_data[b*WORD_W +: WORD_W];
        second  = cross_swap[b*WORD_W +: WORD_W];
        // The carry of an even bank goes to the odd one above it.
        sum     = {1'b0, old} + {1'b0, first} + {{WORD_W{1'b0}}, carry & s2_wide & b[0]};
        carry   = sum[WORD_W];
        less    = (old ^ flip) < (first ^ flip);
        fits = equal[b] & (equal[b ^ 1] | ~s2_wide);
        case (s2_atom)
          ul1_pkg::ATOM_ADD:  result = sum[WORD_W-1:0];
          ul1_pkg::ATOM_MIN:  result = less ? old : first;
          ul1_pkg::ATOM_MAX:  result = less ? first : old;
          ul1_pkg::ATOM_INC:  result = old < first ? old + 1'b1 : '0;
          ul1_pkg::ATOM_DEC:  result = old == '0 | old > first ? first : old - 1'b1;
          ul1_pkg::ATOM_AND:  result = old & first;
          ul1_pkg::ATOM_OR:   result = old | first;
          ul1_pkg::ATOM_XOR:  result = old ^ first;
          ul1_pkg::ATOM_CAS:  result = fits ? second : old;
          ul1_pkg::ATOM_FADD: result = float_sums[b*WORD_W +: WORD_W];
          default:            result = first;  // exch
        endcase
        s2_words[b*WORD_W +: WORD_W] = result;
      end
    end
  end

endmodule

`default_nettype wire
