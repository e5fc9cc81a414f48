// Rows, byte enables and words of the write data buffer's entries: a part of wdb. It delivers them to the
// array's write port and to memory, and forwards newer bytes to loads and victim readouts (store-to-load
// forwarding).

`default_nettype none

module wdb_words #(
    parameter  int LANES      = 32,
    localparam int BANKS      = ul1_pkg::banks(LANES),
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES),
    localparam int LINE_W     = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                      clk,

    // ---- The pass in stage 1: entries that are allocated
    // The stage-1 store allocates a WDB entry; else it merges into the one of its line.
    input  wire logic                                      alloc_new,
    // WDB entry that the stage-1 store allocates; valid with `alloc_new`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                 alloc_store,
    // The stage-1 pass is a cached access.
    input  wire logic                                      pass_cached,
    // Row that the stage-1 pass accesses in each bank; valid where `bank_en` is set.
    input  wire logic [BANKS*ul1_pkg::ROW_W-1:0]           bank_row,
    // Array row of the line in stage 1, else of the victim way; valid with `look_judge`.
    input  wire logic [ul1_pkg::ROW_W-1:0]                 look_row,
    // A dirty line is evicted or written back, and gets a WDB entry.
    input  wire logic                                      evict_valid,
    // WDB entry that a dirty line evicted in this cycle gets; valid with `credit_dirty`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                 alloc_dirty,
    // Array row of the line that is evicted or written back; valid with `evict_valid`.
    input  wire logic [ul1_pkg::ROW_W-1:0]                 evict_row,
    // Dirty sectors of the line that is evicted or written back; valid with `evict_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]               evict_sect,

    // ---- Stage 2: words of a store, from dxbar, and of a victim readout, from data
    // A store is in stage 2.
    input  wire logic                                      s2_store,
    // The store in stage 2 is the first to write its entry; valid with `s2_store`.
    input  wire logic                                      s2_new,
    // A victim readout is in stage 2.
    input  wire logic                                      s2_readout,
    // WDB entry that the store or the victim readout in stage 2 writes; valid with `s2_store` or
    // `s2_readout`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                 s2_entry,
    // Bytes that the stage-2 store writes in each bank; zero without a store in stage 2.
    input  wire logic [BANKS*ul1_pkg::WORD_BYTES-1:0]      cross_be,
    // Word that the stage-2 store writes in each bank; valid where `cross_be` is set.
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]          cross_data,
    // Word read from each bank, in stage 2, with the bytes that the WDB forwards; old words in its place, if
    // the pass returns these; valid where `read_valid` is set.
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]          read_data,

    // ---- Entries of cached stores by row: the row that loses sectors, the readout in stage 2, the readout
    // in stage 0
    // A clean line loses its row, or sectors of a line are dropped.
    input  wire logic                                      gone_valid,
    // Array row that loses sectors; valid with `gone_valid`.
    input  wire logic [ul1_pkg::ROW_W-1:0]                 gone_row,
    // Entries with the row that loses sectors (`gone_row`); zero without `gone_valid`.
    output logic      [ul1_pkg::WDB-1:0]                   in_gone_row,
    // Entries with the row of the victim readout in stage 2; zero without one.
    output logic      [ul1_pkg::WDB-1:0]                   in_readout_row,
    // A victim readout is in stage 0.
    input  wire logic                                      s0_readout,
    // WDB entry of the victim readout in stage 0; valid with `s0_readout`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                 s0_readout_entry,
    // The row of the victim readout in stage 0 loses sectors in this cycle.
    output logic                                           next_leaves,
    // Entries with the row of the victim readout in stage 0; zero without one.
    output logic      [ul1_pkg::WDB-1:0]                   in_next_row,

    // ---- To data: the entry on offer; to memory: the write on offer
    // A WDB entry is offered to the array.
    input  wire logic                                      write_valid,
    // Entry that is offered to the array; valid with `write_valid`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                 write_entry,
    // Bytes to write in each bank; zero without an entry on offer.
    output logic      [BANKS*ul1_pkg::WORD_BYTES-1:0]      write_be,
    // Row to write in each bank; valid where `write_be` is set.
    output logic      [BANKS*ul1_pkg::ROW_W-1:0]           write_row,
    // Word to write in each bank; valid where `write_be` is set.
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]          write_data,
    // A write is offered to memory.
    input  wire logic                                      mem_write,
    // Entry of the write that is offered to memory; valid with `mem_write`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                 mem_entry,
    // Bytes of the write that is offered to memory; zero without one.
    output logic      [LINE_WORDS*ul1_pkg::WORD_BYTES-1:0] memdata_be,
    // Words of the write that is offered to memory; valid where `memdata_be` is set.
    output logic      [LINE_WORDS*ul1_pkg::WORD_W-1:0]     memdata_word,

    // ---- From wdb_entries and wdb_order: the entries, and the one written in the previous cycle, which
    // keeps its words until the end of this cycle even if it is free
    // Bit i: entry i is in use.
    input  wire logic [ul1_pkg::WDB-1:0]                   used,
    // Bit i: entry i is of cached stores; valid where `used` is set.
    input  wire logic [ul1_pkg::WDB-1:0]                   is_cached,
    // Bit i: entry i holds a dirty victim; valid where `used` is set.
    input  wire logic [ul1_pkg::WDB-1:0]                   is_dirty,
    // Bit i: the words of entry i have arrived from stage 2; valid where `used` is set.
    input  wire logic [ul1_pkg::WDB-1:0]                   has_data,
    // Bit i: entry i is held until the last replay of a PRT entry.
    input  wire logic [ul1_pkg::WDB-1:0]                   held,
    // Sectors that each entry must still write in the array; valid where `used` is set.
    input  wire logic [ul1_pkg::WDB*ul1_pkg::SECTORS-1:0]  sect,
    // Virtual line of each WDB entry; valid where `leave_ready` is set.
    input  wire logic [ul1_pkg::WDB*LINE_W-1:0]            leave_line,
    // Age matrix: bit e*WDB + i is set if entry i is older than entry e.
    input  wire logic [ul1_pkg::WDB*ul1_pkg::WDB-1:0]      older,
    // An entry was written to the array in the previous cycle.
    input  wire logic                                      wrote,
    // Entry that was written to the array in the previous cycle; valid with `wrote`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                 wrote_entry,
    // Sectors of it that were written to the array in the previous cycle; valid with `wrote`.
    input  wire logic [ul1_pkg::SECTORS-1:0]               wrote_sect,

    // ---- The load or victim readout in stage 2; to data: forwarded bytes
    // A load or a victim readout is in stage 2.
    input  wire logic                                      s2_load,
    // The pass in stage 2 is cached or a victim readout; valid with `s2_load` or `s2_store`.
    input  wire logic                                      s2_cached,
    // Line of the pass in stage 2; valid if it is cached or a victim readout.
    input  wire logic [LINE_W-1:0]                         s2_line,
    // Banks that the pass in stage 2 accesses; valid with `s2_load` or `s2_store`.
    input  wire logic [BANKS-1:0]                          s2_banks,
    // Row that the pass in stage 2 accesses in each bank; valid where `s2_banks` is set.
    input  wire logic [BANKS*ul1_pkg::ROW_W-1:0]           s2_row,
    // Entries older than that of the victim readout in stage 2; zero without one.
    input  wire logic [ul1_pkg::WDB-1:0]                   s2_older,
    // Bytes that the WDB forwards in stage 2, by bank; zero without a load or victim readout.
    output logic      [BANKS*ul1_pkg::WORD_BYTES-1:0]      forward_be,
    // Word of each bank with the forwarded bytes; valid where `forward_be` is set.
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]          forward_data
);

  localparam int ROW_W        = ul1_pkg::ROW_W;
  localparam int SECTORS      = ul1_pkg::SECTORS;
  localparam int WORD_W       = ul1_pkg::WORD_W;
  localparam int WORD_BYTES   = ul1_pkg::WORD_BYTES;
  localparam int WDB          = ul1_pkg::WDB;
  localparam int BYTES        = BANKS * WORD_BYTES;
  localparam int LINE_BYTES   = LINE_WORDS * WORD_BYTES;
  localparam int SECTOR_BYTES = LINE_BYTES / SECTORS;
  localparam int ABREAST      = ul1_pkg::ABREAST;

  // Repeats each sector bit for the bytes of the sector, in each line of a row
  function automatic logic [BYTES-1:0] bytes_of_sectors(input logic [SECTORS-1:0] of);
    for (int q = 0; q < ABREAST*SECTORS; q++)
      bytes_of_sectors[q*SECTOR_BYTES +: SECTOR_BYTES] = {SECTOR_BYTES{of[q % SECTORS]}};
  endfunction

  // Byte enables and words of an entry, at the banks: a line's are kept at their places in the line
  function automatic logic [BYTES-1:0] be_at_banks(input logic of_line, input logic [BYTES-1:0] be);
    be_at_banks = ABREAST > 1 & of_line ? {ABREAST{be[LINE_BYTES-1:0]}} : be;
  endfunction

  function automatic logic [BANKS*WORD_W-1:0] words_at_banks(input logic of_line,
                                                             input logic [BANKS*WORD_W-1:0] words);
    words_at_banks = ABREAST > 1 & of_line ? {ABREAST{words[LINE_WORDS*WORD_W-1:0]}} : words;
  endfunction

  // The line of a row among those side by side; bytes of its banks
  function automatic int at_of_row(input logic [ROW_W-1:0] row);
    at_of_row = 32'(row) & (ABREAST - 1);
  endfunction

  function automatic logic [BYTES-1:0] bytes_of_line(input logic [ROW_W-1:0] row);
    for (int h = 0; h < ABREAST; h++)
      bytes_of_line[h*LINE_BYTES +: LINE_BYTES] = {LINE_BYTES{at_of_row(row) == h}};
  endfunction

  // Bytes of the banks in `of` with equal rows
  function automatic logic [BYTES-1:0] bytes_of_banks(input logic [BANKS-1:0] of,
                                                      input logic [BANKS*ROW_W-1:0] differ);
    for (int b = 0; b < BANKS; b++) begin
      bytes_of_banks[b*WORD_BYTES +: WORD_BYTES] = {WORD_BYTES{of[b] & differ[b*ROW_W +: ROW_W] == '0}};
    end
  endfunction

  // Repeats each byte enable for the bits of its byte
  function automatic logic [BANKS*WORD_W-1:0] bits_of_bytes(input logic [BYTES-1:0] be);
    for (int b = 0; b < BANKS; b++)
      bits_of_bytes[b*WORD_W +: WORD_W] = ul1_fn::byte_bits(be[b*WORD_BYTES +: WORD_BYTES]);
  endfunction

  logic [BANKS*ROW_W-1:0]  rows_q  [0:ul1_fn::entries(WDB)-1];  // the same for all banks for a cached store
  logic [BYTES-1:0]        be_q    [0:ul1_fn::entries(WDB)-1];
  logic [BANKS*WORD_W-1:0] words_q [0:ul1_fn::entries(WDB)-1];

  // Words after stage 2: a store's words over those that its entry has
  logic [BANKS*WORD_W-1:0] words_d;
  logic [WORD_W-1:0]       mine;

  always @* begin
    words_d = s2_readout ? read_data >> at_of_row(rows_q[s2_entry][ROW_W-1:0])*LINE_WORDS*WORD_W : cross_data;
    mine       = '0;
    if (s2_store & ul1_fn::sim_gate(~s2_new)) begin
      for (int b = 0; b < BANKS; b++) begin
        mine = ul1_fn::byte_bits(cross_be[b*WORD_BYTES +: WORD_BYTES]);
        words_d[b*WORD_W +: WORD_W] = (words_q[s2_entry][b*WORD_W +: WORD_W] & ~mine)
                                         | (cross_data[b*WORD_W +: WORD_W] & mine);
      end
    end
  end

  // A dirty line's sectors are enabled with its allocation, a store's bytes with its words.
  always_ff @(posedge clk) begin
    if (evict_valid) begin
      rows_q[alloc_dirty] <= {BANKS{evict_row}};
      be_q  [alloc_dirty] <= bytes_of_sectors(evict_sect);
    end
    if (alloc_new) rows_q[alloc_store] <= pass_cached ? {BANKS{look_row}} : bank_row;
    if (s2_store)  be_q  [s2_entry]    <= s2_new ? cross_be : be_q[s2_entry] | cross_be;
    if (s2_store | s2_readout) words_q[s2_entry] <= words_d;
  end

  // Comparisons of rows
  logic [ROW_W-1:0] readout_row, next_row;

  always @* begin
    readout_row    = '0;
    next_row       = '0;
    next_leaves    = 1'b0;
    in_gone_row    = '0;
    in_readout_row = '0;
    in_next_row    = '0;
    if (gone_valid) begin
      for (int e = 0; e < WDB; e++) in_gone_row[e] = rows_q[e][ROW_W-1:0] == gone_row;
    end
    if (ul1_fn::sim_gate(s2_readout)) readout_row = rows_q[s2_entry][ROW_W-1:0];
    if (ul1_fn::sim_gate(s0_readout)) begin
      next_row    = rows_q[s0_readout_entry][ROW_W-1:0];
      next_leaves = gone_valid & next_row == gone_row;
    end
    if (s2_readout) begin
      for (int e = 0; e < WDB; e++) in_readout_row[e] = rows_q[e][ROW_W-1:0] == readout_row;
    end
    if (s0_readout) begin
      for (int e = 0; e < WDB; e++) in_next_row[e] = rows_q[e][ROW_W-1:0] == next_row;
    end
  end

  // Outputs to the array, and to memory
  assign write_row    = rows_q[write_entry];
  assign write_data   = words_at_banks(is_cached[write_entry], words_q[write_entry]);
  assign memdata_word = words_q[mem_entry][LINE_WORDS*WORD_W-1:0];

  always @* begin
    write_be = '0;
    if (write_valid) begin
      write_be = be_at_banks(is_cached[write_entry], be_q[write_entry])
                 & bytes_of_sectors(sect[write_entry*SECTORS +: SECTORS]);
      if (ABREAST > 1 & is_cached[write_entry]) write_be = write_be & bytes_of_line(write_row[ROW_W-1:0]);
    end
  end
  always @* begin
    memdata_be = '0;
    if (mem_write) memdata_be = be_q[mem_entry][LINE_BYTES-1:0];
  end

  // ---------------------------------------------------------------------------------------------------------
  // Forwarding. The array's words in stage 2 lack the bytes of waiting entries. They also lack those of the
  // entry written in the previous cycle, as a byte that is written while it is read is undefined. The newest
  // entry that has a byte forwards it. One XOR compares the rows of all banks; an entry with nothing for the
  // load is skipped whole.

  // A store that was held when the load was in stage 1 comes after the load, which is the replay that
  // released the store.
  logic [WDB-1:0] last_written;
  logic [WDB-1:0] was_held_q;
  logic [WDB-1:0] forwards;

  always_ff @(posedge clk) was_held_q <= held;

  assign last_written = wrote ? WDB'(1) << wrote_entry : '0;

  always @* begin
    forwards = '0;
    if (s2_load) begin
      for (int e = 0; e < WDB; e++) begin
        if (last_written[e] | (used[e] & has_data[e] & ul1_fn::sim_gate(sect[e*SECTORS +: SECTORS]
            != '0))) begin
          forwards[e] = (~s2_cached ? ~is_cached[e] & ~is_dirty[e]
                                  : is_cached[e] & ~was_held_q[e] & leave_line[e*LINE_W +: LINE_W] == s2_line)
                      & (~s2_readout | s2_older[e]);
        end
      end
    end
  end

  // Bytes that each entry has for the load, and those of them that no newer entry has
  (* mem2reg *) logic [BYTES-1:0] has_be  [0:ul1_fn::entries(WDB)-1];
  (* mem2reg *) logic [BYTES-1:0] last_be [0:ul1_fn::entries(WDB)-1];

  always @* begin
    for (int e = 0; e < WDB; e++) has_be[e] = '0;
    // The last entry is never a store's
    if (ul1_fn::sim_gate(forwards != '0)) for (int e = 0; e < WDB - 1; e++) begin
      if (forwards[e]) begin
        has_be[e] = be_at_banks(is_cached[e], be_q[e])
                    & bytes_of_sectors(last_written[e] ? wrote_sect : sect[e*SECTORS +: SECTORS])
                    & bytes_of_banks(s2_banks, rows_q[e] ^ s2_row);
      end
    end
  end
  always @* begin
    for (int e = 0; e < WDB; e++) last_be[e] = '0;
    if (ul1_fn::sim_gate(forwards != '0)) for (int e = 0; e < WDB; e++) begin
      if (forwards[e]) begin
        last_be[e] = has_be[e];
        for (int n = 0; n < WDB; n++) last_be[e] = last_be[e] & ~(has_be[n] & {BYTES{older[n*WDB + e]}});
      end
    end
  end
  // Each quarter of the entries is combined first, which shortens the chain of gates over the entries.
  localparam int QUARTER = (WDB + 3) / 4;

  logic [BYTES-1:0]        quarter_be;
  logic [BANKS*WORD_W-1:0] quarter_data;

  always @* begin
    forward_be   = '0;
    forward_data = '0;
    quarter_be   = '0;
    quarter_data = '0;
    if (forwards != '0) begin
      for (int q = 0; q < 4; q++) begin
        quarter_be   = '0;
        quarter_data = '0;
        for (int e = q*QUARTER; e < (q+1)*QUARTER && e < WDB; e++) begin
          if (ul1_fn::sim_gate(forwards[e])) begin
            quarter_be   = quarter_be | last_be[e];
            quarter_data = quarter_data
                           | (words_at_banks(is_cached[e], words_q[e]) & bits_of_bytes(last_be[e]));
          end
        end
        forward_be   = forward_be | quarter_be;
        forward_data = forward_data | quarter_data;
      end
    end
  end

endmodule

`default_nettype wire
