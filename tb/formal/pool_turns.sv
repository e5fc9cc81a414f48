// Of the pool, a fresh access that could go is passed only by those that came before it, and each of these goes once as a fresh one: so
// by each other place's once at most. A remainder whose pause is over stays so until it goes. It, too, is passed only by those of its
// kind (of loads, of stores) that came before it; but an older one stays until nothing is left over of it, and may go again and
// again, up to LANES times, as each pass does a slot at least. Once it has given up its place, that place's next is younger. And of
// each kind one goes, if there is any: the order is total and has no circle.
//
// No fairness is assumed: passes are counted in the cycles in which it could go itself, however often it could not in between.

module pool_turns (
    input wire clk,
    input wire rst,
    input wire home,
    input wire [ul1_pkg::IV_W-1:0] pause,
    input wire [2**ul1_pkg::WARP_W-1:0] busy,
    input wire choice_new, take_again, joins, join_fresh, join_last, join_store, join_signed, room_shared,
    input wire sel_remainder_load, sel_remainder_store, sel_fresh, split_more, lack_comes,
    input wire [ul1_pkg::WARP_W-1:0] choice_warp, join_warp,
    input wire [ul1_pkg::PT_W-1:0] join_entry,
    input wire [ul1_pkg::SUB_W-1:0] join_sub,
    input wire [ul1_pkg::WIDTH_W-1:0] join_width,
    input wire [ul1_pkg::INTAKE_W-1:0] join_beat, intake_beat,
    input wire [7:0] join_mask, split_mask
);

  localparam int LANES = 8, POOL = ul1_pkg::POOL, POOL_W = ul1_pkg::POOL_W, ADDR_W = ul1_pkg::addr_w(LANES);
  wire fresh_free, kin_full, buffer_free, buffer_spare, cand_remainder_load, cand_remainder_store, cand_store_older, fresh_ready;
  wire fresh_store, picked_last, picked_store, picked_signed, lack_some, remainder_valid;
  wire [2**ul1_pkg::WARP_W-1:0] kin_warps;
  wire [ul1_pkg::PT_W-1:0] picked_entry, lack_entry;
  wire [ul1_pkg::SUB_W-1:0] picked_sub, lack_sub, remainder_sub;
  wire [ul1_pkg::WARP_W-1:0] picked_warp;
  wire [ul1_pkg::WIDTH_W-1:0] picked_width;
  wire [ul1_pkg::INTAKE_W-1:0] picked_beat;
  wire [LANES-1:0] picked_mask, lack_mask, remainder_mask;
  wire [LANES*ADDR_W-1:0] picked_addr;
  wire [ul1_pkg::ID_W-1:0] remainder_id;
  wire [ul1_pkg::PT-1:0] choice_fresh;

  lsu_pool #(.LANES(LANES)) dut (.*, .join_addr({LANES*ADDR_W{1'b0}}));

  // names within the module
  (* hierconn *) wire [POOL-1:0] \dut.used , \dut.fresh , \dut.lacks , \dut.fresh_due , \dut.load_due , \dut.store_due ;
  (* hierconn *) wire [POOL-1:0] \dut.fresh_one , \dut.load_one , \dut.store_one , \dut.picked_one , \dut.join_one ;
  (* hierconn *) wire            \dut.keeps ;
  (* hierconn *) wire [POOL-1:0] \dut.older[0] , \dut.older[1] , \dut.older[2] , \dut.older[3] , \dut.older[4] , \dut.older[5] ;
  (* hierconn *) wire [POOL-1:0] \dut.older[6] ;
  wire [POOL-1:0]      used  = \dut.used ;
  wire [POOL*POOL-1:0] older = {\dut.older[6] , \dut.older[5] , \dut.older[4] , \dut.older[3] , \dut.older[2] , \dut.older[1] ,
                                \dut.older[0] };

  // The order is one of all that are here; and who is fresh is here, and lacks nothing
  wire total;
  wire apart = (\dut.fresh & ~used) == '0 && (\dut.lacks & (~used | \dut.fresh )) == '0;
  in_order #(.N(POOL)) u_order (.there(used), .set('0), .older, .x('0), .y('0), .z('0), .total);

  // One that waits, and another: which could go as a remainder of a load, of a store, as a fresh one, and whose turn it is; whether the
  // other was here when the one came, and still is. It has passed when it went as a fresh one, or gave up its place, in a cycle in
  // which the one could have gone.
  (* anyconst *) reg [POOL_W-1:0] e, other;
  wire [2:0] could = {\dut.fresh_due [e], \dut.store_due [e], \dut.load_due [e]};
  wire [2:0] first = {\dut.fresh_one [other], \dut.store_one [other], \dut.load_one [other]};
  wire [2:0] goes  = could & first & {sel_fresh, sel_remainder_store, sel_remainder_load};
  wire [2:0] passes = goes & {1'b1, {2{~\dut.keeps }}};
  reg before, waits, begins = 1'b1;
  reg [2:0] passed;

  // Of the other, the slots left, as its place should have them (that `mask` does is not proved here), and how many passes it has had
  reg [LANES-1:0] left;
  reg [3:0]       times;
  wire            other_goes = \dut.picked_one [other];

  wire both      = used[e] && used[other];
  wire is_before = !both || older[e*POOL + 32'(other)] == before;
  wire is_passed = !both || !before || (passed[1:0] == '0 && (!passed[2] || !\dut.fresh [other]));
  wire is_few    = !used[other] || (left != '0 && times + 4'(ul1_fn::ones(64'(left))) <= LANES);

  always @(posedge clk) begin
    begins <= 1'b0;
    assume (!begins || rst || (total && apart && is_before && is_passed && is_few));
    assume (e < POOL && other < POOL && e != other);
    // the contract: one enters a cycle, and it is there (arb_turns); an access has a slot to begin with, a pass does one that is left
    // at least, and more than that is left if there is (split_leads)
    assume (!ul1_fn::several(64'({sel_fresh, sel_remainder_store, sel_remainder_load}))
            && ({sel_fresh, sel_remainder_store, sel_remainder_load} & ~{fresh_ready, cand_remainder_store, cand_remainder_load}) == '0);
    assume (!joins || join_mask != '0);
    if (other_goes) assume ((left & split_mask) != '0 && split_more == ((left & ~split_mask) != '0));
    before <= \dut.join_one [e] ? used[other] : before & used[other];
    passed <= rst | \dut.join_one [e] ? '0 : passed | passes;
    waits  <= ~rst & could[1:0] != '0 & ~\dut.picked_one [e];
    left   <= \dut.join_one [other] ? join_mask : other_goes ? left & ~split_mask : left;
    times  <= \dut.join_one [other] ? '0 : times + 4'(other_goes);
    if (!rst) begin
      assert (total);
      assert (apart);
      assert (is_before);
      assert (is_passed);
      assert (is_few);
      if ((could & first) != '0) assert (before);
      assert ((passed & passes) == '0);
      if (waits && !begins) assert (could[1:0] != '0);
      // one goes
      assert ((\dut.fresh_due == '0) == (\dut.fresh_one == '0) && !ul1_fn::several(64'(\dut.fresh_one )));
      assert ((\dut.load_due  == '0) == (\dut.load_one  == '0) && !ul1_fn::several(64'(\dut.load_one )));
      assert ((\dut.store_due == '0) == (\dut.store_one == '0) && !ul1_fn::several(64'(\dut.store_one )));
    end
  end

endmodule
