// An entry of the WDB (store buffer and victim buffer) that can be written to the array, and stays so, is
// passed by each other entry at most once. The oldest entry is written first. A written entry has nothing
// more for the array until it is allocated again, and then it is the youngest. So an entry waits for WDB - 1
// writes at most. The data array ensures that the port accepts writes.

module entries_turns (
    input wire clk,
    input wire rst,
    input wire place_new_in, joins_in, pass_cached, store_hold, store_through, evict_in, s2_data, s2_kept,
        pass_replay, pass_last,
    input wire gone_early, array_ready, head_in, mmu_take, mmu_fault, mem_in, mem_ready,
    input wire [ul1_pkg::WDB_W-1:0] alloc_store, join_entry, alloc_dirty, s2_entry, head_wdb, mem_entry,
    input wire [ul1_pkg::line_w(8)-1:0] pass_line, evict_line, s2_line,
    input wire [ul1_pkg::PRT_W-1:0] store_prt, pass_prt,
    input wire [3:0] store_sect, look_valid, held_dirty, gone_keep,
    input wire [ul1_pkg::WDB-1:0] in_readout_row, in_next_row, in_gone_row
);

  localparam int WDB = ul1_pkg::WDB, WDB_W = ul1_pkg::WDB_W, PRT_W = ul1_pkg::PRT_W,
      LINE_W = ul1_pkg::line_w(8);
  wire write_valid, wrote;
  wire [WDB-1:0] write_one, leave_ready, used, is_cached, is_dirty, has_data, held, waits, sent, s2_older;
  wire [WDB_W-1:0] write_entry, wrote_entry;
  wire [3:0] wrote_sect;
  wire [WDB*LINE_W-1:0] leave_line;
  wire [WDB*PRT_W-1:0] for_prt;
  wire [WDB*4-1:0] sect;
  wire [WDB*3-1:0] wdb_state;
  wire [WDB*WDB-1:0] older;
// Guarantees of the neighbours: an allocated entry was free. A joined entry is in use and is not being
// written. A store with bytes for the array joins only an entry with bytes for it.
  wire alloc_new = place_new_in & ~used[alloc_store], evict_valid = evict_in & ~used[alloc_dirty]
                   & ~(alloc_new & alloc_dirty == alloc_store);
  wire joins = joins_in & pass_cached & ~alloc_new & used[join_entry] & is_cached[join_entry]
               & ~write_one[join_entry]
               & (store_sect == '0 | sect[join_entry*4 +: 4] != '0);
  wire s2_store = s2_data & used[s2_entry] & ~is_dirty[s2_entry] & ~sent[s2_entry];
  wire s2_readout = s2_data & used[s2_entry] & is_dirty[s2_entry] & ~has_data[s2_entry];
  wire head_write = head_in & waits[head_wdb], mem_write = mem_in & sent[mem_entry];
  wire take = mmu_take & leave_ready[head_wdb], fault = mmu_fault & leave_ready[head_wdb] & ~mmu_take;

  wdb_entries #(.LANES(8)) dut (.*, .mmu_take(take), .mmu_fault(fault));
  wdb_order dut_order (.*);

  (* anyconst *) reg [WDB_W-1:0] e, other;
  // e could be written in the previous cycle; the other was written since then
  reg could, passed;
  wire can = write_valid & (write_one[e] | (used[e] & has_data[e] & ~held[e] & sect[e*4 +: 4] != '0));
  wire written = write_valid & array_ready;

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (e < WDB && other < WDB && e != other);
    assume (alloc_store < WDB && alloc_dirty < WDB && join_entry < WDB && s2_entry < WDB && head_wdb < WDB
            && mem_entry < WDB);
    assume (!alloc_new || pass_cached || !(store_hold || store_through));
    // No other reason prevents its write while it waits: words that arrive, or a row that is read
    assume (!(could && (s2_store && s2_entry == e)) && in_next_row[e] == 1'b0);
    could  <= !rst && can && !(written && write_one[e]);
    passed <= !rst && can && !(written && write_one[e]) && (passed || (written && write_one[other]));
    if (!rst) begin
      if (passed && can) assert (!(written && write_one[other]));
      if (written && write_one[other] && can && could) assert (older[e*WDB + 32'(other)]);
    end
  end

endmodule
