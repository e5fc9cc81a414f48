// Fill unit: takes whatever the memory sends, at once. For a cycle it stands here while it is written to the array and
// noted where it was waited for; an entry of the pending request table that is complete with it joins a queue, from whose
// head the accesses that waited are handed out one by one, to be replayed. Answers to fences and failures of writes are
// passed on likewise.

`default_nettype none

module fill #(
    parameter  int LANES  = 32,
    localparam int BANKS  = ul1_pkg::banks(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                             clk,
    input  wire logic                             rst,

    // from outside: responses of the memory, always accepted
    input  wire logic                             resp_valid,
    input  wire logic [ul1_pkg::MEMOP_W-1:0]      resp_op,
    input  wire logic [ul1_pkg::NUMBER_W-1:0]     resp_number,
    input  wire logic [ul1_pkg::SECTORS-1:0]      resp_sect,
    input  wire logic                             resp_err,
    input  wire logic [LINE_W-1:0]                resp_vline,
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0] resp_data,

    // to tag, data, prt, mmu: the words, a cycle later
    output logic                                  fill_here,
    output logic                                  fill_valid,
    output logic      [ul1_pkg::WALKERS-1:0]        fill_walk,
    output logic      [ul1_pkg::PRT_W-1:0]        fill_prt,
    output logic      [ul1_pkg::SECTORS-1:0]      fill_sect,
    output logic                                  fill_err,
    output logic      [BANKS*ul1_pkg::WORD_W-1:0] fill_data,

    // from prt: entries that are complete
    input  wire logic                             done_fill,
    input  wire logic                             done_fault,
    input  wire logic [ul1_pkg::PRT_W-1:0]        head_prt,

    // to lsu, tag: a fence is answered; to outside: a write has failed
    output logic                                  answer_fence,
    output logic      [ul1_pkg::ID_W-1:0]         answer_id,
    output logic                                  memfail_valid,
    output logic      [LINE_W-1:0]                memfail_line,

    // to and from prt, arb: the replay to make next
    output logic                                  replay_valid,
    output logic      [ul1_pkg::PRT_W-1:0]        replay_prt,
    output logic      [ul1_pkg::MERGE_W-1:0]      replay_pos,
    input  wire logic                             merged_last,
    input  wire logic                             gather_ready
);

  localparam int PRT      = ul1_pkg::PRT;
  localparam int PRT_W    = ul1_pkg::PRT_W;
  localparam int WALKERS    = ul1_pkg::WALKERS;
  localparam int ID_W     = ul1_pkg::ID_W;
  localparam int NUMBER_W = ul1_pkg::NUMBER_W;
  localparam int KEPT_W   = PRT_W > ID_W ? PRT_W : ID_W;   // bits of a number that say whose the answer is

  // The response of the cycle before
  logic              reads;  // it answers a read,
  logic              entry;  // of an entry of the pending request table
  logic [KEPT_W-1:0] number;

  assign fill_here = fill_valid | fill_walk != '0;
  assign fill_prt  = fill_valid ? number[PRT_W-1:0] : '0;
  assign answer_id = number[ID_W-1:0];

  logic [WALKERS-1:0] walks;

  always @* begin
    reads = 1'b0;
    entry = 1'b0;
    walks = '0;
    if (ul1_fn::worth(resp_valid)) begin
      reads = resp_op == ul1_pkg::MEMOP_READ;
      entry = resp_number < NUMBER_W'(PRT);
      for (int w = 0; w < WALKERS; w++) walks[w] = resp_valid & reads & resp_number == NUMBER_W'(PRT + w);
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
      number       <= KEPT_W'(resp_number);
      fill_sect    <= resp_sect;
      fill_err     <= resp_err;
      memfail_line <= resp_vline;
      if (reads) fill_data <= resp_data;
    end
  end

  // The filled queue: a ring. An entry is in it once at most, so it has room for all of them. Two may join in one cycle,
  // the one that something has arrived for first.
  logic [PRT_W-1:0] queue [0:2**PRT_W-1];
  logic [PRT_W:0]   head, tail, second;  // a bit more than an index, to tell full from empty

  assign second       = tail + (PRT_W+1)'(done_fill);
  assign replay_valid = head != tail;
  assign replay_prt   = replay_valid ? queue[head[PRT_W-1:0]] : '0;

  always_ff @(posedge clk) begin
    if (done_fill)  queue[tail[PRT_W-1:0]]   <= fill_prt;
    if (done_fault) queue[second[PRT_W-1:0]] <= head_prt;
    if (rst) begin
      head       <= '0;
      tail       <= '0;
      replay_pos <= '0;
    end else begin
      tail <= second + (PRT_W+1)'(done_fault);
      if (replay_valid & gather_ready) begin
        replay_pos <= merged_last ? '0 : replay_pos + 1'b1;
        head       <= head + (PRT_W+1)'(merged_last);
      end
    end
  end

  always @(posedge clk) begin
    if (!rst & resp_valid) begin   // a number that nobody asks with
      assert (!(reads && (32'(resp_number) >= PRT + WALKERS || resp_sect == '0)) && resp_op <= ul1_pkg::MEMOP_FENCE);
    end
    if (!rst & (done_fill | done_fault | replay_valid)) begin
      assert (!(done_fill && !fill_valid) && !(done_fill && done_fault && fill_prt == head_prt));  // complete once
      assert (tail - head <= (PRT_W+1)'(PRT) && replay_pos < ul1_pkg::MERGE_W'(ul1_pkg::MERGE));
    end
  end

endmodule

`default_nettype wire
