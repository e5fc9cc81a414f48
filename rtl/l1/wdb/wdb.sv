// Write data buffer (store buffer and victim buffer): all store data pass through it twice. A beat waits in
// the intake (wdb_intake), in slot order, for its pass. In stage 1 the pass gets an entry (wdb_alloc), and in
// stage 2 its words cross dxbar into the entry, in bank order (wdb_words). The entry waits for the array's
// write port, for memory, or for both (wdb_entries). A dirty line that is read out waits in an entry of its
// own for memory.
//
// Loads receive forwarded bytes from the entries. So they see every earlier store, however long the array's
// port is busy. wdb_order keeps the age of the entries.

`default_nettype none

module wdb #(
    parameter  int LANES      = 32,
    localparam int BANKS      = ul1_pkg::banks(LANES),
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES),
    localparam int LINE_W     = ul1_pkg::line_w(LANES),
    localparam int SWAPS      = ul1_pkg::swaps(LANES)
) (
    input  wire logic                                         clk,
    input  wire logic                                         rst,

    // ---- From lsu and the instruction side: a beat of store data
    // The load/store unit requests a beat of store data; it is taken if offered in this cycle.
    input  wire logic                                         pull_ready,
    // The instruction side offers the requested beat in this cycle.
    input  wire logic                                         pull_valid,
    // Store word of each slot; valid with `pull_valid`.
    input  wire logic [LANES*ul1_pkg::WORD_W-1:0]             pull_data,

    // ---- To lsu: the intake
    // At least one intake beat is free.
    output logic                                              intake_free,
    // At least two intake beats are free.
    output logic                                              intake_spare,
    // Intake beat that takes the next store data; valid with `intake_free`.
    output logic      [ul1_pkg::INTAKE_W-1:0]                 intake_beat,

    // ---- From arb: a pass takes a credit; to lsu, prt and tag: credits
    // The entering access takes a WDB entry: it is a store or a flush.
    input  wire logic                                         sel_store,
    // The entering store or flush is cached, not to shared memory; valid with `sel_store`.
    input  wire logic                                         sel_cached,
    // Credit for a store to shared memory: an entry kept for such stores is free, or two entries are.
    output logic                                              credit_shared,
    // Credit for a cached store or a flush: an entry is free for it, and another for a dirty victim.
    output logic                                              credit_cached,
    // Credit for a dirty line: an entry is free beside that of a store or a flush in stage 1.
    output logic                                              credit_dirty,
    // Credit for a reduction that has one for a cached store: no store is held for a fetch.
    output logic                                              credit_red,

    // ---- From arb and axbar: the pass in stage 1
    // A pass is in stage 1.
    input  wire logic                                         pass_valid,
    // The stage-1 pass is a store; valid with `pass_valid`.
    input  wire logic                                         pass_store,
    // Operation of the stage-1 atomic or lock pass; none for any other pass.
    input  wire logic [ul1_pkg::ATOM_W-1:0]                   pass_atom,
    // Operation of the stage-1 reduction on global memory; none for any other pass.
    input  wire logic [ul1_pkg::ATOM_W-1:0]                   pass_red,
    // Access width of the stage-1 pass; valid with `pass_valid`.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]                  pass_width,
    // The stage-1 pass sign-extends 8 and 16 bit loads; valid with `pass_valid`.
    input  wire logic                                         pass_signed,
    // The stage-1 pass is a cached access.
    input  wire logic                                         pass_cached,
    // The stage-1 pass is a victim readout: it reads the dirty sectors of a line to write them back.
    input  wire logic                                         pass_readout,
    // The stage-1 pass is of a flush: dirty sectors of its line are written back.
    input  wire logic                                         pass_flush,
    // Intake beat that holds the store data of the stage-1 pass; valid with `pass_store`.
    input  wire logic [ul1_pkg::INTAKE_W-1:0]                 pass_beat,
    // The stage-1 store is the last use of its intake beat, which becomes free after stage 2; valid with
    // `pass_store`.
    input  wire logic                                         pass_frees_beat,
    // Line (virtual) of the stage-1 pass; valid with `pass_cached`.
    input  wire logic [LINE_W-1:0]                            pass_line,
    // Banks that the stage-1 pass accesses.
    input  wire logic [BANKS-1:0]                             bank_en,
    // Row that the stage-1 pass accesses in each bank; valid where `bank_en` is set.
    input  wire logic [BANKS*ul1_pkg::ROW_W-1:0]              bank_row,

    // ---- From tag and prt: the outcome of a cached store in stage 1, and the request on offer
    // Array row of the line in stage 1, else of the victim way; valid with `look_judge`.
    input  wire logic [ul1_pkg::ROW_W-1:0]                    look_row,
    // The stage-1 store bypasses the cache and covers its whole line, so a clean copy becomes invalid; or it
    // is a reduction on a line that is free.
    input  wire logic                                         look_purge,
    // The stage-1 store is held in the WDB until its line is filled.
    input  wire logic                                         store_hold,
    // PRT entry that the held store waits for; valid with `store_hold`.
    input  wire logic [ul1_pkg::PRT_W-1:0]                    store_prt,
    // The stage-1 store is written through to memory.
    input  wire logic                                         store_through,
    // Sectors that the stage-1 store writes in the array; zero without a store.
    input  wire logic [ul1_pkg::SECTORS-1:0]                  store_sect,
    // The request on offer is a write.
    input  wire logic                                         head_write,
    // WDB entry that the offered write sends; valid with `head_write`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                    head_wdb,

    // ---- To prt: the store's entry
    // The stage-1 store allocates a WDB entry; else it merges into the one of its line.
    output logic                                              alloc_new,
    // WDB entry that the stage-1 store allocates; valid with `alloc_new`.
    output logic      [ul1_pkg::WDB_W-1:0]                    alloc_store,

    // ---- From tag: an eviction; to prt: its entry
    // A dirty line is evicted or written back, and gets a WDB entry.
    input  wire logic                                         evict_valid,
    // Line that is evicted or written back; valid with `evict_valid`.
    input  wire logic [LINE_W-1:0]                            evict_line,
    // Dirty sectors of the line that is evicted or written back; valid with `evict_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                  evict_sect,
    // Array row of the line that is evicted or written back; valid with `evict_valid`.
    input  wire logic [ul1_pkg::ROW_W-1:0]                    evict_row,
    // WDB entry that a dirty line evicted in this cycle gets; valid with `credit_dirty`.
    output logic      [ul1_pkg::WDB_W-1:0]                    alloc_dirty,

    // ---- To and from dxbar: store data in stage 2; from data: the words read
    // A store is in stage 2.
    output logic                                              slot_valid,
    // Words of the stage-2 store in slot order, from the intake; valid with `slot_valid`.
    output logic      [LANES*ul1_pkg::WORD_W-1:0]             slot_data,
    // Bytes that the stage-2 store writes in each bank; zero without a store in stage 2.
    input  wire logic [BANKS*ul1_pkg::WORD_BYTES-1:0]         cross_be,
    // Word that the stage-2 store writes in each bank; valid where `cross_be` is set.
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]             cross_data,
    // Second operand of the stage-2 atomic `cas` in each bank: the word to store if the first one matches;
    // zero for any other pass.
    input  wire logic [SWAPS*ul1_pkg::WORD_W-1:0]             cross_swap,
    // Word read from each bank, in stage 2, with the bytes that the WDB forwards; old words in its place, if
    // the pass returns these; valid where `read_valid` is set.
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]             read_data,

    // ---- To data: forwarded bytes, in stage 2
    // Bytes that the WDB forwards in stage 2, by bank; zero without a load or victim readout.
    output logic      [BANKS*ul1_pkg::WORD_BYTES-1:0]         forward_be,
    // Word of each bank with the forwarded bytes; valid where `forward_be` is set.
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]             forward_data,

    // ---- From arb, tag and prt: last replays, and rows that lose sectors
    // The stage-1 pass is the replay of a filled line, which hits by construction.
    input  wire logic                                         pass_replay,
    // PRT entry (MSHR) of the stage-1 replay; valid with `pass_replay`.
    input  wire logic [ul1_pkg::PRT_W-1:0]                    pass_prt,
    // The stage-1 replay is the last of its PRT entry; valid with `pass_replay`.
    input  wire logic                                         pass_last,
    // Sectors of the line that stay valid after its last replay, which is in stage 1; else zero.
    input  wire logic [ul1_pkg::SECTORS-1:0]                  look_valid,
    // Sectors that held stores make dirty, with the last replay of their line in stage 1; else zero.
    input  wire logic [ul1_pkg::SECTORS-1:0]                  held_dirty,
    // A clean line loses its row, or sectors of a line are dropped.
    input  wire logic                                         gone_valid,
    // Array row that loses sectors; valid with `gone_valid`.
    input  wire logic [ul1_pkg::ROW_W-1:0]                    gone_row,
    // Sectors of that row that stay; valid with `gone_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                  gone_keep,

    // ---- To and from data: the oldest entry that can be written
    // A WDB entry is offered to the array.
    output logic                                              write_valid,
    // Bytes to write in each bank; zero without an entry on offer.
    output logic      [BANKS*ul1_pkg::WORD_BYTES-1:0]         write_be,
    // Row to write in each bank; valid where `write_be` is set.
    output logic      [BANKS*ul1_pkg::ROW_W-1:0]              write_row,
    // Word to write in each bank; valid where `write_be` is set.
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]             write_data,
    // The array's write port takes the WDB entry on offer: there is no fill in this cycle.
    input  wire logic                                         array_ready,

    // ---- To prt: writes that can be sent; from prt, mmu and memory: those sent and taken; to memory: their
    // words
    // Bit i: the write of WDB entry i can be sent to memory.
    output logic      [ul1_pkg::WDB-1:0]                      leave_ready,
    // Virtual line of each WDB entry; valid where `leave_ready` is set.
    output logic      [ul1_pkg::WDB*LINE_W-1:0]               leave_line,
    // The request on offer is translated and accepted.
    input  wire logic                                         mmu_take,
    // The request on offer cannot be translated and ends here.
    input  wire logic                                         mmu_fault,
    // A request is offered to memory; it stays unchanged until it is taken.
    input  wire logic                                         mem_valid,
    // Kind of the request: read, write or fence; valid with `mem_valid`.
    input  wire logic [ul1_pkg::MEMOP_W-1:0]                  mem_op,
    // Number of the request, which its response returns; for a write its WDB entry; valid with `mem_valid`.
    input  wire logic [ul1_pkg::NUMBER_W-1:0]                 mem_number,
    // Memory takes the offered request in this cycle.
    input  wire logic                                         mem_ready,
    // Bytes of the write that is offered to memory; zero without one.
    output logic      [LINE_WORDS*ul1_pkg::WORD_BYTES-1:0]    memdata_be,
    // Words of the write that is offered to memory; the operands, if it has an operation; valid where
    // `memdata_be` is set.
    output logic      [LINE_WORDS*ul1_pkg::WORD_W-1:0]        memdata_word,
    // Operation that memory performs on the words of the write that is offered; none for a plain write.
    output logic      [ul1_pkg::ATOM_W-1:0]                   memdata_atom,
    // The operation is on pairs of neighbouring words, as numbers of 64 bits; else zero.
    output logic                                              memdata_wide,
    // The operation is on signed numbers; else zero.
    output logic                                              memdata_signed,

    // ---- To tag and observers
    // Bit i: WDB entry i is in use.
    output logic      [ul1_pkg::WDB-1:0]                      wdb_used,
    // State of each WDB entry.
    output logic      [ul1_pkg::WDB*ul1_pkg::WDB_STATE_W-1:0] wdb_state,
    // No WDB entry is in use, and no store or flush is in stage 1.
    output logic                                              wdb_idle
);

  localparam int ROW_W   = ul1_pkg::ROW_W;
  localparam int SECTORS = ul1_pkg::SECTORS;
  localparam int PRT_W   = ul1_pkg::PRT_W;
  localparam int WDB     = ul1_pkg::WDB;
  localparam int WDB_W   = ul1_pkg::WDB_W;

  // wdb_entries: state of the entries, and the one that is offered to the array
  logic [WDB-1:0]         used, is_cached, is_dirty, has_data, held, waits, sent;
  logic [WDB-1:0]         is_red;  // entries of reductions
  logic [WDB*PRT_W-1:0]   for_prt;
  logic [WDB*SECTORS-1:0] sect;
  logic [WDB-1:0]         write_one;
  logic [WDB_W-1:0]       write_entry, wrote_entry;
  logic                   wrote;
  logic [SECTORS-1:0]     wrote_sect;

  // wdb_order: age matrix; entries older than the victim readout in stage 2
  logic [WDB*WDB-1:0] older;
  logic [WDB-1:0]     s2_older;

  // wdb_alloc: the pass in stage 1 and in stage 2
  logic                         joins, gone_early, s0_readout;
  logic [WDB_W-1:0]             join_entry, s0_readout_entry;
  logic                         s2_load, s2_store, s2_readout, s2_kept, s2_cached, s2_new, s2_frees_beat;
  logic [WDB_W-1:0]             s2_entry;
  logic [ul1_pkg::INTAKE_W-1:0] s2_beat;
  logic [LINE_W-1:0]            s2_line;
  logic [BANKS-1:0]             s2_banks;
  logic [BANKS*ROW_W-1:0]       s2_row;

  // wdb_atom: the words that the store in stage 2 writes
  logic [BANKS*ul1_pkg::WORD_W-1:0] s2_words;

  // wdb_words: comparisons with the entries' rows
  logic [WDB-1:0] in_gone_row, in_readout_row, in_next_row;
  logic           next_leaves;

  // The write that is offered to memory
  logic             mem_write;
  logic [WDB_W-1:0] mem_entry;

  assign mem_write = mem_valid & mem_op == ul1_pkg::MEMOP_WRITE;
  assign mem_entry = mem_number[WDB_W-1:0];
  assign wdb_used  = used;

  wdb_intake #(.LANES(LANES)) u_intake (
      .clk, .rst, .pull_ready, .pull_valid, .pull_data, .intake_free, .intake_spare, .intake_beat,
      .pass_valid, .pass_store, .pass_beat, .s2_store, .s2_frees_beat, .s2_beat, .slot_valid, .slot_data
  );

  wdb_alloc #(.LANES(LANES)) u_place (
      .clk, .rst, .sel_store, .sel_cached, .credit_shared, .credit_cached, .credit_dirty, .credit_red,
      .wdb_idle, .alloc_store, .alloc_dirty, .pass_valid, .pass_store, .pass_atom, .pass_red, .pass_cached,
      .pass_readout, .pass_flush, .pass_beat, .pass_frees_beat, .pass_line, .bank_en, .bank_row, .evict_valid,
      .look_purge, .next_leaves, .gone_early, .s0_readout, .s0_readout_entry, .store_hold, .store_prt,
      .store_through, .store_sect, .used, .is_cached, .is_dirty, .is_red, .held, .waits, .sent, .sect,
      .for_prt, .leave_line, .older, .join_entry, .head_write, .head_wdb, .write_one, .joins, .alloc_new,
      .s2_load, .s2_store, .s2_readout, .s2_kept, .s2_cached, .s2_new, .s2_entry, .s2_frees_beat, .s2_beat,
      .s2_line, .s2_banks, .s2_row
  );

  wdb_order u_order (
      .clk, .rst, .evict_valid, .alloc_dirty, .alloc_new, .alloc_store, .older, .s2_readout, .s2_entry,
      .s2_older
  );

  wdb_entries #(.LANES(LANES)) u_entries (
      .clk, .rst, .alloc_new, .alloc_store, .joins, .join_entry, .pass_cached, .pass_line, .store_hold,
      .store_prt, .store_through, .store_sect, .evict_valid, .alloc_dirty, .evict_line, .s2_store,
      .s2_readout, .s2_kept, .s2_entry, .s2_line, .s2_older, .in_readout_row, .in_next_row, .pass_replay,
      .pass_prt, .pass_last, .look_valid, .held_dirty, .gone_keep, .in_gone_row, .gone_early, .older,
      .write_valid, .write_one, .write_entry, .array_ready, .wrote, .wrote_entry, .wrote_sect, .leave_ready,
      .leave_line, .head_write, .head_wdb, .mmu_take, .mmu_fault, .mem_write, .mem_entry, .mem_ready, .used,
      .is_cached, .is_dirty, .has_data, .held, .for_prt, .waits, .sent, .sect, .wdb_state
  );

  if (ul1_pkg::ATOMICS > 0) begin : g_atom
    wdb_atom #(.LANES(LANES)) u_atom (
        .clk, .rst, .pass_valid, .pass_atom, .pass_width, .pass_signed, .read_data, .cross_data, .cross_swap,
        .s2_words
    );
  end else begin : g_plain
    logic unused_atom;
    assign unused_atom = ^pass_width ^ pass_signed ^ ^cross_swap;
    assign s2_words    = cross_data;
  end

  // The second operands of a `cas` on global memory go beside the first ones, at words that are not enabled.
  localparam int WORD_W = ul1_pkg::WORD_W;
  logic [BANKS*WORD_W-1:0] put_words;

  if (ul1_pkg::GLOBAL_ATOMICS > 1) begin : g_swaps
    logic near_q, far_q;  // such a `cas` is in stage 2, of 32 bits, of 64 bits

    always_ff @(posedge clk) begin
      near_q <= pass_red == ul1_pkg::ATOM_CAS & pass_width == ul1_pkg::WIDTH_B64;
      far_q  <= pass_red == ul1_pkg::ATOM_CAS & pass_width != ul1_pkg::WIDTH_B64;
    end

    always @* begin
      put_words = s2_words;
      for (int b = 0; b < LINE_WORDS; b++) begin
        if (cross_be[b*ul1_pkg::WORD_BYTES +: ul1_pkg::WORD_BYTES] == '0) begin
          if (near_q) put_words[b*WORD_W +: WORD_W] = cross_swap[((b ^ 1) % SWAPS)*WORD_W +: WORD_W];
          if (far_q)  put_words[b*WORD_W +: WORD_W] = cross_swap[((b ^ 2) % SWAPS)*WORD_W +: WORD_W];
        end
      end
    end
  end else begin : g_swaps
    assign put_words = s2_words;
  end

  // Operations of the entries' writes, which memory performs
  if (ul1_pkg::GLOBAL_ATOMICS != 0) begin : g_red
    logic [ul1_pkg::ATOM_W-1:0] red_q [0:ul1_fn::entries(WDB)-1];
    logic [WDB-1:0]             wide_q, signed_q;

    always_ff @(posedge clk) begin
      if (alloc_new) begin
        red_q   [alloc_store] <= pass_red;
        wide_q  [alloc_store] <= pass_width == (pass_red == ul1_pkg::ATOM_CAS ? ul1_pkg::WIDTH_B128
                                                : ul1_pkg::WIDTH_B64);
        signed_q[alloc_store] <= pass_signed;
      end
      if (evict_valid) red_q[alloc_dirty] <= ul1_pkg::ATOM_NONE;
    end

    always @* begin
      for (int e = 0; e < WDB; e++) is_red[e] = red_q[e] != ul1_pkg::ATOM_NONE;
      memdata_atom   = mem_write ? red_q[mem_entry] : ul1_pkg::ATOM_NONE;
      memdata_wide   = memdata_atom != ul1_pkg::ATOM_NONE & wide_q[mem_entry];
      memdata_signed = memdata_atom != ul1_pkg::ATOM_NONE & signed_q[mem_entry];
    end
  end else begin : g_red
    logic unused_red;
    assign unused_red     = ^pass_red;
    assign is_red         = '0;
    assign memdata_atom   = ul1_pkg::ATOM_NONE;
    assign memdata_wide   = 1'b0;
    assign memdata_signed = 1'b0;
  end

  wdb_words #(.LANES(LANES)) u_words (
      .clk, .alloc_new, .alloc_store, .pass_cached, .bank_row, .look_row, .evict_valid, .alloc_dirty,
      .evict_row, .evict_sect, .s2_store, .s2_new, .s2_readout, .s2_entry, .cross_be, .cross_data(put_words),
      .read_data, .gone_valid, .gone_row, .in_gone_row, .next_leaves, .s0_readout, .s0_readout_entry,
      .in_readout_row, .in_next_row, .write_valid, .write_entry, .write_be, .write_row, .write_data,
      .mem_write, .mem_entry, .memdata_be, .memdata_word, .used, .is_cached, .is_dirty, .has_data, .held,
      .sect, .leave_line, .older, .wrote, .wrote_entry, .wrote_sect, .s2_load, .s2_cached, .s2_line,
      .s2_banks, .s2_row, .s2_older, .forward_be, .forward_data
  );

