// The pending table, a part of lsu: of each instruction in flight what was known of it when it was taken. (Its addresses are in
// lsu_front or lsu_gather, its warp in lsu_warps, what becomes of its lanes in lsu_lanes, of a fence whether it is answered in
// lsu_fences.)

`default_nettype none

module lsu_table #(
    parameter int LANES = 32
) (
    input  wire logic                            clk,
    input  wire logic                            rst,

    // an instruction is taken
    input  wire logic                            take_new,
    input  wire logic [ul1_pkg::PT_W-1:0]        new_entry,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     new_width,
    input  wire logic                            in_signed,
    input  wire logic [ul1_pkg::REG_W-1:0]       in_reg,
    input  wire logic [LANES-1:0]                in_mask,
    input  wire logic                            new_null,
    input  wire logic                            new_fence,
    input  wire logic                            new_store,
    input  wire logic                            new_shared,
    input  wire logic                            new_cached,
    input  wire logic                            new_ordered,
    input  wire logic                            new_bypass,
    input  wire logic                            new_writeback,
    input  wire logic                            new_inval,
    input  wire logic                            new_flush,

    // who is there, and what they are; another one that does not go to shared memory may be taken
    output logic      [ul1_pkg::PT-1:0]          pt_valid,
    output logic      [ul1_pkg::PT-1:0]          pt_null,
    output logic      [ul1_pkg::PT-1:0]          pt_fence,
    output logic      [ul1_pkg::PT-1:0]          pt_store,
    output logic      [ul1_pkg::PT-1:0]          pt_shared,
    output logic      [ul1_pkg::PT-1:0]          pt_cached,
    output logic      [ul1_pkg::PT-1:0]          pt_ordered,
    output logic      [ul1_pkg::PT-1:0]          pt_flush,
    output logic                                 others_fit,

    // the access to shared memory that could be chosen to be prepared, also as a set of one (so below, too)
    input  wire logic [ul1_pkg::PT-1:0]          front_one,
    output logic      [ul1_pkg::WIDTH_W-1:0]     front_width,
    input  wire logic                            choice_valid,
    input  wire logic [ul1_pkg::PT_W-1:0]        front_entry,
    output logic                                 choice_signed,
    output logic      [LANES-1:0]                choice_active,

    // which are plain loads; the cached access whose line is gathered: another one than before is read at the end of the cycle
    output logic      [ul1_pkg::PT-1:0]          pt_plain,
    input  wire logic                            reads_other,
    input  wire logic [ul1_pkg::PT-1:0]          other_one,
    output logic      [ul1_pkg::WIDTH_W-1:0]     gather_width,
    output logic                                 gather_signed,
    output logic                                 gather_store,
    output logic                                 gather_bypass,
    output logic                                 gather_writeback,
    output logic                                 gather_inval,
    output logic                                 gather_flush,
    output logic                                 gather_ordered,
    input  wire logic [ul1_pkg::PT_W-1:0]        replay_entry,
    output logic      [LANES-1:0]                replay_mask,

    // the store whose beat could be pulled
    input  wire logic [ul1_pkg::PT-1:0]          feed_one,
    output logic      [ul1_pkg::WIDTH_W-1:0]     feed_width,
    output logic      [LANES-1:0]                feed_mask,

    // what is written back
    input  wire logic                            rf_valid,
    input  wire logic [ul1_pkg::PT_W-1:0]        rf_entry,
    output logic      [ul1_pkg::WIDTH_W-1:0]     rf_width,
    output logic      [ul1_pkg::REG_W-1:0]       rf_reg,

    // who retires: its entry is free then
    input  wire logic                            ret_valid,
    input  wire logic [ul1_pkg::PT_W-1:0]        ret_entry
);

  localparam int PT = ul1_pkg::PT;

  logic [PT-1:0]               sign_extend, bypass, writeback, inval;
  logic [ul1_pkg::REG_W-1:0]   first_reg   [0:ul1_fn::entries(PT)-1];
  logic [LANES-1:0]            mask        [0:ul1_fn::entries(PT)-1];   // active lanes

  // The widths, bit by bit: so that of a set of one it is known without its number
  localparam int WIDTH_W = ul1_pkg::WIDTH_W;
  (* mem2reg *) logic [PT-1:0] width [0:ul1_fn::entries(WIDTH_W)-1];

  // Some entries are kept for shared memory: of the others so many are in flight.
  logic [ul1_pkg::PT_W-1:0] others;

  assign others_fit = others != ul1_pkg::PT_W'(PT - ul1_pkg::PT_KEPT);

  always_ff @(posedge clk) begin : then_state
    logic [PT-1:0] new_one;
    logic          one_more, one_less;

    if (take_new) begin
      new_one = PT'(1) << new_entry;
      pt_null    [new_entry] <= new_null;
      pt_fence   [new_entry] <= new_fence;
      pt_store   [new_entry] <= new_store;
      pt_shared  [new_entry] <= new_shared;
      pt_cached  [new_entry] <= new_cached;
      pt_ordered [new_entry] <= new_ordered;
      bypass     [new_entry] <= new_bypass;
      writeback  [new_entry] <= new_writeback;
      inval      [new_entry] <= new_inval;
      pt_flush   [new_entry] <= new_flush;
      for (int b = 0; b < WIDTH_W; b++) width[b] <= (width[b] & ~new_one) | (new_one & {PT{new_width[b]}});
      sign_extend[new_entry] <= in_signed;
      first_reg  [new_entry] <= in_reg;
      mask       [new_entry] <= in_mask;
    end

    if (take_new | ret_valid) begin
      one_more = take_new & ~new_shared;
      one_less = ret_valid & ~pt_shared[ret_entry];
      if (one_more & ~one_less) others <= others + 1'b1;
      if (one_less & ~one_more) others <= others - 1'b1;
      if (take_new)  pt_valid[new_entry] <= 1'b1;
      if (ret_valid) pt_valid[ret_entry] <= 1'b0;
    end

    if (rst) begin
      others   <= '0;
      pt_valid <= '0;
    end
  end

  // What is asked for of one: if anything comes of it, for the sake of simulation
  assign pt_plain = ~(pt_store | pt_ordered | inval | pt_flush);

  always @* begin
    front_width = '0;
    if (ul1_fn::worth(front_one != '0)) begin
      for (int b = 0; b < WIDTH_W; b++) front_width[b] = (width[b] & front_one) != '0;
    end
  end

  always @* begin
    choice_signed = 1'b0;
    choice_active = '0;
    if (ul1_fn::worth(choice_valid)) begin
      choice_signed = sign_extend[front_entry];
      choice_active = mask[front_entry];
    end
  end

  always_ff @(posedge clk) begin
    if (reads_other) begin
      for (int b = 0; b < WIDTH_W; b++) gather_width[b] <= (width[b] & other_one) != '0;
      gather_signed    <= (sign_extend & other_one) != '0;
      gather_store     <= (pt_store & other_one) != '0;
      gather_bypass    <= (bypass & other_one) != '0;
      gather_writeback <= (writeback & other_one) != '0;
      gather_inval     <= (inval & other_one) != '0;
      gather_flush     <= (pt_flush & other_one) != '0;
      gather_ordered   <= (pt_ordered & other_one) != '0;
    end
  end

  assign replay_mask = mask[replay_entry];

  always @* begin
    feed_width = '0;
    feed_mask  = '0;
    if (ul1_fn::worth(feed_one != '0)) begin
      for (int b = 0; b < WIDTH_W; b++) feed_width[b] = (width[b] & feed_one) != '0;
      for (int i = 0; i < PT; i++) begin
        if (ul1_fn::worth(feed_one[i])) feed_mask = feed_mask | (mask[i] & {LANES{feed_one[i]}});
      end
    end
  end

  always @* begin
    rf_width = '0;
    rf_reg   = '0;
    if (ul1_fn::worth(rf_valid)) begin
      for (int b = 0; b < WIDTH_W; b++) rf_width[b] = width[b][rf_entry];
      rf_reg = first_reg[rf_entry];
    end
  end

  always @(posedge clk) begin
    if (!rst & (ret_valid | rf_valid)) begin
      assert (!(ret_valid && !pt_valid[ret_entry]) && !(rf_valid && !pt_valid[rf_entry]));   // each instruction retires once
    end
  end

endmodule

`default_nettype wire
