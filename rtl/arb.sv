// Arbiter: at most one access a cycle enters the pipeline (stage 0). Three steps in one cycle: the choice among the
// candidates of the load/store unit; the split of the chosen access, which the load/store unit puts on `req` in answer, into
// a pass free of bank conflicts and a remainder; and the booking of the register file's write port. The pass stands in
// stage 1 in the next cycle. Nothing stalls behind this point, so whatever a pass needs later is reserved here.

`default_nettype none

module arb #(
    parameter int LANES = 32
) (
    input  wire logic                                  clk,
    input  wire logic                                  rst,

    // from lsu: candidates
    input  wire logic                                  cand_rl,
    input  wire logic                                  cand_rs,
    input  wire logic                                  cand_rs_older,
    input  wire logic                                  cand_new,
    input  wire logic                                  cand_store,

    // to lsu: the choice, at most one of the three
    output logic                                       sel_rl,
    output logic                                       sel_rs,
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
    input  wire logic [2:0]                            req_width,
    input  wire logic                                  req_signed,
    input  wire logic [ul1_pkg::INK_W-1:0]             req_ink,
    input  wire logic [LANES-1:0]                      req_mask,
    input  wire logic [LANES*($clog2(LANES)+11)-1:0]   req_addr,

    // to lsu: how far it got
    output logic      [LANES-1:0]                      acc_mask,
    output logic                                       acc_more,

    // to tag, axbar, data, dxbar, wdb: the pass in stage 1
    output logic                                       pass_valid,
    output logic                                       pass_store,
    output logic      [2:0]                            pass_width,
    output logic                                       pass_signed,
    output logic      [ul1_pkg::INK_W-1:0]             pass_ink,
    output logic                                       pass_free,
    output logic      [LANES-1:0]                      pass_mask,
    output logic      [LANES*($clog2(LANES)+11)-1:0]   pass_addr
);

  localparam int LG    = $clog2(LANES);
  localparam int AW    = LG + 11;
  localparam int ROW_W = ul1_pkg::ROW_W;
  localparam int SLOTS = ul1_pkg::SLOTS;
  localparam int LAT   = ul1_pkg::LAT;

  // Choice. A candidate that lacks something does not stand in the way of one that does not: first who can enter, then who is
  // older; a new access only when no replay can.
  logic load_ok, rl_ok, rs_ok, new_ok;

  assign load_ok  = ~rf_slots[LAT];
  assign rl_ok    = cand_rl & load_ok;
  assign rs_ok    = cand_rs & wdb_room;
  assign new_ok   = cand_new & (cand_store ? wdb_room : load_ok);

  assign sel_rl   = rl_ok & ~(rs_ok & cand_rs_older);
  assign sel_rs   = rs_ok & ~(rl_ok & ~cand_rs_older);
  assign sel_new  = new_ok & ~rl_ok & ~rs_ok;

  assign wdb_take = sel_rs | (sel_new & cand_store);

  // Split. In each bank the lowest waiting slot leads, and every waiting slot that wants the leader's row is in the pass. The
  // slots put their rows down from the highest to the lowest, so that the lowest is what remains; idle slots do so in
  // the upper half, which nobody reads. (Two processes, since Icarus makes one that reads an array it writes wait for that array, too.)
  (* mem2reg *) logic [ROW_W-1:0] lead [0:2*LANES-1];

  always_comb begin
    for (int b = 0; b < 2*LANES; b++) lead[b] = '0;
    for (int s = LANES-1; s >= 0; s--) begin
      lead[{~req_mask[s], req_addr[s*AW + 2 +: LG]}] = req_addr[s*AW + 2 + LG +: ROW_W];
    end
  end
  always_comb begin
    for (int s = 0; s < LANES; s++) begin
      acc_mask[s] = req_mask[s] & (lead[{1'b0, req_addr[s*AW + 2 +: LG]}] == req_addr[s*AW + 2 + LG +: ROW_W]);
    end
  end

  assign acc_more = acc_mask != req_mask;

  // Booking. Bit k is the write port k cycles from now, so the vector moves down by one each cycle, and the cycle that a load
  // of now will write in is bit LAT-1 of the next.
  logic             books;
  logic [SLOTS-1:0] slots_next;

  assign books      = req_valid & ~req_store;
  assign slots_next = {rf_book, rf_slots[SLOTS-1:1]} | {{SLOTS-LAT{1'b0}}, books, {LAT-1{1'b0}}};

  always_ff @(posedge clk) begin
    if (rst) rf_slots <= '0;
    else     rf_slots <= slots_next;
  end

  // Stage 1
  always_ff @(posedge clk) begin
    if (rst) begin
      pass_valid <= 1'b0;
      pass_mask  <= '0;
    end else begin
      pass_valid <= req_valid;
      pass_mask  <= acc_mask;
    end
  end

  always_ff @(posedge clk) begin
    if (req_valid) begin
      pass_store  <= req_store;
      pass_width  <= req_width;
      pass_signed <= req_signed;
      pass_ink    <= req_ink;
      pass_free   <= ~acc_more | (cfg_home == ul1_pkg::HOME_INSTR);  // else the remainder keeps the beat
      pass_addr   <= req_addr;
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      assert (!(sel_rl && sel_rs) && !(sel_rl && sel_new) && !(sel_rs && sel_new));
      assert (req_valid == (sel_rl || sel_rs || sel_new));  // the load/store unit answers in the same cycle
      assert (req_valid || req_mask == '0);
      assert (acc_mask != '0 || req_mask == '0);            // a pass always gets somewhere: replays end
    end
  end

endmodule

`default_nettype wire
