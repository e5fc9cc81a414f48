// A walker that is ready to send a request is passed by each other one at most once: the other's page table
// entry arrives only after its request has left, and then there was room. A walk sends at most three
// requests.

module walkers_ask (
    input wire clk,
    input wire rst,
    input wire [ul1_pkg::PAGE_W-1:0] use_page,
    input wire [ul1_pkg::PN_W-1:0] use_root,
    input wire head_valid, head_write, head_fence, fill_err, mem_ready,
    input wire [ul1_pkg::PRT_W-1:0] head_prt,
    input wire [ul1_pkg::WDB_W-1:0] head_wdb,
    input wire [ul1_pkg::line_w(8)-1:0] head_line,
    input wire [3:0] head_sect,
    input wire [ul1_pkg::NUMBER_W-1:0] head_number,
    input wire [ul1_pkg::LEVEL_W-1:0] head_level,
    input wire [ul1_pkg::WALKERS-1:0] fill_walk,
    input wire [8*ul1_pkg::WORD_W-1:0] fill_data
);

  localparam int WALKERS = ul1_pkg::WALKERS, STATE_W = ul1_pkg::WALK_STATE_W, LINE_W = ul1_pkg::line_w(8);
  wire mmu_take, mmu_fault, pagefail_valid, mem_valid;
  wire [ul1_pkg::ERR_W-1:0] mmu_err, pagefail_err;
  wire [WALKERS-1:0] mmu_wait, walk_ends;
  wire [LINE_W-1:0] pagefail_line, mem_vline;
  wire [ul1_pkg::MEMOP_W-1:0] mem_op;
  wire [ul1_pkg::NUMBER_W-1:0] mem_number;
  wire [ul1_pkg::pline_w(8)-1:0] mem_line;
  wire [3:0] mem_sect;
  wire [ul1_pkg::LEVEL_W-1:0] mem_level;
  wire [WALKERS*STATE_W-1:0] walk_state;

  mmu #(.LANES(8)) dut (.*, .forget_all(1'b0), .forget_valid(1'b0), .forget_addr({ul1_pkg::VA_W{1'b0}}));

  wire [1:0] asks = {walk_state[STATE_W +: STATE_W] == ul1_pkg::WALK_STATE_ASKS, walk_state[0 +: STATE_W]
                     == ul1_pkg::WALK_STATE_ASKS};
  wire [1:0] idle = {walk_state[STATE_W +: STATE_W] == ul1_pkg::WALK_STATE_IDLE, walk_state[0 +: STATE_W]
                     == ul1_pkg::WALK_STATE_IDLE};
  wire [1:0] failed = {walk_state[STATE_W +: STATE_W] == ul1_pkg::WALK_STATE_FAILS, walk_state[0 +: STATE_W]
                       == ul1_pkg::WALK_STATE_FAILS};
  wire [1:0] gone = mem_valid & mem_ready & mem_op == ul1_pkg::MEMOP_READ ? {mem_number == ul1_pkg::PRT + 1,
      mem_number == ul1_pkg::PRT} : 2'b00;
  (* anyconst *) reg one;              // the walker that waits, and the other
  wire other = ~one;
  reg [1:0] asked, out;                // they requested in the previous cycle; their requests are in memory
  reg passed;
  reg [1:0] times;                     // requests of the walk of `one`

  (* anyconst *) reg [ul1_pkg::PAGE_W-1:0] page;   // settings do not change while a line is fetched

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (use_page == page);
    assume (!rst || fill_walk == '0);
    assume ((fill_walk & ~out) == '0 && fill_walk != 2'b11);
    asked  <= rst ? 2'b00 : asks;
    out    <= rst ? 2'b00 : (out | gone) & ~fill_walk;
    // A request that left is visible in the next cycle
    passed <= !rst && asks[one] && (passed || (asked[one] && asked[other] && !asks[other]));
    times  <= rst || idle[one] || failed[one] ? 2'd0 : times + 2'(asked[one] && !asks[one]);
    if (!rst) begin
      if (passed && asks[one] && asked[one]) assert (!(asked[other] && !asks[other]));
      if (times == 2'd3) assert (!asks[one]);
    end
  end

endmodule
