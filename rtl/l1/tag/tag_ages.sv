// The ages of the ways, a part of tag: which way is given up for a line that needs one. It is what to replace for another
// replacement.
//
// They are a memory, and a bit for each set says whether its word there counts; else no way of it has been touched yet,
// and way w has age w.

`default_nettype none

module tag_ages (
    input  wire logic                      clk,
    input  wire logic                      clear,    // as if no way had been touched

    // of the set that is looked up: the way that is given up, of those that can be, of which some are empty
    input  wire logic [ul1_pkg::SET_W-1:0] set,
    input  wire logic [ul1_pkg::WAYS-1:0]  can,
    input  wire logic [ul1_pkg::WAYS-1:0]  empty,
    output logic      [ul1_pkg::WAY_W-1:0] victim,

    // a way of it is touched
    input  wire logic                      touches,
    input  wire logic [ul1_pkg::WAY_W-1:0] way
);

  localparam int SETS   = ul1_pkg::SETS;
  localparam int WAYS   = ul1_pkg::WAYS;
  localparam int WAY_W  = ul1_pkg::WAY_W;
  localparam int AGES_W = WAYS * WAY_W;      // the ages of a set's ways, side by side

  // The ages after a way has been touched: it is the youngest now, those that were younger than it are older by one.
  function automatic logic [AGES_W-1:0] tag_touch(input logic [AGES_W-1:0] ages_before, input logic [WAY_W-1:0] at);
    logic [WAY_W-1:0] age, was;
    was = ages_before[at*WAY_W +: WAY_W];
    for (int w = 0; w < WAYS; w++) begin
      age = ages_before[w*WAY_W +: WAY_W];
      tag_touch[w*WAY_W +: WAY_W] = WAY_W'(w) == at ? '0 : age < was ? age + 1'b1 : age;
    end
  endfunction

  // The way that is given up, of those that are free: the lowest that is empty (no sector of it is valid), else the
  // oldest
  function automatic logic [WAY_W-1:0] tag_victim(input logic [AGES_W-1:0] ages_now, input logic [WAYS-1:0] free,
                                                  input logic [WAYS-1:0] vacant);
    logic [WAY_W-1:0] age, oldest;
    logic [WAYS-1:0]  both;
    tag_victim = '0;
    oldest     = '0;
    both       = free & vacant;
    for (int w = 0; w < WAYS; w++) begin
      age = ages_now[w*WAY_W +: WAY_W];
      if (free[w] & age >= oldest) begin
        oldest     = age;
        tag_victim = WAY_W'(w);
      end
    end
    if (both != '0) tag_victim = WAY_W'({ul1_fn::lowest(64'(both))});
  endfunction

  logic [AGES_W-1:0] ages_of [0:SETS-1];
  logic [SETS-1:0]   touched;
  logic [AGES_W-1:0] first_ages, ages;

  for (genvar w = 0; w < WAYS; w++) begin : g_age
    assign first_ages[w*WAY_W +: WAY_W] = WAY_W'(w);
  end

  assign ages   = touched[set] ? ages_of[set] : first_ages;
  assign victim = tag_victim(ages, can, empty);

  always_ff @(posedge clk) begin
    if (touches) begin
      ages_of[set] <= tag_touch(ages, way);
      touched[set] <= 1'b1;
    end
    if (clear) touched <= '0;
  end

endmodule

`default_nettype wire
