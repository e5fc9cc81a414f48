// A rotation: of some, as a set, the next behind the one that was last, cyclically. After a reset entry 0 was last.

`default_nettype none

module rotate #(
    parameter int N = 48
) (
    input  wire logic         clk,
    input  wire logic         rst,
    input  wire logic [N-1:0] some,
    output logic      [N-1:0] next,    // as a set of one, or none
    input  wire logic         moves    // that is the last from now on
);

  logic [N-1:0] behind, from;

  next_in #(.N(N)) u_next (.some, .behind, .next, .from);

  always_ff @(posedge clk) begin
    if (rst)        behind <= {{(N-1){1'b1}}, 1'b0};
    else if (moves) behind <= from << 1;
  end

endmodule

`default_nettype wire
