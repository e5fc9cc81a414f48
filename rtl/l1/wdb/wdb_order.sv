// The order of age of the entries, a part of wdb: of each entry those that are older. Those that are free keep their place
// until they are used again, so the order is always one of all.

`default_nettype none

module wdb_order (
    input  wire logic                                 clk,
    input  wire logic                                 rst,

    // entries that become the youngest: first that of a dirty line, then that of a store
    input  wire logic                                 evict_valid,
    input  wire logic [ul1_pkg::WDB_W-1:0]            place_dirty,
    input  wire logic                                 place_new,
    input  wire logic [ul1_pkg::WDB_W-1:0]            place_store,

    // row e: the entries that are older than e
    output logic      [ul1_pkg::WDB*ul1_pkg::WDB-1:0] older,

    // if a dirty line is read out, the entries that are older than its own
    input  wire logic                                 s2_readout,
    input  wire logic [ul1_pkg::WDB_W-1:0]            s2_entry,
    output logic      [ul1_pkg::WDB-1:0]              s2_older
);

  localparam int WDB = ul1_pkg::WDB;

  logic [WDB-1:0] dirty_one, store_one;

  assign dirty_one = evict_valid ? WDB'(1) << place_dirty : '0;
  assign store_one = place_new ? WDB'(1) << place_store : '0;
  assign s2_older  = s2_readout ? older[s2_entry*WDB +: WDB] : '0;

  always_ff @(posedge clk) begin
    if (rst) begin
      for (int e = 0; e < WDB; e++) older[e*WDB +: WDB] <= (WDB'(1) << e) - 1'b1;
    end else if (evict_valid | place_new) begin
      for (int e = 0; e < WDB; e++) begin
        older[e*WDB +: WDB] <= (dirty_one[e] | store_one[e] ? ~(WDB'(1) << e) : older[e*WDB +: WDB])
                               & (store_one[e] ? '1 : ~store_one) & (dirty_one[e] | store_one[e] ? '1 : ~dirty_one);
      end
    end
  end

endmodule

`default_nettype wire
