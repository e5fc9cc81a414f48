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
  localparam int WORD_W = ADDR_W - BYTE_W;   // bits of a word's number in the array: its bank below, its row above

  // The slots that are left over. Bit by bit, the numbers of all slots' words are compared with that of slot j. (What takes a
  // look at each row is done only where slots meet, for the sake of simulation.)
  function automatic logic [LANES-1:0] left_over(input logic [LANES-1:0] on, input logic [LANES*ADDR_W-1:0] addr);
    logic [WORD_W*LANES-1:0] column;         // bit b of all words' numbers
    logic [LANES-1:0]        same, differs, meets, clash;

    for (int b = 0; b < WORD_W; b++) begin
      for (int s = 0; s < LANES; s++) column[b*LANES + s] = addr[s*ADDR_W + BYTE_W + b];
    end

    left_over = '0;
    for (int j = 0; j < LANES; j++) begin
      same = '1;
      for (int b = 0; b < BANK_W; b++) same = same & ~(column[b*LANES +: LANES] ^ {LANES{column[b*LANES + j]}});
      meets = on & same;
      clash = '0;
      if ((meets & ~(LANES'(1) << j)) != '0) begin
        differs = '0;
        for (int b = BANK_W; b < WORD_W; b++) differs = differs | (column[b*LANES +: LANES] ^ {LANES{column[b*LANES + j]}});
        if (meets[j] & (meets & ((LANES'(1) << j) - 1'b1)) == '0) clash = meets & differs;
      end
      left_over = left_over | clash;
    end
  endfunction

  logic [LANES-1:0] left;

  always @* begin
    left = '0;
    if (!req_cached & req_mask != '0) left = left_over(req_mask, req_addr);
  end

  assign split_mask = req_mask & ~left;
  assign split_more = left != '0;

endmodule

`default_nettype wire
