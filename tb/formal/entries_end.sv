// Each entry of the PRT (the cache's MSHRs) ends. While it is in use, a request of it is unsent or in flight,
// or it is filled and offered for replays. Each sector is requested once. The entry holds the accesses that
// joined it, in order, and gives each to the replay of its position.

module entries_end (
    input wire clk,
    input wire rst,
    input wire [ul1_pkg::FETCH_W-1:0] cfg_fetch,
    input wire [ul1_pkg::POLICY_W-1:0] cfg_policy,
    input wire [ul1_pkg::ID_W-1:0] pass_id, fence_id,
    input wire [ul1_pkg::PART_W-1:0] pass_part,
    input wire [ul1_pkg::line_w(8)-1:0] pass_line,
    input wire pass_bypass, pass_fresh, pass_store, pass_writeback, pass_inval, pass_flush, judged,
        look_there, look_way, look_purge,
    input wire [3:0] look_need, look_have, look_cover, look_dirty, fill_sect,
    input wire [ul1_pkg::ROW_W-1:0] look_row,
    input wire credit_dirty, defer_holds, evict_valid, alloc_new, fence_valid, cmd_fence, answer_fence, takes,
        faults, fill_valid,
    input wire fill_err,
    input wire [ul1_pkg::WDB_W-1:0] alloc_dirty, alloc_store,
    input wire [ul1_pkg::WDB-1:0] leave_ready,
    input wire [ul1_pkg::WDB*ul1_pkg::line_w(8)-1:0] leave_line,
    input wire [ul1_pkg::LEVEL_W-1:0] fence_level,
    input wire [ul1_pkg::ERR_W-1:0] mmu_err,
    input wire [ul1_pkg::WALKERS-1:0] mmu_wait, walk_ends,
    input wire [ul1_pkg::PRT_W-1:0] fill_prt, replay_prt, cand_prt, pass_prt,
    input wire replay_valid, cand_replay, pass_replay, pass_last, pass_fail,
    input wire [ul1_pkg::MERGE_W-1:0] replay_pos
);

  localparam int PRT = ul1_pkg::PRT, PRT_W = ul1_pkg::PRT_W, MERGE_W = ul1_pkg::MERGE_W,
      STATE_W = ul1_pkg::PRT_STATE_W;
  localparam int ID_W = ul1_pkg::ID_W, PART_W = ul1_pkg::PART_W, LINE_W = ul1_pkg::line_w(8);
  wire miss_open, miss_merge, miss_defer, store_hold, store_through, store_alloc, store_dirty, accept_fence,
      head_write, head_fence, head_valid;
  wire done_fill, done_fault, merged_last, merged_bare, merged_drop, heldfail_valid;
  wire [ul1_pkg::CAUSE_W-1:0] miss_cause;
  wire [PRT_W-1:0] store_prt, head_prt;
  wire [3:0] store_sect, head_sect, held_dirty;
  wire [ul1_pkg::WDB_W-1:0] head_wdb;
  wire [ul1_pkg::NUMBER_W-1:0] head_number;
  wire [ul1_pkg::LEVEL_W-1:0] head_level;
  wire [LINE_W-1:0] head_line, merged_line, heldfail_line;
  wire [ul1_pkg::ROW_W-1:0] done_fill_row, done_fault_row;
  wire [ID_W-1:0] merged_id;
  wire [PART_W-1:0] merged_part;
  wire [ul1_pkg::ERR_W-1:0] merged_err, heldfail_err;
  wire [PRT-1:0] prt_used, prt_closed;
  wire [PRT*STATE_W-1:0] prt_state;
  wire [PRT*LINE_W-1:0] prt_line;
  wire [PRT*MERGE_W-1:0] prt_merges;

  // Contract: no lookup beside a replay; a request that leaves was offered; an access that misses is a load,
  // and needs sectors
  wire look_judge = judged & ~pass_replay & look_need != '0;
  wire look_miss = look_judge & ~pass_store & ~pass_inval & ~pass_flush;
  wire mmu_take = takes & head_valid, mmu_fault = faults & head_valid & ~head_fence & ~takes;

  prt #(.LANES(8)) dut (.*);

  (* anyconst *) reg [PRT_W-1:0] e;
  (* anyconst *) reg [MERGE_W-1:0] n;
  wire head_read = head_valid & ~head_write & ~head_fence;
  wire [STATE_W-1:0] state = prt_state[e*STATE_W +: STATE_W];
  wire [MERGE_W-1:0] merges = prt_merges[e*MERGE_W +: MERGE_W];
  wire filled_now = fill_valid & fill_prt == e;
  wire ends = pass_replay & pass_last & pass_prt == e;
  wire asked_now = mmu_take & head_read & head_prt == e;
  reg  [3:0] asked, under_way;
  reg  was_used, opened, joined;
  reg  [MERGE_W-1:0] had;
  reg  [ID_W+PART_W-1:0] id, its;       // the access of the previous cycle; the n-th access that joined

  wire joins_n = joined & merges == n + 1'b1 & (opened & prt_used[e] ? n == '0 : had == n);
  wire [ID_W+PART_W-1:0] nth = joins_n ? id : its;
  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (cfg_fetch < ul1_pkg::FETCH_W'(3) && e < PRT && n < ul1_pkg::MERGE);
    assume (fill_prt < PRT && replay_prt < PRT && cand_prt < PRT && pass_prt < PRT);
    assume (!filled_now || (fill_sect != '0 && (fill_sect & ~under_way) == '0));
    assume (!ends || state == ul1_pkg::PRT_STATE_FILLED);
    asked     <= rst | ~prt_used[e] ? '0 : asked | (asked_now ? head_sect : '0);
    under_way <= rst ? '0 : (under_way | (asked_now ? head_sect : '0)) & ~(filled_now ? fill_sect : '0);
    id     <= {pass_id, pass_part};
    had    <= merges;
    joined <= ~rst & (miss_open | miss_merge);
    opened <= ~rst & miss_open & ~prt_used[e];
    if (joins_n) its <= id;
    was_used <= ~rst & prt_used[e] & ~ends;
    if (!rst) begin
      assert (prt_used[e] == (state != ul1_pkg::PRT_STATE_FREE));
      if (state == ul1_pkg::PRT_STATE_WAITS) assert (under_way != '0);
      if (state == ul1_pkg::PRT_STATE_FREE || state == ul1_pkg::PRT_STATE_FILLED) assert (under_way == '0);
      if (asked_now) assert (head_sect != '0 && (head_sect & asked) == '0 && prt_used[e]);
      if (was_used) assert (prt_used[e]);
      if (replay_valid && replay_prt == e && replay_pos == n && n < merges) assert ({merged_id, merged_part}
          == nth);
    end
  end

endmodule
