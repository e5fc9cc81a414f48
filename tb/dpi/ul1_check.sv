// Compares a module with the model at each rising edge of clk, using the values before the edge. Every valid
// output is compared, from behind the first cycle with reset on. The first difference is printed and ends the
// simulation by $fatal. With +ul1_go_on the simulation continues, and `differing` counts. The modules
// ul1_check_BLOCK, generated from the tables, wrap this one with the ports of a block.

`default_nettype none

module ul1_check #(
    parameter string NAME  = "",
    parameter int    LANES = 32,
    parameter int    IN    = 1,   // bits
    parameter int    OUT   = 1
) (
    input wire logic           clk,
    input wire logic [IN-1:0]  in,
    input wire logic [OUT-1:0] out
);
  import ul1_dpi_pkg::*;

  localparam int IN_WORDS  = (IN + 31) / 32;
  localparam int OUT_WORDS = (OUT + 31) / 32;
  // differences printed per cycle, and cycles with differences printed, at most
  localparam int TOLD      = 8;

  wire logic [32*IN_WORDS-1:0]  in_words  = (32*IN_WORDS)'(in);
  wire logic [32*OUT_WORDS-1:0] out_words = (32*OUT_WORDS)'(out);

  chandle model;
  longint cycles    = 0;
  int     differing = 0;          // cycles with differences
  string  here;                   // name of this instance

  initial begin
    here = $sformatf("%m");
    model = ul1_dpi_open(NAME, LANES, IN, OUT);
    if (model == null) $fatal(1, "no model of %s with %0d lanes", NAME, LANES);
  end

  always @(posedge clk) begin : compare
    int found;
    for (int i = 0; i < IN_WORDS; i++) ul1_dpi_give(model, i, in_words[32*i +: 32]);
    for (int i = 0; i < OUT_WORDS; i++) ul1_dpi_show(model, i, out_words[32*i +: 32]);
    ul1_dpi_evaluate(model);
    found = ul1_dpi_differences(model);
    if (found != 0 && differing < TOLD) begin
      for (int i = 0; i < found && i < TOLD; i++) $display("%s: cycle %0d: %s", here, cycles,
                                                           ul1_dpi_difference(model, i));
      if (found > TOLD) $display("%s: ... and %0d more", here, found - TOLD);
      if (!$test$plusargs("ul1_go_on")) $fatal(1, "%s differs from the model in cycle %0d", NAME, cycles);
    end
    if (found != 0) differing <= differing + 1;
    ul1_dpi_clock(model);
    cycles <= cycles + 1;
  end

  final $display("%s: %0d cycles, %0d values compared, %0d cycles differ", here, cycles,
                 ul1_dpi_compared(model), differing);

endmodule

`default_nettype wire
