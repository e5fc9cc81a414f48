// Unit of rmw, and a part of it: computes the results of an operation on a line, in four stages. So the sum
// of two floats is no deeper than the rest of the machine. All stages stand still while a result waits.

`default_nettype none

module rmw_unit #(
    parameter  int LANES      = 32,
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES),
    localparam int WORD_W     = ul1_pkg::WORD_W
) (
    input  wire logic                             clk,
    input  wire logic                             rst,

    // ---- The operation in the first stage, and its words
    // Not all stages stand still.
    input  wire logic                             advances,
    // An operation is in the first stage.
    input  wire logic                             first_valid,
    // Its number.
    input  wire logic [ul1_pkg::RMW_ID_W-1:0]     first_id,
    // Operation; its operands have 64 bits; they are signed. Valid with `first_valid`.
    input  wire logic [ul1_pkg::ATOM_W-1:0]       atom,
    input  wire logic                             wide,
    input  wire logic                             sign,
    // The words that were read, and the operands; valid with `first_valid`.
    input  wire logic [LINE_WORDS*WORD_W-1:0]     old_words,
    input  wire logic [LINE_WORDS*WORD_W-1:0]     by_words,

    // ---- The operation in the second stage
    // An operation is in the second stage.
    output logic                                  second_valid,
    // Its number; valid with `second_valid`.
    output logic      [ul1_pkg::RMW_ID_W-1:0]     second_id,
    // The words that were read; valid with `second_valid`.
    output logic      [LINE_WORDS*WORD_W-1:0]     second_old,
    // The operation in the second stage goes no further, as its words could not be read.
    input  wire logic                             drops,

    // ---- The result
    // The results of an operation are there.
    output logic                                  result_valid,
    // Its number; valid with `result_valid`.
    output logic      [ul1_pkg::RMW_ID_W-1:0]     result_id,
    // The results; valid with `result_valid`.
    output logic      [LINE_WORDS*WORD_W-1:0]     result_words
);

  localparam int ID_W = ul1_pkg::RMW_ID_W;

  // Stages 2 to 4: whether there is an operation, its number, whether it adds floats, its results if it does
  // not
  logic [3:2]                   valid_q;
  logic [ID_W-1:0]              id2_q, id3_q;
  logic                         float1_q, float2_q, float3_q;
  logic [LINE_WORDS*WORD_W-1:0] words1, words1_q, words2_q, words3_q, sums;

  // The second operand of a `cas` is beside the first.
  logic [LINE_WORDS*WORD_W-1:0] seconds;

  always @* begin
    for (int w = 0; w < LINE_WORDS; w++)
      seconds[w*WORD_W +: WORD_W] = wide ? by_words[(w ^ 2)*WORD_W +: WORD_W]
                                    : by_words[(w ^ 1)*WORD_W +: WORD_W];
  end

  atom_words #(.WORDS(LINE_WORDS)) u_words (
      .valid (first_valid), .atom, .wide, .sign, .olds (old_words), .firsts (by_words), .seconds,
      .float_sums ({LINE_WORDS*WORD_W{1'b0}}), .results (words1)
  );

  for (genvar w = 0; w < LINE_WORDS; w++) begin : g_float
    logic [31:0] greater, greater1_q, greater2_q, greater3_q;
    logic        differ, differ1_q, differ2_q, differ3_q, infinite, infinite1_q, infinite2_q, infinite3_q;
    logic [26:0] aligned, aligned_q, digits, digits_q;
    logic [27:0] total, total_q;
    logic [8:0]  exponent, exponent_q;

    float_align u_align (
        .a (old_words[w*WORD_W +: WORD_W]), .b (by_words[w*WORD_W +: WORD_W]), .greater, .differ,
        .lesser_infinite (infinite), .aligned
    );
    float_total u_total (
        .greater (greater1_q[30:0]), .differ (differ1_q), .aligned (aligned_q), .total
    );
    float_normal u_normal (
        .greater_exponent (greater2_q[30:23]), .total (total_q), .digits, .exponent
    );
    float_round u_round (
        .greater (greater3_q), .differ (differ3_q), .lesser_infinite (infinite3_q), .digits (digits_q),
        .exponent (exponent_q), .sum (sums[w*WORD_W +: WORD_W])
    );

    always_ff @(posedge clk) begin
      if (advances) begin
        {greater1_q, differ1_q, infinite1_q} <= {greater, differ, infinite};
        {greater2_q, differ2_q, infinite2_q} <= {greater1_q, differ1_q, infinite1_q};
        {greater3_q, differ3_q, infinite3_q} <= {greater2_q, differ2_q, infinite2_q};
        aligned_q                            <= aligned;
        total_q                              <= total;
        {digits_q, exponent_q}               <= {digits, exponent};
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      second_valid <= 1'b0;
      valid_q      <= '0;
      result_valid <= 1'b0;
    end else if (advances) begin
      second_valid <= first_valid;
      valid_q      <= {valid_q[2], second_valid & ~drops};
      result_valid <= valid_q[3];
    end
  end

  always_ff @(posedge clk) begin
    if (advances) begin
      second_id    <= first_id;
      second_old   <= old_words;
      id2_q        <= second_id;
      id3_q        <= id2_q;
      result_id    <= id3_q;
      float1_q     <= atom == ul1_pkg::ATOM_FADD;
      float2_q     <= float1_q;
      float3_q     <= float2_q;
      words1_q     <= words1;
      words2_q     <= words1_q;
      words3_q     <= words2_q;
      result_words <= float3_q ? sums : words3_q;
    end
  end

endmodule

`default_nettype wire
