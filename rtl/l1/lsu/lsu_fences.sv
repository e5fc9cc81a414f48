// Decides which fences may retire: a part of lsu. One fence is examined at a time, in rotation over the
// fences at the head of their warp's queue. It waits until the earlier instructions of its warp have retired.
// A fence of level `cta` is over then; any other joins the request queue of prt, and is over when memory has
// answered it.

`default_nettype none

module lsu_fences (
    input  wire logic                        clk,
    input  wire logic                        rst,

    // ---- From lsu_take and the instruction side: the new instruction
    // A new instruction is taken in this cycle.
    input  wire logic                        take_new,
    // Instruction-table entry that a new instruction gets; valid with `take_new`.
    input  wire logic [ul1_pkg::INSTR_W-1:0] new_entry,
    // Scope of a fence; ignored for other operations; valid with `in_valid`.
    input  wire logic [ul1_pkg::LEVEL_W-1:0] in_level,

    // ---- From lsu_newq and lsu_table: the fences; to and from lsu_warps: the examined one
    // Bit i: entry i is in the new queue, and no earlier instruction of its warp there must go first.
    input  wire logic [ul1_pkg::INSTRS-1:0]  at_head,
    // Bit i: entry i holds an instruction in flight.
    input  wire logic [ul1_pkg::INSTRS-1:0]  instr_valid,
    // Bit i: entry i is a fence; valid where `instr_valid` is set.
    input  wire logic [ul1_pkg::INSTRS-1:0]  instr_fence,
    // The examined fence, one-hot by instruction-table entry; zero if no fence is examined.
    output logic      [ul1_pkg::INSTRS-1:0]  examined_one,
    // The warp of the examined fence has no earlier instruction in flight; zero if no fence is examined.
    input  wire logic                        settled,

    // ---- To lsu_next
    // Bit i: the fence in entry i has nothing more to wait for; valid for fences in flight.
    output logic      [ul1_pkg::INSTRS-1:0]  over,

    // ---- To prt: the request; from prt and fill: its acceptance and completion
    // A fence requests to join the queue to memory.
    output logic                             fence_valid,
    // Instruction-table entry of the requesting fence; valid with `fence_valid`.
    output logic      [ul1_pkg::ID_W-1:0]    fence_id,
    // Scope of the requesting fence; valid with `fence_valid`.
    output logic      [ul1_pkg::LEVEL_W-1:0] fence_level,
    // A fence is taken into the request queue in this cycle if one is requested.
    input  wire logic                        accept_fence,
    // The command requests a fence.
    input  wire logic                        cmd_fence,
    // Memory has completed a fence: all writes before it are performed.
    input  wire logic                        answer_fence,
    // Number of the completed fence: an instruction-table entry, or CMD_ID; valid with `answer_fence`.
    input  wire logic [ul1_pkg::ID_W-1:0]    answer_id
);

  localparam int INSTRS  = ul1_pkg::INSTRS;
  localparam int INSTR_W = ul1_pkg::INSTR_W;
  localparam int ID_W    = ul1_pkg::ID_W;

  logic                        examines_q;
  logic [INSTR_W-1:0]          examined_q;
  logic [INSTRS-1:0]           asked_q;
  logic [ul1_pkg::LEVEL_W-1:0] level_q [0:ul1_fn::entries(INSTRS)-1];
  logic [INSTR_W-1:0]          answer_entry;
  logic                        answers;  // the answered fence is a warp's, not a command's
  logic                        near;     // the examined fence is over, without memory

  assign answers      = answer_fence & answer_id < ID_W'(INSTRS);
  assign answer_entry = INSTR_W'(answer_id);
  assign examined_one = examines_q ? INSTRS'(1) << examined_q : '0;

  always @* begin
    near        = 1'b0;
    fence_valid = 1'b0;
    fence_id    = '0;
    fence_level = '0;
    if (ul1_fn::sim_gate(examines_q)) begin
      near        = examines_q & settled & level_q[examined_q] == ul1_pkg::LEVEL_CTA;
      fence_valid = examines_q & settled & ~near & ~(ul1_pkg::CACHES_BEHIND != 0 & cmd_fence);
      fence_id    = ID_W'(examined_q);
      fence_level = level_q[examined_q];
    end
  end

  // The next fence is examined, unless the request of this one is refused. This one was the last in rotation,
  // so it is next only if there is no other.
  logic              stays, taken, goes_on;
  logic [INSTRS-1:0] waiting, next_one;

  assign stays = fence_valid & ~accept_fence;
  assign taken = fence_valid & accept_fence;

  always @* begin
    waiting = '0;
    goes_on = 1'b0;
    if (ul1_fn::sim_gate((at_head & instr_fence) != '0)) begin
      waiting = at_head & instr_fence & ~asked_q & ~over;
      goes_on = (waiting & ~examined_one) != '0 | (waiting != '0 & ~near & ~taken);
    end
  end

  rotate #(.N(INSTRS)) u_rotate (.clk, .rst, .candidates(waiting), .next(next_one),
                                 .moves(~stays & waiting != '0));

  always_ff @(posedge clk) begin
    if (take_new) begin
      level_q[new_entry] <= in_level;
      asked_q[new_entry] <= 1'b0;
      over   [new_entry] <= 1'b0;
    end
    if (near)    over   [examined_q] <= 1'b1;
    if (taken)   asked_q[examined_q] <= 1'b1;
    if (answers) over [answer_entry] <= 1'b1;
    if (rst)         examines_q <= 1'b0;
    else if (~stays) examines_q <= goes_on;
    if (~stays & waiting != '0) examined_q <= INSTR_W'({ul1_fn::index(64'(next_one))});
  end

  always @(posedge clk) begin
    if (!rst & (answers | examines_q)) begin
      assert (!answers || (instr_valid[answer_entry] && asked_q[answer_entry]));
      // An examined fence stays in the new queue until it is over
      assert ((examined_one & ~(at_head & instr_fence)) == '0);
    end
  end

endmodule

`default_nettype wire
