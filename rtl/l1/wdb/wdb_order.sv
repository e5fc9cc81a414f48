// The order of age of the entries, a part of wdb. Those that are free keep their place until they are used again.

`default_nettype none

module wdb_order (
    input  wire logic                                   clk,
    input  wire logic                                   rst,

    // entries that become the youngest: first that of a dirty line, then that of a store
    input  wire logic                                   evict_valid,
    input  wire logic [ul1_pkg::WDB_W-1:0]              place_dirty,
    input  wire logic                                   place_new,
    input  wire logic [ul1_pkg::WDB_W-1:0]              place_store,

    // the entries, the oldest first
    output logic      [ul1_pkg::WDB*ul1_pkg::WDB_W-1:0] order,

    // if a dirty line is read out, the entries that are older than its own
    input  wire logic                                   s2_readout,
    input  wire logic [ul1_pkg::WDB_W-1:0]              s2_entry,
    output logic      [ul1_pkg::WDB-1:0]                s2_older
);

  localparam int WDB   = ul1_pkg::WDB;
  localparam int WDB_W = ul1_pkg::WDB_W;

  // The order after an entry has become the youngest
  function automatic logic [WDB*WDB_W-1:0] youngest(input logic [WDB*WDB_W-1:0] of, input logic [WDB_W-1:0] entry);
    logic behind;
    behind = 1'b0;
    for (int k = 0; k < WDB - 1; k++) begin
      behind = behind | of[k*WDB_W +: WDB_W] == entry;
      youngest[k*WDB_W +: WDB_W] = behind ? of[(k+1)*WDB_W +: WDB_W] : of[k*WDB_W +: WDB_W];
    end
    youngest[(WDB-1)*WDB_W +: WDB_W] = entry;
  endfunction

  // The entries that are older than an entry
  function automatic logic [WDB-1:0] older(input logic [WDB*WDB_W-1:0] of, input logic [WDB_W-1:0] entry);
    logic found;
    found = 1'b0;
    older = '0;
    for (int k = 0; k < WDB; k++) begin
      found = found | of[k*WDB_W +: WDB_W] == entry;
      if (!found) older = older | WDB'(1) << of[k*WDB_W +: WDB_W];
    end
  endfunction

  assign s2_older = s2_readout ? older(order, s2_entry) : '0;

  logic [WDB*WDB_W-1:0] order_then;

  always @* begin
    order_then = order;
    if (evict_valid) order_then = youngest(order_then, place_dirty);
    if (place_new)   order_then = youngest(order_then, place_store);
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      for (int k = 0; k < WDB; k++) order[k*WDB_W +: WDB_W] <= WDB_W'(k);
    end else begin
      order <= order_then;
    end
  end

endmodule

`default_nettype wire
