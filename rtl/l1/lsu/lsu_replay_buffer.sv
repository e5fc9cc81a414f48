// The replay buffer, a part of lsu: what shared accesses leave over in a pass, until it has its own pass; in order of
// age. With the setting `cfg_home` = instr what is left over goes back to the instruction side instead, and comes here
// when it is presented again.

`default_nettype none

module lsu_replay_buffer #(
    parameter int LANES = 32
) (
    input  wire logic                         clk,
    input  wire logic                         rst,

    // settings: where remainders stay; what a new one has to wait
    input  wire logic                         home,
    input  wire logic [ul1_pkg::IV_W-1:0]     pause,

    // at least one place is free; at least two
    output logic                              buffer_free,
    output logic                              buffer_spare,

    // to arb
    output logic                              cand_remainder_load,
    output logic                              cand_remainder_store,
    output logic                              cand_store_older,

    // the remainder that was selected; zero if none was
    input  wire logic                         sel_remainder_load,
    input  wire logic                         sel_remainder_store,
    output logic      [ul1_pkg::PT_W-1:0]     picked_entry,
    output logic      [ul1_pkg::SUB_W-1:0]    picked_sub,
    output logic      [LANES-1:0]             picked_mask,
    output logic      [ul1_pkg::INTAKE_W-1:0] picked_beat,

    // the access of this cycle, and how far it gets
    input  wire logic                         sel_new,
    input  wire logic                         req_valid,
    input  wire logic [ul1_pkg::PT_W-1:0]     req_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]    req_sub,
    input  wire logic [LANES-1:0]             req_mask,
    input  wire logic                         req_store,
    input  wire logic [ul1_pkg::INTAKE_W-1:0] req_beat,
    input  wire logic [LANES-1:0]             split_mask,
    input  wire logic                         split_more,

    // a remainder is presented again
    input  wire logic                         take_again,
    input  wire logic [ul1_pkg::PT_W-1:0]     again_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]    in_sub,
    input  wire logic [LANES-1:0]             in_mask,
    input  wire logic [ul1_pkg::PT-1:0]       pt_store,

    // the oldest remainder of a store that lacks its beat; its beat comes
    output logic                              lack_some,
    output logic      [ul1_pkg::PT_W-1:0]     lack_entry,
    output logic      [ul1_pkg::SUB_W-1:0]    lack_sub,
    output logic      [LANES-1:0]             lack_mask,
    input  wire logic                         lack_comes,
    input  wire logic [ul1_pkg::INTAKE_W-1:0] intake_beat,

    // to the instruction side
    output logic                              remainder_valid,
    output logic      [ul1_pkg::ID_W-1:0]     remainder_id,
    output logic      [ul1_pkg::SUB_W-1:0]    remainder_sub,
    output logic      [LANES-1:0]             remainder_mask
);

  localparam int RB       = ul1_pkg::RB;
  localparam int RB_W     = ul1_pkg::RB_W;
  localparam int COUNT_W  = RB_W + 1;        // bits of a number of remainders
  localparam int PT_W     = ul1_pkg::PT_W;
  localparam int SUB_W    = ul1_pkg::SUB_W;
  localparam int IV_W     = ul1_pkg::IV_W;
  localparam int INTAKE_W = ul1_pkg::INTAKE_W;

  // Places 0 to count-1, the oldest first. Place i of each field is the i-th part of its vector.
  logic [COUNT_W-1:0]     count;
  logic [RB*PT_W-1:0]     ids;
  logic [RB*SUB_W-1:0]    subs;
  logic [RB*LANES-1:0]    masks;      // slots left
  logic [RB-1:0]          stores;
  logic [RB*IV_W-1:0]     waits;      // cycles until it may be presented
  logic [RB-1:0]          has_beat;   // in the intake,
  logic [RB*INTAKE_W-1:0] beats;      // namely this

  assign buffer_free  = count < COUNT_W'(RB);
  assign buffer_spare = count < COUNT_W'(RB-1);

  // The oldest that are ready. (Two processes: one that reads what it has just written bit by bit wakes itself up for
  // ever in Icarus.)
  logic [RB-1:0]   here, due, load_due, store_due;
  logic [RB_W-1:0] load_place, store_place;

  always @* begin
    for (int i = 0; i < RB; i++) here[i] = COUNT_W'(i) < count;
  end
  always @* begin
    for (int i = 0; i < RB; i++) due[i] = here[i] & (waits[i*IV_W +: IV_W] == '0);
  end

  assign load_due    = due & ~stores;
  assign store_due   = due & stores & has_beat;
  assign load_place  = RB_W'({ul1_fn::lowest(64'(load_due))});
  assign store_place = RB_W'({ul1_fn::lowest(64'(store_due))});

  assign cand_remainder_load  = load_due != '0;
  assign cand_remainder_store = store_due != '0;
  assign cand_store_older     = cand_remainder_store & (~cand_remainder_load | store_place < load_place);

  // The one that is selected
  logic            picks;
  logic [RB_W-1:0] place;

  assign picks = sel_remainder_load | sel_remainder_store;
  assign place = sel_remainder_load ? load_place : store_place;

  always @* begin
    picked_entry   = '0;
    picked_sub  = '0;
    picked_mask = '0;
    picked_beat = '0;
    if (picks) begin
      picked_entry   = ids  [place*PT_W     +: PT_W];
      picked_sub  = subs [place*SUB_W    +: SUB_W];
      picked_mask = masks[place*LANES    +: LANES];
      picked_beat = beats[place*INTAKE_W +: INTAKE_W];
    end
  end

  // The oldest that lacks its beat
  logic [RB-1:0]   lacks;
  logic [RB_W-1:0] lack_place;

  assign lacks      = here & stores & ~has_beat;
  assign lack_some  = lacks != '0;
  assign lack_place = RB_W'({ul1_fn::lowest(64'(lacks))});
  assign lack_entry    = ids  [lack_place*PT_W  +: PT_W];
  assign lack_sub   = subs [lack_place*SUB_W +: SUB_W];
  assign lack_mask  = masks[lack_place*LANES +: LANES];

  // After a pass: a remainder stays with us, or goes back; a place is given up
  logic             keeps, returns, leaves;
  logic [LANES-1:0] left;

  assign left    = req_mask & ~split_mask;
  assign keeps   = req_valid & split_more & home == ul1_pkg::HOME_LSU;
  assign returns = req_valid & split_more & home == ul1_pkg::HOME_INSTR;
  assign leaves  = picks & ~keeps;

  always_ff @(posedge clk) begin
    if (rst) remainder_valid <= 1'b0;
    else     remainder_valid <= returns;
    if (returns) begin
      remainder_id   <= ul1_pkg::ID_W'(req_entry);
      remainder_sub  <= req_sub;
      remainder_mask <= left;
    end
  end

  // The state to come: first waits count down and the beat pulled is noted; then the remainder that had its pass is
  // updated, or leaves and the younger ones move up; then what is new is appended behind them.
  always_ff @(posedge clk) begin : then_state
    logic [COUNT_W-1:0]     count_then;
    logic [RB*PT_W-1:0]     ids_then;
    logic [RB*SUB_W-1:0]    subs_then;
    logic [RB*LANES-1:0]    masks_then;
    logic [RB-1:0]          stores_then;
    logic [RB*IV_W-1:0]     waits_then;
    logic [RB-1:0]          has_beat_then;
    logic [RB*INTAKE_W-1:0] beats_then;

    if (count != '0 | (sel_new & keeps) | take_again) begin
      count_then    = count;
      ids_then      = ids;
      subs_then     = subs;
      masks_then    = masks;
      stores_then   = stores;
      waits_then    = waits;
      has_beat_then = has_beat;
      beats_then    = beats;
      for (int i = 0; i < RB; i++) begin
        if (waits[i*IV_W +: IV_W] != '0) waits_then[i*IV_W +: IV_W] = waits[i*IV_W +: IV_W] - 1'b1;
      end
      if (lack_comes) begin
        has_beat_then[lack_place]                       = 1'b1;
        beats_then   [lack_place*INTAKE_W +: INTAKE_W]  = intake_beat;
      end
      if (picks & keeps) begin
        masks_then[place*LANES +: LANES] = left;
        waits_then[place*IV_W  +: IV_W]  = pause;
      end
      if (leaves) begin
        count_then = count_then - 1'b1;
        for (int i = 0; i < RB-1; i++) begin
          if (RB_W'(i) >= place) begin
            ids_then     [i*PT_W     +: PT_W]     = ids_then  [(i+1)*PT_W     +: PT_W];
            subs_then    [i*SUB_W    +: SUB_W]    = subs_then [(i+1)*SUB_W    +: SUB_W];
            masks_then   [i*LANES    +: LANES]    = masks_then[(i+1)*LANES    +: LANES];
            stores_then  [i]                      = stores_then[i+1];
            waits_then   [i*IV_W     +: IV_W]     = waits_then[(i+1)*IV_W     +: IV_W];
            has_beat_then[i]                      = has_beat_then[i+1];
            beats_then   [i*INTAKE_W +: INTAKE_W] = beats_then[(i+1)*INTAKE_W +: INTAKE_W];
          end
        end
      end
      if (sel_new & keeps) begin
        ids_then     [RB_W'(count_then)*PT_W     +: PT_W]     = req_entry;
        subs_then    [RB_W'(count_then)*SUB_W    +: SUB_W]    = req_sub;
        masks_then   [RB_W'(count_then)*LANES    +: LANES]    = left;
        stores_then  [RB_W'(count_then)]                      = req_store;
        waits_then   [RB_W'(count_then)*IV_W     +: IV_W]     = pause;
        has_beat_then[RB_W'(count_then)]                      = req_store;
        beats_then   [RB_W'(count_then)*INTAKE_W +: INTAKE_W] = req_beat;
        count_then = count_then + 1'b1;
      end
      if (take_again) begin
        ids_then     [RB_W'(count_then)*PT_W  +: PT_W]  = again_entry;
        subs_then    [RB_W'(count_then)*SUB_W +: SUB_W] = in_sub;
        masks_then   [RB_W'(count_then)*LANES +: LANES] = in_mask;
        stores_then  [RB_W'(count_then)]                = pt_store[again_entry];
        waits_then   [RB_W'(count_then)*IV_W  +: IV_W]  = '0;
        has_beat_then[RB_W'(count_then)]                = 1'b0;
        count_then = count_then + 1'b1;
      end
      count    <= count_then;
      ids      <= ids_then;
      subs     <= subs_then;
      masks    <= masks_then;
      stores   <= stores_then;
      waits    <= waits_then;
      has_beat <= has_beat_then;
      beats    <= beats_then;
    end
    if (rst) count <= '0;
  end

  always @(posedge clk) begin
    if (!rst) begin
      assert (count <= COUNT_W'(RB));
      assert (!(sel_new && keeps && take_again));   // one home at a time, so one remainder a cycle is appended
      assert (!(sel_new && keeps && !buffer_free));
    end
  end

endmodule

`default_nettype wire
