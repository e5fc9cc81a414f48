// Fill unit: takes each response of memory in the cycle in which it comes. One cycle later read data are
// written to the array, and reported to the PRT entry or page walker that requested them. A PRT entry that is
// complete joins the filled queue. The head of the queue offers its waiting accesses to lsu as replays, one
// at a time. Answers to fences and failures of writes are passed on one cycle later, too.

`default_nettype none

module fill #(
    parameter  int LANES      = 32,
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES),
    localparam int LINE_W     = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                  clk,
    input  wire logic                                  rst,

    // ---- From memory: responses, always accepted
    // A response of memory arrives.
    input  wire logic                                  resp_valid,
    // Kind of request that the response answers; a write is answered only if it failed, or with its old words
    // as `atom`; valid with `resp_valid`.
    input  wire logic [ul1_pkg::MEMOP_W-1:0]           resp_op,
    // Number of the request that the response answers; valid with `resp_valid`.
    input  wire logic [ul1_pkg::NUMBER_W-1:0]          resp_number,
    // Sectors that a read response brings; valid with `resp_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]           resp_sect,
    // The read failed: the sectors of the response have no data; valid with `resp_valid`.
    input  wire logic                                  resp_err,
    // Virtual line of a failed write, as the request had it; valid with `resp_valid`.
    input  wire logic [LINE_W-1:0]                     resp_vline,
    // Words of the line, for a read response; valid with `resp_valid`.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_W-1:0] resp_data,

    // ---- To tag, data, prt and mmu: the response, one cycle later
    // Read data or a read error has arrived, for a PRT entry, a page walker, the constant cache or the
    // texture cache.
    output logic                                       fill_here,
    // The arrived response is for a PRT entry.
    output logic                                       fill_valid,
    // Page walkers that the arrived response is for (one bit at most).
    output logic      [ul1_pkg::WALKERS-1:0]           fill_walk,
    // The arrived response is for the constant cache.
    output logic                                       fill_con,
    // The arrived response is for the texture cache.
    output logic                                       fill_tex,
    // Fetch of the texture cache that the arrived response is for; valid with `fill_tex`.
    output logic      [ul1_pkg::TEX_FETCH_W-1:0]       fill_fetch,
    // PRT entry of the arrived response; valid with `fill_valid`.
    output logic      [ul1_pkg::PRT_W-1:0]             fill_prt,
    // Sectors that the arrived response brings; valid with `fill_here`.
    output logic      [ul1_pkg::SECTORS-1:0]           fill_sect,
    // The arrived response reports a read error; valid with `fill_here`.
    output logic                                       fill_err,
    // Words of the arrived line; valid with `fill_here`.
    output logic      [LINE_WORDS*ul1_pkg::WORD_W-1:0] fill_data,

    // ---- From prt: entries that are complete
    // The arriving response completes its PRT entry, so that its accesses can be replayed.
    input  wire logic                                  done_fill,
    // The translation failure completes its PRT entry, so that its accesses can be replayed to fail.
    input  wire logic                                  done_fault,
    // PRT entry of the offered read; else 0; valid with `head_valid`.
    input  wire logic [ul1_pkg::PRT_W-1:0]             head_prt,

    // ---- To lsu and tag: completed fences; to outside the L1: failed writes
    // Memory has completed a fence: all writes before it are performed.
    output logic                                       answer_fence,
    // Number of the completed fence: an instruction-table entry, or CMD_ID; valid with `answer_fence`.
    output logic      [ul1_pkg::ID_W-1:0]              answer_id,
    // A write has failed in memory.
    output logic                                       memfail_valid,
    // Virtual line of the failed write; valid with `memfail_valid`.
    output logic      [LINE_W-1:0]                     memfail_line,

    // ---- To prt and lsu: the next replay; from prt and lsu: its outcome
    // An access waits to be replayed.
    output logic                                       replay_valid,
    // PRT entry of the access that waits to be replayed; valid with `replay_valid`.
    output logic      [ul1_pkg::PRT_W-1:0]             replay_prt,
    // Position of the access in its PRT entry; valid with `replay_valid`.
    output logic      [ul1_pkg::MERGE_W-1:0]           replay_pos,
    // The access to replay is the last of its PRT entry; valid with `replay_valid`.
    input  wire logic                                  merged_last,
    // The replay on offer is taken in this cycle.
    input  wire logic                                  coalesce_ready
);

  localparam int PRT      = ul1_pkg::PRT;
  localparam int PRT_W    = ul1_pkg::PRT_W;
  localparam int WALKERS  = ul1_pkg::WALKERS;
  localparam int ID_W     = ul1_pkg::ID_W;
  localparam int NUMBER_W = ul1_pkg::NUMBER_W;
  // Bits of a number that identify a PRT entry or a fence
  localparam int KEPT_W   = PRT_W > ID_W ? PRT_W : ID_W;

  // The response of the previous cycle
  logic              reads;  // the response is for a read
  logic              entry;  // the response's number is a PRT entry
  logic [KEPT_W-1:0] number_q;

  assign fill_here = fill_valid | fill_walk != '0 | fill_con | fill_tex;
  assign fill_prt  = fill_valid ? number_q[PRT_W-1:0] : '0;
  assign answer_id = number_q[ID_W-1:0];

  logic [WALKERS-1:0] walks;

  always @* begin
    reads = 1'b0;
    entry = 1'b0;
    walks = '0;
    if (ul1_fn::sim_gate(resp_valid)) begin
      reads = resp_op == ul1_pkg::MEMOP_READ;
      entry = resp_number < NUMBER_W'(PRT);
      for (int w = 0; w < WALKERS; w++) walks[w] = resp_valid & reads & resp_number == NUMBER_W'(PRT + w);
    end
  end

  if (ul1_pkg::CONSTANTS == 0) begin : g_none
    assign fill_con = 1'b0;
  end else begin : g_constants
    always_ff @(posedge clk) begin
      fill_con <= resp_valid & reads & resp_number == NUMBER_W'(ul1_pkg::CON_NUMBER) & ~rst;
    end
  end

  if (ul1_pkg::TEXTURE == 0) begin : g_plain
    assign fill_tex   = 1'b0;
    assign fill_fetch = '0;
  end else begin : g_textures
    always_ff @(posedge clk) begin
      fill_tex <= resp_valid & reads & resp_number >= NUMBER_W'(ul1_pkg::TEX_NUMBER) & ~rst;
      if (resp_valid) fill_fetch <= ul1_pkg::TEX_FETCH_W'(resp_number - NUMBER_W'(ul1_pkg::TEX_NUMBER));
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      fill_valid    <= 1'b0;
      fill_walk     <= '0;
      answer_fence  <= 1'b0;
      memfail_valid <= 1'b0;
    end else begin
      fill_valid    <= resp_valid & reads & entry;
      fill_walk     <= walks;
      answer_fence  <= resp_valid & resp_op == ul1_pkg::MEMOP_FENCE;
      memfail_valid <= resp_valid & resp_op == ul1_pkg::MEMOP_WRITE;
    end
    if (resp_valid) begin
      number_q       <= KEPT_W'(resp_number);
      fill_sect    <= resp_sect;
      fill_err     <= resp_err;
      memfail_line <= resp_vline;
      if (reads) fill_data <= resp_data;
    end
  end

  // Filled queue: a ring. An entry is in it once at most, so it never overflows. Two entries may join in one
  // cycle; the one completed by a response is first.
  logic [PRT_W-1:0] queue_q [0:2**PRT_W-1];
  logic [PRT_W:0]   head_q, tail_q, second;  // one bit more than an index, to tell full from empty

  assign second       = tail_q + (PRT_W+1)'(done_fill);
  assign replay_valid = head_q != tail_q;
  assign replay_prt   = replay_valid ? queue_q[head_q[PRT_W-1:0]] : '0;

  always_ff @(posedge clk) begin
    if (done_fill)  queue_q[tail_q[PRT_W-1:0]]   <= fill_prt;
    if (done_fault) queue_q[second[PRT_W-1:0]] <= head_prt;
    if (rst) begin
      head_q       <= '0;
      tail_q       <= '0;
      replay_pos <= '0;
    end else begin
      tail_q <= second + (PRT_W+1)'(done_fault);
      if (replay_valid & coalesce_ready) begin
        replay_pos <= merged_last ? '0 : replay_pos + 1'b1;
        head_q       <= head_q + (PRT_W+1)'(merged_last);
      end
    end
  end

  always @(posedge clk) begin
    if (!rst & resp_valid) begin  // no request has such a number
      assert (!(reads && (32'(resp_number) >= ul1_pkg::READ_NUMBERS || resp_sect == '0))
              && resp_op <= (ul1_pkg::GLOBAL_ATOMICS > 1 ? ul1_pkg::MEMOP_ATOM : ul1_pkg::MEMOP_FENCE));
    end
    if (!rst & (done_fill | done_fault | replay_valid)) begin
      // An entry is complete once
      assert (!(done_fill && !fill_valid) && !(done_fill && done_fault && fill_prt == head_prt));
      assert (tail_q - head_q <= (PRT_W+1)'(PRT) && replay_pos < ul1_pkg::MERGE_W'(ul1_pkg::MERGE));
    end
  end

endmodule

`default_nettype wire
