// The words of the entries, a part of wdb: three memories with their rows, byte enables and words; and whoever reads
// these: the array's write port, memory, and the loads that are served.

`default_nettype none

module wdb_words #(
    parameter  int LANES      = 32,
    localparam int BANKS      = ul1_pkg::banks(LANES),
    localparam int LINE_W     = ul1_pkg::line_w(LANES),
    localparam int LINE_BYTES = ul1_pkg::line_bytes(LANES)
) (
    input  wire logic                                         clk,

    // stage 1: a store gets an entry; a dirty line gets one
    input  wire logic                                         place_new,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    place_store,
    input  wire logic                                         pass_cached,
    input  wire logic [BANKS*ul1_pkg::ROW_W-1:0]              bank_row,
    input  wire logic [ul1_pkg::ROW_W-1:0]                    look_row,
    input  wire logic                                         evict_valid,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    place_dirty,
    input  wire logic [ul1_pkg::ROW_W-1:0]                    evict_row,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  evict_sect,

    // stage 2: words of a store, from dxbar, the first of its entry or not; of a dirty line, from data
    input  wire logic                                         s2_store,
    input  wire logic                                         s2_new,
    input  wire logic                                         s2_readout,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    s2_entry,
    input  wire logic [BANKS*ul1_pkg::WORD_BYTES-1:0]         cross_be,
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]             cross_data,
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]             read_data,

    // of cached stores: whose row is given up; whose is that of the dirty line in stage 2, and of that in stage 0
    input  wire logic                                         gone_valid,
    input  wire logic [ul1_pkg::ROW_W-1:0]                    gone_row,
    output logic      [ul1_pkg::WDB-1:0]                      in_gone_row,
    output logic      [ul1_pkg::WDB-1:0]                      in_readout_row,
    input  wire logic                                         s0_readout,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    s0_readout_entry,
    output logic                                              next_goes,     // that row is given up
    output logic      [ul1_pkg::WDB-1:0]                      in_next_row,

    // to the array; to memory
    input  wire logic                                         write_valid,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    write_entry,
    output logic      [BANKS*ul1_pkg::WORD_BYTES-1:0]         write_be,
    output logic      [BANKS*ul1_pkg::ROW_W-1:0]              write_row,
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]             write_data,
    input  wire logic                                         mem_write,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    mem_entry,
    output logic      [BANKS*ul1_pkg::WORD_BYTES-1:0]         memdata_be,
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]             memdata_word,

    // the entries (see wdb_entries), and the one written to the array in the cycle before. It may be free now, but
    // nothing of it is overwritten before this cycle ends.
    input  wire logic [ul1_pkg::WDB-1:0]                      used,
    input  wire logic [ul1_pkg::WDB-1:0]                      is_cached,
    input  wire logic [ul1_pkg::WDB-1:0]                      is_dirty,
    input  wire logic [ul1_pkg::WDB-1:0]                      has_data,
    input  wire logic [ul1_pkg::WDB-1:0]                      held,
    input  wire logic [ul1_pkg::WDB*ul1_pkg::SECTORS-1:0]     sect,
    input  wire logic [ul1_pkg::WDB*LINE_W-1:0]               leave_line,
    input  wire logic [ul1_pkg::WDB*ul1_pkg::WDB-1:0]         older,
    input  wire logic                                         wrote,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    wrote_entry,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  wrote_sect,

    // to data: bytes for the load (or the dirty line) in stage 2 that the array does not have yet
    input  wire logic                                         s2_load,
    input  wire logic                                         s2_cached,
    input  wire logic [LINE_W-1:0]                            s2_line,
    input  wire logic [BANKS-1:0]                             s2_banks,
    input  wire logic [BANKS*ul1_pkg::ROW_W-1:0]              s2_row,
    input  wire logic [ul1_pkg::WDB-1:0]                      s2_older,
    output logic      [BANKS*ul1_pkg::WORD_BYTES-1:0]         forward_be,
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]             forward_data
);

  localparam int ROW_W        = ul1_pkg::ROW_W;
  localparam int SECTORS      = ul1_pkg::SECTORS;
  localparam int WORD_W       = ul1_pkg::WORD_W;
  localparam int WORD_BYTES   = ul1_pkg::WORD_BYTES;
  localparam int WDB          = ul1_pkg::WDB;
  localparam int SECTOR_BYTES = LINE_BYTES / SECTORS;

  // A bit for each sector, spread over its bytes
  function automatic logic [LINE_BYTES-1:0] bytes_of_sectors(input logic [SECTORS-1:0] of);
    for (int q = 0; q < SECTORS; q++) bytes_of_sectors[q*SECTOR_BYTES +: SECTOR_BYTES] = {SECTOR_BYTES{of[q]}};
  endfunction

  // The bytes of the banks whose rows do not differ
  function automatic logic [LINE_BYTES-1:0] bytes_of_banks(input logic [BANKS-1:0] of, input logic [BANKS*ROW_W-1:0] differ);
    for (int b = 0; b < BANKS; b++) begin
      bytes_of_banks[b*WORD_BYTES +: WORD_BYTES] = {WORD_BYTES{of[b] & differ[b*ROW_W +: ROW_W] == '0}};
    end
  endfunction

  // A bit for each byte, spread over the bits of its byte
  function automatic logic [BANKS*WORD_W-1:0] bits_of_bytes(input logic [LINE_BYTES-1:0] be);
    for (int b = 0; b < BANKS; b++) bits_of_bytes[b*WORD_W +: WORD_W] = ul1_fn::byte_bits(be[b*WORD_BYTES +: WORD_BYTES]);
  endfunction

  logic [BANKS*ROW_W-1:0]  rows  [0:ul1_fn::entries(WDB)-1];   // of a cached store the same for all banks
  logic [LINE_BYTES-1:0]   be    [0:ul1_fn::entries(WDB)-1];
  logic [BANKS*WORD_W-1:0] words [0:ul1_fn::entries(WDB)-1];

  // What stage 2 leaves behind: a store's words laid over those that its entry has already
  logic [BANKS*WORD_W-1:0] words_then;
  logic [WORD_W-1:0]       mine;

  always @* begin
    words_then = s2_readout ? read_data : cross_data;
    mine       = '0;
    if (s2_store & ul1_fn::worth(~s2_new)) begin
      for (int b = 0; b < BANKS; b++) begin
        mine = ul1_fn::byte_bits(cross_be[b*WORD_BYTES +: WORD_BYTES]);
        words_then[b*WORD_W +: WORD_W] = (words[s2_entry][b*WORD_W +: WORD_W] & ~mine)
                                         | (cross_data[b*WORD_W +: WORD_W] & mine);
      end
    end
  end

  // A dirty line's sectors are enabled when it gets its entry, a store's bytes with its words.
  always_ff @(posedge clk) begin
    if (evict_valid) begin
      rows[place_dirty] <= {BANKS{evict_row}};
      be  [place_dirty] <= bytes_of_sectors(evict_sect);
    end
    if (place_new) rows[place_store] <= pass_cached ? {BANKS{look_row}} : bank_row;
    if (s2_store)  be  [s2_entry]    <= s2_new ? cross_be : be[s2_entry] | cross_be;
    if (s2_store | s2_readout) words[s2_entry] <= words_then;
  end

  // Rows
  logic [ROW_W-1:0] readout_row, next_row;

  always @* begin
    readout_row    = '0;
    next_row       = '0;
    next_goes      = 1'b0;
    in_gone_row    = '0;
    in_readout_row = '0;
    in_next_row    = '0;
    if (gone_valid) begin
      for (int e = 0; e < WDB; e++) in_gone_row[e] = rows[e][ROW_W-1:0] == gone_row;
    end
    if (ul1_fn::worth(s2_readout)) readout_row = rows[s2_entry][ROW_W-1:0];
    if (ul1_fn::worth(s0_readout)) begin
      next_row  = rows[s0_readout_entry][ROW_W-1:0];
      next_goes = gone_valid & next_row == gone_row;
    end
    if (s2_readout) begin
      for (int e = 0; e < WDB; e++) in_readout_row[e] = rows[e][ROW_W-1:0] == readout_row;
    end
    if (s0_readout) begin
      for (int e = 0; e < WDB; e++) in_next_row[e] = rows[e][ROW_W-1:0] == next_row;
    end
  end

  // To the array, and to memory
  assign write_row    = rows[write_entry];
  assign write_data   = words[write_entry];
  assign memdata_word = words[mem_entry];

  always @* begin
    write_be = '0;
    if (write_valid) write_be = be[write_entry] & bytes_of_sectors(sect[write_entry*SECTORS +: SECTORS]);
  end
  always @* begin
    memdata_be = '0;
    if (mem_write) memdata_be = be[mem_entry];
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Serving. What the array gave a load, or a dirty line, in stage 2 lacks the entries that wait, and the one written in
  // the cycle before, since of bytes that are written as they are read it gives anything. Of several that have a byte the
  // newest serves it. The rows of all banks are compared by one XOR; entries that have nothing for the load are passed over whole.

  // A store that was held when the load was in stage 1 comes after it: the load is the replay that has released it.
  logic [WDB-1:0] last_written;
  logic [WDB-1:0] was_held;
  logic [WDB-1:0] serves;

  always_ff @(posedge clk) was_held <= held;

  assign last_written = wrote ? WDB'(1) << wrote_entry : '0;

  always @* begin
    serves = '0;
    if (s2_load) begin
      for (int e = 0; e < WDB; e++) begin
        if (last_written[e] | (used[e] & has_data[e] & ul1_fn::worth(sect[e*SECTORS +: SECTORS] != '0))) begin
          serves[e] = (~s2_cached ? ~is_cached[e] & ~is_dirty[e]
                                  : is_cached[e] & ~was_held[e] & leave_line[e*LINE_W +: LINE_W] == s2_line)
                      & (~s2_readout | s2_older[e]);
        end
      end
    end
  end

  // Of each entry the bytes that it has for the load, and those of them that no newer entry has
  (* mem2reg *) logic [LINE_BYTES-1:0] has_be  [0:ul1_fn::entries(WDB)-1];
  (* mem2reg *) logic [LINE_BYTES-1:0] last_be [0:ul1_fn::entries(WDB)-1];

  always @* begin
    for (int e = 0; e < WDB; e++) has_be[e] = '0;
    if (ul1_fn::worth(serves != '0)) for (int e = 0; e < WDB - 1; e++) begin   // (the last is a dirty line's)
      if (serves[e]) begin
        has_be[e] = be[e] & bytes_of_sectors(last_written[e] ? wrote_sect : sect[e*SECTORS +: SECTORS])
                    & bytes_of_banks(s2_banks, rows[e] ^ s2_row);
      end
    end
  end
  always @* begin
    for (int e = 0; e < WDB; e++) last_be[e] = '0;
    if (ul1_fn::worth(serves != '0)) for (int e = 0; e < WDB; e++) begin
      if (serves[e]) begin
        last_be[e] = has_be[e];
        for (int n = 0; n < WDB; n++) last_be[e] = last_be[e] & ~(has_be[n] & {LINE_BYTES{older[n*WDB + e]}});
      end
    end
  end
  // (Each quarter of the entries for itself first: to pass over an entry is a gate for each behind it.)
  localparam int QUARTER = (WDB + 3) / 4;

  logic [LINE_BYTES-1:0]   quarter_be;
  logic [BANKS*WORD_W-1:0] quarter_data;

  always @* begin
    forward_be   = '0;
    forward_data = '0;
    quarter_be   = '0;
    quarter_data = '0;
    if (serves != '0) begin
      for (int q = 0; q < 4; q++) begin
        quarter_be   = '0;
        quarter_data = '0;
        for (int e = q*QUARTER; e < (q+1)*QUARTER && e < WDB; e++) begin
          if (ul1_fn::worth(serves[e])) begin
            quarter_be   = quarter_be | last_be[e];
            quarter_data = quarter_data | (words[e] & bits_of_bytes(last_be[e]));
          end
        end
        forward_be   = forward_be | quarter_be;
        forward_data = forward_data | quarter_data;
      end
    end
  end

endmodule

`default_nettype wire
