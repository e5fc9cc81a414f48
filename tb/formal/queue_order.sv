// The queue of requests to memory neither loses, duplicates nor reorders. A request that joined is in it
// once, until it leaves. All requests older than the offered one wait for a page walk. A fence is offered
// only if no request is older.

module queue_order (
    input wire clk,
    input wire rst,
    input wire evict_valid, store_through, alloc_new, asks, fence_valid, cmd_fence, leaves,
    input wire [ul1_pkg::WDB_W-1:0] alloc_dirty, alloc_store,
    input wire [ul1_pkg::PRT-1:0] entry_one,
    input wire [ul1_pkg::ID_W-1:0] fence_id,
    input wire [ul1_pkg::LEVEL_W-1:0] fence_level,
    input wire [ul1_pkg::WDB-1:0] leave_ready,
    input wire [ul1_pkg::WALKERS-1:0] answer, walk_ends
);

  localparam int PRT = ul1_pkg::PRT, WDB = ul1_pkg::WDB, LINE_W = ul1_pkg::line_w(8), ALL = PRT + WDB + 1;
  wire accept_fence, head_valid, head_read, head_write, head_fence;
  wire [PRT-1:0] head_one;
  wire [ul1_pkg::PRT_W-1:0] head_prt;
  wire [ul1_pkg::WDB_W-1:0] head_wdb;
  wire [ul1_pkg::NUMBER_W-1:0] head_number;
  wire [ul1_pkg::LEVEL_W-1:0] head_level;
  wire [LINE_W-1:0] head_line;
  wire [PRT*LINE_W-1:0] prt_line = '0;
  wire [WDB*LINE_W-1:0] leave_line = '0;
  wire sends = head_valid & leaves;
  wire [ul1_pkg::WALKERS-1:0] mmu_wait = head_valid & ~leaves & ~head_fence ? answer : '0;

  // The contents of the queue: reads, writes, and the fence
  reg [ALL-1:0] there;

  prt_queue #(.LANES(8)) dut (.*);

  wire [ALL-1:0] dirty_joins = evict_valid ? ALL'(1) << (PRT + alloc_dirty) : '0;
  wire [ALL-1:0] store_joins = store_through & alloc_new ? ALL'(1) << (PRT + alloc_store) : '0;
  wire [ALL-1:0] leaves  = ~sends ? '0 : head_read ? ALL'(1) << head_prt : head_write
                         ? ALL'(1) << (PRT + head_wdb) : ALL'(1) << (PRT + WDB);
  wire [ALL-1:0] read_joins = asks ? ALL'(entry_one) & ~(there & ~leaves) : '0;
  wire [ALL-1:0] fence_joins = accept_fence & (fence_valid | cmd_fence) ? ALL'(1) << (PRT + WDB) : '0;
  wire [ALL-1:0] offered = ~(head_read | head_write | head_fence) ? '0 : head_read ? ALL'(1) << head_prt
                           : head_write ? ALL'(1) << (PRT + head_wdb) : ALL'(1) << (PRT + WDB);

  // Two requests: whether the first is older, if both are present; whether the first waits for a walk
  (* anyconst *) reg [3:0] one, two;
  reg before;
  reg [ul1_pkg::WALKERS-1:0] waits;
  wire [ul1_pkg::WALKERS-1:0] waits_now = waits | (offered[one] ? mmu_wait : '0);
  wire both_join = (dirty_joins[one] & (store_joins[two] | read_joins[two] | fence_joins[two]))
                   | (store_joins[one] & (read_joins[two] | fence_joins[two]))
                   | (read_joins[one] & fence_joins[two]);
  wire [ALL-1:0] join = dirty_joins | store_joins | read_joins | fence_joins;

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (one < ALL && two < ALL && one != two);
    // Contract: entries exist; a write that joins is not in the queue, and is not both a store and a victim;
    // one read
    assume (alloc_dirty < WDB && alloc_store < WDB && (there & (dirty_joins | store_joins)) == '0
            && (dirty_joins & store_joins) == '0);
    assume (!(fence_valid && cmd_fence) && (entry_one & (entry_one - 1'b1)) == '0);
    there  <= rst ? '0 : (there & ~leaves) | join;
    before <= join[two] ? (there[one] & ~leaves[one]) | both_join : before & ~join[one];
    waits  <= rst | leaves[one] | join[one] ? '0 : (waits_now & walk_ends) != '0 ? '0 : waits_now;
    if (!rst) begin
      // an offered request is in the queue,
      assert ((offered & ~there) == '0);
      // and a request that does not wait causes an offer
      if (there[one] && waits == '0 && one < PRT + WDB) assert (offered != '0);
      if (offered[two] && there[one] && before) assert ((waits != 0 || one == PRT + WDB) && two != PRT + WDB);
      if (offered[one]) assert (waits == '0);
      if (there[PRT+WDB] && (there & ~(ALL'(1) << (PRT+WDB))) == '0) assert (head_fence);
      if (offered == '0) assert (!head_valid);
      assert (head_one == (head_read ? PRT'(1) << head_prt : '0));
    end
  end

endmodule
