// Stage 1 of the write data buffer: counts credits, allocates an entry for a store, or merges the store into
// an entry of its line; it is a part of wdb. It also carries the pass on to stage 2.

`default_nettype none

module wdb_alloc #(
    parameter  int LANES  = 32,
    localparam int BANKS  = ul1_pkg::banks(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                     clk,
    input  wire logic                                     rst,

    // ---- From arb: a pass takes a credit; to lsu, tag and prt: credits, and the next entries
    // The entering access takes a WDB entry: it is a store or a flush.
    input  wire logic                                     sel_store,
    // The entering store or flush is cached, not to shared memory; valid with `sel_store`.
    input  wire logic                                     sel_cached,
    // Credit for a store to shared memory: an entry kept for such stores is free, or two entries are.
    output logic                                          credit_shared,
    // Credit for a cached store or a flush: an entry is free for it, and another for a dirty victim.
    output logic                                          credit_cached,
    // Credit for a dirty line: an entry is free beside that of a store or a flush in stage 1.
    output logic                                          credit_dirty,
    // Credit for a reduction that has one for a cached store: no store is held for a fetch.
    output logic                                          credit_red,
    // No WDB entry is in use, and no store or flush is in stage 1.
    output logic                                          wdb_idle,
    // WDB entry that the stage-1 store allocates; valid with `alloc_new`.
    output logic      [ul1_pkg::WDB_W-1:0]                alloc_store,
    // WDB entry that a dirty line evicted in this cycle gets; valid with `credit_dirty`.
    output logic      [ul1_pkg::WDB_W-1:0]                alloc_dirty,

    // ---- The pass in stage 1, and an eviction by it
    // A pass is in stage 1.
    input  wire logic                                     pass_valid,
    // The stage-1 pass is a store; valid with `pass_valid`.
    input  wire logic                                     pass_store,
    // Operation of the stage-1 atomic or lock pass; none for any other pass.
    input  wire logic [ul1_pkg::ATOM_W-1:0]               pass_atom,
    // Operation of the stage-1 reduction on global memory; none for any other pass.
    input  wire logic [ul1_pkg::ATOM_W-1:0]               pass_red,
    // The stage-1 pass is a cached access.
    input  wire logic                                     pass_cached,
    // The stage-1 pass is a victim readout: it reads the dirty sectors of a line to write them back.
    input  wire logic                                     pass_readout,
    // The stage-1 pass is of a flush: dirty sectors of its line are written back.
    input  wire logic                                     pass_flush,
    // The stage-1 store bypasses the cache and covers its whole line, so a clean copy becomes invalid; or it
    // is a reduction on a line that is free.
    input  wire logic                                     look_purge,
    // A dirty line is evicted or written back, and gets a WDB entry.
    input  wire logic                                     evict_valid,
    // The row of the victim readout in stage 0 loses sectors in this cycle.
    input  wire logic                                     next_leaves,
    // The line flushed in the previous cycle loses its row, or sectors of it, in this cycle, as if it had not
    // been flushed.
    output logic                                          gone_early,

    // ---- The victim readout in stage 0
    // A victim readout is in stage 0.
    output logic                                          s0_readout,
    // WDB entry of the victim readout in stage 0; valid with `s0_readout`.
    output logic      [ul1_pkg::WDB_W-1:0]                s0_readout_entry,

    // Intake beat that holds the store data of the stage-1 pass; valid with `pass_store`.
    input  wire logic [ul1_pkg::INTAKE_W-1:0]             pass_beat,
    // The stage-1 store is the last use of its intake beat, which becomes free after stage 2; valid with
    // `pass_store`.
    input  wire logic                                     pass_frees_beat,
    // Line (virtual) of the stage-1 pass; valid with `pass_cached`.
    input  wire logic [LINE_W-1:0]                        pass_line,
    // Banks that the stage-1 pass accesses.
    input  wire logic [BANKS-1:0]                         bank_en,
    // Row that the stage-1 pass accesses in each bank; valid where `bank_en` is set.
    input  wire logic [BANKS*ul1_pkg::ROW_W-1:0]          bank_row,
    // The stage-1 store is held in the WDB until its line is filled.
    input  wire logic                                     store_hold,
    // PRT entry that the held store waits for; valid with `store_hold`.
    input  wire logic [ul1_pkg::PRT_W-1:0]                store_prt,
    // The stage-1 store is written through to memory.
    input  wire logic                                     store_through,
    // Sectors that the stage-1 store writes in the array; zero without a store.
    input  wire logic [ul1_pkg::SECTORS-1:0]              store_sect,

    // ---- From wdb_entries and wdb_order: the entries; from prt: the request on offer
    // Bit i: entry i is in use.
    input  wire logic [ul1_pkg::WDB-1:0]                  used,
    // Bit i: entry i is of cached stores; valid where `used` is set.
    input  wire logic [ul1_pkg::WDB-1:0]                  is_cached,
    // Bit i: entry i holds a dirty victim; valid where `used` is set.
    input  wire logic [ul1_pkg::WDB-1:0]                  is_dirty,
    // Bit i: entry i is of a reduction; valid where `used` is set.
    input  wire logic [ul1_pkg::WDB-1:0]                  is_red,
    // Bit i: entry i is held until the last replay of a PRT entry.
    input  wire logic [ul1_pkg::WDB-1:0]                  held,
    // Bit i: the memory write of entry i is not sent yet.
    input  wire logic [ul1_pkg::WDB-1:0]                  waits,
    // Bit i: the memory write of entry i is sent, and not taken by memory yet.
    input  wire logic [ul1_pkg::WDB-1:0]                  sent,
    // Sectors that each entry must still write in the array; valid where `used` is set.
    input  wire logic [ul1_pkg::WDB*ul1_pkg::SECTORS-1:0] sect,
    // PRT entry that each held entry waits for; valid where `held` is set.
    input  wire logic [ul1_pkg::WDB*ul1_pkg::PRT_W-1:0]   for_prt,
    // Virtual line of each WDB entry; valid where `leave_ready` is set.
    input  wire logic [ul1_pkg::WDB*LINE_W-1:0]           leave_line,
    // Age matrix: bit e*WDB + i is set if entry i is older than entry e.
    input  wire logic [ul1_pkg::WDB*ul1_pkg::WDB-1:0]     older,
    // WDB entry that the stage-1 store merges into; valid with `joins`.
    output logic      [ul1_pkg::WDB_W-1:0]                join_entry,
    // The request on offer is a write.
    input  wire logic                                     head_write,
    // WDB entry that the offered write sends; valid with `head_write`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                head_wdb,
    // Entry that is offered to the array, one-hot; zero if there is none.
    input  wire logic [ul1_pkg::WDB-1:0]                  write_one,

    // ---- To wdb_entries: the store's entry
    // The stage-1 store merges into an entry of its line.
    output logic                                          joins,
    // The stage-1 store allocates a WDB entry; else it merges into the one of its line.
    output logic                                          alloc_new,

    // ---- To other parts: the pass in stage 2
    // A load or a victim readout is in stage 2.
    output logic                                          s2_load,
    // A store is in stage 2.
    output logic                                          s2_store,
    // A victim readout is in stage 2.
    output logic                                          s2_readout,
    // The line of the victim readout in stage 2 keeps its row, as it was flushed; valid with `s2_readout`.
    output logic                                          s2_kept,
    // The pass in stage 2 is cached or a victim readout; valid with `s2_load` or `s2_store`.
    output logic                                          s2_cached,
    // The store in stage 2 is the first to write its entry; valid with `s2_store`.
    output logic                                          s2_new,
    // WDB entry that the store or the victim readout in stage 2 writes; valid with `s2_store` or
    // `s2_readout`.
    output logic      [ul1_pkg::WDB_W-1:0]                s2_entry,
    // The store in stage 2 is the last use of its intake beat; valid with `s2_store`.
    output logic                                          s2_frees_beat,
    // Intake beat of the store in stage 2; valid with `s2_store`.
    output logic      [ul1_pkg::INTAKE_W-1:0]             s2_beat,
    // Line of the pass in stage 2; valid if it is cached or a victim readout.
    output logic      [LINE_W-1:0]                        s2_line,
    // Banks that the pass in stage 2 accesses; valid with `s2_load` or `s2_store`.
    output logic      [BANKS-1:0]                         s2_banks,
    // Row that the pass in stage 2 accesses in each bank; valid where `s2_banks` is set.
    output logic      [BANKS*ul1_pkg::ROW_W-1:0]          s2_row
);

  localparam int SECTORS  = ul1_pkg::SECTORS;
  localparam int PRT_W    = ul1_pkg::PRT_W;
  localparam int WDB      = ul1_pkg::WDB;
  localparam int WDB_W    = ul1_pkg::WDB_W;
  localparam int WDB_KEPT = ul1_pkg::WDB_KEPT;
  localparam int COUNT_W  = WDB_W + 1;

  // Credits
  logic               s1_store;        // a store or a flush is in stage 1; if so, it is cached
  logic               s1_cached;
  logic [WDB-1:0]     free;
  logic [COUNT_W-1:0] count;           // entries in use, and one for the store or flush in stage 1
  logic [COUNT_W-1:0] shared, others;  // entries among these of shared stores; all others
  logic [WDB-1:0]     is_other;

  always @* begin
    is_other    = '0;
    count       = '0;
    shared      = '0;
    others      = '0;
    free        = '1;
    alloc_store = '0;
    alloc_dirty = WDB_W'(WDB-1);
    if (ul1_fn::sim_gate(s1_store | used != '0)) begin
      is_other    = is_cached | is_dirty;
      count       = COUNT_W'({ul1_fn::ones(32'({s1_store, used}))});
      shared      = COUNT_W'({ul1_fn::ones(32'({s1_store & ~s1_cached, used & ~is_other}))});
      others      = COUNT_W'({ul1_fn::ones(32'({s1_store & s1_cached, used & is_other}))});
      free        = ~used;
      alloc_store = WDB_W'({ul1_fn::lowest(64'(free))});
      for (int e = 0; e < WDB; e++) begin
        if (free[e]) alloc_dirty = WDB_W'(e);
      end
    end
    credit_shared = shared < COUNT_W'(WDB_KEPT) | count < COUNT_W'(WDB - 1);
    credit_cached = others < COUNT_W'(WDB - WDB_KEPT - 1) & count < COUNT_W'(WDB - 1);
    credit_dirty  = others < COUNT_W'(WDB - WDB_KEPT) & count < COUNT_W'(WDB);
    wdb_idle      = count == '0;
    credit_red    = ul1_pkg::GLOBAL_ATOMICS != 0 & held == '0;
  end

  // A store merges into the youngest entry of its line, if that is of cached stores, still to be written, and
  // has the same destination. The conditions of that entry are computed before the destination of the store
  // is known.
  logic           comes;     // a store is in stage 1
  logic           reduces;   // it is a reduction, which neither joins an entry nor is joined
  logic [WDB-1:0] same;      // entries with its line
  logic [WDB-1:0] join_one;  // the youngest of them
  logic [WDB-1:0] open_one;  // that entry, if it is of cached stores and not on offer to the array
  logic [WDB-1:0] awaits;    // the entry is held for the PRT entry that the store waits for
  logic [WDB-1:0] has_sect;  // the entry has array sectors
  logic           joins_held, joins_through, joins_local, joins_array;

  assign comes   = pass_valid & pass_store;
  assign reduces = ul1_pkg::GLOBAL_ATOMICS != 0 & pass_red != ul1_pkg::ATOM_NONE;

  always @* begin
    same = '0;
    if (comes & pass_cached) begin
      for (int e = 0; e < WDB; e++)
        same[e] = used[e] & is_other[e] & leave_line[e*LINE_W +: LINE_W] == pass_line;
    end
  end

  always @* begin
    join_one = '0;
    awaits   = '0;
    has_sect = '0;
    if (ul1_fn::sim_gate(same != '0)) begin
      for (int e = 0; e < WDB - 1; e++) begin  // the last entry is never a store's
        join_one[e] = same[e] & (same & ~older[e*WDB +: WDB] & ~(WDB'(1) << e)) == '0;
        awaits[e]   = held[e] & for_prt[e*PRT_W +: PRT_W] == store_prt;
        has_sect[e] = sect[e*SECTORS +: SECTORS] != '0;
      end
    end
  end

  always @* begin
    open_one      = '0;
    joins_held    = 1'b0;
    joins_through = 1'b0;
    joins_local   = 1'b0;
    joins_array   = 1'b0;
    join_entry    = '0;
    joins         = 1'b0;
    if (ul1_fn::sim_gate(same != '0)) begin
      open_one      = join_one & is_cached & ~is_red & ~write_one;
      joins_held    = (open_one & awaits) != '0;
      joins_through = (open_one & waits & ~(head_write ? WDB'(1) << head_wdb : '0)) != '0;
      joins_local   = (open_one & ~waits & ~sent) != '0;
      joins_array   = (open_one & has_sect) != '0;
      join_entry    = WDB_W'({ul1_fn::index(64'(join_one))});
      joins         = (~store_hold | joins_held) & (store_through ? joins_through : joins_local)
                      & (store_sect == '0 | joins_array) & ~reduces;
    end
    alloc_new = comes & ~joins;
  end

  // WDB entry of the victim readout in stage 1, and whether its line was flushed and keeps its row, in stages
  // 0 and 1. If the line loses the row in the cycle behind the flush, the readout is like that of an evicted
  // line.
  logic [WDB_W-1:0] s1_readout_entry;
  logic             s0_kept, s1_kept;
  logic             s0_gives;  // it gives its row up, as a reduction made it invalid

  assign gone_early = s0_kept & next_leaves;

  always_ff @(posedge clk) begin
    if (rst) begin
      s1_store   <= 1'b0;
      s2_load    <= 1'b0;
      s2_store   <= 1'b0;
      s2_readout <= 1'b0;
    end else begin
      s1_store   <= sel_store;
      s2_load    <= pass_valid & ul1_fn::returns_words(pass_store, pass_atom);
      s2_store   <= comes;
      s2_readout <= pass_readout;
    end
    s1_cached        <= sel_cached;
    s0_readout       <= evict_valid;
    s0_readout_entry <= alloc_dirty;
    s1_readout_entry <= s0_readout_entry;
    s0_kept          <= evict_valid & (pass_flush | reduces);
    s0_gives         <= reduces & look_purge;
    s1_kept          <= s0_kept & ~gone_early & ~s0_gives;
    s2_kept          <= s1_kept;
    if (pass_valid) begin
      s2_cached     <= pass_cached | pass_readout;
      s2_line       <= pass_readout ? leave_line[s1_readout_entry*LINE_W +: LINE_W] : pass_line;
      s2_frees_beat <= pass_frees_beat;
      s2_beat       <= pass_beat;
      s2_banks      <= bank_en;
      s2_row        <= bank_row;
      s2_entry      <= pass_readout ? s1_readout_entry : joins ? join_entry : alloc_store;
      s2_new        <= ~joins;
    end
  end

  always @(posedge clk) begin
    if (!rst & (sel_store | s1_store | pass_valid | pass_readout | pass_flush)) begin
      assert (count <= COUNT_W'(WDB) && !(sel_store && !(sel_cached ? credit_cached : credit_shared)));
      // The pass in stage 1 is the one that took the credit
      assert (s1_store == (comes | pass_flush) && !(comes && s1_cached != pass_cached));
      assert (!(pass_readout && !(pass_valid && !pass_store)));
      // An allocated entry was free, and is not the last, which is for dirty lines.
      if (alloc_new) assert (!used[alloc_store] && alloc_store != WDB_W'(WDB-1));
    end
  end

endmodule

`default_nettype wire
