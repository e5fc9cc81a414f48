// Stage 1 of the write data buffer: whether there is room, which entry a store gets, or joins since it has the store's
// line, and what of the pass goes on to stage 2.

`default_nettype none

module wdb_place #(
    parameter  int LANES  = 32,
    localparam int BANKS  = ul1_pkg::banks(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                     clk,
    input  wire logic                                     rst,

    // from and to arb, lsu, prt, tag: room; the entries that a store and a dirty line would get
    input  wire logic                                     sel_store,
    input  wire logic                                     sel_cached,
    output logic                                          room_shared,
    output logic                                          room_cached,
    output logic                                          room_dirty,
    output logic                                          wdb_idle,
    output logic      [ul1_pkg::WDB_W-1:0]                place_store,
    output logic      [ul1_pkg::WDB_W-1:0]                place_dirty,

    // the pass in stage 1, and what becomes of it if it is a cached store
    input  wire logic                                     pass_valid,
    input  wire logic                                     pass_store,
    input  wire logic                                     pass_cached,
    input  wire logic                                     pass_readout,
    input  wire logic                                     pass_flush,
    input  wire logic                                     evict_valid,
    input  wire logic                                     next_goes,
    output logic                                          gone_early,

    // stage 0 of a dirty line's pass, and its entry
    output logic                                          s0_readout,
    output logic      [ul1_pkg::WDB_W-1:0]                s0_readout_entry,

    input  wire logic [ul1_pkg::INTAKE_W-1:0]             pass_beat,
    input  wire logic                                     pass_frees_beat,
    input  wire logic [LINE_W-1:0]                        pass_line,
    input  wire logic [BANKS-1:0]                         bank_en,
    input  wire logic [BANKS*ul1_pkg::ROW_W-1:0]          bank_row,
    input  wire logic                                     store_hold,
    input  wire logic [ul1_pkg::PRT_W-1:0]                store_prt,
    input  wire logic                                     store_through,
    input  wire logic [ul1_pkg::SECTORS-1:0]              store_sect,

    // the entries; those whose row is that of the line that is looked up; what is about to leave them
    input  wire logic [ul1_pkg::WDB-1:0]                  used,
    input  wire logic [ul1_pkg::WDB-1:0]                  is_cached,
    input  wire logic [ul1_pkg::WDB-1:0]                  is_dirty,
    input  wire logic [ul1_pkg::WDB-1:0]                  held,
    input  wire logic [ul1_pkg::WDB-1:0]                  waits,
    input  wire logic [ul1_pkg::WDB-1:0]                  sent,
    input  wire logic [ul1_pkg::WDB*ul1_pkg::SECTORS-1:0] sect,
    input  wire logic [ul1_pkg::WDB*ul1_pkg::PRT_W-1:0]   for_prt,
    input  wire logic [ul1_pkg::WDB*LINE_W-1:0]           leave_line,
    input  wire logic [ul1_pkg::WDB*ul1_pkg::WDB-1:0]     older,
    output logic      [ul1_pkg::WDB_W-1:0]                join_entry,
    input  wire logic                                     head_write,
    input  wire logic [ul1_pkg::WDB_W-1:0]                head_wdb,
    input  wire logic [ul1_pkg::WDB-1:0]                  write_one,

    // the store: it joins, or gets an entry of its own
    output logic                                          joins,
    output logic                                          place_new,

    // stage 2: a load (or a dirty line), a store, a dirty line; its entry, which a store is the first to write; whose
    // banks, rows and line it has
    output logic                                          s2_load,
    output logic                                          s2_store,
    output logic                                          s2_readout,
    output logic                                          s2_kept,
    output logic                                          s2_cached,
    output logic                                          s2_new,
    output logic      [ul1_pkg::WDB_W-1:0]                s2_entry,
    output logic                                          s2_frees_beat,
    output logic      [ul1_pkg::INTAKE_W-1:0]             s2_beat,
    output logic      [LINE_W-1:0]                        s2_line,
    output logic      [BANKS-1:0]                         s2_banks,
    output logic      [BANKS*ul1_pkg::ROW_W-1:0]          s2_row
);

  localparam int SECTORS = ul1_pkg::SECTORS;
  localparam int PRT_W   = ul1_pkg::PRT_W;
  localparam int WDB     = ul1_pkg::WDB;
  localparam int WDB_W   = ul1_pkg::WDB_W;
  localparam int WDB_KEPT = ul1_pkg::WDB_KEPT;
  localparam int COUNT_W = WDB_W + 1;

  // Room
  logic               s1_store;        // a store or a flush is in stage 1; if so, of the cache
  logic               s1_cached;
  logic [WDB-1:0]     free;
  logic [COUNT_W-1:0] count;           // entries used, and one for the store or flush in stage 1;
  logic [COUNT_W-1:0] shared, others;  // of these, of shared memory and not
  logic [WDB-1:0]     is_other;

  always @* begin
    is_other    = '0;
    count       = '0;
    shared      = '0;
    others      = '0;
    free        = '1;
    place_store = '0;
    place_dirty = WDB_W'(WDB-1);
    if (ul1_fn::worth(s1_store | used != '0)) begin
      is_other    = is_cached | is_dirty;
      count       = COUNT_W'({ul1_fn::ones(32'({s1_store, used}))});
      shared      = COUNT_W'({ul1_fn::ones(32'({s1_store & ~s1_cached, used & ~is_other}))});
      others      = COUNT_W'({ul1_fn::ones(32'({s1_store & s1_cached, used & is_other}))});
      free        = ~used;
      place_store = WDB_W'({ul1_fn::lowest(64'(free))});
      place_dirty = '0;
      for (int e = 0; e < WDB; e++) begin
        if (free[e]) place_dirty = WDB_W'(e);
      end
    end
    room_shared = shared < COUNT_W'(WDB_KEPT) | count < COUNT_W'(WDB - 1);
    room_cached = others < COUNT_W'(WDB - WDB_KEPT - 1) & count < COUNT_W'(WDB - 1);
    room_dirty  = others < COUNT_W'(WDB - WDB_KEPT) & count < COUNT_W'(WDB);
    wdb_idle    = count == '0;
  end

  // A store joins the youngest entry that has its line, if that is a cached store's that is still to be written, and is
  // going the same way. Of the one entry is found out how it could be joined, before it is known how the store goes.
  logic               comes;           // a store is there
  logic [WDB-1:0]     same;            // entries with its line;
  logic [WDB-1:0]     join_one;        // the youngest of them
  logic [WDB-1:0]     open_one;        // if that is a cached store's and not about to be written
  logic [WDB-1:0]     awaits;          // it is held for what the store would be
  logic [WDB-1:0]     has_sect;        // it has array sectors
  logic               joins_held, joins_through, joins_local, joins_array;

  assign comes = pass_valid & pass_store;

  always @* begin
    same = '0;
    if (comes & pass_cached) begin
      for (int e = 0; e < WDB; e++) same[e] = used[e] & is_other[e] & leave_line[e*LINE_W +: LINE_W] == pass_line;
    end
  end

  always @* begin
    join_one = '0;
    awaits   = '0;
    has_sect = '0;
    if (ul1_fn::worth(same != '0)) begin
      for (int e = 0; e < WDB - 1; e++) begin   // (the last is a dirty line's)
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
    if (ul1_fn::worth(same != '0)) begin
      open_one      = join_one & is_cached & ~write_one;
      joins_held    = (open_one & awaits) != '0;
      joins_through = (open_one & waits & ~(head_write ? WDB'(1) << head_wdb : '0)) != '0;
      joins_local   = (open_one & ~waits & ~sent) != '0;
      joins_array   = (open_one & has_sect) != '0;
      join_entry    = WDB_W'({ul1_fn::index(64'(join_one))});
      joins         = (~store_hold | joins_held) & (store_through ? joins_through : joins_local)
                      & (store_sect == '0 | joins_array);
    end
    place_new = comes & ~joins;
  end

  // The entry of the dirty line whose readout is in stage 0, in stage 1; whether the line was flushed and keeps its row. If it
  // gives that up in the cycle behind the flush, then all is as if it had done so in place of being flushed.
  logic [WDB_W-1:0] s1_readout_entry;
  logic             s0_kept, s1_kept;

  assign gone_early = s0_kept & next_goes;

  always_ff @(posedge clk) begin
    if (rst) begin
      s1_store   <= 1'b0;
      s2_load    <= 1'b0;
      s2_store   <= 1'b0;
      s2_readout <= 1'b0;
    end else begin
      s1_store   <= sel_store;
      s2_load    <= pass_valid & ~pass_store;
      s2_store   <= comes;
      s2_readout <= pass_readout;
    end
    s1_cached        <= sel_cached;
    s0_readout       <= evict_valid;
    s0_readout_entry <= place_dirty;
    s1_readout_entry <= s0_readout_entry;
    s0_kept          <= evict_valid & pass_flush;
    s1_kept          <= s0_kept & ~gone_early;
    s2_kept          <= s1_kept;
    if (pass_valid) begin
      s2_cached     <= pass_cached | pass_readout;
      s2_line       <= pass_readout ? leave_line[s1_readout_entry*LINE_W +: LINE_W] : pass_line;
      s2_frees_beat <= pass_frees_beat;
      s2_beat       <= pass_beat;
      s2_banks      <= bank_en;
      s2_row        <= bank_row;
      s2_entry      <= pass_readout ? s1_readout_entry : joins ? join_entry : place_store;
      s2_new        <= ~joins;
    end
  end

  always @(posedge clk) begin
    if (!rst & (sel_store | s1_store | pass_valid | pass_readout | pass_flush)) begin
      assert (count <= COUNT_W'(WDB) && !(sel_store && !(sel_cached ? room_cached : room_shared)));
      assert (s1_store == (comes | pass_flush) && !(comes && s1_cached != pass_cached));   // the arbiter kept its word
      assert (!(pass_readout && !(pass_valid && !pass_store)));
      // What is given away was free, and is not the last, which is for dirty lines.
      if (place_new) assert (!used[place_store] && place_store != WDB_W'(WDB-1));
    end
  end

endmodule

`default_nettype wire
