// The request queue, a part of prt: what is to be read, what is to be written, and fences, in order of age, with room for a
// read of each entry, a write of each entry of the write data buffer, and a fence. On offer is the oldest that does not wait
// for a page walk; a fence only when nothing is older. Who leaves, from wherever, has those behind move up.

`default_nettype none

module prt_queue #(
    parameter  int LANES  = 32,
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                              clk,
    input  wire logic                              rst,

    // who joins, in this order: the write of a dirty line, a store's, the read of an entry that asks, a fence
    input  wire logic                              evict_valid,
    input  wire logic [ul1_pkg::WDB_W-1:0]         place_dirty,
    input  wire logic                              store_through,
    input  wire logic                              place_new,
    input  wire logic [ul1_pkg::WDB_W-1:0]         place_store,
    input  wire logic                              asks,
    input  wire logic [ul1_pkg::PRT_W-1:0]         entry,
    input  wire logic                              queued,        // that entry has a read in the queue
    input  wire logic                              fence_valid,
    input  wire logic [ul1_pkg::ID_W-1:0]          fence_id,
    input  wire logic [ul1_pkg::LEVEL_W-1:0]       fence_level,
    input  wire logic                              cmd_fence,
    output logic                                   accept_fence,

    // the request on offer: its kind, and of whom; what does not apply is 0
    output logic                                   head_valid,
    output logic                                   head_read,
    output logic      [ul1_pkg::PRT_W-1:0]         head_prt,
    output logic                                   head_write,
    output logic      [ul1_pkg::WDB_W-1:0]         head_wdb,
    output logic                                   head_fence,
    output logic      [ul1_pkg::NUMBER_W-1:0]      head_number,
    output logic      [ul1_pkg::LEVEL_W-1:0]       head_level,
    output logic      [LINE_W-1:0]                 head_line,
    input  wire logic [LINE_W-1:0]                 read_line,     // of entry `head_prt`
    input  wire logic [ul1_pkg::WDB-1:0]           leave_ready,
    input  wire logic [ul1_pkg::WDB*LINE_W-1:0]    leave_line,

    // it leaves, or waits for these walkers; walks that end
    input  wire logic                              sends,
    input  wire logic [ul1_pkg::WALKERS-1:0]         mmu_wait,
    input  wire logic [ul1_pkg::WALKERS-1:0]         walk_ends
);

  localparam int PRT     = ul1_pkg::PRT;
  localparam int PRT_W   = ul1_pkg::PRT_W;
  localparam int WDB     = ul1_pkg::WDB;
  localparam int WDB_W   = ul1_pkg::WDB_W;
  localparam int WALKERS   = ul1_pkg::WALKERS;
  localparam int WHO_W   = PRT_W > WDB_W ? PRT_W : WDB_W;   // bits of an index of either table
  localparam int PLACES  = PRT + WDB + 1;

  // The places, the oldest request in the lowest; those used have no gap. All that is known of them stands in columns, a bit
  // for each place: what kind it is of, a read if of neither other, whose it is, and for which walkers it waits. In a place
  // that is not used they are all 0, so who joins is just added.
  logic [PLACES-1:0]           used, offer;
  logic [PLACES-1:0]           is_write, is_fence;
  (* mem2reg *) logic [PLACES-1:0] whose [0:ul1_fn::entries(WHO_W)-1];
  logic [WALKERS*PLACES-1:0]     waits;

  logic                        writes, reads, fences;               // who joins, beside a dirty line
  logic [WHO_W-1:0]            who;                                 // of the request on offer
  logic [WDB-1:0]              write_one;                           // its entry, if it is a write, and its line
  logic [LINE_W-1:0]           write_line;
  logic                        fenced;                              // a fence is in the queue
  logic [ul1_pkg::ID_W-1:0]    fence_number;
  logic [ul1_pkg::LEVEL_W-1:0] fence_for;

  // ---------------------------------------------------------------------------------------------------------------------
  // The request on offer

  logic [PLACES-1:0] waiting, may;

  always @* begin
    waiting     = '0;
    may         = '0;
    offer       = '0;
    who         = '0;
    head_read   = 1'b0;
    head_write  = 1'b0;
    head_fence  = 1'b0;
    head_prt    = '0;
    head_wdb    = '0;
    head_number = '0;
    head_level  = '0;
    write_one   = '0;
    if (ul1_fn::worth(used != '0)) begin
      for (int w = 0; w < WALKERS; w++) waiting = waiting | waits[w*PLACES +: PLACES];
      may         = used & ~waiting & (~is_fence | PLACES'(1));
      offer       = may & -may;
      head_write  = (offer & is_write) != '0;
      head_fence  = (offer & is_fence) != '0;
      head_read   = offer != '0 & ~head_write & ~head_fence;
      for (int b = 0; b < WHO_W; b++) who[b] = (offer & whose[b]) != '0;
      head_prt    = head_read ? who[PRT_W-1:0] : '0;
      head_wdb    = head_write ? who[WDB_W-1:0] : '0;
      head_number = head_fence ? ul1_pkg::NUMBER_W'(fence_number) : '0;
      head_level  = head_fence ? fence_for : '0;
      write_one   = head_write ? WDB'(1) << head_wdb : '0;
    end
  end

  assign head_valid = offer != '0 & (~head_write | leave_ready[head_wdb]);
  assign head_line  = head_read ? read_line : write_line;

  pick #(.WORDS(WDB), .WORD_W(LINE_W)) u_write_line (
      .one   (write_one),
      .words (leave_line),
      .word  (write_line)
  );

  // ---------------------------------------------------------------------------------------------------------------------
  // Who joins gets the places behind the last, one after the other (a bit each); then who leaves has all behind move up.

  // (Whether a store's write joins is known last, so it shifts those behind it last.)
  logic [PLACES:0]   end_dirty, end_store, read_place, fence_place;   // the last two if no store's write joins
  logic [PLACES:0]   at_dirty, at_store, at_read, at_fence, at_any;   // the last where all are used and one leaves
  logic [PLACES-1:0] moves;    // it gets what stands in the place behind

  logic joins, changes;   // somebody may join (who asks may be in it already), or leaves; or all of it is reset

  assign accept_fence = ~fenced;
  assign writes       = store_through & place_new;
  assign fences       = accept_fence & (fence_valid | cmd_fence);
  assign joins        = evict_valid | writes | asks | fences | sends;
  assign changes      = rst | joins;

  always @* begin
    reads       = 1'b0;
    end_dirty   = '0;
    end_store   = '0;
    read_place  = '0;
    fence_place = '0;
    at_dirty    = '0;
    at_store    = '0;
    at_read     = '0;
    at_fence    = '0;
    at_any      = '0;
    moves       = '0;
    if (ul1_fn::worth(joins)) begin
      reads       = asks & (~queued | (sends & head_read & head_prt == entry));
      end_dirty   = {used, 1'b1} & ~{1'b0, used};
      end_store   = evict_valid ? end_dirty << 1 : end_dirty;
      read_place  = reads ? end_store : '0;
      fence_place = ~fences ? '0 : reads ? end_store << 1 : end_store;
      at_dirty    = evict_valid ? end_dirty : '0;
      at_store    = writes ? end_store : '0;
      at_read     = writes ? read_place << 1 : read_place;
      at_fence    = writes ? fence_place << 1 : fence_place;
      at_any      = at_dirty | at_store | at_read | at_fence;
      moves       = sends ? ~(offer - 1'b1) : '0;
    end
  end

  function automatic logic [PLACES-1:0] moved(input logic [PLACES:0] now, input logic [PLACES-1:0] up);
    moved = (now[PLACES-1:0] & ~up) | (now[PLACES:1] & up);
  endfunction

  always_ff @(posedge clk) begin
    if (changes) begin
      used     <= rst ? '0 : moved({1'b0, used} | at_any, moves);
      is_write <= rst ? '0 : moved({1'b0, is_write} | at_dirty | at_store, moves);
      is_fence <= rst ? '0 : moved({1'b0, is_fence} | at_fence, moves);
      for (int b = 0; b < WHO_W; b++) begin
        whose[b] <= rst ? '0 : moved({1'b0, whose[b]} | (at_dirty & {(PLACES+1){1'(WHO_W'(place_dirty) >> b)}})
                                                      | (at_store & {(PLACES+1){1'(WHO_W'(place_store) >> b)}})
                                                      | (at_read & {(PLACES+1){1'(WHO_W'(entry) >> b)}}), moves);
      end
    end
  end

  // Who waits for a walker, this cycle's answer with it; but not if one that it waits for ends in this very cycle.
  logic [WALKERS*PLACES-1:0] now_waits;
  logic [PLACES-1:0]       woken;

  logic                      waits_change;   // somebody waits, is woken, or moves up
  logic [WALKERS*PLACES-1:0] waits_then;

  assign waits_change = sends | (mmu_wait | walk_ends) != '0;

  always @* begin
    woken      = '0;
    now_waits  = '0;
    waits_then = '0;
    if (ul1_fn::worth(waits_change)) begin
      for (int w = 0; w < WALKERS; w++) begin
        now_waits[w*PLACES +: PLACES] = waits[w*PLACES +: PLACES] | (mmu_wait[w] ? offer : '0);
        if (walk_ends[w]) woken = woken | now_waits[w*PLACES +: PLACES];
      end
      for (int w = 0; w < WALKERS; w++) waits_then[w*PLACES +: PLACES] = moved({1'b0, now_waits[w*PLACES +: PLACES] & ~woken}, moves);
    end
  end

  always_ff @(posedge clk) if (rst | waits_change) waits <= rst ? '0 : waits_then;

  always_ff @(posedge clk) begin
    if (fences) begin
      fence_number <= fence_valid ? fence_id : ul1_pkg::ID_W'(ul1_pkg::CMD_ID);
      fence_for    <= fence_valid ? fence_level : ul1_pkg::LEVEL_SYS;
    end
    if (rst) fenced <= 1'b0;
    else     fenced <= fences | (fenced & ~(sends & head_fence));
  end

  always @(posedge clk) begin
    if (!rst) begin
      if (used != '0 | changes) begin
        assert ((used & (used + 1'b1)) == '0 && ((is_write | is_fence | waiting) & ~used) == '0);   // no gap
      end
      if (changes | mmu_wait != '0) begin
        assert (!(at_any[PLACES] && !sends) && !(writes && (read_place[PLACES] || fence_place[PLACES])));
        assert (!(sends && !head_valid) && !(mmu_wait != '0 && (sends || !head_valid || head_fence)));
        assert (!(fence_valid && cmd_fence));
      end
    end
  end

endmodule

`default_nettype wire
