// Replacement of the policy random: selects the victim way for a line that needs one, as tag_ages does for
// lru; it is a part of tag. One register serves all sets: a shift register with feedback from bits 15, 13, 12
// and 10, which takes 8 bits a step.

`default_nettype none

module tag_random (
    input  wire logic                           clk,
    input  wire logic                           rst,

    // ---- From tag_commands
    // Border between shared memory and cache, in use.
    input  wire logic [ul1_pkg::CARVEOUT_W-1:0] carveout,

    // ---- From tag: the lookup in this cycle; to tag: the victim
    // The line is absent, so that a victim way is needed.
    input  wire logic                           gives,
    // Ways that may be the victim; valid with `gives`.
    input  wire logic [ul1_pkg::WAYS-1:0]       can,
    // Ways without a valid sector; valid with `gives`.
    input  wire logic [ul1_pkg::WAYS-1:0]       empty,
    // Victim way, one-hot; zero without `gives`, or if no way may be the victim.
    output logic      [ul1_pkg::WAYS-1:0]       victim,

    // ---- From tag: a touch
    // A way gets another line.
    input  wire logic                           touches
);

  localparam int WAYS = ul1_pkg::WAYS;

  logic [15:0]     random_q;
  logic [WAYS-1:0] ways;     // ways of the carveout
  logic [10:0]     product;  // low byte x number of ways
  logic [WAYS-1:0] behind;   // ways that may be the victim, from the random one on

  // Victim among the free ways: the lowest empty one (no valid sector), else the first from the random one on
  function automatic logic [WAYS-1:0] tag_victim(input logic [WAYS-1:0] from, input logic [WAYS-1:0] free,
                                                 input logic [WAYS-1:0] vacant);
    logic [WAYS-1:0] both;
    both = free & vacant;
    if (both != '0) tag_victim = both & -both;
    else if (from != '0) tag_victim = from & -from;
    else tag_victim = free & -free;
  endfunction

  assign ways   = ul1_fn::cache_ways(carveout);
  assign behind = can & ({WAYS{1'b1}} << product[10:8]);

  always @* begin
    product = '0;
    for (int w = 0; w < WAYS; w++) if (ways[w]) product = product + 11'(random_q[7:0]);
  end

  always @* begin
    victim = '0;
    if (gives) victim = tag_victim(behind, can, empty);
  end

  always_ff @(posedge clk) begin
    if (touches)
      random_q <= {random_q[7:0], random_q[15:8] ^ random_q[13:6] ^ random_q[12:5] ^ random_q[10:3]};
    if (rst) random_q <= '1;
  end

endmodule

`default_nettype wire
