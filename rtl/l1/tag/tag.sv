// Tag unit: maps each slot of the stage-1 pass to its bank, row and byte. A shared address is cut into these
// fields. A cached pass is looked up in the ways of its set, and its outcome goes to prt, arb and lsu. The
// unit also executes commands on the cache.
//
// Parts: tag_way has the tags of one way, tag_sets the valid, dirty and lock state, and tag_commands the
// state of the command. The replacement is in tag_ages (lru and fifo), tag_tree (plru) or tag_random, by the
// size REPLACE. The set and the row of a line are tag_index and tag_row of ul1_fn.

`default_nettype none

module tag #(
    parameter  int LANES        = 32,
    localparam int BANK_W       = ul1_pkg::bank_w(LANES),
    localparam int COLUMN_W     = ul1_pkg::column_w(LANES),
    localparam int LINE_WORDS   = ul1_pkg::line_words(LANES),
    localparam int SECTOR_WORDS = ul1_pkg::sector_words(LANES),
    localparam int ADDR_W       = ul1_pkg::addr_w(LANES),
    localparam int LINE_W       = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                   clk,
    input  wire logic                                   rst,

    // ---- From outside the L1: settings; to mmu: those in use
    // Page size.
    input  wire logic [ul1_pkg::PAGE_W-1:0]             cfg_page,
    // Physical address of the topmost page table, without its low 12 bits.
    input  wire logic [ul1_pkg::PN_W-1:0]               cfg_root,
    // Page size in use.
    output logic      [ul1_pkg::PAGE_W-1:0]             use_page,
    // Physical address of the topmost page table in use, without its low 12 bits.
    output logic      [ul1_pkg::PN_W-1:0]               use_root,

    // ---- From lsu: the cached access in stage 0
    // The entering access is cached: all its slots lie on one line.
    input  wire logic                                   req_cached,
    // Line of the entering access: its virtual address without the bits within a line; valid with
    // `req_cached`.
    input  wire logic [LINE_W-1:0]                      req_line,

    // ---- From arb: the pass in stage 1
    // The stage-1 pass is a cached access.
    input  wire logic                                   pass_cached,
    // The stage-1 pass is a store; valid with `pass_valid`.
    input  wire logic                                   pass_store,
    // Operation of the stage-1 reduction on global memory; none for any other pass.
    input  wire logic [ul1_pkg::ATOM_W-1:0]             pass_red,
    // Access width of the stage-1 pass; valid with `pass_valid`.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]            pass_width,
    // Line (virtual) of the stage-1 pass; valid with `pass_cached`.
    input  wire logic [LINE_W-1:0]                      pass_line,
    // The stage-1 access bypasses the cache; valid with `pass_cached`.
    input  wire logic                                   pass_bypass,
    // The stage-1 access streams: its line becomes the oldest of its set; valid with `pass_cached`.
    input  wire logic                                   pass_stream,
    // The stage-1 pass is of an inval or of the command `line`: clean sectors of its line become invalid.
    input  wire logic                                   pass_inval,
    // The stage-1 pass is of a flush: dirty sectors of its line are written back.
    input  wire logic                                   pass_flush,
    // The stage-1 pass is the replay of a filled line, which hits by construction.
    input  wire logic                                   pass_replay,
    // The stage-1 replay is the last of its PRT entry; valid with `pass_replay`.
    input  wire logic                                   pass_last,
    // The line of the stage-1 replay is dropped after the last replay of its PRT entry; valid with
    // `pass_replay`.
    input  wire logic                                   pass_drop,
    // The stage-1 replay has no line: it delivers an error; valid with `pass_replay`.
    input  wire logic                                   pass_fail,
    // Slots of the stage-1 pass; zero without a pass, and for a bare replay.
    input  wire logic [LANES-1:0]                       pass_mask,
    // Array byte address of each slot of the stage-1 pass; for a cached pass the low bits of the virtual
    // address; valid where `pass_mask` is set.
    input  wire logic [LANES*ADDR_W-1:0]                pass_addr,

    // ---- To lsu, arb, prt and wdb: the lookup
    // The stage-1 load or replay finds all its words in the array.
    output logic                                        look_hit,
    // The stage-1 load misses; never with a replay.
    output logic                                        look_miss,
    // The pending request table decides the outcome of the stage-1 access: a load that misses, a store, an
    // inval or a flush.
    output logic                                        look_judge,
    // Set of the line in stage 1; valid with `pass_cached`.
    output logic      [ul1_pkg::SET_W-1:0]              look_set,
    // Sectors that the slots of the stage-1 access lie in; valid with `look_judge`.
    output logic      [ul1_pkg::SECTORS-1:0]            look_need,
    // Valid sectors of the line in stage 1; none for a bypassing load that takes over its line; valid with
    // `look_judge`.
    output logic      [ul1_pkg::SECTORS-1:0]            look_have,
    // Sectors that the stage-1 store overwrites completely; valid with `look_judge`.
    output logic      [ul1_pkg::SECTORS-1:0]            look_cover,
    // The line in stage 1 is present or under fetch; valid with `look_judge`.
    output logic                                        look_there,
    // A way can be reserved for the line in stage 1; valid with `look_judge`.
    output logic                                        look_way,
    // Array row of the line in stage 1, else of the victim way; valid with `look_judge`.
    output logic      [ul1_pkg::ROW_W-1:0]              look_row,
    // Dirty sectors to write back before the way is reserved: the victim's, or the line's own for a flush, a
    // reduction, or a bypassing load that takes over a free line; valid with `look_judge`.
    output logic      [ul1_pkg::SECTORS-1:0]            look_dirty,
    // The stage-1 store bypasses the cache and covers its whole line, so a clean copy becomes invalid; or it
    // is a reduction on a line that is free.
    output logic                                        look_purge,
    // Sectors of the line that stay valid after its last replay, which is in stage 1; else zero.
    output logic      [ul1_pkg::SECTORS-1:0]            look_valid,

    // ---- From prt: the outcome of the lookup
    // The stage-1 miss opens a PRT entry and reserves a way.
    input  wire logic                                   miss_open,
    // The stage-1 store is held in the WDB until its line is filled.
    input  wire logic                                   store_hold,
    // The stage-1 store allocates a way without a fetch, as it covers whole sectors.
    input  wire logic                                   store_alloc,
    // The stage-1 store makes sectors of its line valid without a fetch; dirty ones, unless it is written
    // through.
    input  wire logic                                   store_dirty,
    // The stage-1 store is written through to memory.
    input  wire logic                                   store_through,
    // Sectors that the stage-1 store writes in the array; zero without a store.
    input  wire logic [ul1_pkg::SECTORS-1:0]            store_sect,
    // Sectors that held stores make dirty, with the last replay of their line in stage 1; else zero.
    input  wire logic [ul1_pkg::SECTORS-1:0]            held_dirty,

    // ---- To axbar and dxbar: the map
    // Slots of the stage-1 pass that access the array; none for a load that misses.
    output logic      [LANES-1:0]                       map_mask,
    // Bank of each slot of the stage-1 pass; valid where `map_mask` is set.
    output logic      [LANES*BANK_W-1:0]                map_bank,
    // Row of each slot of the stage-1 pass; 0 for a cached store; valid where `map_mask` is set.
    output logic      [LANES*ul1_pkg::ROW_W-1:0]        map_row,
    // First byte of each slot within its word; valid where `map_mask` is set.
    output logic      [LANES*ul1_pkg::BYTE_W-1:0]       map_byte,

    // ---- From wdb: a credit; to wdb and prt: the eviction; to arb: its readout, one cycle later
    // Credit for a dirty line: an entry is free beside that of a store or a flush in stage 1.
    input  wire logic                                   credit_dirty,
    // A dirty line is evicted or written back, and gets a WDB entry.
    output logic                                        evict_valid,
    // Line that is evicted or written back; valid with `evict_valid`.
    output logic      [LINE_W-1:0]                      evict_line,
    // Dirty sectors of the line that is evicted or written back; valid with `evict_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]            evict_sect,
    // Array row of the line that is evicted or written back; valid with `evict_valid`.
    output logic      [ul1_pkg::ROW_W-1:0]              evict_row,
    // A victim readout takes stage 0 in this cycle, one cycle after its eviction.
    output logic                                        readout_valid,
    // Array row of the victim readout; valid with `readout_valid`.
    output logic      [ul1_pkg::ROW_W-1:0]              readout_row,
    // Sectors of the victim readout; valid with `readout_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]            readout_sect,

    // ---- To wdb: rows that lose sectors
    // A clean line loses its row, or sectors of a line are dropped.
    output logic                                        gone_valid,
    // Array row that loses sectors; valid with `gone_valid`.
    output logic      [ul1_pkg::ROW_W-1:0]              gone_row,
    // Sectors of that row that stay; valid with `gone_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]            gone_keep,

    // ---- From fill and prt: arrivals and failed fetches
    // The arrived response is for a PRT entry.
    input  wire logic                                   fill_valid,
    // Array row of the line that arrives; valid with `fill_valid`.
    input  wire logic [ul1_pkg::ROW_W-1:0]              done_fill_row,
    // Sectors that the arrived response brings; valid with `fill_here`.
    input  wire logic [ul1_pkg::SECTORS-1:0]            fill_sect,
    // The arrived response reports a read error; valid with `fill_here`.
    input  wire logic                                   fill_err,
    // The arriving response completes its PRT entry, so that its accesses can be replayed.
    input  wire logic                                   done_fill,
    // The translation failure completes its PRT entry, so that its accesses can be replayed to fail.
    input  wire logic                                   done_fault,
    // Array row of the entry that the translation failure completes; valid with `done_fault`.
    input  wire logic [ul1_pkg::ROW_W-1:0]              done_fault_row,

    // ---- From and to outside the L1: commands
    // A command is offered.
    input  wire logic                                   cmd_valid,
    // Operation of the command; valid with `cmd_valid`.
    input  wire logic [ul1_pkg::CMD_W-1:0]              cmd_op,
    // Any address in the line, or in the page, of the command; valid with `cmd_valid`.
    input  wire logic [ul1_pkg::VA_W-1:0]               cmd_addr,
    // New carveout, for the command `carveout`; valid with `cmd_valid`.
    input  wire logic [ul1_pkg::CARVEOUT_W-1:0]         cmd_carveout,
    // A command is taken in this cycle if offered; the previous one is complete.
    output logic                                        cmd_ready,
    // State of the command.
    output logic      [ul1_pkg::CMD_STATE_W-1:0]        cmd_state,

    // ---- To lsu, arb, prt and mmu: requests of the command; from lsu, wdb, prt and fill: their state
    // A command other than `line` is in progress, so no new instruction is taken.
    output logic                                        cmd_hold,
    // The command `line` takes stage 0 in this cycle; its line is looked up in the next.
    output logic                                        cmd_turn,
    // Line of the command `line`; valid with `cmd_turn`.
    output logic      [LINE_W-1:0]                      cmd_line,
    // The command requests a fence.
    output logic                                        cmd_fence,
    // Border between shared memory and cache, in use.
    output logic      [ul1_pkg::CARVEOUT_W-1:0]         carveout,
    // The translation of one page, and all page-table locations, are forgotten.
    output logic                                        forget_valid,
    // An address in the page that is forgotten; valid with `forget_valid`.
    output logic      [ul1_pkg::VA_W-1:0]               forget_addr,
    // All translations are forgotten; new settings are in use from the next cycle on.
    output logic                                        forget_all,
    // No instruction is in flight.
    input  wire logic                                   lsu_idle,
    // No constant load is in flight.
    input  wire logic                                   con_idle,
    // No texture instruction is in flight.
    input  wire logic                                   tex_idle,
    // No WDB entry is in use, and no store or flush is in stage 1.
    input  wire logic                                   wdb_idle,
    // A fence is taken into the request queue in this cycle if one is requested.
    input  wire logic                                   accept_fence,
    // Memory has completed a fence: all writes before it are performed.
    input  wire logic                                   answer_fence,
    // Number of the completed fence: an instruction-table entry, or CMD_ID; valid with `answer_fence`.
    input  wire logic [ul1_pkg::ID_W-1:0]               answer_id,

    // ---- To observers
    // Bit w: way w of this set is reserved for a line under fetch.
    output logic      [ul1_pkg::SETS*ul1_pkg::WAYS-1:0] tag_pend,
    // Bit w: way w of this set is locked: its line is filled and replays wait for it.
    output logic      [ul1_pkg::SETS*ul1_pkg::WAYS-1:0] tag_lock,
    // Bit w: the line in way w of this set has a dirty sector.
    output logic      [ul1_pkg::SETS*ul1_pkg::WAYS-1:0] tag_dirty
);

  localparam int BYTE_W  = ul1_pkg::BYTE_W;
  localparam int ROW_W   = ul1_pkg::ROW_W;
  localparam int SECTORS = ul1_pkg::SECTORS;
  localparam int SET_W   = ul1_pkg::SET_W;
  localparam int WAYS    = ul1_pkg::WAYS;
  localparam int WAY_W   = ul1_pkg::WAY_W;

  // ---------------------------------------------------------------------------------------------------------
  // Lookup. A command's sweep uses the same path, as no pass is in flight then. Ways are one-hot masks, as
  // all ways are compared in the same cycle.

  logic                    sweeps;
  logic [WAYS-1:0]         soiled;      // ways that a sweep must write back
  logic [SET_W-1:0]        set_q;
  logic [WAYS-1:0]         way_same, way_there, way_free, way_closed, way_empty;
  logic [WAYS-1:0]         way_soiled;  // ways with a dirty sector
  logic [WAYS*SECTORS-1:0] way_valid, way_dirty;
  logic [WAYS*LINE_W-1:0]  way_line;

  logic [LINE_WORDS-1:0] words;    // words of their lines that the pass's slots access
  logic             finds;         // the line is present with all needed sectors
  logic             there_free;    // the line is present and free
  logic             there_closed;  // the line is present, and a store waits for its fetch
  logic             look_held;     // the line is present and under fetch
  logic             there_soiled;  // the line is free and has a dirty sector
  logic             idle;          // the line is free and has no dirty sector
  // Dirty sectors lose their way to another line or to a bypassing load
  logic            spills;
  logic            takes_over;    // a bypassing load takes the line's way over
  logic            cmo;           // the pass is of an inval or a flush
  logic            reduces;       // the pass is of a reduction
  logic            commanded;     // the pass is the lookup of the command `line`
  logic [WAYS-1:0] can;           // ways that may be the victim
  logic [WAYS-1:0] victim;        // the victim way
  logic            gives;         // the line is absent
  logic [WAYS-1:0] mine;          // the line's way, or else the victim
  // The victim, or the way that a sweep writes back, if the line is absent
  logic [WAYS-1:0]    other;
  logic [ROW_W-1:0]   there_row, other_row;
  logic [SECTORS-1:0] valid, dirty;  // sectors of the line
  logic [SECTORS-1:0] victim_dirty;  // dirty sectors of the victim, if the line is absent
  // The same, or the dirty sectors of a line that a bypassing load takes over
  logic [SECTORS-1:0] given;

  always @* begin
    words      = '0;
    look_need  = '0;
    look_cover = '0;
    if (pass_mask != '0 & ul1_fn::sim_gate(pass_cached)) begin
      for (int s = 0; s < LANES; s++)
        words = words | (LINE_WORDS'(pass_mask[s]) << pass_addr[s*ADDR_W + BYTE_W +: COLUMN_W]);
      for (int q = 0; q < SECTORS; q++) begin
        look_need [q] = words[q*SECTOR_WORDS +: SECTOR_WORDS] != '0;
        look_cover[q] = pass_store & pass_width >= ul1_pkg::WIDTH_B32
                        & words[q*SECTOR_WORDS +: SECTOR_WORDS] == '1;
      end
    end
  end

  assign look_set = ul1_fn::tag_index(ul1_pkg::LINE_MOST_W'(pass_line), carveout);
  assign cmo      = pass_inval | pass_flush;
  assign reduces  = ul1_pkg::GLOBAL_ATOMICS != 0 & pass_red != ul1_pkg::ATOM_NONE;

  // Presence and state of the line
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
    if (ul1_fn::sim_gate(pass_cached | sweeps)) begin
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
      // Not for a replay: the line of one is not free
      takes_over   = pass_cached & ~pass_store & pass_bypass & there_free;
      look_hit     = pass_cached & ~pass_store & ~cmo & finds
                     & (pass_replay ? ~pass_fail : ~there_closed & ~pass_bypass);
      look_miss    = pass_cached & ~pass_store & ~cmo & ~pass_replay
                     & ~(finds & ~there_closed & ~pass_bypass);
      look_judge   = look_miss | (pass_cached & (pass_store | (cmo & ~commanded)));
      look_have    = takes_over ? '0 : valid;
      look_purge   = pass_cached & (reduces ? there_free : pass_bypass & look_cover == '1 & idle);
    end
  end

  // The victim, if the line is absent. That is known late, so each way's part is computed for both cases.
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
    if (ul1_fn::sim_gate(pass_cached | sweeps)) begin
      mine  = way_there | (gives ? victim : '0);
      other = sweeps ? soiled & -soiled : victim;
      if (ul1_fn::sim_gate(look_there)) begin
        for (int w = 0; w < WAYS; w++) begin
          there_row = there_row | (ul1_fn::tag_row(WAY_W'(w), set_q, carveout) & {ROW_W{way_there[w]}});
        end
      end
      if (ul1_fn::sim_gate(~look_there)) begin
        for (int w = 0; w < WAYS; w++) begin
          other_row    = other_row | (ul1_fn::tag_row(WAY_W'(w), set_q, carveout) & {ROW_W{other[w]}});
          victim_dirty = victim_dirty | (way_dirty[w*SECTORS +: SECTORS] & {SECTORS{victim[w]}});
        end
      end
      if (look_there) other_row = '0;
      if (~gives) victim_dirty = '0;
      look_row   = there_row | other_row;
      look_way   = there_free | (gives & can != '0);
      spills     = takes_over ? there_soiled : gives & (victim & way_soiled) != '0;
      given      = takes_over ? dirty : victim_dirty;
      look_dirty = reduces ? dirty : pass_flush ? (there_free ? dirty : '0) : given;
      last       = pass_replay & pass_last;
      drops      = last & (pass_drop | awaited);
      look_valid = ~last ? '0 : drops ? dirty : valid;
      voids      = pass_inval & there_free & (valid & ~dirty) != '0;
      cleans     = (pass_flush & there_soiled) | (reduces & dirty != '0);
      // Another line's sectors need no clearing: `valid` and `dirty` are those of the line
      empties    = takes_over | look_purge;
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // Changes of the way: the line's last replay, a reservation for a fetch, an allocation by a store, sectors
  // made dirty, a purge by a bypassing store, an inval, a flush. The new sectors, except a store's, are known
  // before it is known whether the way changes. A sweep changes all ways of a set.

  // The stage-1 replay is the last; its line is dropped after it, by the entry or the command
  logic                    last, drops;
  logic                    awaited;  // the command `line` waits for the line's last replay
  logic                    voids, cleans;
  logic                    empties;  // the way loses all sectors of the line
  logic                    put, put_line;
  logic                    changes;  // any of the set's ways changes
  logic                    soils;    // a store makes sectors valid, and dirty unless they stay clean
  logic                    stays_clean;  // the store is written through, too
  logic [SECTORS-1:0]      put_valid, put_dirty;
  logic                    touches;
  logic                    overtakes;  // a reduction on a line under fetch, which becomes closed
  logic [WAYS-1:0]         sweep_out, sweep_away;
  logic                    sweep_drops;
  logic [WAYS-1:0]         way_put, way_open, way_close, way_last;
  logic [WAYS*SECTORS-1:0] way_put_valid, way_put_dirty;

  always @* begin
    put_line      = 1'b0;
    soils         = 1'b0;
    stays_clean   = 1'b0;
    put           = 1'b0;
    changes       = 1'b0;
    touches       = 1'b0;
    overtakes     = 1'b0;
    way_open      = '0;
    way_close     = '0;
    way_last      = '0;
    put_valid     = '0;
    put_dirty     = '0;
    way_put       = '0;
    way_put_valid = '0;
    way_put_dirty = '0;
    if (ul1_fn::sim_gate(pass_cached)) begin
      put_line  = miss_open | store_alloc;
      soils     = store_alloc | store_dirty;
      stays_clean = ul1_pkg::POLICIES > 3 & store_through;
      put       = last | put_line | store_dirty | look_purge | voids | cleans;
      overtakes = reduces & look_held;
      changes   = put | store_hold | overtakes;
      touches   = look_hit | put_line | (pass_cached & pass_store & look_there & ~look_purge);
      if (ul1_pkg::REPLACE >= 32'(ul1_pkg::REPLACE_FIFO)) touches = put_line & gives;
      way_open  = miss_open ? mine : '0;
      way_close = store_hold | overtakes ? mine : '0;
      way_last  = last ? mine : '0;
    end
    if (ul1_fn::sim_gate(put)) begin
      put_valid     = (last ? look_valid | held_dirty : voids ? dirty : empties ? '0 : valid)
                      | (soils ? store_sect : '0);
      put_dirty     = (cleans | (put_line & takes_over) ? '0 : dirty)
                      | held_dirty | (soils & ~stays_clean ? store_sect : '0);
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
          way_put_valid[w*SECTORS +: SECTORS] = way_valid[w*SECTORS +: SECTORS]
                                                & way_dirty[w*SECTORS +: SECTORS];
          way_put_dirty[w*SECTORS +: SECTORS] = way_dirty[w*SECTORS +: SECTORS];
        end
      end
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // The tags, the state of the lines, the ages of the ways, and the commands

  logic [WAY_W-1:0]   fill_way, fault_way;
  logic [SET_W-1:0]   fill_set, fault_set;
  logic [SECTORS-1:0] fills;

  assign {fill_way, fill_set}   = ul1_fn::sim_gate(fill_valid) ? ul1_fn::tag_place(done_fill_row, carveout)
      : '0;
  assign {fault_way, fault_set} = ul1_fn::sim_gate(done_fault)
                                  ? ul1_fn::tag_place(done_fault_row, carveout) : '0;
  assign fills                  = fill_valid & ~fill_err ? fill_sect : '0;

  // The set of the next lookup or sweep is known one cycle ahead; its tags and ages are read then.
  logic              next, next_sweeps;
  logic [SET_W-1:0]  set_d, next_sweep;
  logic [SET_W-1:0]  ahead_set;    // the same, unless a sweep stays at its set, which is known late
  logic              remains;
  logic [LINE_W-1:0] next_line;    // the line that is looked up in the next cycle
  logic [LINE_W-1:0] line_before_q;
  logic              ahead_stays;  // the set is the same in the next cycle, unless a sweep stays
  logic              line_stays_q;   // the line is that of the previous cycle

  assign next      = req_cached | cmd_turn | next_sweeps;
  assign next_line = cmd_turn ? cmd_line : req_line;
  assign set_d  = remains ? set_q : ahead_set;  // no lookup follows then
  assign ahead_set = req_cached | cmd_turn
                     ? ul1_fn::tag_index(ul1_pkg::LINE_MOST_W'(next_line), carveout) : next_sweep;

  assign ahead_stays = ahead_set == set_q;

  always_ff @(posedge clk) begin
    line_before_q <= pass_line;
    line_stays_q  <= next_line == pass_line;
    set_q         <= set_d;
  end

  for (genvar w = 0; w < WAYS; w++) begin : g_way
    tag_way #(.LANES(LANES)) u_way (
        .clk (clk), .next (next), .next_set (set_d), .ahead_stays (ahead_stays), .set (set_q),
        .look_line (pass_line), .line (way_line[w*LINE_W +: LINE_W]), .same (way_same[w]),
        .put_line (put_line & mine[w]), .line_before (line_before_q), .line_stays (line_stays_q)
    );
  end

  tag_sets u_sets (
      .clk (clk), .looks (pass_cached | sweeps), .clear (rst), .next, .ahead_set, .ahead_stays, .remains,
      .set (set_q), .is_free (way_free), .is_closed (way_closed), .is_valid (way_valid),
      .is_dirty (way_dirty), .has_dirty (way_soiled), .changes (changes), .put (way_put),
      .put_valid (way_put_valid), .put_dirty (way_put_dirty), .open (way_open), .close (way_close),
      .last (way_last), .fill_set (fill_set), .fill_way (fill_way), .fill_sect (fills),
      .done_fill (done_fill), .fault_set (fault_set), .fault_way (fault_way), .done_fault (done_fault),
      .tag_pend (tag_pend), .tag_lock (tag_lock), .tag_dirty (tag_dirty)
  );

  if (ul1_pkg::REPLACE == 32'(ul1_pkg::REPLACE_PLRU)) begin : g_plru
    tag_tree u_tree (
        .clk, .set (set_q), .gives (ul1_fn::sim_gate(pass_cached & gives)), .can, .victim, .touches,
        .empty (way_empty), .way (mine)
    );
  end else if (ul1_pkg::REPLACE == 32'(ul1_pkg::REPLACE_RANDOM)) begin : g_random
    tag_random u_random (
        .clk, .rst, .carveout, .gives (ul1_fn::sim_gate(pass_cached & gives)), .can, .victim, .touches,
        .empty (way_empty)
    );
  end else begin : g_ages
    tag_ages u_ages (
        .clk, .clear (rst), .next, .ahead_set, .ahead_stays, .set(set_q), .looks (pass_cached),
        .gives (ul1_fn::sim_gate(pass_cached & gives)), .can, .victim, .touches, .empty (way_empty),
        .way (mine), .oldest (pass_stream)
    );
  end

  tag_commands #(.LANES(LANES)) u_commands (
      .clk, .rst, .cmd_valid, .cmd_op, .cmd_addr, .cmd_carveout, .cmd_ready, .cmd_state, .cmd_hold,
      .cmd_fence, .carveout, .cmd_turn, .cmd_line, .readout_valid, .commanded, .look_held, .pass_line, .last,
      .awaited, .forget_valid, .forget_addr, .forget_all, .lsu_idle, .con_idle, .tex_idle, .wdb_idle,
      .accept_fence, .answer_fence,
      .answer_id, .cfg_page, .cfg_root, .use_page, .use_root, .sweeps, .set(set_q), .next_sweeps, .next_sweep,
      .remains, .way_line, .way_soiled, .way_empty, .credit_dirty, .soiled, .sweep_out, .sweep_drops,
      .sweep_away
  );

  // ---------------------------------------------------------------------------------------------------------
  // Map. The slots of a hit are all in the line's row. A cached store goes to the write data buffer, which
  // receives its row from `look_row`.

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
      if (pass_cached) begin
        map_row = pass_store ? '0 : {LANES{there_row}};  // the row of a hit
        // If several lines lie side by side, the row says which banks have the line of a hit.
        for (int b = 0; b < ul1_pkg::ABREAST_W; b++) begin
          for (int s = 0; s < LANES; s++) map_bank[s*BANK_W + COLUMN_W + b] = ~pass_store & there_row[b];
        end
      end else begin
        for (int s = 0; s < LANES; s++)
          map_row[s*ROW_W +: ROW_W] = pass_addr[s*ADDR_W + BYTE_W + COLUMN_W +: ROW_W];
      end
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // Evictions by a lookup or a sweep, and rows that waiting stores must not write any more

  logic [LINE_W-1:0]  other_line;
  logic [SECTORS-1:0] other_sect;  // dirty sectors of a line that a sweep writes back

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
    if (ul1_fn::sim_gate(pass_cached | sweeps)) begin
      evict_valid = sweeps ? sweep_out != '0 : (put_line & spills) | cleans;
      if (ul1_fn::sim_gate(sweeps | victim_dirty != '0)) begin
        for (int w = 0; w < WAYS; w++) begin
          other_line = other_line | (way_line [w*LINE_W  +: LINE_W]  & {LINE_W{other[w]}});
          other_sect = other_sect | (way_dirty[w*SECTORS +: SECTORS] & {SECTORS{other[w]}});
        end
      end
      evict_line = look_there ? pass_line : other_line;
      evict_sect = sweeps ? other_sect : dirty | victim_dirty;
      gone_valid = (put_line & ~spills & (~look_there | takes_over)) | look_purge | drops | voids;
      if (reduces & dirty != '0) gone_valid = 1'b0;  // the victim readout has the bytes of waiting stores
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
        assert (!ul1_fn::several(64'(way_there)) && set_q == look_set);  // a line has one way
        // A replay hits; its line is locked for it.
        assert ((look_hit || !pass_replay || pass_fail) && (!pass_replay || (look_held && !pass_store)));
        assert (!(miss_open && !(look_judge && look_way))
                && !(store_alloc && !(look_judge && pass_store && look_way && !look_there)));
        assert (!(store_dirty && !(look_judge && pass_store && there_free))
                && !(store_hold && !(miss_open || look_held)));
        assert (!(miss_open && store_alloc) && !(store_dirty && (miss_open || store_alloc || look_purge)));
        assert (!(cmo && (pass_store || pass_replay)) && !(pass_inval && pass_flush));
      end else begin
        assert (!(pass_replay || cmo || miss_open || store_alloc || store_dirty || store_hold)
                && held_dirty == '0);
      end
      if (held_dirty != '0 | evict_valid | sweeps | done_fault) begin
        assert (held_dirty == '0 || last);
        // A line that evicts a dirty victim has a credit
        assert (!(evict_valid && !pass_flush && !credit_dirty));
        assert (!(sweeps && (pass_cached || fill_valid || tag_pend != '0 || tag_lock != '0)));
        assert (!(done_fault && done_fault_row < ul1_fn::shared_rows(carveout)));
      end
      if (fill_valid | done_fill) begin  // the fill goes to a pending way of the cache
        assert (fill_valid && done_fill_row >= ul1_fn::shared_rows(carveout)
                && tag_pend[fill_set*WAYS + 32'(fill_way)]);
      end
    end
  end

endmodule

`default_nettype wire
