// A pool entry that is ready is passed only by entries of its kind, loads or stores, that joined, or had a
// pass, before it. An access whose pass leaves lanes over moves behind all others. So each other entry passes
// it at most once, whatever leaves that entry and joins there. An entry that has its slots, its beat and no
// pause stays ready until it is selected. If a load is ready, one is selected; the same holds for stores: the
// order is total and has no cycle.
//
// No fairness is assumed. A pass counts only in a cycle in which the waiting entry could be selected itself,
// however often it could not in between.

module pool_turns (
    input wire clk,
    input wire rst,
    input wire [ul1_pkg::HOME_W-1:0] home,
    input wire [ul1_pkg::IV_W-1:0] interval,
    input wire others, joins, join_unissued, join_behind, join_last, join_store, join_signed, credit_shared,
    input wire join_busy, load_reserves, leaves, goes_store, split_more,
    input wire [ul1_pkg::WARP_W-1:0] join_warp,
    input wire [ul1_pkg::INSTR_W-1:0] join_entry,
    input wire [ul1_pkg::SUB_W-1:0] join_sub,
    input wire [ul1_pkg::WIDTH_W-1:0] join_width,
    input wire [ul1_pkg::INTAKE_W-1:0] join_beat,
    input wire [7:0] join_mask, split_mask
);

  localparam int LANES = 8, POOL = ul1_pkg::POOL, POOL_W = ul1_pkg::POOL_W, ADDR_W = ul1_pkg::addr_w(LANES);
  wire place_free, same_warp_full, load_ready, store_ready, load_unissued, store_unissued;
  wire pool_lacks, picked_alone, picked_last, picked_store, picked_signed, remainder_stays, leaves_over,
      remainder_valid;
  wire [ul1_pkg::INSTR_W-1:0] picked_entry;
  wire [ul1_pkg::SUB_W-1:0] picked_sub, remainder_sub;
  wire [ul1_pkg::IV_W-1:0] left_wait;
  wire [ul1_pkg::WARP_W-1:0] picked_warp;
  wire [ul1_pkg::WIDTH_W-1:0] picked_width;
  wire [ul1_pkg::INTAKE_W-1:0] picked_beat;
  wire [LANES-1:0] picked_mask, picked_left, remainder_mask;
  wire [LANES*ADDR_W-1:0] picked_addr;
  wire [ul1_pkg::ID_W-1:0] remainder_id;
  wire [ul1_pkg::INSTRS-1:0] choice_unissued;

  // contract: an access that enters is ready (next_turns)
  wire sel_pool_load  = load_ready & leaves & ~goes_store;
  wire sel_pool_store = store_ready & leaves & goes_store;

  lsu_pool #(.LANES(LANES)) dut (.*, .join_addr({LANES*ADDR_W{1'b0}}));

  // Names within the module
  (* hierconn *) wire [POOL-1:0] \dut.used_q , \dut.unissued_q , \dut.loads_q , \dut.due , \dut.unissued_due ,
      \dut.may_load , \dut.may_store , \dut.load_one , \dut.store_one ;
  (* hierconn *) wire [POOL-1:0] \dut.join_one , \dut.kept_one ;
  (* hierconn *) wire [POOL-1:0] \dut.older_q[0] , \dut.older_q[1] , \dut.older_q[2] , \dut.older_q[3] ,
      \dut.older_q[4] ;
  wire [POOL-1:0]      used  = \dut.used_q ;
  wire [POOL*POOL-1:0] older = {\dut.older_q[4] , \dut.older_q[3] , \dut.older_q[2] , \dut.older_q[1] ,
                                \dut.older_q[0] };

  // The order is total on all entries present, and unissued ones are present
  wire total;
  wire apart = (\dut.unissued_q & ~used) == '0;
  in_order #(.N(POOL)) u_order (.there(used), .set('0), .older, .x('0), .y('0), .z('0), .total);

  // One that waits, and another: `before`: the other joined, or had its last pass, before the first did. It
  // has passed if it was selected in a cycle in which the first could have been.
  (* anyconst *) reg [POOL_W-1:0] e, other;
  wire loads = \dut.loads_q [e];
  wire alike = loads == \dut.loads_q [other];          // next_turns covers loads against stores
  wire [POOL-1:0] ready = (load_reserves ? \dut.may_load : '0) | (credit_shared ? \dut.may_store : '0);
  wire [POOL-1:0] first_one = \dut.loads_q [other] ? \dut.load_one : \dut.store_one ;
  wire [POOL-1:0] picked_one = sel_pool_store ? \dut.store_one : sel_pool_load ? \dut.load_one : '0;
  wire could = ready[e], first = alike & first_one[other];
  wire goes_e = picked_one[e], goes_other = picked_one[other], passes = could & alike & goes_other;
  wire comes_e = \dut.join_one [e] | \dut.kept_one [e];
  reg before, passed, waits, begins = 1'b1;

  wire both      = used[e] && used[other];
  wire is_before = !both || older[e*POOL + 32'(other)] == before;
  wire is_passed = !both || !before || !passed;

  always @(posedge clk) begin
    begins <= 1'b0;
    assume (!begins || rst || (total && apart && is_before && is_passed));
    assume (e < POOL && other < POOL && e != other);
    before <= comes_e ? used[other] : before & used[other] & ~\dut.kept_one [other];
    passed <= ~rst & ~comes_e & ~goes_e & (passed | passes);
    waits  <= ~rst & \dut.due [e] & ~goes_e;
    if (!rst) begin
      assert (total);
      assert (apart);
      assert (is_before);
      assert (is_passed);
      if (could && first) assert (before);
      assert (!(passed && passes));
      if (waits && !begins) assert (\dut.due [e]);
      // One is selected, and the outputs describe it: a load with a reservation, or a store with a credit
      assert ((load_ready | store_ready) == (ready != '0) && (picked_one & ~ready) == '0);
      assert ((\dut.load_one == '0) == (\dut.may_load == '0) && !ul1_fn::several(64'(\dut.load_one )));
      assert ((\dut.store_one == '0) == (\dut.may_store == '0) && !ul1_fn::several(64'(\dut.store_one )));
      if (\dut.load_one [e]) assert (loads && load_unissued == \dut.unissued_q [e]);
      if (\dut.store_one [e]) assert (!loads && store_unissued == \dut.unissued_q [e]);
      if (could) assert (\dut.loads_q [e] ? load_reserves : credit_shared);
      if (\dut.due [e] && (\dut.loads_q [e] ? load_reserves : credit_shared)) assert (could);
    end
  end

endmodule
