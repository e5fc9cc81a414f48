// Tag unit: where each slot of the pass in stage 1 lies. Shared memory is direct-mapped, its array address is simply cut
// into row, bank and byte. The line of a cached pass is looked for in the ways of its set. Which lines there are is in
// tag_way, what is known of them in tag_sets; tag_ages says which way a new line gets, and tag_commands goes through the
// sets one by one for a command. (The set and the row of a line are ul1_fn's tag_index and tag_row.)

`default_nettype none

module tag #(
    parameter  int LANES        = 32,
    localparam int BANK_W       = ul1_pkg::bank_w(LANES),
    localparam int SECTOR_BANKS = ul1_pkg::sector_banks(LANES),
    localparam int ADDR_W       = ul1_pkg::addr_w(LANES),
    localparam int LINE_W       = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                   clk,
    input  wire logic                                   rst,

    // settings; to mmu: those in use
    input  wire logic [ul1_pkg::PAGE_W-1:0]             cfg_page,
    input  wire logic [ul1_pkg::PN_W-1:0]               cfg_root,
    output logic      [ul1_pkg::PAGE_W-1:0]             use_page,
    output logic      [ul1_pkg::PN_W-1:0]               use_root,

    // from lsu: the cached access in stage 0
    input  wire logic                                   req_cached,
    input  wire logic [LINE_W-1:0]                      req_line,

    // from arb: the pass in stage 1
    input  wire logic                                   pass_cached,
    input  wire logic                                   pass_store,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]            pass_width,
    input  wire logic [LINE_W-1:0]                      pass_line,
    input  wire logic                                   pass_bypass,
    input  wire logic                                   pass_inval,
    input  wire logic                                   pass_flush,
    input  wire logic                                   pass_replay,
    input  wire logic                                   pass_last,
    input  wire logic                                   pass_drop,
    input  wire logic                                   pass_fail,
    input  wire logic [LANES-1:0]                       pass_mask,
    input  wire logic [LANES*ADDR_W-1:0]                pass_addr,

    // to lsu, arb, prt, wdb: the lookup
    output logic                                        look_hit,
    output logic                                        look_miss,
    output logic                                        look_judge,
    output logic      [ul1_pkg::SET_W-1:0]              look_set,
    output logic      [ul1_pkg::SECTORS-1:0]            look_need,
    output logic      [ul1_pkg::SECTORS-1:0]            look_have,
    output logic      [ul1_pkg::SECTORS-1:0]            look_cover,
    output logic                                        look_there,
    output logic                                        look_way,
    output logic      [ul1_pkg::ROW_W-1:0]              look_row,
    output logic      [ul1_pkg::SECTORS-1:0]            look_dirty,
    output logic                                        look_purge,
    output logic      [ul1_pkg::SECTORS-1:0]            look_valid,

    // from prt: what becomes of it
    input  wire logic                                   miss_open,
    input  wire logic                                   store_hold,
    input  wire logic                                   store_alloc,
    input  wire logic                                   store_dirty,
    input  wire logic [ul1_pkg::SECTORS-1:0]            store_sect,
    input  wire logic [ul1_pkg::SECTORS-1:0]            held_dirty,

    // to axbar, dxbar: where each slot's word lies
    output logic      [LANES-1:0]                       map_mask,
    output logic      [LANES*BANK_W-1:0]                map_bank,
    output logic      [LANES*ul1_pkg::ROW_W-1:0]        map_row,
    output logic      [LANES*ul1_pkg::BYTE_W-1:0]       map_byte,

    // from and to wdb: a dirty line is read out; to arb: so in the next cycle
    input  wire logic                                   room_dirty,
    output logic                                        evict_valid,
    output logic      [LINE_W-1:0]                      evict_line,
    output logic      [ul1_pkg::SECTORS-1:0]            evict_sect,
    output logic      [ul1_pkg::ROW_W-1:0]              evict_row,
    output logic                                        readout_valid,
    output logic      [ul1_pkg::ROW_W-1:0]              readout_row,
    output logic      [ul1_pkg::SECTORS-1:0]            readout_sect,

    // to wdb: a row that stores are not to write any more
    output logic                                        gone_valid,
    output logic      [ul1_pkg::ROW_W-1:0]              gone_row,
    output logic      [ul1_pkg::SECTORS-1:0]            gone_keep,

    // from fill, prt: what arrives, and fetches that end without
    input  wire logic                                   fill_valid,
    input  wire logic [ul1_pkg::ROW_W-1:0]              done_fill_row,
    input  wire logic [ul1_pkg::SECTORS-1:0]            fill_sect,
    input  wire logic                                   fill_err,
    input  wire logic                                   done_fill,
    input  wire logic                                   done_fault,
    input  wire logic [ul1_pkg::ROW_W-1:0]              done_fault_row,

    // from and to outside: commands
    input  wire logic                                   cmd_valid,
    input  wire logic [ul1_pkg::CMD_W-1:0]              cmd_op,
    input  wire logic [ul1_pkg::VA_W-1:0]               cmd_addr,
    input  wire logic [ul1_pkg::CARVEOUT_W-1:0]         cmd_carveout,
    output logic                                        cmd_ready,
    output logic      [ul1_pkg::CMD_STATE_W-1:0]        cmd_state,

    // to lsu, arb, prt, mmu: what a command wants; from lsu, wdb, prt, fill: how far they are
    output logic                                        cmd_hold,
    output logic                                        cmd_turn,
    output logic      [LINE_W-1:0]                      cmd_line,
    output logic                                        cmd_fence,
    output logic      [ul1_pkg::CARVEOUT_W-1:0]         carveout,
    output logic                                        forget_valid,
    output logic      [ul1_pkg::VA_W-1:0]               forget_addr,
    output logic                                        forget_all,
    input  wire logic                                   lsu_idle,
    input  wire logic                                   wdb_idle,
    input  wire logic                                   accept_fence,
    input  wire logic                                   answer_fence,
    input  wire logic [ul1_pkg::ID_W-1:0]               answer_id,

    // to outside: what is held, and what is dirty
    output logic      [ul1_pkg::SETS*ul1_pkg::WAYS-1:0] tag_pend,
    output logic      [ul1_pkg::SETS*ul1_pkg::WAYS-1:0] tag_lock,
    output logic      [ul1_pkg::SETS*ul1_pkg::WAYS-1:0] tag_dirty
);

  localparam int BYTE_W  = ul1_pkg::BYTE_W;
  localparam int ROW_W   = ul1_pkg::ROW_W;
  localparam int SECTORS = ul1_pkg::SECTORS;
  localparam int SET_W   = ul1_pkg::SET_W;
  localparam int WAYS    = ul1_pkg::WAYS;
  localparam int WAY_W   = ul1_pkg::WAY_W;

  // ---------------------------------------------------------------------------------------------------------------------
  // Lookup. A sweep looks at a set in place of it, as no pass is under way then. Ways are named by masks with one bit, as all
  // of them are looked at at once.

  logic                    sweeps;
  logic [WAYS-1:0]         soiled;          // in a sweep, the ways that it is to read out
  logic [SET_W-1:0]        set;
  logic [WAYS-1:0]         way_same, way_there, way_free, way_closed, way_empty;
  logic [WAYS-1:0]         way_soiled;      // something is dirty there
  logic [WAYS*SECTORS-1:0] way_valid, way_dirty;
  logic [WAYS*LINE_W-1:0]  way_line;

  logic [LANES-1:0]        banks;           // that the pass' slots lie in
  logic                    finds;           // the line is there with all that is needed,
  logic                    there_free;      // it is there and free,
  logic                    there_closed;    // it is there, and a store waits for it,
  logic                    look_held;       // it is there, and under fetch,
  logic                    there_soiled;    // it is free and something of it is dirty
  logic                    idle;            // it is free and has nothing dirty
  logic                    spills;          // dirty sectors lose their way if it is given up, to another line or a bypassing load
  logic                    takes_over;      // it is free, and a load that bypasses the cache takes its way
  logic                    upkeep;          // it is an inval's or a flush's,
  logic                    commanded;       // or that of the command `line`
  logic [WAYS-1:0]         can;             // ways that could be given up
  logic [WAYS-1:0]         victim;          // the one that is, if the line is not there
  logic                    gives;           // the line is not there
  logic [WAYS-1:0]         mine;            // the line's way, or the one that is given up for it, if there is either
  logic [WAYS-1:0]         other;           // the one that is given up, or that a sweep reads out, if the line is not there
  logic [ROW_W-1:0]        there_row, other_row;
  logic [SECTORS-1:0]      valid, dirty;    // sectors of the line
  logic [SECTORS-1:0]      victim_dirty;    // dirty ones of the way that is given up, if the line is not there
  logic [SECTORS-1:0]      given;           // the same, or dirty ones of a line that loses its way to a bypassing load of it

  always @* begin
    banks      = '0;
    look_need  = '0;
    look_cover = '0;
    if (pass_mask != '0 & ul1_fn::worth(pass_cached)) begin
      for (int s = 0; s < LANES; s++) banks = banks | (LANES'(pass_mask[s]) << pass_addr[s*ADDR_W + BYTE_W +: BANK_W]);
      for (int q = 0; q < SECTORS; q++) begin
        look_need [q] = banks[q*SECTOR_BANKS +: SECTOR_BANKS] != '0;
        look_cover[q] = pass_store & pass_width >= ul1_pkg::WIDTH_B32 & banks[q*SECTOR_BANKS +: SECTOR_BANKS] == '1;
      end
    end
  end

  assign look_set = ul1_fn::tag_index(ul1_pkg::LINE_MOST_W'(pass_line), carveout);
  assign upkeep   = pass_inval | pass_flush;

  // Whether the line is there, and what of it
  always @* begin
    way_empty    = '0;
    way_there    = '0;
    valid        = '0;
    dirty        = '0;
    look_there   = 1'b0;
    there_free   = 1'b0;
    there_closed = 1'b0;
    there_soiled = 1'b0;
    finds        = 1'b0;
    idle         = 1'b0;
    look_held    = 1'b0;
    takes_over   = 1'b0;
    gives        = 1'b0;
    look_hit     = 1'b0;
    look_miss    = 1'b0;
    look_judge   = 1'b0;
    look_have    = '0;
    look_purge   = 1'b0;
    can          = '0;
    if (ul1_fn::worth(pass_cached | sweeps)) begin
      can = way_free & ul1_fn::cache_ways(carveout);
      for (int w = 0; w < WAYS; w++) begin
        way_empty[w] = way_valid[w*SECTORS +: SECTORS] == '0;
        way_there[w] = way_same[w] & ~sweeps & (~way_empty[w] | ~way_free[w]);
        valid        = valid | (way_valid[w*SECTORS +: SECTORS] & {SECTORS{way_there[w]}});
        dirty        = dirty | (way_dirty[w*SECTORS +: SECTORS] & {SECTORS{way_there[w]}});
      end
      look_there   = way_there != '0;
      gives        = ~look_there & ~sweeps;
      there_free   = (way_there & way_free) != '0;
      there_closed = (way_there & way_closed) != '0;
      there_soiled = (way_there & way_free & way_soiled) != '0;
      finds        = look_there & (look_need & ~valid) == '0;
      idle         = there_free & ~there_soiled;
      look_held    = look_there & ~there_free;
      takes_over   = pass_cached & ~pass_store & pass_bypass & there_free;  // no replay: the line would not be free
      look_hit     = pass_cached & ~pass_store & ~upkeep & finds
                     & (pass_replay ? ~pass_fail : ~there_closed & ~pass_bypass);
      look_miss    = pass_cached & ~pass_store & ~upkeep & ~pass_replay & ~(finds & ~there_closed & ~pass_bypass);
      look_judge   = look_miss | (pass_cached & (pass_store | (upkeep & ~commanded)));
      look_have    = takes_over ? '0 : valid;
      look_purge   = pass_cached & pass_bypass & look_cover == '1 & idle;
    end
  end

  // The way that is given up for it, if it is not there. That is known late, so each way's part is made for both cases.
  always @* begin
    mine         = '0;
    other        = '0;
    there_row    = '0;
    other_row    = '0;
    victim_dirty = '0;
    given        = '0;
    spills       = 1'b0;
    look_row     = '0;
    look_way     = 1'b0;
    look_dirty   = '0;
    last         = 1'b0;
    drops        = 1'b0;
    look_valid   = '0;
    voids        = 1'b0;
    cleans       = 1'b0;
    empties      = 1'b0;
    if (ul1_fn::worth(pass_cached | sweeps)) begin
      mine  = way_there | (gives ? victim : '0);
      other = sweeps ? soiled & -soiled : victim;
      if (ul1_fn::worth(look_there)) begin
        for (int w = 0; w < WAYS; w++) begin
          there_row = there_row | (ul1_fn::tag_row(WAY_W'(w), set, carveout) & {ROW_W{way_there[w]}});
        end
      end
      if (ul1_fn::worth(~look_there)) begin
        for (int w = 0; w < WAYS; w++) begin
          other_row    = other_row | (ul1_fn::tag_row(WAY_W'(w), set, carveout) & {ROW_W{other[w]}});
          victim_dirty = victim_dirty | (way_dirty[w*SECTORS +: SECTORS] & {SECTORS{victim[w]}});
        end
      end
      if (look_there) other_row = '0;
      if (~gives) victim_dirty = '0;
      look_row   = there_row | other_row;
      look_way   = there_free | (gives & can != '0);
      spills     = takes_over ? there_soiled : gives & (victim & way_soiled) != '0;
      given      = takes_over ? dirty : victim_dirty;
      look_dirty = pass_flush ? (there_free ? dirty : '0) : given;
      last       = pass_replay & pass_last;
      drops      = last & (pass_drop | awaited);
      look_valid = ~last ? '0 : drops ? dirty : valid;
      voids      = pass_inval & there_free & (valid & ~dirty) != '0;
      cleans     = pass_flush & there_soiled;
      empties    = takes_over | look_purge;         // (of another line it has nothing: `valid` and `dirty` are the line's)
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // What becomes of the way: the line's last replay, it is reserved for a fetch, given to a store that brings whole
  // sectors, made dirty, emptied by a store that bypasses it, or by an inval but for what is dirty; or a flush makes it clean.
  // What it has then is known, but for a store's sectors, before it is known whether it changes. A sweep changes all ways of a
  // set.

  logic                    last, drops;              // with the last replay the line is dropped, or the command asks for that
  logic                    awaited;                  // the command `line` waits for the line's last replay
  logic                    voids, cleans;
  logic                    empties;                  // whatever it had of the line
  logic                    put, put_line;
  logic                    changes;                  // any of the set's ways
  logic                    soils;                    // a store makes sectors valid and dirty
  logic [SECTORS-1:0]      put_valid, put_dirty;
  logic                    touches;
  logic [WAYS-1:0]         sweep_out, sweep_away;
  logic                    sweep_drops;
  logic [WAYS-1:0]         way_put, way_open, way_close, way_last;
  logic [WAYS*SECTORS-1:0] way_put_valid, way_put_dirty;

  always @* begin
    put_line      = 1'b0;
    soils         = 1'b0;
    put           = 1'b0;
    changes       = 1'b0;
    touches       = 1'b0;
    way_open      = '0;
    way_close     = '0;
    way_last      = '0;
    put_valid     = '0;
    put_dirty     = '0;
    way_put       = '0;
    way_put_valid = '0;
    way_put_dirty = '0;
    if (ul1_fn::worth(pass_cached)) begin
      put_line  = miss_open | store_alloc;
      soils     = store_alloc | store_dirty;
      put       = last | put_line | store_dirty | look_purge | voids | cleans;
      changes   = put | store_hold;
      touches   = look_hit | put_line | (pass_cached & pass_store & look_there & ~look_purge);
      way_open  = miss_open ? mine : '0;
      way_close = store_hold ? mine : '0;
      way_last  = last ? mine : '0;
    end
    if (ul1_fn::worth(put)) begin
      put_valid     = (last ? look_valid | held_dirty : voids ? dirty : empties ? '0 : valid) | (soils ? store_sect : '0);
      put_dirty     = (cleans | (put_line & takes_over) ? '0 : dirty) | held_dirty | (soils ? store_sect : '0);
      way_put       = put ? mine : '0;
      way_put_valid = {WAYS{put_valid}};
      way_put_dirty = {WAYS{put_dirty}};
    end
    if (sweeps) begin
      changes       = 1'b1;
      way_put       = sweep_out | sweep_away;
      way_put_valid = sweep_drops ? '0 : way_valid;
      way_put_dirty = '0;
      for (int w = 0; w < WAYS; w++) begin
        if (sweep_away[w]) begin
          way_put_valid[w*SECTORS +: SECTORS] = way_valid[w*SECTORS +: SECTORS] & way_dirty[w*SECTORS +: SECTORS];
          way_put_dirty[w*SECTORS +: SECTORS] = way_dirty[w*SECTORS +: SECTORS];
        end
      end
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // The lines, what is known of them, the ages of the ways, and the commands

  logic [WAY_W-1:0]   fill_way, fault_way;
  logic [SET_W-1:0]   fill_set, fault_set;
  logic [SECTORS-1:0] fills;

  assign {fill_way, fill_set}   = ul1_fn::worth(fill_valid) ? ul1_fn::tag_place(done_fill_row, carveout) : '0;
  assign {fault_way, fault_set} = ul1_fn::worth(done_fault) ? ul1_fn::tag_place(done_fault_row, carveout) : '0;
  assign fills                  = fill_valid & ~fill_err ? fill_sect : '0;

  // The set that is looked up in the next cycle, or swept, is known now; its lines and ages are read ahead.
  logic               next, next_sweeps;
  logic [SET_W-1:0]   next_set, next_sweep;
  logic [SET_W-1:0]   ahead_set;                // the same, unless a sweep remains at its set, which is known late
  logic               remains;
  logic [LINE_W-1:0]  next_line;                // the line that is looked up in the next cycle
  logic [LINE_W-1:0]  line_before;
  logic               ahead_stays;              // if no sweep remains, the set stays
  logic               line_stays;               // the line is that of the cycle before

  assign next      = req_cached | cmd_turn | next_sweeps;
  assign next_line = cmd_turn ? cmd_line : req_line;
  assign next_set  = remains ? set : ahead_set;     // (nothing is looked up next then)
  assign ahead_set = req_cached | cmd_turn ? ul1_fn::tag_index(ul1_pkg::LINE_MOST_W'(next_line), carveout) : next_sweep;

  assign ahead_stays = ahead_set == set;

  always_ff @(posedge clk) begin
    line_before <= pass_line;
    line_stays  <= next_line == pass_line;
    set         <= next_set;
  end

  for (genvar w = 0; w < WAYS; w++) begin : g_way
    tag_way #(.LANES(LANES)) u_way (
        .clk         (clk),
        .next        (next),
        .next_set    (next_set),
        .ahead_stays (ahead_stays),
        .set         (set),
        .look_line   (pass_line),
        .line        (way_line[w*LINE_W +: LINE_W]),
        .same        (way_same[w]),
        .put_line    (put_line & mine[w]),
        .line_before (line_before),
        .line_stays  (line_stays)
    );
  end

  tag_sets u_sets (
      .clk        (clk),
      .looks      (pass_cached | sweeps),
      .clear      (rst),
      .next, .ahead_set, .ahead_stays, .remains,
      .set        (set),
      .is_free    (way_free),
      .is_closed  (way_closed),
      .is_valid   (way_valid),
      .is_dirty   (way_dirty),
      .has_dirty  (way_soiled),
      .changes    (changes),
      .put        (way_put),
      .put_valid  (way_put_valid),
      .put_dirty  (way_put_dirty),
      .open       (way_open),
      .close      (way_close),
      .last       (way_last),
      .fill_set   (fill_set),
      .fill_way   (fill_way),
      .fill_sect  (fills),
      .done_fill  (done_fill),
      .fault_set  (fault_set),
      .fault_way  (fault_way),
      .done_fault (done_fault),
      .tag_pend   (tag_pend),
      .tag_lock   (tag_lock),
      .tag_dirty  (tag_dirty)
  );

  tag_ages u_ages (
      .clk,
      .clear   (rst),
      .next, .ahead_set, .ahead_stays, .set,
      .looks   (pass_cached),
      .gives   (ul1_fn::worth(pass_cached & gives)),
      .can, .victim, .touches,
      .empty   (way_empty),
      .way     (mine)
  );

  tag_commands #(.LANES(LANES)) u_commands (
      .clk, .rst, .cmd_valid, .cmd_op, .cmd_addr, .cmd_carveout, .cmd_ready, .cmd_state, .cmd_hold, .cmd_fence, .carveout,
      .cmd_turn, .cmd_line, .readout_valid, .commanded, .look_held, .pass_line, .last, .awaited,
      .forget_valid, .forget_addr, .forget_all, .lsu_idle, .wdb_idle, .accept_fence, .answer_fence, .answer_id,
      .cfg_page, .cfg_root, .use_page, .use_root, .sweeps, .set, .next_sweeps, .next_sweep, .remains, .way_line, .way_soiled, .way_empty,
      .room_dirty, .soiled, .sweep_out, .sweep_drops, .sweep_away
  );

  // ---------------------------------------------------------------------------------------------------------------------
  // Map. The slots of a hit all lie in the line's row. A cached store goes to the write data buffer, which knows its row.

  assign map_mask = pass_cached & ~pass_store & ~look_hit ? '0 : pass_mask;

  always @* begin
    map_byte = '0;
    map_bank = '0;
    map_row  = '0;
    if (pass_mask != '0) begin
      for (int s = 0; s < LANES; s++) begin
        map_byte[s*BYTE_W +: BYTE_W] = pass_addr[s*ADDR_W          +: BYTE_W];
        map_bank[s*BANK_W +: BANK_W] = pass_addr[s*ADDR_W + BYTE_W +: BANK_W];
      end
      if (pass_cached) map_row = pass_store ? '0 : {LANES{there_row}};   // (of a hit)
      else begin
        for (int s = 0; s < LANES; s++) map_row[s*ROW_W +: ROW_W] = pass_addr[s*ADDR_W + BYTE_W + BANK_W +: ROW_W];
      end
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // What goes: dirty lines, by a lookup or a sweep; rows in which stores that wait have nothing to write any more

  logic [LINE_W-1:0]  other_line;
  logic [SECTORS-1:0] other_sect;             // dirty ones of a line that a sweep reads out

  assign evict_row = look_row;
  assign gone_row  = look_row;

  always @* begin
    other_line  = '0;
    other_sect  = '0;
    evict_valid = 1'b0;
    evict_line  = '0;
    evict_sect  = '0;
    gone_valid  = 1'b0;
    gone_keep   = '0;
    if (ul1_fn::worth(pass_cached | sweeps)) begin
      evict_valid = sweeps ? sweep_out != '0 : (put_line & spills) | cleans;
      if (ul1_fn::worth(sweeps | victim_dirty != '0)) begin
        for (int w = 0; w < WAYS; w++) begin
          other_line = other_line | (way_line [w*LINE_W  +: LINE_W]  & {LINE_W{other[w]}});
          other_sect = other_sect | (way_dirty[w*SECTORS +: SECTORS] & {SECTORS{other[w]}});
        end
      end
      evict_line = look_there ? pass_line : other_line;
      evict_sect = sweeps ? other_sect : dirty | victim_dirty;
      gone_valid = (put_line & ~spills & (~look_there | takes_over)) | look_purge | drops | voids;
      gone_keep  = (pass_replay | pass_inval ? dirty : '0) | held_dirty;
    end
  end

  always_ff @(posedge clk) begin
    readout_valid <= evict_valid & ~rst;
    readout_row   <= evict_row;
    readout_sect  <= evict_sect;
  end

  always @(posedge clk) begin
    if (!rst) begin
      if (pass_cached) begin
        assert (!ul1_fn::several(64'(way_there)) && set == look_set);   // a line has one way
        // A replay hits; its line is held for it.
        assert ((look_hit || !pass_replay || pass_fail) && (!pass_replay || (look_held && !pass_store)));
        assert (!(miss_open && !(look_judge && look_way)) && !(store_alloc && !(look_judge && pass_store && look_way && !look_there)));
        assert (!(store_dirty && !(look_judge && pass_store && there_free)) && !(store_hold && !(miss_open || look_held)));
        assert (!(miss_open && store_alloc) && !(store_dirty && (miss_open || store_alloc || look_purge)));
        assert (!(upkeep && (pass_store || pass_replay)) && !(pass_inval && pass_flush));
      end else begin
        assert (!(pass_replay || upkeep || miss_open || store_alloc || store_dirty || store_hold) && held_dirty == '0);
      end
      if (held_dirty != '0 | evict_valid | sweeps | done_fault) begin
        assert (held_dirty == '0 || last);
        assert (!(evict_valid && !pass_flush && !room_dirty));          // who gives up a dirty line has room for it
        assert (!(sweeps && (pass_cached || fill_valid || tag_pend != '0 || tag_lock != '0)));
        assert (!(done_fault && done_fault_row < ul1_fn::shared_rows(carveout)));
      end
      if (fill_valid | done_fill) begin                                 // to a row of the cache, of a way that is reserved
        assert (fill_valid && done_fill_row >= ul1_fn::shared_rows(carveout) && tag_pend[fill_set*WAYS + 32'(fill_way)]);
      end
    end
  end

endmodule

`default_nettype wire
