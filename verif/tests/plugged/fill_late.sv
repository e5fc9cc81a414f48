// A correct fill unit that is a cycle late: memory's responses are delayed by a cycle before the project's
// unit, here as module `fill_inner`. (Example of docs/your_rtl.md.)

`default_nettype none

module fill #(
    parameter  int LANES  = 32,
    localparam int LINE_WORDS  = ul1_pkg::line_words(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                             clk,
    input  wire logic                             rst,

    input  wire logic                             resp_valid,
    input  wire logic [ul1_pkg::MEMOP_W-1:0]      resp_op,
    input  wire logic [ul1_pkg::NUMBER_W-1:0]     resp_number,
    input  wire logic [ul1_pkg::SECTORS-1:0]      resp_sect,
    input  wire logic                             resp_err,
    input  wire logic [LINE_W-1:0]                resp_vline,
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_W-1:0] resp_data,

    output logic                                  fill_here,
    output logic                                  fill_valid,
    output logic      [ul1_pkg::WALKERS-1:0]        fill_walk,
    output logic                                  fill_con,
    output logic                                  fill_tex,
    output logic      [ul1_pkg::TEX_FETCH_W-1:0]  fill_fetch,
    output logic      [ul1_pkg::PRT_W-1:0]        fill_prt,
    output logic      [ul1_pkg::SECTORS-1:0]      fill_sect,
    output logic                                  fill_err,
    output logic      [LINE_WORDS*ul1_pkg::WORD_W-1:0] fill_data,

    input  wire logic                             done_fill,
    input  wire logic                             done_fault,
    input  wire logic [ul1_pkg::PRT_W-1:0]        head_prt,

    output logic                                  answer_fence,
    output logic      [ul1_pkg::ID_W-1:0]         answer_id,
    output logic                                  memfail_valid,
    output logic      [LINE_W-1:0]                memfail_line,

    output logic                                  replay_valid,
    output logic      [ul1_pkg::PRT_W-1:0]        replay_prt,
    output logic      [ul1_pkg::MERGE_W-1:0]      replay_pos,
    input  wire logic                             merged_last,
    input  wire logic                             coalesce_ready
);

  // The response of the previous cycle
  logic                             late_valid;
  logic [ul1_pkg::MEMOP_W-1:0]      late_op;
  logic [ul1_pkg::NUMBER_W-1:0]     late_number;
  logic [ul1_pkg::SECTORS-1:0]      late_sect;
  logic                             late_err;
  logic [LINE_W-1:0]                late_vline;
  logic [LINE_WORDS*ul1_pkg::WORD_W-1:0] late_data;

  always_ff @(posedge clk) begin
    late_valid  <= ~rst & resp_valid;
    late_op     <= resp_op;
    late_number <= resp_number;
    late_sect   <= resp_sect;
    late_err    <= resp_err;
    late_vline  <= resp_vline;
    late_data   <= resp_data;
  end

  fill_inner #(.LANES(LANES)) u_inner (
      .clk           (clk),
      .rst           (rst),
      .resp_valid    (late_valid),
      .resp_op       (late_op),
      .resp_number   (late_number),
      .resp_sect     (late_sect),
      .resp_err      (late_err),
      .resp_vline    (late_vline),
      .resp_data     (late_data),
      .fill_here     (fill_here),
      .fill_valid    (fill_valid),
      .fill_walk     (fill_walk),
      .fill_con      (fill_con),
      .fill_tex      (fill_tex),
      .fill_fetch    (fill_fetch),
      .fill_prt      (fill_prt),
      .fill_sect     (fill_sect),
      .fill_err      (fill_err),
      .fill_data     (fill_data),
      .done_fill     (done_fill),
      .done_fault    (done_fault),
      .head_prt      (head_prt),
      .answer_fence  (answer_fence),
      .answer_id     (answer_id),
      .memfail_valid (memfail_valid),
      .memfail_line  (memfail_line),
      .replay_valid  (replay_valid),
      .replay_prt    (replay_prt),
      .replay_pos    (replay_pos),
      .merged_last   (merged_last),
      .coalesce_ready  (coalesce_ready)
  );

endmodule

`default_nettype wire
