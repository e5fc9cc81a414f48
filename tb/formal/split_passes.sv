// An access to shared memory whose remainder is presented to the splitter again and again: each pass takes one word of each bank
// that is still wanted, whole; so each slot is served once, in as many passes as the most words that one bank is asked for.

module split_passes (
    input wire clk,
    input wire rst
);

  localparam int LANES = 8, BANK_W = 3, ROW_W = ul1_pkg::ROW_W, ADDR_W = ul1_pkg::addr_w(LANES);

  (* anyconst *) reg [LANES-1:0]        mask;
  (* anyconst *) reg [LANES*ADDR_W-1:0] addr;
  reg  [LANES-1:0] left;
  reg  [3:0]       passes;
  wire [LANES-1:0] taken;
  wire             more;

  split #(.LANES(LANES)) dut (.req_mask(left), .req_addr(addr), .req_cached(1'b0), .split_mask(taken), .split_more(more));

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    left   <= begins ? mask : left & ~taken;
    passes <= begins ? 4'd0 : passes + (left != '0);
  end

  function automatic [BANK_W-1:0] bank(input [31:0] s);
    bank = addr[s*ADDR_W + 2 +: BANK_W];
  endfunction
  function automatic [ROW_W-1:0] row(input [31:0] s);
    row = addr[s*ADDR_W + 2 + BANK_W +: ROW_W];
  endfunction

  // The words that each bank is asked for: slots of which no lower one wants the same
  reg [3:0]       words [0:LANES-1];
  reg [3:0]       most;
  reg [LANES-1:0] first, leads;
  always @* begin
    most = '0;
    for (int b = 0; b < LANES; b++) words[b] = '0;
    for (int s = 0; s < LANES; s++) begin
      first[s] = mask[s];
      for (int l = 0; l < s; l++) if (mask[l] && bank(l) == bank(s) && row(l) == row(s)) first[s] = 1'b0;
      for (int b = 0; b < LANES; b++) if (first[s] && bank(s) == b) words[b] = words[b] + 1'b1;
    end
    for (int b = 0; b < LANES; b++) if (words[b] > most) most = words[b];
  end

  always @(posedge clk) if (!begins) begin
    assert ((taken & ~left) == '0);                          // only who waits, so nobody twice
    assert (more == ((left & ~taken) != '0));
    assert (passes <= most);
    if (passes == most) assert (left == '0);                 // after so many all are served,
    if (left == '0)     assert (passes == most);             // and not before
    for (int s = 0; s < LANES; s++) begin
      for (int l = 0; l < LANES; l++) begin
        if (taken[s] && left[l] && bank(s) == bank(l)) assert (taken[l] == (row(s) == row(l)));   // the word, whole, alone
      end
    end
    // the lowest that waits for a bank leads
    for (int s = 0; s < LANES; s++) begin
      leads[s] = left[s];
      for (int l = 0; l < s; l++) if (left[l] && bank(l) == bank(s)) leads[s] = 1'b0;
    end
    assert ((leads & ~taken) == '0);
  end

endmodule
