// The ages of the ways, a part of tag: which way is given up for a line that needs one. It is what to replace for another
// replacement.
//
// Ages are kept as who is older than whom, a bit for each pair of ways of a set. They are a memory, and a bit for each set says
// whether its word there counts; else no way of it has been touched yet, and way w has age w.

`default_nettype none

module tag_ages (
    input  wire logic                     clk,
    input  wire logic                     clear,    // as if no way had been touched

    // of the set that is looked up: the way that is given up if `gives`, of those that can be, of which some are empty
    input  wire logic [ul1_pkg::SET_W-1:0] set,
    input  wire logic                      gives,
    input  wire logic [ul1_pkg::WAYS-1:0]  can,
    input  wire logic [ul1_pkg::WAYS-1:0]  empty,
    output logic      [ul1_pkg::WAYS-1:0]  victim,

    // a way of it is touched
    input  wire logic                      touches,
    input  wire logic [ul1_pkg::WAYS-1:0]  way
);

  localparam int SETS  = ul1_pkg::SETS;
  localparam int WAYS  = ul1_pkg::WAYS;
  localparam int PAIRS = WAYS > 1 ? WAYS * (WAYS - 1) / 2 : 1;

  // Of each pair whether the lower way is the older one. The pairs of way w with those below it begin at w x (w-1) / 2.
  logic [PAIRS-1:0] ages_of [0:SETS-1];
  logic [SETS-1:0]  touched;
  logic [PAIRS-1:0] lower_older;

  assign lower_older = touched[set] ? ages_of[set] : '0;

  // The ages after a way has been touched: all others are older than it.
  function automatic logic [PAIRS-1:0] tag_touch(input logic [PAIRS-1:0] was, input logic [WAYS-1:0] at);
    tag_touch = was;
    for (int w = 1; w < WAYS; w++) begin
      for (int v = 0; v < w; v++) tag_touch[w*(w-1)/2 + v] = at[w] | (was[w*(w-1)/2 + v] & ~at[v]);
    end
  endfunction

  // The way that is given up, of those that are free: the lowest that is empty (no sector of it is valid), else the
  // oldest
  function automatic logic [WAYS-1:0] tag_victim(input logic [PAIRS-1:0] now, input logic [WAYS-1:0] free,
                                                 input logic [WAYS-1:0] vacant);
    logic [WAYS-1:0] both, oldest;
    both   = free & vacant;
    oldest = free;
    for (int w = 1; w < WAYS; w++) begin
      for (int v = 0; v < w; v++) begin
        oldest[w] = oldest[w] & ~(free[v] & now[w*(w-1)/2 + v]);
        oldest[v] = oldest[v] & ~(free[w] & ~now[w*(w-1)/2 + v]);
      end
    end
    tag_victim = both != '0 ? both & -both : oldest;
  endfunction

  always @* begin
    victim = '0;
    if (gives) victim = tag_victim(lower_older, can, empty);
  end

  always_ff @(posedge clk) begin
    if (touches) begin
      ages_of[set] <= tag_touch(lower_older, way);
      touched[set] <= 1'b1;
    end
    if (clear) touched <= '0;
  end

endmodule

`default_nettype wire
