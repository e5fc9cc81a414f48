// The entries of the write data buffer, but for their rows, byte enables and words: what they are, and what they still
// have to do. An entry is written to the array, sent to memory, or both, and is free when nothing is left to do.

`default_nettype none

module wdb_entries #(
    parameter  int LANES  = 32,
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                         clk,
    input  wire logic                                         rst,

    // stage 1: a store gets an entry, or joins one
    input  wire logic                                         place_new,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    place_store,
    input  wire logic                                         joins,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    join_entry,
    input  wire logic                                         pass_cached,
    input  wire logic [LINE_W-1:0]                            pass_line,
    input  wire logic                                         store_hold,
    input  wire logic [ul1_pkg::PRT_W-1:0]                    store_prt,
    input  wire logic                                         store_through,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  store_sect,

    // a dirty line gets an entry
    input  wire logic                                         evict_valid,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    place_dirty,
    input  wire logic [LINE_W-1:0]                            evict_line,

    // stage 2: words of a store, or of a dirty line, come to an entry; older ones, of those whose row is the dirty
    // line's, do not write there any more, unless the line has kept the row
    input  wire logic                                         s2_store,
    input  wire logic                                         s2_readout,
    input  wire logic                                         s2_kept,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    s2_entry,
    input  wire logic [LINE_W-1:0]                            s2_line,
    input  wire logic [ul1_pkg::WDB-1:0]                      s2_older,
    input  wire logic [ul1_pkg::WDB-1:0]                      in_readout_row,

    // of the entries those of the row of the dirty line in stage 0: they are not written as that is read, in stage 1
    input  wire logic [ul1_pkg::WDB-1:0]                      in_next_row,

    // a line's last replay; a row is given up, and who is to write there; they still do if that was read out just now
    input  wire logic                                         pass_replay,
    input  wire logic [ul1_pkg::PRT_W-1:0]                    pass_prt,
    input  wire logic                                         pass_last,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  look_valid,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  held_dirty,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  gone_keep,
    input  wire logic [ul1_pkg::WDB-1:0]                      in_gone_row,
    input  wire logic                                         gone_early,

    // to the array: the oldest entry that can be written; the one that was written in the cycle before
    input  wire logic [ul1_pkg::WDB*ul1_pkg::WDB-1:0]         older,
    output logic                                              write_valid,
    output logic      [ul1_pkg::WDB-1:0]                      write_one,
    output logic      [ul1_pkg::WDB_W-1:0]                    write_entry,
    input  wire logic                                         array_ready,
    output logic                                              wrote,
    output logic      [ul1_pkg::WDB_W-1:0]                    wrote_entry,
    output logic      [ul1_pkg::SECTORS-1:0]                  wrote_sect,

    // to memory
    output logic      [ul1_pkg::WDB-1:0]                      leave_ready,
    output logic      [ul1_pkg::WDB*LINE_W-1:0]               leave_line,
    input  wire logic                                         head_write,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    head_wdb,
    input  wire logic                                         mmu_take,
    input  wire logic                                         mmu_fault,
    input  wire logic                                         mem_write,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    mem_entry,
    input  wire logic                                         mem_ready,

    // of each entry: in use; a cached store's, a dirty line's, or else of shared memory; it has words; it is held, and
    // until the last replay of which entry of the pending request table; its write to memory waits, is sent (with neither
    // there is none); the sectors that it is to write in the array
    output logic      [ul1_pkg::WDB-1:0]                      used,
    output logic      [ul1_pkg::WDB-1:0]                      is_cached,
    output logic      [ul1_pkg::WDB-1:0]                      is_dirty,
    output logic      [ul1_pkg::WDB-1:0]                      has_data,
    output logic      [ul1_pkg::WDB-1:0]                      held,
    output logic      [ul1_pkg::WDB*ul1_pkg::PRT_W-1:0]       for_prt,
    output logic      [ul1_pkg::WDB-1:0]                      waits,
    output logic      [ul1_pkg::WDB-1:0]                      sent,
    output logic      [ul1_pkg::WDB*ul1_pkg::SECTORS-1:0]     sect,
    output logic      [ul1_pkg::WDB*ul1_pkg::WDB_STATE_W-1:0] wdb_state
);

  localparam int SECTORS = ul1_pkg::SECTORS;
  localparam int STATE_W = ul1_pkg::WDB_STATE_W;
  localparam int PRT_W   = ul1_pkg::PRT_W;
  localparam int WDB     = ul1_pkg::WDB;
  localparam int WDB_W   = ul1_pkg::WDB_W;

  // ---------------------------------------------------------------------------------------------------------------------
  // What can be written to the array, and can go to memory

  logic [WDB-1:0]   s2_writes;                  // the entry that a store in stage 2 writes
  logic [WDB-1:0]   is_read;                    // those whose row is read, in stage 1, for a dirty line
  logic [WDB-1:0]   can;
  logic             written;

  // (Who is not used, or has no words, is passed over here and below, for the sake of simulation.)
  always @* begin
    s2_writes   = '0;
    can         = '0;
    leave_ready = '0;
    write_one   = '0;
    write_valid = 1'b0;
    write_entry = '0;
    if (ul1_fn::worth(used != '0)) begin
      s2_writes   = s2_store ? WDB'(1) << s2_entry : '0;
      leave_ready = has_data & waits & ~s2_writes;
      for (int e = 0; e < WDB; e++) begin
        if (used[e] & has_data[e]) can[e] = ~held[e] & sect[e*SECTORS +: SECTORS] != '0 & ~s2_writes[e] & ~is_read[e];
      end
      write_valid = can != '0;
      if (can != '0) begin
        for (int e = 0; e < WDB; e++) write_one[e] = can[e] & (can & older[e*WDB +: WDB]) == '0;
        write_entry = WDB_W'({ul1_fn::index(64'(write_one))});
      end
    end
  end

  assign written = write_valid & array_ready;

  always_ff @(posedge clk) begin
    wrote   <= written & ~rst;
    is_read <= in_next_row & is_cached;
    wrote_entry <= write_entry;
    wrote_sect  <= sect[write_entry*SECTORS +: SECTORS];
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // What changes an entry

  logic [WDB-1:0]     opened, joined, evicted;  // of each entry
  logic [WDB-1:0]     released;                 // what it was held for has come
  logic [WDB-1:0]     leaves, fails, taken;     // its write: sent, failed, taken by memory
  logic [SECTORS-1:0] s1_sect;                  // sectors that the store adds; of shared memory all
  logic [WDB-1:0]     data_stays, held_stays, waits_stays, sent_stays, sect_stays;  // all these at the end of the cycle, of one
                                                                                    // that neither opens nor is a dirty line's

  logic any;   // there is anything to change

  assign any        = used != '0 | place_new | evict_valid;
  assign taken      = mem_write & mem_ready ? WDB'(1) << mem_entry : '0;
  assign sent_stays = leaves | (sent & ~taken);

  always @* begin
    opened      = '0;
    joined      = '0;
    evicted     = '0;
    leaves      = '0;
    fails       = '0;
    s1_sect     = '0;
    released    = '0;
    data_stays  = '0;
    held_stays  = '0;
    waits_stays = '0;
    if (ul1_fn::worth(any)) begin
      opened  = place_new ? WDB'(1) << place_store : '0;
      joined  = joins ? WDB'(1) << join_entry : '0;
      evicted = evict_valid ? WDB'(1) << place_dirty : '0;
      leaves  = mmu_take & head_write ? WDB'(1) << head_wdb : '0;
      fails   = mmu_fault & head_write ? WDB'(1) << head_wdb : '0;
      s1_sect = pass_cached ? store_sect : '1;
      if (pass_replay & pass_last) begin
        for (int e = 0; e < WDB; e++) released[e] = held[e] & for_prt[e*PRT_W +: PRT_W] == pass_prt;
      end
      data_stays  = has_data | s2_writes | (s2_readout ? WDB'(1) << s2_entry : '0);
      held_stays  = held & ~released;
      waits_stays = waits & ~leaves & ~fails;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      used  <= '0;
      held  <= '0;
      waits <= '0;
      sent  <= '0;
    end else if (any) begin
      used     <= opened | evicted | (used & (waits_stays | sent_stays | sect_stays | joined));
      held     <= (opened & {WDB{store_hold}}) | held_stays;
      waits    <= (opened & {WDB{store_through}}) | evicted | waits_stays;
      sent     <= sent_stays;
      has_data <= ~opened & ~evicted & data_stays;
    end
  end

  logic [SECTORS-1:0]     stays;                // sectors that an entry still is to write in the array
  logic [WDB*SECTORS-1:0] sect_then;

  always @* begin
    sect_stays = '0;
    sect_then  = sect;
    stays      = '0;
    if (ul1_fn::worth(any)) begin
      for (int e = 0; e < WDB; e++) begin
        if (used[e]) begin
          stays = sect[e*SECTORS +: SECTORS];
          if (written & write_one[e]) stays = '0;
          if (released[e]) stays = stays & (look_valid | held_dirty);
          if (is_cached[e] & ~held[e]) begin
            if (s2_older[e] & ~s2_kept & in_readout_row[e] & leave_line[e*LINE_W +: LINE_W] == s2_line) stays = '0;
            if (in_gone_row[e] & ~gone_early) stays = stays & gone_keep;   // known last
          end
          sect_stays[e] = stays != '0;
          sect_then[e*SECTORS +: SECTORS] = joined[e] ? stays | s1_sect : stays;
        end
        if (opened[e])  sect_then[e*SECTORS +: SECTORS] = s1_sect;
        if (evicted[e]) sect_then[e*SECTORS +: SECTORS] = '0;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (any) sect <= sect_then;
    if (place_new) begin
      is_cached [place_store]                   <= pass_cached;
      is_dirty  [place_store]                   <= 1'b0;
      for_prt   [place_store*PRT_W +: PRT_W]    <= store_prt;
      leave_line[place_store*LINE_W +: LINE_W]  <= pass_line;
    end
    if (evict_valid) begin
      is_cached [place_dirty]                   <= 1'b0;
      is_dirty  [place_dirty]                   <= 1'b1;
      leave_line[place_dirty*LINE_W +: LINE_W]  <= evict_line;
    end
  end

  always @* begin
    wdb_state = {WDB{ul1_pkg::WDB_STATE_FREE}};
    if (used != '0) begin
      for (int e = 0; e < WDB; e++) begin
        if (used[e]) begin
          wdb_state[e*STATE_W +: STATE_W] = ~has_data[e]                       ? ul1_pkg::WDB_STATE_COMES
                                            : held[e]                          ? ul1_pkg::WDB_STATE_HELD
                                            : sent[e]                          ? ul1_pkg::WDB_STATE_SENT
                                            : sect[e*SECTORS +: SECTORS] == '0 ? ul1_pkg::WDB_STATE_MEMORY
                                            : waits[e]                         ? ul1_pkg::WDB_STATE_BOTH
                                                                               : ul1_pkg::WDB_STATE_ARRAY;
        end
      end
    end
  end

  always @(posedge clk) begin
    if (!rst & (used | waits | sent | held) != '0) begin
      assert ((waits & sent) == '0 && ((held | waits | sent) & ~used) == '0 && (held & sent & ~is_cached) == '0);
    end
    if (!rst & (evict_valid | s2_store | s2_readout | written | head_write | mem_write)) begin
      if (evict_valid) assert (!used[place_dirty] && !(place_new && place_store == place_dirty));   // given away free, and once
      if (s2_store) assert (used[s2_entry] && !sent[s2_entry]);    // a store finds its entry; what memory is offered stays
      if (s2_readout) assert (used[s2_entry] && is_dirty[s2_entry] && !has_data[s2_entry]);
      assert (!(written && joins && join_entry == write_entry));
      // A request is for somebody who waits, and goes when it is ready; an entry is offered to memory once.
      if (head_write) assert (waits[head_wdb] && (leave_ready[head_wdb] || !(mmu_take || mmu_fault)));
      if (mem_write) assert (sent[mem_entry]);
    end
  end

endmodule

`default_nettype wire
