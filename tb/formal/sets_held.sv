// A pending or locked way is not free, so it is never given up. It becomes free only with its line's last
// replay. A dirty sector is valid.

module sets_held (
    input wire clk,
    input wire rst,
    input wire next, remains_in, looks_in, changes_in, done_fill, done_fault,
    input wire [ul1_pkg::SET_W-1:0] ahead_set, fill_set, fault_set,
    input wire [ul1_pkg::WAYS-1:0] put_in, open_in, close_in, last_in,
    input wire [ul1_pkg::WAYS*4-1:0] put_valid, put_dirty,
    input wire [ul1_pkg::WAY_W-1:0] fill_way, fault_way,
    input wire [3:0] fill_sect
);

  localparam int WAYS = ul1_pkg::WAYS, SETS = ul1_pkg::SETS, SET_W = ul1_pkg::SET_W, WAY_W = ul1_pkg::WAY_W;
  wire [WAYS-1:0] is_free, is_closed, has_dirty;
  wire [WAYS*4-1:0] is_valid, is_dirty;
  wire [SETS*WAYS-1:0] tag_pend, tag_lock, tag_dirty;
  wire clear = rst;

  // As the tag unit has it: a set is looked up in the cycle after it was announced, or a sweep stays there
  reg  [SET_W-1:0] set;
  reg  announced;
  wire looks = looks_in & announced;
  wire remains = remains_in & looks & next;
  wire ahead_stays = ahead_set == set;
  wire [WAYS-1:0] put = looks ? put_in : '0, open = looks ? open_in : '0, close = looks ? close_in : '0,
      last = looks ? last_in : '0;

  wire changes = (put | open | close | last) != '0 | (changes_in & looks);

  tag_sets dut (.*);

  // One way of one set: whether it is held, from its reservation to its last replay; its valid sectors
  (* anyconst *) reg [SET_W-1:0] some_set;
  (* anyconst *) reg [WAY_W-1:0] some_way;
  reg held, pend;
  reg [3:0] sectors;
  wire here = looks && set == some_set;
  wire [31:0] at = some_set*WAYS + some_way;
  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    announced <= !rst & next;
    set <= remains ? set : ahead_set;
    assume (rst == begins);
    assume (some_way < WAYS && fill_way < WAYS && fault_way < WAYS);
    // Guarantees of the tag unit: a reserved way was free; a last replay is of a locked way; a completed way
    // was pending. Each occurs once.
    assume ((open & ~is_free) == '0 && (last & (is_free | open)) == '0);
    if (here) assume (!last[some_way] || (held && !pend));
    assume ((put_dirty & ~put_valid) == '0);
    assume (!remains || fill_sect == '0);                            // no fill during a sweep
    // a fill is for a pending way, which is not put in the same cycle
    assume (fill_sect == '0 || tag_pend[fill_set*WAYS + fill_way]);
    assume (fill_sect == '0 || !(here && fill_set == some_set && fill_way == some_way && put[some_way]));
    assume (!done_fill || tag_pend[fill_set*WAYS + fill_way]);
    assume (!done_fault || tag_pend[fault_set*WAYS + fault_way]);
    held <= !rst && ((held && !(here && last[some_way])) || (here && open[some_way]));
    pend <= !rst && ((pend && !(done_fill && fill_set == some_set && fill_way == some_way)
                           && !(done_fault && fault_set == some_set && fault_way == some_way))
                           || (here && open[some_way]));
    if (rst) sectors <= '0;
    else if (here && put[some_way]) sectors <= put_valid[some_way*4 +: 4];
    else if (fill_set == some_set && fill_way == some_way) sectors <= sectors | fill_sect;
    if (!rst) begin
      if (here) assert (is_valid[some_way*4 +: 4] == sectors);
      assert ((tag_pend[at] | tag_lock[at]) == held && tag_pend[at] == pend
              && !(tag_pend[at] & tag_lock[at]));
      if (here) assert (is_free[some_way] == !held);
      if (here) assert (has_dirty[some_way] == tag_dirty[at]
                        && ((is_dirty[some_way*4 +: 4] != '0) == tag_dirty[at]));
    end
  end

endmodule
