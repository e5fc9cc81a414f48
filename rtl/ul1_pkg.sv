// What all blocks agree on: the constants and codes of cmodel/ports/machine.ports, under the same names, and the few
// functions of a width or of the split that more than one place needs. LANES is not here: it is a parameter of every module.

`default_nettype none

package ul1_pkg;

  // No single block uses all of these.
  // verilator lint_off UNUSEDPARAM

  // Sizes
  localparam int PT     = 48;   // entries of the pending table: memory instructions in flight
  localparam int RB     = 8;    // entries of the replay buffer
  localparam int INK    = 8;    // beats that the write data buffer's intake holds
  localparam int WDB    = 8;    // entries of the write data buffer: stores' passes and dirty lines read out
  localparam int ROWS   = 512;  // rows of the data array; a row is 4 x LANES bytes
  localparam int SLOTS  = 8;    // cycles that the vector of booked write-backs looks ahead
  localparam int LAT    = 3;    // cycles from an accepted shared load to its register write-back
  localparam int HLAT   = 4;    // cycles from an accepted hit to its register write-back; from a last pass to its retirement
  localparam int SETS   = 64;   // sets of the cache, at most
  localparam int WAYS   = 6;    // ways of the cache, at most
  localparam int PRT    = 32;   // entries of the pending request table: lines being fetched
  localparam int MERGE  = 8;    // accesses that one entry of it holds
  localparam int TLB    = 16;   // pages whose translation is kept

  // Bits of an index or a number
  localparam int ID_W   = 6;    // pending table
  localparam int RB_W   = 3;    // replay buffer
  localparam int INK_W  = 3;    // intake
  localparam int WARP_W = 6;    // warp
  localparam int REG_W  = 8;    // register
  localparam int ROW_W  = 9;    // row
  localparam int VA_W   = 40;   // virtual address
  localparam int PA_W   = 40;   // physical address
  localparam int PN_W   = 28;   // page number, pages of the smallest size
  localparam int SET_W  = 6;    // set
  localparam int PRT_W  = 5;    // pending request table
  localparam int WDB_W  = 3;    // write data buffer
  localparam int SUB_W  = 6;    // memory request: of a read below PRT the entry that asks, PRT is the page walker
  localparam int MRG_W  = 4;    // number of merged accesses
  localparam int KEY_W  = 6;    // what a deferred access waits for: a set, or an entry
  localparam int IV_W   = 6;    // replay interval

  // Number of the fence of a command; that of a barrier's is its pending table entry
  localparam int CMD_ID = 63;

  // Codes
  localparam logic [1:0] SPACE_SHARED = 2'd0;
  localparam logic [1:0] SPACE_GLOBAL = 2'd1;
  localparam logic [1:0] SPACE_LOCAL  = 2'd2;

  localparam logic [2:0] WIDTH_B8   = 3'd0;
  localparam logic [2:0] WIDTH_B16  = 3'd1;
  localparam logic [2:0] WIDTH_B32  = 3'd2;
  localparam logic [2:0] WIDTH_B64  = 3'd3;
  localparam logic [2:0] WIDTH_B128 = 3'd4;  // and so act the reserved codes above it

  localparam logic [2:0] ERR_NONE       = 3'd0;
  localparam logic [2:0] ERR_MISALIGNED = 3'd1;
  localparam logic [2:0] ERR_RANGE      = 3'd2;
  localparam logic [2:0] ERR_SPACE      = 3'd3;
  localparam logic [2:0] ERR_PAGE       = 3'd4;
  localparam logic [2:0] ERR_BUS        = 3'd5;
  localparam logic [2:0] ERR_READONLY   = 3'd6;

  localparam logic [2:0] HINT_CA = 3'd0;
  localparam logic [2:0] HINT_CG = 3'd1;
  localparam logic [2:0] HINT_WB = 3'd2;
  localparam logic [2:0] HINT_WT = 3'd3;
  localparam logic [2:0] HINT_NC = 3'd4;

  localparam logic [1:0] LEVEL_CTA = 2'd0;
  localparam logic [1:0] LEVEL_GPU = 2'd1;
  localparam logic [1:0] LEVEL_SYS = 2'd2;

  localparam logic POLICY_FERMI  = 1'b0;
  localparam logic POLICY_KEPLER = 1'b1;

  localparam logic [1:0] REQ_READ  = 2'd0;
  localparam logic [1:0] REQ_WRITE = 2'd1;
  localparam logic [1:0] REQ_FENCE = 2'd2;

  localparam logic [2:0] CMD_LINE  = 3'd0;
  localparam logic [2:0] CMD_ALL   = 3'd1;
  localparam logic [2:0] CMD_FLUSH = 3'd2;   // and so act the reserved codes 6 and 7
  localparam logic [2:0] CMD_BOTH  = 3'd3;
  localparam logic [2:0] CMD_PAGE  = 3'd4;
  localparam logic [2:0] CMD_SPLIT = 3'd5;

  localparam logic [2:0] CMDST_READY  = 3'd0;
  localparam logic [2:0] CMDST_DRAIN  = 3'd1;
  localparam logic [2:0] CMDST_SWEEP  = 3'd2;
  localparam logic [2:0] CMDST_SETTLE = 3'd3;
  localparam logic [2:0] CMDST_FENCE  = 3'd4;
  localparam logic [2:0] CMDST_ANSWER = 3'd5;
  localparam logic [2:0] CMDST_FINISH = 3'd6;

  localparam logic FETCH_LINE   = 1'b0;
  localparam logic FETCH_SECTOR = 1'b1;

  localparam logic [1:0] PAGE_P4K  = 2'd0;
  localparam logic [1:0] PAGE_P64K = 2'd1;
  localparam logic [1:0] PAGE_P2M  = 2'd2;   // and so acts the reserved code 3

  localparam logic [2:0] CAUSE_ENTRY  = 3'd0;
  localparam logic [2:0] CAUSE_WAY    = 3'd1;
  localparam logic [2:0] CAUSE_MERGE  = 3'd2;
  localparam logic [2:0] CAUSE_CLOSED = 3'd3;
  localparam logic [2:0] CAUSE_SLOT   = 3'd4;

  localparam logic [1:0] PRT_FREE   = 2'd0;
  localparam logic [1:0] PRT_ASKS   = 2'd1;
  localparam logic [1:0] PRT_WAITS  = 2'd2;
  localparam logic [1:0] PRT_FILLED = 2'd3;

  localparam logic [2:0] WDB_FREE   = 3'd0;
  localparam logic [2:0] WDB_COMES  = 3'd1;
  localparam logic [2:0] WDB_HELD   = 3'd2;
  localparam logic [2:0] WDB_ARRAY  = 3'd3;
  localparam logic [2:0] WDB_MEMORY = 3'd4;
  localparam logic [2:0] WDB_BOTH   = 3'd5;
  localparam logic [2:0] WDB_SENT   = 3'd6;

  localparam logic [1:0] WALK_IDLE  = 2'd0;
  localparam logic [1:0] WALK_ASKS  = 2'd1;
  localparam logic [1:0] WALK_WAITS = 2'd2;
  localparam logic [1:0] WALK_FAILS = 2'd3;

  localparam logic HOME_LSU   = 1'b0;
  localparam logic HOME_INSTR = 1'b1;

  localparam logic [1:0] SPLIT_S48 = 2'd0;
  localparam logic [1:0] SPLIT_S32 = 2'd1;
  localparam logic [1:0] SPLIT_S16 = 2'd2;   // and so acts the reserved code 3

  // verilator lint_on UNUSEDPARAM

  // Words that a lane accesses: 1, 2 or 4. An instruction has as many sub-warps.
  function automatic logic [2:0] words(input logic [2:0] width);
    words = width < WIDTH_B64 ? 3'd1 : width == WIDTH_B64 ? 3'd2 : 3'd4;
  endfunction

  // Low address bits that are zero in an aligned access
  function automatic logic [3:0] align_mask(input logic [2:0] width);
    case (width)
      WIDTH_B8:  align_mask = 4'b0000;
      WIDTH_B16: align_mask = 4'b0001;
      WIDTH_B32: align_mask = 4'b0011;
      WIDTH_B64: align_mask = 4'b0111;
      default:   align_mask = 4'b1111;
    endcase
  endfunction

  // Bytes of a 32-bit word that one slot uses, moved to the bottom
  function automatic logic [3:0] word_bytes(input logic [2:0] width);
    word_bytes = width == WIDTH_B8 ? 4'b0001 : width == WIDTH_B16 ? 4'b0011 : 4'b1111;
  endfunction

  // Rows of the shared memory, in units of a quarter of the array
  function automatic logic [1:0] shared_quarters(input logic [1:0] split);
    shared_quarters = split == SPLIT_S48 ? 2'd3 : split == SPLIT_S32 ? 2'd2 : 2'd1;
  endfunction

  // The set of a line, by its number (padded with zeros, since its width depends on the lanes): the number modulo the sets
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [SET_W-1:0] tag_index(input logic [VA_W-1:0] line, input logic [1:0] split);
    tag_index = split == SPLIT_S48 ? {1'b0, line[SET_W-2:0]} : line[SET_W-1:0];
  endfunction
  // verilator lint_on UNUSEDSIGNAL

  // Which bits of an address without its low 12 say which page it is in
  function automatic logic [PN_W-1:0] page_bits(input logic [1:0] page);
    page_bits = page == PAGE_P4K ? '1 : page == PAGE_P64K ? {{PN_W-4{1'b1}}, 4'b0} : {{PN_W-9{1'b1}}, 9'b0};
  endfunction

  // A bit for each byte, spread over the bits of its byte
  function automatic logic [31:0] byte_bits(input logic [3:0] be);
    for (int i = 0; i < 4; i++) byte_bits[i*8 +: 8] = {8{be[i]}};
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
