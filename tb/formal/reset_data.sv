// Two copies of the data array, each from any state, agree after a reset, like the generated benches of other
// blocks. But a word may be read that was never written, or in the cycle in which it is written
// (verif/blocks/data/contract.c). Its value is undefined then. So read data are compared only in bytes that
// were written before and not in the same cycle, and in forwarded bytes. Only the first four rows are used:
// all rows are alike, and a cycle reads one row of a bank and writes one.

module reset_data (
    input wire clk,
    input wire rst,
    input wire pass_store,
    input wire [7:0] bank_en,
    input wire [15:0] reads, writes,
    input wire [31:0] forward_be, write_be,
    input wire [255:0] forward_data, write_data, fill_data,
    input wire write_valid, fill_valid, fill_err,
    input wire [1:0] fills,
    input wire [ul1_pkg::SECTORS-1:0] fill_sect
);

  localparam int ROW_W = ul1_pkg::ROW_W;

  wire [8*ROW_W-1:0] bank_row, write_row;
  wire [ROW_W-1:0]   done_fill_row = ROW_W'(fills);

  wire [7:0]   read_valid_a, read_valid_b;
  wire [255:0] read_data_a, read_data_b;
  wire         array_ready_a, array_ready_b;
  data #(.LANES(8)) a (.*, .read_valid(read_valid_a), .read_data(read_data_a), .array_ready(array_ready_a));
  data #(.LANES(8)) b (.*, .read_valid(read_valid_b), .read_data(read_data_b), .array_ready(array_ready_b));

  // Bytes written since the start (a reset does not prevent writes); those among the bytes read in the
  // previous cycle
  reg        begins = 1'b1;
  reg [31:0] sure;

  always @(posedge clk) begin
    begins <= 1'b0;
    if (begins) assume (rst);
  end

  for (genvar k = 0; k < 8; k++) begin : g_bank
    assign bank_row [k*ROW_W +: ROW_W] = reads [k*2 +: 2];
    assign write_row[k*ROW_W +: ROW_W] = writes[k*2 +: 2];
    reg  [15:0] known = '0;
    wire [1:0]  from = reads[k*2 +: 2];
    wire [1:0]  to   = fill_valid ? fills : writes[k*2 +: 2];
    wire [3:0]  puts = fill_valid ? {4{fill_sect[k/2] & ~fill_err}} : write_be[k*4 +: 4];
    always @(posedge clk) begin
      known[to*4 +: 4] <= known[to*4 +: 4] | puts;
      sure [k*4  +: 4] <= known[from*4 +: 4] & ~(to == from ? puts : 4'b0);
    end
    always @(posedge clk) if (!begins && !rst) begin
      for (int i = 0; i < 4; i++) begin
        if (read_valid_a[k] && (sure[k*4 + i] || forward_be[k*4 + i]))
          assert (read_data_a[k*32 + i*8 +: 8] == read_data_b[k*32 + i*8 +: 8]);
      end
    end
  end

  always @(posedge clk) if (!begins && !rst) begin
    assert (read_valid_a == read_valid_b);
    assert (array_ready_a == array_ready_b);
  end

endmodule
