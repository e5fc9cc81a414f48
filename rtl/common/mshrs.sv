// MSHRs of an L2 slice or a node: for each line under fetch its place, the sectors to come, and the reads
// that wait. An MSHR with all its sectors answers its reads in their order. MSHRs answer one after the other,
// in the order in which they became complete.

`default_nettype none

module mshrs #(
    parameter int MSHRS  = 8,
    parameter int MSHR_W = 3,
    parameter int LIST   = 4,  // reads that each answers
    parameter int LIST_W = 3,  // bits of a number of these
    parameter int SET_W  = 3,
    parameter int WAYS   = 4,
    parameter int READ_W = 8
) (
    input  wire logic                                          clk,
    input  wire logic                                          rst,

    // ---- Stage 0: the place of the line of a response, and of the MSHR that answers next
    // MSHR of the response.
    input  wire logic [MSHR_W-1:0]                 resp_number,
    // Set of its line.
    output logic      [SET_W-1:0]                  resp_set,
    // Way of its line, one-hot.
    output logic      [WAYS-1:0]                   resp_way,
    // An MSHR answers its reads.
    output logic                                               replay_valid,
    // That MSHR; valid with `replay_valid`.
    output logic      [MSHR_W-1:0]                 replay_number,
    // Set of its line; valid with `replay_valid`.
    output logic      [SET_W-1:0]                  replay_set,
    // Way of its line, one-hot; valid with `replay_valid`.
    output logic      [WAYS-1:0]                   replay_way,
    // A replay begins: its read is in stage 1 in the next cycle.
    input  wire logic                                          replays,

    // ---- Stage 1: the MSHR of the pass
    // Its number: of a request that of the pending way of its line.
    input  wire logic [MSHR_W-1:0]                 s1_number,
    // Sectors that are to come.
    output logic      [ul1_pkg::SECTORS-1:0]                   s1_comes,
    // Sectors that failed.
    output logic      [ul1_pkg::SECTORS-1:0]                   s1_failed,
    // Its list is full.
    output logic                                               s1_list_full,
    // The read that a replay answers.
    output logic      [READ_W-1:0]                             s1_read,
    // The replay is that of the last read in the list.
    output logic                                               s1_last,
    // Its line is not kept behind the last replay.
    output logic                                               s1_drops,
    // An MSHR is free.
    output logic                                               free_valid,
    // The lowest that is free; valid with `free_valid`.
    output logic      [MSHR_W-1:0]                 free_number,

    // ---- Stage 1: what the pass does
    // The lowest free MSHR is opened.
    input  wire logic                                          opens,
    // The read joins the MSHR.
    input  wire logic                                          joins,
    // Set and way of the line; valid with `opens`.
    input  wire logic [SET_W-1:0]                  set,
    input  wire logic [WAYS-1:0]                   way,
    // The line is not kept; valid with `opens`.
    input  wire logic                                          opens_drops,
    // The line of the pass is not kept.
    input  wire logic                                          drops,
    // The lines of all open MSHRs are not kept.
    input  wire logic                                          drops_all,
    // Sectors that are fetched; valid with `opens` and `joins`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                   fetches,
    // The read; valid with `opens` and `joins`.
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
    output logic      [MSHRS*ul1_pkg::MSHRSTATE_W-1:0] mshr_state,
    // Sectors that are to come, for each.
    output logic      [MSHRS*ul1_pkg::SECTORS-1:0] mshr_sect,
    // Those of which the line is not kept.
    output logic      [MSHRS-1:0] mshr_drops
);

  localparam int SECTORS  = ul1_pkg::SECTORS;
  localparam int STATE_W  = ul1_pkg::MSHRSTATE_W;
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
    if (rst) begin
      opened_q <= '0;
      drops_q  <= '0;
    end else begin
      opened_q <= (opened_q | (free & {MSHRS{opens}})) & ~(at & {MSHRS{closes}});
      drops_q  <= (drops_q | (free & {MSHRS{opens & opens_drops}}) | (at & {MSHRS{drops}})
                   | (opened_q & {MSHRS{drops_all}})) & ~(at & {MSHRS{closes}});
    end
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
      set_q[free_number] <= set;
      way_q[free_number] <= way;
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

  assign mshr_drops = drops_q;

  always @* begin
    mshr_state = '0;
    mshr_sect  = '0;
    for (int i = 0; i < MSHRS; i++) begin
      mshr_sect [i*SECTORS +: SECTORS] = comes_q[i*SECTORS +: SECTORS];
      mshr_state[i*STATE_W +: STATE_W] = ~opened_q[i] ? ul1_pkg::MSHRSTATE_FREE
          : comes_q[i*SECTORS +: SECTORS] != '0 ? ul1_pkg::MSHRSTATE_COMES : ul1_pkg::MSHRSTATE_ANSWERS;
    end
  end

endmodule

`default_nettype wire
