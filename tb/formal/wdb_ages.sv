// The age order in the write data buffer is total in every reachable state, and a new entry is the youngest.

module wdb_ages (
    input wire clk,
    input wire rst,
    input wire evict_valid, alloc_new, s2_readout,
    input wire [ul1_pkg::WDB_W-1:0] alloc_dirty, alloc_store, s2_entry
);

  localparam int WDB = ul1_pkg::WDB, WDB_W = ul1_pkg::WDB_W;
  wire [WDB*WDB-1:0] older;
  wire [WDB-1:0] s2_older;

  wdb_order dut (.*);

  reg begins = 1'b1;
  (* anyconst *) reg [WDB_W-1:0] i, j, l;
  reg             came;      // the entry that became the youngest in the previous cycle
  reg [WDB_W-1:0] youngest;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (i < WDB && j < WDB && l < WDB && i != j && j != l && i != l);
    // Contract: entries exist, and one is not used for both
    assume (alloc_dirty < WDB && alloc_store < WDB && s2_entry < WDB && !(evict_valid && alloc_new
        && alloc_dirty == alloc_store));
    came     <= !rst && (evict_valid | alloc_new);
    youngest <= alloc_new ? alloc_store : alloc_dirty;
    if (!rst) begin
      assert (!older[i*WDB + i]);
      assert (older[i*WDB + j] != older[j*WDB + i]);
      if (older[i*WDB + j] && older[j*WDB + l]) assert (older[i*WDB + l]);
      if (came) assert (older[youngest*WDB +: WDB] == ~(WDB'(1) << youngest));
      assert (s2_older == (s2_readout ? older[s2_entry*WDB +: WDB] : '0));
    end
  end

endmodule
