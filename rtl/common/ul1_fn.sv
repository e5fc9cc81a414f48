// The few functions of a width, a carveout or a mask that more than one module needs. (Constants and codes are in ul1_pkg,
// which is made from the tables in cmodel/ports.)

`default_nettype none

package ul1_fn;

  // Words that a lane accesses: 1, 2 or 4. An instruction has as many sub-warps.
  function automatic logic [2:0] words(input logic [ul1_pkg::WIDTH_W-1:0] width);
    words = width < ul1_pkg::WIDTH_B64 ? 3'd1 : width == ul1_pkg::WIDTH_B64 ? 3'd2 : 3'd4;
  endfunction

  // Low address bits that are zero in an aligned access
  function automatic logic [3:0] align_mask(input logic [ul1_pkg::WIDTH_W-1:0] width);
    case (width)
      ul1_pkg::WIDTH_B8:  align_mask = 4'b0000;
      ul1_pkg::WIDTH_B16: align_mask = 4'b0001;
      ul1_pkg::WIDTH_B32: align_mask = 4'b0011;
      ul1_pkg::WIDTH_B64: align_mask = 4'b0111;
      default:            align_mask = 4'b1111;
    endcase
  endfunction

  // Bytes of a 32-bit word that one slot uses, moved to the bottom
  function automatic logic [ul1_pkg::WORD_BYTES-1:0] word_bytes(input logic [ul1_pkg::WIDTH_W-1:0] width);
    word_bytes = width == ul1_pkg::WIDTH_B8 ? 4'b0001 : width == ul1_pkg::WIDTH_B16 ? 4'b0011 : 4'b1111;
  endfunction

  // Rows of the shared memory, in units of a quarter of the array
  function automatic logic [1:0] shared_quarters(input logic [ul1_pkg::CARVEOUT_W-1:0] carveout);
    shared_quarters = carveout == ul1_pkg::CARVEOUT_S48 ? 2'd3 : carveout == ul1_pkg::CARVEOUT_S32 ? 2'd2 : 2'd1;
  endfunction

  // The set of a line, by its number (padded with zeros, since its width depends on the lanes): the number modulo the sets
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [ul1_pkg::SET_W-1:0] tag_index(input logic [ul1_pkg::VA_W-1:0] line,
                                                          input logic [ul1_pkg::CARVEOUT_W-1:0] carveout);
    tag_index = line[ul1_pkg::SET_W-1:0] & (carveout == ul1_pkg::CARVEOUT_S48 ? ul1_pkg::SET_W'(ul1_pkg::S48_SETS - 1)
                                            : carveout == ul1_pkg::CARVEOUT_S32 ? ul1_pkg::SET_W'(ul1_pkg::S32_SETS - 1)
                                            : ul1_pkg::SET_W'(ul1_pkg::S16_SETS - 1));
  endfunction
  // verilator lint_on UNUSEDSIGNAL

  // Which bits of a page number, that of the smallest pages, say which page it is
  function automatic logic [ul1_pkg::PN_W-1:0] page_bits(input logic [ul1_pkg::PAGE_W-1:0] page);
    page_bits = page == ul1_pkg::PAGE_P4K ? '1
                : page == ul1_pkg::PAGE_P64K ? {{ul1_pkg::PN_W-4{1'b1}}, 4'b0} : {{ul1_pkg::PN_W-9{1'b1}}, 9'b0};
  endfunction

  // A bit for each byte, spread over the bits of its byte
  function automatic logic [ul1_pkg::WORD_W-1:0] byte_bits(input logic [ul1_pkg::WORD_BYTES-1:0] be);
    for (int i = 0; i < ul1_pkg::WORD_BYTES; i++) byte_bits[i*8 +: 8] = {8{be[i]}};
  endfunction

  // Index of the lowest bit set, 0 if none is. (x & -x leaves the lowest alone; then each bit of the index is the OR of
  // half the positions.)
  function automatic logic [5:0] lowest(input logic [63:0] x);
    logic [63:0] one;
    one    = x & -x;
    lowest = {|(one & 64'hffffffff_00000000), |(one & 64'hffff0000_ffff0000), |(one & 64'hff00ff00_ff00ff00),
              |(one & 64'hf0f0f0f0_f0f0f0f0), |(one & 64'hcccccccc_cccccccc), |(one & 64'haaaaaaaa_aaaaaaaa)};
  endfunction

endpackage

`default_nettype wire
