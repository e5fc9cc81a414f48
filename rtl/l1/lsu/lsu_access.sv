// The access, a part of lsu: what the arbiter's choice puts on `req` in the same cycle.

`default_nettype none

module lsu_access #(
    parameter  int LANES  = 32,
    localparam int BANK_W = ul1_pkg::bank_w(LANES),
    localparam int LANE_W = ul1_pkg::lane_w(LANES),
    localparam int ADDR_W = ul1_pkg::addr_w(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                           clk,
    input  wire logic                           rst,

    // from arb
    input  wire logic                           sel_replay,
    input  wire logic                           sel_remainder_load,
    input  wire logic                           sel_remainder_store,
    input  wire logic                           sel_woken,
    input  wire logic                           sel_new,

    // from prt: the replay of a filled line
    input  wire logic [ul1_pkg::PT_W-1:0]       replay_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]      merged_sub,
    input  wire logic [LINE_W-1:0]              merged_line,
    input  wire logic                           merged_bare,

    // from the replay buffer: the remainder selected, or zero
    input  wire logic [ul1_pkg::PT_W-1:0]       picked_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]      picked_sub,
    input  wire logic [LANES-1:0]               picked_mask,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]   picked_beat,

    // new or woken: of the sub-warp of its first lane to do, a cached one on that lane's line; and the beat that
    // a new store has
    input  wire logic [ul1_pkg::PT_W-1:0]       next_entry,
    input  wire logic [ul1_pkg::PT_W-1:0]       woken_entry,
    output logic      [ul1_pkg::PT_W-1:0]       present_entry,
    input  wire logic [LANE_W-1:0]              present_lane,
    input  wire logic [ul1_pkg::SUB_W-1:0]      present_sub,
    input  wire logic                           cand_store,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]   beat_number,
    output logic                                presents,

    // of the instruction chosen: what the pending table has of it, and its lanes to do
    output logic      [ul1_pkg::PT_W-1:0]       chosen_entry,
    output logic                                chosen_reads,
    input  wire logic                           chosen_store,
    input  wire logic                           chosen_cached,
    input  wire logic                           chosen_bypass,
    input  wire logic                           chosen_writeback,
    input  wire logic                           chosen_inval,
    input  wire logic                           chosen_flush,
    input  wire logic                           chosen_signed,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]    chosen_width,
    input  wire logic [LANES-1:0]               chosen_mask,
    input  wire logic [LANES*ul1_pkg::VA_W-1:0] chosen_addr,
    input  wire logic [LANES-1:0]               req_todo,

    // to arb
    output logic                                req_valid,
    output logic                                req_store,
    output logic      [ul1_pkg::PT_W-1:0]       req_entry,
    output logic      [ul1_pkg::SUB_W-1:0]      req_sub,
    output logic      [ul1_pkg::WIDTH_W-1:0]    req_width,
    output logic                                req_signed,
    output logic      [ul1_pkg::INTAKE_W-1:0]   req_beat,
    output logic      [LANES-1:0]               req_mask,
    output logic      [LANES*ADDR_W-1:0]        req_addr,
    output logic                                req_cached,
    output logic      [LINE_W-1:0]              req_line,
    output logic                                req_bypass,
    output logic                                req_writeback,
    output logic                                req_inval,
    output logic                                req_flush,
    output logic                                req_end,

    // a replay that no load waits for: of it there is nothing but the line; the lanes of a cached access; the lanes of
    // which a new or woken access takes care
    output logic                                bare,
    output logic      [LANES-1:0]               req_lanes,
    output logic      [LANES-1:0]               req_takes
);

  localparam int SUB_W      = ul1_pkg::SUB_W;
  localparam int VA_W       = ul1_pkg::VA_W;
  localparam int BYTE_W     = ul1_pkg::BYTE_W;
  localparam int WORD_BYTES = ul1_pkg::WORD_BYTES;

  assign present_entry = sel_woken ? woken_entry : next_entry;
  assign presents      = sel_woken | sel_new;

  assign bare         = sel_replay & merged_bare;
  assign chosen_entry    = sel_replay ? replay_entry : sel_remainder_load | sel_remainder_store ? picked_entry
                        : presents ? present_entry : '0;
  assign chosen_reads = req_valid & ~bare;

  assign req_valid     = sel_replay | sel_remainder_load | sel_remainder_store | sel_woken | sel_new;
  assign req_entry        = bare ? '0 : chosen_entry;
  assign req_sub       = bare ? '0 : sel_replay ? merged_sub : sel_remainder_load | sel_remainder_store ? picked_sub
                         : presents ? present_sub : '0;
  assign req_beat      = sel_replay | sel_remainder_load ? '0 : sel_remainder_store ? picked_beat
                         : sel_woken ? '0 : sel_new & cand_store ? beat_number : '0;
  assign req_line      = sel_replay ? merged_line : presents ? present_line : '0;
  assign req_store     = ~bare & chosen_store;
  assign req_width     = bare ? '0 : chosen_width;
  assign req_signed    = ~bare & chosen_signed;
  assign req_cached    = sel_replay | (req_valid & chosen_cached);
  assign req_bypass    = ~bare & chosen_bypass;
  assign req_writeback = ~bare & chosen_writeback;
  assign req_inval     = ~bare & chosen_inval;
  assign req_flush     = ~bare & chosen_flush;

  logic [LINE_W-1:0] present_line;

  assign present_line = chosen_addr[present_lane*VA_W + BANK_W + BYTE_W +: LINE_W];

  // The lanes of a cached access: of the sub-warp, those on the line that are active (replay) or to do
  logic [LANES-1:0] on_line, members;
  logic [LANES-1:0] slot_lanes, slots;

  always @* begin
    on_line = '0;
    if (req_cached & ~bare) begin
      for (int l = 0; l < LANES; l++) on_line[l] = chosen_addr[l*VA_W + BANK_W + BYTE_W +: LINE_W] == req_line;
    end
  end

  assign req_lanes = on_line & members & (sel_replay ? chosen_mask : req_todo);

  // Of a cached store: whether its sub-warp has no other line to do, so that this is the last use of its beat
  assign req_end = req_cached & req_store & (req_todo & members & ~req_lanes) == '0;

  assign slot_lanes = req_cached ? req_lanes : req_todo;
  assign req_takes  = req_cached ? req_lanes : presents ? members : '0;

  lsu_slots #(.LANES(LANES)) u_slots (
      .width   (req_width),
      .sub     (req_sub),
      .members (members),
      .active  (slot_lanes),
      .slots   (slots)
  );

  assign req_mask = req_cached ? slots : sel_remainder_load | sel_remainder_store ? picked_mask : sel_new ? slots : '0;

  // The sub-warp's lanes, each array address once for each of its words
  localparam int HALF_W    = LANES/2*ADDR_W;   // of the lanes of a sub-warp of two words a lane,
  localparam int QUARTER_W = LANES/4*ADDR_W;   // and of four

  logic [SUB_W:0]            words;
  logic [LANES*ADDR_W-1:0]   lane_addr;
  logic [HALF_W-1:0]         half_addr;
  logic [QUARTER_W-1:0]      quarter_addr;
  logic [LANES*ADDR_W-1:0]   pair_addr, quad_addr;

  assign words        = ul1_fn::words(req_width);
  assign half_addr    = (words == 3'd2 ? req_sub[0] : req_sub[1]) ? lane_addr[HALF_W +: HALF_W] : lane_addr[0 +: HALF_W];
  assign quarter_addr = req_sub[0] ? half_addr[QUARTER_W +: QUARTER_W] : half_addr[0 +: QUARTER_W];

  always @* begin
    lane_addr = '0;
    if (req_valid) begin
      for (int l = 0; l < LANES; l++) lane_addr[l*ADDR_W +: ADDR_W] = chosen_addr[l*VA_W +: ADDR_W];
    end
  end

  always @* begin
    pair_addr = '0;
    if (words == 3'd2) begin
      for (int s = 0; s < LANES; s++) begin
        pair_addr[s*ADDR_W +: ADDR_W] = half_addr[s/2*ADDR_W +: ADDR_W] + ADDR_W'(s % 2 * WORD_BYTES);
      end
    end
  end

  always @* begin
    quad_addr = '0;
    if (words == 3'd4) begin
      for (int s = 0; s < LANES; s++) begin
        quad_addr[s*ADDR_W +: ADDR_W] = quarter_addr[s/4*ADDR_W +: ADDR_W] + ADDR_W'(s % 4 * WORD_BYTES);
      end
    end
  end

  assign req_addr = words == 3'd1 ? lane_addr : words == 3'd2 ? pair_addr : quad_addr;

  always @(posedge clk) begin
    if (!rst) begin
      assert (!(req_cached && !bare && req_lanes == '0));
      assert (!(sel_replay && !bare && (!chosen_cached || req_store || req_inval || req_flush)));
      assert (!(sel_replay && !bare && (req_lanes & req_todo) != '0));   // what is replayed is not to do
      assert (!(sel_woken && req_store));                                // stores are never deferred
    end
  end

endmodule

`default_nettype wire
