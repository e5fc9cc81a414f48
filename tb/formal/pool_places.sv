// At most POOL_SAME_WARP entries of the pool wait for their warp. An access that does not wait for its warp
// never
// will, and new accesses are chosen accordingly. So at least two entries of a full pool hold a remainder or
// an unissued access that lacks only a reservation or a credit. A pass frees its entry when other accesses
// wait. So an access that waits for a pool entry waits for passes only, not for anything that needs a pool
// entry itself.
//
// The bench models what lsu keeps outside the pool: which warps are busy. A warp has at most one remainder,
// and is busy then.

module pool_places (
    input wire clk,
    input wire rst,
    input wire [ul1_pkg::HOME_W-1:0] home,
    input wire [ul1_pkg::IV_W-1:0] interval,
    input wire others, chosen, chosen_new, credit_shared, load_reserves, leaves, goes_store, split_more,
        join_store,
        join_last, join_signed,
    input wire [ul1_pkg::WARP_W-1:0] chosen_warp,
    input wire [ul1_pkg::INSTR_W-1:0] join_entry,
    input wire [ul1_pkg::SUB_W-1:0] join_sub,
    input wire [ul1_pkg::WIDTH_W-1:0] join_width,
    input wire [ul1_pkg::INTAKE_W-1:0] join_beat,
    input wire [7:0] join_mask, split_mask
);

  localparam int LANES = 8, POOL = ul1_pkg::POOL, WARPS = 1 << ul1_pkg::WARP_W, WARP_W = ul1_pkg::WARP_W,
      KIN = ul1_pkg::POOL_SAME_WARP;
  localparam int ADDR_W = ul1_pkg::addr_w(LANES);
  wire place_free, same_warp_full, load_ready, store_ready, load_unissued, store_unissued, pool_lacks,
      picked_alone,
      picked_last, picked_store;
  wire picked_signed, remainder_stays, leaves_over, remainder_valid;
  wire [ul1_pkg::INSTR_W-1:0] picked_entry;
  wire [ul1_pkg::SUB_W-1:0] picked_sub, remainder_sub;
  wire [WARP_W-1:0] picked_warp;
  wire [ul1_pkg::WIDTH_W-1:0] picked_width;
  wire [ul1_pkg::INTAKE_W-1:0] picked_beat;
  wire [LANES-1:0] picked_mask, picked_left, remainder_mask;
  wire [LANES*ADDR_W-1:0] picked_addr;
  wire [ul1_pkg::IV_W-1:0] left_wait;
  wire [ul1_pkg::ID_W-1:0] remainder_id;
  wire [ul1_pkg::INSTRS-1:0] choice_unissued;

  // The access chosen in the previous cycle; warps with a remainder
  reg joins, join_unissued, join_behind;
  reg [WARP_W-1:0] join_warp;
  reg [WARPS-1:0] busy;
  wire join_busy = busy[join_warp];
  // contract: an access that enters is ready (next_turns)
  wire sel_pool_load  = load_ready & leaves & ~goes_store;
  wire sel_pool_store = store_ready & leaves & goes_store;
  wire sel_shared = sel_pool_load | sel_pool_store;

  lsu_pool #(.LANES(LANES)) dut (.*, .join_addr({LANES*ADDR_W{1'b0}}));

  // Names within the module
  (* hierconn *) wire [POOL-1:0] \dut.used_q , \dut.unissued_q , \dut.held_q , \dut.picked_one ;
  (* hierconn *) wire [POOL-1:0] \dut.same_warp_q[0] , \dut.same_warp_q[1] , \dut.same_warp_q[2] ,
      \dut.same_warp_q[3] , \dut.same_warp_q[4] ;
  (* hierconn *) wire [WARP_W-1:0] \dut.warp_q[0] , \dut.warp_q[1] , \dut.warp_q[2] , \dut.warp_q[3] ,
      \dut.warp_q[4] ;
  wire [POOL-1:0]        used = \dut.used_q , unissued = \dut.unissued_q , held = \dut.held_q ;
  wire [POOL-1:0]        left = used & ~unissued;
  wire [POOL*POOL-1:0]   same_warp  = {\dut.same_warp_q[4] , \dut.same_warp_q[3] , \dut.same_warp_q[2] ,
                                       \dut.same_warp_q[1] , \dut.same_warp_q[0] };
  wire [POOL*WARP_W-1:0] warp = {\dut.warp_q[4] , \dut.warp_q[3] , \dut.warp_q[2] , \dut.warp_q[1] ,
                                 \dut.warp_q[0] };

  // The order in which entries joined, or had a pass, is total (pool_turns)
  (* hierconn *) wire [POOL-1:0] \dut.older_q[0] , \dut.older_q[1] , \dut.older_q[2] , \dut.older_q[3] ,
      \dut.older_q[4] ;
  wire total;
  in_order #(.N(POOL)) u_order (.there(used), .set('0),
                                .older({\dut.older_q[4] , \dut.older_q[3] , \dut.older_q[2] ,
                                        \dut.older_q[1] , \dut.older_q[0] }), .x('0), .y('0), .z('0), .total);

  // Entries that wait for their warp
  reg [POOL-1:0] waiting;
  always @* for (int i = 0; i < POOL; i++) waiting[i] = unissued[i]
      & ((same_warp[i*POOL +: POOL] & unissued) != '0
      | held[i]);

  // Entries of the warp that joins, and of the warp that is chosen
  reg [POOL-1:0] of_join, of_chosen;
  always @* begin
    for (int i = 0; i < POOL; i++) begin
      of_join[i]   = warp[i*WARP_W +: WARP_W] == join_warp;
      of_chosen[i] = warp[i*WARP_W +: WARP_W] == chosen_warp;
    end
  end
  wire joins_own     = joins & join_warp == chosen_warp;
  wire chosen_behind = busy[chosen_warp] | (unissued & of_chosen) != '0 | (joins_own & join_unissued);

  // Invariants for entries of one warp: at most one remainder, of a busy warp; of two unissued ones, one is
  // older
  reg here, busied, alone, ordered, joining;
  always @* begin
    here    = (unissued & ~used) == '0;
    busied  = 1'b1;
    alone   = 1'b1;
    ordered = 1'b1;
    joining = 1'b1;
    for (int i = 0; i < POOL; i++) begin
      if (used[i]) busied = busied & held[i] == busy[warp[i*WARP_W +: WARP_W]];
      if (left[i]) busied = busied & held[i];
      if (unissued[i]) ordered = ordered & !same_warp[i*POOL + i];
      for (int j = 0; j < POOL; j++) begin
        if (i != j && used[i] && used[j] && warp[i*WARP_W +: WARP_W] == warp[j*WARP_W +: WARP_W]) begin
          alone   = alone & !(left[i] & left[j]);
          ordered = ordered & !(unissued[i] & unissued[j] & same_warp[i*POOL + j] == same_warp[j*POOL + i]);
        end
      end
    end
    if (joins & ~join_unissued)               joining = joining & busy[join_warp] & (left & of_join) == '0;
    if (joins & join_unissued & ~join_behind) joining = joining & ~busy[join_warp] & (unissued & of_join)
        == '0;
    if (join_behind)                       joining = joining & joins & join_unissued;
  end
  wire holds = here & busied & alone & ordered & joining;
  wire [5:0] count = ul1_fn::ones(32'(used)), stand = ul1_fn::ones(32'(used & ~waiting));
  wire fits = count + 6'(joins) <= 6'(POOL) && ul1_fn::ones(32'({join_behind, waiting})) <= 6'(KIN);

  // One entry, and its previous state
  (* anyconst *) reg [2:0] e;
  reg was_free, begins = 1'b1;

  always @(posedge clk) begin
    begins <= 1'b0;
    assume (e < POOL);
    assume (!begins || rst || (holds && fits && total));
    // Contract of lsu_front, and of a remainder
    assume (!chosen || place_free);
    if (chosen && chosen_new) assume (!(same_warp_full && chosen_behind));
    if (chosen && !chosen_new) assume (busy[chosen_warp] && (left & of_chosen) == '0
                                       && !(joins_own && !join_unissued));
    joins       <= chosen & ~rst;
    join_unissued  <= chosen_new;
    join_warp   <= chosen_warp;
    join_behind <= chosen & chosen_new & chosen_behind & ~rst;
    if (rst)             busy <= '0;
    else if (sel_shared) busy[picked_warp] <= split_more;
    was_free <= ~rst & sel_shared & others & \dut.picked_one [e];
    if (!rst) begin
      assert (here);
      assert (busied);
      assert (alone);
      assert (ordered);
      assert (joining);
      assert (fits);
      if (!place_free) assert (stand >= 6'(POOL-KIN-1));
      if (unissued[e] && !waiting[e] && credit_shared && load_reserves) assert (load_ready | store_ready);
      if (was_free && !begins) assert (!used[e]);
    end
  end

endmodule
