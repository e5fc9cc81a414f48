// Filter: a part of texture. A quad gives a word of each lane. A bilinear sample is the weighted sum of four
// texels, for each component: exact, then rounded. In the first stage the two texels of each row are summed,
// in the second the two rows, in the third the sums are rounded. A word of a point sample goes the same way,
// as four bytes with the weight 1.

`default_nettype none

module texture_filter #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES),
    localparam int QUAD_W = ul1_pkg::tex_quad_w(LANES)
) (
    input  wire logic                                            clk,
    input  wire logic                                            rst,

    // ---- The quad that enters the first stage at the end of this cycle
    // A quad enters; the last word of the quad before has been given by then.
    input  wire logic                                            enters,
    // Number of its instruction; valid with `enters`.
    input  wire logic [ul1_pkg::TEX_ID_W-1:0]                    enter_id,
    // Number of the quad; valid with `enters`.
    input  wire logic [QUAD_W-1:0]                               enter_quad,
    // Its active lanes; valid with `enters`.
    input  wire logic [ul1_pkg::TEX_LANES-1:0]                   enter_lanes,
    // It is the last quad of its instruction; valid with `enters`.
    input  wire logic                                            enter_last,
    // Format of its texels; valid with `enters`.
    input  wire logic [ul1_pkg::TEXFMT_W-1:0]                    enter_format,
    // Weight of each lane's second column, zero for a point sample; valid with `enters`.
    input  wire logic [ul1_pkg::TEX_LANES*ul1_pkg::TEX_FRAC_W-1:0] enter_u,
    // Weight of each lane's second row; valid with `enters`.
    input  wire logic [ul1_pkg::TEX_LANES*ul1_pkg::TEX_FRAC_W-1:0] enter_v,
    // Lanes that get words; valid with `enters`.
    input  wire logic [ul1_pkg::TEX_LANES-1:0]                   enter_good,
    // Error of its instruction, or none; valid with `enters` and `enter_last`, like all that follows.
    input  wire logic [ul1_pkg::ERR_W-1:0]                       enter_err,
    // Lowest failing lane.
    input  wire logic [LANE_W-1:0]                               enter_err_lane,
    // All failing lanes.
    input  wire logic [LANES-1:0]                                enter_err_mask,
    // Address of the lowest failing lane's word that failed.
    input  wire logic [ul1_pkg::VA_W-1:0]                        enter_err_addr,
    // Words of the quad's slots, as long as it is in the first stage.
    input  wire logic [ul1_pkg::TEX_SLOTS*ul1_pkg::WORD_W-1:0]   slot,

    // ---- A word of each lane
    // A word of each lane in `mask`, or none.
    output logic                                                 valid,
    // Number of the instruction; valid with `valid`.
    output logic      [ul1_pkg::TEX_ID_W-1:0]                    id,
    // Number of the quad; valid with `valid`.
    output logic      [QUAD_W-1:0]                               quad,
    // Number of the word; valid with `valid`.
    output logic      [ul1_pkg::OFS_W-1:0]                       ofs,
    // Lanes that get the word; valid with `valid`.
    output logic      [ul1_pkg::TEX_LANES-1:0]                   mask,
    // The words; valid with `valid`.
    output logic      [ul1_pkg::TEX_LANES*ul1_pkg::WORD_W-1:0]   data,
    // It is the last word of the instruction; valid with `valid`.
    output logic                                                 retires,
    // Error of the instruction; valid with `retires`.
    output logic      [ul1_pkg::ERR_W-1:0]                       err,
    // Lowest failing lane; valid with `retires`.
    output logic      [LANE_W-1:0]                               err_lane,
    // All failing lanes; valid with `retires`.
    output logic      [LANES-1:0]                                err_mask,
    // Address of the lowest failing lane's word; valid with `retires`.
    output logic      [ul1_pkg::VA_W-1:0]                        err_addr
);

  localparam int N      = ul1_pkg::TEX_LANES;
  localparam int K      = ul1_pkg::WORDS;
  localparam int BYTES  = ul1_pkg::WORD_BYTES;
  localparam int WORD_W = ul1_pkg::WORD_W;
  localparam int FRAC_W = ul1_pkg::TEX_FRAC_W;
  localparam int FMT_W  = ul1_pkg::TEXFMT_W;
  localparam int OFS_W  = ul1_pkg::OFS_W;
  localparam int ROW_W  = 8 + FRAC_W;            // bits of a row's sum
  localparam int SUM_W  = 8 + 2*FRAC_W;          // bits of both rows' sum
  localparam int LERP   = FRAC_W + 1;            // addends of a weighted sum of two numbers
  localparam int FAIL_W = ul1_pkg::ERR_W + LANE_W + LANES + ul1_pkg::VA_W;
  localparam int TOLD_W = ul1_pkg::TEX_ID_W + QUAD_W + OFS_W + N + 1 + FMT_W + FAIL_W;

  // ---------------------------------------------------------------------------------------------------------
  // First stage: the texels of each row

  logic                                          first_q, last_q;
  logic [ul1_pkg::TEX_ID_W-1:0]                  id_q;
  logic [QUAD_W-1:0]                             quad_q;
  logic [FMT_W-1:0]                              format_q;
  logic [N*FRAC_W-1:0]                           u_q, v_q;
  logic [N-1:0]                                  good_q;
  logic [FAIL_W-1:0]                             failure_q;
  logic [OFS_W-1:0]                              ofs_q, final_q;  // the word that is given, the last one
  logic                                          ends;

  assign ends = ofs_q == final_q;

  always_ff @(posedge clk) begin
    first_q <= enters | (first_q & ~ends);
    ofs_q   <= enters ? '0 : ofs_q + 1'b1;
    if (enters) begin
      id_q      <= enter_id;
      quad_q    <= enter_quad;
      last_q    <= enter_last;
      format_q  <= enter_format;
      final_q   <= enter_lanes == '0 ? OFS_W'(0) : enter_format == ul1_pkg::TEXFMT_B128 ? OFS_W'(3)
                   : enter_format == ul1_pkg::TEXFMT_B64 ? OFS_W'(1) : OFS_W'(0);
      u_q       <= enter_u;
      v_q       <= enter_v;
      good_q    <= enter_good;
      failure_q <= {enter_err, enter_err_lane, enter_err_mask, enter_err_addr};
    end
    if (rst) first_q <= 1'b0;
  end

  // Words of the four texels; the first is that of the word given.
  logic [N*K*WORD_W-1:0]         texel;
  logic [N*BYTES*2*ROW_W-1:0]    row;      // by lane, byte and row
  logic [N*BYTES*2*LERP*ROW_W-1:0] row_adds;

  always @* begin
    texel = slot;
    for (int n = 0; n < N; n++)
      texel[n*K*WORD_W +: WORD_W] = slot[(n*K + 32'(ofs_q))*WORD_W +: WORD_W];
  end

  // With weight a of the second number, 256 times the sum is (256 - a) * first + a * second. That is the
  // first number once, and for each bit of a one of both numbers.
  always @* begin
    row_adds = '0;
    if (ul1_fn::sim_gate(first_q)) begin
      for (int n = 0; n < N; n++) begin
        for (int b = 0; b < BYTES; b++) begin
          for (int r = 0; r < 2; r++) begin
            for (int i = 0; i < FRAC_W; i++) begin
              row_adds[(((n*BYTES+b)*2+r)*LERP+i)*ROW_W+i +: 8] =
                  texel[(n*K+2*r)*WORD_W + 8*b +: 8] & {8{~u_q[n*FRAC_W+i]}}
                  | texel[(n*K+2*r+1)*WORD_W + 8*b +: 8] & {8{u_q[n*FRAC_W+i]}};
            end
            row_adds[(((n*BYTES+b)*2+r)*LERP+FRAC_W)*ROW_W +: 8] = texel[(n*K+2*r)*WORD_W + 8*b +: 8];
          end
        end
      end
    end
  end

  for (genvar g = 0; g < N*BYTES*2; g++) begin : g_row
    sum #(.N(LERP), .W(ROW_W)) u_sum (
        .numbers(row_adds[g*LERP*ROW_W +: LERP*ROW_W]), .total(row[g*ROW_W +: ROW_W])
    );
  end

  // ---------------------------------------------------------------------------------------------------------
  // Second stage: both rows

  logic                          second_q;
  logic [TOLD_W-1:0]             second_told_q, third_told_q;
  logic [N*BYTES*2*ROW_W-1:0]    row_q;
  logic [N*FRAC_W-1:0]           second_v_q;
  logic [N*BYTES*LERP*SUM_W-1:0] adds;
  logic [N*BYTES*SUM_W-1:0]      total, total_q;

  always_ff @(posedge clk) begin
    second_q <= first_q & ~rst;
    if (first_q) begin
      second_told_q <= {id_q, quad_q, ofs_q, good_q, last_q & ends, format_q, failure_q};
      second_v_q    <= v_q;
      row_q         <= row;
    end
  end

  always @* begin
    adds = '0;
    if (ul1_fn::sim_gate(second_q)) begin
      for (int n = 0; n < N; n++) begin
        for (int b = 0; b < BYTES; b++) begin
          for (int i = 0; i < FRAC_W; i++) begin
            adds[((n*BYTES+b)*LERP+i)*SUM_W+i +: ROW_W] =
                row_q[(n*BYTES+b)*2*ROW_W +: ROW_W] & {ROW_W{~second_v_q[n*FRAC_W+i]}}
                | row_q[((n*BYTES+b)*2+1)*ROW_W +: ROW_W] & {ROW_W{second_v_q[n*FRAC_W+i]}};
          end
          adds[((n*BYTES+b)*LERP+FRAC_W)*SUM_W +: ROW_W] = row_q[(n*BYTES+b)*2*ROW_W +: ROW_W];
        end
      end
    end
  end

  for (genvar g = 0; g < N*BYTES; g++) begin : g_total
    sum #(.N(LERP), .W(SUM_W)) u_sum (
        .numbers(adds[g*LERP*SUM_W +: LERP*SUM_W]), .total(total[g*SUM_W +: SUM_W])
    );
  end

  // ---------------------------------------------------------------------------------------------------------
  // Third stage: sums of 8 bits, or of two bytes, are rounded.

  localparam int HALF = 2*FRAC_W - 1;            // the bit that rounds up

  logic                     third_q, third_retires;
  logic [ul1_pkg::TEX_ID_W-1:0] third_id;
  logic [QUAD_W-1:0]        third_quad;
  logic [OFS_W-1:0]         third_ofs;
  logic [N-1:0]             third_good;
  logic [FMT_W-1:0]         third_format;
  logic [FAIL_W-1:0]        third_failure;
  logic                     halves;              // the components have 16 bits
  logic [WORD_W-1:0]        kept;                // bits of a word that a texel has
  logic [N*WORD_W-1:0]      by_bytes, by_halves;

  always_ff @(posedge clk) begin
    third_q <= second_q & ~rst;
    if (second_q) begin
      third_told_q <= second_told_q;
      total_q      <= total;
    end
  end

  assign {third_id, third_quad, third_ofs, third_good, third_retires, third_format, third_failure}
      = third_told_q;
  assign halves = third_format == ul1_pkg::TEXFMT_R16 | third_format == ul1_pkg::TEXFMT_RG16;

  always @* begin
    case (third_format)
      ul1_pkg::TEXFMT_R8:                       kept = WORD_W'(8'hff);
      ul1_pkg::TEXFMT_RG8, ul1_pkg::TEXFMT_R16: kept = WORD_W'(16'hffff);
      default:                                  kept = '1;
    endcase
  end

  // A sum of bytes is at most 255 * 65536, so a byte that is rounded up does not overflow.
  always @* begin
    by_bytes = '0;
    if (ul1_fn::sim_gate(third_q)) begin
      for (int b = 0; b < N*BYTES; b++)
        by_bytes[8*b +: 8] = total_q[b*SUM_W+2*FRAC_W +: 8] + 8'(total_q[b*SUM_W+HALF]);
    end
  end

  for (genvar h = 0; h < N*BYTES/2; h++) begin : g_half
    logic [WORD_W-1:0] both;
    sum #(.N(3), .W(WORD_W)) u_sum (
        .numbers({WORD_W'(total_q[2*h*SUM_W +: SUM_W]), {total_q[(2*h+1)*SUM_W +: SUM_W], 8'b0},
                  WORD_W'(1) << HALF}),
        .total(both)
    );
    assign by_halves[16*h +: 16] = both[WORD_W-1 -: 16];

    logic unused;
    assign unused = ^both[WORD_W-17:0];
  end

  always_ff @(posedge clk) begin
    valid   <= third_q & ~rst;
    retires <= third_q & third_retires & ~rst;
    if (third_q) begin
      id                                    <= third_id;
      quad                                  <= third_quad;
      ofs                                   <= third_ofs;
      mask                                  <= third_good;
      data                                  <= (halves ? by_halves : by_bytes) & {N{kept}};
      {err, err_lane, err_mask, err_addr}   <= third_failure;
    end
  end

endmodule

`default_nettype wire
