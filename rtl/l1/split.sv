// Splitter: of the slots of a shared access, those that make a pass free of bank conflicts; what it leaves over is the
// remainder. In each bank the lowest waiting slot leads, and every waiting slot that wants the leader's word rides along. The
// slots of a cached access lie on one line and are accepted whole.
//
// Which slots want the same bank, and which the same bank but another word, is known from the addresses alone. Of the slots
// that wait, two trees say the rest: who leads, as nobody below who waits wants the same bank; and who is left, as he clashes
// with one who leads.

`default_nettype none

module split #(
    parameter  int LANES  = 32,
    localparam int BANK_W = ul1_pkg::bank_w(LANES),
    localparam int ADDR_W = ul1_pkg::addr_w(LANES)
) (
    // from lsu: the access that enters
    input  wire logic [LANES-1:0]        req_mask,
    input  wire logic [LANES*ADDR_W-1:0] req_addr,
    input  wire logic                    req_cached,

    // to lsu, arb: how far it gets
    output logic      [LANES-1:0]        split_mask,
    output logic                         split_more
);

  localparam int BYTE_W = ul1_pkg::BYTE_W;
  localparam int ROW_W  = ul1_pkg::ROW_W;
  localparam int ROW_AT = BYTE_W + BANK_W;   // where the row stands in an array address

  // The slots that are left over, and whether there are any, which is so wherever two meet in a bank with different rows,
  // whoever leads there: that is known sooner. Bit by bit, the banks of all slots are compared with that of slot j. (For the
  // sake of simulation only where a bank is wanted twice, and rows only for who leads there and meets another.)
  function automatic logic [LANES:0] left_over(input logic [LANES-1:0] on, input logic [LANES*ADDR_W-1:0] addr);
    logic [BANK_W*LANES-1:0] column;         // bit b of all banks
    logic [BANK_W-1:0]       bank;
    logic [LANES-1:0]        meets, clash, below, left;
    logic [LANES-1:0]        wanted, twice;  // banks that some slot wants, that two want (and nobody was found to lead)
    logic [LANES-1:0]        among;          // the slots that want those
    logic                    more;

    column = '0;
    left   = '0;
    more   = 1'b0;
    wanted = '0;
    twice  = '0;
    among  = '0;
    for (int s = 0; s < LANES; s++) begin
      bank   = addr[s*ADDR_W + BYTE_W +: BANK_W];
      meets  = LANES'(on[s]) << bank;
      twice  = twice | (wanted & meets);
      wanted = wanted | meets;
    end

    if (ul1_fn::worth(twice != '0)) begin
      for (int s = 0; s < LANES; s++) begin
        bank = addr[s*ADDR_W + BYTE_W +: BANK_W];
        if (ul1_fn::worth(on[s] & twice[bank])) begin
          among[s] = on[s];
          for (int b = 0; b < BANK_W; b++) column[b*LANES +: LANES] = column[b*LANES +: LANES] | (LANES'(bank[b]) << s);
        end
      end
      for (int j = 0; j < LANES-1; j++) begin
        bank = addr[j*ADDR_W + BYTE_W +: BANK_W];
        if (on[j] & ul1_fn::worth(twice[bank])) begin
          below = (LANES'(1) << j) - 1'b1;
          meets = among;
          for (int b = 0; b < BANK_W; b++) meets = meets & ~(column[b*LANES +: LANES] ^ {LANES{column[b*LANES + j]}});
          clash = '0;
          if (ul1_fn::worth((meets & below) == '0 & (meets >> j) != LANES'(1))) begin
            for (int s = j+1; s < LANES; s++) begin
              if (ul1_fn::worth(meets[s])) begin
                clash[s] = meets[s] & (addr[s*ADDR_W + ROW_AT +: ROW_W] != addr[j*ADDR_W + ROW_AT +: ROW_W]);
              end
            end
          end
          twice[bank] = 1'b0;   // who leads there is found
          left = left | (clash & {LANES{(meets & below) == '0}});
          more = more | clash != '0;
        end
      end
    end
    left_over = {more, left};
  endfunction

  // (Taken apart behind it: Verilator calls a function once for each part of a concatenation that takes what it gives.)
  logic [LANES:0]   found;
  logic [LANES-1:0] left;

  always @* begin
    found = '0;
    if (!req_cached & ul1_fn::worth(req_mask != '0)) found = left_over(req_mask, req_addr);
  end

  assign {split_more, left} = found;
  assign split_mask = req_mask & ~left;

endmodule

`default_nettype wire
