// Remainders in the table, a part of lsu: slots that passes have left over of accesses to shared memory, while they have no place in
// the pool. Each waits until it may be chosen to be prepared again.

`default_nettype none

module lsu_left #(
    parameter int LANES = 32
) (
    input  wire logic                          clk,
    input  wire logic                          rst,

    // a remainder leaves the pool, and has to wait so long; or one is presented again
    input  wire logic                          leaves_over,
    input  wire logic [ul1_pkg::PT_W-1:0]      picked_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]     picked_sub,
    input  wire logic [LANES-1:0]              picked_left,
    input  wire logic [ul1_pkg::IV_W-1:0]      left_wait,
    input  wire logic                          take_again,
    input  wire logic [ul1_pkg::PT_W-1:0]      again_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]     in_sub,
    input  wire logic [LANES-1:0]              in_mask,

    // stores; stores whose remainder has its beat; stores whose remainder lacks it, and has waited long enough to want it; entries whose
    // remainder may be chosen
    input  wire logic [ul1_pkg::PT-1:0]        pt_store,
    input  wire logic [ul1_pkg::PT-1:0]        fed_left,
    output logic      [ul1_pkg::PT-1:0]        lacking,
    output logic      [ul1_pkg::PT-1:0]        left_ready,

    // the store of which a beat could be pulled, and the entry that could be chosen, each a set of one: the sub-warp of its remainder
    input  wire logic [ul1_pkg::PT-1:0]        feed_one,
    output logic      [ul1_pkg::SUB_W-1:0]     feed_left_sub,
    input  wire logic [ul1_pkg::PT-1:0]        front_one,
    output logic      [ul1_pkg::SUB_W-1:0]     front_left_sub,

    // the remainder of the latter is chosen: its slots are here in the next cycle
    input  wire logic                          choice_left,
    input  wire logic [ul1_pkg::PT_W-1:0]      front_entry,
    output logic      [LANES-1:0]              left_mask
);

  localparam int PT    = ul1_pkg::PT;
  localparam int PT_W  = ul1_pkg::PT_W;
  localparam int SUB_W = ul1_pkg::SUB_W;
  localparam int IV_W  = ul1_pkg::IV_W;

  logic [PT-1:0]   there;             // entries with a remainder here
  logic [PT-1:0]   waiting, early;    // those that still wait; that wait for more than one cycle
  logic [IV_W-1:0] waits [0:ul1_fn::entries(PT)-1];                  // cycles until it may be chosen
  (* mem2reg *) logic [PT-1:0] sub [0:ul1_fn::entries(SUB_W)-1];     // bit by bit of its sub-warp

  always @* begin
    early = '0;
    if (ul1_fn::worth(waiting != '0)) begin
      for (int i = 0; i < PT; i++) early[i] = waiting[i] & waits[i][IV_W-1:1] != '0;
    end
  end

  assign lacking    = there & ~early & pt_store & ~fed_left;
  assign left_ready = there & ~waiting & (~pt_store | fed_left);

  always @* begin
    feed_left_sub  = '0;
    front_left_sub = '0;
    if (ul1_fn::worth(there != '0)) begin
      for (int b = 0; b < SUB_W; b++) begin
        feed_left_sub[b]  = (sub[b] & feed_one) != '0;
        front_left_sub[b] = (sub[b] & front_one) != '0;
      end
    end
  end

  logic             comes;
  logic [PT_W-1:0]  come_entry;
  logic [SUB_W-1:0] come_sub;
  logic [LANES-1:0] come_mask;

  assign comes      = leaves_over | take_again;
  assign come_entry = leaves_over ? picked_entry : again_entry;
  assign come_sub   = leaves_over ? picked_sub : in_sub;
  assign come_mask  = leaves_over ? picked_left : in_mask;

  always_ff @(posedge clk) begin : then_state
    logic [PT-1:0] come_one;

    come_one = comes ? PT'(1) << come_entry : '0;
    if (rst)                       there <= '0;
    else if (comes | choice_left)  there <= (there & ~(choice_left ? front_one : '0)) | come_one;
    waiting <= waiting & early;
    if (ul1_fn::worth(waiting != '0)) begin
      for (int i = 0; i < PT; i++) if (waiting[i]) waits[i] <= waits[i] - 1'b1;
    end
    if (comes) begin
      waiting[come_entry] <= leaves_over & left_wait != '0;
      waits[come_entry] <= leaves_over ? left_wait : '0;
      for (int b = 0; b < SUB_W; b++) sub[b] <= come_sub[b] ? sub[b] | come_one : sub[b] & ~come_one;
    end
  end

  ram #(.ROWS(PT), .ROW_W(PT_W), .PARTS(1), .PART_W(LANES)) u_slots (
      .clk, .re(choice_left), .raddr(front_entry), .rdata(left_mask), .we(comes), .waddr(come_entry), .wdata(come_mask)
  );

  always @(posedge clk) begin
    if (!rst & (comes | choice_left)) begin
      assert (!(leaves_over && take_again));                                  // one home at a time
      assert (!(comes && there[come_entry]) && !(choice_left && (front_one & left_ready) == '0));
    end
  end

endmodule

`default_nettype wire
