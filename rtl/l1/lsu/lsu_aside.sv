// A sub-warp that is set aside, a part of lsu: its lines are not gathered for the time being, as they would keep places from
// others.

`default_nettype none

module lsu_aside #(
    parameter int LANES = 32
) (
    input  wire logic                         clk,
    input  wire logic                         rst,

    // one is set aside, this one
    input  wire logic                         comes,
    input  wire logic [ul1_pkg::PT_W-1:0]     some_entry,
    input  wire logic [ul1_pkg::WARP_W-1:0]   some_warp,
    input  wire logic [ul1_pkg::INTAKE_W-1:0] some_beat,
    input  wire logic                         some_store,
    input  wire logic                         some_room,
    input  wire logic                         some_ordered,
    input  wire logic                         some_plain,
    input  wire logic [LANES-1:0]             left_then,

    // whether one is, and what: of a store, or a flush as well (room), an ordered load, a plain one; its lanes left
    output logic                              valid,
    output logic      [ul1_pkg::PT_W-1:0]     entry,
    output logic      [ul1_pkg::WARP_W-1:0]   warp,
    output logic      [ul1_pkg::INTAKE_W-1:0] beat,
    output logic                              store,
    output logic                              room,
    output logic                              ordered,
    output logic                              plain,
    output logic      [LANES-1:0]             left,

    // it is gathered again
    input  wire logic                         goes,

    // what was deferred in the cycle before; it is of that, and is taken back, with these lanes
    input  wire logic                         fell,
    input  wire logic [ul1_pkg::PT_W-1:0]     fell_entry,
    output logic                              back,
    output logic      [LANES-1:0]             back_left
);

  assign back      = valid & fell & entry == fell_entry;
  assign back_left = back ? left : '0;

  always_ff @(posedge clk) begin
    if (rst | comes | goes | back) valid <= ~rst & comes;
    if (comes) begin
      entry   <= some_entry;
      warp    <= some_warp;
      beat    <= some_beat;
      store   <= some_store;
      room    <= some_room;
      ordered <= some_ordered;
      plain   <= some_plain;
      left    <= left_then;
    end
  end

  always @(posedge clk) begin
    if (!rst & (comes | goes)) assert (!(comes && valid) && !(goes && (!valid || back)));
  end

endmodule

`default_nettype wire
