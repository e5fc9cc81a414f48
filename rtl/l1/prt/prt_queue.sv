// Request queue: holds reads, writes and at most one fence until the mmu takes them; it is a part of prt.
// Each PRT entry, each WDB entry and the fence has a position of its own, and an age matrix keeps the order
// in which they joined. The oldest request that waits for no page walk is on offer; a fence is on offer only
// if it is the oldest of all.

`default_nettype none

module prt_queue #(
    parameter  int LANES  = 32,
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                           clk,
    input  wire logic                           rst,

    // ---- Requests that join, in this order: the write of a dirty line, a store's write, a read (unless it
    // is queued and does not leave in this cycle), a fence
    // A dirty line is evicted or written back, and gets a WDB entry.
    input  wire logic                           evict_valid,
    // WDB entry that a dirty line evicted in this cycle gets; valid with `credit_dirty`.
    input  wire logic [ul1_pkg::WDB_W-1:0]      alloc_dirty,
    // The stage-1 store is written through to memory.
    input  wire logic                           store_through,
    // The stage-1 store allocates a WDB entry; else it merges into the one of its line.
    input  wire logic                           alloc_new,
    // WDB entry that the stage-1 store allocates; valid with `alloc_new`.
    input  wire logic [ul1_pkg::WDB_W-1:0]      alloc_store,
    // A PRT entry needs a read in the queue.
    input  wire logic                           asks,
    // PRT entry that needs a read, one-hot; valid with `asks`.
    input  wire logic [ul1_pkg::PRT-1:0]        entry_one,
    // A fence requests to join the queue to memory.
    input  wire logic                           fence_valid,
    // Instruction-table entry of the requesting fence; valid with `fence_valid`.
    input  wire logic [ul1_pkg::ID_W-1:0]       fence_id,
    // Scope of the requesting fence; valid with `fence_valid`.
    input  wire logic [ul1_pkg::LEVEL_W-1:0]    fence_level,
    // The command requests a fence.
    input  wire logic                           cmd_fence,
    // A fence is taken into the request queue in this cycle if one is requested.
    output logic                                accept_fence,

    // ---- The request on offer; fields that do not apply to its kind are 0
    // A request is offered for translation.
    output logic                                head_valid,
    // The request on offer is a read.
    output logic                                head_read,
    // PRT entry of the read on offer, one-hot; zero without a read.
    output logic      [ul1_pkg::PRT-1:0]        head_one,
    // PRT entry of the offered read; else 0; valid with `head_valid`.
    output logic      [ul1_pkg::PRT_W-1:0]      head_prt,
    // The request on offer is a write.
    output logic                                head_write,
    // WDB entry that the offered write sends; valid with `head_write`.
    output logic      [ul1_pkg::WDB_W-1:0]      head_wdb,
    // The request on offer is a fence.
    output logic                                head_fence,
    // Number of the offered fence; valid with `head_fence`.
    output logic      [ul1_pkg::NUMBER_W-1:0]   head_number,
    // Scope of the offered fence; valid with `head_fence`.
    output logic      [ul1_pkg::LEVEL_W-1:0]    head_level,
    // Virtual line of the offered request; 0 for a fence; valid with `head_valid`.
    output logic      [LINE_W-1:0]              head_line,
    // Line of each PRT entry; valid where `prt_used` is set.
    input  wire logic [ul1_pkg::PRT*LINE_W-1:0] prt_line,
    // Bit i: the write of WDB entry i can be sent to memory.
    input  wire logic [ul1_pkg::WDB-1:0]        leave_ready,
    // Virtual line of each WDB entry; valid where `leave_ready` is set.
    input  wire logic [ul1_pkg::WDB*LINE_W-1:0] leave_line,

    // ---- From mmu: the outcome, and walks that end
    // The request on offer leaves the queue, translated or failed.
    input  wire logic                           sends,
    // Page walkers that the request on offer waits for; it is offered again when one of them ends.
    input  wire logic [ul1_pkg::WALKERS-1:0]    mmu_wait,
    // Page walkers that end their walk in this cycle, with a translation or a failure.
    input  wire logic [ul1_pkg::WALKERS-1:0]    walk_ends
);

  localparam int PRT     = ul1_pkg::PRT;
  localparam int PRT_W   = ul1_pkg::PRT_W;
  localparam int WDB     = ul1_pkg::WDB;
  localparam int WDB_W   = ul1_pkg::WDB_W;
  localparam int WALKERS = ul1_pkg::WALKERS;
  localparam int LINES   = PRT + WDB;  // positions of requests with a line: reads, then writes
  localparam int FENCE   = LINES;      // position of the fence, the last
  localparam int SLOTS   = LINES + 1;

  // A position in use is ready if its request waits for no walker. The fence never waits. Row e of the matrix
  // marks the positions below e that are older than e. The order of an unused position is undefined.
  logic [SLOTS-1:0]         used_q;
  logic [LINES-1:0]         ready_q;
  logic [WALKERS*LINES-1:0] waits_q;
  logic [SLOTS*SLOTS-1:0]   older_q;

  logic [SLOTS-1:0]            offer;  // the request on offer, one-hot
  logic [ul1_pkg::ID_W-1:0]    fence_number_q;
  logic [ul1_pkg::LEVEL_W-1:0] fence_for_q;

  // ---------------------------------------------------------------------------------------------------------
  // The request on offer

  logic [LINES-1:0] behind;       // positions with an older one that is ready
  logic             fence_first;  // the fence is the oldest of all

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
    if (ul1_fn::sim_gate(used_q != '0)) begin
      if (ul1_fn::sim_gate((ready_q & (ready_q - 1'b1)) != '0)) begin
        for (int e = 0; e < LINES; e++) begin
          if (ul1_fn::sim_gate(ready_q[e])) begin
            behind[e] = behind[e] | (older_q[e*SLOTS +: LINES] & ready_q) != '0;
            behind    = behind | (ready_q[e] ? ~older_q[e*SLOTS +: LINES] & ((LINES'(1) << e) - 1'b1) : '0);
          end
        end
      end
      fence_first = used_q[FENCE] & (older_q[FENCE*SLOTS +: LINES] & used_q[LINES-1:0]) == '0;
      offer       = {fence_first, fence_first ? '0 : ready_q & ~behind};
      head_read   = offer[PRT-1:0] != '0;
      head_write  = offer[PRT +: WDB] != '0;
      head_fence  = fence_first;
      head_prt    = PRT_W'({ul1_fn::index(64'(offer[PRT-1:0]))});
      head_wdb    = WDB_W'({ul1_fn::index(64'(offer[PRT +: WDB]))});
      head_number = head_fence ? ul1_pkg::NUMBER_W'(fence_number_q) : '0;
      head_level  = head_fence ? fence_for_q : '0;
      head_valid  = (offer & {1'b1, leave_ready, {PRT{1'b1}}}) != '0;
    end
  end

  assign head_one = offer[PRT-1:0];

  pick #(.WORDS(LINES), .WORD_W(LINE_W)) u_line (
      .one (offer[LINES-1:0]), .words ({leave_line, prt_line}), .word (head_line)
  );

  // ---------------------------------------------------------------------------------------------------------
  // Requests that join become the youngest, one behind the other. The read is known last.

  logic writes, fences;
  // A request may join (a read may be in the queue already); the queue changes
  logic             joins, changes;
  logic [SLOTS-1:0] leaves;
  logic [SLOTS-1:0] dirty_joins, store_joins, read_joins, fence_joins;
  logic [SLOTS-1:0] joining, used_d;

  assign accept_fence = ~used_q[FENCE];
  assign writes       = store_through & alloc_new;
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
    used_d   = '0;
    if (ul1_fn::sim_gate(joins | sends)) begin
      leaves             = sends ? offer : '0;
      dirty_joins        = evict_valid ? {1'b0, WDB'(1) << alloc_dirty, {PRT{1'b0}}} : '0;
      store_joins        = writes ? {1'b0, WDB'(1) << alloc_store, {PRT{1'b0}}} : '0;
      read_joins         = asks ? {{WDB+1{1'b0}}, entry_one} & (~used_q | leaves) : '0;
      fence_joins[FENCE] = fences;
      joining            = dirty_joins | store_joins | read_joins | fence_joins;
      used_d          = (used_q & ~leaves) | joining;
    end
  end

  always_ff @(posedge clk) if (changes) used_q <= rst ? '0 : used_d;

  // A request that joins is younger than all others, except those that join behind it in the same cycle. All
  // rows are assigned together: assigned one by one, the simulator would copy the matrix twice in each cycle.
  always_ff @(posedge clk) begin : then_older
    logic [SLOTS*SLOTS-1:0] rows;

    if (joins) begin
      for (int e = 0; e < SLOTS; e++) begin
        rows[e*SLOTS +: SLOTS] = ((SLOTS'(1) << e) - 1'b1)
            & (joining[e] ? ~(dirty_joins[e] ? store_joins | read_joins : store_joins[e] ? read_joins : '0)
                          : older_q[e*SLOTS +: SLOTS] & ~joining);
      end
      older_q <= rows;
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // The request on offer waits for page walkers, unless one of them ends in the same cycle. No request waits
  // longer than until one of its walkers ends.

  logic                     offer_waits;   // the request on offer begins to wait
  logic                     waits_change;  // a request begins to wait, or is woken
  logic [LINES-1:0]         woken;
  logic [WALKERS*LINES-1:0] waits_d;
  logic [LINES-1:0]         ready_d;

  assign waits_change = (mmu_wait | walk_ends) != '0;
  assign offer_waits  = mmu_wait != '0 & (mmu_wait & walk_ends) == '0;

  always @* begin
    woken      = '0;
    waits_d = '0;
    if (ul1_fn::sim_gate(waits_change)) begin
      for (int w = 0; w < WALKERS; w++) woken = woken | (walk_ends[w] ? waits_q[w*LINES +: LINES] : '0);
      for (int w = 0; w < WALKERS; w++) begin
        waits_d[w*LINES +: LINES] = (waits_q[w*LINES +: LINES] & ~woken)
                                       | (offer_waits & mmu_wait[w] ? offer[LINES-1:0] : '0);
      end
    end
  end

  always @* begin
    ready_d = '0;
    if (ul1_fn::sim_gate(joins | sends | waits_change)) begin
      ready_d = (ready_q & ~(sends | offer_waits ? offer[LINES-1:0] : '0)) | woken | joining[LINES-1:0];
    end
  end

  always_ff @(posedge clk) begin
    if (rst | waits_change)     waits_q <= rst ? '0 : waits_d;
    if (changes | waits_change) ready_q <= rst ? '0 : ready_d;
    if (fences) begin
      fence_number_q <= fence_valid ? fence_id : ul1_pkg::ID_W'(ul1_pkg::CMD_ID);
      fence_for_q    <= fence_valid ? fence_level : ul1_pkg::LEVEL_SYS;
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      if (used_q != '0 | changes) begin
        assert ((ready_q & ~used_q[LINES-1:0]) == '0
                && !ul1_fn::several(64'(offer[PRT-1:0])) && !ul1_fn::several(64'(offer[SLOTS-1:PRT])));
        for (int w = 0; w < WALKERS; w++)
          assert ((waits_q[w*LINES +: LINES] & (ready_q | ~used_q[LINES-1:0])) == '0);
      end
      if (changes | mmu_wait != '0) begin
        assert (((dirty_joins | store_joins) & used_q) == '0 && (dirty_joins & store_joins) == '0);
        assert (!(sends && !head_valid) && !(mmu_wait != '0 && (sends || !head_valid || head_fence)));
        assert (!(fence_valid && cmd_fence));
      end
    end
  end

endmodule

`default_nettype wire
