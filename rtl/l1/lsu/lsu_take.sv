// Taking, a part of lsu: what of that which the instruction side offers is taken, and what there is to know of a new
// instruction from the first: whether it is faulty, which lanes there is something to do for, and how it goes through the
// cache. What a cached load meets later is added to the error then.

`default_nettype none

module lsu_take #(
    parameter  int LANES  = 32,
    localparam int BANK_W = ul1_pkg::bank_w(LANES)
) (
    // settings; from tag: the border between shared memory and cache; a command is under way
    input  wire logic [ul1_pkg::POLICY_W-1:0]   cfg_policy,
    input  wire logic [ul1_pkg::CARVEOUT_W-1:0] carveout,
    input  wire logic                           cmd_hold,

    // from and to the instruction side: what is offered
    input  wire logic                           in_valid,
    input  wire logic                           in_again,
    input  wire logic [ul1_pkg::OP_W-1:0]       in_op,
    input  wire logic [ul1_pkg::SPACE_W-1:0]    in_space,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]    in_width,
    input  wire logic [ul1_pkg::HINT_W-1:0]     in_hint,
    input  wire logic [LANES-1:0]               in_mask,
    input  wire logic [LANES*ul1_pkg::VA_W-1:0] in_addr,
    output logic                                in_ready,
    output logic                                in_shared_ready,

    // from the pending table: who is there; who does not go to shared memory fits, too
    input  wire logic [ul1_pkg::PT-1:0]         pt_valid,
    input  wire logic                           others_fit,

    // what is taken: a new instruction, or a remainder presented again
    output logic                                take_new,
    output logic                                take_again,
    output logic      [ul1_pkg::PT_W-1:0]       new_entry,

    // the new instruction: it is null, as it is faulty or has no active lanes, and retires without a pass; it is a fence,
    // and then neither a store nor of shared memory nor cached nor null; it is an ordered load; it goes past the cache; it is a
    // store that is written back, not through; it is an inval, a flush, which are as those of bytes
    output logic                                new_null,
    output logic                                new_fence,
    output logic                                new_store,
    output logic                                new_shared,
    output logic                                new_cached,
    output logic                                new_ordered,
    output logic                                new_bypass,
    output logic                                new_writeback,
    output logic                                new_inval,
    output logic                                new_flush,
    output logic      [ul1_pkg::WIDTH_W-1:0]    new_width,

    // the lanes there is something to do for, the sub-warps that have one; those that fail, and why
    output logic      [LANES-1:0]               new_lanes,
    output logic      [ul1_pkg::WORDS-1:0]      new_subs,
    output logic      [LANES-1:0]               new_failed,
    output logic      [ul1_pkg::ERR_W-1:0]      new_err
);

  localparam int VA_W   = ul1_pkg::VA_W;
  localparam int BYTE_W = ul1_pkg::BYTE_W;
  localparam int ROW_W  = ul1_pkg::ROW_W;

  logic [ul1_pkg::PT-1:0] pt_free;

  assign pt_free         = ~pt_valid;
  assign in_shared_ready = pt_free != '0 & ~cmd_hold;
  assign in_ready        = in_shared_ready & others_fit;
  assign new_entry       = ul1_pkg::PT_W'({ul1_fn::lowest(64'(pt_free))});
  assign take_new        = in_valid & ~in_again & (new_shared ? in_shared_ready : in_ready);
  assign take_again      = in_valid & in_again;

  // Shared memory ends at a quarter of the array or a multiple of it, so the address bits above a quarter's size decide.
  localparam int QUARTER_W  = BYTE_W + BANK_W + ROW_W - 2;
  localparam int QUARTERS_W = VA_W - QUARTER_W;

  logic [QUARTERS_W-1:0]      shared_quarters;
  logic [ul1_fn::ALIGN_W-1:0] align;
  logic [LANES-1:0]           misaligned, behind;

  // The bits that any address has tell for simulation whether there can be one of these. (Quarters of the lanes are laid over one
  // another first, as these are whole words.)
  localparam int QUARTER_LANES = LANES/4;
  logic [QUARTER_LANES*VA_W-1:0] fold;
  logic [VA_W-1:0]               any;

  // A code that is reserved is none of the operations. An inval or a flush is of no shared memory.
  logic             in_shared, in_cached, known, new_load, new_upkeep;
  logic [LANES-1:0] failed_first;

  always @* begin
    in_shared  = 1'b0;
    in_cached  = 1'b0;
    known      = 1'b0;
    new_store  = 1'b0;
    new_fence  = 1'b0;
    new_load   = 1'b0;
    new_inval  = 1'b0;
    new_flush  = 1'b0;
    new_upkeep = 1'b0;
    new_shared = 1'b0;
    new_width  = '0;
    if (ul1_fn::worth(in_valid)) begin
      new_store  = in_op == ul1_pkg::OP_STORE;
      new_fence  = in_op == ul1_pkg::OP_FENCE;
      new_load   = in_op == ul1_pkg::OP_LOAD;
      new_inval  = in_op == ul1_pkg::OP_INVAL;
      new_flush  = in_op == ul1_pkg::OP_FLUSH;
      new_upkeep = new_inval | new_flush;
      known      = new_load | new_store | new_fence | new_upkeep;
      in_shared  = in_space == ul1_pkg::SPACE_SHARED & ~new_upkeep;
      in_cached  = in_space == ul1_pkg::SPACE_GLOBAL | in_space == ul1_pkg::SPACE_LOCAL;
      new_shared = in_space == ul1_pkg::SPACE_SHARED & ~new_fence;
      new_width  = new_upkeep ? ul1_pkg::WIDTH_B8 : in_width;
    end
  end

  logic [3:0] quarters;   // of the lanes: active ones

  // Which way through the cache: hints by name, and the policy, by which nothing global is cached but what nobody writes
  logic uncached, local_back;

  always @* begin
    shared_quarters = '0;
    align           = '0;
    misaligned      = '0;
    behind          = '0;
    fold            = '0;
    any             = '0;
    new_failed      = '0;
    failed_first    = '0;
    new_err         = ul1_pkg::ERR_NONE;
    new_null        = 1'b0;
    new_cached      = 1'b0;
    new_lanes       = '0;
    quarters        = '0;
    new_subs        = '0;
    new_ordered     = 1'b0;
    uncached        = 1'b0;
    local_back      = 1'b0;
    new_bypass      = 1'b0;
    new_writeback   = 1'b0;
    if (ul1_fn::worth(take_new)) begin
      shared_quarters = QUARTERS_W'({ul1_fn::shared_quarters(carveout)});
      align           = ul1_fn::align_mask(new_width);
      for (int q = 0; q < 4; q++) fold = fold | in_addr[q*QUARTER_LANES*VA_W +: QUARTER_LANES*VA_W];
      for (int l = 0; l < QUARTER_LANES; l++) any = any | fold[l*VA_W +: VA_W];
      if (ul1_fn::worth((any[ul1_fn::ALIGN_W-1:0] & align) != '0)) begin
        for (int l = 0; l < LANES; l++) misaligned[l] = (in_addr[l*VA_W +: ul1_fn::ALIGN_W] & align) != '0;
      end
      if (in_space == ul1_pkg::SPACE_SHARED & ul1_fn::worth(any[VA_W-1:QUARTER_W] >= shared_quarters)) begin
        for (int l = 0; l < LANES; l++) behind[l] = in_addr[l*VA_W + QUARTER_W +: QUARTERS_W] >= shared_quarters;
      end

      if (new_fence)      new_failed = '0;
      else if (~known)    new_failed = in_mask;
      else if (in_shared) new_failed = in_mask & (misaligned | behind);
      else if (in_cached) new_failed = in_mask & misaligned;
      else                new_failed = in_mask;

      failed_first = new_failed & -new_failed;
      if (new_failed == '0)                         new_err = ul1_pkg::ERR_NONE;
      else if (~known)                              new_err = ul1_pkg::ERR_OP;
      else if (~in_shared & ~in_cached)             new_err = ul1_pkg::ERR_SPACE;
      else if ((failed_first & misaligned) != '0)   new_err = ul1_pkg::ERR_MISALIGNED;
      else                                          new_err = ul1_pkg::ERR_RANGE;

      new_null   = ~new_fence & (new_failed != '0 | in_mask == '0);
      new_cached = in_cached & ~new_fence;
      new_lanes  = new_fence | new_null ? '0 : in_mask;

      for (int q = 0; q < 4; q++) quarters[q] = new_lanes[q*QUARTER_LANES +: QUARTER_LANES] != '0;
      case (ul1_fn::words(new_width))
        3'd1:    new_subs = {3'd0, quarters != '0};
        3'd2:    new_subs = {2'd0, quarters[3:2] != '0, quarters[1:0] != '0};
        default: new_subs = quarters;
      endcase

      new_ordered   = new_cached & new_load & ~new_null & in_hint == ul1_pkg::HINT_ORD;
      uncached      = cfg_policy == ul1_pkg::POLICY_KEPLER & in_space == ul1_pkg::SPACE_GLOBAL;
      local_back    = in_space == ul1_pkg::SPACE_LOCAL & in_hint != ul1_pkg::HINT_WT & in_hint != ul1_pkg::HINT_CG;
      new_bypass    = ((new_load | new_store) & in_hint == ul1_pkg::HINT_CG)
                      | (new_load & uncached & in_hint != ul1_pkg::HINT_NC);
      new_writeback = new_store & ~uncached & (in_hint == ul1_pkg::HINT_WB | local_back);
    end
  end

endmodule

`default_nettype wire
