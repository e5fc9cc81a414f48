// The ages of the ways, a part of tag: which way is given up for a line that needs one. It is what to replace for another
// replacement.
//
// Ages are kept as who is older than whom, a bit for each two ways of a set, so that the oldest is found at once. They are a
// memory, read at the end of a cycle for the set of the next as the lines are; and a bit for each set says whether its word
// there counts; else no way of it has been touched yet, and way w has age w.

`default_nettype none

module tag_ages (
    input  wire logic                      clk,
    input  wire logic                      clear,    // as if no way had been touched

    // there may be a set to look at in the next cycle, this one
    input  wire logic                      next,
    input  wire logic [ul1_pkg::SET_W-1:0] next_set,

    // of the set that is looked up, if one is: the way that is given up if `gives`, of those that can be, of which some are empty
    input  wire logic                      looks,
    input  wire logic [ul1_pkg::SET_W-1:0] set,
    input  wire logic                      set_stays,   // it is that of the cycle before
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
  logic              wrote;                  // it was written in the cycle before, with `kept`

  ram #(.ROWS(SETS), .ROW_W(ul1_pkg::SET_W), .PARTS(1), .PART_W(AGES_W)) u_ages (
      .clk, .re(next), .raddr(next_set), .rdata(read), .we(touches), .waddr(set), .wdata(ages_then)
  );

  for (genvar w = 0; w < WAYS; w++) begin : g_age
    assign first_ages[w*WAYS +: WAYS] = {WAYS{1'b1}} << 1 << w;
  end

  always @* begin
    ages = '0;
    if (ul1_fn::worth(looks)) ages = wrote & set_stays ? kept : touched[set] ? read : first_ages;
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

  always_ff @(posedge clk) begin
    wrote <= touches & ~clear;
    if (touches) begin
      kept         <= ages_then;
      touched[set] <= 1'b1;
    end
    if (clear) touched <= '0;
  end

endmodule

`default_nettype wire
