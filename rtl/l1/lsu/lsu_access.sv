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

    // what is selected as new: a fresh access to shared memory, one of the new queue
    input  wire logic                           sel_fresh,
    input  wire logic                           sel_next,

    // from prt: the replay of a filled line
    input  wire logic [ul1_pkg::PT_W-1:0]       replay_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]      merged_sub,
    input  wire logic [LINE_W-1:0]              merged_line,
    input  wire logic                           merged_bare,

    // from the pool: the access to shared memory that is selected, or zero
    input  wire logic [ul1_pkg::PT_W-1:0]       picked_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]      picked_sub,
    input  wire logic                           picked_store,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]    picked_width,
    input  wire logic                           picked_signed,
    input  wire logic [LANES-1:0]               picked_mask,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]   picked_beat,
    input  wire logic [LANES*ADDR_W-1:0]        picked_addr,

    // cached, new or woken: of the sub-warp of its first lane to do, on that lane's line; and the beat that a new store has
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

    // a replay that no load waits for: of it there is nothing but the line; the lanes of a cached access
    output logic                                bare,
    output logic      [LANES-1:0]               req_lanes
);

  localparam int VA_W   = ul1_pkg::VA_W;
  localparam int BYTE_W = ul1_pkg::BYTE_W;

  logic shared;

  assign shared        = sel_remainder_load | sel_remainder_store | sel_fresh;
  assign present_entry = sel_woken ? woken_entry : next_entry;
  assign presents      = sel_woken | sel_next;
  assign bare          = sel_replay & merged_bare;
  assign chosen_entry  = sel_replay ? replay_entry : presents ? present_entry : '0;
  assign chosen_reads  = presents | (sel_replay & ~bare);

  assign req_valid     = sel_replay | sel_remainder_load | sel_remainder_store | sel_woken | sel_new;
  assign req_cached    = sel_replay | presents;
  assign req_entry     = bare ? '0 : shared ? picked_entry : chosen_entry;
  assign req_sub       = bare ? '0 : sel_replay ? merged_sub : presents ? present_sub : picked_sub;
  assign req_beat      = sel_next & cand_store ? beat_number : picked_beat;
  assign req_line      = sel_replay ? merged_line : presents ? present_line : '0;
  assign req_store     = shared ? picked_store : chosen_reads & chosen_store;
  assign req_width     = shared ? picked_width : chosen_reads ? chosen_width : '0;
  assign req_signed    = shared ? picked_signed : chosen_reads & chosen_signed;
  assign req_bypass    = chosen_reads & chosen_bypass;
  assign req_writeback = chosen_reads & chosen_writeback;
  assign req_inval     = chosen_reads & chosen_inval;
  assign req_flush     = chosen_reads & chosen_flush;

  logic [LINE_W-1:0] present_line;

  assign present_line = chosen_addr[present_lane*VA_W + BANK_W + BYTE_W +: LINE_W];

  // The lanes of a cached access: of the sub-warp, those on the line that are active (replay) or to do
  logic [LANES-1:0] on_line, members, slots;

  always @* begin
    on_line = '0;
    if (req_cached & ~bare) begin
      for (int l = 0; l < LANES; l++) on_line[l] = chosen_addr[l*VA_W + BANK_W + BYTE_W +: LINE_W] == req_line;
    end
  end

  assign req_lanes = on_line & members & (sel_replay ? chosen_mask : req_todo);

  // Of a cached store: whether its sub-warp has no other line to do, so that this is the last use of its beat
  assign req_end = req_cached & req_store & (req_todo & members & ~req_lanes) == '0;

  lsu_slots #(.LANES(LANES)) u_slots (
      .width   (req_width),
      .sub     (req_sub),
      .members (members),
      .active  (req_lanes),
      .slots   (slots)
  );

  assign req_mask = req_cached ? slots : picked_mask;

  logic [LANES*ADDR_W-1:0] lane_addr, slot_addr;

  always @* begin
    lane_addr = '0;
    if (chosen_reads) begin
      for (int l = 0; l < LANES; l++) lane_addr[l*ADDR_W +: ADDR_W] = chosen_addr[l*VA_W +: ADDR_W];
    end
  end

  lsu_addresses #(.LANES(LANES)) u_slot_addresses (
      .valid (chosen_reads),
      .width (chosen_width),
      .sub   (req_sub),
      .lanes (lane_addr),
      .slots (slot_addr)
  );

  assign req_addr = req_cached ? slot_addr : picked_addr;

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
