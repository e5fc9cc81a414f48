// Write data buffer: all store data go through here, twice. In the *intake* a beat waits, in slot order, for its pass, which
// takes it through the data crossbar (stage 2) into an *entry*, in bank order. There it waits for the array's write port,
// for memory, or for both; a dirty line that is read out of the array waits in an entry of its own, for memory. Loads are
// served from the entries, so that they see every store before them no matter how long the array is kept busy.

`default_nettype none

module wdb #(
    parameter  int LANES  = 32,
    localparam int BANKS  = ul1_pkg::banks(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                         clk,
    input  wire logic                                         rst,

    // from outside: a beat of store data, asked for by lsu
    input  wire logic                                         pull_ready,
    input  wire logic                                         pull_valid,
    input  wire logic [LANES*ul1_pkg::WORD_W-1:0]             pull_data,

    // to lsu: what the intake has free
    output logic                                              intake_free,
    output logic                                              intake_spare,
    output logic      [ul1_pkg::INTAKE_W-1:0]                 intake_beat,

    // from and to arb, lsu, prt, tag: room
    input  wire logic                                         sel_store,
    output logic                                              room_store,
    output logic                                              room_dirty,

    // from arb, axbar: the pass in stage 1
    input  wire logic                                         pass_valid,
    input  wire logic                                         pass_store,
    input  wire logic                                         pass_cached,
    input  wire logic                                         pass_readout,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]                 pass_beat,
    input  wire logic                                         pass_frees_beat,
    input  wire logic [LINE_W-1:0]                            pass_line,
    input  wire logic [BANKS-1:0]                             bank_en,
    input  wire logic [BANKS*ul1_pkg::ROW_W-1:0]              bank_row,

    // from tag, prt: what becomes of it if it is a cached store; and the request that is first in the queue
    input  wire logic [ul1_pkg::ROW_W-1:0]                    look_row,
    input  wire logic                                         store_hold,
    input  wire logic [ul1_pkg::PRT_W-1:0]                    store_prt,
    input  wire logic                                         store_through,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  store_sect,
    input  wire logic                                         head_write,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    head_wdb,

    // to prt: the store's entry
    output logic                                              place_new,
    output logic      [ul1_pkg::WDB_W-1:0]                    place_store,

    // from tag: a dirty line is to be read out; to prt: its entry
    input  wire logic                                         evict_valid,
    input  wire logic [LINE_W-1:0]                            evict_line,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  evict_sect,
    input  wire logic [ul1_pkg::ROW_W-1:0]                    evict_row,
    output logic      [ul1_pkg::WDB_W-1:0]                    place_dirty,

    // to and from dxbar: a store's words in stage 2, out by slot and back by bank; from data: what was read
    output logic                                              slot_valid,
    output logic      [LANES*ul1_pkg::WORD_W-1:0]             slot_data,
    input  wire logic [BANKS*ul1_pkg::WORD_BYTES-1:0]         cross_be,
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]             cross_data,
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]             read_data,

    // to data: bytes for a load in stage 2 that the array does not have yet
    output logic      [BANKS*ul1_pkg::WORD_BYTES-1:0]         forward_be,
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]             forward_data,

    // from arb, tag, prt: a line's last replay, and rows that are given up
    input  wire logic                                         pass_replay,
    input  wire logic [ul1_pkg::PRT_W-1:0]                    pass_prt,
    input  wire logic                                         pass_last,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  look_valid,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  held_dirty,
    input  wire logic                                         gone_valid,
    input  wire logic [ul1_pkg::ROW_W-1:0]                    gone_row,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  gone_keep,

    // to and from data: the oldest entry that can be written
    output logic                                              write_valid,
    output logic      [BANKS*ul1_pkg::WORD_BYTES-1:0]         write_be,
    output logic      [BANKS*ul1_pkg::ROW_W-1:0]              write_row,
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]             write_data,
    input  wire logic                                         array_ready,

    // to prt: what can go to memory; from prt, mmu: what goes; to outside: its words
    output logic      [ul1_pkg::WDB-1:0]                      leave_ready,
    output logic      [ul1_pkg::WDB*LINE_W-1:0]               leave_line,
    input  wire logic                                         mmu_take,
    input  wire logic                                         mmu_fault,
    input  wire logic                                         mem_valid,
    input  wire logic [ul1_pkg::MEMOP_W-1:0]                  mem_op,
    input  wire logic [ul1_pkg::NUMBER_W-1:0]                 mem_number,
    input  wire logic                                         mem_ready,
    output logic      [BANKS*ul1_pkg::WORD_BYTES-1:0]         memdata_be,
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]             memdata_word,

    // to outside
    output logic      [ul1_pkg::WDB-1:0]                      wdb_used,
    output logic      [ul1_pkg::WDB*ul1_pkg::WDB_STATE_W-1:0] wdb_state,
    output logic                                              wdb_idle
);

  localparam int ROW_W  = ul1_pkg::ROW_W;
  localparam int INTAKE    = ul1_pkg::INTAKE;
  localparam int INTAKE_W  = ul1_pkg::INTAKE_W;
  localparam int PRT_W  = ul1_pkg::PRT_W;
  localparam int WDB    = ul1_pkg::WDB;
  localparam int WDB_W  = ul1_pkg::WDB_W;

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
    for (int b = 0; b < LANES; b++) bytes_bits[b*32 +: 32] = ul1_fn::byte_bits(be[b*4 +: 4]);
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
  logic [INTAKE_W-1:0]       s2_ink;
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

  assign free        = ~used;
  assign room_store  = count < (WDB_W+1)'(WDB - 1);
  assign room_dirty  = count < (WDB_W+1)'(WDB);
  assign wdb_idle    = count == '0;
  assign place_store = WDB_W'({ul1_fn::lowest(64'(free))});
  assign place_dirty = WDB_W'(WDB - 1) - WDB_W'({ul1_fn::lowest(64'(free_up))});

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
      for (int e = 0; e < WDB; e++) same[e] = leave_line[e*LINE_W +: LINE_W] == pass_line;
    end
  end

  for (genvar k = 0; k < WDB; k++) begin : g_same
    logic [WDB_W-1:0] at;
    assign at         = order[(WDB-1-k)*WDB_W +: WDB_W];
    assign same_up[k] = same[at] & used[at] & (is_cached[at] | is_dirty[at]);
  end

  assign join_up = WDB_W'(WDB - 1) - WDB_W'({ul1_fn::lowest(64'(same_up))});
  assign join_at = order[join_up*WDB_W +: WDB_W];
  assign joins   = same_up != '0 & is_cached[join_at]
                 & held[join_at] == store_hold & (~store_hold | ent_prt[join_at] == store_prt)
                 & (store_through ? waits[join_at] & ~(head_write & head_wdb == join_at) : ~waits[join_at] & ~sent[join_at])
                 & (store_sect == '0 | (sect[join_at*4 +: 4] != '0 & ent_row[join_at][ROW_W-1:0] == look_row))
                 & ~(write_valid & w_at == join_at);
  assign place_new = comes & ~joins;
  assign s1_at     = joins ? join_at : place_store;
  assign s1_sect   = pass_cached ? store_sect : 4'b1111;

  always_ff @(posedge clk) begin
    if (rst) begin
      s1_store <= 1'b0;
      s2_load  <= 1'b0;
      s2_store <= 1'b0;
      s2_evict <= 1'b0;
    end else begin
      s1_store <= sel_store;
      s2_load  <= pass_valid & ~pass_store;
      s2_store <= comes;
      s2_evict <= pass_readout;
    end
    s0_evict <= place_dirty;
    s1_evict <= s0_evict;
    if (pass_valid) begin
      s2_cached <= pass_cached | pass_readout;
      s2_line   <= pass_readout ? leave_line[s1_evict*LINE_W +: LINE_W] : pass_line;
      s2_free   <= pass_frees_beat;
      s2_ink    <= pass_beat;
      s2_banks  <= bank_en;
      s2_row    <= bank_row;
      s2_at     <= pass_readout ? s1_evict : s1_at;
      s2_new    <= ~joins;
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Intake

  logic [INTAKE-1:0]      ink_used, ink_used_next, ink_free;
  logic [LANES*32-1:0] ink_data [0:INTAKE-1];

  assign ink_free     = ~ink_used;
  assign intake_free  = ink_free != '0;
  assign intake_spare = (ink_free & (ink_free - 1'b1)) != '0;
  assign intake_beat  = INTAKE_W'({ul1_fn::lowest(64'(ink_free))});

  always @* begin
    ink_used_next = ink_used;
    if (pull_valid & pull_ready) ink_used_next[intake_beat] = 1'b1;
    if (s2_store & s2_free)  ink_used_next[s2_ink]  = 1'b0;
  end

  always_ff @(posedge clk) begin
    if (rst) ink_used <= '0;
    else     ink_used <= ink_used_next;
    if (pull_valid & pull_ready) ink_data[intake_beat] <= pull_data;
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

  assign write_valid = can != '0;
  assign w_up        = WDB_W'({ul1_fn::lowest(64'(can_up))});
  assign w_at        = order[w_up*WDB_W +: WDB_W];
  assign write_be    = write_valid ? ent_be[w_at] & sector_bytes(sect[w_at*4 +: 4]) : '0;
  assign write_row   = ent_row[w_at];
  assign write_data  = ent_data[w_at];
  assign written     = write_valid & array_ready;

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

  assign leave_ready  = used & has_data & waits & ~s2_writes;
  assign mem_write    = mem_valid & mem_op == ul1_pkg::MEMOP_WRITE;
  assign mem_at       = mem_number[WDB_W-1:0];
  assign memdata_be   = mem_write ? ent_be[mem_at] : '0;
  assign memdata_word = ent_data[mem_at];

  logic unused;
  assign unused = ^mem_number[ul1_pkg::NUMBER_W-1:WDB_W];

  // ---------------------------------------------------------------------------------------------------------------------
  // What changes an entry

  logic ends;                                   // a line's last replay
  assign ends = pass_replay & pass_last;

  logic [WDB-1:0] opened, joined, evicted;      // of each entry
  logic [WDB-1:0] released;                     // what it was held for has come
  logic [WDB-1:0] leaves, fails, taken;         // its write: sent, failed, taken by memory
  logic [WDB-1:0] data_then, held_then, waits_then, sent_then, sect_some;  // all these at the end of the cycle

  assign opened  = place_new ? WDB'(1) << place_store : '0;
  assign joined  = joins ? WDB'(1) << join_at : '0;
  assign evicted = evict_valid ? WDB'(1) << place_dirty : '0;
  assign leaves  = mmu_take & head_write ? WDB'(1) << head_wdb : '0;
  assign fails   = mmu_fault & head_write ? WDB'(1) << head_wdb : '0;
  assign taken   = mem_write & mem_ready ? WDB'(1) << mem_at : '0;

  always @* begin
    released = '0;
    if (ends) begin
      for (int e = 0; e < WDB; e++) released[e] = held[e] & ent_prt[e] == pass_prt;
    end
  end

  assign data_then  = ~opened & ~evicted & (has_data | s2_writes | (s2_evict ? WDB'(1) << s2_at : '0));
  assign held_then  = (opened & {WDB{store_hold}}) | (~opened & ~evicted & held & ~released);
  assign waits_then = (opened & {WDB{store_through}}) | (~opened & (evicted | (waits & ~leaves & ~fails)));
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
      if (released[e]) stay = stay & (look_valid | held_dirty);
      if (is_cached[e] & ~held[e]) begin
        if (gone_valid & ent_row[e][ROW_W-1:0] == gone_row) stay = stay & gone_keep;
        if (s2_older[e] & leave_line[e*LINE_W +: LINE_W] == s2_line & ent_row[e][ROW_W-1:0] == s2_evict_row) stay = '0;
      end
    end

    assign sect_then    = opened[e] ? s1_sect : evicted[e] ? '0 : joined[e] ? stay | s1_sect : stay;
    assign sect_some[e] = sect_then != '0;

    always_ff @(posedge clk) begin
      if (used[e] | opened[e] | evicted[e]) begin
        sect[e*4 +: 4] <= sect_then;
        if (opened[e] | evicted[e]) begin
          is_cached[e]                   <= opened[e] & pass_cached;
          is_dirty[e]                    <= evicted[e];
          ent_prt[e]                     <= store_prt;
          leave_line[e*LINE_W +: LINE_W] <= opened[e] ? pass_line : evict_line;
        end
      end
    end

    assign wdb_state[e*3 +: 3] = ~used[e]     ? ul1_pkg::WDB_STATE_FREE
                               : ~has_data[e] ? ul1_pkg::WDB_STATE_COMES
                               : held[e]      ? ul1_pkg::WDB_STATE_HELD
                               : sent[e]      ? ul1_pkg::WDB_STATE_SENT
                               : sect[e*4 +: 4] == '0 ? ul1_pkg::WDB_STATE_MEMORY
                               : waits[e]     ? ul1_pkg::WDB_STATE_BOTH
                                              : ul1_pkg::WDB_STATE_ARRAY;
  end

  logic [WDB*WDB_W-1:0] order_then;

  always @* begin
    order_then = order;
    if (evict_valid)  order_then = youngest(order_then, place_dirty);
    if (place_new) order_then = youngest(order_then, place_store);
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
    words = s2_evict ? read_data : cross_data;
    mine  = '0;
    if (s2_store & ~s2_new) begin
      for (int b = 0; b < LANES; b++) begin
        mine = ul1_fn::byte_bits(cross_be[b*4 +: 4]);
        words[b*32 +: 32] = (ent_data[s2_at][b*32 +: 32] & ~mine) | (cross_data[b*32 +: 32] & mine);
      end
    end
  end

  // Rows, byte enables and words. A dirty line's sectors are enabled when it gets its entry, a store's bytes with its words.
  always_ff @(posedge clk) begin
    if (evict_valid) begin
      ent_row[place_dirty] <= {LANES{evict_row}};
      ent_be [place_dirty] <= sector_bytes(evict_sect);
    end
    if (place_new) ent_row[s1_at] <= pass_cached ? {LANES{look_row}} : bank_row;
    if (s2_store) begin
      ent_be  [s2_at] <= s2_new ? cross_be : ent_be[s2_at] | cross_be;
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
    assign has  = last_written[e] | (used[e] & has_data[e] & sect[e*4 +: 4] != '0);
    assign fits = ~s2_cached ? ~is_cached[e] & ~is_dirty[e]
                     : is_cached[e] & ~held[e] & ~was_held[e] & leave_line[e*LINE_W +: LINE_W] == s2_line;
    assign serves[e] = s2_load & has ? fits & (~s2_evict | s2_older[e]) : 1'b0;
  end

  logic [WDB_W-1:0]    at;
  logic [LANES*4-1:0]  hit;
  logic [LANES*32-1:0] bits;

  always @* begin
    forward_be   = '0;
    forward_data = '0;
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
            forward_be   = forward_be | hit;
            bits     = bytes_bits(hit);
            forward_data = (forward_data & ~bits) | (ent_data[at] & bits);
          end
        end
      end
    end
  end

`ifndef SYNTHESIS
  logic [1:0] evicting;  // a dirty line got its entry in the cycle before, in the one before that
  always @(posedge clk) evicting <= rst ? 2'b00 : {evicting[0], evict_valid};
