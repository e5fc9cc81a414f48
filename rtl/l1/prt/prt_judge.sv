// Decides the outcome of the cached access in stage 1: a part of prt. A load that misses opens an entry,
// merges into the entry of its line, or is deferred. A store is held, makes sectors dirty, or is written
// through. A CMO (inval or flush) is deferred if its line is under fetch. The module also computes the
// sectors to fetch.

`default_nettype none

module prt_judge (
    // ---- The settings
    // Sectors that a miss fetches: `cfg_fetch`, one cycle late.
    input  wire logic [ul1_pkg::FETCH_W-1:0] fetch,
    // The policy is `volta`, one cycle late: stores that leave sectors in the cache are written through, too.
    input  wire logic                        volta,

    // ---- From arb and tag: the access in stage 1
    // The stage-1 pass is a store; valid with `pass_valid`.
    input  wire logic                        pass_store,
    // Operation of the stage-1 reduction on global memory; none for any other pass.
    input  wire logic [ul1_pkg::ATOM_W-1:0]  pass_red,
    // The stage-1 store is written back (dirties its sectors), not written through; valid with `pass_cached`.
    input  wire logic                        pass_writeback,
    // The stage-1 pass is of an inval or of the command `line`: clean sectors of its line become invalid.
    input  wire logic                        pass_inval,
    // The stage-1 pass is of a flush: dirty sectors of its line are written back.
    input  wire logic                        pass_flush,
    // The stage-1 load misses; never with a replay.
    input  wire logic                        look_miss,
    // The pending request table decides the outcome of the stage-1 access: a load that misses, a store, an
    // inval or a flush.
    input  wire logic                        look_judge,
    // Sectors that the slots of the stage-1 access lie in; valid with `look_judge`.
    input  wire logic [ul1_pkg::SECTORS-1:0] look_need,
    // Valid sectors of the line in stage 1; none for a bypassing load that takes over its line; valid with
    // `look_judge`.
    input  wire logic [ul1_pkg::SECTORS-1:0] look_have,
    // Sectors that the stage-1 store overwrites completely; valid with `look_judge`.
    input  wire logic [ul1_pkg::SECTORS-1:0] look_cover,
    // The line in stage 1 is present or under fetch; valid with `look_judge`.
    input  wire logic                        look_there,
    // A way can be reserved for the line in stage 1; valid with `look_judge`.
    input  wire logic                        look_way,
    // Dirty sectors to write back before the way is reserved: the victim's, or the line's own for a flush, a
    // reduction, or a bypassing load that takes over a free line; valid with `look_judge`.
    input  wire logic [ul1_pkg::SECTORS-1:0] look_dirty,
    // The stage-1 store bypasses the cache and covers its whole line, so a clean copy becomes invalid; or it
    // is a reduction on a line that is free.
    input  wire logic                        look_purge,

    // ---- From wdb and lsu
    // Credit for a dirty line: an entry is free beside that of a store or a flush in stage 1.
    input  wire logic                        credit_dirty,
    // The stage-1 access must open no fetch: free resources are reserved for the urgent deferred access.
    input  wire logic                        defer_holds,

    // ---- From prt: the entry of the line, or the one to open
    // PRT entry of the line, or else the one to open; valid with `any_free`.
    input  wire logic [ul1_pkg::PRT_W-1:0]   entry,
    // A PRT entry of the line is in use; low without `look_judge`.
    input  wire logic                        known,
    // The line has a PRT entry, or one is free.
    input  wire logic                        any_free,
    // The PRT entry of the line is filled; valid with `known`.
    input  wire logic                        filled,
    // The PRT entry of the line is closed to this access; valid with `known`.
    input  wire logic                        closed,
    // A reduction has overtaken the fetch of the line's PRT entry; valid with `known`.
    input  wire logic                        reduced,
    // The PRT entry of the line has no merge slot left; valid with `known`.
    input  wire logic                        full,
    // Sectors that the PRT entry of the line fetches; valid with `known`.
    input  wire logic [ul1_pkg::SECTORS-1:0] wanted,

    // ---- To lsu and tag: outcome of a load or a CMO
    // The stage-1 miss opens a PRT entry and reserves a way.
    output logic                             miss_open,
    // The stage-1 load merges into the PRT entry of its line.
    output logic                             miss_merge,
    // The stage-1 access is deferred: a load because a resource is missing, a CMO because its line is under
    // fetch.
    output logic                             miss_defer,
    // Resource that the deferred stage-1 access lacks; valid with `miss_defer`.
    output logic      [ul1_pkg::CAUSE_W-1:0] miss_cause,
    // The load in stage 1 opens a PRT entry.
    output logic                             load_opens,

    // ---- To tag and wdb: outcome of a store
    // The stage-1 store is held in the WDB until its line is filled.
    output logic                             store_hold,
    // PRT entry that the held store waits for; valid with `store_hold`.
    output logic      [ul1_pkg::PRT_W-1:0]   store_prt,
    // The stage-1 store is written through to memory.
    output logic                             store_through,
    // The stage-1 store allocates a way without a fetch, as it covers whole sectors.
    output logic                             store_alloc,
    // The stage-1 store makes sectors of its line valid without a fetch; dirty ones, unless it is written
    // through.
    output logic                             store_dirty,
    // Sectors that the stage-1 store writes in the array; zero without a store.
    output logic      [ul1_pkg::SECTORS-1:0] store_sect,
    // The store in stage 1 opens a PRT entry and is held for it.
    output logic                             store_opens,
    // The store in stage 1 is written back, and held for the PRT entry that its line already has.
    output logic                             store_stays,
    // A reduction in stage 1 overtakes the fetch of its line.
    output logic                             overtakes,

    // ---- To prt: sectors to fetch
    // Sectors that a PRT entry opened in this cycle fetches; valid with `miss_open`.
    output logic      [ul1_pkg::SECTORS-1:0] first,
    // Sectors that the PRT entry of the line must fetch in addition; zero if there are none.
    output logic      [ul1_pkg::SECTORS-1:0] adds,
    // The PRT entry needs a read in the request queue, as it is opened or gets further sectors.
    output logic                             asks
);


  logic may;       // a way is available, and a credit if its line is dirty
  logic may_open;  // a way and a PRT entry are available

  // A load that misses; a CMO, which only needs that its line is not under fetch
  logic cmo, load_defers, cmo_defers;

  // A store
  logic                        reduces; // it is a reduction, and only goes to memory
  logic                        store;   // any other store
  logic [ul1_pkg::SECTORS-1:0] lacks;   // sectors that the store needs and neither covers nor finds valid
  logic                        back;    // it is written back alone
  logic                        stays_here;  // it makes the sectors valid that it needs, without a fetch
  logic                        beyond;  // the fetch of its line has ended without sectors that it lacks

  // Sectors to fetch
  logic [ul1_pkg::SECTORS-1:0] load_wants, store_wants;
  logic                        whole;  // a miss fetches all that the line lacks

  always @* begin
    may           = 1'b0;
    may_open      = 1'b0;
    cmo           = 1'b0;
    load_opens    = 1'b0;
    load_defers   = 1'b0;
    cmo_defers    = 1'b0;
    miss_merge    = 1'b0;
    miss_defer    = 1'b0;
    miss_cause    = ul1_pkg::CAUSE_ENTRY;
    reduces       = 1'b0;
    overtakes     = 1'b0;
    store         = 1'b0;
    lacks         = '0;
    back          = 1'b0;
    stays_here    = 1'b0;
    beyond        = 1'b0;
    store_stays   = 1'b0;
    store_opens   = 1'b0;
    store_hold    = 1'b0;
    store_prt     = '0;
    store_dirty   = 1'b0;
    store_alloc   = 1'b0;
    store_through = 1'b0;
    store_sect    = '0;
    whole         = 1'b0;
    load_wants    = '0;
    store_wants   = '0;
    miss_open     = 1'b0;
    first         = '0;
    adds          = '0;
    asks          = 1'b0;
    if (ul1_fn::sim_gate(look_judge)) begin
      may      = ~known & look_way & (look_dirty == '0 | credit_dirty) & ~defer_holds;
      may_open = may & any_free;

      load_opens  = look_miss & may_open;
      miss_merge  = look_miss & known & ~filled & ~closed & ~full;
      cmo         = pass_inval | pass_flush;
      load_defers = look_miss & (known ? filled | closed | full : ~may_open);
      cmo_defers  = cmo & known;
      miss_defer  = load_defers | cmo_defers;
      if (known) begin
        miss_cause = filled | closed | cmo ? ul1_pkg::CAUSE_CLOSED : ul1_pkg::CAUSE_MERGE;
      end else if (~look_way) begin
        miss_cause = ul1_pkg::CAUSE_WAY;
      end else begin
        miss_cause = any_free & ~defer_holds ? ul1_pkg::CAUSE_CREDIT : ul1_pkg::CAUSE_ENTRY;
      end

      reduces       = ul1_pkg::GLOBAL_ATOMICS != 0 & look_judge & pass_red != ul1_pkg::ATOM_NONE;
      overtakes     = reduces & known;
      store         = look_judge & pass_store & ~reduces;
      lacks         = look_need & ~look_cover & ~look_have;
      beyond        = (filled & (lacks & ~wanted) != '0) | (known & reduced);
      back          = pass_writeback & ~(ul1_pkg::POLICIES > 3 & volta);
      store_stays   = store & known & back & ~beyond;
      store_opens   = store & back & lacks != '0 & may_open;
      store_hold    = (store & known) | store_opens;
      store_prt     = entry;
      store_dirty   = store & ~known & pass_writeback & lacks == '0 & look_there;
      store_alloc   = store & pass_writeback & lacks == '0 & ~look_there & may & (back | look_dirty == '0);
      stays_here    = store_dirty | store_alloc;
      store_through = reduces | (store & ~store_stays & ~store_opens & ~(stays_here & back));
      if (~store)                        store_sect = '0;
      else if (stays_here | store_hold)  store_sect = look_need;
      else if (look_there & ~look_purge) store_sect = look_need & look_have;
      else                               store_sect = '0;

      whole       = fetch == ul1_pkg::FETCH_LINE;
      load_wants  = (whole ? '1 : look_need) & ~look_have;
      store_wants = whole ? ~look_have & ~look_cover : lacks;
      miss_open   = load_opens | store_opens;
      first       = pass_store ? store_wants : load_wants;
      adds        = (miss_merge ? load_wants : store_stays ? lacks : '0) & ~wanted;
      asks        = miss_open | adds != '0;
    end
  end

endmodule

`default_nettype wire
