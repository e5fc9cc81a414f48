// The stages before stage 0 of an access to shared memory, a part of lsu. In the first it is chosen, and its addresses are
// read at the end; in the second they become those of its slots, and it joins the pool.

`default_nettype none

module lsu_front #(
    parameter  int LANES  = 32,
    localparam int ADDR_W = ul1_pkg::addr_w(LANES)
) (
    input  wire logic                            clk,
    input  wire logic                            rst,

    // an access to shared memory is taken: its entry and addresses
    input  wire logic                            take_shared,
    input  wire logic [ul1_pkg::PT_W-1:0]        new_entry,
    input  wire logic [LANES*ul1_pkg::VA_W-1:0]  in_addr,

    // Sets of entries: those with the turn, of shared memory, nulls, stores, stores with a beat, those that would wait for their warp.
    // No more may wait for their warp (`kin_full`). Entries with a remainder in the table that may be chosen.
    input  wire logic [ul1_pkg::PT-1:0]          turn,
    input  wire logic [ul1_pkg::PT-1:0]          pt_shared,
    input  wire logic [ul1_pkg::PT-1:0]          pt_null,
    input  wire logic [ul1_pkg::PT-1:0]          pt_store,
    input  wire logic [ul1_pkg::PT-1:0]          fed,
    input  wire logic [ul1_pkg::PT-1:0]          behind_own,
    input  wire logic                            kin_full,
    input  wire logic [ul1_pkg::PT-1:0]          left_ready,

    // the next of all these in rotation, also as a set of one; there is a place for it; another one is left
    output logic      [ul1_pkg::PT-1:0]          front_one,
    output logic      [ul1_pkg::PT_W-1:0]        front_entry,
    input  wire logic [ul1_pkg::WARP_W-1:0]      front_warp,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     front_width,
    input  wire logic [ul1_pkg::SUB_W-1:0]       front_sub,
    input  wire logic [ul1_pkg::SUB_W-1:0]       front_left_sub,
    input  wire logic                            place_free,
    output logic                                 others,

    // it is chosen: a new access, of its lowest sub-warp to do, or a remainder, whose slots come a cycle later; a store's beat goes along
    output logic                                 choice_valid,
    output logic                                 choice_new,
    output logic                                 choice_left,
    output logic                                 choice_store,
    input  wire logic                            choice_signed,
    input  wire logic [LANES-1:0]                choice_active,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]    choice_beat,
    input  wire logic [LANES-1:0]                left_mask,

    // to the pool: the one that is prepared; it was to wait for its warp when it was chosen
    output logic                                 joins,
    output logic                                 join_fresh,
    output logic                                 join_behind,
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

  // Whether no more may wait for their warp is known late: so there is a next one for either case.
  logic [PT-1:0] any, free, some, behind, any_one, free_one, any_from, free_from;

  assign any  = left_ready | (turn & pt_shared & ~pt_null & (~pt_store | fed));
  assign free = any & (left_ready | ~behind_own);
  assign some = kin_full ? free : any;

  next_in #(.N(PT)) u_any  (.some(any), .behind, .next(any_one), .from(any_from));
  next_in #(.N(PT)) u_free (.some(free), .behind, .next(free_one), .from(free_from));

  assign front_one    = kin_full ? free_one : any_one;
  assign front_entry  = PT_W'({ul1_fn::index(64'(front_one))});
  assign choice_valid = (kin_full ? free != '0 : any != '0) & place_free;
  assign choice_left  = choice_valid & (front_one & left_ready) != '0;
  assign choice_new   = choice_valid & (front_one & left_ready) == '0;
  assign choice_store = choice_valid & (front_one & pt_store) != '0;

  always_ff @(posedge clk) begin
    others <= ~rst & (some & ~(choice_valid ? front_one : '0)) != '0;
    if (rst)               behind <= {{(PT-1){1'b1}}, 1'b0};
    else if (choice_valid) behind <= (kin_full ? free_from : any_from) << 1;
  end

  // Of the array address alone it is known where a shared access goes: only that is kept.
  logic [LANES*ADDR_W-1:0] in_array_addr, lane_addr;

  always @* begin
    in_array_addr = '0;
    if (take_shared) begin
      for (int l = 0; l < LANES; l++) in_array_addr[l*ADDR_W +: ADDR_W] = in_addr[l*VA_W +: ADDR_W];
    end
  end

  ram #(.ROWS(PT), .ROW_W(PT_W), .PARTS(1), .PART_W(LANES*ADDR_W)) u_addresses (
      .clk, .re(choice_valid), .raddr(front_entry), .rdata(lane_addr),
      .we(take_shared), .waddr(new_entry), .wdata(in_array_addr)
  );

  // Its slots. No lane above those of its sub-warp is active, and one of its own is.
  logic [SUB_W-1:0] choice_sub;
  logic [LANES-1:0] join_active, join_slots, join_lanes, lanes_above;

  assign choice_sub = choice_left ? front_left_sub : front_sub;

  lsu_members #(.LANES(LANES)) u_join_members (.width(join_width), .sub(join_sub), .members(join_lanes));

  lsu_slots #(.LANES(LANES)) u_slots (
      .width   (join_width),
      .sub     (join_sub),
      .active  (join_active),
      .slots   (join_slots)
  );

  assign lanes_above = ~(join_lanes | (join_lanes - 1'b1));
  assign join_last   = (join_active & join_lanes) != '0 & (join_active & lanes_above) == '0;
  assign join_mask   = join_fresh ? join_slots : left_mask;

  always_ff @(posedge clk) begin
    joins       <= choice_valid & ~rst;
    join_behind <= choice_new & (front_one & behind_own) != '0 & ~rst;
    if (choice_valid) begin
      join_fresh  <= choice_new;
      join_entry  <= front_entry;
      join_sub    <= choice_sub;
      join_warp   <= front_warp;
      join_store  <= choice_store;
      join_width  <= front_width;
      join_signed <= choice_signed;
      join_beat   <= choice_beat;
      join_active <= choice_active;
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
