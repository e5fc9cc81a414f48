// MSHRs of a node: for each line under fetch its place, the sectors to come, and the reads that wait. An MSHR
// whose sectors have all come answers its reads, in their order; the first that is complete goes first. One
// that is closed takes no reads any more, and its line is not kept.

`default_nettype none

module node_mshrs #(
    parameter int READ_W = 8
) (
    input  wire logic                                             clk,
    input  wire logic                                             rst,

    // ---- Stage 0: the place of the line of a reply, and of the MSHR that answers next
    // MSHR of the reply.
    input  wire logic [ul1_pkg::NODE_MSHR_W-1:0]                  fill_number,
    // Set of its line.
    output logic      [ul1_pkg::NODE_SET_W-1:0]                   fill_set,
    // Way of its line, one-hot.
    output logic      [ul1_pkg::NODE_WAYS-1:0]                    fill_way,
    // An MSHR answers its reads.
    output logic                                                  replay_valid,
    // That MSHR; valid with `replay_valid`.
    output logic      [ul1_pkg::NODE_MSHR_W-1:0]                  replay_number,
    // Set of its line; valid with `replay_valid`.
    output logic      [ul1_pkg::NODE_SET_W-1:0]                   replay_set,
    // Way of its line, one-hot; valid with `replay_valid`.
    output logic      [ul1_pkg::NODE_WAYS-1:0]                    replay_way,
    // A replay begins: its read is in stage 1 in the next cycle.
    input  wire logic                                             replays,

    // ---- Stage 1: the MSHR of the pass
    // Its number: of a request that of the pending way of its line.
    input  wire logic [ul1_pkg::NODE_MSHR_W-1:0]                  s1_number,
    // Sectors that are to come.
    output logic      [ul1_pkg::SECTORS-1:0]                      s1_comes,
    // Sectors that failed.
    output logic      [ul1_pkg::SECTORS-1:0]                      s1_failed,
    // Its list is full.
    output logic                                                  s1_list_full,
    // It is closed.
    output logic                                                  s1_closed,
    // The read that a replay answers.
    output logic      [READ_W-1:0]                                s1_read,
    // The replay is that of the last read in the list.
    output logic                                                  s1_last,
    // An MSHR is free.
    output logic                                                  free_valid,
    // The lowest that is free; valid with `free_valid`.
    output logic      [ul1_pkg::NODE_MSHR_W-1:0]                  free_number,

    // ---- Stage 1: what the pass does
    // The lowest free MSHR is opened.
    input  wire logic                                             opens,
    // The read merges into the list of the MSHR.
    input  wire logic                                             merges,
    // The MSHR is closed.
    input  wire logic                                             closes,
    // All that are open are closed.
    input  wire logic                                             closes_all,
    // Set and way of the line; valid with `opens`.
    input  wire logic [ul1_pkg::NODE_SET_W-1:0]                   set,
    input  wire logic [ul1_pkg::NODE_WAYS-1:0]                    way,
    // Sectors that are fetched; valid with `opens` and `merges`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                      asks,
    // The read; valid with `opens` and `merges`.
    input  wire logic [READ_W-1:0]                                read,
    // Sectors have come.
    input  wire logic                                             fills,
    // These; valid with `fills`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                      filled,
    // They failed; valid with `fills`.
    input  wire logic                                             fails,
    // The read of the replay is answered.
    input  wire logic                                             answers,

    // ---- For waves and checks
    // State of each MSHR.
    output logic      [ul1_pkg::NODE_MSHRS*ul1_pkg::L2MSHR_W-1:0] mshr_state,
    // Sectors that are to come, for each.
    output logic      [ul1_pkg::NODE_MSHRS*ul1_pkg::SECTORS-1:0]  mshr_sect,
    // Those that are closed.
    output logic      [ul1_pkg::NODE_MSHRS-1:0]                   mshr_closed
);

  localparam int LIST    = ul1_pkg::NODE_LIST;
  localparam int LIST_W  = ul1_pkg::NODE_LIST_W;
  localparam int MSHRS   = ul1_pkg::NODE_MSHRS;
  localparam int MSHR_W  = ul1_pkg::NODE_MSHR_W;
  localparam int SECTORS = ul1_pkg::SECTORS;
  localparam int SET_W   = ul1_pkg::NODE_SET_W;
  localparam int STATE_W = ul1_pkg::L2MSHR_W;
  localparam int WAYS    = ul1_pkg::NODE_WAYS;
  localparam int LISTS   = MSHRS * LIST == 1 ? 2 : MSHRS << $clog2(LIST);  // rows of the lists
  localparam int LISTS_W = $clog2(LISTS);

  logic [MSHRS-1:0]         open_q, closed_q, idle, lowest, here, takes;
  logic [SET_W-1:0]         set_q [0:ul1_fn::entries(MSHRS)-1];
  logic [WAYS-1:0]          way_q [0:ul1_fn::entries(MSHRS)-1];
  logic [MSHRS*SECTORS-1:0] to_come_q, err_q;  // sectors of each
  logic [MSHRS*LIST_W-1:0]  count_q;           // reads in the list of each

  // ---- The lowest free one

  assign idle       = ~open_q;
  assign lowest     = idle & -idle;
  assign free_valid = idle != '0;

  always @* begin
    free_number = '0;
    for (int i = 0; i < MSHRS; i++) free_number = free_number | (MSHR_W'(i) & {MSHR_W{lowest[i]}});
  end

  // ---- Those that answer: a ring

  logic [MSHR_W-1:0] ring_q [0:ul1_fn::entries(MSHRS)-1];
  logic [MSHR_W-1:0] front_q, back_q;  // the place of the first one, and that behind the last
  logic [MSHR_W:0]   ready_q;          // how many there are
  logic [LIST_W-1:0] place_q;          // place in the list of the read that is answered next
  logic [LIST_W-1:0] count;            // reads in the list of the MSHR of the pass
  logic              whole, over;

  assign replay_valid  = ready_q != '0;
  assign replay_number = ring_q[front_q];
  assign replay_set    = set_q[replay_number];
  assign replay_way    = way_q[replay_number];
  assign fill_set      = set_q[fill_number];
  assign fill_way      = way_q[fill_number];

  assign whole   = fills & (s1_comes & ~filled) == '0;
  assign s1_last = place_q + 1'b1 == count;
  assign over    = answers & s1_last;

  function automatic logic [MSHR_W-1:0] next_in_ring(input logic [MSHR_W-1:0] at);
    next_in_ring = at == MSHR_W'(MSHRS - 1) ? '0 : at + 1'b1;
  endfunction

  always_ff @(posedge clk) begin
    if (rst) begin
      front_q <= '0;
      back_q  <= '0;
      ready_q <= '0;
      place_q <= '0;
    end else begin
      ready_q <= ready_q + (MSHR_W+1)'(whole) - (MSHR_W+1)'(over);
      if (whole)   back_q  <= next_in_ring(back_q);
      if (over)    front_q <= next_in_ring(front_q);
      if (answers) place_q <= s1_last ? '0 : place_q + 1'b1;
    end
    if (whole) ring_q[back_q] <= s1_number;
  end

  // ---- Each MSHR

  always @* begin
    for (int i = 0; i < MSHRS; i++) here[i] = s1_number == MSHR_W'(i);
  end

  pick #(.WORDS(MSHRS), .WORD_W(SECTORS)) u_to_come (.one(here), .words(to_come_q), .word(s1_comes));
  pick #(.WORDS(MSHRS), .WORD_W(SECTORS)) u_err (.one(here), .words(err_q), .word(s1_failed));
  pick #(.WORDS(MSHRS), .WORD_W(LIST_W)) u_count (.one(here), .words(count_q), .word(count));

  assign s1_list_full = count == LIST_W'(LIST);
  assign s1_closed    = (here & closed_q) != '0;
  assign takes        = (lowest & {MSHRS{opens}}) | (here & {MSHRS{merges}});

  always_ff @(posedge clk) begin
    if (rst) begin
      open_q   <= '0;
      closed_q <= '0;
    end else begin
      open_q   <= (open_q | (lowest & {MSHRS{opens}})) & ~(here & {MSHRS{over}});
      closed_q <= (closed_q | (here & {MSHRS{closes}}) | (open_q & {MSHRS{closes_all}}))
          & ~(here & {MSHRS{over}});
    end
  end

  for (genvar i = 0; i < MSHRS; i++) begin : g_each
    always_ff @(posedge clk) begin
      if (takes[i]) begin
        to_come_q[i*SECTORS +: SECTORS] <= asks | (to_come_q[i*SECTORS +: SECTORS] & {SECTORS{merges}});
        err_q[i*SECTORS +: SECTORS]     <= err_q[i*SECTORS +: SECTORS] & {SECTORS{merges}};
        count_q[i*LIST_W +: LIST_W]     <= opens ? LIST_W'(1) : count_q[i*LIST_W +: LIST_W] + 1'b1;
      end else if (here[i] & fills) begin
        to_come_q[i*SECTORS +: SECTORS] <= to_come_q[i*SECTORS +: SECTORS] & ~filled;
        err_q[i*SECTORS +: SECTORS]     <= err_q[i*SECTORS +: SECTORS] | (filled & {SECTORS{fails}});
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

  function automatic logic [LISTS_W-1:0] row_of(input logic [MSHR_W-1:0] number,
                                                input logic [LIST_W-1:0] place);
    row_of = LISTS_W'({number}) << $clog2(LIST) | LISTS_W'({place});
  endfunction

  ram #(.ROWS(LISTS), .ROW_W(LISTS_W), .PARTS(1), .PART_W(READ_W)) u_reads (
      .clk, .re(replays), .raddr(row_of(replay_number, place_q)), .rdata(s1_read), .we(opens | merges),
      .waddr(opens ? row_of(free_number, '0) : row_of(s1_number, count)), .wdata(read)
  );

  // ---- For waves and checks

  assign mshr_sect   = to_come_q;
  assign mshr_closed = closed_q;

  always @* begin
    for (int i = 0; i < MSHRS; i++)
      mshr_state[i*STATE_W +: STATE_W] = idle[i] ? ul1_pkg::L2MSHR_FREE
          : to_come_q[i*SECTORS +: SECTORS] != '0 ? ul1_pkg::L2MSHR_COMES : ul1_pkg::L2MSHR_ANSWERS;
  end

endmodule

`default_nettype wire
