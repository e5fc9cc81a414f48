// One-hot multiplexer: the word that `one` selects, 0 if it selects none. The select is one-hot, so the depth
// is the logarithm of the number of words; an index would have to be encoded first.

`default_nettype none

module pick #(
    parameter int WORDS  = 4,
    parameter int WORD_W = 8
) (
    // Selects the word: one-hot, or zero for no word.
    input  wire logic [WORDS-1:0]        one,
    // The words, side by side.
    input  wire logic [WORDS*WORD_W-1:0] words,
    // The selected word; 0 if no bit of `one` is set.
    output logic      [WORD_W-1:0]       word
);

  always @* begin
    word = '0;
    if (ul1_fn::sim_gate(one != '0)) begin
      for (int i = 0; i < WORDS; i++) begin
        if (ul1_fn::sim_gate(one[i])) word = word | (words[i*WORD_W +: WORD_W] & {WORD_W{one[i]}});
      end
    end
  end

endmodule

`default_nettype wire
