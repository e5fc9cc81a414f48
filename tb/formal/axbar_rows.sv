// Each bank that a slot accesses gets the slot's row, and no other bank is enabled.

module axbar_rows (
    input wire clk,
    input wire rst,
    input wire [7:0] mask,
    input wire [23:0] bank,
    input wire [8*ul1_pkg::ROW_W-1:0] row
);

  localparam int ROW_W = ul1_pkg::ROW_W;
  wire [7:0] en;
  wire [8*ROW_W-1:0] rows;
  reg  [7:0] wanted;

  axbar #(.LANES(8)) dut (.map_mask(mask), .map_bank(bank), .map_row(row), .bank_en(en), .bank_row(rows));

  always @(posedge clk) begin
    wanted = '0;
    for (int s = 0; s < 8; s++) begin
      if (mask[s]) wanted[bank[s*3 +: 3]] = 1'b1;
      for (int l = 0; l < s; l++) begin
        // Contract: slots of one bank access one row
        if (mask[s] && mask[l] && bank[s*3 +: 3] == bank[l*3 +: 3]) assume (row[s*ROW_W +: ROW_W]
            == row[l*ROW_W +: ROW_W]);
      end
    end
    assert (en == wanted);
    for (int s = 0; s < 8; s++) if (mask[s]) assert (rows[bank[s*3 +: 3]*ROW_W +: ROW_W]
                                                     == row[s*ROW_W +: ROW_W]);
  end

endmodule
