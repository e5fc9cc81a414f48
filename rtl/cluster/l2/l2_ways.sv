// Ways of the sets of an L2 slice. Looks up a line, and selects the way that a new line would get. Keeps the
// line of each way, the bytes that are known, the dirty sectors and the age. A set is a row of memories,
// which is read at the end of stage 0. What the pass in stage 1 writes goes past the memories to a pass of
// its set in stage 0.

`default_nettype none

module l2_ways #(
    parameter  int LANES      = 32,
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES),
    localparam int PLINE_W    = ul1_pkg::pline_w(LANES)
) (
    input  wire logic                                      clk,
    input  wire logic                                      rst,

    // ---- Stage 0
    // A pass begins.
    input  wire logic                                      begins,
    // Its set; valid with `begins`.
    input  wire logic [ul1_pkg::L2_SET_W-1:0]              set,

    // ---- Stage 1: the line is looked up
    // Line of the request.
    input  wire logic [PLINE_W-1:0]                        s1_line,
    // Set of the pass.
    input  wire logic [ul1_pkg::L2_SET_W-1:0]              s1_set,
    // Way that has the line, one-hot; zero if none has it.
    output logic      [ul1_pkg::L2_WAYS-1:0]               hit,
    // That way waits for sectors of the line.
    output logic                                           hit_pending,
    // Its MSHR; valid with `hit_pending`.
    output logic      [ul1_pkg::L2_MSHR_W-1:0]             hit_mshr,
    // Its sectors of which all bytes are known, and dirty sectors; zero without `hit`.
    output logic      [ul1_pkg::SECTORS-1:0]               hit_full,
    output logic      [ul1_pkg::SECTORS-1:0]               hit_dirty,
    // Way that the line would get, one-hot; zero if all are pending.
    output logic      [ul1_pkg::L2_WAYS-1:0]               victim,
    // It has a line with dirty sectors.
    output logic                                           victim_dirty,

    // ---- Stage 1: what the pass does with a way
    // The way, one-hot.
    input  wire logic [ul1_pkg::L2_WAYS-1:0]               way,
    // It becomes the youngest.
    input  wire logic                                      touches,
    // It gets the line of the request, of which nothing is known.
    input  wire logic                                      gives,
    // It waits for sectors.
    input  wire logic                                      opens,
    // MSHR that is opened; valid with `opens`.
    input  wire logic [ul1_pkg::L2_MSHR_W-1:0]             mshr,
    // Bytes are written.
    input  wire logic                                      stores,
    // These; valid with `stores`.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_BYTES-1:0] be,
    // The sectors that have any of them; valid with `stores`.
    input  wire logic [ul1_pkg::SECTORS-1:0]               be_sect,
    // Sectors have come.
    input  wire logic                                      fills,
    // These; valid with `fills`.
    input  wire logic [ul1_pkg::SECTORS-1:0]               filled,
    // None of their bytes are known, else all; valid with `fills`.
    input  wire logic                                      fails,
    // It is written back: no sector is dirty any more.
    input  wire logic                                      cleans,
    // It waits no more.
    input  wire logic                                      ends,
    // Its line is not there any more; valid with `ends`.
    input  wire logic                                      drops,

    // ---- Stage 1: the write-back
    // Line of the way.
    output logic      [PLINE_W-1:0]                        way_line,
    // Known bytes of its dirty sectors.
    output logic      [LINE_WORDS*ul1_pkg::WORD_BYTES-1:0] way_be
);

  localparam int LINE_BE      = LINE_WORDS * ul1_pkg::WORD_BYTES;
  localparam int LOW          = ul1_pkg::L2_LOW;
  localparam int MSHR_W       = ul1_pkg::L2_MSHR_W;
  localparam int SECTORS      = ul1_pkg::SECTORS;
  localparam int SETS         = ul1_pkg::L2_SETS;
  localparam int SET_W        = ul1_pkg::L2_SET_W;
  localparam int WAYS         = ul1_pkg::L2_WAYS;
  localparam int AGES_W       = WAYS * WAYS;           // row w: the ways that are older than way w
  localparam int SECTOR_BYTES = LINE_BE / SECTORS;
  localparam int TAG_W        = PLINE_W - SET_W;       // a line's number without its set
  localparam int KEY_W        = TAG_W + MSHR_W;
  localparam int STATE_W      = WAYS * (2 + SECTORS);

  // ---- A line's number without its set, and with it

  function automatic logic [TAG_W-1:0] tag_of(input logic [PLINE_W-1:0] line);
    tag_of = TAG_W'({line >> LOW + SET_W << LOW}) | TAG_W'({line & ~({PLINE_W{1'b1}} << LOW)});
  endfunction

  function automatic logic [PLINE_W-1:0] line_of(input logic [TAG_W-1:0] tag, input logic [SET_W-1:0] at);
    line_of = PLINE_W'({tag >> LOW}) << LOW + SET_W | PLINE_W'({at}) << LOW
              | PLINE_W'({tag & ~({TAG_W{1'b1}} << LOW)});
  endfunction

  // ---- The row of the set

  logic [STATE_W-1:0]      state_read, state_kept_q, state, new_state;
  logic [AGES_W-1:0]       ages_read, ages_kept_q, ages, new_ages;
  logic [WAYS*KEY_W-1:0]   keys_read, keys_kept_q, keys, new_keys;
  logic [WAYS*LINE_BE-1:0] known_read, known_kept_q, known, new_known;
  logic                    changes, again;
  logic [WAYS-1:0]         keys_we, keys_past_q;
  logic [WAYS*SECTORS-1:0] known_we, known_past_q;
  logic                    state_past_q, ages_past_q;
  logic [SETS-1:0]         used_q;     // sets that were written since the reset
  logic                    s1_used_q;

  ram #(.ROWS(SETS), .ROW_W(SET_W), .PARTS(1), .PART_W(STATE_W)) u_state (
      .clk, .re(begins), .raddr(set), .rdata(state_read), .we(changes), .waddr(s1_set), .wdata(new_state)
  );
  ram #(.ROWS(SETS), .ROW_W(SET_W), .PARTS(1), .PART_W(AGES_W)) u_ages (
      .clk, .re(begins), .raddr(set), .rdata(ages_read), .we(touches), .waddr(s1_set), .wdata(new_ages)
  );
  ram #(.ROWS(SETS), .ROW_W(SET_W), .PARTS(WAYS), .PART_W(KEY_W)) u_keys (
      .clk, .re(begins), .raddr(set), .rdata(keys_read), .we(keys_we), .waddr(s1_set), .wdata(new_keys)
  );
  ram #(.ROWS(SETS), .ROW_W(SET_W), .PARTS(WAYS*SECTORS), .PART_W(SECTOR_BYTES)) u_known (
      .clk, .re(begins), .raddr(set), .rdata(known_read), .we(known_we), .waddr(s1_set), .wdata(new_known)
  );

  assign again = set == s1_set;

  always_ff @(posedge clk) begin
    if (rst)          used_q         <= '0;
    else if (changes) used_q[s1_set] <= 1'b1;
  end

  always_ff @(posedge clk) begin
    if (ul1_fn::sim_gate(begins)) begin
      s1_used_q    <= used_q[set] | (again & changes);
      state_past_q <= again & changes;
      ages_past_q  <= again & touches;
      keys_past_q  <= keys_we & {WAYS{again}};
      known_past_q <= known_we & {WAYS*SECTORS{again}};
      if (ul1_fn::sim_gate(again)) begin
        state_kept_q <= new_state;
        ages_kept_q  <= new_ages;
        keys_kept_q  <= new_keys;
        known_kept_q <= new_known;
      end
    end
  end

  always @* begin
    state = (state_past_q ? state_kept_q : state_read) & {STATE_W{s1_used_q}};
    ages  = ages_past_q ? ages_kept_q : ages_read;
    for (int w = 0; w < WAYS; w++)
      keys[w*KEY_W +: KEY_W] = keys_past_q[w] ? keys_kept_q[w*KEY_W +: KEY_W] : keys_read[w*KEY_W +: KEY_W];
    for (int i = 0; i < WAYS*SECTORS; i++)
      known[i*SECTOR_BYTES +: SECTOR_BYTES] = known_past_q[i] ? known_kept_q[i*SECTOR_BYTES +: SECTOR_BYTES]
          : known_read[i*SECTOR_BYTES +: SECTOR_BYTES];
  end

  // ---- The line, and a victim: the lowest way without a line, else the oldest that is not pending

  logic [WAYS-1:0]         there, pending, can, empty;
  logic [WAYS*SECTORS-1:0] dirty, full;
  logic [TAG_W-1:0]        tag;

  assign {dirty, pending, there} = state;
  assign tag   = tag_of(s1_line);
  assign can   = ~pending;
  assign empty = ~there;

  always @* begin
    for (int w = 0; w < WAYS; w++) begin
      hit[w]    = there[w] & keys[w*KEY_W+MSHR_W +: TAG_W] == tag;
      victim[w] = can[w] & (can & ages[w*WAYS +: WAYS]) == '0;
    end
    if (empty != '0) victim = empty & -empty;
    for (int i = 0; i < WAYS*SECTORS; i++) full[i] = &known[i*SECTOR_BYTES +: SECTOR_BYTES];
  end

  always @* begin
    hit_mshr     = '0;
    hit_full     = '0;
    hit_dirty    = '0;
    victim_dirty = 1'b0;
    for (int w = 0; w < WAYS; w++) begin
      hit_mshr     = hit_mshr     | (keys[w*KEY_W +: MSHR_W] & {MSHR_W{hit[w]}});
      hit_full     = hit_full     | (full [w*SECTORS +: SECTORS] & {SECTORS{hit[w]}});
      hit_dirty    = hit_dirty    | (dirty[w*SECTORS +: SECTORS] & {SECTORS{hit[w]}});
      victim_dirty = victim_dirty | (victim[w] & there[w] & dirty[w*SECTORS +: SECTORS] != '0);
    end
    hit_pending = (hit & pending) != '0;
  end

  // ---- The way of the pass

  logic [TAG_W-1:0]   way_tag;
  logic [LINE_BE-1:0] way_known, dirty_bytes;
  logic [SECTORS-1:0] way_dirty;

  always @* begin
    way_tag   = '0;
    way_known = '0;
    way_dirty = '0;
    for (int w = 0; w < WAYS; w++) begin
      way_tag   = way_tag   | (keys[w*KEY_W+MSHR_W +: TAG_W] & {TAG_W{way[w]}});
      way_known = way_known | (known[w*LINE_BE +: LINE_BE] & {LINE_BE{way[w]}});
      way_dirty = way_dirty | (dirty[w*SECTORS +: SECTORS] & {SECTORS{way[w]}});
    end
  end

  spread #(.BITS(SECTORS), .TIMES(SECTOR_BYTES)) u_dirty (.mask(way_dirty), .wide(dirty_bytes));

  assign way_line = line_of(way_tag, s1_set);
  assign way_be   = way_known & dirty_bytes;

  // ---- What the pass writes

  logic [WAYS-1:0]         new_there, new_pending;
  logic [WAYS*SECTORS-1:0] new_dirty;
  logic [LINE_BE-1:0]      line_known;

  assign changes     = gives | opens | stores | cleans | ends;
  assign new_state   = {new_dirty, new_pending, new_there};
  assign new_there   = (there | (way & {WAYS{gives}})) & ~(way & {WAYS{ends & drops}});
  assign new_pending = (pending | (way & {WAYS{opens}})) & ~(way & {WAYS{ends}});
  assign keys_we     = way & {WAYS{gives | opens}};
  assign new_keys    = {WAYS{tag, mshr}};
  assign line_known  = fills ? {LINE_BE{~fails}} : (way_known & {LINE_BE{~gives}}) | (be & {LINE_BE{stores}});
  assign new_known   = {WAYS{line_known}};

  always @* begin
    for (int w = 0; w < WAYS; w++) begin
      new_dirty[w*SECTORS +: SECTORS] = (dirty[w*SECTORS +: SECTORS]
                                         & {SECTORS{~(way[w] & (gives | cleans))}})
          | (be_sect & {SECTORS{way[w] & stores}});
      known_we[w*SECTORS +: SECTORS]  = (filled & {SECTORS{way[w] & fills}})
          | {SECTORS{way[w] & (gives | stores)}};
      new_ages[w*WAYS +: WAYS]        = (ages[w*WAYS +: WAYS] | {WAYS{way[w]}}) & ~way;
    end
  end

endmodule

`default_nettype wire
