// For each bank with waiting slots, a pass serves one word completely: that of the lowest slot. So the number
// of words waiting for a bank decreases by one with each pass. An access takes as many passes as the largest
// number of its words in one bank. Fewer are impossible, as a bank has one row at a time. Each slot is served
// once.

module split_leads (
    input wire clk,
    input wire rst,
    input wire [7:0] left,
    input wire [8*ul1_pkg::addr_w(8)-1:0] addr
);

  localparam int LANES = 8, ADDR_W = ul1_pkg::addr_w(8), ROW_W = ul1_pkg::ROW_W;
  wire [7:0] taken;
  wire       more;

  split #(.LANES(LANES)) dut (.req_mask(left), .req_addr(addr), .req_cached(1'b0), .split_mask(taken),
                              .split_more(more));

  (* anyconst *) reg [2:0] s, l;    // two slots
  wire [2:0]       bank_s = addr[s*ADDR_W + 2 +: 3],     bank_l = addr[l*ADDR_W + 2 +: 3];
  wire [ROW_W-1:0] row_s  = addr[s*ADDR_W + 5 +: ROW_W], row_l  = addr[l*ADDR_W + 5 +: ROW_W];

  reg [7:0] below;                  // lower slots that wait for the bank of s
  always @* begin
    below = '0;
    for (int i = 0; i < LANES; i++) if (i < s && left[i] && addr[i*ADDR_W + 2 +: 3] == bank_s) below[i] =
        1'b1;
  end

  always @(posedge clk) begin
    assert ((taken & ~left) == '0 && more == ((left & ~taken) != '0));
    if (left[s] && below == '0) assert (taken[s]);
    if (taken[s] && left[l] && bank_s == bank_l) assert (taken[l] == (row_s == row_l));
  end

endmodule
