// Replacement of the policies lru and fifo, which differ in `touches`: selects the victim way for a line that
// needs one; it is a part of tag. The other policies are tag_tree and tag_random.
//
// An age matrix for each set marks, for each way, the older ways. The matrices are in a memory, which is read
// one cycle ahead, like the tags. A bit for each set marks a valid word there; a set without it was not
// touched yet, and way w has age w. A register holds ages that the read cannot give: those of a touch in the
// cycle of the read, and the first ones.

`default_nettype none

module tag_ages (
    input  wire logic                      clk,
    // All sets return to their first ages at the end of this cycle, as after a reset.
    input  wire logic                      clear,

    // ---- From tag: the set of the next cycle
    // A set may be looked up in the next cycle: its ages are read now.
    input  wire logic                      next,
    // Set that is looked up or swept in the next cycle, unless a sweep stays at its set; valid with `next`.
    input  wire logic [ul1_pkg::SET_W-1:0] ahead_set,
    // The set ahead (`ahead_set`) is the one that is looked up or swept in this cycle.
    input  wire logic                      ahead_stays,

    // ---- From tag: the lookup in this cycle; to tag: the victim
    // A cached pass is looked up in this cycle.
    input  wire logic                      looks,
    // Set that is looked up in this cycle; valid with `looks`.
    input  wire logic [ul1_pkg::SET_W-1:0] set,
    // The line is absent, so that a victim way is needed.
    input  wire logic                      gives,
    // Ways that may be the victim; valid with `gives`.
    input  wire logic [ul1_pkg::WAYS-1:0]  can,
    // Ways without a valid sector; valid with `looks`.
    input  wire logic [ul1_pkg::WAYS-1:0]  empty,
    // Victim way, one-hot; zero without `gives`, or if no way may be the victim.
    output logic      [ul1_pkg::WAYS-1:0]  victim,

    // ---- From tag: a touch
    // A way of the looked-up set becomes the youngest.
    input  wire logic                      touches,
    // Way that becomes the youngest, one-hot; valid with `touches`.
    input  wire logic [ul1_pkg::WAYS-1:0]  way,
    // It becomes the oldest instead; valid with `touches`.
    input  wire logic                      oldest
);

  localparam int SETS   = ul1_pkg::SETS;
  localparam int WAYS   = ul1_pkg::WAYS;
  localparam int AGES_W = WAYS * WAYS;  // row w: the ways that are older than way w

  logic [AGES_W-1:0] read, kept_q;
  logic [AGES_W-1:0] first_ages, ages, ages_new;
  logic [SETS-1:0]   touched_q;
  logic              keeps;    // the next lookup uses the ages of this cycle's touch
  logic              is_kept_q;  // the ages are in `kept_q`, not in the read data

  ram #(.ROWS(SETS), .ROW_W(ul1_pkg::SET_W), .PARTS(1), .PART_W(AGES_W)) u_ages (
      .clk, .re(next), .raddr(ahead_set), .rdata(read), .we(touches), .waddr(set), .wdata(ages_new)
  );

  for (genvar w = 0; w < WAYS; w++) begin : g_age
    assign first_ages[w*WAYS +: WAYS] = {WAYS{1'b1}} << 1 << w;
  end

  always @* begin
    ages = '0;
    if (ul1_fn::sim_gate(looks)) ages = is_kept_q ? kept_q : read;
  end

  // Ages after a touch: all other ways are older than the touched one
  function automatic logic [AGES_W-1:0] tag_touch(input logic [AGES_W-1:0] was, input logic [WAYS-1:0] at);
    for (int w = 0; w < WAYS; w++) tag_touch[w*WAYS +: WAYS] = (was[w*WAYS +: WAYS] | {WAYS{at[w]}}) & ~at;
  endfunction

  // Ages after the access of a stream: the touched way is older than all others
  function automatic logic [AGES_W-1:0] tag_touch_oldest(input logic [AGES_W-1:0] was,
                                                         input logic [WAYS-1:0] at);
    for (int w = 0; w < WAYS; w++) tag_touch_oldest[w*WAYS +: WAYS] = at[w] ? '0 : was[w*WAYS +: WAYS] | at;
  endfunction

  // Victim among the free ways: the lowest empty one (no valid sector), else the oldest
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
    ages_new = '0;
    if (ul1_fn::sim_gate(touches)) begin
      ages_new = ul1_pkg::STREAMING != 0 & oldest ? tag_touch_oldest(ages, way) : tag_touch(ages, way);
    end
  end

  assign keeps = touches & ahead_stays & ~clear;

  always_ff @(posedge clk) begin
    if (ul1_fn::sim_gate(next)) begin
      is_kept_q <= keeps | ~touched_q[ahead_set];
      kept_q    <= keeps ? ages_new : first_ages;
    end
    if (touches) touched_q[set] <= 1'b1;
    if (clear)   touched_q      <= '0;
  end

endmodule

`default_nettype wire
