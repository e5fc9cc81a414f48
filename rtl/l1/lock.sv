// Lock flags of shared memory, beside the banks. Each bank has some, and a word has the one of its bank that
// the low bits of its row select. A load-and-lock takes the free flags of its words, a store-and-unlock frees
// the flags of its words. A pass tests its flags and changes them in stage 1, so the next pass finds them
// changed.
//
// All slots of a pass in one bank have one word, and so one flag. The lowest of them has it, if any.
//
// Without locks (LOCKS 0) nothing is built.

`default_nettype none

module lock #(
    parameter  int LANES  = 32,
    localparam int BANKS  = ul1_pkg::banks(LANES),
    localparam int BANK_W = ul1_pkg::bank_w(LANES),
    localparam int FLAGS  = ul1_pkg::lock_rows(LANES)
) (
    // verilator lint_off UNUSEDSIGNAL
    input  wire logic                            clk,
    input  wire logic                            rst,

    // ---- From arb, tag and axbar: the pass in stage 1
    // Operation of the stage-1 atomic or lock pass; none for any other pass.
    input  wire logic [ul1_pkg::ATOM_W-1:0]      pass_atom,
    // Slots of the stage-1 pass that access the array; none for a load that misses.
    input  wire logic [LANES-1:0]                map_mask,
    // Bank of each slot of the stage-1 pass; valid where `map_mask` is set.
    input  wire logic [LANES*BANK_W-1:0]         map_bank,
    // Banks that the stage-1 pass accesses.
    input  wire logic [BANKS-1:0]                bank_en,
    // Row that the stage-1 pass accesses in each bank; valid where `bank_en` is set.
    input  wire logic [BANKS*ul1_pkg::ROW_W-1:0] bank_row,
    // verilator lint_on UNUSEDSIGNAL

    // ---- To dxbar
    // Predicate of each slot of the stage-1 lock access: a load-and-lock gets its lock flag, a conditional
    // store-and-unlock gives it back; zero for any other pass.
    output logic      [LANES-1:0]                lock_pred
);

  if (ul1_pkg::LOCKS == 0) begin : g_none
    assign lock_pred = '0;
  end
  else begin : g_built
    localparam int ROW_W = ul1_pkg::ROW_W;

    logic [BANKS*FLAGS-1:0] taken_q, taken_d;
    logic                   locks, unlocks, asks;  // asks: a conditional store-and-unlock

    assign locks   = pass_atom == ul1_pkg::ATOM_LOCK;
    assign asks    = pass_atom == ul1_pkg::ATOM_CUNLOCK;
    assign unlocks = pass_atom == ul1_pkg::ATOM_UNLOCK | asks;

    logic [ROW_W-1:0] flag;     // of a bank
    logic [FLAGS-1:0] one;      // the same, one bit
    logic [BANKS-1:0] granted;  // banks in which a slot has the flag
    logic [LANES-1:0] there;    // slots of a bank

    // A bank's flag changes whichever slot has it: a lock leaves it taken, an unlock free.
    always @* begin
      taken_d = taken_q;
      granted = '0;
      flag    = '0;
      one     = '0;
      if (ul1_fn::sim_gate(locks | unlocks)) begin
        for (int b = 0; b < BANKS; b++) begin
          flag = (bank_row[b*ROW_W +: ROW_W] >> ul1_pkg::ABREAST_W) & ROW_W'(FLAGS - 1);
          one  = bank_en[b] ? FLAGS'(1) << flag : '0;
          granted[b] = bank_en[b] & ((taken_q[b*FLAGS +: FLAGS] & one) != '0) == asks;
          if (locks)   taken_d[b*FLAGS +: FLAGS] = taken_q[b*FLAGS +: FLAGS] | one;
          if (unlocks) taken_d[b*FLAGS +: FLAGS] = taken_q[b*FLAGS +: FLAGS] & ~one;
        end
      end
    end

    always @* begin
      lock_pred = '0;
      there    = '0;
      if (ul1_fn::sim_gate(locks | asks)) begin
        for (int b = 0; b < BANKS; b++) begin
          for (int s = 0; s < LANES; s++)
            there[s] = map_mask[s] & map_bank[s*BANK_W +: BANK_W] == BANK_W'(b);
          if (granted[b] & (locks | asks)) lock_pred = lock_pred | (there & -there);
        end
      end
    end

    always_ff @(posedge clk) begin
      taken_q <= rst ? '0 : taken_d;
    end
  end

endmodule

`default_nettype wire