`ifndef SYNTHESIS
  // A dirty line got its entry two cycles before its readout is in stage 1.
  logic [1:0] evicted_before_q;

  always @(posedge clk) begin
    evicted_before_q <= rst ? 2'b00 : {evicted_before_q[0], evict_valid};
    if (!rst) assert (pass_readout == evicted_before_q[1]);
  end

  // These hold while a load is in stage 2. An entry without words is a dirty line's, or that of the atomic in
  // stage 2. The last entry is never a store's. A held entry with words was held one cycle before, and is a
  // cached store's. The entry written in the previous cycle has no array sectors left.
  logic [WDB-1:0] was_held_q, s2_one;

  assign s2_one = s2_store ? WDB'(1) << s2_entry : '0;

  always @(posedge clk) begin
    was_held_q <= held;
    if (!rst & s2_load & (used | was_held_q) != '0) begin
      assert ((used & ~(has_data | is_dirty | s2_one)) == '0 && (held & has_data & ~was_held_q) == '0
              && (was_held_q & ~is_cached) == '0);
      assert (!used[WDB-1] || is_dirty[WDB-1]);
      if (wrote)
        assert (wrote_entry < WDB_W'(WDB-1) && !was_held_q[wrote_entry]
                && sect[wrote_entry*SECTORS +: SECTORS] == '0);
    end
  end
`endif

  always @(posedge clk) begin
    if (!rst & (evict_valid | pass_valid | s2_store | mem_write)) begin
      assert (!(evict_valid && !pass_flush && !credit_dirty));
      assert (!(pass_valid && pass_store
                && (pass_replay || (!pass_cached && (store_hold || store_through)))));
      assert (!(s2_store && s2_new && has_data[s2_entry])
              && !(mem_write && mem_number >= ul1_pkg::NUMBER_W'(WDB)));
    end
  end

endmodule

`default_nettype wire
