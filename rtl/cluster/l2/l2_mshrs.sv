// MSHRs of an L2 slice: for each line under fetch its place, the sectors to come, and the reads that wait.
// An MSHR whose sectors have all come answers its reads, in their order; the first that is complete goes
// first.

`default_nettype none

module l2_mshrs #(
    parameter int READ_W = 8
) (
    input  wire logic                                          clk,
    input  wire logic                                          rst,

    // ---- Stage 0: the place of the line of a response, and of the MSHR that answers next
    // MSHR of the response.
    input  wire logic [ul1_pkg::L2_MSHR_W-1:0]                 resp_number,
    // Set of its line.
    output logic      [ul1_pkg::L2_SET_W-1:0]                  resp_set,
    // Way of its line, one-hot.
    output logic      [ul1_pkg::L2_WAYS-1:0]                   resp_way,
    // An MSHR answers its reads.
    output logic                                               replay_valid,
    // That MSHR; valid with `replay_valid`.
    output logic      [ul1_pkg::L2_MSHR_W-1:0]                 replay_number,
    // Set of its line; valid with `replay_valid`.
    output logic      [ul1_pkg::L2_SET_W-1:0]                  replay_set,
    // Way of its line, one-hot; valid with `replay_valid`.
    output logic      [ul1_pkg::L2_WAYS-1:0]                   replay_way,
    // A replay begins: its read is in stage 1 in the next cycle.
    input  wire logic                                          replays,

    // ---- Stage 1: the MSHR of the pass
    // Its number: of a request that of the pending way of its line.
    input  wire logic [ul1_pkg::L2_MSHR_W-1:0]                 s1_number,
    // Sectors that are to come.
    output logic      [ul1_pkg::SECTORS-1:0]                   s1_comes,
    // Sectors that failed.
    output logic      [ul1_pkg::SECTORS-1:0]                   s1_failed,
    // Its list is full.
    output logic                                               s1_list_full,
    // The read that a replay answers: its number and its sectors.
    output logic      [READ_W-1:0]                             s1_read,
    // The replay is that of the last read in the list.
    output logic                                               s1_last,
    // Its line is not there any more afterwards.
    output logic                                               s1_drops,
    // An MSHR is free.
    output logic                                               free_valid,
    // The lowest that is free; valid with `free_valid`.
    output logic      [ul1_pkg::L2_MSHR_W-1:0]                 free_number,

    // ---- Stage 1: what the pass does
    // The lowest free MSHR is opened.
    input  wire logic                                          opens,
    // The read joins the MSHR.
    input  wire logic                                          joins,
    // Set and way of the line; valid with `opens`.
    input  wire logic [ul1_pkg::L2_SET_W-1:0]                  set,
    input  wire logic [ul1_pkg::L2_WAYS-1:0]                   way,
    // The line is not there any more after the last replay; valid with `opens`.
    input  wire logic                                          drops,
    // Sectors that are fetched; valid with `opens` and `joins`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                   fetches,
    // The read: its number and its sectors; valid with `opens` and `joins`.
    input  wire logic [READ_W-1:0]                             read,
    // Sectors have come.
    input  wire logic                                          fills,
    // These; valid with `fills`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                   filled,
    // They failed; valid with `fills`.
    input  wire logic                                          fails,
    // The read of the replay is answered.
    input  wire logic                                          answers,

    // ---- State, for waves
    // State of each MSHR.
    output logic      [ul1_pkg::L2_MSHRS*ul1_pkg::L2MSHR_W-1:0] mshr_state,
    // Sectors that are to come, for each.
    output logic      [ul1_pkg::L2_MSHRS*ul1_pkg::SECTORS-1:0] mshr_sect
);

  localparam int LIST     = ul1_pkg::L2_LIST;
  localparam int LIST_W   = ul1_pkg::L2_LIST_W;
  localparam int MSHRS    = ul1_pkg::L2_MSHRS;
  localparam int MSHR_W   = ul1_pkg::L2_MSHR_W;
  localparam int SECTORS  = ul1_pkg::SECTORS;
  localparam int SET_W    = ul1_pkg::L2_SET_W;
  localparam int STATE_W  = ul1_pkg::L2MSHR_W;
  localparam int WAYS     = ul1_pkg::L2_WAYS;
  localparam int LISTS    = MSHRS * LIST == 1 ? 2 : MSHRS << $clog2(LIST);  // rows of the lists
  localparam int LISTS_W  = $clog2(LISTS);
  localparam int LAST     = MSHRS - 1;

  logic [MSHRS-1:0]   opened_q, drops_q, unused, free, at, fill_at, list_at;
  logic [SET_W-1:0]   set_q    [0:ul1_fn::entries(MSHRS)-1];
  logic [WAYS-1:0]    way_q    [0:ul1_fn::entries(MSHRS)-1];
  logic [MSHRS*SECTORS-1:0] comes_q, failed_q;  // sectors of each
  logic [MSHRS*LIST_W-1:0]  listed_q;           // reads in the list of each

  // ---- The lowest free one

  always @* begin
    free_number = '0;
    unused      = ~opened_q;
    free        = unused & -unused;
    free_valid  = unused != '0;
    for (int i = 0; i < MSHRS; i++) free_number = free_number | (MSHR_W'(i) & {MSHR_W{free[i]}});
  end

  // ---- Those that answer: a ring

  logic [MSHR_W-1:0] answer_q [0:ul1_fn::entries(MSHRS)-1];
  logic [MSHR_W-1:0] first_q, last_q;  // the first one's place, and the place behind the last
  logic [MSHR_W:0]   answering_q;
  logic [LIST_W-1:0] next_q;           // place in the list of the read that is answered next
  logic [LIST_W-1:0] listed;           // reads in the list of the MSHR of the pass
  logic              completes, closes;

  assign replay_valid  = answering_q != '0;
  assign replay_number = answer_q[first_q];
  assign replay_set    = set_q[replay_number];
  assign replay_way    = way_q[replay_number];
  assign resp_set      = set_q[resp_number];
  assign resp_way      = way_q[resp_number];

  assign completes = fills & (s1_comes & ~filled) == '0;
  assign s1_last   = next_q + 1'b1 == listed;
  assign closes    = answers & s1_last;

  function automatic logic [MSHR_W-1:0] behind(input logic [MSHR_W-1:0] place);
    behind = place == MSHR_W'(LAST) ? '0 : place + 1'b1;
  endfunction

  always_ff @(posedge clk) begin
    if (rst) begin
      first_q     <= '0;
      last_q      <= '0;
      answering_q <= '0;
      next_q      <= '0;
    end else begin
      answering_q <= answering_q + (MSHR_W+1)'(completes) - (MSHR_W+1)'(closes);
      if (completes) last_q  <= behind(last_q);
      if (closes)    first_q <= behind(first_q);
      if (answers)   next_q  <= s1_last ? '0 : next_q + 1'b1;
    end
    if (completes) answer_q[last_q] <= s1_number;
  end

  // ---- Each MSHR

  always @* begin
    for (int i = 0; i < MSHRS; i++) at[i] = s1_number == MSHR_W'(i);
  end

  pick #(.WORDS(MSHRS), .WORD_W(SECTORS)) u_comes (.one(at), .words(comes_q), .word(s1_comes));
  pick #(.WORDS(MSHRS), .WORD_W(SECTORS)) u_failed (.one(at), .words(failed_q), .word(s1_failed));
  pick #(.WORDS(MSHRS), .WORD_W(LIST_W)) u_listed (.one(at), .words(listed_q), .word(listed));

  assign s1_list_full = listed == LIST_W'(LIST);
  assign s1_drops     = (at & drops_q) != '0;
  assign fill_at      = at & {MSHRS{fills}};
  assign list_at      = (free & {MSHRS{opens}}) | (at & {MSHRS{joins}});

  always_ff @(posedge clk) begin
    if (rst) opened_q <= '0;
    else     opened_q <= (opened_q | (free & {MSHRS{opens}})) & ~(at & {MSHRS{closes}});
  end

  for (genvar i = 0; i < MSHRS; i++) begin : g_mshr
    always_ff @(posedge clk) begin
      if (list_at[i]) begin
        comes_q [i*SECTORS +: SECTORS] <= fetches | (comes_q[i*SECTORS +: SECTORS] & {SECTORS{~opens}});
        failed_q[i*SECTORS +: SECTORS] <= failed_q[i*SECTORS +: SECTORS] & {SECTORS{~opens}};
        listed_q[i*LIST_W +: LIST_W]   <= (listed_q[i*LIST_W +: LIST_W] & {LIST_W{~opens}}) + 1'b1;
      end
      if (fill_at[i]) begin
        comes_q [i*SECTORS +: SECTORS] <= comes_q[i*SECTORS +: SECTORS] & ~filled;
        failed_q[i*SECTORS +: SECTORS] <= failed_q[i*SECTORS +: SECTORS] | (filled & {SECTORS{fails}});
      end
    end
  end

  always_ff @(posedge clk) begin
    if (opens) begin
      set_q[free_number]   <= set;
      way_q[free_number]   <= way;
      drops_q[free_number] <= drops;
    end
  end

  // ---- The lists: a row for each place of each MSHR

  function automatic logic [LISTS_W-1:0] list_row(input logic [MSHR_W-1:0] number,
                                                  input logic [LIST_W-1:0] place);
    list_row = LISTS_W'({number}) << $clog2(LIST) | LISTS_W'({place});
  endfunction

  ram #(.ROWS(LISTS), .ROW_W(LISTS_W), .PARTS(1), .PART_W(READ_W)) u_lists (
      .clk, .re(replays), .raddr(list_row(replay_number, next_q)), .rdata(s1_read),
      .we(opens | joins), .waddr(opens ? list_row(free_number, '0) : list_row(s1_number, listed)),
      .wdata(read)
  );

  // ---- State, for waves

  always @* begin
    mshr_state = '0;
    mshr_sect  = '0;
    for (int i = 0; i < MSHRS; i++) begin
      mshr_sect [i*SECTORS +: SECTORS] = comes_q[i*SECTORS +: SECTORS];
      mshr_state[i*STATE_W +: STATE_W] = ~opened_q[i] ? ul1_pkg::L2MSHR_FREE
          : comes_q[i*SECTORS +: SECTORS] != '0 ? ul1_pkg::L2MSHR_COMES : ul1_pkg::L2MSHR_ANSWERS;
    end
  end

endmodule

`default_nettype wire
