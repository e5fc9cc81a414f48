// What is known of the lines, a part of tag: of each way of each set which sectors of its line are valid, which of those
// dirty, and what holds it. In one cycle a set may be looked up (or swept) and changed, another be filled, and a third
// hear of a fault, or one set several of these.
//
// All of it is cleared at once. What is held and dirty are registers for that; the rest is a memory, and a bit for each
// set says whether what is there counts. That bit and the valid sectors are read at the end of a cycle for the set of the next,
// with what changes in that cycle.

`default_nettype none

module tag_sets (
    input  wire logic                                         clk,
    input  wire logic                                         clear,      // all lines become free, clean and invalid

    // there may be a set to look at in the next cycle, this one; it is that of now; or a sweep remains at that of now
    input  wire logic                                         next,
    input  wire logic [ul1_pkg::SET_W-1:0]                    ahead_set,
    input  wire logic                                         ahead_stays,
    input  wire logic                                         remains,

    // of each way of the set that is looked up or swept: it is neither pending nor locked; a store waits for its line;
    // its sectors, those that are dirty, and whether any is
    input  wire logic                                         looks,      // nobody asks otherwise
    input  wire logic [ul1_pkg::SET_W-1:0]                    set,
    output logic      [ul1_pkg::WAYS-1:0]                     is_free,
    output logic      [ul1_pkg::WAYS-1:0]                     is_closed,
    output logic      [ul1_pkg::WAYS*ul1_pkg::SECTORS-1:0]    is_valid,
    output logic      [ul1_pkg::WAYS*ul1_pkg::SECTORS-1:0]    is_dirty,
    output logic      [ul1_pkg::WAYS-1:0]                     has_dirty,

    // what changes there, if anything does: the sectors become these; the way is reserved: pending; it is closed; its line's
    // last replay: free
    input  wire logic                                         changes,
    input  wire logic [ul1_pkg::WAYS-1:0]                     put,
    input  wire logic [ul1_pkg::WAYS*ul1_pkg::SECTORS-1:0]    put_valid,
    input  wire logic [ul1_pkg::WAYS*ul1_pkg::SECTORS-1:0]    put_dirty,
    input  wire logic [ul1_pkg::WAYS-1:0]                     open,
    input  wire logic [ul1_pkg::WAYS-1:0]                     close,
    input  wire logic [ul1_pkg::WAYS-1:0]                     last,

    // what arrives: sectors become valid; a way is pending no longer but locked
    input  wire logic [ul1_pkg::SET_W-1:0]                    fill_set,
    input  wire logic [ul1_pkg::WAY_W-1:0]                    fill_way,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  fill_sect,
    input  wire logic                                         done_fill,
    input  wire logic [ul1_pkg::SET_W-1:0]                    fault_set,
    input  wire logic [ul1_pkg::WAY_W-1:0]                    fault_way,
    input  wire logic                                         done_fault,

    // of all sets, way by way (the attribute has synthesis take a set's bits as a case of their own, where it would shift)
    (* nowrshmsk *) output logic [ul1_pkg::SETS*ul1_pkg::WAYS-1:0] tag_pend,
    (* nowrshmsk *) output logic [ul1_pkg::SETS*ul1_pkg::WAYS-1:0] tag_lock,
    (* nowrshmsk *) output logic [ul1_pkg::SETS*ul1_pkg::WAYS-1:0] tag_dirty
);

  localparam int SETS    = ul1_pkg::SETS;
  localparam int WAYS    = ul1_pkg::WAYS;
  localparam int SECTORS = ul1_pkg::SECTORS;
  localparam int ALL_W   = WAYS * SECTORS;   // the sectors of all ways of a set, side by side

  logic [SETS-1:0]  known;                   // whether there is anything of the set in these:
  logic [ALL_W-1:0] valid  [0:SETS-1];
  logic [ALL_W-1:0] dirty  [0:SETS-1];
  logic [WAYS-1:0]  closed [0:SETS-1];
  logic [WAYS-1:0]  busy   [0:SETS-1];       // pending or locked (again, so that one look at this word tells)

  logic             is_known;                // of the set that is looked up, as it was before this cycle
  logic [WAYS-1:0]  is_busy;
  logic [WAYS-1:0]  pend, lock;

  always @* begin
    pend      = '0;
    lock      = '0;
    is_busy   = '0;
    is_dirty  = '0;
    is_closed = '0;
    has_dirty = '0;
    is_free   = '1;
    if (ul1_fn::worth(looks)) begin
      pend      = tag_pend[set*WAYS +: WAYS];
      lock      = tag_lock[set*WAYS +: WAYS];
      is_busy   = is_known ? busy  [set] : '0;
      is_dirty  = is_known ? dirty [set] : '0;
      is_closed = is_known ? closed[set] : '0;
      is_free   = ~is_busy;
      for (int w = 0; w < WAYS; w++) has_dirty[w] = is_dirty[w*SECTORS +: SECTORS] != '0;
    end
  end

  // The sectors to come: what the lookup or the sweep changes, and what arrives.
  logic [ALL_W-1:0] fills, joins;            // sectors that arrive; if for this set
  logic [ALL_W-1:0] valid_then, dirty_then;
  logic [WAYS-1:0]  has_dirty_then;
  logic [ALL_W-1:0] next_valid;              // of the set that is looked up next

  always @* begin
    fills = '0;
    if (ul1_fn::worth(fill_sect != '0)) begin
      for (int w = 0; w < WAYS; w++) fills[w*SECTORS +: SECTORS] = fill_sect & {SECTORS{32'(fill_way) == w}};
    end
  end

  always @* begin
    joins          = '0;
    valid_then     = '0;
    dirty_then     = '0;
    has_dirty_then = '0;
    if (ul1_fn::worth(changes)) begin
      joins      = fill_set == set ? fills : '0;
      valid_then = is_valid | joins;
      dirty_then = is_dirty;
      has_dirty_then = has_dirty;
      for (int w = 0; w < WAYS; w++) begin
        if (put[w]) begin
          valid_then[w*SECTORS +: SECTORS] = put_valid[w*SECTORS +: SECTORS];   // (nothing arrives for it)
          dirty_then[w*SECTORS +: SECTORS] = put_dirty[w*SECTORS +: SECTORS];
          has_dirty_then[w] = put_dirty[w*SECTORS +: SECTORS] != '0;
        end
      end
    end
  end

  // (Nothing arrives during a sweep.)
  always @* begin
    next_valid = '0;
    if (ul1_fn::worth(next)) begin
      if (known[ahead_set]) next_valid = valid[ahead_set] | (fill_set == ahead_set ? fills : '0);
      if (remains) next_valid = is_valid;
      for (int w = 0; w < WAYS; w++) begin
        if (put[w] & (ahead_stays | remains)) next_valid[w*SECTORS +: SECTORS] = put_valid[w*SECTORS +: SECTORS];
      end
    end
  end

  always_ff @(posedge clk) begin
    if (ul1_fn::worth(next)) begin
      is_known <= (remains ? is_known : known[ahead_set]) | (changes & (ahead_stays | remains));
      is_valid <= next_valid;
    end
  end

  always_ff @(posedge clk) begin
    if (fill_sect != '0) valid[fill_set] <= valid[fill_set] | fills;
    if (changes) begin
      valid [set] <= valid_then;             // what arrives for it is there, too
      dirty [set] <= dirty_then;
      closed[set] <= (is_closed & ~last) | close;
      busy  [set] <= (is_busy & ~last) | open;
    end
  end

  always_ff @(posedge clk) begin
    if (changes) begin
      known[set] <= 1'b1;
      tag_pend [set*WAYS +: WAYS] <= (pend & ~last) | open;
      tag_lock [set*WAYS +: WAYS] <= lock & ~last;
      tag_dirty[set*WAYS +: WAYS] <= has_dirty_then;
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
      known     <= '0;
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
      // What is held is never given away; nobody waits for a line that does not come; it is held for its replays to the last.
      assert ((open & ~is_free) == '0 && (close & ~open & is_free) == '0 && (last & ~lock) == '0);
    end
    if (!clear && (fill_sect != '0 || done_fill || done_fault)) begin
      assert (!(fill_sect != '0 && (valid[fill_set] & fills) != '0));        // what arrives was lacked
      assert (!(done_fill && !tag_pend[fill_set*WAYS + 32'(fill_way)]));     // who is pending no longer was so
      assert (!(done_fault && !tag_pend[fault_set*WAYS + 32'(fault_way)]));
    end
  end

endmodule

`default_nettype wire
