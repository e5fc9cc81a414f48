// The ages of the ways, a part of tag: which way is given up for a line that needs one. It is what to replace for another
// replacement.
//
// The ages say of each two ways of a set which is older, so that the oldest is found at once. They are a memory, read at the end
// of a cycle for the set of the next as the lines are. A bit for each set says whether its word there counts. Otherwise no way
// of the set has been touched yet, and way w has age w. The ages that a read cannot give are in a register: those after a touch
// in the cycle of the read, and the first ones.

`default_nettype none

module tag_ages (
    input  wire logic                      clk,
    input  wire logic                      clear,    // as if no way had been touched

    // there may be a set to look at in the next cycle, this one; it is the set that is looked up now
    input  wire logic                      next,
    input  wire logic [ul1_pkg::SET_W-1:0] ahead_set,
    input  wire logic                      ahead_stays,

    // of the set that is looked up, if one is: the way that is given up if `gives`, of those that can be, of which some are empty
    input  wire logic                      looks,
    input  wire logic [ul1_pkg::SET_W-1:0] set,
    input  wire logic                      gives,
    input  wire logic [ul1_pkg::WAYS-1:0]  can,
    input  wire logic [ul1_pkg::WAYS-1:0]  empty,
    output logic      [ul1_pkg::WAYS-1:0]  victim,

    // a way of it is touched
    input  wire logic                      touches,
    input  wire logic [ul1_pkg::WAYS-1:0]  way
);

  localparam int SETS   = ul1_pkg::SETS;
  localparam int WAYS   = ul1_pkg::WAYS;
  localparam int AGES_W = WAYS * WAYS;       // row w: the ways that are older than way w

  logic [AGES_W-1:0] read, kept;
  logic [AGES_W-1:0] first_ages, ages, ages_then;
  logic [SETS-1:0]   touched;
  logic              keeps;                  // the next lookup sees what is touched now
  logic              is_kept;                // the ages are `kept`, not what was read

  ram #(.ROWS(SETS), .ROW_W(ul1_pkg::SET_W), .PARTS(1), .PART_W(AGES_W)) u_ages (
      .clk, .re(next), .raddr(ahead_set), .rdata(read), .we(touches), .waddr(set), .wdata(ages_then)
  );

  for (genvar w = 0; w < WAYS; w++) begin : g_age
    assign first_ages[w*WAYS +: WAYS] = {WAYS{1'b1}} << 1 << w;
  end

  always @* begin
    ages = '0;
    if (ul1_fn::worth(looks)) ages = is_kept ? kept : read;
  end

  // The ages after a way has been touched: all others are older than it.
  function automatic logic [AGES_W-1:0] tag_touch(input logic [AGES_W-1:0] was, input logic [WAYS-1:0] at);
    for (int w = 0; w < WAYS; w++) tag_touch[w*WAYS +: WAYS] = (was[w*WAYS +: WAYS] | {WAYS{at[w]}}) & ~at;
  endfunction

  // The way that is given up, of those that are free: the lowest that is empty (no sector of it is valid), else the
  // oldest
  function automatic logic [WAYS-1:0] tag_victim(input logic [AGES_W-1:0] now, input logic [WAYS-1:0] free,
                                                 input logic [WAYS-1:0] vacant);
    logic [WAYS-1:0] both;
    both = free & vacant;
    if (both != '0) tag_victim = both & -both;
    else begin
      for (int w = 0; w < WAYS; w++) tag_victim[w] = free[w] & (free & now[w*WAYS +: WAYS]) == '0;
    end
  endfunction

  always @* begin
    victim = '0;
    if (gives) victim = tag_victim(ages, can, empty);
  end

  always @* begin
    ages_then = '0;
    if (ul1_fn::worth(touches)) ages_then = tag_touch(ages, way);
  end

  assign keeps = touches & ahead_stays & ~clear;

  always_ff @(posedge clk) begin
    if (ul1_fn::worth(next)) begin
      is_kept <= keeps | ~touched[ahead_set];
      kept    <= keeps ? ages_then : first_ages;
    end
    if (touches) touched[set] <= 1'b1;
    if (clear)   touched      <= '0;
  end

endmodule

`default_nettype wire
