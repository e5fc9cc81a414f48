// A rotation: of some, as a set, the first behind the one that was last, cyclically. After a reset entry 0 was last.

`default_nettype none

module rotate #(
    parameter int N = 48
) (
    input  wire logic         clk,
    input  wire logic         rst,
    input  wire logic [N-1:0] some,
    output logic      [N-1:0] next,    // as a set of one, or none
    input  wire logic         moves,   // the last is this one from now on, a set of one
    input  wire logic [N-1:0] last
);

  logic [N-1:0] behind, rather;

  always @* begin
    rather = '0;
    next   = '0;
    if (ul1_fn::worth(some != '0)) begin
      rather = some & behind;
      next   = rather != '0 ? N'({ul1_fn::first(64'(rather))}) : N'({ul1_fn::first(64'(some))});
    end
  end

  always_ff @(posedge clk) begin
    if (rst)        behind <= {{(N-1){1'b1}}, 1'b0};
    else if (moves) behind <= ~(last | (last - 1'b1));
  end

endmodule

`default_nettype wire
