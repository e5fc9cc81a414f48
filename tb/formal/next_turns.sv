// Among the kinds that are ready, the least recently granted goes first. After a reset the order is that of
// their numbers. So a kind that stays ready is passed by each other kind at most once, by five in all. Nulls
// and fences become visible one cycle late, so they may be passed once more. In a cycle without a readout or
// command an access is granted if any is ready.
//
// A replay, a load of shared memory, or a line of a load that was the candidate and was blocked has an
// outstanding grant. Until one of its kind has entered, no line of a store enters, and no line of a load of
// another kind.

module next_turns (
    input wire clk,
    input wire rst,
    input wire load_ready, store_ready, load_unissued, store_unissued, line_load, line_store, line_flush,
        line_replay, wordless,
    input wire hit_reserves, credit_cached, closed,
    input wire [ul1_pkg::INSTRS-1:0] at_head, instr_null, over
);

  localparam int KINDS = 6, POOL_LOAD = 0, POOL_STORE = 1, LOAD = 2, STORE = 3, REPLAY = 4, PLAIN = 5;
  wire [ul1_pkg::INSTRS-1:0] ready;
  wire cand_valid, cand_replay, cand_remainder, cand_store, cand_cached, cand_flush, sel_pool_load,
      sel_pool_store, sel_load, sel_store, sel_replay, plain_issues;
  wire sel_valid = cand_valid & ~closed;            // the arbiter admits it (arb_turns)

  lsu_next dut (.*);

  // For each kind, whether one is ready and whether it is granted; the outstanding grants, computed by the
  // bench
  reg waits, displaced_replay, displaced_load, displaced_line;
  wire displaced  = displaced_replay | displaced_load;
  wire plain = ready != '0;
  wire [KINDS-1:0] can  = {waits, line_replay & (hit_reserves | wordless), line_store & credit_cached
                           & ~displaced
                           & ~displaced_line, line_load & hit_reserves & ~displaced,
                           store_ready, load_ready};
  wire [KINDS-1:0] went = {plain_issues, sel_replay, sel_store, sel_load, sel_pool_store, sel_pool_load};
  wire cand_shared = cand_valid & ~cand_replay & ~cand_cached;

  // Row k: kinds granted since kind k was; those granted while it was ready, and how often
  reg [KINDS-1:0] since [0:KINDS-1];
  reg [KINDS-1:0] passed [0:KINDS-1];
  reg [2:0] times [0:KINDS-1];
  reg [2:0] plain_times;         // grants of others while a null or a fence waits
  reg begins = 1'b1;

  // Names within the module
  (* hierconn *) wire [KINDS-1:0] \dut.older_q[0] , \dut.older_q[1] , \dut.older_q[2] , \dut.older_q[3] ,
      \dut.older_q[4] , \dut.older_q[5] ;
  wire [KINDS*KINDS-1:0] older = {\dut.older_q[5] , \dut.older_q[4] , \dut.older_q[3] , \dut.older_q[2] ,
                                  \dut.older_q[1] , \dut.older_q[0] };

  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    waits       <= ~rst & plain;
    displaced_replay <= ~rst & (cand_replay ? closed : displaced_replay);
    displaced_load   <= ~rst & (cand_shared & ~cand_store ? closed : displaced_load);
    displaced_line   <= ~rst & (cand_cached & ~cand_store & ~cand_flush ? closed : displaced_line);
    for (int k = 0; k < KINDS; k++) begin
      since[k]  <= rst ? KINDS'(-(2 << k)) : went[k] ? '0 : since[k] | went;
      passed[k] <= rst | went[k] | ~can[k] ? '0 : passed[k] | went;
      times[k]  <= rst | went[k] | ~can[k] ? '0 : times[k] + 3'(went != '0);
    end
    plain_times <= rst | plain_issues | ~plain ? '0 : plain_times + 3'(went != '0 && !&plain_times);
    if (!rst) begin
      assert ((went & ~({plain, 5'd0} | can)) == '0 && !ul1_fn::several(64'(went)));
      for (int k = 0; k < KINDS; k++) begin
        // Least recently granted
        if (went[k] && can != '0) assert ((can & ~since[k] & ~(KINDS'(1) << k)) == '0);
        // Passed at most once by each, so at most five times
        if (can[k]) assert ((passed[k] & went) == '0 && times[k] + 3'(went != '0 && !went[k]) <= 3'd5);
      end
      if (plain) assert (plain_times <= 3'd6);
      // Nulls and fences are granted in their turn, or when no other kind is
      if (plain_issues) assert (!cand_valid);
      if (plain && !cand_valid) assert (plain_issues);
      // One is granted
      if (!closed && can[PLAIN-1:0] != '0) assert (went != '0 || waits);
      if (!closed && can[PLAIN-1:0] != '0 && plain) assert (went != '0);
      // Outstanding grants
      if (displaced) assert (!sel_load && !sel_store);
      if (displaced_line) assert (!sel_store);
      // Kind of the candidate
      assert (!closed || went[PLAIN-1:0] == '0);
      assert (cand_valid || !(cand_replay | cand_remainder | cand_cached | cand_store | cand_flush));
      assert (!(cand_replay & cand_cached) && !(cand_remainder & ~cand_shared)
              && !(cand_flush & (cand_store | ~cand_cached)));
      if (sel_pool_load)  assert (cand_shared && !cand_store && cand_remainder == !load_unissued);
      if (sel_pool_store) assert (cand_shared && cand_store && cand_remainder == !store_unissued);
      if (sel_load)   assert (cand_cached && !cand_store && !cand_flush);
      if (sel_store)  assert (cand_cached && cand_flush == line_flush && cand_store == !line_flush);
      if (sel_replay) assert (cand_replay);
      // Invariants for the prover
      for (int k = 0; k < KINDS; k++) begin
        assert (!since[k][k]);
        for (int o = 0; o < k; o++) assert (since[k][o] != since[o][k]);
        for (int o = 0; o < KINDS; o++) assert (older[k*KINDS + o] == (o != k && !since[k][o]));
        assert ((passed[k] & ~since[k]) == '0 && times[k] == 3'(ul1_fn::ones(32'(passed[k]))));
      end
    end
  end

endmodule
