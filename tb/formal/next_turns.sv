// Whoever of the three kinds is ready is passed by one of each other kind at most, if it stays ready; and in a cycle without another
// pass something goes.

module next_turns (
    input wire clk,
    input wire rst,
    input wire fresh_ready, fresh_store, ready_line, ready_store, ready_flush, grant, other,
    input wire [ul1_pkg::PT-1:0] turn, blocked, pt_null, fence_done
);

  wire [ul1_pkg::PT-1:0] ready;
  wire cand_new, cand_store, cand_cached, cand_flush, sel_fresh, sel_line, plain_goes;
  wire sel_new = cand_new & grant & ~other;         // the arbiter lets it in, unless somebody else is first
  wire req_valid = sel_new | other;

  lsu_next dut (.*);

  // Of each kind: passes by the others while it waits
  wire [2:0] can  = {ready != '0, ready_line, fresh_ready};
  wire [2:0] went = {plain_goes, sel_line, sel_fresh};
  reg  [2:0] could;
  reg  [2:0] passed [0:8];       // [kind*3 + other kind]
  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    could  <= rst ? '0 : can & ~went;
    assume ((could & ~can) == '0);      // fairness: who is ready stays so
    for (int k = 0; k < 3; k++) begin
      for (int o = 0; o < 3; o++) passed[k*3+o] <= rst | went[k] | ~can[k] ? '0 : passed[k*3+o] + 3'(went[o] && !&passed[k*3+o]);
    end
    if (!rst) begin
      assert ((went & ~can) == '0 && !ul1_fn::several(64'(went)));
      for (int k = 0; k < 3; k++) for (int o = 0; o < 3; o++) if (o != k) assert (passed[k*3+o] <= (k == 2 ? 3'd2 : 3'd1));
      if (grant & ~other & can != '0) assert (went != '0);
      assert (cand_cached == (cand_new & cand_cached) && !(cand_flush & ~cand_cached));
    end
  end

endmodule
