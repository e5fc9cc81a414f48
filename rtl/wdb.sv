// Write data buffer: all store data go through here, twice. In the *intake* a beat waits, in slot order, for its pass, which
// takes it through the data crossbar (stage 2) into an *entry*, in bank order. There it waits for the array's write port,
// for memory, or for both; a dirty line that is read out of the array waits in an entry of its own, for memory. Loads are
// served from the entries, so that they see every store before them no matter how long the array is kept busy.

`default_nettype none

module wdb #(
    parameter int LANES = 32
) (
    input  wire logic                                    clk,
    input  wire logic                                    rst,

    // from outside: a beat of store data, asked for by lsu
    input  wire logic                                    st_ready,
    input  wire logic                                    st_valid,
    input  wire logic [LANES*32-1:0]                     st_data,

    // to lsu: what the intake has free
    output logic                                         ink_any,
    output logic                                         ink_two,
    output logic      [ul1_pkg::INK_W-1:0]               ink_idx,

    // from and to arb, lsu, prt, tag: room
    input  wire logic                                    wdb_take,
    output logic                                         wdb_room,
    output logic                                         wdb_slot,

    // from arb, axbar: the pass in stage 1
    input  wire logic                                    pass_valid,
    input  wire logic                                    pass_store,
    input  wire logic                                    pass_cached,
    input  wire logic                                    pass_evict,
    input  wire logic [ul1_pkg::INK_W-1:0]               pass_ink,
    input  wire logic                                    pass_free,
    input  wire logic [ul1_pkg::VA_W-$clog2(LANES)-3:0]  pass_line,
    input  wire logic [LANES-1:0]                        bank_en,
    input  wire logic [LANES*ul1_pkg::ROW_W-1:0]         bank_row,

    // from tag, prt: what becomes of it if it is a cached store; and the request that is first in the queue
    input  wire logic [ul1_pkg::ROW_W-1:0]               look_row,
    input  wire logic                                    st_hold,
    input  wire logic [ul1_pkg::PRT_W-1:0]               st_prt,
    input  wire logic                                    st_through,
    input  wire logic [3:0]                              st_sect,
    input  wire logic                                    xl_write,
    input  wire logic [ul1_pkg::WDB_W-1:0]               xl_wdb,

    // to prt: the store's entry
    output logic                                         st_new,
    output logic      [ul1_pkg::WDB_W-1:0]               st_idx,

    // from tag: a dirty line is to be read out; to prt: its entry
    input  wire logic                                    evict,
    input  wire logic [ul1_pkg::VA_W-$clog2(LANES)-3:0]  evict_line,
    input  wire logic [3:0]                              evict_sect,
    input  wire logic [ul1_pkg::ROW_W-1:0]               evict_row,
    output logic      [ul1_pkg::WDB_W-1:0]               ev_idx,

    // to and from dxbar: a store's words in stage 2, out by slot and back by bank; from data: what was read
    output logic                                         slot_valid,
    output logic      [LANES*32-1:0]                     slot_data,
    input  wire logic [LANES*4-1:0]                      x_be,
    input  wire logic [LANES*32-1:0]                     x_data,
    input  wire logic [LANES*32-1:0]                     rd_data,

    // to data: bytes for a load in stage 2 that the array does not have yet
    output logic      [LANES*4-1:0]                      fwd_be,
    output logic      [LANES*32-1:0]                     fwd_data,

    // from arb, tag, prt: a line's last replay, and rows that are given up
    input  wire logic                                    pass_rep,
    input  wire logic [ul1_pkg::PRT_W-1:0]               pass_prt,
    input  wire logic                                    pass_last,
    input  wire logic [3:0]                              look_valid,
    input  wire logic [3:0]                              end_dirty,
    input  wire logic                                    gone_valid,
    input  wire logic [ul1_pkg::ROW_W-1:0]               gone_row,
    input  wire logic [3:0]                              gone_keep,

    // to and from data: the oldest entry that can be written
    output logic                                         w_valid,
    output logic      [LANES*4-1:0]                      w_be,
    output logic      [LANES*ul1_pkg::ROW_W-1:0]         w_row,
    output logic      [LANES*32-1:0]                     w_data,
    input  wire logic                                    w_ready,

    // to prt: what can go to memory; from prt, mmu: what goes; to outside: its words
    output logic      [ul1_pkg::WDB-1:0]                 wdb_ready,
    output logic      [ul1_pkg::WDB*(ul1_pkg::VA_W-$clog2(LANES)-2)-1:0] wdb_line,
    input  wire logic                                    xl_take,
    input  wire logic                                    xl_fault,
    input  wire logic                                    mem_valid,
    input  wire logic [1:0]                              mem_kind,
    input  wire logic [ul1_pkg::SUB_W-1:0]               mem_sub,
    input  wire logic                                    mem_ready,
    output logic      [LANES*4-1:0]                      mem_be,
    output logic      [LANES*32-1:0]                     mem_data,

    // to outside
    output logic      [ul1_pkg::WDB-1:0]                 wdb_used,
    output logic      [ul1_pkg::WDB*3-1:0]               wdb_state,
    output logic                                         wdb_idle
);

  localparam int LG     = $clog2(LANES);
  localparam int ROW_W  = ul1_pkg::ROW_W;
  localparam int INK    = ul1_pkg::INK;
  localparam int INK_W  = ul1_pkg::INK_W;
  localparam int PRT_W  = ul1_pkg::PRT_W;
  localparam int WDB    = ul1_pkg::WDB;
  localparam int WDB_W  = ul1_pkg::WDB_W;
  localparam int LINE_W = ul1_pkg::VA_W - LG - 2;

  // A bit for each sector, spread over its bytes
  function automatic logic [LANES*4-1:0] sector_bytes(input logic [3:0] sect);
    sector_bytes = {{LANES{sect[3]}}, {LANES{sect[2]}}, {LANES{sect[1]}}, {LANES{sect[0]}}};
  endfunction

  // The bytes of the banks whose rows do not differ
  function automatic logic [LANES*4-1:0] bank_bytes(input logic [LANES-1:0] banks, input logic [LANES*ROW_W-1:0] differ);
    for (int b = 0; b < LANES; b++) bank_bytes[b*4 +: 4] = {4{banks[b] & differ[b*ROW_W +: ROW_W] == '0}};
  endfunction

  // A bit for each byte, spread over the bits of its byte
  function automatic logic [LANES*32-1:0] bytes_bits(input logic [LANES*4-1:0] be);
    for (int b = 0; b < LANES; b++) bytes_bits[b*32 +: 32] = ul1_pkg::byte_bits(be[b*4 +: 4]);
  endfunction

  // Entries from the oldest to the youngest, after entry `at` has become the youngest
  function automatic logic [WDB*WDB_W-1:0] youngest(input logic [WDB*WDB_W-1:0] order, input logic [WDB_W-1:0] at);
    logic behind;
    behind = 1'b0;
    for (int k = 0; k < WDB - 1; k++) begin
      behind = behind | order[k*WDB_W +: WDB_W] == at;
      youngest[k*WDB_W +: WDB_W] = behind ? order[(k+1)*WDB_W +: WDB_W] : order[k*WDB_W +: WDB_W];
    end
    youngest[(WDB-1)*WDB_W +: WDB_W] = at;
  endfunction

  // The entries that are older than entry `at`
  function automatic logic [WDB-1:0] older(input logic [WDB*WDB_W-1:0] order, input logic [WDB_W-1:0] at);
    logic there;
    there = 1'b0;
    older = '0;
    for (int k = 0; k < WDB; k++) begin
      there = there | order[k*WDB_W +: WDB_W] == at;
      if (!there) older = older | WDB'(1) << order[k*WDB_W +: WDB_W];
    end
  endfunction

  // ---------------------------------------------------------------------------------------------------------------------
  // The entries. What is written of them where stands with each part below.

  logic [WDB-1:0]         used;
  logic [WDB-1:0]         is_cached;            // a cached store's,
  logic [WDB-1:0]         is_dirty;             // a dirty line's, or else of shared memory
  logic [WDB-1:0]         has_data;
  logic [WDB-1:0]         held;                 // until the last replay of the entry `ent_prt` of the pending request table
  logic [WDB-1:0]         waits, sent;          // the write to memory; with neither there is none
  logic [WDB*4-1:0]       sect;                 // sectors that it is to write in the array
  logic [PRT_W-1:0]       ent_prt  [0:WDB-1];
  logic [LANES*ROW_W-1:0] ent_row  [0:WDB-1];   // of a cached one the same for all banks
  logic [LANES*4-1:0]     ent_be   [0:WDB-1];
  logic [LANES*32-1:0]    ent_data [0:WDB-1];

  // All of them by age, the oldest first; those that are free keep their place until they are used again.
  logic [WDB*WDB_W-1:0]   order;

  // Stage 1: what the arbiter said of it in the cycle before
  logic                   s1_store;
  logic [WDB_W-1:0]       s0_evict, s1_evict;   // entry of the dirty line whose slot is in stage 0, in stage 1

  // Stage 2
  logic                   s2_load, s2_store, s2_evict, s2_free, s2_cached;
  logic [INK_W-1:0]       s2_ink;
  logic [LINE_W-1:0]      s2_line;
  logic [LANES-1:0]       s2_banks;
  logic [LANES*ROW_W-1:0] s2_row;
  logic [WDB_W-1:0]       s2_at;                // the entry that it writes
  logic                   s2_new;               // a store's that nobody has written before

  // The entry written in the cycle before. It may be free now, but nothing of it is overwritten before this cycle ends.
  logic                   wrote;
  logic [WDB_W-1:0]       wrote_at;
  logic [3:0]             wrote_sect;

  // Of a dirty line in stage 2, what was stored before it was given up; what is stored behind may have its row already.
  logic [WDB-1:0]         s2_older;
  logic [ROW_W-1:0]       s2_evict_row;

  assign s2_older     = s2_evict ? older(order, s2_at) : '0;
  assign s2_evict_row = ent_row[s2_at][ROW_W-1:0];
  assign wdb_used     = used;

  // ---------------------------------------------------------------------------------------------------------------------
  // Room

  logic [WDB-1:0]         free, free_up;
  logic [WDB_W:0]         count;                // entries used, and the store in stage 1

  always @* begin
    count = (WDB_W+1)'(s1_store);
    for (int e = 0; e < WDB; e++) count = count + (WDB_W+1)'(used[e]);
  end

  for (genvar e = 0; e < WDB; e++) begin : g_up
    assign free_up[e] = free[WDB-1-e];
  end

  assign free     = ~used;
  assign wdb_room = count < (WDB_W+1)'(WDB - 1);
  assign wdb_slot = count < (WDB_W+1)'(WDB);
  assign wdb_idle = count == '0;
  assign st_idx   = WDB_W'({ul1_pkg::lowest(64'(free))});
  assign ev_idx   = WDB_W'(WDB - 1) - WDB_W'({ul1_pkg::lowest(64'(free_up))});

  // ---------------------------------------------------------------------------------------------------------------------
  // Stage 1: a store gets an entry, or joins the youngest that has its line

  logic                   comes;                // a store is there,
  logic                   joins;                // and joins
  logic [WDB-1:0]         same;                 // entries with its line
  logic [WDB-1:0]         same_up;              // by age, the youngest first
  logic [WDB_W-1:0]       join_up, join_at;     // the youngest, by age and by number
  logic [WDB_W-1:0]       s1_at;                // the store's entry
  logic [3:0]             s1_sect;              // the sectors it adds
  logic [WDB_W-1:0]       w_at;

  assign comes   = pass_valid & pass_store;

  always @* begin
    same = '0;
    if (comes & pass_cached) begin
      for (int e = 0; e < WDB; e++) same[e] = wdb_line[e*LINE_W +: LINE_W] == pass_line;
    end
  end

  for (genvar k = 0; k < WDB; k++) begin : g_same
    logic [WDB_W-1:0] at;
    assign at         = order[(WDB-1-k)*WDB_W +: WDB_W];
    assign same_up[k] = same[at] & used[at] & (is_cached[at] | is_dirty[at]);
  end

  assign join_up = WDB_W'(WDB - 1) - WDB_W'({ul1_pkg::lowest(64'(same_up))});
  assign join_at = order[join_up*WDB_W +: WDB_W];
  assign joins   = same_up != '0 & is_cached[join_at]
                 & held[join_at] == st_hold & (~st_hold | ent_prt[join_at] == st_prt)
                 & (st_through ? waits[join_at] & ~(xl_write & xl_wdb == join_at) : ~waits[join_at] & ~sent[join_at])
                 & (st_sect == '0 | (sect[join_at*4 +: 4] != '0 & ent_row[join_at][ROW_W-1:0] == look_row))
                 & ~(w_valid & w_at == join_at);
  assign st_new  = comes & ~joins;
  assign s1_at   = joins ? join_at : st_idx;
  assign s1_sect = pass_cached ? st_sect : 4'b1111;

  always_ff @(posedge clk) begin
    if (rst) begin
      s1_store <= 1'b0;
      s2_load  <= 1'b0;
      s2_store <= 1'b0;
      s2_evict <= 1'b0;
    end else begin
      s1_store <= wdb_take;
      s2_load  <= pass_valid & ~pass_store;
      s2_store <= comes;
      s2_evict <= pass_evict;
    end
    s0_evict <= ev_idx;
    s1_evict <= s0_evict;
    if (pass_valid) begin
      s2_cached <= pass_cached | pass_evict;
      s2_line   <= pass_evict ? wdb_line[s1_evict*LINE_W +: LINE_W] : pass_line;
      s2_free   <= pass_free;
      s2_ink    <= pass_ink;
      s2_banks  <= bank_en;
      s2_row    <= bank_row;
      s2_at     <= pass_evict ? s1_evict : s1_at;
      s2_new    <= ~joins;
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Intake

  logic [INK-1:0]      ink_used, ink_used_next, ink_free;
  logic [LANES*32-1:0] ink_data [0:INK-1];

  assign ink_free = ~ink_used;
  assign ink_any  = ink_free != '0;
  assign ink_two  = (ink_free & (ink_free - 1'b1)) != '0;
  assign ink_idx  = INK_W'({ul1_pkg::lowest(64'(ink_free))});

  always @* begin
    ink_used_next = ink_used;
    if (st_valid & st_ready) ink_used_next[ink_idx] = 1'b1;
    if (s2_store & s2_free)  ink_used_next[s2_ink]  = 1'b0;
  end

  always_ff @(posedge clk) begin
    if (rst) ink_used <= '0;
    else     ink_used <= ink_used_next;
    if (st_valid & st_ready) ink_data[ink_idx] <= st_data;
  end

  assign slot_valid = s2_store;
  assign slot_data  = ink_data[s2_ink];

  // ---------------------------------------------------------------------------------------------------------------------
  // To the array: the oldest entry that can

  logic [WDB-1:0]   s2_writes;                  // the entry that a store in stage 2 writes
  logic [WDB-1:0]   can, can_up;                // the second by age, the oldest first
  logic [WDB_W-1:0] w_up;
  logic             written;

  assign s2_writes = s2_store ? WDB'(1) << s2_at : '0;

  for (genvar e = 0; e < WDB; e++) begin : g_can
    assign can[e]    = used[e] & has_data[e] & ~held[e] & sect[e*4 +: 4] != '0 & ~s2_writes[e];
    assign can_up[e] = can[order[e*WDB_W +: WDB_W]];
  end

  assign w_valid = can != '0;
  assign w_up    = WDB_W'({ul1_pkg::lowest(64'(can_up))});
  assign w_at    = order[w_up*WDB_W +: WDB_W];
  assign w_be    = w_valid ? ent_be[w_at] & sector_bytes(sect[w_at*4 +: 4]) : '0;
  assign w_row   = ent_row[w_at];
  assign w_data  = ent_data[w_at];
  assign written = w_valid & w_ready;

  always_ff @(posedge clk) begin
    wrote <= written & ~rst;
    if (written) begin
      wrote_at   <= w_at;
      wrote_sect <= sect[w_at*4 +: 4];
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // To memory

  logic             mem_write;
  logic [WDB_W-1:0] mem_at;

  assign wdb_ready = used & has_data & waits & ~s2_writes;
  assign mem_write = mem_valid & mem_kind == ul1_pkg::REQ_WRITE;
  assign mem_at    = mem_sub[WDB_W-1:0];
  assign mem_be    = mem_write ? ent_be[mem_at] : '0;
  assign mem_data  = ent_data[mem_at];

  logic unused;
  assign unused = ^mem_sub[ul1_pkg::SUB_W-1:WDB_W];

  // ---------------------------------------------------------------------------------------------------------------------
  // What changes an entry

  logic ends;                                   // a line's last replay
  assign ends = pass_rep & pass_last;

  logic [WDB-1:0] opened, joined, evicted;      // of each entry
  logic [WDB-1:0] released;                     // what it was held for has come
  logic [WDB-1:0] leaves, fails, taken;         // its write: sent, failed, taken by memory
  logic [WDB-1:0] data_then, held_then, waits_then, sent_then, sect_some;  // all these at the end of the cycle

  assign opened  = st_new ? WDB'(1) << st_idx : '0;
  assign joined  = joins ? WDB'(1) << join_at : '0;
  assign evicted = evict ? WDB'(1) << ev_idx : '0;
  assign leaves  = xl_take & xl_write ? WDB'(1) << xl_wdb : '0;
  assign fails   = xl_fault & xl_write ? WDB'(1) << xl_wdb : '0;
  assign taken   = mem_write & mem_ready ? WDB'(1) << mem_at : '0;

  always @* begin
    released = '0;
    if (ends) begin
      for (int e = 0; e < WDB; e++) released[e] = held[e] & ent_prt[e] == pass_prt;
    end
  end

  assign data_then  = ~opened & ~evicted & (has_data | s2_writes | (s2_evict ? WDB'(1) << s2_at : '0));
  assign held_then  = (opened & {WDB{st_hold}}) | (~opened & ~evicted & held & ~released);
  assign waits_then = (opened & {WDB{st_through}}) | (~opened & (evicted | (waits & ~leaves & ~fails)));
  assign sent_then  = ~opened & ~evicted & (leaves | (sent & ~taken));

  always_ff @(posedge clk) begin
    if (rst) begin
      used  <= '0;
      held  <= '0;
      waits <= '0;
      sent  <= '0;
    end else begin
      used  <= (used | opened | evicted) & (~data_then | held_then | waits_then | sent_then | sect_some | joined);
      held  <= held_then;
      waits <= waits_then;
      sent  <= sent_then;
    end
    has_data <= data_then;
  end

  for (genvar e = 0; e < WDB; e++) begin : g_entry
    logic [3:0] stay;                           // sectors that it still is to write in the array
    logic [3:0] sect_then;

    always @* begin
      stay = sect[e*4 +: 4];
      if (written & w_at == WDB_W'(e)) stay = '0;
      if (released[e]) stay = stay & (look_valid | end_dirty);
      if (is_cached[e] & ~held[e]) begin
        if (gone_valid & ent_row[e][ROW_W-1:0] == gone_row) stay = stay & gone_keep;
        if (s2_older[e] & wdb_line[e*LINE_W +: LINE_W] == s2_line & ent_row[e][ROW_W-1:0] == s2_evict_row) stay = '0;
      end
    end

    assign sect_then = opened[e] ? s1_sect : evicted[e] ? '0 : joined[e] ? stay | s1_sect : stay;
    assign sect_some[e] = sect_then != '0;

    always_ff @(posedge clk) begin
      if (used[e] | opened[e] | evicted[e]) begin
        sect[e*4 +: 4] <= sect_then;
        if (opened[e] | evicted[e]) begin
          is_cached[e] <= opened[e] & pass_cached;
          is_dirty[e]  <= evicted[e];
          ent_prt[e]   <= st_prt;
          wdb_line[e*LINE_W +: LINE_W] <= opened[e] ? pass_line : evict_line;
        end
      end
    end

    assign wdb_state[e*3 +: 3] = ~used[e]     ? ul1_pkg::WDB_FREE
                               : ~has_data[e] ? ul1_pkg::WDB_COMES
                               : held[e]      ? ul1_pkg::WDB_HELD
                               : sent[e]      ? ul1_pkg::WDB_SENT
                               : sect[e*4 +: 4] == '0 ? ul1_pkg::WDB_MEMORY
                               : waits[e]     ? ul1_pkg::WDB_BOTH
                                              : ul1_pkg::WDB_ARRAY;
  end

  logic [WDB*WDB_W-1:0] order_then;

  always @* begin
    order_then = order;
    if (evict)  order_then = youngest(order_then, ev_idx);
    if (st_new) order_then = youngest(order_then, st_idx);
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      for (int k = 0; k < WDB; k++) order[k*WDB_W +: WDB_W] <= WDB_W'(k);
    end else begin
      order <= order_then;
    end
  end

  // The words that stage 2 leaves behind: a store's laid over those that its entry has already
  logic [LANES*32-1:0] words;
  logic [31:0]         mine;

  always @* begin
    words = s2_evict ? rd_data : x_data;
    mine  = '0;
    if (s2_store & ~s2_new) begin
      for (int b = 0; b < LANES; b++) begin
        mine = ul1_pkg::byte_bits(x_be[b*4 +: 4]);
        words[b*32 +: 32] = (ent_data[s2_at][b*32 +: 32] & ~mine) | (x_data[b*32 +: 32] & mine);
      end
    end
  end

  // Rows, byte enables and words. A dirty line's sectors are enabled when it gets its entry, a store's bytes with its words.
  always_ff @(posedge clk) begin
    if (evict) begin
      ent_row[ev_idx] <= {LANES{evict_row}};
      ent_be [ev_idx] <= sector_bytes(evict_sect);
    end
    if (st_new) ent_row[s1_at] <= pass_cached ? {LANES{look_row}} : bank_row;
    if (s2_store) begin
      ent_be  [s2_at] <= s2_new ? x_be : ent_be[s2_at] | x_be;
    end
    if (s2_store | s2_evict) ent_data[s2_at] <= words;
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Serving. What the array gave a load, or a dirty line, in stage 2 lacks the entries that wait, and the one written in the
  // cycle before, since a read and a write in one cycle read the old word. Taken in order of age, the newest byte is what
  // remains. The rows of all banks are compared by one XOR; entries that have nothing for the load are passed over whole.

  // A store that was held when the load was in stage 1 comes after it: the load is the replay that has released it.
  logic [WDB-1:0] last_written;
  logic [WDB-1:0] was_held;
  logic [WDB-1:0] serves;

  always_ff @(posedge clk) was_held <= held;

  assign last_written = wrote ? WDB'(1) << wrote_at : '0;

  for (genvar e = 0; e < WDB; e++) begin : g_serves
    logic has, fits;
    assign has       = last_written[e] | (used[e] & has_data[e] & sect[e*4 +: 4] != '0);
    assign fits      = ~s2_cached ? ~is_cached[e] & ~is_dirty[e]
                     : is_cached[e] & ~held[e] & ~was_held[e] & wdb_line[e*LINE_W +: LINE_W] == s2_line;
    assign serves[e] = s2_load & has ? fits & (~s2_evict | s2_older[e]) : 1'b0;
  end

  logic [WDB_W-1:0]    at;
  logic [LANES*4-1:0]  hit;
  logic [LANES*32-1:0] bits;

  always @* begin
    fwd_be   = '0;
    fwd_data = '0;
    bits     = '0;
    at       = '0;
    hit      = '0;
    if (serves != '0) begin
      for (int k = 0; k < WDB; k++) begin
        at = order[k*WDB_W +: WDB_W];
        if (serves[at]) begin
          hit = ent_be[at] & sector_bytes(last_written[at] ? wrote_sect : sect[at*4 +: 4])
              & bank_bytes(s2_banks, ent_row[at] ^ s2_row);
          if (hit != '0) begin
            fwd_be   = fwd_be | hit;
            bits     = bytes_bits(hit);
            fwd_data = (fwd_data & ~bits) | (ent_data[at] & bits);
          end
        end
      end
    end
  end

`ifndef SYNTHESIS
  logic [1:0] evicting;  // a dirty line got its entry in the cycle before, in the one before that
  always @(posedge clk) evicting <= rst ? 2'b00 : {evicting[0], evict};
