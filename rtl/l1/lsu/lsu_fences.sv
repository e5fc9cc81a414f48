// Fences, a part of lsu: which of them may retire. One at a time is examined, in rotation over those that have the turn: whether
// all that its warp had in flight before it has retired. Then it is over if it is for this L1 alone. Else it asks memory, and is
// over when memory has answered.

`default_nettype none

module lsu_fences (
    input  wire logic                        clk,
    input  wire logic                        rst,

    // an instruction is taken
    input  wire logic                        take_new,
    input  wire logic [ul1_pkg::PT_W-1:0]    new_entry,
    input  wire logic [ul1_pkg::LEVEL_W-1:0] in_level,

    // to and from lsu_warps: the fence that is examined, as a set of one; its warp has nothing out
    input  wire logic [ul1_pkg::PT-1:0]      turn,
    input  wire logic [ul1_pkg::PT-1:0]      pt_valid,
    input  wire logic [ul1_pkg::PT-1:0]      pt_fence,
    output logic      [ul1_pkg::PT-1:0]      examined_one,
    input  wire logic                        settled,

    // those that may retire
    output logic      [ul1_pkg::PT-1:0]      over,

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

  logic                        examines;
  logic [PT_W-1:0]             examined;
  logic [PT-1:0]               asked;
  logic [ul1_pkg::LEVEL_W-1:0] level [0:ul1_fn::entries(PT)-1];
  logic [PT_W-1:0]             answer_entry;
  logic                        answers;   // the fence that is answered is a warp's, and not a command's
  logic                        near;      // the one that is examined is over

  assign answers      = answer_fence & answer_id < ID_W'(PT);
  assign answer_entry = PT_W'(answer_id);
  assign examined_one = examines ? PT'(1) << examined : '0;

  always @* begin
    near        = 1'b0;
    fence_valid = 1'b0;
    fence_id    = '0;
    fence_level = '0;
    if (ul1_fn::worth(examines)) begin
      near        = examines & settled & level[examined] == ul1_pkg::LEVEL_CTA;
      fence_valid = examines & settled & ~near;
      fence_id    = ID_W'(examined);
      fence_level = level[examined];
    end
  end

  // The next, unless this one asks in vain. This one is the last in rotation, so it is next only if it is alone.
  logic            stays, taken, goes_on;
  logic [PT-1:0]   waiting, next_one;

  assign stays = fence_valid & ~accept_fence;
  assign taken = fence_valid & accept_fence;

  always @* begin
    waiting = '0;
    goes_on = 1'b0;
    if (ul1_fn::worth((turn & pt_fence) != '0)) begin
      waiting = turn & pt_fence & ~asked & ~over;
      goes_on = (waiting & ~examined_one) != '0 | (waiting != '0 & ~near & ~taken);
    end
  end

  rotate #(.N(PT)) u_rotate (.clk, .rst, .some(waiting), .next(next_one), .moves(~stays & waiting != '0));

  always_ff @(posedge clk) begin
    if (take_new) begin
      level[new_entry] <= in_level;
      asked[new_entry] <= 1'b0;
      over [new_entry] <= 1'b0;
    end
    if (near)    over [examined]     <= 1'b1;
    if (taken)   asked[examined]     <= 1'b1;
    if (answers) over [answer_entry] <= 1'b1;
    if (rst)         examines <= 1'b0;
    else if (~stays) examines <= goes_on;
    if (~stays & waiting != '0) examined <= PT_W'({ul1_fn::index(64'(next_one))});
  end

  always @(posedge clk) begin
    if (!rst & (answers | examines)) begin
      assert (!answers || (pt_valid[answer_entry] && asked[answer_entry]));
      assert ((examined_one & ~(turn & pt_fence)) == '0);     // it stays where it is until it is over
    end
  end

endmodule

`default_nettype wire
