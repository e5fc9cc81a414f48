// A fence requests memory once, with the level it was accepted with, after its warp has settled; a fence for
// this L1 alone does not. The request stays until it is accepted, and no other fence has a request meanwhile.
// The fence ends when its response arrives or, for this L1 alone, when it has settled, and not earlier.
// Fences are examined in rotation: each within INSTRS cycles, not counting cycles in which a request is not
// accepted.

module fences_ask (
    input wire clk,
    input wire rst,
    input wire take_new, accept_fence, answer_fence, settled,
    input wire [ul1_pkg::INSTR_W-1:0] new_entry,
    input wire [ul1_pkg::LEVEL_W-1:0] in_level,
    input wire [ul1_pkg::INSTRS-1:0] at_head, instr_valid, instr_fence,
    input wire [ul1_pkg::ID_W-1:0] answer_id
);

  localparam int INSTRS = ul1_pkg::INSTRS, INSTR_W = ul1_pkg::INSTR_W;
  wire [INSTRS-1:0] examined_one, over;
  wire fence_valid;
  wire [ul1_pkg::ID_W-1:0] fence_id;
  wire [ul1_pkg::LEVEL_W-1:0] fence_level;

  lsu_fences dut (.*, .cmd_fence(1'b0));

  // Names within the module
  (* hierconn *) wire [INSTRS-1:0] \dut.asked_q , \dut.u_rotate.behind_q ;

  (* anyconst *) reg [INSTR_W-1:0] e;
  reg there, asked, answered, near;
  reg [ul1_pkg::LEVEL_W-1:0] level;
  wire takes = take_new && new_entry == e, answers = answer_fence && answer_id == e;
  wire asks  = fence_valid && fence_id == e;
  wire vain  = fence_valid && !accept_fence;
  wire nears = examined_one[e] && settled && level == ul1_pkg::LEVEL_CTA;
  wire done  = answered || near;

  // The fence waits to be examined; cycles without a rejected request. `ahead`: entries from the last
  // examined one to this one.
  wire waits = at_head[e] && instr_fence[e] && !asked && !done && !examined_one[e];
  reg  [INSTR_W:0] cycles;
  reg  waited, tried;
  reg  [INSTR_W-1:0] tried_id;
  wire [INSTRS-1:0] behind  = \dut.u_rotate.behind_q ;
  wire [INSTRS-1:0] below_e = (INSTRS'(1) << e) - 1'b1;
  wire [INSTRS-1:0] ahead   = behind[e] ? behind & below_e : behind | below_e;

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (e < INSTRS && new_entry < INSTRS);
    // Contract: an instruction with the turn is in flight, and a fence keeps the turn until it ends
    // (order_warps, lsu_next). A response belongs to a request, once. An accepted instruction was not in
    // flight.
    assume (!(at_head[e] && instr_fence[e]) || there);
    assume ((examined_one & ~(at_head & instr_fence)) == '0);
    assume (!(takes && (at_head[e] && instr_fence[e])));
    assume (!(takes && answers));
    if (answers) assume (there && asked && !answered);
    there    <= !rst && (takes || there);
    asked    <= !rst && !takes && ((asks && accept_fence) || asked);
    answered <= !rst && !takes && (answers || answered);
    near     <= !rst && !takes && (nears || near);
    if (takes) level <= in_level;
    cycles   <= rst || !waits ? '0 : cycles + (INSTR_W+1)'(!vain);
    waited   <= !rst && waits && !vain;
    tried    <= !rst && vain;
    tried_id <= fence_id;
    if (!rst) begin
      if (asks) assert (there && examined_one[e] && settled && !asked && !done && level != ul1_pkg::LEVEL_CTA
                        && fence_level == level);
      if (examined_one[e] && settled && level != ul1_pkg::LEVEL_CTA) assert (asks);
      if (there) assert (over[e] == done);
      if (done) assert (near == (level == ul1_pkg::LEVEL_CTA));
      if (tried && examined_one[tried_id]) assert (!fence_valid || fence_id == tried_id);
      if (tried) assert (examined_one == INSTRS'(1) << tried_id);
      assert (!ul1_fn::several(64'(examined_one)));
      // Examination
      if (waits) assert (cycles < INSTRS);
      if (waited) assert (examined_one != '0);
      // Invariants for the prover
      if (there) assert (\dut.asked_q [e] == asked);
      if (examined_one[e]) assert (there && !asked && !done);
      assert ((behind << 1 & ~behind) == '0 && !behind[0]);
      if (waits) assert (cycles + (INSTR_W+1)'(ul1_fn::ones(64'(ahead))) < INSTRS);
    end
  end

endmodule
