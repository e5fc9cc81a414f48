// Banks behind a memory controller: the open row of each, the cycles that it has to wait, and how often its
// oldest request was passed.

`default_nettype none

module mc_banks #(
    parameter  int LANES    = 32,
    localparam int MC_ROW_W = ul1_pkg::mc_row_w(LANES)
) (
    input  wire logic                                          clk,
    input  wire logic                                          rst,

    // ---- The command to the rows
    // A row is activated, one-hot the bank.
    input  wire logic [ul1_pkg::MC_BANKS-1:0]                  activates,
    // The row.
    input  wire logic [MC_ROW_W-1:0]                           row,
    // A bank is precharged, one-hot.
    input  wire logic [ul1_pkg::MC_BANKS-1:0]                  precharges,

    // ---- The column access
    // Bank of a column access that writes, one-hot.
    input  wire logic [ul1_pkg::MC_BANKS-1:0]                  writes,
    // Bank of a column access that passes the oldest request of the bank, one-hot.
    input  wire logic [ul1_pkg::MC_BANKS-1:0]                  passes,
    // Bank whose oldest request has its last column access, one-hot.
    input  wire logic [ul1_pkg::MC_BANKS-1:0]                  ends,

    // ---- State
    // Banks with an open row.
    output logic      [ul1_pkg::MC_BANKS-1:0]                  bank_open,
    // The open row of each; valid with its bit of `bank_open`.
    output logic      [ul1_pkg::MC_BANKS*MC_ROW_W-1:0]         bank_row,
    // Column accesses that passed the oldest request of each.
    output logic      [ul1_pkg::MC_BANKS*ul1_pkg::MC_CAP_W-1:0] bank_passed,
    // Banks that work for their oldest request alone.
    output logic      [ul1_pkg::MC_BANKS-1:0]                  urgent,
    // Banks that may be activated, accessed, precharged, as far as time goes.
    output logic      [ul1_pkg::MC_BANKS-1:0]                  may_activate,
    output logic      [ul1_pkg::MC_BANKS-1:0]                  may_access,
    output logic      [ul1_pkg::MC_BANKS-1:0]                  may_precharge
);

  localparam int CAP     = ul1_pkg::MC_CAP;
  localparam int CAP_W   = ul1_pkg::MC_CAP_W;
  localparam int WAIT_W  = ul1_pkg::MC_WAIT_W;
  // Cycles behind that of the command
  localparam int ACCESS  = ul1_pkg::MC_RCD - 1;
  localparam int CLOSE   = ul1_pkg::MC_RAS - 1;
  localparam int OPEN    = ul1_pkg::MC_RP - 1;
  localparam int WRITTEN = ul1_pkg::MC_CL + ul1_pkg::MC_WR - 1;

  for (genvar b = 0; b < ul1_pkg::MC_BANKS; b++) begin : g_bank
    // Cycles until the bank may be activated (of a closed bank) or accessed (of an open one), and precharged
    logic [WAIT_W-1:0] wait_q, close_q;

    assign may_activate[b]  = wait_q == '0;
    assign may_access[b]    = wait_q == '0;
    assign may_precharge[b] = close_q == '0;
    assign urgent[b]        = bank_passed[b*CAP_W +: CAP_W] == CAP_W'(CAP);

    always_ff @(posedge clk) begin
      if (rst) begin
        bank_open[b]                  <= 1'b0;
        bank_passed[b*CAP_W +: CAP_W] <= '0;
        wait_q                        <= '0;
        close_q                       <= '0;
      end else begin
        bank_open[b] <= (bank_open[b] | activates[b]) & ~precharges[b];
        if (ends[b])        bank_passed[b*CAP_W +: CAP_W] <= '0;
        else if (passes[b]) bank_passed[b*CAP_W +: CAP_W] <= bank_passed[b*CAP_W +: CAP_W] + 1'b1;
        if (activates[b])       wait_q <= WAIT_W'(ACCESS);
        else if (precharges[b]) wait_q <= WAIT_W'(OPEN);
        else if (wait_q != '0)  wait_q <= wait_q - 1'b1;
        if (activates[b])                                   close_q <= WAIT_W'(CLOSE);
        else if (writes[b] & close_q <= WAIT_W'(WRITTEN))   close_q <= WAIT_W'(WRITTEN);
        else if (close_q != '0)                             close_q <= close_q - 1'b1;
      end
    end

    always_ff @(posedge clk) begin
      if (activates[b]) bank_row[b*MC_ROW_W +: MC_ROW_W] <= row;
    end
  end

endmodule

`default_nettype wire
