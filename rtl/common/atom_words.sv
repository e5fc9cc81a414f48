// Arithmetic of reductions and atomics: the result for each word, from the word that was read and the
// operands. For 64 bits, two neighbouring words are the lower and the upper half of a number.

`default_nettype none

module atom_words #(
    parameter  int WORDS  = 32,
    localparam int WORD_W = ul1_pkg::WORD_W
) (
    // An operation is there; else the results do not matter, and simulation skips them.
    input  wire logic                       valid,
    // Operation; not none.
    input  wire logic [ul1_pkg::ATOM_W-1:0] atom,
    // The operands have 64 bits; they are signed.
    input  wire logic                       wide,
    input  wire logic                       sign,
    // The words that were read.
    input  wire logic [WORDS*WORD_W-1:0]    olds,
    // Operands: the first ones, and the words to store if the first ones of a `cas` fit.
    input  wire logic [WORDS*WORD_W-1:0]    firsts,
    input  wire logic [WORDS*WORD_W-1:0]    seconds,
    // Sums of floats.
    input  wire logic [WORDS*WORD_W-1:0]    float_sums,
    // The results.
    output logic      [WORDS*WORD_W-1:0]    results
);

  logic [WORDS-1:0]  equal;
  logic [WORD_W:0]   sum;  // with the carry out
  logic              carry, less, fits;
  logic [WORD_W-1:0] old, first, second, result, flip;

  always @* begin
    equal   = '0;
    sum     = '0;
    carry   = 1'b0;
    less    = 1'b0;
    fits    = 1'b0;
    old     = '0;
    first   = '0;
    second  = '0;
    result  = '0;
    results = '0;
    flip    = {sign, {WORD_W-1{1'b0}}};
    if (ul1_fn::sim_gate(valid)) begin
      for (int w = 0; w < WORDS; w++) equal[w] = olds[w*WORD_W +: WORD_W] == firsts[w*WORD_W +: WORD_W];
      for (int w = 0; w < WORDS; w++) begin
        old    = olds   [w*WORD_W +: WORD_W];
        first  = firsts [w*WORD_W +: WORD_W];
        second = seconds[w*WORD_W +: WORD_W];
        // The carry of an even word goes to the odd one above it.
        sum    = {1'b0, old} + {1'b0, first} + {{WORD_W{1'b0}}, carry & wide & w[0]};
        carry  = sum[WORD_W];
        less   = (old ^ flip) < (first ^ flip);
        fits   = equal[w] & (equal[w ^ 1] | ~wide);
        case (atom)
          ul1_pkg::ATOM_ADD:  result = sum[WORD_W-1:0];
          ul1_pkg::ATOM_MIN:  result = less ? old : first;
          ul1_pkg::ATOM_MAX:  result = less ? first : old;
          ul1_pkg::ATOM_INC:  result = old < first ? old + 1'b1 : '0;
          ul1_pkg::ATOM_DEC:  result = old == '0 | old > first ? first : old - 1'b1;
          ul1_pkg::ATOM_AND:  result = old & first;
          ul1_pkg::ATOM_OR:   result = old | first;
          ul1_pkg::ATOM_XOR:  result = old ^ first;
          ul1_pkg::ATOM_CAS:  result = fits ? second : old;
          ul1_pkg::ATOM_FADD: result = float_sums[w*WORD_W +: WORD_W];
          default:            result = first;  // exch
        endcase
        results[w*WORD_W +: WORD_W] = result;
      end
    end
  end

endmodule

`default_nettype wire
