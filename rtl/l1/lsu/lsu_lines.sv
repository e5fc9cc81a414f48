// The lines, a part of lsu: cached accesses that are prepared, each of one line. Loads and invals, stores and flushes, and replays of
// filled lines have places of their own, so that none waits for another kind.
//
// Each place knows which came before it: so the oldest of a set is the one that has none of it before itself.

`default_nettype none

module lsu_lines #(
    parameter  int LANES  = 32,
    localparam int ADDR_W = ul1_pkg::addr_w(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                            clk,
    input  wire logic                            rst,

    // places of all but replays: whether one is there, of which entry and warp; whether it is a store's, a plain load's
    output logic      [ul1_pkg::NEW_LINES-1:0]   line_news,
    output logic      [ul1_pkg::NEW_LINES*ul1_pkg::PT_W-1:0]   line_entries,
    output logic      [ul1_pkg::NEW_LINES*ul1_pkg::WARP_W-1:0] line_warps,
    output logic      [ul1_pkg::NEW_LINES-1:0]   line_stores,
    output logic      [ul1_pkg::NEW_LINES-1:0]   line_plain,

    // from lsu_gather: an access joins, of this kind: a load or inval, a store or flush, a replay. A line is gathered, or could be
    input  wire logic                            line_joins,
    input  wire logic [1:0]                      line_kind,
    input  wire logic                            reading,
    input  wire logic [ul1_pkg::PT_W-1:0]        gather_entry,
    input  wire logic [ul1_pkg::WARP_W-1:0]      gather_warp,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     gather_width,
    input  wire logic                            gather_signed,
    input  wire logic                            gather_store,
    input  wire logic                            gather_bypass,
    input  wire logic                            gather_writeback,
    input  wire logic                            gather_inval,
    input  wire logic                            gather_flush,
    input  wire logic                            gather_ordered,
    input  wire logic [ul1_pkg::SUB_W-1:0]       line_sub,
    input  wire logic [LANES-1:0]                line_lanes,
    input  wire logic [LANES-1:0]                line_mask,
    input  wire logic [LINE_W-1:0]               line_line,
    input  wire logic [LANES*ADDR_W-1:0]         line_addr,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]    line_beat,
    input  wire logic                            line_ends,
    input  wire logic                            line_final,
    input  wire logic [ul1_pkg::PRT_W-1:0]       line_prt,
    input  wire logic                            line_last,
    input  wire logic [ul1_pkg::ERR_W-1:0]       line_err,
    input  wire logic                            line_bare,

    // places that are free: of replays one, two; of the others one with the line that is gathered now
    output logic                                 replay_free,
    output logic                                 replay_spare,
    output logic                                 loads_fit,
    output logic                                 stores_fit,

    // to arb, lsu_next: of each kind, whether a line is there
    output logic                                 line_load,     // a load or an inval
    output logic                                 line_store,    // a store or a flush, and which is the oldest
    output logic                                 line_flush,
    output logic                                 line_replay,
    output logic      [ul1_pkg::PRT_W-1:0]       cand_prt,
    output logic                                 cand_last,
    output logic      [ul1_pkg::ERR_W-1:0]       cand_err,
    output logic                                 cand_bare,

    // the one that is selected; all of it is zero if none is
    input  wire logic                            sel_replay,
    input  wire logic                            sel_load,
    input  wire logic                            sel_store,
    output logic      [ul1_pkg::PT_W-1:0]        its_entry,
    output logic      [ul1_pkg::WARP_W-1:0]      its_warp,
    output logic      [ul1_pkg::SUB_W-1:0]       its_sub,
    output logic      [ul1_pkg::WIDTH_W-1:0]     its_width,
    output logic                                 its_signed,
    output logic                                 its_store,
    output logic                                 its_bypass,
    output logic                                 its_writeback,
    output logic                                 its_inval,
    output logic                                 its_flush,
    output logic                                 its_ordered,
    output logic                                 its_bare,
    output logic                                 its_end,
    output logic                                 its_final,
    output logic      [ul1_pkg::INTAKE_W-1:0]    its_beat,
    output logic      [ul1_pkg::ERR_W-1:0]       its_err,
    output logic      [LINE_W-1:0]               its_line,
    output logic      [LANES-1:0]                its_lanes,
    output logic      [LANES-1:0]                its_mask,
    output logic      [LANES*ADDR_W-1:0]         its_addr,

    // to outside: the instructions of all but replays
    output logic      [ul1_pkg::PT-1:0]          gather_fresh
);

  localparam int PT       = ul1_pkg::PT;
  localparam int PT_W     = ul1_pkg::PT_W;
  localparam int SUB_W    = ul1_pkg::SUB_W;
  localparam int WARP_W   = ul1_pkg::WARP_W;
  localparam int ROW_W    = ul1_pkg::ROW_W;
  localparam int WITHIN   = ADDR_W - ROW_W;      // bits of an address within a line
  localparam int LOADS    = ul1_pkg::LOAD_LINES;
  localparam int NEWS     = ul1_pkg::NEW_LINES;
  localparam int REPLAYS  = ul1_pkg::REPLAY_LINES;
  localparam int PLACES   = ul1_pkg::LINE_PLACES;
  localparam int PLACE_W  = ul1_pkg::LINE_PLACE_W;

  // Places: first those of loads, then of stores, of replays
  localparam logic [PLACES-1:0] OF_LOAD   = {{(PLACES-LOADS){1'b0}}, {LOADS{1'b1}}};
  localparam logic [PLACES-1:0] OF_NEW    = {{(PLACES-NEWS){1'b0}}, {NEWS{1'b1}}};
  localparam logic [PLACES-1:0] OF_STORE  = OF_NEW & ~OF_LOAD;
  localparam logic [PLACES-1:0] OF_REPLAY = {{REPLAYS{1'b1}}, {(PLACES-REPLAYS){1'b0}}};

  localparam logic [1:0] LOAD = 2'd0, STORE = 2'd1;   // and replays

  logic [PLACES-1:0]           used;
  logic [PLACES-1:0]           extends_sign, store, bypass, writeback, inval, flush, ordered, bare, last, ends, final_one;
  logic [PT_W-1:0]             entry  [0:ul1_fn::entries(PLACES)-1];
  logic [WARP_W-1:0]           warp   [0:ul1_fn::entries(PLACES)-1];
  logic [SUB_W-1:0]            sub    [0:ul1_fn::entries(PLACES)-1];
  logic [ul1_pkg::WIDTH_W-1:0] width  [0:ul1_fn::entries(PLACES)-1];
  logic [ul1_pkg::INTAKE_W-1:0] beat  [0:ul1_fn::entries(PLACES)-1];
  logic [ul1_pkg::PRT_W-1:0]   prt    [0:ul1_fn::entries(PLACES)-1];
  logic [ul1_pkg::ERR_W-1:0]   err    [0:ul1_fn::entries(PLACES)-1];
  logic [LINE_W-1:0]           line   [0:ul1_fn::entries(PLACES)-1];
  logic [LANES-1:0]            lanes  [0:ul1_fn::entries(PLACES)-1];
  logic [LANES-1:0]            mask   [0:ul1_fn::entries(PLACES)-1];
  logic [LANES*WITHIN-1:0]     inner [0:ul1_fn::entries(PLACES)-1];

  // Row i: those that came before i. (Of an access that is not here any more a bit may be left, until its place is taken again.)
  (* mem2reg *) logic [PLACES-1:0] older [0:ul1_fn::entries(PLACES)-1];

  // ---------------------------------------------------------------------------------------------------------------------
  // Who is here

  logic [PLACES-1:0] news, replays;

  assign line_news = used[NEWS-1:0];

  always @* begin
    news          = '0;
    replays       = '0;
    line_stores   = '0;
    line_plain    = '0;
    line_entries  = '0;
    line_warps    = '0;
    gather_fresh  = '0;
    if (ul1_fn::worth(used != '0)) begin
      news    = used & OF_NEW;
      replays = used & OF_REPLAY;
      if (ul1_fn::worth(news != '0)) begin
        line_stores = store[NEWS-1:0];
        line_plain  = ~(store[NEWS-1:0] | inval[NEWS-1:0] | flush[NEWS-1:0] | ordered[NEWS-1:0]);
        for (int i = 0; i < NEWS; i++) begin
          line_entries[i*PT_W +: PT_W]     = entry[i];
          line_warps  [i*WARP_W +: WARP_W] = warp[i];
          gather_fresh = gather_fresh | PT'(used[i]) << (entry[i] & {PT_W{used[i]}});
        end
      end
    end
    replay_free  = replays != OF_REPLAY;
    replay_spare = ul1_fn::several(64'({OF_REPLAY & ~replays}));
    loads_fit    = ul1_fn::several(64'({OF_LOAD & ~used}))
                   | ((OF_LOAD & ~used) != '0 & ~(reading & line_kind == LOAD));
    stores_fit   = ul1_fn::several(64'({OF_STORE & ~used}))
                   | ((OF_STORE & ~used) != '0 & ~(reading & line_kind == STORE));
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Who could enter

  logic [PLACES-1:0] load_one, store_one, replay_one;

  always @* begin
    load_one  = '0;
    store_one = '0;
    if (ul1_fn::worth(news != '0)) begin
      for (int i = 0; i < NEWS; i++) begin
        load_one [i] = used[i] & OF_LOAD [i] & (older[i] & used & OF_LOAD) == '0;
        store_one[i] = used[i] & OF_STORE[i] & (older[i] & used & OF_STORE) == '0;
      end
    end
  end

  assign line_load   = load_one != '0;
  assign line_store  = store_one != '0;
  assign line_flush  = (store_one & flush) != '0;
  assign line_replay = replays != '0;

  logic [PLACE_W-1:0] replay_place;

  always @* begin
    replay_one   = '0;
    replay_place = '0;
    cand_prt     = '0;
    cand_last    = 1'b0;
    cand_err     = ul1_pkg::ERR_NONE;
    cand_bare    = 1'b0;
    if (ul1_fn::worth(replays != '0)) begin
      replay_one = replays;
      if (ul1_fn::worth(ul1_fn::several(64'(replays)))) begin
        for (int i = NEWS; i < PLACES; i++) replay_one[i] = used[i] & (older[i] & replays) == '0;
      end
      replay_place = PLACE_W'({ul1_fn::index(64'(replay_one))});
      cand_prt     = prt [replay_place];
      cand_last    = last[replay_place];
      cand_err     = err [replay_place];
      cand_bare    = bare[replay_place];
    end
  end

  // The one that is selected. (Its slots are looked up for each candidate ahead, as the selection comes late.)
  logic [PLACES-1:0]       its_one;
  logic [PLACE_W-1:0]      its, load_place, store_place;
  logic                    selects;
  logic [LANES*WITHIN-1:0] its_inner;

  assign selects = sel_replay | sel_load | sel_store;
  assign load_place  = PLACE_W'({ul1_fn::index(64'(load_one))});
  assign store_place = PLACE_W'({ul1_fn::index(64'(store_one))});

  always @* begin
    its_line  = '0;
    its_mask  = '0;
    its_inner = '0;
    if (sel_replay) begin
      its_line  = its_line  | line [replay_place];
      its_mask  = its_mask  | mask [replay_place];
      its_inner = its_inner | inner[replay_place];
    end
    if (sel_load) begin
      its_line  = its_line  | line [load_place];
      its_mask  = its_mask  | mask [load_place];
      its_inner = its_inner | inner[load_place];
    end
    if (sel_store) begin
      its_line  = its_line  | line [store_place];
      its_mask  = its_mask  | mask [store_place];
      its_inner = its_inner | inner[store_place];
    end
  end

  always @* begin
    its_one       = '0;
    its           = '0;
    its_entry     = '0;
    its_warp      = '0;
    its_sub       = '0;
    its_width     = '0;
    its_signed    = '0;
    its_store     = '0;
    its_bypass    = '0;
    its_writeback = '0;
    its_inval     = '0;
    its_flush     = '0;
    its_ordered   = '0;
    its_bare      = '0;
    its_end       = '0;
    its_final     = '0;
    its_beat      = '0;
    its_err       = '0;
    its_lanes     = '0;
    if (selects) begin
      its_one       = (replay_one & {PLACES{sel_replay}})
                      | (load_one & {PLACES{sel_load}}) | (store_one & {PLACES{sel_store}});
      its           = PLACE_W'({ul1_fn::index(64'(its_one))});
      its_entry     = entry[its];
      its_warp      = warp[its];
      its_sub       = sub[its];
      its_width     = width[its];
      its_signed    = extends_sign[its];
      its_store     = store[its];
      its_bypass    = bypass[its];
      its_writeback = writeback[its];
      its_inval     = inval[its];
      its_flush     = flush[its];
      its_ordered   = ordered[its];
      its_bare      = bare[its];
      its_end       = ends[its];
      its_final     = final_one[its];
      its_beat      = beat[its];
      its_err       = err[its];
      its_lanes     = lanes[its];
    end
  end

  always @* begin
    its_addr = '0;
    if (selects) begin
      for (int s = 0; s < LANES; s++) begin
        its_addr[s*ADDR_W +: ADDR_W] = {its_line[ROW_W-1:0], its_inner[s*WITHIN +: WITHIN]};
      end
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Joining takes the lowest free place of its kind

  logic [PLACES-1:0]       free, join_one;
  logic [PLACE_W-1:0]      place;
  logic [LANES*WITHIN-1:0] join_inner;

  always @* begin
    free       = '0;
    join_one   = '0;
    place      = '0;
    join_inner = '0;
    if (ul1_fn::worth(line_joins)) begin
      free     = ~used & (line_kind == LOAD ? OF_LOAD : line_kind == STORE ? OF_STORE : OF_REPLAY);
      join_one = line_joins ? free & -free : '0;
      place    = PLACE_W'({ul1_fn::index(64'(join_one))});
      for (int s = 0; s < LANES; s++) join_inner[s*WITHIN +: WITHIN] = line_addr[s*ADDR_W +: WITHIN];
    end
  end

  always_ff @(posedge clk) begin
    if (rst)                                used <= '0;
    else if (selects | line_joins)          used <= (used & ~its_one) | join_one;
    if (line_joins) begin
      entry       [place] <= gather_entry;
      warp        [place] <= gather_warp;
      sub         [place] <= line_sub;
      width       [place] <= line_bare ? '0 : gather_width;
      extends_sign[place] <= ~line_bare & gather_signed;
      store       [place] <= ~line_bare & gather_store;
      bypass      [place] <= ~line_bare & gather_bypass;
      writeback   [place] <= ~line_bare & gather_writeback;
      inval       [place] <= ~line_bare & gather_inval;
      flush       [place] <= ~line_bare & gather_flush;
      ordered     [place] <= ~line_bare & gather_ordered;
      bare        [place] <= line_bare;
      ends        [place] <= ~line_bare & gather_store & line_ends;
      final_one   [place] <= line_final;
      beat        [place] <= line_beat;
      prt         [place] <= line_prt;
      last        [place] <= line_last;
      err         [place] <= line_err;
      line        [place] <= line_line;
      lanes       [place] <= line_lanes;
      mask        [place] <= line_mask;
      inner      [place] <= join_inner;
      for (int i = 0; i < PLACES; i++) older[i] <= join_one[i] ? used : older[i] & ~join_one;
    end
  end

  always @(posedge clk) begin
    if (!rst & (line_joins | selects)) begin
      assert (!(line_joins && free == '0) && !(sel_load && load_one == '0) && !(sel_store && store_one == '0)
              && !(sel_replay && replays == '0));
    end
  end

endmodule

`default_nettype wire
