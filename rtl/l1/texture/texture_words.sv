// Words of a quad: a part of texture. The words of each pass are put in the slots of its quad. With the last
// pass the quad goes to the filter, with the lanes that have not failed. With the last quad of an instruction
// the failure of all its lanes goes with it.

`default_nettype none

module texture_words #(
    parameter  int LANES      = 32,
    localparam int LANE_W     = ul1_pkg::lane_w(LANES),
    localparam int QUAD_W     = ul1_pkg::tex_quad_w(LANES),
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES),
    localparam int LINE_W     = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                          clk,
    input  wire logic                                          rst,

    // ---- The pass
    // A pass whose line was read.
    input  wire logic                                          valid,
    // It is the last one of its quad; valid with `valid`.
    input  wire logic                                          ends,
    // Its quad is the last one of its instruction; valid with `valid`.
    input  wire logic                                          last,
    // Number of its quad; valid with `valid`.
    input  wire logic [QUAD_W-1:0]                             quad,
    // Active lanes of its quad; valid with `valid`.
    input  wire logic [ul1_pkg::TEX_LANES-1:0]                 lanes,
    // Its slots; valid with `valid`.
    input  wire logic [ul1_pkg::TEX_SLOTS-1:0]                 slots,
    // Its virtual line; valid with `valid`.
    input  wire logic [LINE_W-1:0]                             line,
    // Byte of each slot within the line; valid with `valid`.
    input  wire logic [ul1_pkg::TEX_SLOTS*(ul1_pkg::VA_W-LINE_W)-1:0] at,
    // Words of the line; valid with `valid`.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_W-1:0]         words,
    // Error of each of its sectors, or none; valid with `valid`.
    input  wire logic [ul1_pkg::SECTORS*ul1_pkg::ERR_W-1:0]    errs,

    // ---- The quad, in the cycle behind its last pass
    // Words of its slots, each shifted down to its byte.
    output logic      [ul1_pkg::TEX_SLOTS*ul1_pkg::WORD_W-1:0] slot,
    // Lanes of the quad that get words: those that are active, and have not failed; valid in the cycle of the
    // last pass.
    output logic      [ul1_pkg::TEX_LANES-1:0]                 good,
    // Error of the instruction so far, or none; valid in the same cycle, like all that follows.
    output logic      [ul1_pkg::ERR_W-1:0]                     err,
    // Lowest failing lane.
    output logic      [LANE_W-1:0]                             err_lane,
    // All failing lanes.
    output logic      [LANES-1:0]                              err_mask,
    // Address of the lowest failing lane's word that failed.
    output logic      [ul1_pkg::VA_W-1:0]                      err_addr
);

  localparam int N        = ul1_pkg::TEX_LANES;
  localparam int K        = ul1_pkg::WORDS;
  localparam int SLOTS    = ul1_pkg::TEX_SLOTS;
  localparam int SECTOR_W = ul1_pkg::SECTOR_W;
  localparam int WORD_W   = ul1_pkg::WORD_W;
  localparam int BYTE_W   = ul1_pkg::BYTE_W;
  localparam int ERR_W    = ul1_pkg::ERR_W;
  localparam int VA_W     = ul1_pkg::VA_W;
  localparam int IN_W     = VA_W - LINE_W;  // bits of an address within a line

  // ---------------------------------------------------------------------------------------------------------
  // The slots

  logic [SLOTS*WORD_W-1:0] word;

  always @* begin
    word = '0;
    if (ul1_fn::sim_gate(valid)) begin
      for (int n = 0; n < SLOTS; n++) begin
        if (ul1_fn::sim_gate(slots[n])) begin
          word[n*WORD_W +: WORD_W] = words[32'(at[n*IN_W+BYTE_W +: IN_W-BYTE_W])*WORD_W +: WORD_W]
                                     >> ul1_fn::byte_shift(at[n*IN_W +: BYTE_W]);
        end
      end
    end
  end

  always_ff @(posedge clk) begin
    for (int n = 0; n < SLOTS; n++)
      if (valid & slots[n]) slot[n*WORD_W +: WORD_W] <= word[n*WORD_W +: WORD_W];
  end

  // ---------------------------------------------------------------------------------------------------------
  // Failures: a lane fails with any of its slots. The lowest failing lane is reported, by its first pass that
  // fails, and its lowest slot there.

  logic [SLOTS-1:0]        bad, first;
  logic [SLOTS*ERR_W-1:0]  slot_errs;
  logic [N-1:0]            fails, failed_q;
  logic [ERR_W-1:0]        err_q, first_err;
  logic [LANE_W-1:0]       err_lane_q, first_lane;
  logic [LANES-1:0]        err_mask_q;
  logic [VA_W-1:0]         err_addr_q;
  logic [IN_W-1:0]         first_at;
  logic [1:0]              first_of_quad;  // its lane within the quad
  logic                    lower;  // its lane is below the one that was reported

  always @* begin
    bad       = '0;
    slot_errs = '0;
    if (ul1_fn::sim_gate(valid & errs != '0)) begin
      for (int n = 0; n < SLOTS; n++) begin
        slot_errs[n*ERR_W +: ERR_W] =
            errs[(32'(at[n*IN_W +: IN_W]) >> (IN_W - SECTOR_W))*ERR_W +: ERR_W];
        bad[n] = valid & slots[n] & slot_errs[n*ERR_W +: ERR_W] != ul1_pkg::ERR_NONE;
      end
    end
  end

  assign first      = bad & -bad;
  assign first_lane = {quad, first_of_quad};

  pick #(.WORDS(SLOTS), .WORD_W(IN_W))  u_at  (.one(first), .words(at),        .word(first_at));
  pick #(.WORDS(SLOTS), .WORD_W(ERR_W)) u_err (.one(first), .words(slot_errs), .word(first_err));

  always @* begin
    for (int n = 0; n < N; n++) fails[n] = bad[n*K +: K] != '0;
    first_of_quad = 2'({ul1_fn::lowest(64'(fails))});
  end

  assign good     = lanes & ~failed_q & ~fails;
  assign lower    = err_mask_q == '0 | first_lane < err_lane_q;
  assign err      = bad != '0 & lower ? first_err            : err_q;
  assign err_lane = bad != '0 & lower ? first_lane           : err_lane_q;
  assign err_addr = bad != '0 & lower ? {line, first_at}     : err_addr_q;
  assign err_mask = err_mask_q | (LANES'(fails) << {quad, 2'b00});

  always_ff @(posedge clk) begin
    if (valid) begin
      failed_q   <= ends ? '0 : failed_q | fails;
      err_mask_q <= ends & last ? '0 : err_mask;
      err_q      <= ends & last ? ul1_pkg::ERR_NONE : err;
      err_lane_q <= err_lane;
      err_addr_q <= err_addr;
    end
    if (rst) begin
      failed_q   <= '0;
      err_mask_q <= '0;
      err_q      <= ul1_pkg::ERR_NONE;
    end
  end

endmodule

`default_nettype wire
