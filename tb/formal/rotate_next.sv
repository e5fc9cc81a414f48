// The next entry of a rotation is the first of the set behind the last one, cyclically. The last one is that
// of the last move, and entry 0 after a reset. So a member that stays in the set is next within N moves, and
// each other one is chosen at most once before it.

module rotate_next (
    input wire clk,
    input wire rst,
    input wire [ul1_pkg::INSTRS-1:0] candidates,
    input wire moves
);

  localparam int N = ul1_pkg::INSTRS, N_W = ul1_pkg::INSTR_W;
  wire [N-1:0] next;

  rotate #(.N(N)) dut (.*);

  (* hierconn *) wire [N-1:0] \dut.behind_q ;

  // A member, and another; the last choice, recorded by the bench
  (* anyconst *) reg [N_W-1:0] e, other;
  reg [N_W-1:0] at;
  wire [N_W-1:0] entry = N_W'({ul1_fn::index(64'(next))});
  reg [N_W:0]   times;       // moves since the member is in the set
  reg           passed, begins = 1'b1;

  // Entries from behind the last one up to the member
  wire [N_W:0] ahead = e > at ? (N_W+1)'(e) - at - 1'b1 : (N_W+1)'(e) + N - 1'b1 - at;
  wire [N_W:0] away  = other > at ? (N_W+1)'(other) - at - 1'b1 : (N_W+1)'(other) + N - 1'b1 - at;

  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (e < N && other < N && e != other && (!moves || candidates != '0));
    at     <= rst ? '0 : moves ? entry : at;
    times  <= rst | next[e] & moves | ~candidates[e] ? '0 : times + (N_W+1)'(moves);
    passed <= ~rst & candidates[e] & ~(moves & next[e]) & (passed | (moves & next[other]));
    if (!rst) begin
      assert (\dut.behind_q == N'({N{1'b1}} << at << 1));
      assert ((next & ~candidates) == '0 && !ul1_fn::several(64'(next)) && (next == '0)
              == (candidates == '0));
      if (next[e] && candidates[other]) assert (ahead < away);      // no member of the set is between
      if (candidates[e] && moves) assert (times + 1'b1 < N || next[e]);
      assert (!(passed && candidates[e] && next[other] && moves));
      // Invariants for the prover
      assert (times + ahead < N);
      assert (!passed || ahead < away);
    end
  end

endmodule
