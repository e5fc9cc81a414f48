// Splitter (bank-conflict detector): selects the slots of the entering access that one pass can serve; the
// other slots are the remainder. It works between lsu and arb in stage 0. In each bank the lowest waiting
// slot leads, and every waiting slot that needs the leader's word is served with it (multicast). With
// MULTICAST 0 only the lowest waiting slot of all shares its word so; with an atomic none does. A cached
// access lies on one line and is accepted whole.
//
// Which slots share a bank, and which of them need different words, follows from the addresses alone. Two
// trees over the waiting slots give the rest: a slot leads if no lower waiting slot needs its bank; a slot is
// left over if it clashes with a leader.

`default_nettype none

module split #(
    parameter  int LANES  = 32,
    localparam int ADDR_W = ul1_pkg::addr_w(LANES)
) (
    // ---- From lsu: the entering access
    // Slots of the entering access: those that still wait, for a cached one those on its line; zero without
    // an access.
    input  wire logic [LANES-1:0]        req_mask,
    // Array byte address of each slot; for a cached access the low bits of the virtual address; valid where
    // `req_mask` is set.
    input  wire logic [LANES*ADDR_W-1:0] req_addr,
    // The entering access is cached: all its slots lie on one line.
    input  wire logic                    req_cached,
    // Operation of the entering atomic or lock access; none for any other access.
    input  wire logic [ul1_pkg::ATOM_W-1:0] req_atom,

    // ---- To lsu and arb
    // Slots of the entering access that this pass serves.
    output logic      [LANES-1:0]        split_mask,
    // Slots of the entering access are left for a remainder.
    output logic                         split_more
);

  localparam int BYTE_W = ul1_pkg::BYTE_W;
  localparam int COLUMN_W = $clog2(LANES);  // bits of a bank's number; one of 64 bits counts once
  // Lowest bit of a bank's row in an array address, and bits of the row
  localparam int ROW_AT = BYTE_W + COLUMN_W + ul1_pkg::DEEP_W;
  localparam int ROW_W  = ADDR_W - ROW_AT;

  // Slots that are left over (lower bits), and whether there are any (top bit). Any two waiting slots with
  // one bank and different rows leave one over, whichever leads, so the top bit is known sooner. The banks of
  // all slots are compared with that of slot j, bit by bit. In simulation only banks that two slots need are
  // looked at, and rows only for a leader that shares its bank.
  function automatic logic [LANES:0] left_over(input logic alone, input logic [LANES-1:0] on,
                                               input logic [LANES*ADDR_W-1:0] addr);
    logic [COLUMN_W*LANES-1:0] column;  // bit b of all banks
    logic [COLUMN_W-1:0]       bank;
    logic [LANES-1:0]        meets, clash, below, left;
    // Banks that a slot needs; banks that two need, with no leader found yet
    logic [LANES-1:0] wanted, twice;
    logic [LANES-1:0] among;   // the slots that need those banks
    logic             more;
    logic             one_word;  // the leader's word is for the leader alone

    column = '0;
    left   = '0;
    more   = 1'b0;
    wanted = '0;
    twice  = '0;
    among  = '0;
    one_word = 1'b0;
    for (int s = 0; s < LANES; s++) begin
      bank   = addr[s*ADDR_W + BYTE_W +: COLUMN_W];
      meets  = LANES'(on[s]) << bank;
      twice  = twice | (wanted & meets);
      wanted = wanted | meets;
    end

    if (ul1_fn::sim_gate(twice != '0)) begin
      for (int s = 0; s < LANES; s++) begin
        bank = addr[s*ADDR_W + BYTE_W +: COLUMN_W];
        if (ul1_fn::sim_gate(on[s] & twice[bank])) begin
          among[s] = on[s];
          for (int b = 0; b < COLUMN_W; b++)
            column[b*LANES +: LANES] = column[b*LANES +: LANES] | (LANES'(bank[b]) << s);
        end
      end
      for (int j = 0; j < LANES-1; j++) begin
        bank = addr[j*ADDR_W + BYTE_W +: COLUMN_W];
        if (on[j] & ul1_fn::sim_gate(twice[bank])) begin
          below = (LANES'(1) << j) - 1'b1;
          meets = among;
          for (int b = 0; b < COLUMN_W; b++)
            meets = meets & ~(column[b*LANES +: LANES] ^ {LANES{column[b*LANES + j]}});
          clash = '0;
          one_word = alone | (ul1_pkg::MULTICAST == 0 && (on & below) != '0);
          if (ul1_fn::sim_gate((meets & below) == '0 & (meets >> j) != LANES'(1))) begin
            for (int s = j+1; s < LANES; s++) begin
              if (ul1_fn::sim_gate(meets[s])) begin
                clash[s] = meets[s] & (one_word | (addr[s*ADDR_W + ROW_AT +: ROW_W]
                                                   != addr[j*ADDR_W + ROW_AT +: ROW_W]));
              end
            end
          end
          twice[bank] = 1'b0;  // the leader of this bank is found
          left = left | (clash & {LANES{(meets & below) == '0}});
          more = more | clash != '0;
        end
      end
    end
    left_over = {ul1_pkg::MULTICAST != 0 ? more : left != '0, left};
  endfunction

  // The result is taken apart behind the call: Verilator calls a function once for each part of a
  // concatenation on the left.
  logic [LANES:0]   found;
  logic             atomic;
  logic [LANES-1:0] left;

  assign atomic = ul1_pkg::ATOMICS > 0 & req_atom != ul1_pkg::ATOM_NONE & req_atom <= ul1_pkg::ATOM_FADD;

  always @* begin
    found = '0;
    if (!req_cached & ul1_fn::sim_gate(req_mask != '0)) found = left_over(atomic, req_mask, req_addr);
  end

  assign {split_more, left} = found;
  assign split_mask = req_mask & ~left;

endmodule

`default_nettype wire
