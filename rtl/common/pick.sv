// Of several words side by side the one that a mask names, which has one bit at most; 0 if it has none. (So it takes the
// logarithm of their number, where an index would have to be found first.)

`default_nettype none

module pick #(
    parameter int WORDS  = 4,
    parameter int WORD_W = 8
) (
    input  wire logic [WORDS-1:0]        one,
    input  wire logic [WORDS*WORD_W-1:0] words,
    output logic      [WORD_W-1:0]       word
);

  always @* begin
    word = '0;
    if (ul1_fn::worth(one != '0)) begin
      for (int i = 0; i < WORDS; i++) begin
        if (ul1_fn::worth(one[i])) word = word | (words[i*WORD_W +: WORD_W] & {WORD_W{one[i]}});
      end
    end
  end

endmodule

`default_nettype wire
