// Line buffer: holds cached accesses, each of one line, from the coalescer to their pass; it is a part of
// lsu. Loads and invals, stores and flushes, and replays of filled lines have entries of their own, so that
// no kind waits for another. lsu_next selects a kind, and the oldest access of that kind enters.
//
// An age matrix keeps the order: row i marks the entries that joined before i. The oldest of a set has no
// older member of the set in its row.

`default_nettype none

module lsu_lines #(
    parameter  int LANES  = 32,
    localparam int ADDR_W = ul1_pkg::addr_w(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                           clk,
    input  wire logic                                           rst,

    // ---- To lsu_warps: the accesses other than replays
    // Bit l: line-buffer entry l holds an access that is no replay.
    output logic      [ul1_pkg::NEW_LINES-1:0]                  line_news,
    // Instruction-table entry of each line-buffer entry; valid where `line_news` is set.
    output logic      [ul1_pkg::NEW_LINES*ul1_pkg::INSTR_W-1:0] line_entries,
    // Warp of each line-buffer entry; valid where `line_news` is set.
    output logic      [ul1_pkg::NEW_LINES*ul1_pkg::WARP_W-1:0]  line_warps,
    // Bit l: line-buffer entry l holds a store; valid where `line_news` is set.
    output logic      [ul1_pkg::NEW_LINES-1:0]                  line_stores,
    // Bit l: line-buffer entry l holds a plain load; valid where `line_news` is set.
    output logic      [ul1_pkg::NEW_LINES-1:0]                  line_plain,

    // ---- From lsu_coalescer, lsu_table, lsu_warps and lsu_beats: the access that joins
    // The line access that the coalescer forms joins the line buffer at the end of this cycle.
    input  wire logic                                           line_joins,
    // Kind of the access in the coalescer: 0 load or inval, 1 store or flush, 2 replay; valid while it holds
    // one.
    input  wire logic [1:0]                                     line_kind,
    // The coalescer holds an instruction; its access is cancelled if the entry is deferred.
    input  wire logic                                           reading,
    // Instruction-table entry of the access in the coalescer, while it holds one.
    input  wire logic [ul1_pkg::INSTR_W-1:0]                    coalesce_entry,
    // Warp of the access in the coalescer; zero if there is none.
    input  wire logic [ul1_pkg::WARP_W-1:0]                     coalesce_warp,
    // Access width of the instruction in the coalescer; valid while it holds one.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]                    coalesce_width,
    // The instruction in the coalescer is sign-extended; valid while it holds one.
    input  wire logic                                           coalesce_signed,
    // The instruction in the coalescer is a store; valid while it holds one.
    input  wire logic                                           coalesce_store,
    // Operation of the reduction in the coalescer; none for any other instruction; valid while it holds one.
    input  wire logic [ul1_pkg::ATOM_W-1:0]                     coalesce_red,
    // The instruction in the coalescer bypasses the cache; valid while it holds one.
    input  wire logic                                           coalesce_bypass,
    // The instruction in the coalescer is a fresh load; valid while it holds one.
    input  wire logic                                           coalesce_fresh,
    // The instruction in the coalescer streams; valid while it holds one.
    input  wire logic                                           coalesce_stream,
    // The store in the coalescer is written back; valid while it holds one.
    input  wire logic                                           coalesce_writeback,
    // The instruction in the coalescer is an inval; valid while it holds one.
    input  wire logic                                           coalesce_inval,
    // The instruction in the coalescer is a flush; valid while it holds one.
    input  wire logic                                           coalesce_flush,
    // The instruction in the coalescer is an ordered load; valid while it holds one.
    input  wire logic                                           coalesce_ordered,
    // Part (of a sub-warp) that the line access in the coalescer is of; valid with `line_joins`.
    input  wire logic [ul1_pkg::PART_W-1:0]                     line_part,
    // Lanes of the line access in the coalescer; zero if there is none.
    input  wire logic [LANES-1:0]                               line_lanes,
    // Slots of the line access in the coalescer; valid with `line_joins`.
    input  wire logic [LANES-1:0]                               line_mask,
    // Line number of the line access in the coalescer; valid with `line_joins`.
    input  wire logic [LINE_W-1:0]                              line_line,
    // Array byte address of each slot of the line access in the coalescer; valid with `line_joins`.
    input  wire logic [LANES*ADDR_W-1:0]                        line_addr,
    // Intake beat of the store in the coalescer; zero for anything else.
    input  wire logic [ul1_pkg::INTAKE_W-1:0]                   line_beat,
    // The line access in the coalescer is the last of its sub-warp; zero for a replay; valid with
    // `line_joins`.
    input  wire logic                                           line_ends,
    // The line access in the coalescer is the last of its instruction; zero for a replay.
    input  wire logic                                           line_final,
    // PRT entry of the replay in the coalescer; valid for a replay, with `line_joins`.
    input  wire logic [ul1_pkg::PRT_W-1:0]                      line_prt,
    // The replay in the coalescer is the last of its PRT entry; valid for a replay, with `line_joins`.
    input  wire logic                                           line_last,
    // Error of the replay in the coalescer, or none; valid for a replay, with `line_joins`.
    input  wire logic [ul1_pkg::ERR_W-1:0]                      line_err,
    // The replay in the coalescer is bare: it has no slots; zero for anything but a replay.
    input  wire logic                                           line_bare,
    // The replay in the coalescer returns old words; zero for any other access.
    input  wire logic                                           line_old,
    // Number of the old words of the replay in the coalescer; valid with `line_old`.
    input  wire logic [ul1_pkg::OLD_W-1:0]                      line_number,
    // The instruction in the coalescer is an atomic on global memory; valid while it holds one.
    input  wire logic                                           coalesce_returns,

    // ---- To lsu_coalescer: free entries
    // A line-buffer entry for a replay is free.
    output logic                                                replay_free,
    // At least two line-buffer entries for replays are free.
    output logic                                                replay_spare,
    // A line-buffer entry for a load or an inval is free beside the one that the coalescer fills.
    output logic                                                loads_fit,
    // A line-buffer entry for a store or a flush is free beside the one that the coalescer fills.
    output logic                                                stores_fit,

    // ---- To lsu_next and arb: candidates
    // The line buffer holds a load or an inval.
    output logic                                                line_load,
    // The line buffer holds a store or a flush.
    output logic                                                line_store,
    // The oldest store or flush in the line buffer is a flush; zero if there is neither.
    output logic                                                line_flush,
    // The oldest store or flush in the line buffer is a reduction; zero if there is neither.
    output logic                                                line_red,
    // The oldest store or flush in the line buffer is an atomic on global memory; zero if there is neither.
    output logic                                                line_returns,
    // The oldest replay of the line buffer returns old words; zero if there is none.
    output logic                                                line_returned,
    // The line buffer holds a replay.
    output logic                                                line_replay,
    // PRT entry of the candidate replay; valid with `cand_replay`.
    output logic      [ul1_pkg::PRT_W-1:0]                      cand_prt,
    // The candidate replay is the last of its PRT entry; valid with `cand_replay`.
    output logic                                                cand_last,
    // Error of the candidate replay: why its line could not be fetched, or none; valid with `cand_replay`.
    output logic      [ul1_pkg::ERR_W-1:0]                      cand_err,
    // The candidate replay is bare: no load waits for its line, only stores are held; valid with
    // `cand_replay`.
    output logic                                                cand_bare,

    // ---- From lsu_next: the selected kind; to lsu_access and lsu_follow_up: its oldest access
    // The line access that enters is the replay of a filled line.
    input  wire logic                                           sel_replay,
    // The line access that enters is the oldest load or inval of the line buffer.
    input  wire logic                                           sel_load,
    // The line access that enters is the oldest store or flush of the line buffer.
    input  wire logic                                           sel_store,
    // Instruction-table entry of the line access that enters; zero if none enters.
    output logic      [ul1_pkg::INSTR_W-1:0]                    acc_entry,
    // Warp of the line access that enters; zero if none enters.
    output logic      [ul1_pkg::WARP_W-1:0]                     acc_warp,
    // Part (of a sub-warp) that the line access that enters is of; zero if none enters.
    output logic      [ul1_pkg::PART_W-1:0]                     acc_part,
    // Access width of the line access that enters; zero if none enters.
    output logic      [ul1_pkg::WIDTH_W-1:0]                    acc_width,
    // The line access that enters is sign-extended; zero if none enters.
    output logic                                                acc_signed,
    // The line access that enters is a store; zero if none enters.
    output logic                                                acc_store,
    // Operation of the line access that enters if it is a reduction, else none; zero if none enters.
    output logic      [ul1_pkg::ATOM_W-1:0]                     acc_red,
    // The line access that enters is of an atomic on global memory; zero if none enters.
    output logic                                                acc_returns,
    // The replay that enters returns old words; zero if none enters.
    output logic                                                acc_old,
    // Number of the old words of the replay that enters; zero if none enters.
    output logic      [ul1_pkg::OLD_W-1:0]                      acc_number,
    // The line access that enters bypasses the cache; zero if none enters.
    output logic                                                acc_bypass,
    // The line access that enters is of a fresh load; zero if none enters.
    output logic                                                acc_fresh,
    // The line access that enters streams: its line becomes the oldest of its set; zero if none enters.
    output logic                                                acc_stream,
    // The line access that enters is a written-back store; zero if none enters.
    output logic                                                acc_writeback,
    // The line access that enters is of an inval; zero if none enters.
    output logic                                                acc_inval,
    // The line access that enters is of a flush; zero if none enters.
    output logic                                                acc_flush,
    // The line access that enters is of an ordered load; zero if none enters.
    output logic                                                acc_ordered,
    // The line access that enters is a bare replay, which has no slots; zero if none enters.
    output logic                                                acc_bare,
    // The line access that enters is the last line of its store's sub-warp, so it uses up its beat; zero if
    // none enters.
    output logic                                                acc_end,
    // The line access that enters is the last line of its instruction; zero if none enters.
    output logic                                                acc_final,
    // Intake beat of the line access that enters; zero if none enters.
    output logic      [ul1_pkg::INTAKE_W-1:0]                   acc_beat,
    // Error of the replay that enters, or none; zero if no line access enters.
    output logic      [ul1_pkg::ERR_W-1:0]                      acc_err,
    // Line number of the line access that enters; zero if none enters.
    output logic      [LINE_W-1:0]                              acc_line,
    // Lanes of the line access that enters; zero if none enters.
    output logic      [LANES-1:0]                               acc_lanes,
    // Slots of the line access that enters; zero if none enters.
    output logic      [LANES-1:0]                               acc_mask,
    // Array byte address of each slot of the line access that enters: the low bits of the virtual address;
    // zero if none enters.
    output logic      [LANES*ADDR_W-1:0]                        acc_addr,

    // ---- To observers
    // Bit i: the line buffer holds an access of entry i, other than a replay, before its pass.
    output logic      [ul1_pkg::INSTRS-1:0]                     coalesce_unissued
);

  localparam int INSTRS  = ul1_pkg::INSTRS;
  localparam int INSTR_W = ul1_pkg::INSTR_W;
  localparam int PART_W  = ul1_pkg::PART_W;
  localparam int WARP_W  = ul1_pkg::WARP_W;
  localparam int ROW_W   = ul1_pkg::ROW_W;
  localparam int WITHIN  = ADDR_W - ROW_W;  // bits of an address within a line
  localparam int LOADS   = ul1_pkg::LOAD_LINES;
  localparam int NEWS    = ul1_pkg::NEW_LINES;
  localparam int REPLAYS = ul1_pkg::REPLAY_LINES;
  localparam int PLACES  = ul1_pkg::LINE_ENTRIES;
  localparam int PLACE_W = ul1_pkg::LINE_ENTRY_W;

  // Entries by kind: loads first, then stores, then replays
  localparam logic [PLACES-1:0] OF_LOAD   = {{(PLACES-LOADS){1'b0}}, {LOADS{1'b1}}};
  localparam logic [PLACES-1:0] OF_NEW    = {{(PLACES-NEWS){1'b0}}, {NEWS{1'b1}}};
  localparam logic [PLACES-1:0] OF_STORE  = OF_NEW & ~OF_LOAD;
  localparam logic [PLACES-1:0] OF_REPLAY = {{REPLAYS{1'b1}}, {(PLACES-REPLAYS){1'b0}}};

  localparam logic [1:0] LOAD = 2'd0, STORE = 2'd1;  // kinds of lines; 2 is a replay

  logic [PLACES-1:0]            used_q;
  logic [PLACES-1:0]            extends_sign_q, store_q, bypass_q, fresh_q, stream_q, writeback_q, inval_q,
                                flush_q, ordered_q, bare_q, last_q, ends_q, final_one_q;
  logic [INSTR_W-1:0]           entry_q  [0:ul1_fn::entries(PLACES)-1];
  logic [WARP_W-1:0]            warp_q   [0:ul1_fn::entries(PLACES)-1];
  logic [PART_W-1:0]            part_q   [0:ul1_fn::entries(PLACES)-1];
  logic [ul1_pkg::WIDTH_W-1:0]  width_q  [0:ul1_fn::entries(PLACES)-1];
  logic [ul1_pkg::ATOM_W-1:0]   red_q    [0:ul1_fn::entries(PLACES)-1];
  logic [PLACES-1:0]            returns_q, old_q;
  logic [ul1_pkg::OLD_W-1:0]    number_q [0:ul1_fn::entries(PLACES)-1];
  logic [ul1_pkg::INTAKE_W-1:0] beat_q  [0:ul1_fn::entries(PLACES)-1];
  logic [ul1_pkg::PRT_W-1:0]    prt_q    [0:ul1_fn::entries(PLACES)-1];
  logic [ul1_pkg::ERR_W-1:0]    err_q    [0:ul1_fn::entries(PLACES)-1];
  logic [LINE_W-1:0]            line_q   [0:ul1_fn::entries(PLACES)-1];
  logic [LANES-1:0]             lanes_q  [0:ul1_fn::entries(PLACES)-1];
  logic [LANES-1:0]             mask_q   [0:ul1_fn::entries(PLACES)-1];
  logic [LANES*WITHIN-1:0]      inner_q [0:ul1_fn::entries(PLACES)-1];

  // Row i: the entries that joined before i. A bit of an entry that has left may remain until that entry is
  // used again.
  (* mem2reg *) logic [PLACES-1:0] older_q [0:ul1_fn::entries(PLACES)-1];

  // ---------------------------------------------------------------------------------------------------------
  // Entries in use

  logic [PLACES-1:0] news, replays;

  assign line_news = used_q[NEWS-1:0];

  always @* begin
    news              = '0;
    replays           = '0;
    line_stores       = '0;
    line_plain        = '0;
    line_entries      = '0;
    line_warps        = '0;
    coalesce_unissued = '0;
    if (ul1_fn::sim_gate(used_q != '0)) begin
      news    = used_q & OF_NEW;
      replays = used_q & OF_REPLAY;
      if (ul1_fn::sim_gate(news != '0)) begin
        line_stores = store_q[NEWS-1:0];
        line_plain  = ~(store_q[NEWS-1:0] | inval_q[NEWS-1:0] | flush_q[NEWS-1:0] | ordered_q[NEWS-1:0]);
        for (int i = 0; i < NEWS; i++) begin
          line_entries[i*INSTR_W +: INSTR_W]     = entry_q[i];
          line_warps  [i*WARP_W +: WARP_W] = warp_q[i];
          coalesce_unissued = coalesce_unissued | INSTRS'(used_q[i]) << (entry_q[i] & {INSTR_W{used_q[i]}});
        end
      end
    end
    replay_free  = replays != OF_REPLAY;
    replay_spare = ul1_fn::several(64'({OF_REPLAY & ~replays}));
    loads_fit    = ul1_fn::several(64'({OF_LOAD & ~used_q}))
                   | ((OF_LOAD & ~used_q) != '0 & ~(reading & line_kind == LOAD));
    stores_fit   = ul1_fn::several(64'({OF_STORE & ~used_q}))
                   | ((OF_STORE & ~used_q) != '0 & ~(reading & line_kind == STORE));
  end

  // ---------------------------------------------------------------------------------------------------------
  // Candidates, and the access that enters

  logic [PLACES-1:0] load_one, store_one, replay_one;

  always @* begin
    load_one  = '0;
    store_one = '0;
    if (ul1_fn::sim_gate(news != '0)) begin
      for (int i = 0; i < NEWS; i++) begin
        load_one [i] = used_q[i] & OF_LOAD [i] & (older_q[i] & used_q & OF_LOAD) == '0;
        store_one[i] = used_q[i] & OF_STORE[i] & (older_q[i] & used_q & OF_STORE) == '0;
      end
    end
  end

  assign line_load   = load_one != '0;
  assign line_store  = store_one != '0;
  assign line_flush  = (store_one & flush_q) != '0;
  assign line_replay = replays != '0;

  if (ul1_pkg::GLOBAL_ATOMICS != 0) begin : g_red
    always @* begin
      line_red = 1'b0;
      for (int i = 0; i < NEWS; i++) line_red = line_red | (store_one[i] & red_q[i] != ul1_pkg::ATOM_NONE);
    end
    assign line_returns = ul1_pkg::GLOBAL_ATOMICS > 1 & (store_one & returns_q) != '0;
  end else begin : g_red
    assign line_red     = 1'b0;
    assign line_returns = 1'b0;
  end

  logic [PLACE_W-1:0] replay_place;

  always @* begin
    replay_one   = '0;
    replay_place = '0;
    cand_prt     = '0;
    cand_last    = 1'b0;
    cand_err     = ul1_pkg::ERR_NONE;
    cand_bare    = 1'b0;
    line_returned = 1'b0;
    if (ul1_fn::sim_gate(replays != '0)) begin
      replay_one = replays;
      if (ul1_fn::sim_gate(ul1_fn::several(64'(replays)))) begin
        for (int i = NEWS; i < PLACES; i++) replay_one[i] = used_q[i] & (older_q[i] & replays) == '0;
      end
      replay_place = PLACE_W'({ul1_fn::index(64'(replay_one))});
      line_returned = ul1_pkg::GLOBAL_ATOMICS > 1 & old_q[replay_place];
      if (~line_returned) begin
        cand_prt   = prt_q [replay_place];
        cand_last  = last_q[replay_place];
        cand_err   = err_q [replay_place];
        cand_bare  = bare_q[replay_place];
      end
    end
  end

  // The access that enters. Its slots are read for each kind ahead, as the selection comes late.
  logic [PLACES-1:0]       its_one;
  logic [PLACE_W-1:0]      its, load_place, store_place;
  logic                    selects;
  logic [LANES*WITHIN-1:0] acc_inner;

  assign selects     = sel_replay | sel_load | sel_store;
  assign load_place  = PLACE_W'({ul1_fn::index(64'(load_one))});
  assign store_place = PLACE_W'({ul1_fn::index(64'(store_one))});

  always @* begin
    acc_line  = '0;
    acc_mask  = '0;
    acc_inner = '0;
    if (sel_replay) begin
      acc_line  = acc_line  | line_q [replay_place];
      acc_mask  = acc_mask  | mask_q [replay_place];
      acc_inner = acc_inner | inner_q[replay_place];
    end
    if (sel_load) begin
      acc_line  = acc_line  | line_q [load_place];
      acc_mask  = acc_mask  | mask_q [load_place];
      acc_inner = acc_inner | inner_q[load_place];
    end
    if (sel_store) begin
      acc_line  = acc_line  | line_q [store_place];
      acc_mask  = acc_mask  | mask_q [store_place];
      acc_inner = acc_inner | inner_q[store_place];
    end
  end

  always @* begin
    its_one       = '0;
    its           = '0;
    acc_entry     = '0;
    acc_warp      = '0;
    acc_part      = '0;
    acc_width     = '0;
    acc_signed    = '0;
    acc_store     = '0;
    acc_red       = ul1_pkg::ATOM_NONE;
    acc_returns   = 1'b0;
    acc_old       = 1'b0;
    acc_number    = '0;
    acc_bypass    = '0;
    acc_fresh     = '0;
    acc_stream    = '0;
    acc_writeback = '0;
    acc_inval     = '0;
    acc_flush     = '0;
    acc_ordered   = '0;
    acc_bare      = '0;
    acc_end       = '0;
    acc_final     = '0;
    acc_beat      = '0;
    acc_err       = '0;
    acc_lanes     = '0;
    if (selects) begin
      its_one       = (replay_one & {PLACES{sel_replay}})
                      | (load_one & {PLACES{sel_load}}) | (store_one & {PLACES{sel_store}});
      its           = PLACE_W'({ul1_fn::index(64'(its_one))});
      acc_entry     = entry_q[its];
      acc_warp      = warp_q[its];
      acc_part      = part_q[its];
      acc_width     = width_q[its];
      acc_signed    = extends_sign_q[its];
      acc_store     = store_q[its];
      if (ul1_pkg::GLOBAL_ATOMICS != 0) acc_red = red_q[its];
      if (ul1_pkg::GLOBAL_ATOMICS > 1) begin
        acc_returns = returns_q[its];
        acc_old     = old_q[its];
        acc_number  = number_q[its];
      end
      acc_bypass    = bypass_q[its];
      acc_fresh     = fresh_q[its];
      acc_stream    = stream_q[its];
      acc_writeback = writeback_q[its];
      acc_inval     = inval_q[its];
      acc_flush     = flush_q[its];
      acc_ordered   = ordered_q[its];
      acc_bare      = bare_q[its];
      acc_end       = ends_q[its];
      acc_final     = final_one_q[its];
      acc_beat      = beat_q[its];
      acc_err       = err_q[its];
      acc_lanes     = lanes_q[its];
    end
  end

  always @* begin
    acc_addr = '0;
    if (selects) begin
      for (int s = 0; s < LANES; s++) begin
        acc_addr[s*ADDR_W +: ADDR_W] = {acc_old ? '0 : acc_line[ROW_W-1:0],
                                        acc_inner[s*WITHIN +: WITHIN]};
      end
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // An access joins the lowest free entry of its kind.

  logic [PLACES-1:0]       free, join_one;
  logic [PLACE_W-1:0]      place;
  logic [LANES*WITHIN-1:0] join_inner;

  always @* begin
    free       = '0;
    join_one   = '0;
    place      = '0;
    join_inner = '0;
    if (ul1_fn::sim_gate(line_joins)) begin
      free     = ~used_q & (line_kind == LOAD ? OF_LOAD : line_kind == STORE ? OF_STORE : OF_REPLAY);
      join_one = line_joins ? free & -free : '0;
      place    = PLACE_W'({ul1_fn::index(64'(join_one))});
      for (int s = 0; s < LANES; s++) join_inner[s*WITHIN +: WITHIN] = line_addr[s*ADDR_W +: WITHIN];
    end
  end

  always_ff @(posedge clk) begin
    if (rst)                                used_q <= '0;
    else if (selects | line_joins)          used_q <= (used_q & ~its_one) | join_one;
    if (line_joins) begin
      entry_q       [place] <= coalesce_entry;
      warp_q        [place] <= coalesce_warp;
      part_q        [place] <= line_part;
      width_q       [place] <= line_bare ? '0 : coalesce_width;
      extends_sign_q[place] <= ~line_bare & coalesce_signed;
      store_q       [place] <= ~line_bare & ~line_old & coalesce_store;
      red_q         [place] <= line_bare | line_old ? ul1_pkg::ATOM_NONE : coalesce_red;
      returns_q     [place] <= ul1_pkg::GLOBAL_ATOMICS > 1 & ~line_bare & ~line_old & coalesce_returns;
      old_q         [place] <= ul1_pkg::GLOBAL_ATOMICS > 1 & line_old;
      number_q      [place] <= line_number;
      bypass_q      [place] <= ~line_bare & coalesce_bypass;
      fresh_q       [place] <= ul1_pkg::CACHES_BEHIND != 0 & ~line_bare & coalesce_fresh;
      stream_q      [place] <= ul1_pkg::STREAMING != 0 & ~line_bare & coalesce_stream;
      writeback_q   [place] <= ~line_bare & coalesce_writeback;
      inval_q       [place] <= ~line_bare & coalesce_inval;
      flush_q       [place] <= ~line_bare & coalesce_flush;
      ordered_q     [place] <= ~line_bare & coalesce_ordered;
      bare_q        [place] <= line_bare;
      ends_q        [place] <= ~line_bare & ~line_old & coalesce_store & line_ends;
      final_one_q   [place] <= line_final;
      beat_q        [place] <= line_beat;
      prt_q         [place] <= line_prt;
      last_q        [place] <= line_last;
      err_q         [place] <= line_err;
      line_q        [place] <= line_line;
      lanes_q       [place] <= line_lanes;
      mask_q        [place] <= line_mask;
      inner_q       [place] <= join_inner;
      for (int i = 0; i < PLACES; i++) older_q[i] <= join_one[i] ? used_q : older_q[i] & ~join_one;
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
