// Functions of widths, accesses and pages are consistent: an aligned access covers exactly its number of
// words, and its bytes are within its word. A smaller page has more bits in its page number.

module fn_widths (
    input wire clk,
    input wire rst,
    input wire [ul1_pkg::WIDTH_W-1:0] width,
    input wire [ul1_pkg::PAGE_W-1:0] page,
    input wire [1:0] upper, at,
    input wire [4:0] bit_at
);

  wire [5:0] bytes = 6'd1 << width;          // bytes of a lane's access
  wire [3:0] used = ul1_fn::word_bytes(width);
  wire [5:0] count = ul1_fn::ones(32'(used));
  wire [3:0] align = ul1_fn::align_mask(width);
  wire [31:0] spread = ul1_fn::byte_bits(used);

  always @(posedge clk) begin
    assume (width <= ul1_pkg::WIDTH_B128);
    assert (align == bytes - 1'b1);
    assert (count * ul1_fn::words(width) == bytes);
    if ((at & align[1:0]) == '0) assert (((8'(used) << at) >> 4) == '0);
    assert (ul1_fn::sub_of(upper, width) < ul1_fn::words(width));
    assert (spread[bit_at] == used[bit_at[4:3]]);
    assert (ul1_fn::byte_shift(at) == 5'(at) * 5'd8);
    assert (ul1_fn::page_bits(page) == (page == ul1_pkg::PAGE_P4K ? 9'h1ff : page == ul1_pkg::PAGE_P64K
                                        ? 9'h1f0 : 9'h000));
  end

endmodule
