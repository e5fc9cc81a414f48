// Entries of a memory controller: the requests that it holds, and the choice of its commands. In each cycle
// the oldest request that can have a column access gets it, and the oldest that needs another row, or any,
// has a command given to its bank.

`default_nettype none

module mc_entries #(
    parameter  int LANES    = 32,
    localparam int MC_ROW_W = ul1_pkg::mc_row_w(LANES)
) (
    input  wire logic                                      clk,
    input  wire logic                                      rst,

    // ---- A request enters
    // A request gets the lowest free entry.
    input  wire logic                                      takes,
    // Its bank and its row; valid with `takes`.
    input  wire logic [ul1_pkg::MC_BANK_W-1:0]             bank,
    input  wire logic [MC_ROW_W-1:0]                       row,
    // Its sectors; valid with `takes`.
    input  wire logic [ul1_pkg::SECTORS-1:0]               sect,
    // It is a write; valid with `takes`.
    input  wire logic                                      writes,
    // The lowest free entry.
    output logic      [ul1_pkg::MC_ENTRY_W-1:0]            free_number,
    // Entries in use.
    output logic      [ul1_pkg::MC_QUEUE_W-1:0]            queue_used,

    // ---- An entry becomes free
    input  wire logic                                      leaves,
    // That entry; valid with `leaves`.
    input  wire logic [ul1_pkg::MC_ENTRY_W-1:0]            left,

    // ---- The banks
    // Banks with an open row.
    input  wire logic [ul1_pkg::MC_BANKS-1:0]              bank_open,
    // The open row of each.
    input  wire logic [ul1_pkg::MC_BANKS*MC_ROW_W-1:0]     bank_row,
    // Banks that work for their oldest request alone.
    input  wire logic [ul1_pkg::MC_BANKS-1:0]              urgent,
    // Banks that may be activated, accessed, precharged, as far as time goes.
    input  wire logic [ul1_pkg::MC_BANKS-1:0]              may_activate,
    input  wire logic [ul1_pkg::MC_BANKS-1:0]              may_access,
    input  wire logic [ul1_pkg::MC_BANKS-1:0]              may_precharge,

    // ---- The command to the rows
    output logic                                           row_valid,
    // A row is activated, else the bank is precharged; valid with `row_valid`.
    output logic                                           row_opens,
    // Entry of the request; valid with `row_valid`.
    output logic      [ul1_pkg::MC_ENTRY_W-1:0]            row_entry,
    // The bank, one-hot; zero without a command.
    output logic      [ul1_pkg::MC_BANKS-1:0]              row_at,
    // Row of the request.
    output logic      [MC_ROW_W-1:0]                       row_new,

    // ---- The column access
    output logic                                           col_valid,
    // Entry of the request; valid with `col_valid`.
    output logic      [ul1_pkg::MC_ENTRY_W-1:0]            col_entry,
    // The bank, one-hot; zero without an access.
    output logic      [ul1_pkg::MC_BANKS-1:0]              col_at,
    // The sector; valid with `col_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]               col_sect,
    // It is the last of the request; valid with `col_valid`.
    output logic                                           col_last,
    // The request is the oldest of its bank; valid with `col_valid`.
    output logic                                           col_oldest,
    // It is a write; valid with `col_valid`.
    output logic                                           col_writes
);

  localparam int BANKS   = ul1_pkg::MC_BANKS;
  localparam int BANK_W  = ul1_pkg::MC_BANK_W;
  localparam int ENTRY_W = ul1_pkg::MC_ENTRY_W;
  localparam int N       = ul1_pkg::MC_QUEUE;
  localparam int QUEUE_W = ul1_pkg::MC_QUEUE_W;
  localparam int SECTORS = ul1_pkg::SECTORS;

  logic [N-1:0]          used_q, free, enters, gone;
  logic [N*BANKS-1:0]    bank_q;     // of each entry, one-hot
  logic [N*MC_ROW_W-1:0] row_q;
  logic [N*SECTORS-1:0]  sect_q;     // sectors without a column access; zero of an entry that is free
  logic [N-1:0]          writes_q;
  logic [N*N-1:0]        older_q;    // row i: entries in use that are older than entry i
  logic [QUEUE_W-1:0]    count_q;
  logic [BANKS-1:0]      bank_one;

  // ---- What each wants

  logic [N-1:0]     waits, hits, oldest, serves, of_column, of_row, opens, column, command;
  logic [BANKS*N-1:0] in_bank;   // entries of each bank that wait
  logic [BANKS-1:0] wanted;      // banks whose open row is wanted

  always @* begin
    wanted  = '0;
    in_bank = '0;
    for (int i = 0; i < N; i++) begin
      waits[i] = sect_q[i*SECTORS +: SECTORS] != '0;
      for (int b = 0; b < BANKS; b++) in_bank[b*N + i] = waits[i] & bank_q[i*BANKS + b];
    end
    for (int i = 0; i < N; i++) begin
      hits[i]   = 1'b0;
      oldest[i] = waits[i];
      for (int b = 0; b < BANKS; b++) begin
        hits[i]   = hits[i] | (in_bank[b*N + i] & bank_open[b]
            & row_q[i*MC_ROW_W +: MC_ROW_W] == bank_row[b*MC_ROW_W +: MC_ROW_W]);
        oldest[i] = oldest[i] & ~(bank_q[i*BANKS + b] & (in_bank[b*N +: N] & older_q[i*N +: N]) != '0);
      end
      wanted = wanted | (bank_q[i*BANKS +: BANKS] & {BANKS{hits[i]}});
    end
  end

  // An urgent bank serves its oldest request alone.
  always @* begin
    for (int i = 0; i < N; i++) begin
      serves[i]    = waits[i] & (oldest[i] | (bank_q[i*BANKS +: BANKS] & urgent) == '0);
      opens[i]     = (bank_q[i*BANKS +: BANKS] & bank_open) == '0;
      of_column[i] = hits[i] & serves[i] & (bank_q[i*BANKS +: BANKS] & may_access) != '0;
      of_row[i]    = serves[i] & ~hits[i] & (bank_q[i*BANKS +: BANKS]
          & ((bank_open & may_precharge & (urgent | ~wanted)) | (~bank_open & may_activate))) != '0;
    end
  end

  always @* begin
    for (int i = 0; i < N; i++) begin
      column[i]  = of_column[i] & (of_column & older_q[i*N +: N]) == '0;
      command[i] = of_row[i] & (of_row & older_q[i*N +: N]) == '0;
    end
  end

  // ---- The commands

  logic [SECTORS-1:0] of_access;

  pick #(.WORDS(N), .WORD_W(SECTORS)) u_sect (.one(column), .words(sect_q), .word(of_access));
  pick #(.WORDS(N), .WORD_W(BANKS)) u_col_at (.one(column), .words(bank_q), .word(col_at));
  pick #(.WORDS(N), .WORD_W(BANKS)) u_row_at (.one(command), .words(bank_q), .word(row_at));
  pick #(.WORDS(N), .WORD_W(MC_ROW_W)) u_row (.one(command), .words(row_q), .word(row_new));

  assign col_valid  = column != '0;
  assign col_sect   = of_access & -of_access;
  assign col_last   = (of_access & ~col_sect) == '0;
  assign col_oldest = (column & oldest) != '0;
  assign col_writes = (column & writes_q) != '0;
  assign row_valid  = command != '0;
  assign row_opens  = (command & opens) != '0;

  always @* begin
    col_entry   = '0;
    row_entry   = '0;
    free_number = '0;
    free        = ~used_q & -(~used_q);
    for (int i = 0; i < N; i++) begin
      col_entry   = col_entry   | (ENTRY_W'(i) & {ENTRY_W{column[i]}});
      row_entry   = row_entry   | (ENTRY_W'(i) & {ENTRY_W{command[i]}});
      free_number = free_number | (ENTRY_W'(i) & {ENTRY_W{free[i]}});
    end
  end

  // ---- Entries

  always @* begin
    for (int i = 0; i < N; i++) gone[i] = leaves & left == ENTRY_W'(i);
    for (int b = 0; b < BANKS; b++) bank_one[b] = bank == BANK_W'(b);
  end

  assign enters     = free & {N{takes}};
  assign queue_used = count_q;

  always_ff @(posedge clk) begin
    if (rst) begin
      used_q  <= '0;
      count_q <= '0;
    end else begin
      used_q  <= (used_q | enters) & ~gone;
      count_q <= count_q + QUEUE_W'(takes) - QUEUE_W'(leaves);
    end
  end

  for (genvar i = 0; i < N; i++) begin : g_entry
    always_ff @(posedge clk) begin
      if (rst)            sect_q[i*SECTORS +: SECTORS] <= '0;
      else if (enters[i]) sect_q[i*SECTORS +: SECTORS] <= sect;
      else if (column[i]) sect_q[i*SECTORS +: SECTORS] <= sect_q[i*SECTORS +: SECTORS] & ~col_sect;
    end

    always_ff @(posedge clk) begin
      if (enters[i]) begin
        bank_q[i*BANKS +: BANKS]       <= bank_one;
        row_q[i*MC_ROW_W +: MC_ROW_W]  <= row;
        writes_q[i]                    <= writes;
      end
      older_q[i*N +: N] <= enters[i] ? used_q & ~gone : older_q[i*N +: N] & ~gone;
    end
  end

endmodule

`default_nettype wire
