// Replies: a queue of memory's responses on their way to L1s, which take each response in its cycle. Memory
// waits while the queue is full. Behind a run of responses one cycle has none, so that a memory that answers
// in every cycle leaves the array's write port to the write data buffer.

`default_nettype none

module replies #(
    parameter  int LANES      = 32,
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES),
    localparam int LINE_W     = ul1_pkg::line_w(LANES),
    localparam int WORD_W     = ul1_pkg::WORD_W
) (
    input  wire logic                             clk,
    input  wire logic                             rst,

    // ---- From memory: responses
    // Memory offers a response; it stays unchanged until it is taken.
    input  wire logic                             resp_valid,
    // Kind of request that the response answers; valid with `resp_valid`.
    input  wire logic [ul1_pkg::MEMOP_W-1:0]      resp_op,
    // Number of the request that the response answers; valid with `resp_valid`.
    input  wire logic [ul1_pkg::SHARED_TAG_W-1:0] resp_number,
    // Sectors that a read response brings; valid with `resp_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]      resp_sect,
    // The read failed: the sectors of the response have no data; valid with `resp_valid`.
    input  wire logic                             resp_err,
    // Virtual line of a failed write, as the request had it; valid with `resp_valid`.
    input  wire logic [LINE_W-1:0]                resp_vline,
    // Words of the line, for a read response; valid with `resp_valid`.
    input  wire logic [LINE_WORDS*WORD_W-1:0]     resp_data,
    // A response that is offered in this cycle is taken.
    output logic                                  resp_ready,

    // ---- To the L1s: the oldest response, always accepted
    // A response leaves.
    output logic                                  answer_valid,
    // Kind of request that the response answers; valid with `answer_valid`.
    output logic      [ul1_pkg::MEMOP_W-1:0]      answer_op,
    // Number of the request that the response answers; valid with `answer_valid`.
    output logic      [ul1_pkg::SHARED_TAG_W-1:0] answer_number,
    // Sectors that a read response brings; valid with `answer_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]      answer_sect,
    // The read failed: the sectors of the response have no data; valid with `answer_valid`.
    output logic                                  answer_err,
    // Virtual line of a failed write, as the request had it; valid with `answer_valid`.
    output logic      [LINE_W-1:0]                answer_vline,
    // Words of the line, for a read response; valid with `answer_valid`.
    output logic      [LINE_WORDS*WORD_W-1:0]     answer_data
);

  localparam int N       = ul1_pkg::REPLIES;
  localparam int RUN     = ul1_pkg::REPLY_RUN;
  localparam int RUN_W   = ul1_pkg::REPLY_RUN_W;
  localparam int REPLY_W = ul1_pkg::MEMOP_W + ul1_pkg::SHARED_TAG_W + ul1_pkg::SECTORS + 1 + LINE_W
                           + LINE_WORDS*WORD_W;

  // Places in use; the place of the oldest response, and the one that is next to be filled, one-hot
  logic [N-1:0]     used_q, first_q, next_q;
  logic [RUN_W-1:0] run_q;  // responses that have left in consecutive cycles
  logic             takes, leaves;
  logic [N-1:0]     joins, gone;  // the place that is filled, and the one that becomes free
  logic [N*REPLY_W-1:0] words_q;

  assign resp_ready   = used_q != '1;
  assign takes        = resp_valid & resp_ready;
  assign leaves       = (used_q & first_q) != '0 & run_q != RUN_W'(RUN);
  assign joins        = takes ? next_q : '0;
  assign gone         = leaves ? first_q : '0;
  assign answer_valid = leaves;

  always_ff @(posedge clk) begin
    if (rst) begin
      used_q  <= '0;
      first_q <= N'(1);
      next_q  <= N'(1);
    end else begin
      used_q <= (used_q & ~gone) | joins;
      if (leaves) first_q <= {first_q[N-2:0], first_q[N-1]};
      if (takes)  next_q  <= {next_q[N-2:0], next_q[N-1]};
    end
  end

  // A reset need not end a run: no response leaves in the cycle behind it.
  always_ff @(posedge clk) run_q <= leaves ? run_q + 1'b1 : '0;

  for (genvar i = 0; i < N; i++) begin : g_reply
    always_ff @(posedge clk) begin
      if (joins[i]) begin
        words_q[i*REPLY_W +: REPLY_W] <= {resp_op, resp_number, resp_sect, resp_err, resp_vline, resp_data};
      end
    end
  end

  pick #(.WORDS(N), .WORD_W(REPLY_W)) u_answer (
      .one (gone), .words (words_q),
      .word ({answer_op, answer_number, answer_sect, answer_err, answer_vline, answer_data})
  );

endmodule

`default_nettype wire
