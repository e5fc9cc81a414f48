// A kind that is ready, of the four, is passed by one of each other kind at most, if it stays ready; and in a cycle without another
// pass something goes.

module next_turns (
    input wire clk,
    input wire rst,
    input wire fresh_ready, fresh_store, ready_load, ready_store, ready_flush, grant, other,
    input wire [ul1_pkg::PT-1:0] turn, blocked, pt_null, fence_done
);

  wire [ul1_pkg::PT-1:0] ready;
  wire cand_new, cand_store, cand_cached, cand_flush, sel_fresh, sel_load, sel_store, plain_goes;
  wire sel_new = cand_new & grant & ~other;         // the arbiter lets it in, unless another is first
  wire req_valid = sel_new | other;

  lsu_next dut (.*);

  // Of each kind: passes by the others while it waits
  wire [3:0] can  = {ready != '0, ready_store, ready_load, fresh_ready};
  wire [3:0] went = {plain_goes, sel_store, sel_load, sel_fresh};
  reg  [3:0] could;
  reg  [2:0] passed [0:15];      // [kind*4 + other kind]
  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    could  <= rst ? '0 : can & ~went;
    assume ((could & ~can) == '0);      // fairness: a kind that is ready stays so
    for (int k = 0; k < 4; k++) begin
      for (int o = 0; o < 4; o++) passed[k*4+o] <= rst | went[k] | ~can[k] ? '0 : passed[k*4+o] + 3'(went[o] && !&passed[k*4+o]);
    end
    if (!rst) begin
      assert ((went & ~can) == '0 && !ul1_fn::several(64'(went)));
      for (int k = 0; k < 4; k++) for (int o = 0; o < 4; o++) if (o != k) assert (passed[k*4+o] <= 3'd1);
      if (grant & ~other & can != '0) assert (went != '0);
      assert (cand_cached == (cand_new & cand_cached) && !(cand_flush & ~cand_cached));
    end
  end

endmodule
