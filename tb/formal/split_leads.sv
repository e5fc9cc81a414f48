// Of each bank that slots wait for, a pass takes one word, whole: that of the lowest slot. So a bank is asked for one word less after
// each pass: an access ends in as many passes as the most words that one bank is asked for, and in no fewer can it, as a bank has one
// row at a time; and each slot is served once.

module split_leads (
    input wire clk,
    input wire rst,
    input wire [7:0] left,
    input wire [8*ul1_pkg::addr_w(8)-1:0] addr
);

  localparam int LANES = 8, ADDR_W = ul1_pkg::addr_w(8), ROW_W = ul1_pkg::ROW_W;
  wire [7:0] taken;
  wire       more;

  split #(.LANES(LANES)) dut (.req_mask(left), .req_addr(addr), .req_cached(1'b0), .split_mask(taken), .split_more(more));

  (* anyconst *) reg [2:0] s, l;    // two slots
  wire [2:0]       bank_s = addr[s*ADDR_W + 2 +: 3],     bank_l = addr[l*ADDR_W + 2 +: 3];
  wire [ROW_W-1:0] row_s  = addr[s*ADDR_W + 5 +: ROW_W], row_l  = addr[l*ADDR_W + 5 +: ROW_W];

  reg [7:0] below;                  // that wait, and want the bank of s
  always @* begin
    below = '0;
    for (int i = 0; i < LANES; i++) if (i < s && left[i] && addr[i*ADDR_W + 2 +: 3] == bank_s) below[i] = 1'b1;
  end

  always @(posedge clk) begin
    assert ((taken & ~left) == '0 && more == ((left & ~taken) != '0));
    if (left[s] && below == '0) assert (taken[s]);
    if (taken[s] && left[l] && bank_s == bank_l) assert (taken[l] == (row_s == row_l));
  end

endmodule
