// The order of age of the entries, a part of wdb: of each entry those that are older. Of those that are free it means nothing,
// until they are used again. Of a dirty line and the store that it goes for neither is the older, as nobody asks for these two.

`default_nettype none

module wdb_order (
    input  wire logic                                 clk,

    // entries that become the youngest: that of a dirty line, that of a store
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

  logic [WDB-1:0] youngest;

  assign youngest = (evict_valid ? WDB'(1) << place_dirty : '0) | (place_new ? WDB'(1) << place_store : '0);
  assign s2_older = ul1_fn::worth(s2_readout) ? older[s2_entry*WDB +: WDB] : '0;

  always_ff @(posedge clk) begin
    if (ul1_fn::worth(evict_valid | place_new)) begin
      for (int e = 0; e < WDB; e++) older[e*WDB +: WDB] <= (youngest[e] ? '1 : older[e*WDB +: WDB]) & ~youngest;
    end
  end

endmodule

`default_nettype wire
