// Replacement of the policy plru: selects the victim way for a line that needs one, as tag_ages does for lru;
// it is a part of tag.
//
// Each set has a tree. Its leaves are the ways, and below node n are the nodes 2n and 2n + 1. A bit for each
// node points to the half of its ways that was not used last. These bits need no reset: they count among
// ways that were all touched since.

`default_nettype none

module tag_tree (
    input  wire logic                      clk,

    // ---- From tag: the lookup in this cycle; to tag: the victim
    // Set that is looked up in this cycle; valid with `gives` or `touches`.
    input  wire logic [ul1_pkg::SET_W-1:0] set,
    // The line is absent, so that a victim way is needed.
    input  wire logic                      gives,
    // Ways that may be the victim; valid with `gives`.
    input  wire logic [ul1_pkg::WAYS-1:0]  can,
    // Ways without a valid sector; valid with `gives`.
    input  wire logic [ul1_pkg::WAYS-1:0]  empty,
    // Victim way, one-hot; zero without `gives`, or if no way may be the victim.
    output logic      [ul1_pkg::WAYS-1:0]  victim,

    // ---- From tag: a touch
    // A way of the looked-up set is used.
    input  wire logic                      touches,
    // Way that is used, one-hot; valid with `touches`.
    input  wire logic [ul1_pkg::WAYS-1:0]  way
);

  localparam int WAYS   = ul1_pkg::WAYS;
  localparam int LEVELS = ul1_pkg::WAY_W;
  localparam int LEAVES = 1 << LEVELS;

  logic [LEAVES-1:1] tree_q [0:ul1_pkg::SETS-1];  // bit n: node n points to its upper half

  // Each node above the way points to its other half.
  function automatic logic [LEAVES-1:1] tag_touch(input logic [LEAVES-1:1] was, input logic [WAYS-1:0] at);
    tag_touch = was;
    for (int w = 0; w < WAYS; w++) begin
      for (int l = 0; l < LEVELS; l++) if (at[w]) tag_touch[(LEAVES + w) >> (l + 1)] = ((w >> l) & 1) == 0;
    end
  endfunction

  // Victim among the free ways: the lowest empty one (no valid sector), else that which the tree leads to.
  // Each node leads to the half that it points to, if a way is free there.
  function automatic logic [WAYS-1:0] tag_victim(input logic [LEAVES-1:1] now, input logic [WAYS-1:0] free,
                                                 input logic [WAYS-1:0] vacant);
    logic [WAYS-1:0]     both;
    logic [2*LEAVES-1:1] has, reached;  // nodes and leaves: with a free way below; on the path to the victim
    both    = free & vacant;
    has     = '0;
    reached = '0;
    if (both != '0) tag_victim = both & -both;
    else begin
      has[LEAVES +: WAYS] = free;
      for (int n = LEAVES - 1; n > 0; n--) has[n] = has[2*n] | has[2*n+1];
      reached[1] = has[1];
      for (int n = 1; n < LEAVES; n++) begin
        reached[2*n]   = reached[n] & has[2*n] & ~(now[n] & has[2*n+1]);
        reached[2*n+1] = reached[n] & has[2*n+1] & (now[n] | ~has[2*n]);
      end
      tag_victim = reached[LEAVES +: WAYS];
    end
  endfunction

  always @* begin
    victim = '0;
    if (gives) victim = tag_victim(tree_q[set], can, empty);
  end

  always_ff @(posedge clk) begin
    if (touches) tree_q[set] <= tag_touch(tree_q[set], way);
  end

endmodule

`default_nettype wire
