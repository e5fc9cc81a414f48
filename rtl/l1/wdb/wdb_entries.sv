// State of the write data buffer's entries, except their rows, byte enables and words, which are in
// wdb_words: a part of wdb. An entry must be written to the array, sent to memory, or both, and is free when
// neither is left. The module offers the oldest entry that can be written to the array, and marks those that
// can be sent to memory.

`default_nettype none

module wdb_entries #(
    parameter  int LANES  = 32,
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                         clk,
    input  wire logic                                         rst,

    // ---- The store in stage 1
    // The stage-1 store allocates a WDB entry; else it merges into the one of its line.
    input  wire logic                                         alloc_new,
    // WDB entry that the stage-1 store allocates; valid with `alloc_new`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                    alloc_store,
    // The stage-1 store merges into an entry of its line.
    input  wire logic                                         joins,
    // WDB entry that the stage-1 store merges into; valid with `joins`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                    join_entry,
    // The stage-1 pass is a cached access.
    input  wire logic                                         pass_cached,
    // Line (virtual) of the stage-1 pass; valid with `pass_cached`.
    input  wire logic [LINE_W-1:0]                            pass_line,
    // The stage-1 store is held in the WDB until its line is filled.
    input  wire logic                                         store_hold,
    // PRT entry that the held store waits for; valid with `store_hold`.
    input  wire logic [ul1_pkg::PRT_W-1:0]                    store_prt,
    // The stage-1 store is written through to memory.
    input  wire logic                                         store_through,
    // Sectors that the stage-1 store writes in the array; zero without a store.
    input  wire logic [ul1_pkg::SECTORS-1:0]                  store_sect,

    // ---- A dirty line gets an entry
    // A dirty line is evicted or written back, and gets a WDB entry.
    input  wire logic                                         evict_valid,
    // WDB entry that a dirty line evicted in this cycle gets; valid with `credit_dirty`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                    alloc_dirty,
    // Line that is evicted or written back; valid with `evict_valid`.
    input  wire logic [LINE_W-1:0]                            evict_line,

    // ---- Stage 2: an entry gets the words of a store or of a victim readout. Older entries with the
    // readout's row and line are not written to the array any more, unless the line keeps its row.
    // A store is in stage 2.
    input  wire logic                                         s2_store,
    // A victim readout is in stage 2.
    input  wire logic                                         s2_readout,
    // The line of the victim readout in stage 2 keeps its row, as it was flushed; valid with `s2_readout`.
    input  wire logic                                         s2_kept,
    // WDB entry that the store or the victim readout in stage 2 writes; valid with `s2_store` or
    // `s2_readout`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                    s2_entry,
    // Line of the pass in stage 2; valid if it is cached or a victim readout.
    input  wire logic [LINE_W-1:0]                            s2_line,
    // Entries older than that of the victim readout in stage 2; zero without one.
    input  wire logic [ul1_pkg::WDB-1:0]                      s2_older,
    // Entries with the row of the victim readout in stage 2; zero without one.
    input  wire logic [ul1_pkg::WDB-1:0]                      in_readout_row,

    // ---- The victim readout in stage 0: entries with its row are not written while the row is read, in
    // stage 1
    // Entries with the row of the victim readout in stage 0; zero without one.
    input  wire logic [ul1_pkg::WDB-1:0]                      in_next_row,

    // ---- Last replays, and rows that lose sectors
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
    // Sectors of that row that stay; valid with `gone_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                  gone_keep,
    // Entries with the row that loses sectors (`gone_row`); zero without `gone_valid`.
    input  wire logic [ul1_pkg::WDB-1:0]                      in_gone_row,
    // The line flushed in the previous cycle loses its row, or sectors of it, in this cycle, as if it had not
    // been flushed.
    input  wire logic                                         gone_early,

    // ---- To and from data: the entry on offer, and the one written in the previous cycle
    // Age matrix: bit e*WDB + i is set if entry i is older than entry e.
    input  wire logic [ul1_pkg::WDB*ul1_pkg::WDB-1:0]         older,
    // A WDB entry is offered to the array.
    output logic                                              write_valid,
    // Entry that is offered to the array, one-hot; zero if there is none.
    output logic      [ul1_pkg::WDB-1:0]                      write_one,
    // Entry that is offered to the array; valid with `write_valid`.
    output logic      [ul1_pkg::WDB_W-1:0]                    write_entry,
    // The array's write port takes the WDB entry on offer: there is no fill in this cycle.
    input  wire logic                                         array_ready,
    // An entry was written to the array in the previous cycle.
    output logic                                              wrote,
    // Entry that was written to the array in the previous cycle; valid with `wrote`.
    output logic      [ul1_pkg::WDB_W-1:0]                    wrote_entry,
    // Sectors of it that were written to the array in the previous cycle; valid with `wrote`.
    output logic      [ul1_pkg::SECTORS-1:0]                  wrote_sect,

    // ---- To and from prt, mmu and memory: writes
    // Bit i: the write of WDB entry i can be sent to memory.
    output logic      [ul1_pkg::WDB-1:0]                      leave_ready,
    // Virtual line of each WDB entry; valid where `leave_ready` is set.
    output logic      [ul1_pkg::WDB*LINE_W-1:0]               leave_line,
    // The request on offer is a write.
    input  wire logic                                         head_write,
    // WDB entry that the offered write sends; valid with `head_write`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                    head_wdb,
    // The request on offer is translated and accepted.
    input  wire logic                                         mmu_take,
    // The request on offer cannot be translated and ends here.
    input  wire logic                                         mmu_fault,
    // A write is offered to memory.
    input  wire logic                                         mem_write,
    // Entry of the write that is offered to memory; valid with `mem_write`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                    mem_entry,
    // Memory takes the offered request in this cycle.
    input  wire logic                                         mem_ready,

    // ---- State of each entry. An entry that is neither cached nor a dirty line's is of shared memory.
    // Bit i: entry i is in use.
    output logic      [ul1_pkg::WDB-1:0]                      used,
    // Bit i: entry i is of cached stores; valid where `used` is set.
    output logic      [ul1_pkg::WDB-1:0]                      is_cached,
    // Bit i: entry i holds a dirty victim; valid where `used` is set.
    output logic      [ul1_pkg::WDB-1:0]                      is_dirty,
    // Bit i: the words of entry i have arrived from stage 2; valid where `used` is set.
    output logic      [ul1_pkg::WDB-1:0]                      has_data,
    // Bit i: entry i is held until the last replay of a PRT entry.
    output logic      [ul1_pkg::WDB-1:0]                      held,
    // PRT entry that each held entry waits for; valid where `held` is set.
    output logic      [ul1_pkg::WDB*ul1_pkg::PRT_W-1:0]       for_prt,
    // Bit i: the memory write of entry i is not sent yet.
    output logic      [ul1_pkg::WDB-1:0]                      waits,
    // Bit i: the memory write of entry i is sent, and not taken by memory yet.
    output logic      [ul1_pkg::WDB-1:0]                      sent,
    // Sectors that each entry must still write in the array; valid where `used` is set.
    output logic      [ul1_pkg::WDB*ul1_pkg::SECTORS-1:0]     sect,
    // State of each WDB entry.
    output logic      [ul1_pkg::WDB*ul1_pkg::WDB_STATE_W-1:0] wdb_state
);

  localparam int SECTORS = ul1_pkg::SECTORS;
  localparam int STATE_W = ul1_pkg::WDB_STATE_W;
  localparam int PRT_W   = ul1_pkg::PRT_W;
  localparam int WDB     = ul1_pkg::WDB;
  localparam int WDB_W   = ul1_pkg::WDB_W;

  // ---------------------------------------------------------------------------------------------------------
  // Entries that can be written to the array, and sent to memory

  logic [WDB-1:0] s2_writes;  // the entry that a store in stage 2 writes
  logic [WDB-1:0] is_read_q;    // entries with the row that a victim readout reads, in stage 1
  logic [WDB-1:0] can;
  logic           written;

  // Entries that are free or have no words are skipped here and below, to speed up simulation.
  always @* begin
    s2_writes   = '0;
    can         = '0;
    leave_ready = '0;
    write_one   = '0;
    write_valid = 1'b0;
    write_entry = '0;
    if (ul1_fn::sim_gate(used != '0)) begin
      s2_writes   = s2_store ? WDB'(1) << s2_entry : '0;
      leave_ready = has_data & waits & ~s2_writes;
      for (int e = 0; e < WDB; e++) begin
        if (used[e] & has_data[e])
          can[e] = ~held[e] & sect[e*SECTORS +: SECTORS] != '0 & ~s2_writes[e] & ~is_read_q[e];
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
    wrote       <= written & ~rst;
    is_read_q     <= in_next_row & is_cached;
    wrote_entry <= write_entry;
    wrote_sect  <= sect[write_entry*SECTORS +: SECTORS];
  end

  // ---------------------------------------------------------------------------------------------------------
  // Changes of the entries

  // Entries that are allocated by a store; merged into; allocated by a dirty line
  logic [WDB-1:0]     opened, joined, evicted;
  logic [WDB-1:0]     released;              // the last replay that the entry was held for is in stage 1
  logic [WDB-1:0]     leaves, fails, taken;  // the entry's memory write is sent; failed; taken by memory
  logic [SECTORS-1:0] s1_sect;               // sectors that the store adds; all for shared memory
  // State at the end of the cycle of an entry that is not allocated in this cycle
  logic [WDB-1:0] data_stays, held_stays, waits_stays, sent_stays, sect_stays;

  logic any;  // an entry may change

  assign any        = used != '0 | alloc_new | evict_valid;
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
    if (ul1_fn::sim_gate(any)) begin
      opened  = alloc_new ? WDB'(1) << alloc_store : '0;
      joined  = joins ? WDB'(1) << join_entry : '0;
      evicted = evict_valid ? WDB'(1) << alloc_dirty : '0;
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

  logic [SECTORS-1:0]     stays;  // sectors that an entry must still write in the array
  logic [WDB*SECTORS-1:0] sect_d;

  always @* begin
    sect_stays = '0;
    sect_d  = sect;
    stays      = '0;
    if (ul1_fn::sim_gate(any)) begin
      for (int e = 0; e < WDB; e++) begin
        if (used[e]) begin
          stays = sect[e*SECTORS +: SECTORS];
          if (written & write_one[e]) stays = '0;
          if (released[e]) stays = stays & (look_valid | held_dirty);
          if (is_cached[e] & ~held[e]) begin
            if (s2_older[e] & ~s2_kept & in_readout_row[e] & leave_line[e*LINE_W +: LINE_W] == s2_line)
              stays = '0;
            if (in_gone_row[e] & ~gone_early) stays = stays & gone_keep;  // known last
          end
          sect_stays[e] = stays != '0;
          sect_d[e*SECTORS +: SECTORS] = joined[e] ? stays | s1_sect : stays;
        end
        if (opened[e])  sect_d[e*SECTORS +: SECTORS] = s1_sect;
        if (evicted[e]) sect_d[e*SECTORS +: SECTORS] = '0;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (any) sect <= sect_d;
    if (alloc_new) begin
      is_cached [alloc_store]                   <= pass_cached;
      is_dirty  [alloc_store]                   <= 1'b0;
      for_prt   [alloc_store*PRT_W +: PRT_W]    <= store_prt;
      leave_line[alloc_store*LINE_W +: LINE_W]  <= pass_line;
    end
    if (evict_valid) begin
      is_cached [alloc_dirty]                   <= 1'b0;
      is_dirty  [alloc_dirty]                   <= 1'b1;
      leave_line[alloc_dirty*LINE_W +: LINE_W]  <= evict_line;
    end
  end

  always @* begin
    wdb_state = {WDB{ul1_pkg::WDB_STATE_FREE}};
    if (used != '0) begin
      for (int e = 0; e < WDB; e++) begin
        if (used[e]) begin
          wdb_state[e*STATE_W +: STATE_W] = ~has_data[e]                       ? ul1_pkg::WDB_STATE_ARRIVES
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
      assert ((waits & sent) == '0 && ((held | waits | sent) & ~used) == '0
              && (held & sent & ~is_cached) == '0);
    end
    if (!rst & (evict_valid | s2_store | s2_readout | written | head_write | mem_write)) begin
      // An allocated entry was free, and is allocated once
      if (evict_valid) assert (!used[alloc_dirty] && !(alloc_new && alloc_store == alloc_dirty));
      // A store finds its entry; a write on offer to memory does not change
      if (s2_store) assert (used[s2_entry] && !sent[s2_entry]);
      if (s2_readout) assert (used[s2_entry] && is_dirty[s2_entry] && !has_data[s2_entry]);
      assert (!(written && joins && join_entry == write_entry));
      // A request is of an entry that waits, and leaves when it is ready; an entry is offered to memory once.
      if (head_write) assert (waits[head_wdb] && (leave_ready[head_wdb] || !(mmu_take || mmu_fault)));
      if (mem_write) assert (sent[mem_entry]);
    end
  end

endmodule

`default_nettype wire
