// The request queue, a part of prt: reads of entries, writes of the write data buffer, and a fence wait here until they are sent
// to memory. Each entry of either table has a slot of its own, and so has the fence; an age matrix has the order in which they
// joined. The oldest request that does not wait for a page walk is on offer; a fence is only if it is the oldest of all.

`default_nettype none

module prt_queue #(
    parameter  int LANES  = 32,
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                              clk,
    input  wire logic                              rst,

    // what joins, in this order: the write of a dirty line, a store's, the read of an entry that asks (if it is not in the
    // queue, or leaves in this cycle), a fence
    input  wire logic                              evict_valid,
    input  wire logic [ul1_pkg::WDB_W-1:0]         place_dirty,
    input  wire logic                              store_through,
    input  wire logic                              place_new,
    input  wire logic [ul1_pkg::WDB_W-1:0]         place_store,
    input  wire logic                              asks,
    input  wire logic [ul1_pkg::PRT-1:0]           entry_one,     // a set of one, while `asks`
    input  wire logic                              fence_valid,
    input  wire logic [ul1_pkg::ID_W-1:0]          fence_id,
    input  wire logic [ul1_pkg::LEVEL_W-1:0]       fence_level,
    input  wire logic                              cmd_fence,
    output logic                                   accept_fence,

    // the request on offer: its kind, its entry and its line; what does not apply is 0
    output logic                                   head_valid,
    output logic                                   head_read,
    output logic      [ul1_pkg::PRT-1:0]           head_one,      // `head_prt` as a set of one
    output logic      [ul1_pkg::PRT_W-1:0]         head_prt,
    output logic                                   head_write,
    output logic      [ul1_pkg::WDB_W-1:0]         head_wdb,
    output logic                                   head_fence,
    output logic      [ul1_pkg::NUMBER_W-1:0]      head_number,
    output logic      [ul1_pkg::LEVEL_W-1:0]       head_level,
    output logic      [LINE_W-1:0]                 head_line,
    input  wire logic [ul1_pkg::PRT*LINE_W-1:0]    prt_line,
    input  wire logic [ul1_pkg::WDB-1:0]           leave_ready,
    input  wire logic [ul1_pkg::WDB*LINE_W-1:0]    leave_line,

    // it leaves, or waits for these walkers; walks that end
    input  wire logic                              sends,
    input  wire logic [ul1_pkg::WALKERS-1:0]       mmu_wait,
    input  wire logic [ul1_pkg::WALKERS-1:0]       walk_ends
);

  localparam int PRT     = ul1_pkg::PRT;
  localparam int PRT_W   = ul1_pkg::PRT_W;
  localparam int WDB     = ul1_pkg::WDB;
  localparam int WDB_W   = ul1_pkg::WDB_W;
  localparam int WALKERS = ul1_pkg::WALKERS;
  localparam int LINES   = PRT + WDB;        // slots of requests with a line: reads, then writes
  localparam int FENCE   = LINES;            // slot of the fence, the last
  localparam int SLOTS   = LINES + 1;

  // A slot that is used is ready if it does not wait; the others wait for walkers. The fence never waits. Row e of the matrix
  // has the slots below e that are older than e. A slot that is not used has any order.
  logic [SLOTS-1:0]            used;
  logic [LINES-1:0]            ready;
  logic [WALKERS*LINES-1:0]    waits;
  logic [SLOTS*SLOTS-1:0]      older;

  logic [SLOTS-1:0]            offer;                               // the request on offer
  logic [ul1_pkg::ID_W-1:0]    fence_number;
  logic [ul1_pkg::LEVEL_W-1:0] fence_for;

  // ---------------------------------------------------------------------------------------------------------------------
  // The request on offer

  logic [LINES-1:0] behind;        // slots with an older one that is ready
  logic             fence_first;   // the fence is the oldest of all

  always @* begin
    behind      = '0;
    fence_first = 1'b0;
    offer       = '0;
    head_read   = 1'b0;
    head_write  = 1'b0;
    head_fence  = 1'b0;
    head_prt    = '0;
    head_wdb    = '0;
    head_number = '0;
    head_level  = '0;
    head_valid  = 1'b0;
    if (ul1_fn::worth(used != '0)) begin
      if (ul1_fn::worth((ready & (ready - 1'b1)) != '0)) begin
        for (int e = 0; e < LINES; e++) begin
          if (ul1_fn::worth(ready[e])) begin
            behind[e] = behind[e] | (older[e*SLOTS +: LINES] & ready) != '0;
            behind    = behind | (ready[e] ? ~older[e*SLOTS +: LINES] & ((LINES'(1) << e) - 1'b1) : '0);
          end
        end
      end
      fence_first = used[FENCE] & (older[FENCE*SLOTS +: LINES] & used[LINES-1:0]) == '0;
      offer       = {fence_first, fence_first ? '0 : ready & ~behind};
      head_read   = offer[PRT-1:0] != '0;
      head_write  = offer[PRT +: WDB] != '0;
      head_fence  = fence_first;
      head_prt    = PRT_W'({ul1_fn::index(64'(offer[PRT-1:0]))});
      head_wdb    = WDB_W'({ul1_fn::index(64'(offer[PRT +: WDB]))});
      head_number = head_fence ? ul1_pkg::NUMBER_W'(fence_number) : '0;
      head_level  = head_fence ? fence_for : '0;
      head_valid  = (offer & {1'b1, leave_ready, {PRT{1'b1}}}) != '0;
    end
  end

  assign head_one = offer[PRT-1:0];

  pick #(.WORDS(LINES), .WORD_W(LINE_W)) u_line (
      .one   (offer[LINES-1:0]),
      .words ({leave_line, prt_line}),
      .word  (head_line)
  );

  // ---------------------------------------------------------------------------------------------------------------------
  // Requests that join become the youngest, one after the other. (The read is known last.)

  logic             writes, fences;
  logic             joins, changes;       // a request may join (a read that asks may be in the queue), or leaves; or reset
  logic [SLOTS-1:0] leaves;
  logic [SLOTS-1:0] dirty_joins, store_joins, read_joins, fence_joins;
  logic [SLOTS-1:0] joining, used_then;

  assign accept_fence = ~used[FENCE];
  assign writes       = store_through & place_new;
  assign fences       = accept_fence & (fence_valid | cmd_fence);
  assign joins        = evict_valid | writes | asks | fences;
  assign changes      = rst | joins | sends;

  always @* begin
    leaves      = '0;
    dirty_joins = '0;
    store_joins = '0;
    read_joins  = '0;
    fence_joins = '0;
    joining     = '0;
    used_then   = '0;
    if (ul1_fn::worth(joins | sends)) begin
      leaves             = sends ? offer : '0;
      dirty_joins        = evict_valid ? {1'b0, WDB'(1) << place_dirty, {PRT{1'b0}}} : '0;
      store_joins        = writes ? {1'b0, WDB'(1) << place_store, {PRT{1'b0}}} : '0;
      read_joins         = asks ? {{WDB+1{1'b0}}, entry_one} & (~used | leaves) : '0;
      fence_joins[FENCE] = fences;
      joining            = dirty_joins | store_joins | read_joins | fence_joins;
      used_then          = (used & ~leaves) | joining;
    end
  end

  always_ff @(posedge clk) if (changes) used <= rst ? '0 : used_then;

  // A slot that joins is younger than all others, but for those that join after it in the same cycle. (All rows at once: assigned
  // one by one the simulation would copy all of them twice in each cycle.)
  always_ff @(posedge clk) begin : then_older
    logic [SLOTS*SLOTS-1:0] rows;

    if (joins) begin
      for (int e = 0; e < SLOTS; e++) begin
        rows[e*SLOTS +: SLOTS] = ((SLOTS'(1) << e) - 1'b1)
            & (joining[e] ? ~(dirty_joins[e] ? store_joins | read_joins : store_joins[e] ? read_joins : '0)
                          : older[e*SLOTS +: SLOTS] & ~joining);
      end
      older <= rows;
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // The request on offer waits for walkers, but not if one of them ends its walk in this very cycle; no request waits longer than
  // until one ends.

  logic                     offer_waits;     // the request on offer waits from now on
  logic                     waits_change;    // a request waits, or is woken
  logic [LINES-1:0]         woken;
  logic [WALKERS*LINES-1:0] waits_then;
  logic [LINES-1:0]         ready_then;

  assign waits_change = (mmu_wait | walk_ends) != '0;
  assign offer_waits  = mmu_wait != '0 & (mmu_wait & walk_ends) == '0;

  always @* begin
    woken      = '0;
    waits_then = '0;
    if (ul1_fn::worth(waits_change)) begin
      for (int w = 0; w < WALKERS; w++) woken = woken | (walk_ends[w] ? waits[w*LINES +: LINES] : '0);
      for (int w = 0; w < WALKERS; w++) begin
        waits_then[w*LINES +: LINES] = (waits[w*LINES +: LINES] & ~woken) | (offer_waits & mmu_wait[w] ? offer[LINES-1:0] : '0);
      end
    end
  end

  always @* begin
    ready_then = '0;
    if (ul1_fn::worth(joins | sends | waits_change)) begin
      ready_then = (ready & ~(sends | offer_waits ? offer[LINES-1:0] : '0)) | woken | joining[LINES-1:0];
    end
  end

  always_ff @(posedge clk) begin
    if (rst | waits_change)     waits <= rst ? '0 : waits_then;
    if (changes | waits_change) ready <= rst ? '0 : ready_then;
    if (fences) begin
      fence_number <= fence_valid ? fence_id : ul1_pkg::ID_W'(ul1_pkg::CMD_ID);
      fence_for    <= fence_valid ? fence_level : ul1_pkg::LEVEL_SYS;
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      if (used != '0 | changes) begin
        assert ((ready & ~used[LINES-1:0]) == '0 && !ul1_fn::several(64'(offer[PRT-1:0])) && !ul1_fn::several(64'(offer[SLOTS-1:PRT])));
        for (int w = 0; w < WALKERS; w++) assert ((waits[w*LINES +: LINES] & (ready | ~used[LINES-1:0])) == '0);
      end
      if (changes | mmu_wait != '0) begin
        assert (((dirty_joins | store_joins) & used) == '0 && (dirty_joins & store_joins) == '0);
        assert (!(sends && !head_valid) && !(mmu_wait != '0 && (sends || !head_valid || head_fence)));
        assert (!(fence_valid && cmd_fence));
      end
    end
  end

endmodule

`default_nettype wire
