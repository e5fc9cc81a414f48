// Age matrix of the write data buffer's entries: a part of wdb. Free entries keep their age until they are
// allocated again, so the order is always total.

`default_nettype none

module wdb_order (
    input  wire logic                                 clk,
    input  wire logic                                 rst,

    // ---- Entries that become the youngest: first that of a dirty line, then that of a store
    // A dirty line is evicted or written back, and gets a WDB entry.
    input  wire logic                                 evict_valid,
    // WDB entry that a dirty line evicted in this cycle gets; valid with `credit_dirty`.
    input  wire logic [ul1_pkg::WDB_W-1:0]            alloc_dirty,
    // The stage-1 store allocates a WDB entry; else it merges into the one of its line.
    input  wire logic                                 alloc_new,
    // WDB entry that the stage-1 store allocates; valid with `alloc_new`.
    input  wire logic [ul1_pkg::WDB_W-1:0]            alloc_store,

    // ---- The order
    // Age matrix: bit e*WDB + i is set if entry i is older than entry e.
    output logic      [ul1_pkg::WDB*ul1_pkg::WDB-1:0] older,

    // ---- The victim readout in stage 2
    // A victim readout is in stage 2.
    input  wire logic                                 s2_readout,
    // WDB entry that the store or the victim readout in stage 2 writes; valid with `s2_store` or
    // `s2_readout`.
    input  wire logic [ul1_pkg::WDB_W-1:0]            s2_entry,
    // Entries older than that of the victim readout in stage 2; zero without one.
    output logic      [ul1_pkg::WDB-1:0]              s2_older
);

  localparam int WDB = ul1_pkg::WDB;

  logic [WDB-1:0] dirty_one, store_one;

  assign dirty_one = evict_valid ? WDB'(1) << alloc_dirty : '0;
  assign store_one = alloc_new ? WDB'(1) << alloc_store : '0;
  assign s2_older  = s2_readout ? older[s2_entry*WDB +: WDB] : '0;

  always_ff @(posedge clk) begin
    if (rst) begin
      for (int e = 0; e < WDB; e++) older[e*WDB +: WDB] <= (WDB'(1) << e) - 1'b1;
    end else if (evict_valid | alloc_new) begin
      for (int e = 0; e < WDB; e++) begin
        older[e*WDB +: WDB] <= (dirty_one[e] | store_one[e] ? ~(WDB'(1) << e) : older[e*WDB +: WDB])
                               & (store_one[e] ? '1 : ~store_one)
                               & (dirty_one[e] | store_one[e] ? '1 : ~dirty_one);
      end
    end
  end

endmodule

`default_nettype wire
