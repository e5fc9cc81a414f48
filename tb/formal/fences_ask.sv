// A fence asks memory once, with what it was taken with, after its warp has settled, unless it is for this L1 alone; and it may
// retire when it has been answered, not before.

module fences_ask (
    input wire clk,
    input wire rst,
    input wire take_new, accept_fence, answer_fence,
    input wire [ul1_pkg::PT_W-1:0] new_entry, asking_entry,
    input wire [ul1_pkg::LEVEL_W-1:0] in_level,
    input wire [ul1_pkg::PT-1:0] turn, pt_valid, pt_fence, settled,
    input wire [ul1_pkg::ID_W-1:0] answer_id
);

  localparam int PT = ul1_pkg::PT;
  wire [PT-1:0] fences, asking, fence_done;
  wire fence_valid;
  wire [ul1_pkg::ID_W-1:0] fence_id;
  wire [ul1_pkg::LEVEL_W-1:0] fence_level;

  lsu_fences dut (.*);

  (* anyconst *) reg [ul1_pkg::PT_W-1:0] e;
  reg there, asked, answered;
  reg [ul1_pkg::LEVEL_W-1:0] level;
  wire takes = take_new && new_entry == e, answers = answer_fence && answer_id == e;
  wire asks = fence_valid && accept_fence && fence_id == e;

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (e < PT && new_entry < PT && asking_entry < PT);
    // the contract: who asks is one of those that want to; what settles is there; what is answered has asked, and once
    if (asking != '0) assume (asking[asking_entry]);
    assume (!settled[e] || (there && pt_fence[e] && turn[e]));
    assume (!(takes && (settled[e] || answers)));
    if (answers) assume (asked && !answered);
    there    <= !rst && (takes || there);
    asked    <= !rst && !takes && (asks || asked);
    answered <= !rst && !takes && (answers || answered);
    if (takes) level <= in_level;
    if (!rst) begin
      if (asks) assert (there && settled[e] && !asked && level != ul1_pkg::LEVEL_CTA && fence_level == level);
      if (there) assert (fence_done[e] == (settled[e] && (answered || level == ul1_pkg::LEVEL_CTA)));
      if (settled[e] && !fence_done[e] && !asked) assert (fence_valid);
    end
  end

endmodule
