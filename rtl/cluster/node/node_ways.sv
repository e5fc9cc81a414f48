// Ways of the sets of a node. Looks up a line, and selects the way that a new line would get. Lines, valid
// sectors and ages are rows of memories, read at the end of stage 0. Whether a way has a line is in
// registers, so that an inv drops all lines in one cycle.

`default_nettype none

module node_ways #(
    parameter  int LANES   = 32,
    localparam int PLINE_W = ul1_pkg::pline_w(LANES)
) (
    input  wire logic                             clk,
    input  wire logic                             rst,

    // ---- Stage 0
    // A pass begins.
    input  wire logic                             begins,
    // Its set; valid with `begins`.
    input  wire logic [ul1_pkg::NODE_SET_W-1:0]   set,

    // ---- Stage 1: the line is looked up
    // Line of the request.
    input  wire logic [PLINE_W-1:0]               s1_line,
    // Set of the pass.
    input  wire logic [ul1_pkg::NODE_SET_W-1:0]   s1_set,
    // Way that has the line, one-hot; zero if none has it.
    output logic      [ul1_pkg::NODE_WAYS-1:0]    hit,
    // That way waits for sectors of the line.
    output logic                                  hit_pending,
    // Its MSHR; valid with `hit_pending`.
    output logic      [ul1_pkg::NODE_MSHR_W-1:0]  hit_mshr,
    // Its valid sectors; zero without `hit`.
    output logic      [ul1_pkg::SECTORS-1:0]      hit_full,
    // Way that the line would get, one-hot; zero if all are pending.
    output logic      [ul1_pkg::NODE_WAYS-1:0]    victim,

    // ---- Stage 1: what the pass does with a way
    // The way, one-hot.
    input  wire logic [ul1_pkg::NODE_WAYS-1:0]    way,
    // It becomes the youngest.
    input  wire logic                             touches,
    // It gets the line of the request, without valid sectors.
    input  wire logic                             gives,
    // It waits for sectors.
    input  wire logic                             opens,
    // MSHR that is opened; valid with `opens`.
    input  wire logic [ul1_pkg::NODE_MSHR_W-1:0]  mshr,
    // Sectors have come with words.
    input  wire logic                             fills,
    // These; valid with `fills`.
    input  wire logic [ul1_pkg::SECTORS-1:0]      filled,
    // It waits no more.
    input  wire logic                             ends,
    // Its line is not kept; valid with `ends`.
    input  wire logic                             drops,
    // It loses its line, unless it is pending.
    input  wire logic                             evicts,
    // All ways that are not pending lose their lines.
    input  wire logic                             clears
);

  localparam int LOW     = ul1_pkg::NODE_LOW;
  localparam int MSHR_W  = ul1_pkg::NODE_MSHR_W;
  localparam int SECTORS = ul1_pkg::SECTORS;
  localparam int SETS    = ul1_pkg::NODE_SETS;
  localparam int SET_W   = ul1_pkg::NODE_SET_W;
  localparam int WAYS    = ul1_pkg::NODE_WAYS;
  localparam int AGES_W  = WAYS * WAYS;           // row w: the ways that are older than way w
  localparam int TAG_W   = PLINE_W - SET_W;       // a line's number without its set
  localparam int KEY_W   = TAG_W + MSHR_W;

  function automatic logic [TAG_W-1:0] tag_of(input logic [PLINE_W-1:0] line);
    tag_of = TAG_W'({line >> LOW + SET_W << LOW}) | TAG_W'({line & ~({PLINE_W{1'b1}} << LOW)});
  endfunction

  // ---- The row of the set

  logic [WAYS*KEY_W-1:0]   keys;
  logic [AGES_W-1:0]       ages, new_ages;
  logic [WAYS*SECTORS-1:0] full, full_we;
  logic [WAYS-1:0]         key_we;
  logic [TAG_W-1:0]        tag;

  assign tag    = tag_of(s1_line);
  assign key_we = way & {WAYS{gives | opens}};

  ram_latest #(.ROWS(SETS), .ROW_W(SET_W), .PARTS(WAYS), .PART_W(KEY_W)) u_keys (
      .clk, .re(begins), .raddr(set), .rdata(keys), .we(key_we), .waddr(s1_set), .wdata({WAYS{tag, mshr}})
  );
  ram_latest #(.ROWS(SETS), .ROW_W(SET_W), .PARTS(1), .PART_W(AGES_W)) u_ages (
      .clk, .re(begins), .raddr(set), .rdata(ages), .we(touches), .waddr(s1_set), .wdata(new_ages)
  );
  ram_latest #(.ROWS(SETS), .ROW_W(SET_W), .PARTS(WAYS*SECTORS), .PART_W(1)) u_full (
      .clk, .re(begins), .raddr(set), .rdata(full), .we(full_we), .waddr(s1_set),
      .wdata({WAYS*SECTORS{~gives}})
  );

  always @* begin
    for (int w = 0; w < WAYS; w++) begin
      new_ages[w*WAYS +: WAYS]      = (ages[w*WAYS +: WAYS] | {WAYS{way[w]}}) & ~way;
      full_we[w*SECTORS +: SECTORS] = ({SECTORS{gives}} | (filled & {SECTORS{fills}})) & {SECTORS{way[w]}};
    end
  end

  // ---- Which ways have lines, and which are pending

  logic [SETS*WAYS-1:0] there_q, pending_q;
  logic [SETS-1:0]      at;
  logic [WAYS-1:0]      there, pending, way_full, lost, new_there, new_pending;

  pick #(.WORDS(SETS), .WORD_W(WAYS)) u_there (.one(at), .words(there_q), .word(there));
  pick #(.WORDS(SETS), .WORD_W(WAYS)) u_pending (.one(at), .words(pending_q), .word(pending));

  always @* begin
    for (int n = 0; n < SETS; n++) at[n] = s1_set == SET_W'(n);
    for (int w = 0; w < WAYS; w++) way_full[w] = full[w*SECTORS +: SECTORS] != '0;
  end

  // A way that was pending has a line only if that has a valid sector.
  assign lost        = way & ({WAYS{evicts}} & ~pending | {WAYS{ends}} & ({WAYS{drops}} | ~way_full));
  assign new_there   = (there | (way & {WAYS{gives}})) & ~lost;
  assign new_pending = (pending | (way & {WAYS{opens}})) & ~(way & {WAYS{ends}});

  for (genvar n = 0; n < SETS; n++) begin : g_set
    always_ff @(posedge clk) begin
      if (rst) begin
        there_q[n*WAYS +: WAYS]   <= '0;
        pending_q[n*WAYS +: WAYS] <= '0;
      end else if (clears) begin
        there_q[n*WAYS +: WAYS]   <= there_q[n*WAYS +: WAYS] & pending_q[n*WAYS +: WAYS];
      end else if (at[n]) begin
        there_q[n*WAYS +: WAYS]   <= new_there;
        pending_q[n*WAYS +: WAYS] <= new_pending;
      end
    end
  end

  // ---- The line, and a victim: the lowest way without a line, else the oldest that is not pending

  logic [WAYS-1:0] may, bare;

  assign may  = ~pending;
  assign bare = ~there;

  always @* begin
    hit_mshr = '0;
    hit_full = '0;
    for (int w = 0; w < WAYS; w++) begin
      hit[w]    = there[w] & keys[w*KEY_W+MSHR_W +: TAG_W] == tag;
      victim[w] = may[w] & (may & ages[w*WAYS +: WAYS]) == '0;
      hit_mshr  = hit_mshr | (keys[w*KEY_W +: MSHR_W] & {MSHR_W{hit[w]}});
      hit_full  = hit_full | (full[w*SECTORS +: SECTORS] & {SECTORS{hit[w]}});
    end
    if (bare != '0) victim = bare & -bare;
    hit_pending = (hit & pending) != '0;
  end

endmodule

`default_nettype wire
