// Functions that more than one module needs: masks, widths, carveouts, page sizes. Sizes and codes are in
// ul1_pkg, which is generated from the tables in cmodel/ports.

`default_nettype none

package ul1_fn;

  // Simulation gate: tells whether the guarded code can have any effect, so that simulation may skip it. In
  // synthesis it is constant true: the gated logic is there anyway, and must not wait for the gate. `make
  // unguarded` checks that both forms behave alike.
  function automatic logic sim_gate(input logic x);
`ifdef SYNTHESIS
    sim_gate = x | 1'b1;
`else
    sim_gate = x;
`endif
  endfunction

  // Entries of an array of `n` words. In simulation the array has as many as its index can name. So no access
  // needs a range check.
  function automatic int entries(input int n);
`ifdef SYNTHESIS
    entries = n;
`else
    entries = 2**$clog2(n);
`endif
  endfunction

  // ---------------------------------------------------------------------------------------------------------
  // Masks, of up to 64 bits

  // Index of the only set bit, 0 if there is none: each result bit is the OR of half the positions. A caller
  // that casts the result to its own width must put braces around it first, for Icarus 11.
  function automatic logic [5:0] index(input logic [63:0] one);
    index = '0;
    if (sim_gate(one != '0)) begin
      index = {|(one & 64'hffffffff_00000000), |(one & 64'hffff0000_ffff0000), |(one & 64'hff00ff00_ff00ff00),
               |(one & 64'hf0f0f0f0_f0f0f0f0), |(one & 64'hcccccccc_cccccccc),
               |(one & 64'haaaaaaaa_aaaaaaaa)};
    end
  endfunction

  // Mask of the lowest set bit and all bits above it. A carry chain computes the same; as gates this form has
  // a depth of log2(64) steps.
  function automatic logic [63:0] from_first(input logic [63:0] x);
`ifdef SYNTHESIS
    from_first = x | x << 1;
    from_first = from_first | from_first << 2;
    from_first = from_first | from_first << 4;
    from_first = from_first | from_first << 8;
    from_first = from_first | from_first << 16;
    from_first = from_first | from_first << 32;
`else
    from_first = x | -x;
`endif
  endfunction

  function automatic logic [63:0] first(input logic [63:0] x);
`ifdef SYNTHESIS
    first = from_first(x);
    first = x & ~(first << 1);
`else
    first = x & -x;
`endif
  endfunction

  function automatic logic [5:0] lowest(input logic [63:0] x);
    lowest = index(first(x));
  endfunction

  // Number of set bits, of up to 32: sums of pairs, of fours, and so on
  function automatic logic [5:0] ones(input logic [31:0] x);
    logic [31:0] sums;
    sums = (x    & 32'h55555555) + (x    >> 1 & 32'h55555555);
    sums = (sums & 32'h33333333) + (sums >> 2 & 32'h33333333);
    sums = (sums & 32'h07070707) + (sums >> 4 & 32'h07070707);
    sums = (sums & 32'h000f000f) + (sums >> 8 & 32'h000f000f);
    ones = sums[5:0] + sums[21:16];
  endfunction

  // True if more than one bit is set
  function automatic logic several(input logic [63:0] x);
    several = (x & (x - 1'b1)) != '0;
  endfunction

  // ---------------------------------------------------------------------------------------------------------
  // Bytes of a word

  localparam int BITS   = 8;  // bits of a byte
  localparam int BITS_W = 3;  // bits of a bit's number within a byte

  // Repeats each byte enable for the bits of its byte
  function automatic logic [ul1_pkg::WORD_W-1:0] byte_bits(input logic [ul1_pkg::WORD_BYTES-1:0] be);
    for (int i = 0; i < ul1_pkg::WORD_BYTES; i++) byte_bits[i*BITS +: BITS] = {BITS{be[i]}};
  endfunction

  // Number of bits below a byte
  function automatic logic [ul1_pkg::BYTE_W+BITS_W-1:0] byte_shift(input logic [ul1_pkg::BYTE_W-1:0] place);
    byte_shift = {place, {BITS_W{1'b0}}};
  endfunction

  // ---------------------------------------------------------------------------------------------------------
  // Lines

  // Remainder of a line's number by 3 or by 5. The remainder of 16 is 1 by both, so digits of four bits are
  // added: those of a byte, those of two bytes, and so on. Carries are added again at the bottom.
  function automatic logic [2:0] line_mod(input logic [63:0] line, input int odd);
    logic [63:0] sums;
    logic [7:0]  sum;
    logic [4:0]  digits;
    logic [3:0]  digit;
    sums     = (line & 64'h0f0f0f0f0f0f0f0f) + (line >> 4  & 64'h0f0f0f0f0f0f0f0f);
    sums     = (sums & 64'h001f001f001f001f) + (sums >> 8  & 64'h001f001f001f001f);
    sums     = (sums & 64'h0000003f0000003f) + (sums >> 16 & 64'h0000003f0000003f);
    sum      = sums[7:0] + sums[39:32];
    digits   = 5'(sum[7:4]) + 5'(sum[3:0]);
    digit    = digits[3:0] + 4'(digits[4]);
    line_mod = '0;
    for (int d = 0; d < 16; d++) line_mod = line_mod | (3'(d % odd) & {3{digit == 4'(d)}});
  endfunction

  // Home of a line: low bits of its number, behind those that an earlier block has chosen by, and above them
  // the remainder of the number
  function automatic logic [ul1_pkg::NET_W-1:0] home_of(input logic [63:0] line, input integer chosen);
    home_of = ul1_pkg::NET_W'({line >> chosen & 64'(2**ul1_pkg::DST_LOW - 1)});
    if (ul1_pkg::DST_ODD != 1) begin
      home_of = home_of
          | ul1_pkg::NET_W'(line_mod(line, ul1_pkg::DST_ODD)) << ul1_pkg::DST_LOW;
    end
  endfunction

  // ---------------------------------------------------------------------------------------------------------
  // Widths

  // Words that a lane accesses: 1, 2 or 4. An instruction has as many sub-warps.
  function automatic logic [ul1_pkg::SUB_W:0] words(input logic [ul1_pkg::WIDTH_W-1:0] width);
    words = width < ul1_pkg::WIDTH_B64 ? 3'd1 : width == ul1_pkg::WIDTH_B64 ? 3'd2 : 3'd4;
  endfunction

  // Sub-warp of a lane, from the upper bits of the lane's number
  function automatic logic [ul1_pkg::SUB_W-1:0] sub_of(input logic [ul1_pkg::SUB_W-1:0]   upper,
                                                       input logic [ul1_pkg::WIDTH_W-1:0] width);
    case (words(width))
      3'd1:    sub_of = 2'd0;
      3'd2:    sub_of = {1'b0, upper[1]};
      default: sub_of = upper;
    endcase
  endfunction

  // Part of a lane: a sub-warp has LANE_GROUPS parts, each an equal share of its slots. `upper` has the
  // lane's number in its upper bits, and zero below.
  localparam int LANE_MOST_W = 5;

  function automatic logic [ul1_pkg::PART_W-1:0] part_of(input logic [LANE_MOST_W-1:0]      upper,
                                                         input logic [ul1_pkg::WIDTH_W-1:0] width);
    logic [LANE_MOST_W-1:0] slot;
    slot    = upper << (words(width) >> 1);
    part_of = ul1_pkg::PART_W'({sub_of(upper[LANE_MOST_W-1 -: 2], width), slot}
                               >> (LANE_MOST_W - ul1_pkg::LANE_GROUPS_W));
  endfunction

  // Sub-warp of a part
  function automatic logic [ul1_pkg::SUB_W-1:0] sub_of_part(input logic [ul1_pkg::PART_W-1:0] part);
    sub_of_part = ul1_pkg::SUB_W'(part >> ul1_pkg::LANE_GROUPS_W);
  endfunction

  // Low address bits that are zero in an aligned access, of those in the widest alignment. ALIGN_W is a
  // literal, as Yosys 0.23 cannot compute a constant of one package from another package.
  localparam int ALIGN_W = 4;

  function automatic logic [ALIGN_W-1:0] align_mask(input logic [ul1_pkg::WIDTH_W-1:0] width);
    case (width)
      ul1_pkg::WIDTH_B8:  align_mask = 4'b0000;
      ul1_pkg::WIDTH_B16: align_mask = 4'b0001;
      ul1_pkg::WIDTH_B32: align_mask = 4'b0011;
      ul1_pkg::WIDTH_B64: align_mask = 4'b0111;
      default:            align_mask = 4'b1111;
    endcase
  endfunction

  // Bytes of a word that one slot uses, moved to the bottom
  function automatic logic [ul1_pkg::WORD_BYTES-1:0] word_bytes(input logic [ul1_pkg::WIDTH_W-1:0] width);
    word_bytes = width == ul1_pkg::WIDTH_B8 ? 4'b0001 : width == ul1_pkg::WIDTH_B16 ? 4'b0011 : 4'b1111;
  endfunction

  // A load writes words to the register file, and so does a store with an operation other than `unlock`.
  function automatic logic returns_words(input logic store, input logic [ul1_pkg::ATOM_W-1:0] atom);
    returns_words = ~store | (atom != ul1_pkg::ATOM_NONE
                              & (ul1_pkg::LOCKS == 0 | atom != ul1_pkg::ATOM_UNLOCK));
  endfunction

  // ---------------------------------------------------------------------------------------------------------
  // Carveouts: the end of shared memory, and the rows of the cache's lines behind it. Parts that may differ
  // from chip to chip: tag_index, tag_row with its inverse tag_place, and the replacement in tag_ages.sv.
  // ul1_pkg::CARVEOUT_ROWS, _SETS and _WAYS have 32 bits for each carveout. A code without one is like s16.
  // The first carveout is tried last, so that synthesis joins those that are equal to s16.

  // Rows of shared memory
  function automatic logic [ul1_pkg::ROW_W-1:0] shared_rows(input logic [ul1_pkg::CARVEOUT_W-1:0] carveout);
    shared_rows = ul1_pkg::ROW_W'(ul1_pkg::S16_ROWS);
    for (int c = ul1_pkg::CARVEOUTS - 1; c >= 0; c--) begin
      if (carveout == ul1_pkg::CARVEOUT_W'(c)) begin
        shared_rows = ul1_pkg::ROW_W'(ul1_pkg::CARVEOUT_ROWS[32*c +: 32]);
      end
    end
  endfunction

  // Size of shared memory in the largest pieces of which each carveout has a whole number
  function automatic logic [ul1_pkg::SHARED_PIECES_W-1:0]
      shared_pieces(input logic [ul1_pkg::CARVEOUT_W-1:0] carveout);
    logic [ul1_pkg::ROW_W-1:0] rows;
    rows          = shared_rows(carveout);
    shared_pieces = ul1_pkg::SHARED_PIECES_W'(rows >> ul1_pkg::SHARED_GRAIN_W);
  endfunction

  // Last set of the cache. The number of sets is a power of two, so this is also the mask of a line number's
  // set bits.
  function automatic logic [ul1_pkg::SET_W-1:0] last_set(input logic [ul1_pkg::CARVEOUT_W-1:0] carveout);
    last_set = ul1_pkg::SET_W'(ul1_pkg::S16_SETS - 1);
    for (int c = ul1_pkg::CARVEOUTS - 1; c >= 0; c--) begin
      if (carveout == ul1_pkg::CARVEOUT_W'(c)) begin
        last_set = ul1_pkg::SET_W'(ul1_pkg::CARVEOUT_SETS[32*c +: 32] - 1);
      end
    end
  endfunction

  // Ways of the cache, one bit each
  function automatic logic [ul1_pkg::WAYS-1:0] cache_ways(input logic [ul1_pkg::CARVEOUT_W-1:0] carveout);
    cache_ways = {ul1_pkg::WAYS{1'b1}} >> (ul1_pkg::WAYS - ul1_pkg::S16_WAYS);
    for (int c = ul1_pkg::CARVEOUTS - 1; c >= 0; c--) begin
      if (carveout == ul1_pkg::CARVEOUT_W'(c)) begin
        cache_ways = {ul1_pkg::WAYS{1'b1}} >> (ul1_pkg::WAYS - ul1_pkg::CARVEOUT_WAYS[32*c +: 32]);
      end
    end
  endfunction

  // Set of a line: its number modulo the number of sets, or a hash of it
  function automatic logic [ul1_pkg::SET_W-1:0] tag_index(input logic [ul1_pkg::LINE_MOST_W-1:0] line,
                                                          input logic [ul1_pkg::CARVEOUT_W-1:0] carveout);
    logic [ul1_pkg::SET_W-1:0] hash;
    hash      = ul1_pkg::INDEX != 0 ? ul1_pkg::SET_W'({line >> ul1_pkg::SET_W}) : '0;
    tag_index = (ul1_pkg::SET_W'({line}) ^ hash) & last_set(carveout);
  endfunction

  // Row of the line in a way of a set: the ways lie one behind the other, each with its sets in order
  function automatic logic [ul1_pkg::ROW_W-1:0] tag_row(input logic [ul1_pkg::WAY_W-1:0]      way,
                                                        input logic [ul1_pkg::SET_W-1:0]      set,
                                                        input logic [ul1_pkg::CARVEOUT_W-1:0] carveout);
    logic [ul1_pkg::ROW_W-1:0] base;  // rows of the lower ways
    base = ul1_pkg::ROW_W'(way) << $clog2(ul1_pkg::S16_SETS);
    for (int c = ul1_pkg::CARVEOUTS - 1; c >= 0; c--) begin
      if (carveout == ul1_pkg::CARVEOUT_W'(c)) begin
        base = ul1_pkg::ROW_W'(way) << $clog2(ul1_pkg::CARVEOUT_SETS[32*c +: 32]);
      end
    end
    tag_row = shared_rows(carveout) + (base | ul1_pkg::ROW_W'(set));
  endfunction

  // Way and set of a row: the inverse of tag_row
  function automatic logic [ul1_pkg::WAY_W+ul1_pkg::SET_W-1:0]
      tag_place(input logic [ul1_pkg::ROW_W-1:0]      row,
                input logic [ul1_pkg::CARVEOUT_W-1:0] carveout);
    logic [ul1_pkg::ROW_W-1:0] behind;
    logic [ul1_pkg::WAY_W-1:0] way;
    // A signal of its own: Yosys 0.23 gives `N'(x) & y` in braces the width of x
    logic [ul1_pkg::SET_W-1:0] set;
    behind = row - shared_rows(carveout);
    set    = ul1_pkg::SET_W'(behind) & last_set(carveout);
    way = ul1_pkg::WAY_W'(behind >> $clog2(ul1_pkg::S16_SETS));
    for (int c = ul1_pkg::CARVEOUTS - 1; c >= 0; c--) begin
      if (carveout == ul1_pkg::CARVEOUT_W'(c)) begin
        way = ul1_pkg::WAY_W'(behind >> $clog2(ul1_pkg::CARVEOUT_SETS[32*c +: 32]));
      end
    end
    tag_place = {way, set};
  endfunction

  // ---------------------------------------------------------------------------------------------------------
  // Pages

  localparam int INDEX_W = 9;  // bits of a table index, except for the topmost table
  localparam int P64K_W  = 4;  // bits of a smallest page's number within a 64 KB page

  // Mask of the low bits of a page number (of the smallest size) that identify a page of the given size. All
  // bits above these always do.
  function automatic logic [INDEX_W-1:0] page_bits(input logic [ul1_pkg::PAGE_W-1:0] page);
    case (page)
      ul1_pkg::PAGE_P4K:  page_bits = {INDEX_W{1'b1}};
      ul1_pkg::PAGE_P64K: page_bits = {INDEX_W{1'b1}} << P64K_W;
      default:            page_bits = '0;
    endcase
  endfunction

endpackage

`default_nettype wire
