// One way of the cache: for each set the line's number, which of its sectors are valid, and what holds it. The numbers are
// a memory; the bits are flip-flops, as all of them are cleared at once. In one cycle a set may be looked up, another be
// filled, a third hear of a fault, and a fourth be swept, or one set several of these.

`default_nettype none

module tag_way #(
    parameter int LANES = 32
) (
    input  wire logic                                     clk,
    input  wire logic                                     clear,       // all lines become free and invalid

    // Lookup: what lies in the set (nothing without `look`)
    input  wire logic                                     look,
    input  wire logic [ul1_pkg::SET_W-1:0]                look_set,
    input  wire logic [ul1_pkg::VA_W-$clog2(LANES)-3:0]   look_line,
    output logic                                          is_there,    // the line looked for, valid in part or coming
    output logic                                          is_free,     // neither pending nor locked, whatever it is
    output logic                                          is_doomed,
    output logic      [3:0]                               is_valid,    // sectors

    // What the lookup changes in its set
    input  wire logic                                     open,        // the line is reserved here: it is pending now,
    input  wire logic                                     keep,        // with the sectors that are valid, else with none
    input  wire logic                                     last,        // last replay: the line is free,
    input  wire logic                                     drop,        // and invalid, as it is if it was doomed

    // What arrives
    input  wire logic [ul1_pkg::SET_W-1:0]                fill_set,
    input  wire logic [3:0]                               fill_sect,   // sectors that become valid
    input  wire logic                                     fill_done,   // pending no longer but locked
    input  wire logic [ul1_pkg::SET_W-1:0]                fault_set,
    input  wire logic                                     fault_done,  // likewise

    // Sweep: the line, if it is of the page, becomes invalid, or doomed if it is not free
    input  wire logic                                     sweep,
    input  wire logic [ul1_pkg::SET_W-1:0]                sweep_set,
    input  wire logic [ul1_pkg::PN_W-1:0]                 sweep_page,
    input  wire logic [ul1_pkg::PN_W-1:0]                 page_bits,   // those of a page's number that count

    // A bit for each set
    output logic      [ul1_pkg::SETS-1:0]                 pend,
    output logic      [ul1_pkg::SETS-1:0]                 lock
);

  localparam int PN_W   = ul1_pkg::PN_W;
  localparam int SETS   = ul1_pkg::SETS;
  localparam int LINE_W = ul1_pkg::VA_W - $clog2(LANES) - 2;

  logic [LINE_W-1:0] line [0:SETS-1];
  logic [SETS-1:0]   doom, valid0, valid1, valid2, valid3;

  assign is_valid  = look ? {valid3[look_set], valid2[look_set], valid1[look_set], valid0[look_set]} : '0;
  assign is_free   = look ? ~pend[look_set] & ~lock[look_set] : 1'b0;
  assign is_doomed = look ? doom[look_set] : 1'b0;
  assign is_there  = look ? (is_valid != '0 | ~is_free) & line[look_set] == look_line : 1'b0;

  always_ff @(posedge clk) begin
    if (open) line[look_set] <= look_line;
  end

  // The line in the set that is swept, after what the lookup does
  logic [LINE_W-1:0] swept;
  logic              hit;    // it is one of the page

  assign swept = open & look_set == sweep_set ? look_line : line[sweep_set];
  assign hit   = sweep ? ((PN_W'({swept >> (LINE_W - PN_W)}) ^ sweep_page) & page_bits) == '0 : 1'b0;

  // The bits to come: first what the lookup changes, then what arrives, then the sweep, which sees both.
  localparam logic [SETS-1:0] ONE = 1;

  logic changes;
  assign changes = open | last | fill_sect != '0 | fill_done | fault_done | hit;

  always_ff @(posedge clk) begin : bits
    logic [SETS-1:0] at, gone, p, l, d, v0, v1, v2, v3;

    if (clear) begin
      pend   <= '0;
      lock   <= '0;
      doom   <= '0;
      valid0 <= '0;
      valid1 <= '0;
      valid2 <= '0;
      valid3 <= '0;
    end else if (changes) begin
      at   = ONE << look_set;
      gone = (open & ~keep) | (last & (drop | is_doomed)) ? at : '0;
      p    = pend | (open ? at : '0);
      l    = lock & ~(last ? at : '0);
      d    = doom & ~(last ? at : '0);
      v0   = valid0 & ~gone;
      v1   = valid1 & ~gone;
      v2   = valid2 & ~gone;
      v3   = valid3 & ~gone;

      at   = ONE << fill_set;
      v0   = v0 | (fill_sect[0] ? at : '0);
      v1   = v1 | (fill_sect[1] ? at : '0);
      v2   = v2 | (fill_sect[2] ? at : '0);
      v3   = v3 | (fill_sect[3] ? at : '0);
      at   = (fill_done ? at : '0) | (fault_done ? ONE << fault_set : '0);
      p    = p & ~at;
      l    = l | at;

      at   = hit ? ONE << sweep_set : '0;
      gone = at & ~(p | l);
      d    = d | (at & (p | l));
      v0   = v0 & ~gone;
      v1   = v1 & ~gone;
      v2   = v2 & ~gone;
      v3   = v3 & ~gone;

      pend   <= p;
      lock   <= l;
      doom   <= d;
      valid0 <= v0;
      valid1 <= v1;
      valid2 <= v2;
      valid3 <= v3;
    end
  end

  always @(posedge clk) begin
    if (!clear && changes) begin
      assert ((pend & lock) == '0);
      assert ((doom & ~(pend | lock)) == '0);
      assert (!(open && !is_free));                                     // what is held is never reserved
      assert (!(last && !(is_there && lock[look_set])));                // it is held for its replays to the last
      assert (!((fill_sect != '0 || fill_done) && !pend[fill_set]));    // what arrives was reserved for,
      assert (!(fault_done && !pend[fault_set]));
      assert ((fill_sect & {valid3[fill_set], valid2[fill_set], valid1[fill_set], valid0[fill_set]}) == '0);   // and lacked
    end
  end

endmodule

`default_nettype wire
