// Arbiter: at most one access a cycle enters the pipeline (stage 0). Two steps in one cycle: the choice among the
// candidates of the load/store unit and the replay of a filled line; and the booking of the register file's write port for
// the chosen access, which the load/store unit puts on `req` in answer. Of that the splitter says how far it gets; the pass
// stands in stage 1 in the next cycle. Nothing stalls behind this point, so whatever a pass needs later is reserved here; a
// cached load that turns out in stage 1 not to hit gives its booking back. When a dirty line has lost its way, nobody is
// chosen: the turn is for reading it out. Nor is anybody in the turn in which the line of the command `line` is looked up.

`default_nettype none

module arb #(
    parameter  int LANES        = 32,
    localparam int BANK_W       = ul1_pkg::bank_w(LANES),
    localparam int SECTOR_BANKS = ul1_pkg::sector_banks(LANES),
    localparam int ADDR_W       = ul1_pkg::addr_w(LANES),
    localparam int LINE_W       = ul1_pkg::line_w(LANES)
) (
    input  wire logic                         clk,
    input  wire logic                         rst,

    // from tag: a dirty line is to be read out in this turn
    input  wire logic                         readout_valid,
    input  wire logic [ul1_pkg::ROW_W-1:0]    readout_row,
    input  wire logic [ul1_pkg::SECTORS-1:0]  readout_sect,

    // from tag: this turn is for the lookup of the command `line`
    input  wire logic                         cmd_turn,
    input  wire logic [LINE_W-1:0]            cmd_line,

    // from lsu: the candidate; of a replay what it is
    input  wire logic                         cand_valid,
    input  wire logic                         cand_replay,
    input  wire logic                         cand_store,
    input  wire logic                         cand_cached,
    input  wire logic                         cand_flush,
    input  wire logic [ul1_pkg::PRT_W-1:0]    cand_prt,
    input  wire logic                         cand_last,
    input  wire logic                         merged_drop,
    input  wire logic [ul1_pkg::ERR_W-1:0]    cand_err,
    input  wire logic                         cand_bare,

    // to lsu, meter: it enters
    output logic                              sel_valid,

    // to wdb: a store's words, or a line that is flushed
    output logic                              sel_store,
    output logic                              sel_cached,

    // from and to outside: the register file's write port
    input  wire logic                         regport_book,
    output logic      [ul1_pkg::AHEAD-1:0]    regport_booked,

    // from lsu: what a pass leaves over keeps its place; the chosen access, back in the same cycle
    input  wire logic                         remainder_stays,
    input  wire logic                         req_valid,
    input  wire logic                         req_store,
    input  wire logic [ul1_pkg::ID_W-1:0]     req_id,
    input  wire logic [ul1_pkg::SUB_W-1:0]    req_sub,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]  req_width,
    input  wire logic                         req_signed,
    input  wire logic [ul1_pkg::INTAKE_W-1:0] req_beat,
    input  wire logic [LANES-1:0]             req_mask,
    input  wire logic [LANES*ADDR_W-1:0]      req_addr,
    input  wire logic                         req_cached,
    input  wire logic [LINE_W-1:0]            req_line,
    input  wire logic                         req_bypass,
    input  wire logic                         req_writeback,
    input  wire logic                         req_inval,
    input  wire logic                         req_flush,
    input  wire logic                         req_end,

    // from split: how far it got
    input  wire logic [LANES-1:0]             split_mask,
    input  wire logic                         split_more,

    // from tag: the cached load in stage 1 hits
    input  wire logic                         look_hit,

    // to tag, prt, data, dxbar, wdb, lsu: the pass in stage 1
    output logic                              pass_valid,
    output logic                              pass_store,
    output logic      [ul1_pkg::WIDTH_W-1:0]  pass_width,
    output logic                              pass_signed,
    output logic      [ul1_pkg::INTAKE_W-1:0] pass_beat,
    output logic                              pass_frees_beat,
    output logic      [ul1_pkg::STAGE_W-1:0]  pass_due,
    output logic      [LANES-1:0]             pass_mask,
    output logic      [LANES*ADDR_W-1:0]      pass_addr,
    output logic                              pass_cached,
    output logic      [ul1_pkg::ID_W-1:0]     pass_id,
    output logic      [ul1_pkg::SUB_W-1:0]    pass_sub,
    output logic      [LINE_W-1:0]            pass_line,
    output logic                              pass_bypass,
    output logic                              pass_writeback,
    output logic                              pass_inval,
    output logic                              pass_flush,
    output logic                              pass_replay,
    output logic      [ul1_pkg::PRT_W-1:0]    pass_prt,
    output logic                              pass_last,
    output logic                              pass_drop,
    output logic                              pass_fail,
    output logic                              pass_readout
);

  localparam int BYTE_W  = ul1_pkg::BYTE_W;
  localparam int AHEAD   = ul1_pkg::AHEAD;
  localparam int LAT     = ul1_pkg::LAT;
  localparam int HLAT    = ul1_pkg::HLAT;
  localparam int STAGE_W = ul1_pkg::STAGE_W;

  // The candidate enters unless the turn is a dirty line's, or the command's. A replay that brings an error, or that no load waits for,
  // has no words to write back.
  logic [HLAT:LAT] port_free;
  logic closed, wordless, replays;

  assign closed     = readout_valid | cmd_turn;
  assign port_free  = ~regport_booked[HLAT:LAT];
  assign wordless   = cand_replay & (cand_bare | cand_err != ul1_pkg::ERR_NONE);
  assign sel_valid  = cand_valid & ~closed;
  assign sel_store  = sel_valid & (cand_store | cand_flush);
  assign sel_cached = sel_valid & cand_cached;
  assign replays    = sel_valid & cand_replay;

  // Booking. Bit k is the write port k cycles from now, so the vector moves down by one each cycle: what is booked now as
  // bit k is bit k-1 of the next. A shared load books the first that is free, a cached one bit HLAT. A cached load of the
  // cycle before that has booked and does not hit gives back what is bit HLAT-2 of the next. Without an access req_cached is low.
  logic               books_shared, books_cached, gives_back;
  logic               has_booked;   // the pass in stage 1 is a cached load that has booked
  logic [HLAT:LAT]    first_free;
  logic [STAGE_W-1:0] first_due;
  logic [AHEAD-1:0]   booked_next;

  // A store's beat is given up with the pass, but where a line of a cached store's sub-warp is left, or the remainder keeps it.
  logic cached_store, frees_whole;

  assign cached_store = req_cached & req_store;
  assign frees_whole  = cached_store ? req_end : ~remainder_stays;

  always @* begin
    first_free   = '0;
    first_due    = '0;
    books_shared = 1'b0;
    books_cached = 1'b0;
    if (ul1_fn::worth(req_valid)) begin
      first_free = port_free & -port_free;
      for (int k = LAT; k <= HLAT; k++) if (first_free[k]) first_due = first_due | STAGE_W'(k);
      books_shared = req_valid & ~req_store & ~req_cached;
      books_cached = req_cached & ~req_store & ~req_inval & ~req_flush & ~wordless;
    end
  end

  assign gives_back   = has_booked & ~look_hit;

  always @* begin
    booked_next = {regport_book, regport_booked[AHEAD-1:1]};
    if (books_shared) booked_next[HLAT-1:LAT-1] = booked_next[HLAT-1:LAT-1] | first_free;
    if (books_cached) booked_next[HLAT-1] = 1'b1;
    if (gives_back)   booked_next[HLAT-2] = 1'b0;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      regport_booked <= '0;
      has_booked     <= 1'b0;
    end else begin
      regport_booked <= booked_next;
      has_booked     <= books_cached;
    end
  end

  // Stage 1. The readout of a dirty line is like a shared load of the words of its row that lie in dirty sectors; the lookup
  // of the command `line` is like that of an inval, without slots.
  logic [LANES*ADDR_W-1:0] readout_addr;
  logic [LANES-1:0]        readout_mask;

  spread #(.BITS(ul1_pkg::SECTORS), .TIMES(SECTOR_BANKS)) u_readout_mask (
      .mask (readout_sect),
      .wide (readout_mask)
  );

  always @* begin
    readout_addr = '0;
    if (ul1_fn::worth(readout_valid)) begin
      for (int s = 0; s < LANES; s++) readout_addr[s*ADDR_W +: ADDR_W] = {readout_row, BANK_W'(s), {BYTE_W{1'b0}}};
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      pass_valid   <= 1'b0;
      pass_mask    <= '0;
      pass_cached  <= 1'b0;
      pass_inval   <= 1'b0;
      pass_flush   <= 1'b0;
      pass_replay  <= 1'b0;
      pass_readout <= 1'b0;
    end else begin
      pass_valid   <= req_valid | closed;
      pass_mask    <= readout_valid ? readout_mask : split_mask;
      pass_cached  <= req_cached | cmd_turn;
      pass_inval   <= (req_valid & req_inval) | cmd_turn;
      pass_flush   <= req_valid & req_flush;
      pass_replay  <= replays;
      pass_readout <= readout_valid;
    end
  end

  always_ff @(posedge clk) begin
    if (readout_valid) begin
      pass_store      <= 1'b0;
      pass_width      <= ul1_pkg::WIDTH_B32;
      pass_signed     <= 1'b0;
      pass_due        <= STAGE_W'(HLAT);
      pass_frees_beat <= 1'b1;
      pass_addr       <= readout_addr;
    end else if (cmd_turn) begin
      pass_store      <= 1'b0;
      pass_width      <= '0;
      pass_signed     <= 1'b0;
      pass_due        <= STAGE_W'(HLAT);
      pass_id         <= '0;
      pass_sub        <= '0;
      pass_line       <= cmd_line;
      pass_bypass     <= 1'b0;
      pass_writeback  <= 1'b0;
    end else if (req_valid) begin
      pass_store      <= req_store;
      pass_width      <= req_width;
      pass_signed     <= req_signed;
      pass_due        <= books_shared ? first_due : STAGE_W'(HLAT);
      pass_beat       <= req_beat;
      pass_frees_beat <= frees_whole | (~cached_store & ~split_more);
      pass_addr       <= req_addr;
      pass_id         <= req_id;
      pass_sub        <= req_sub;
      pass_line       <= req_line;
      pass_bypass     <= req_bypass;
      pass_writeback  <= req_writeback;
    end
    if (replays) begin
      pass_prt  <= cand_prt;
      pass_last <= cand_last;
      pass_drop <= merged_drop;
      pass_fail <= cand_err != ul1_pkg::ERR_NONE;
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      if (req_valid | sel_valid) begin                                  // the access is the candidate, in the same cycle
        assert (req_valid == sel_valid && !closed && req_cached == (cand_cached || cand_replay));
        assert (req_store == cand_store && req_flush == cand_flush);
        assert (!(books_shared && port_free == '0) && !(books_cached && regport_booked[HLAT]));   // no write-back is booked twice
      end else begin
        assert (req_mask == '0 && !req_cached);
      end
      assert (!(readout_valid && cmd_turn));
      // Only what was booked is given back, and a replay hits.
      if (has_booked) assert (look_hit || (regport_booked[HLAT-1] && !pass_replay));
      assert (split_mask != '0 || req_mask == '0);                      // a pass always gets somewhere: remainders end
    end
  end

endmodule

`default_nettype wire
