// State of the lines: the valid and dirty sectors, and the pending, locked and closed bits of each way of
// each set; it is a part of tag. In one cycle one set may be looked up or swept and changed, another filled,
// and a third receive a translation failure; these may be the same set.
//
// A reset clears all sets in one cycle. For that the pending, locked and dirty bits are registers; the rest
// is a memory, with a bit for each set that marks it valid. That bit and the valid sectors are read one cycle
// ahead, including the changes of that cycle.

`default_nettype none

module tag_sets (
    input  wire logic                                      clk,
    // All lines become free, clean and invalid at the end of this cycle.
    input  wire logic                                      clear,

    // ---- From tag: the set of the next cycle
    // A set may be looked up or swept in the next cycle: its state is read now.
    input  wire logic                                      next,
    // Set that is looked up or swept in the next cycle, unless a sweep stays at its set; valid with `next`.
    input  wire logic [ul1_pkg::SET_W-1:0]                 ahead_set,
    // The set ahead (`ahead_set`) is the one that is looked up or swept in this cycle.
    input  wire logic                                      ahead_stays,
    // The sweep stays at its set for another cycle, as dirty lines are left.
    input  wire logic                                      remains,

    // ---- To tag: each way of the set that is looked up or swept
    // A cached pass is looked up, or a set swept, in this cycle; the state outputs are idle otherwise.
    input  wire logic                                      looks,
    // Set that is looked up or swept in this cycle; valid with `looks`.
    input  wire logic [ul1_pkg::SET_W-1:0]                 set,
    // Ways that are neither pending nor locked; all ways without `looks`.
    output logic      [ul1_pkg::WAYS-1:0]                  is_free,
    // Ways with a store that waits for the fetch of the line; zero without `looks`.
    output logic      [ul1_pkg::WAYS-1:0]                  is_closed,
    // Valid sectors of each way, side by side; valid with `looks`.
    output logic      [ul1_pkg::WAYS*ul1_pkg::SECTORS-1:0] is_valid,
    // Dirty sectors of each way, side by side; zero without `looks`.
    output logic      [ul1_pkg::WAYS*ul1_pkg::SECTORS-1:0] is_dirty,
    // Ways with a dirty sector; zero without `looks`.
    output logic      [ul1_pkg::WAYS-1:0]                  has_dirty,

    // ---- From tag: changes of that set
    // The state of the looked-up or swept set changes at the end of this cycle.
    input  wire logic                                      changes,
    // Ways that take their sectors from `put_valid` and `put_dirty`; valid with `changes`.
    input  wire logic [ul1_pkg::WAYS-1:0]                  put,
    // Valid sectors of the ways in `put`.
    input  wire logic [ul1_pkg::WAYS*ul1_pkg::SECTORS-1:0] put_valid,
    // Dirty sectors of the ways in `put`.
    input  wire logic [ul1_pkg::WAYS*ul1_pkg::SECTORS-1:0] put_dirty,
    // Way that becomes pending, as it is reserved for a fetch, one-hot or zero; valid with `changes`.
    input  wire logic [ul1_pkg::WAYS-1:0]                  open,
    // Way that becomes closed, as a store waits for its fetch, one-hot or zero; valid with `changes`.
    input  wire logic [ul1_pkg::WAYS-1:0]                  close,
    // Way of the line with its last replay, one-hot: the way becomes free; valid with `changes`.
    input  wire logic [ul1_pkg::WAYS-1:0]                  last,

    // ---- From tag: arrivals
    // Set of the line that arrives; valid with `fill_sect` or `done_fill`.
    input  wire logic [ul1_pkg::SET_W-1:0]                 fill_set,
    // Way of the line that arrives; valid with `fill_sect` or `done_fill`.
    input  wire logic [ul1_pkg::WAY_W-1:0]                 fill_way,
    // Sectors that arrive and become valid; zero if none do.
    input  wire logic [ul1_pkg::SECTORS-1:0]               fill_sect,
    // The arriving response completes the fetch: the way becomes locked.
    input  wire logic                                      done_fill,
    // Set of the line that failed translation; valid with `done_fault`.
    input  wire logic [ul1_pkg::SET_W-1:0]                 fault_set,
    // Way of the line that failed translation; valid with `done_fault`.
    input  wire logic [ul1_pkg::WAY_W-1:0]                 fault_way,
    // A translation failure completes the fetch: the way becomes locked.
    input  wire logic                                      done_fault,

    // ---- To observers, way by way. The attribute makes synthesis treat a set's bits as a case instead of a
    // shift.
    // Bit w: way w of this set is reserved for a line under fetch.
    (* nowrshmsk *) output logic [ul1_pkg::SETS*ul1_pkg::WAYS-1:0] tag_pend,
    // Bit w: way w of this set is locked: its line is filled and replays wait for it.
    (* nowrshmsk *) output logic [ul1_pkg::SETS*ul1_pkg::WAYS-1:0] tag_lock,
    // Bit w: the line in way w of this set has a dirty sector.
    (* nowrshmsk *) output logic [ul1_pkg::SETS*ul1_pkg::WAYS-1:0] tag_dirty
);

  localparam int SETS    = ul1_pkg::SETS;
  localparam int WAYS    = ul1_pkg::WAYS;
  localparam int SECTORS = ul1_pkg::SECTORS;
  localparam int ALL_W   = WAYS * SECTORS;  // the sectors of all ways of a set, side by side

  logic [SETS-1:0]  known_q;              // the words of the set below are valid
  logic [ALL_W-1:0] valid_q  [0:SETS-1];
  logic [ALL_W-1:0] dirty_q  [0:SETS-1];
  logic [WAYS-1:0]  closed_q [0:SETS-1];
  logic [WAYS-1:0]  busy_q   [0:SETS-1];  // pending or locked: a copy, so that one read is enough

  logic            is_known_q;  // `known_q` of the looked-up set, before this cycle
  logic [WAYS-1:0] is_busy;
  logic [WAYS-1:0] pend, lock;

  always @* begin
    pend      = '0;
    lock      = '0;
    is_busy   = '0;
    is_dirty  = '0;
    is_closed = '0;
    has_dirty = '0;
    is_free   = '1;
    if (ul1_fn::sim_gate(looks)) begin
      pend      = tag_pend[set*WAYS +: WAYS];
      lock      = tag_lock[set*WAYS +: WAYS];
      is_busy   = is_known_q ? busy_q  [set] : '0;
      is_dirty  = is_known_q ? dirty_q [set] : '0;
      is_closed = is_known_q ? closed_q[set] : '0;
      is_free   = ~is_busy;
      for (int w = 0; w < WAYS; w++) has_dirty[w] = is_dirty[w*SECTORS +: SECTORS] != '0;
    end
  end

  // New sectors: the change of the lookup or sweep, and those that arrive
  logic [ALL_W-1:0] fills, joins;  // sectors that arrive; those for this set
  logic [ALL_W-1:0] valid_d, dirty_d;
  logic [WAYS-1:0]  tag_dirty_d;
  logic [ALL_W-1:0] is_valid_d;    // sectors of the set that is looked up next

  always @* begin
    fills = '0;
    if (ul1_fn::sim_gate(fill_sect != '0)) begin
      for (int w = 0; w < WAYS; w++) fills[w*SECTORS +: SECTORS] = fill_sect & {SECTORS{32'(fill_way) == w}};
    end
  end

  always @* begin
    joins          = '0;
    valid_d     = '0;
    dirty_d     = '0;
    tag_dirty_d = '0;
    if (ul1_fn::sim_gate(changes)) begin
      joins          = fill_set == set ? fills : '0;
      valid_d     = is_valid | joins;
      dirty_d     = is_dirty;
      tag_dirty_d = has_dirty;
      for (int w = 0; w < WAYS; w++) begin
        if (put[w]) begin
          // No sectors arrive for this way, unless a reduction makes the sectors clean that are not fetched
          valid_d[w*SECTORS +: SECTORS] = put_valid[w*SECTORS +: SECTORS];
          if (ul1_pkg::GLOBAL_ATOMICS != 0)
            valid_d[w*SECTORS +: SECTORS] = valid_d[w*SECTORS +: SECTORS] | joins[w*SECTORS +: SECTORS];
          dirty_d[w*SECTORS +: SECTORS] = put_dirty[w*SECTORS +: SECTORS];
          tag_dirty_d[w] = put_dirty[w*SECTORS +: SECTORS] != '0;
        end
      end
    end
  end

  // Nothing arrives during a sweep.
  always @* begin
    is_valid_d = '0;
    if (ul1_fn::sim_gate(next)) begin
      if (known_q[ahead_set]) is_valid_d = valid_q[ahead_set] | (fill_set == ahead_set ? fills : '0);
      if (remains) is_valid_d = is_valid;
      for (int w = 0; w < WAYS; w++) begin
        if (put[w] & (ahead_stays | remains))
          is_valid_d[w*SECTORS +: SECTORS] = put_valid[w*SECTORS +: SECTORS];
        if (ul1_pkg::GLOBAL_ATOMICS != 0 & put[w] & (ahead_stays | remains))
          is_valid_d[w*SECTORS +: SECTORS] = is_valid_d[w*SECTORS +: SECTORS] | joins[w*SECTORS +: SECTORS];
      end
    end
  end

  always_ff @(posedge clk) begin
    if (ul1_fn::sim_gate(next)) begin
      is_known_q <= (remains ? is_known_q : known_q[ahead_set]) | (changes & (ahead_stays | remains));
      is_valid <= is_valid_d;
    end
  end

  always_ff @(posedge clk) begin
    if (fill_sect != '0) valid_q[fill_set] <= valid_q[fill_set] | fills;
    if (changes) begin
      valid_q [set] <= valid_d;  // includes sectors that arrive for the set
      dirty_q [set] <= dirty_d;
      closed_q[set] <= (is_closed & ~last) | close;
      busy_q  [set] <= (is_busy & ~last) | open;
    end
  end

  always_ff @(posedge clk) begin
    if (changes) begin
      known_q[set] <= 1'b1;
      tag_pend [set*WAYS +: WAYS] <= pend | open;
      tag_lock [set*WAYS +: WAYS] <= lock & ~last;
      tag_dirty[set*WAYS +: WAYS] <= tag_dirty_d;
    end
    if (done_fill) begin
      tag_pend[fill_set*WAYS + 32'(fill_way)] <= 1'b0;
      tag_lock[fill_set*WAYS + 32'(fill_way)] <= 1'b1;
    end
    if (done_fault) begin
      tag_pend[fault_set*WAYS + 32'(fault_way)] <= 1'b0;
      tag_lock[fault_set*WAYS + 32'(fault_way)] <= 1'b1;
    end
    if (clear) begin
      known_q     <= '0;
      tag_pend  <= '0;
      tag_lock  <= '0;
      tag_dirty <= '0;
    end
  end

  always @(posedge clk) begin
    if (!clear && changes) begin
      assert ((pend & lock) == '0 && (pend | lock) == is_busy && (is_closed & is_free) == '0);
      for (int w = 0; w < WAYS; w++) begin
        assert (!(put[w] && (put_dirty[w*SECTORS +: SECTORS] & ~put_valid[w*SECTORS +: SECTORS]) != '0));
      end
      // A way under fetch is never given away; a store waits only for a line that comes; a way is locked up
      // to the last replay.
      assert ((open & ~is_free) == '0 && (close & ~open & is_free) == '0 && (last & ~lock) == '0);
    end
    if (!clear && (fill_sect != '0 || done_fill || done_fault)) begin
      assert (!(fill_sect != '0 && (valid_q[fill_set] & fills) != '0));  // a sector that arrives was missing
      // A way that becomes locked was pending
      assert (!(done_fill && !tag_pend[fill_set*WAYS + 32'(fill_way)]));
      assert (!(done_fault && !tag_pend[fault_set*WAYS + 32'(fault_way)]));
    end
  end

endmodule

`default_nettype wire
