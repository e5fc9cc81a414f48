// One way of the cache: for each set the line's number, which of its sectors are valid, which of those dirty, and what holds
// it. The numbers are a memory; the bits are flip-flops, as all of them are cleared at once. In one cycle a set may be
// looked up (or swept) and changed, another be filled, and a third hear of a fault, or one set several of these.

`default_nettype none

module tag_way #(
    parameter int LANES = 32
) (
    input  wire logic                                   clk,
    input  wire logic                                   clear,       // all lines become free, clean and invalid

    // What lies in the set that is looked up or swept
    input  wire logic [ul1_pkg::SET_W-1:0]              set,
    input  wire logic [ul1_pkg::VA_W-$clog2(LANES)-3:0] look_line,
    output logic                                        is_there,    // the line looked for, valid in part or coming
    output logic                                        is_free,     // neither pending nor locked, whatever it is
    output logic                                        is_closed,   // a store waits for it
    output logic      [3:0]                             is_valid,    // sectors
    output logic      [3:0]                             is_dirty,
    output logic      [ul1_pkg::VA_W-$clog2(LANES)-3:0] is_line,     // its number

    // What changes there
    input  wire logic                                   put,         // its sectors become these
    input  wire logic [3:0]                             put_valid,
    input  wire logic [3:0]                             put_dirty,
    input  wire logic                                   put_line,    // its number becomes the one looked for
    input  wire logic                                   open,        // it is reserved: pending
    input  wire logic                                   close,       // closed
    input  wire logic                                   last,        // last replay: free

    // What arrives
    input  wire logic [ul1_pkg::SET_W-1:0]              fill_set,
    input  wire logic [3:0]                             fill_sect,   // sectors that become valid
    input  wire logic                                   done_fill,   // pending no longer but locked
    input  wire logic [ul1_pkg::SET_W-1:0]              fault_set,
    input  wire logic                                   done_fault,  // likewise

    // A bit for each set
    output logic      [ul1_pkg::SETS-1:0]               pend,
    output logic      [ul1_pkg::SETS-1:0]               lock,
    output logic      [ul1_pkg::SETS-1:0]               dirty
);

  localparam int SETS   = ul1_pkg::SETS;
  localparam int LINE_W = ul1_pkg::VA_W - $clog2(LANES) - 2;

  logic [LINE_W-1:0] line [0:SETS-1];
  logic [SETS-1:0]   closed, valid0, valid1, valid2, valid3, dirty0, dirty1, dirty2, dirty3;

  assign is_line   = line[set];
  assign is_valid  = {valid3[set], valid2[set], valid1[set], valid0[set]};
  assign is_dirty  = {dirty3[set], dirty2[set], dirty1[set], dirty0[set]};
  assign is_closed = closed[set];
  assign is_free   = ~pend[set] & ~lock[set];
  assign is_there  = (is_valid != '0 | ~is_free) & is_line == look_line;
  assign dirty     = dirty0 | dirty1 | dirty2 | dirty3;

  always_ff @(posedge clk) begin
    if (put_line) line[set] <= look_line;
  end

  // The bits to come: first what the lookup or the sweep changes, then what arrives.
  localparam logic [SETS-1:0] ONE = 1;

  logic changes;
  assign changes = put | open | close | last | fill_sect != '0 | done_fill | done_fault;

  always_ff @(posedge clk) begin : bits
    logic [SETS-1:0] at, gone, fill_at, done;

    if (clear) begin
      pend   <= '0;
      lock   <= '0;
      closed <= '0;
      valid0 <= '0;
      valid1 <= '0;
      valid2 <= '0;
      valid3 <= '0;
      dirty0 <= '0;
      dirty1 <= '0;
      dirty2 <= '0;
      dirty3 <= '0;
    end else if (changes) begin
      at      = ONE << set;
      gone    = put ? at : '0;
      fill_at = ONE << fill_set;
      done    = (done_fill ? fill_at : '0) | (done_fault ? ONE << fault_set : '0);

      pend   <= ((pend & ~(last ? at : '0)) | (open ? at : '0)) & ~done;
      lock   <= (lock & ~(last ? at : '0)) | done;
      closed <= (closed & ~(last ? at : '0)) | (close ? at : '0);
      valid0 <= (valid0 & ~gone) | (put & put_valid[0] ? at : '0) | (fill_sect[0] ? fill_at : '0);
      valid1 <= (valid1 & ~gone) | (put & put_valid[1] ? at : '0) | (fill_sect[1] ? fill_at : '0);
      valid2 <= (valid2 & ~gone) | (put & put_valid[2] ? at : '0) | (fill_sect[2] ? fill_at : '0);
      valid3 <= (valid3 & ~gone) | (put & put_valid[3] ? at : '0) | (fill_sect[3] ? fill_at : '0);
      if (put) begin
        dirty0 <= (dirty0 & ~at) | (put_dirty[0] ? at : '0);
        dirty1 <= (dirty1 & ~at) | (put_dirty[1] ? at : '0);
        dirty2 <= (dirty2 & ~at) | (put_dirty[2] ? at : '0);
        dirty3 <= (dirty3 & ~at) | (put_dirty[3] ? at : '0);
      end
    end
  end

  always @(posedge clk) begin
    if (!clear && changes) begin
      assert ((pend & lock) == '0);
      assert ((closed & ~(pend | lock)) == '0);
      assert (!(put && (put_dirty & ~put_valid) != '0));
      assert (!((open || put_line) && !is_free));                       // what is held is never given away
      assert (!(close && !open && is_free));                            // nobody waits for a line that does not come
      assert (!(last && !(is_there && lock[set])));                     // it is held for its replays to the last
      assert (!((fill_sect != '0 || done_fill) && !pend[fill_set]));    // what arrives was reserved for,
      assert (!(done_fault && !pend[fault_set]));
      assert ((fill_sect & {valid3[fill_set], valid2[fill_set], valid1[fill_set], valid0[fill_set]}) == '0);   // and lacked
    end
  end

endmodule

`default_nettype wire
