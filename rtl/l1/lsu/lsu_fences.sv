// Fences, a part of lsu: which of them wait for memory. A fence asks when its warp's instructions before it have retired,
// one fence at a time, the one taken first, and may retire itself when memory has answered. One that is for this L1 alone need
// not ask.

`default_nettype none

module lsu_fences (
    input  wire logic                        clk,
    input  wire logic                        rst,

    // an instruction is taken
    input  wire logic                        take_new,
    input  wire logic [ul1_pkg::PT_W-1:0]    new_entry,
    input  wire logic [ul1_pkg::LEVEL_W-1:0] in_level,

    // to lsu_warps: the fences that have the turn and are not waiting for memory; those of them whose warp has nothing
    // out
    input  wire logic [ul1_pkg::PT-1:0]      turn,
    input  wire logic [ul1_pkg::PT-1:0]      pt_valid,
    input  wire logic [ul1_pkg::PT-1:0]      pt_fence,
    output logic      [ul1_pkg::PT-1:0]      fences,
    input  wire logic [ul1_pkg::PT-1:0]      settled,

    // to and from lsu_newq: those that want to ask, the oldest of them
    output logic      [ul1_pkg::PT-1:0]      asking,
    input  wire logic [ul1_pkg::PT_W-1:0]    asking_entry,

    // those that may retire
    output logic      [ul1_pkg::PT-1:0]      fence_done,

    // to and from prt, fill
    output logic                             fence_valid,
    output logic      [ul1_pkg::ID_W-1:0]    fence_id,
    output logic      [ul1_pkg::LEVEL_W-1:0] fence_level,
    input  wire logic                        accept_fence,
    input  wire logic                        answer_fence,
    input  wire logic [ul1_pkg::ID_W-1:0]    answer_id
);

  localparam int PT   = ul1_pkg::PT;
  localparam int PT_W = ul1_pkg::PT_W;
  localparam int ID_W = ul1_pkg::ID_W;

  logic [PT-1:0]               for_cta, asked, answered;
  logic [ul1_pkg::LEVEL_W-1:0] level [0:ul1_fn::entries(PT)-1];
  logic [PT_W-1:0]             answer_entry;
  logic                        answers;   // the fence that is answered is a warp's, and not a command's

  assign fences       = turn & pt_fence & (for_cta | ~asked | answered);
  assign answers      = answer_fence & answer_id < ID_W'(PT);
  assign answer_entry = PT_W'(answer_id);
  assign fence_valid  = asking != '0;

  always @* begin
    fence_done = '0;
    asking     = '0;
    if (ul1_fn::worth(settled != '0)) begin
      fence_done = settled & (for_cta | answered);
      asking     = settled & ~for_cta & ~asked;
    end
  end

  always @* begin
    fence_id    = '0;
    fence_level = '0;
    if (ul1_fn::worth(asking != '0)) begin
      fence_id    = ID_W'(asking_entry);
      fence_level = level[asking_entry];
    end
  end

  always_ff @(posedge clk) begin
    if (take_new) begin
      level   [new_entry] <= in_level;
      for_cta [new_entry] <= in_level == ul1_pkg::LEVEL_CTA;
      asked   [new_entry] <= 1'b0;
      answered[new_entry] <= 1'b0;
    end
    if (fence_valid & accept_fence) asked   [asking_entry] <= 1'b1;
    if (answers)                    answered[answer_entry] <= 1'b1;
  end

  always @(posedge clk) begin
    if (!rst & answers) assert (pt_valid[answer_entry] && asked[answer_entry]);
  end

endmodule

`default_nettype wire