`endif

  always @(posedge clk) begin
    if (!rst) begin
      assert (count <= (WDB_W+1)'(WDB));
      assert (!(sel_store && !room_store) && !(evict_valid && !room_dirty));
      assert (s1_store == comes);                                            // the arbiter kept its word
      assert (pass_readout == evicting[1]);                                    // and so does it with dirty lines
      assert (!(pass_readout && (!pass_valid || pass_store)));
      assert (!(place_new && used[place_store]) && !(evict_valid && used[place_dirty]));        // what is given away was free,
      assert (!(place_new && evict_valid && place_store == place_dirty));                       // and is given away once
      assert (!(s2_store && !ink_used[s2_ink]));                             // a store's pass finds its beat,
      assert (!(s2_store && !used[s2_at]));                                  // and its entry
      assert (!(s2_store && s2_new && has_data[s2_at]));
      assert (!(s2_store && sent[s2_at]));                                   // what memory is offered stays as it is
      assert (!(s2_evict && !(used[s2_at] && is_dirty[s2_at] && !has_data[s2_at])));
      assert (!(comes && pass_replay));
      assert (!(comes && !pass_cached && (store_hold || store_through)));
      assert (!(written && joins && join_at == w_at));
      assert ((waits & sent) == '0 && (held & ~used) == '0 && ((waits | sent) & ~used) == '0);
      assert ((held & sent & ~is_cached) == '0);
      if (head_write) assert (waits[head_wdb]);                                  // a request is for somebody who waits,
      if (head_write && (mmu_take || mmu_fault)) assert (leave_ready[head_wdb]);     // and goes when it is ready
      if (mem_write) assert (mem_number < ul1_pkg::NUMBER_W'(WDB) && sent[mem_at]);  // an entry is offered to memory once
    end
  end

endmodule

`default_nettype wire
