// Complete entries are replayed one by one, in the order of their completion, each of their accesses once.
// None is lost.

module filled_queue (
    input wire clk,
    input wire rst,
    input wire resp_valid, resp_err, done_fill, done_fault, merged_last, coalesce_ready,
    input wire [ul1_pkg::MEMOP_W-1:0] resp_op,
    input wire [ul1_pkg::NUMBER_W-1:0] resp_number,
    input wire [ul1_pkg::SECTORS-1:0] resp_sect,
    input wire [ul1_pkg::line_w(8)-1:0] resp_vline,
    input wire [255:0] resp_data,
    input wire [ul1_pkg::PRT_W-1:0] head_prt
);

  localparam int PRT = ul1_pkg::PRT, PRT_W = ul1_pkg::PRT_W, MERGE_W = ul1_pkg::MERGE_W;
  wire fill_here, fill_valid, fill_err, answer_fence, memfail_valid, replay_valid;
  wire [ul1_pkg::WALKERS-1:0] fill_walk;
  wire [PRT_W-1:0] fill_prt, replay_prt;
  wire [3:0] fill_sect;
  wire [255:0] fill_data;
  wire [ul1_pkg::ID_W-1:0] answer_id;
  wire [ul1_pkg::line_w(8)-1:0] memfail_line;
  wire [MERGE_W-1:0] replay_pos;

  fill #(.LANES(8)) dut (.*);

  // Two entries: whether they are complete and not yet replayed, and whether the first is older
  (* anyconst *) reg [PRT_W-1:0] one, two;
  reg [PRT-1:0] there;
  reg before;
  reg [MERGE_W-1:0] pos;
  wire [PRT-1:0] fills = done_fill ? PRT'(1) << fill_prt : '0, faults = done_fault ? PRT'(1) << head_prt : '0;
  wire takes = replay_valid & coalesce_ready;
  wire [PRT-1:0] leaves = takes & merged_last ? PRT'(1) << replay_prt : '0;

  reg begins = 1'b1;
  reg was_valid, was_read;   // the response of the previous cycle
  reg [ul1_pkg::NUMBER_W-1:0] was_number;
  reg [7:0] was_data;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (one != two);
    if (!rst) begin
      // Contract
      assume (!resp_valid || (resp_op <= ul1_pkg::MEMOP_FENCE
              && !(resp_op == ul1_pkg::MEMOP_READ && (resp_number >= PRT + ul1_pkg::WALKERS
                                                      || resp_sect == '0))));
      assume (!(done_fill && !fill_valid) && (there & (fills | faults)) == '0 && (fills & faults) == '0);
      assume (!(replay_valid && !merged_last && replay_pos + 1 >= ul1_pkg::MERGE));
    end
    there  <= rst ? '0 : (there & ~leaves) | fills | faults;
    before <= fills[two] | faults[two] ? there[one] & ~leaves[one] | (fills[one] & faults[two])
              : before & ~(fills[one] | faults[one]);
    if (rst) pos <= '0;
    else if (takes) pos <= merged_last ? '0 : pos + 1'b1;
    was_valid  <= !rst & resp_valid;
    was_read   <= resp_op == ul1_pkg::MEMOP_READ;
    was_number <= resp_number;
    was_data   <= resp_data[7:0];
    if (!rst) begin
      assert (replay_valid == (there != '0));
      if (replay_valid) assert (there[replay_prt] && replay_pos == pos);
      if (replay_valid && replay_prt == two && there[one]) assert (!before);
      assert (fill_valid == (was_valid && was_read && was_number < PRT));
      if (fill_valid) assert (fill_prt == was_number && fill_data[7:0] == was_data);
      assert (fill_here == (was_valid && was_read) && !(fill_valid && fill_walk != '0));
    end
  end

endmodule
