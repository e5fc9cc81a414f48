// Wraps the model as a module. Outputs follow inputs, and a clock edge advances the state with the inputs
// before it. The modules ul1_model_BLOCK, generated from the tables, wrap this one with the ports of a block.

`default_nettype none

module ul1_model #(
    parameter string NAME  = "",
    parameter int    LANES = 32,
    parameter int    IN    = 1,   // bits
    parameter int    OUT   = 1
) (
    input  wire logic           clk,
    input  wire logic [IN-1:0]  in,
    output wire logic [OUT-1:0] out
);
  import ul1_dpi_pkg::*;

  localparam int IN_WORDS  = (IN + 31) / 32;
  localparam int OUT_WORDS = (OUT + 31) / 32;

  wire logic [32*IN_WORDS-1:0]  in_words = (32*IN_WORDS)'(in);
  // verilator lint_off UNUSEDSIGNAL
  logic      [32*OUT_WORDS-1:0] out_words;
  // verilator lint_on UNUSEDSIGNAL

  assign out = out_words[OUT-1:0];

  chandle model;
  logic   moved = 1'b0;           // toggles when the state advances

  initial begin
    model = ul1_dpi_open(NAME, LANES, IN, OUT);
    if (model == null) $fatal(1, "no model of %s with %0d lanes", NAME, LANES);
    moved = 1'b1;
  end

  // Combinational, though it is called on changes: the state that it depends on is not a variable here.
  // verilator lint_off BLKSEQ
  always @(in_words or moved) if (model != null) begin
    for (int i = 0; i < IN_WORDS; i++) ul1_dpi_give(model, i, in_words[32*i +: 32]);
    ul1_dpi_evaluate(model);
    for (int i = 0; i < OUT_WORDS; i++) out_words[32*i +: 32] = ul1_dpi_outputs(model, i);
  end
  // verilator lint_on BLKSEQ

  always @(posedge clk) begin
    ul1_dpi_clock(model);
    moved <= !moved;
  end

endmodule

`default_nettype wire
