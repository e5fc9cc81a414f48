// The stages before stage 0 of an access to shared memory, a part of lsu. In the first it is chosen, and its addresses are
// read at the end; in the second they become those of its slots, and it joins the pool.

`default_nettype none

module lsu_front #(
    parameter  int LANES  = 32,
  localparam int ADDR_W = ul1_pkg::addr_w(LANES)
) (
    input  wire logic                            clk,
    input  wire logic                            rst,

    // an instruction of shared memory is taken, or a remainder presented again, whose addresses are here
    input  wire logic                            take_shared,
    input  wire logic                            take_again,
    input  wire logic [ul1_pkg::PT_W-1:0]        new_entry,
    input  wire logic [ul1_pkg::PT_W-1:0]        again_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]       in_sub,
    input  wire logic [LANES-1:0]                in_mask,
    input  wire logic [LANES*ul1_pkg::VA_W-1:0]  in_addr,

    // who could be chosen: of those that have the turn what goes to shared memory, if it is a store's with its beat; but not
    // where one too many would wait for its warp; the next of them in rotation; there is a place for it
    input  wire logic [ul1_pkg::PT-1:0]          turn,
    input  wire logic [ul1_pkg::PT-1:0]          pt_shared,
    input  wire logic [ul1_pkg::PT-1:0]          pt_null,
    input  wire logic [ul1_pkg::PT-1:0]          pt_store,
    input  wire logic [ul1_pkg::PT-1:0]          fed,
    output logic      [ul1_pkg::PT-1:0]          choosable,
    input  wire logic [ul1_pkg::PT-1:0]          front_one,
    input  wire logic [ul1_pkg::PT_W-1:0]        front_entry,
    input  wire logic [ul1_pkg::WARP_W-1:0]      front_warp,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     front_width,
    input  wire logic [ul1_pkg::SUB_W-1:0]       front_sub,
    input  wire logic                            fresh_free,

    // the one that is presented again
    output logic                                 again,
    output logic      [ul1_pkg::PT_W-1:0]        again_id,
    input  wire logic [ul1_pkg::WARP_W-1:0]      again_warp,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     again_width,

    // the one that is chosen. If it is new: its lowest sub-warp to do, with the beat that it has; it leaves none of that to do
    output logic                                 choice_valid,
    output logic                                 choice_new,
    output logic      [ul1_pkg::PT_W-1:0]        choice_entry,
    output logic                                 choice_store,
    input  wire logic                            choice_signed,
    input  wire logic [LANES-1:0]                choice_active,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]    choice_beat,
    output logic      [LANES-1:0]                choice_lanes,

    // to the pool: the one that is prepared
    output logic                                 joins,
    output logic                                 join_fresh,
    output logic      [ul1_pkg::PT_W-1:0]        join_entry,
    output logic      [ul1_pkg::SUB_W-1:0]       join_sub,
    output logic                                 join_last,
    output logic      [ul1_pkg::WARP_W-1:0]      join_warp,
    output logic                                 join_store,
    output logic      [ul1_pkg::WIDTH_W-1:0]     join_width,
    output logic                                 join_signed,
    output logic      [ul1_pkg::INTAKE_W-1:0]    join_beat,
    output logic      [LANES-1:0]                join_mask,
    output logic      [LANES*ADDR_W-1:0]         join_addr
);

  localparam int PT    = ul1_pkg::PT;
  localparam int PT_W  = ul1_pkg::PT_W;
  localparam int SUB_W = ul1_pkg::SUB_W;
  localparam int VA_W  = ul1_pkg::VA_W;

  // Choice. What is presented again goes first, and has a place.
  logic [SUB_W-1:0] again_sub;
  logic [LANES-1:0] again_mask;

  assign choosable    = turn & pt_shared & ~pt_null & (~pt_store | fed);
  assign choice_new   = ~again & fresh_free & front_one != '0;
  assign choice_valid = again | choice_new;
  assign choice_entry = again ? again_id : front_entry;
  assign choice_store = choice_new & (front_one & pt_store) != '0;

  // Of the array address alone it is known where a shared access goes: only that is kept.
  logic [LANES*ADDR_W-1:0] in_array_addr, lane_addr;

  always @* begin
    in_array_addr = '0;
    if (take_shared) begin
      for (int l = 0; l < LANES; l++) in_array_addr[l*ADDR_W +: ADDR_W] = in_addr[l*VA_W +: ADDR_W];
    end
  end

  ram #(.ROWS(PT), .ROW_W(PT_W), .PARTS(1), .PART_W(LANES*ADDR_W)) u_addresses (
      .clk, .re(choice_valid), .raddr(choice_entry), .rdata(lane_addr),
      .we(take_shared), .waddr(new_entry), .wdata(in_array_addr)
  );

  // Its slots. No lane above those of its sub-warp is active, and one of its own is.
  logic [SUB_W-1:0]            choice_sub;
  logic [ul1_pkg::WIDTH_W-1:0] choice_width;
  logic [LANES-1:0]            choice_slots;

  assign choice_sub   = again ? again_sub : front_sub;
  assign choice_width = again ? again_width : front_width;

  lsu_members #(.LANES(LANES)) u_members (.width(choice_width), .sub(choice_sub), .members(choice_lanes));

  lsu_slots #(.LANES(LANES)) u_slots (
      .width   (choice_width),
      .sub     (choice_sub),
      .active  (choice_active),
      .slots   (choice_slots)
  );

  always_ff @(posedge clk) begin : then_state
    logic [LANES-1:0] lanes_above;

    joins <= choice_valid & ~rst;
    again <= take_again & ~rst;
    if (choice_valid) begin
      lanes_above = ~(choice_lanes | (choice_lanes - 1'b1));
      join_fresh  <= choice_new;
      join_entry  <= choice_entry;
      join_sub    <= choice_sub;
      join_last   <= (choice_active & choice_lanes) != '0 & (choice_active & lanes_above) == '0;
      join_warp   <= again ? again_warp : front_warp;
      join_store  <= pt_store[choice_entry];
      join_width  <= choice_width;
      join_signed <= choice_signed;
      join_beat   <= choice_beat;
      join_mask   <= again ? again_mask : choice_slots;
    end
    if (take_again) begin
      again_id   <= again_entry;
      again_sub  <= in_sub;
      again_mask <= in_mask;
    end
  end

  lsu_addresses #(.LANES(LANES)) u_slot_addresses (
      .valid (joins),
      .width (join_width),
      .sub   (join_sub),
      .lanes (lane_addr),
      .slots (join_addr)
  );

endmodule

`default_nettype wire
