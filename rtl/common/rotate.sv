// Round-robin arbiter: the next candidate behind the last one, cyclically. After a reset entry 0 counts as
// the last.

`default_nettype none

module rotate #(
    parameter int N = 48
) (
    input  wire logic         clk,
    input  wire logic         rst,
    // Candidates, one bit each, in this cycle.
    input  wire logic [N-1:0] candidates,
    // Selected candidate, one-hot; zero if there is no candidate.
    output logic      [N-1:0] next,
    // The selected candidate becomes the last one at the end of this cycle.
    input  wire logic         moves
);

  logic [N-1:0] behind_q, from;

  next_in #(.N(N)) u_next (.candidates, .behind(behind_q), .next, .from);

  always_ff @(posedge clk) begin
    if (rst)        behind_q <= {{(N-1){1'b1}}, 1'b0};
    else if (moves) behind_q <= from << 1;
  end

endmodule

`default_nettype wire
