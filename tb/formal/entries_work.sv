// An entry of the WDB (store buffer and victim buffer) is in use exactly while it has work left. It keeps its
// work until it is done. Sectors are kept until the array has them or their line is dropped. A write is kept
// until it has left or failed, and then until memory has it.

module entries_work (
    input wire clk,
    input wire rst,
    input wire place_new_in, joins_in, pass_cached, store_hold, store_through, evict_in, s2_data, s2_kept,
        pass_replay, pass_last,
    input wire gone_early, array_ready, head_in, mmu_take, mmu_fault, mem_in, mem_ready,
    input wire [ul1_pkg::WDB_W-1:0] alloc_store, join_entry, alloc_dirty, s2_entry, head_wdb, mem_entry,
    input wire [ul1_pkg::line_w(8)-1:0] pass_line, evict_line, s2_line,
    input wire [ul1_pkg::PRT_W-1:0] store_prt, pass_prt,
    input wire [3:0] store_sect, look_valid, held_dirty, gone_keep,
    input wire [ul1_pkg::WDB-1:0] s2_older, in_readout_row, in_next_row, in_gone_row,
    input wire [ul1_pkg::WDB*ul1_pkg::WDB-1:0] older
);

  localparam int WDB = ul1_pkg::WDB, WDB_W = ul1_pkg::WDB_W, PRT_W = ul1_pkg::PRT_W,
      LINE_W = ul1_pkg::line_w(8);
  wire write_valid, wrote;
  wire [WDB-1:0] write_one, leave_ready, used, is_cached, is_dirty, has_data, held, waits, sent;
  wire [WDB_W-1:0] write_entry, wrote_entry;
  wire [3:0] wrote_sect;
  wire [WDB*LINE_W-1:0] leave_line;
  wire [WDB*PRT_W-1:0] for_prt;
  wire [WDB*4-1:0] sect;
  wire [WDB*3-1:0] wdb_state;

  // Guarantees of the neighbours: an allocated entry was free; a joined entry is in use and is not being
  // written. Words arrive for an entry that has none or was joined. Memory accepts what was sent.
  wire alloc_new = place_new_in & ~used[alloc_store], evict_valid = evict_in & ~used[alloc_dirty]
                   & ~(alloc_new & alloc_dirty == alloc_store);
  wire joins = joins_in & ~alloc_new & used[join_entry] & is_cached[join_entry] & ~write_one[join_entry];
  wire s2_store = s2_data & used[s2_entry] & ~is_dirty[s2_entry] & ~sent[s2_entry];
  wire s2_readout = s2_data & used[s2_entry] & is_dirty[s2_entry] & ~has_data[s2_entry];
  wire head_write = head_in & waits[head_wdb], mem_write = mem_in & sent[mem_entry];
  wire take = mmu_take & leave_ready[head_wdb], fault = mmu_fault & leave_ready[head_wdb] & ~mmu_take;

  wdb_entries #(.LANES(8)) dut (.*, .mmu_take(take), .mmu_fault(fault));

  (* anyconst *) reg [WDB_W-1:0] e;
  (* anyconst *) reg [1:0] q;
  reg here, to_array, to_memory, to_sent;
  wire opens = alloc_new && alloc_store == e, evicts = evict_valid && alloc_dirty == e, joined = joins
               && join_entry == e;
  wire written = write_valid & array_ready & write_one[e];
  wire released = pass_replay & pass_last & held[e] & for_prt[e*PRT_W +: PRT_W] == pass_prt;
  wire dropped = (released & ~(look_valid[q] | held_dirty[q]))
                 | (is_cached[e] & ~held[e] & ((in_gone_row[e] & ~gone_early & ~gone_keep[q])
                    | (s2_older[e] & ~s2_kept & in_readout_row[e] & leave_line[e*LINE_W +: LINE_W]
                       == s2_line)));
  wire leaves = take & head_write & head_wdb == e, fails = fault & head_write & head_wdb == e;
  wire taken = mem_write & mem_ready & mem_entry == e;
  wire adds = pass_cached ? store_sect[q] : 1'b1;

  reg was_joined;   // joined in the previous cycle, so words are on their way
  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (e < WDB && alloc_store < WDB && alloc_dirty < WDB && join_entry < WDB && s2_entry < WDB
            && head_wdb < WDB && mem_entry < WDB);
    assume (!alloc_new || pass_cached || !(store_hold || store_through));
    was_joined <= joined;
    here      <= !rst && (opens || evicts || used[e]);
    to_array  <= !rst && (opens ? adds : evicts ? 1'b0 : (to_array && used[e] && !written && !dropped)
                          || (joined && adds));
    to_memory <= !rst && (opens ? store_through : evicts || (to_memory && !leaves && !fails));
    to_sent   <= !rst && !opens && !evicts && (leaves || (to_sent && !taken));
    if (!rst) begin
      if (to_array)  assert (used[e] && sect[e*4 + q]);
      if (used[e] && sect[e*4 + q]) assert (to_array);
      assert (to_memory == (used[e] && waits[e]) && to_sent == (used[e] && sent[e]));
      if (used[e]) assert (here);
      // no leak
      if (used[e] && has_data[e] && !held[e] && !waits[e] && !sent[e]) assert (sect[e*4 +: 4] != '0
          || was_joined);
      if (leave_ready[e]) assert (waits[e] && has_data[e]);
    end
  end

endmodule
