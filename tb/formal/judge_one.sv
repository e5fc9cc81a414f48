// A lookup has exactly one result. An access that lacks a resource reports the first that it lacks. A fetch
// is for sectors that are absent. A store always has a destination. While a deferred access holds the others
// back (`defer_holds`), an access takes neither an entry nor a way: a load lacks an entry then, and a store
// is written through.

module judge_one (
    input wire clk,
    input wire rst,
    input wire fetch, pass_store, pass_writeback, pass_inval, pass_flush, look_judge, look_there, look_way,
        look_purge,
    input wire credit_dirty, defer_holds, known, any_free, filled, closed, full,
    input wire [3:0] look_need, look_have, look_cover, look_dirty, wanted,
    input wire [ul1_pkg::PRT_W-1:0] entry
);

  wire look_miss = look_judge & ~pass_store & ~pass_inval & ~pass_flush;
  wire miss_open, miss_merge, miss_defer, load_opens, store_hold, store_through, store_alloc, store_dirty,
      store_opens, store_stays, asks;
  wire [ul1_pkg::CAUSE_W-1:0] miss_cause;
  wire [ul1_pkg::PRT_W-1:0] store_prt;
  wire [3:0] store_sect, first, adds;

  prt_judge dut (.*, .volta(1'b0));

  wire room = look_dirty == '0 | credit_dirty;
  always @(posedge clk) begin
    // Contract
    assume (!(pass_inval & pass_flush) && !(pass_store & (pass_inval | pass_flush)));
    assume (look_need != '0 && (look_cover & ~(pass_store ? look_need : 4'd0)) == '0);
    assume (!known || (look_there && !look_way && any_free));
    assume (known || (!filled && !closed && !full));
    assume (!look_purge || (pass_store && !pass_writeback && look_there && look_way && look_cover == '1));
    assume (!(look_there && !known) || look_way);
    assume (look_there || look_have == '0);
    if (look_miss) begin
      assert (load_opens + miss_merge + miss_defer == 1);
      if (miss_defer) begin
        assert ((miss_cause == ul1_pkg::CAUSE_CLOSED) == (known && (closed || filled)));
        assert ((miss_cause == ul1_pkg::CAUSE_MERGE) == (known && !closed && !filled && full));
        assert ((miss_cause == ul1_pkg::CAUSE_WAY) == (!known && !look_way));
        assert ((miss_cause == ul1_pkg::CAUSE_ENTRY) == (!known && look_way && (!any_free || defer_holds)));
        assert ((miss_cause == ul1_pkg::CAUSE_CREDIT) == (!known && look_way && any_free && !defer_holds
                                                        && !room));
      end
    end else assert (!load_opens && !miss_merge);
    if (look_judge & pass_store) begin
      assert (!miss_defer && store_through + store_alloc + store_dirty + (store_opens | store_stays) == 1);
      assert (store_hold == (known | store_opens));
      // the array gets all that is stored,
      assert (store_through || store_sect == look_need);
      assert ((store_sect & ~look_need) == '0);
      assert (pass_writeback || store_through);
      if (store_dirty) assert ((look_need & ~look_cover & ~look_have) == '0);
    end else assert (!(store_hold | store_through | store_alloc | store_dirty | store_opens | store_stays));
    assert (miss_open == (load_opens | store_opens));
    if (miss_open) assert (!known && any_free && look_way && room);
    if (defer_holds) assert (!miss_open && !load_opens && !store_opens && !store_alloc);
    // The hold does not affect hits, merges, lines that are present, or lines under fetch
    if (look_miss & ~known & look_way & any_free & room & ~defer_holds) assert (load_opens);
    if (look_judge & pass_store & pass_writeback & known) assert (store_hold);
    assert ((adds & wanted) == '0);
    // all absent sectors are fetched
    if (miss_merge) assert ((look_need & ~look_have & ~(wanted | adds)) == '0);
    if (load_opens) assert ((look_need & ~look_have & ~first) == '0 && (first & look_have) == '0);
  end

endmodule
