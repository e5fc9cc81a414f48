// What becomes of the cached access in stage 1, a part of prt: a load that misses opens an entry, merges into the one
// that its line has, or is deferred; a store is held, makes sectors of the array dirty, or is written through; an inval
// or a flush is deferred or has its way at once; and what sectors are to be fetched for it.

`default_nettype none

module prt_judge (
    // settings, a cycle old
    input  wire logic [ul1_pkg::FETCH_W-1:0] fetch,

    // the access, its line and its way
    input  wire logic                        pass_store,
    input  wire logic                        pass_writeback,
    input  wire logic                        pass_inval,
    input  wire logic                        pass_flush,
    input  wire logic                        look_miss,
    input  wire logic                        look_judge,
    input  wire logic [ul1_pkg::SECTORS-1:0] look_need,
    input  wire logic [ul1_pkg::SECTORS-1:0] look_have,
    input  wire logic [ul1_pkg::SECTORS-1:0] look_cover,
    input  wire logic                        look_there,
    input  wire logic                        look_way,
    input  wire logic [ul1_pkg::SECTORS-1:0] look_dirty,
    input  wire logic                        look_purge,

    // a dirty line may be read out
    input  wire logic                        room_dirty,
    input  wire logic                        sleep_holds,

    // the entry of the line, if it is known (has one), or else the one that it would get, if any is free; it is filled,
    // closed, has no merge place left; the sectors that it wants
    input  wire logic [ul1_pkg::PRT_W-1:0]   entry,
    input  wire logic                        known,
    input  wire logic                        some_free,
    input  wire logic                        filled,
    input  wire logic                        closed,
    input  wire logic                        full,
    input  wire logic [ul1_pkg::SECTORS-1:0] wanted,

    // a load
    output logic                             miss_open,
    output logic                             miss_merge,
    output logic                             miss_defer,
    output logic      [ul1_pkg::CAUSE_W-1:0] miss_cause,
    output logic                             load_opens,

    // a store; `store_stays`: it is written back, and held for the entry that its line has
    output logic                             store_hold,
    output logic      [ul1_pkg::PRT_W-1:0]   store_prt,
    output logic                             store_through,
    output logic                             store_alloc,
    output logic                             store_dirty,
    output logic      [ul1_pkg::SECTORS-1:0] store_sect,
    output logic                             store_opens,
    output logic                             store_stays,

    // sectors to fetch: by an entry that is opened; besides what the line's entry fetches anyway; it has something to ask
    // for
    output logic      [ul1_pkg::SECTORS-1:0] first,
    output logic      [ul1_pkg::SECTORS-1:0] adds,
    output logic                             asks
);


  logic may;        // a way can be had, with what it takes to get rid of a dirty line in it,
  logic may_open;   // and an entry

  // A load that misses; an inval or a flush, which needs nothing but that its line is not under fetch
  logic upkeep, load_defers, upkeep_defers;

  // A store
  logic                        store;
  logic [ul1_pkg::SECTORS-1:0] lacks;    // sectors that it needs for what it does not cover
  logic                        beyond;   // the fetch of its line has ended without them

  // What is to be fetched
  logic [ul1_pkg::SECTORS-1:0] load_wants, store_wants;
  logic                        whole;    // all that the line lacks

  always @* begin
    may           = 1'b0;
    may_open      = 1'b0;
    upkeep        = 1'b0;
    load_opens    = 1'b0;
    load_defers   = 1'b0;
    upkeep_defers = 1'b0;
    miss_merge    = 1'b0;
    miss_defer    = 1'b0;
    miss_cause    = ul1_pkg::CAUSE_ENTRY;
    store         = 1'b0;
    lacks         = '0;
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
    if (ul1_fn::worth(look_judge)) begin
      may      = ~known & look_way & (look_dirty == '0 | room_dirty) & ~sleep_holds;
      may_open = may & some_free;

      load_opens    = look_miss & may_open;
      miss_merge    = look_miss & known & ~filled & ~closed & ~full;
      upkeep        = pass_inval | pass_flush;
      load_defers   = look_miss & (known ? filled | closed | full : ~may_open);
      upkeep_defers = look_judge & upkeep & known;
      miss_defer    = load_defers | upkeep_defers;
      if (known) begin
        miss_cause = filled | closed | upkeep ? ul1_pkg::CAUSE_CLOSED : ul1_pkg::CAUSE_MERGE;
      end else if (~look_way) begin
        miss_cause = ul1_pkg::CAUSE_WAY;
      end else begin
        miss_cause = some_free & ~sleep_holds ? ul1_pkg::CAUSE_ROOM : ul1_pkg::CAUSE_ENTRY;
      end

      store         = look_judge & pass_store;
      lacks         = look_need & ~look_cover & ~look_have;
      beyond        = filled & (lacks & ~wanted) != '0;
      store_stays   = store & known & pass_writeback & ~beyond;
      store_opens   = store & pass_writeback & lacks != '0 & may_open;
      store_hold    = (store & known) | store_opens;
      store_prt     = entry;
      store_dirty   = store & ~known & pass_writeback & lacks == '0 & look_there;
      store_alloc   = store & pass_writeback & lacks == '0 & ~look_there & may;
      store_through = store & ~store_stays & ~store_dirty & ~store_alloc & ~store_opens;
      if (~store)                        store_sect = '0;
      else if (~store_through | known)   store_sect = look_need;
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
