// No page is walked twice at a time. A request for a page under a walk waits for that walker alone, or
// receives its failure.

module walks_once (
    input wire clk,
    input wire rst,
    input wire [ul1_pkg::PAGE_W-1:0] page_size,
    input wire [ul1_pkg::PN_W-1:0] root,
    input wire [ul1_pkg::VPN_W-1:0] page_bits,
    input wire forgets, seeks, room, fill_err,
    input wire [ul1_pkg::VPN_W-1:0] head_page,
    input wire [ul1_pkg::WALKERS-1:0] fill_walk,
    input wire [8*ul1_pkg::WORD_W-1:0] fill_data
);

  localparam int WALKERS = ul1_pkg::WALKERS, STATE_W = ul1_pkg::WALK_STATE_W, VPN_W = ul1_pkg::VPN_W;
  wire fails, fails_bus, asks, learns, learn_write;
  wire [WALKERS-1:0] waits, walk_ends;
  wire [ul1_pkg::NUMBER_W-1:0] ask_number;
  wire [ul1_pkg::PA_W-1:0] ask_addr;
  wire [VPN_W-1:0] learn_page;
  wire [ul1_pkg::PN_W-1:0] learn_frame;
  wire [WALKERS*STATE_W-1:0] walk_state;

  mmu_walks #(.LANES(8)) dut (.*);

  // The page of each walker: the page of the request that waits for this walker alone while it is idle or has
  // failed with another page
  reg [VPN_W-1:0] page [0:1];
  reg [VPN_W-1:0] bits_before;
  wire [1:0] busy = {walk_state[STATE_W +: STATE_W] != ul1_pkg::WALK_STATE_IDLE, walk_state[0 +: STATE_W]
                     != ul1_pkg::WALK_STATE_IDLE};
  wire [1:0] failed = {walk_state[STATE_W +: STATE_W] == ul1_pkg::WALK_STATE_FAILS, walk_state[0 +: STATE_W]
                       == ul1_pkg::WALK_STATE_FAILS};
  wire [1:0] walked = busy & {((page[1] ^ head_page) & page_bits) == '0, ((page[0] ^ head_page) & page_bits)
                              == '0};

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    bits_before <= page_bits;
    // Contract: settings are constant during a walk; page table entries arrive for walkers that wait, one at
    // a time
    if (!rst) assume (busy == '0 || page_bits == bits_before);
    for (int w = 0; w < 2; w++) if (fill_walk[w]) assume (!rst && walk_state[w*STATE_W +: STATE_W]
                                                          == ul1_pkg::WALK_STATE_WAITS);
    assume (fill_walk != 2'b11);
    for (int w = 0; w < 2; w++) if (waits == 2'b01 << w && (!busy[w] || failed[w])) page[w] <= head_page;
    if (!rst) begin
      if (busy == 2'b11) assert (((page[0] ^ page[1]) & page_bits) != '0);
      if (seeks && walked != '0) assert ((walked & failed) != '0 ? fails && waits == '0 : !fails
                                         && waits == walked);
      if (seeks && walked == '0) assert (!fails && waits != '0);
      if (!seeks) assert (waits == '0);
    end
  end

endmodule