`endif

  always @(posedge clk) begin
    if (!rst) begin
      assert (count <= (WDB_W+1)'(WDB));
      assert (!(wdb_take && !wdb_room) && !(evict && !wdb_slot));
      assert (s1_store == comes);                                            // the arbiter kept its word
      assert (pass_evict == evicting[1]);                                    // and so does it with dirty lines
      assert (!(pass_evict && (!pass_valid || pass_store)));
      assert (!(st_new && used[st_idx]) && !(evict && used[ev_idx]));        // what is given away was free,
      assert (!(st_new && evict && st_idx == ev_idx));                       // and is given away once
      assert (!(s2_store && !ink_used[s2_ink]));                             // a store's pass finds its beat,
      assert (!(s2_store && !used[s2_at]));                                  // and its entry
      assert (!(s2_store && s2_new && has_data[s2_at]));
      assert (!(s2_store && sent[s2_at]));                                   // what memory is offered stays as it is
      assert (!(s2_evict && !(used[s2_at] && is_dirty[s2_at] && !has_data[s2_at])));
      assert (!(comes && pass_rep));
      assert (!(comes && !pass_cached && (st_hold || st_through)));
      assert (!(written && joins && join_at == w_at));
      assert ((waits & sent) == '0 && (held & ~used) == '0 && ((waits | sent) & ~used) == '0);
      assert ((held & sent & ~is_cached) == '0);
      if (xl_write) assert (waits[xl_wdb]);                                  // a request is for somebody who waits,
      if (xl_write && (xl_take || xl_fault)) assert (wdb_ready[xl_wdb]);     // and goes when it is ready
      if (mem_write) assert (mem_sub < ul1_pkg::SUB_W'(WDB) && sent[mem_at]);  // an entry is offered to memory once
    end
  end

endmodule

`default_nettype wire
