// Arbiter: at most one access a cycle enters the pipeline (stage 0). Three steps in one cycle: the choice among the
// candidates of the load/store unit and the replay of a filled line; the split of the chosen access, which the load/store
// unit puts on `req` in answer, into a pass free of bank conflicts and a remainder; and the booking of the register file's
// write port. The pass stands in stage 1 in the next cycle. Nothing stalls behind this point, so whatever a pass needs later
// is reserved here; a cached load that turns out in stage 1 not to hit gives its booking back. When a dirty line has lost
// its way, nobody is chosen: the slot is for reading it out.

`default_nettype none

module arb #(
    parameter int LANES = 32
) (
    input  wire logic                                  clk,
    input  wire logic                                  rst,

    // from tag: a dirty line is to be read out in this slot
    input  wire logic                                  ev_valid,
    input  wire logic [ul1_pkg::ROW_W-1:0]             ev_row,
    input  wire logic [3:0]                            ev_sect,

    // from fill, prt: the replay of a filled line
    input  wire logic                                  rep_valid,
    input  wire logic [ul1_pkg::PRT_W-1:0]             rep_prt,
    input  wire logic                                  rep_last,
    input  wire logic                                  rep_drop,
    input  wire logic [2:0]                            rep_err,
    input  wire logic                                  rep_bare,

    // from lsu: candidates
    input  wire logic                                  cand_rl,
    input  wire logic                                  cand_rs,
    input  wire logic                                  cand_rs_older,
    input  wire logic                                  cand_wake,
    input  wire logic                                  cand_new,
    input  wire logic                                  cand_store,
    input  wire logic                                  cand_cached,

    // to lsu, fill: the choice, at most one of the five
    output logic                                       sel_rep,
    output logic                                       sel_rl,
    output logic                                       sel_rs,
    output logic                                       sel_wake,
    output logic                                       sel_new,

    // from and to wdb: room for a store's words
    input  wire logic                                  wdb_room,
    output logic                                       wdb_take,

    // from and to outside: the register file's write port
    input  wire logic                                  cfg_home,
    input  wire logic                                  rf_book,
    output logic      [ul1_pkg::SLOTS-1:0]             rf_slots,

    // from lsu: the chosen access, back in the same cycle
    input  wire logic                                  req_valid,
    input  wire logic                                  req_store,
    input  wire logic [ul1_pkg::ID_W-1:0]              req_id,
    input  wire logic [1:0]                            req_sub,
    input  wire logic [2:0]                            req_width,
    input  wire logic                                  req_signed,
    input  wire logic [ul1_pkg::INK_W-1:0]             req_ink,
    input  wire logic [LANES-1:0]                      req_mask,
    input  wire logic [LANES*($clog2(LANES)+11)-1:0]   req_addr,
    input  wire logic                                  req_cached,
    input  wire logic [ul1_pkg::VA_W-$clog2(LANES)-3:0] req_line,
    input  wire logic                                  req_bypass,
    input  wire logic                                  req_wb,
    input  wire logic                                  req_end,

    // to lsu: how far it got
    output logic      [LANES-1:0]                      acc_mask,
    output logic                                       acc_more,

    // from tag: the cached load in stage 1 hits
    input  wire logic                                  look_hit,

    // to tag, prt, data, dxbar, wdb: the pass in stage 1
    output logic                                       pass_valid,
    output logic                                       pass_store,
    output logic      [2:0]                            pass_width,
    output logic                                       pass_signed,
    output logic      [ul1_pkg::INK_W-1:0]             pass_ink,
    output logic                                       pass_free,
    output logic      [LANES-1:0]                      pass_mask,
    output logic      [LANES*($clog2(LANES)+11)-1:0]   pass_addr,
    output logic                                       pass_cached,
    output logic      [ul1_pkg::ID_W-1:0]              pass_id,
    output logic      [1:0]                            pass_sub,
    output logic      [ul1_pkg::VA_W-$clog2(LANES)-3:0] pass_line,
    output logic                                       pass_bypass,
    output logic                                       pass_wb,
    output logic                                       pass_rep,
    output logic      [ul1_pkg::PRT_W-1:0]             pass_prt,
    output logic                                       pass_last,
    output logic                                       pass_drop,
    output logic                                       pass_fail,
    output logic                                       pass_evict
);

  localparam int LG    = $clog2(LANES);
  localparam int AW    = LG + 11;
  localparam int ROW_W = ul1_pkg::ROW_W;
  localparam int SLOTS = ul1_pkg::SLOTS;
  localparam int LAT   = ul1_pkg::LAT;
  localparam int HLAT  = ul1_pkg::HLAT;

  // Choice. A candidate that lacks something does not stand in the way of one that does not: first who can enter, then whose
  // turn it is. A new access comes last; of the replays of remainders the older goes first. But a replayed load that waits
  // for its slot keeps out cached loads that are no replays: each would book away the slot it could have HLAT - LAT cycles
  // later. A replay that brings an error, or that no load waits for, has no words to write back.
  logic shared_ok, cached_ok, yields, wordless;
  logic rep_ok, rl_ok, rs_ok, wake_ok, new_ok;

  assign shared_ok  = ~rf_slots[LAT];
  assign cached_ok  = ~rf_slots[HLAT];
  assign yields     = cand_rl & ~shared_ok;
  assign wordless   = rep_bare | rep_err != ul1_pkg::ERR_NONE;

  assign rep_ok     = rep_valid & (wordless | cached_ok);
  assign rl_ok      = cand_rl & shared_ok;
  assign rs_ok      = cand_rs & wdb_room;
  assign wake_ok    = cand_wake & cached_ok & ~yields;
  assign new_ok     = cand_new & (cand_store ? wdb_room : cand_cached ? cached_ok & ~yields : shared_ok);

  assign sel_rep    = rep_ok & ~ev_valid;
  assign sel_rl     = rl_ok & ~ev_valid & ~rep_ok & ~(rs_ok & cand_rs_older);
  assign sel_rs     = rs_ok & ~ev_valid & ~rep_ok & ~(rl_ok & ~cand_rs_older);
  assign sel_wake   = wake_ok & ~ev_valid & ~rep_ok & ~rl_ok & ~rs_ok;
  assign sel_new    = new_ok & ~ev_valid & ~rep_ok & ~rl_ok & ~rs_ok & ~wake_ok;

  assign wdb_take   = sel_rs | (sel_new & cand_store);

  logic [4:0] sel;
  assign sel = {sel_rep, sel_rl, sel_rs, sel_wake, sel_new};

  // Split. In each bank the lowest waiting slot leads, and every waiting slot that wants the leader's row is in the pass.
  // The slots put their rows down from the highest to the lowest, so that the lowest is what remains; idle slots do so in
  // the upper half, which nobody reads. (Two processes, since Icarus makes one that reads an array it writes wait for that
  // array, too.) The slots of a cached access lie in one row and are accepted whole.
  (* mem2reg *) logic [ROW_W-1:0] lead [0:2*LANES-1];

  always @* begin
    for (int b = 0; b < 2*LANES; b++) lead[b] = '0;
    if (!req_cached) begin
      for (int s = LANES-1; s >= 0; s--) begin
        lead[{~req_mask[s], req_addr[s*AW + 2 +: LG]}] = req_addr[s*AW + 2 + LG +: ROW_W];
      end
    end
  end
  always @* begin
    acc_mask = req_mask;
    if (!req_cached) begin
      for (int s = 0; s < LANES; s++) begin
        acc_mask[s] = req_mask[s] & (lead[{1'b0, req_addr[s*AW + 2 +: LG]}] == req_addr[s*AW + 2 + LG +: ROW_W]);
      end
    end
  end

  assign acc_more = acc_mask != req_mask;

  // Booking. Bit k is the write port k cycles from now, so the vector moves down by one each cycle, and the cycle that a
  // shared load of now will write in is bit LAT-1 of the next, that of a cached one bit HLAT-1. A cached load of the cycle
  // before that has booked and does not hit gives back what is bit HLAT-2 of the next.
  logic             books_shared, books_cached, gives_back;
  logic             has_booked;   // the pass in stage 1 is a cached load that has booked
  logic [SLOTS-1:0] slots_next;

  assign books_shared = req_valid & ~req_store & ~req_cached;
  assign books_cached = req_valid & ~req_store & req_cached & ~(sel_rep & wordless);
  assign gives_back   = has_booked & ~look_hit;

  always @* begin
    slots_next = {rf_book, rf_slots[SLOTS-1:1]};
    if (books_shared) slots_next[LAT-1]  = 1'b1;
    if (books_cached) slots_next[HLAT-1] = 1'b1;
    if (gives_back)   slots_next[HLAT-2] = 1'b0;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      rf_slots   <= '0;
      has_booked <= 1'b0;
    end else begin
      rf_slots   <= slots_next;
      has_booked <= books_cached;
    end
  end

  // Stage 1. The slot for a dirty line is like a shared load of the words of its row that lie in dirty sectors.
  logic [LANES*AW-1:0] ev_addr;
  logic [LANES-1:0]    ev_mask;

  assign ev_mask = {{LANES/4{ev_sect[3]}}, {LANES/4{ev_sect[2]}}, {LANES/4{ev_sect[1]}}, {LANES/4{ev_sect[0]}}};

  always @* begin
    ev_addr = '0;
    if (ev_valid) begin
      for (int s = 0; s < LANES; s++) ev_addr[s*AW +: AW] = {ev_row, LG'(s), 2'b00};
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      pass_valid  <= 1'b0;
      pass_mask   <= '0;
      pass_cached <= 1'b0;
      pass_rep    <= 1'b0;
      pass_evict  <= 1'b0;
    end else begin
      pass_valid  <= req_valid | ev_valid;
      pass_mask   <= ev_valid ? ev_mask : acc_mask;
      pass_cached <= req_valid & req_cached;
      pass_rep    <= sel_rep;
      pass_evict  <= ev_valid;
    end
  end

  always_ff @(posedge clk) begin
    if (ev_valid) begin
      pass_store  <= 1'b0;
      pass_width  <= ul1_pkg::WIDTH_B32;
      pass_signed <= 1'b0;
      pass_free   <= 1'b1;
      pass_addr   <= ev_addr;
    end else if (req_valid) begin
      pass_store  <= req_store;
      pass_width  <= req_width;
      pass_signed <= req_signed;
      pass_ink    <= req_ink;
      pass_free   <= req_cached & req_store ? req_end               // else a line of the sub-warp is left,
                     : ~acc_more | (cfg_home == ul1_pkg::HOME_INSTR);  // or the remainder keeps the beat
      pass_addr   <= req_addr;
      pass_id     <= req_id;
      pass_sub    <= req_sub;
      pass_line   <= req_line;
      pass_bypass <= req_bypass;
      pass_wb     <= req_wb;
    end
    if (sel_rep) begin
      pass_prt  <= rep_prt;
      pass_last <= rep_last;
      pass_drop <= rep_drop;
      pass_fail <= rep_err != ul1_pkg::ERR_NONE;
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      assert ((sel & (sel - 1'b1)) == '0);                  // one a cycle
      assert (req_valid == (sel != '0));                    // the load/store unit answers in the same cycle
      assert (req_valid || (req_mask == '0 && !req_cached));
      assert (!((sel_rep || sel_wake) && !req_cached));     // the access is of the kind that was let in
      assert (!((sel_rl || sel_rs) && req_cached) && !(sel_new && req_cached != cand_cached));
      assert (!req_valid || req_store == (sel_rs || (sel_new && cand_store)));
      assert (!(req_valid && ev_valid));
      assert (!(books_shared && rf_slots[LAT]));            // no write-back is booked twice
      assert (!(books_cached && rf_slots[HLAT]));
      assert (!(gives_back && !rf_slots[HLAT-1]));          // only what was booked is given back,
      assert (!(gives_back && pass_rep));                   // and a replay hits
      assert (acc_mask != '0 || req_mask == '0);            // a pass always gets somewhere: replays end
    end
  end

endmodule

`default_nettype wire
