// Memory controller: serves L2 slices from DRAM with banks and open rows. Requests take turns for entries. In
// each cycle one command goes to the rows and one column access to an open row. An access reaches the cells
// MC_CL cycles later, and what they return in the next cycle is the answer.

`default_nettype none

module mc #(
    parameter  int LANES        = 32,
    localparam int LINE_WORDS   = ul1_pkg::line_words(LANES),
    localparam int LINE_W       = ul1_pkg::line_w(LANES),
    localparam int MC_ROW_W     = ul1_pkg::mc_row_w(LANES),
    localparam int PLINE_W      = ul1_pkg::pline_w(LANES),
    localparam int SECTOR_WORDS = ul1_pkg::sector_words(LANES),
    localparam int MC_PORTS     = ul1_pkg::MC_PORTS,
    localparam int WORD_W       = ul1_pkg::WORD_W
) (
    input  wire logic                                               clk,
    input  wire logic                                               rst,

    // ---- From the slices: requests, a field for each slice
    // The slice offers a request; it stays unchanged until it is taken.
    input  wire logic [MC_PORTS-1:0]                                req_valid,
    // Kind of the slice's request: read or write; valid with `req_valid`.
    input  wire logic [MC_PORTS*ul1_pkg::MEMOP_W-1:0]               req_op,
    // Number of the slice's request, which its answers return; valid with `req_valid`.
    input  wire logic [MC_PORTS*ul1_pkg::MC_TAG_W-1:0]              req_number,
    // Physical line of the slice's request; valid with `req_valid`.
    input  wire logic [MC_PORTS*PLINE_W-1:0]                        req_line,
    // Sectors that the slice's read requests; else 0; valid with `req_valid`.
    input  wire logic [MC_PORTS*ul1_pkg::SECTORS-1:0]               req_sect,
    // Line of the slice's write, which its failure answer returns; else 0; valid with `req_valid`.
    input  wire logic [MC_PORTS*LINE_W-1:0]                         req_vline,
    // The slice's request is taken in this cycle; set for one slice at most.
    output logic      [MC_PORTS-1:0]                                req_ready,
    // Bytes of the write that the slice offers, a line for each slice; zero without one.
    input  wire logic [MC_PORTS*LINE_WORDS*ul1_pkg::WORD_BYTES-1:0] reqdata_be,
    // Words of the write that the slice offers, a line for each slice; valid by `reqdata_be`.
    input  wire logic [MC_PORTS*LINE_WORDS*WORD_W-1:0]              reqdata_word,

    // ---- To the slices: the answer for a sector, always accepted
    // An answer is for the slice; set for one slice at most.
    output logic      [MC_PORTS-1:0]                                answer_valid,
    // Kind of request that the answer is for; a write is answered only if it failed.
    output logic      [ul1_pkg::MEMOP_W-1:0]                        answer_op,
    // Number of the request that the answer is for.
    output logic      [ul1_pkg::MC_TAG_W-1:0]                       answer_number,
    // Sector that the answer is for.
    output logic      [ul1_pkg::SECTORS-1:0]                        answer_sect,
    // The cells have failed: the answer has no data.
    output logic                                                    answer_err,
    // Line of a write, as the request had it; else 0.
    output logic      [LINE_W-1:0]                                  answer_vline,
    // Words of the sector, at the places of each sector.
    output logic      [LINE_WORDS*WORD_W-1:0]                       answer_data,

    // ---- To the cells, and from them in the next cycle
    // A sector is read or written.
    output logic                                                    cell_valid,
    // It is written; valid with `cell_valid`.
    output logic                                                    cell_write,
    // Physical line of the sector; valid with `cell_valid`.
    output logic      [PLINE_W-1:0]                                 cell_line,
    // The sector; valid with `cell_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]                        cell_sect,
    // Bytes that are written; zero without a write.
    output logic      [SECTOR_WORDS*ul1_pkg::WORD_BYTES-1:0]        cell_be,
    // Words that are written; valid by `cell_be`.
    output logic      [SECTOR_WORDS*WORD_W-1:0]                     cell_word,
    // The cells could not read, or not write, the sector of the previous cycle.
    input  wire logic                                               back_err,
    // Words of the sector that was read in the previous cycle.
    input  wire logic [SECTOR_WORDS*WORD_W-1:0]                     back_word,

    // ---- To the banks
    // A row is activated, or a bank is precharged.
    output logic                                                    row_valid,
    // A row is activated; valid with `row_valid`.
    output logic                                                    row_opens,
    // Entry of the request that wants it; valid with `row_valid`.
    output logic      [ul1_pkg::MC_ENTRY_W-1:0]                     row_entry,
    // The bank; valid with `row_valid`.
    output logic      [ul1_pkg::MC_BANK_W-1:0]                      row_bank,
    // A sector of an open row is accessed.
    output logic                                                    col_valid,
    // Entry of the request that wants it; valid with `col_valid`.
    output logic      [ul1_pkg::MC_ENTRY_W-1:0]                     col_entry,
    // The bank; valid with `col_valid`.
    output logic      [ul1_pkg::MC_BANK_W-1:0]                      col_bank,
    // The sector; valid with `col_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]                        col_sect,

    // ---- For waves and checks
    // The bank has an open row.
    output logic      [ul1_pkg::MC_BANKS-1:0]                       bank_open,
    // The open row; valid with `bank_open`.
    output logic      [ul1_pkg::MC_BANKS*MC_ROW_W-1:0]              bank_row,
    // Column accesses that passed the oldest request of the bank.
    output logic      [ul1_pkg::MC_BANKS*ul1_pkg::MC_CAP_W-1:0]     bank_passed,
    // Requests that are held.
    output logic      [ul1_pkg::MC_QUEUE_W-1:0]                     queue_used
);

  localparam int BANKS     = ul1_pkg::MC_BANKS;
  localparam int BANK_W    = ul1_pkg::MC_BANK_W;
  localparam int CL        = ul1_pkg::MC_CL;
  localparam int COLUMN_W  = $clog2(ul1_pkg::MC_ROW_LINES);
  localparam int ENTRY_W   = ul1_pkg::MC_ENTRY_W;
  localparam int LINE_BE   = LINE_WORDS * ul1_pkg::WORD_BYTES;
  localparam int LOW       = ul1_pkg::MC_LOW;
  localparam int MEMOP_W   = ul1_pkg::MEMOP_W;
  localparam int PORT_W    = ul1_pkg::MC_PORT_W;
  localparam int QUEUE     = ul1_pkg::MC_QUEUE;
  localparam int QUEUE_W   = ul1_pkg::MC_QUEUE_W;
  localparam int SECTORS   = ul1_pkg::SECTORS;
  localparam int SECTOR_BE = LINE_BE / SECTORS;
  localparam int TAG_W     = ul1_pkg::MC_TAG_W;
  localparam int REQUEST_W = PORT_W + 1 + TAG_W + PLINE_W + SECTORS + LINE_W;
  localparam int STORED_W  = PORT_W + 1 + TAG_W + PLINE_W + LINE_W;

  // ---- Requests: turns, round robin. Each slice without an entry keeps one.

  logic [MC_PORTS-1:0]           may, turn, without;
  logic [MC_PORTS*QUEUE_W-1:0]   held_q;
  logic [MC_PORTS*REQUEST_W-1:0] requests;
  logic [REQUEST_W-1:0]          request;
  logic [LINE_BE-1:0]            be;
  logic [LINE_WORDS*WORD_W-1:0]  word;
  logic [SECTORS-1:0]            be_sect, sect;
  logic [PORT_W-1:0]             port, left_port;
  logic [PLINE_W-1:0]            line, place;
  logic [BANK_W-1:0]             bank;
  logic                          takes, writes, leaves;
  logic [QUEUE_W-1:0]            unused, kept;

  assign unused = QUEUE_W'(QUEUE) - queue_used;

  always @* begin
    kept = '0;
    for (int i = 0; i < MC_PORTS; i++) begin
      without[i] = held_q[i*QUEUE_W +: QUEUE_W] == '0;
      kept       = kept + QUEUE_W'(without[i]);
    end
    for (int i = 0; i < MC_PORTS; i++) may[i] = req_valid[i] & unused > kept - QUEUE_W'(without[i]);
  end

  rotate #(.N(MC_PORTS)) u_turn (.clk, .rst, .candidates(may), .next(turn), .moves(takes));

  assign req_ready = turn;
  assign takes     = turn != '0;

  for (genvar i = 0; i < MC_PORTS; i++) begin : g_request
    logic joins, parts;
    assign joins = turn[i];
    assign parts = leaves & left_port == PORT_W'(i);
    assign requests[i*REQUEST_W +: REQUEST_W] =
        {PORT_W'(i), req_op[i*MEMOP_W +: MEMOP_W] == ul1_pkg::MEMOP_WRITE, req_number[i*TAG_W +: TAG_W],
         req_line[i*PLINE_W +: PLINE_W], req_sect[i*SECTORS +: SECTORS], req_vline[i*LINE_W +: LINE_W]};

    always_ff @(posedge clk) begin
      if (rst) held_q[i*QUEUE_W +: QUEUE_W] <= '0;
      else     held_q[i*QUEUE_W +: QUEUE_W] <= held_q[i*QUEUE_W +: QUEUE_W] + QUEUE_W'(joins)
          - QUEUE_W'(parts);
    end
  end

  pick #(.WORDS(MC_PORTS), .WORD_W(REQUEST_W)) u_request (.one(turn), .words(requests), .word(request));
  pick #(.WORDS(MC_PORTS), .WORD_W(LINE_BE)) u_be (.one(turn), .words(reqdata_be), .word(be));
  pick #(.WORDS(MC_PORTS), .WORD_W(LINE_WORDS*WORD_W)) u_word (.one(turn), .words(reqdata_word), .word(word));

  logic [TAG_W-1:0]  number;
  logic [LINE_W-1:0] vline;

  assign {port, writes, number, line, sect, vline} = request;
  assign place = line >> LOW;
  assign bank  = BANK_W'({place >> COLUMN_W}) & BANK_W'(BANKS-1);

  always @* begin
    for (int q = 0; q < SECTORS; q++) be_sect[q] = be[q*SECTOR_BE +: SECTOR_BE] != '0;
  end

  // ---- The entries, and the commands

  logic [ENTRY_W-1:0]  free_number, left;
  logic [BANKS-1:0]    row_at, col_at, urgent, may_activate, may_access, may_precharge;
  logic [MC_ROW_W-1:0] row_new;
  logic                col_last, col_oldest, col_writes;

  mc_entries #(.LANES(LANES)) u_entries (
      .clk, .rst, .takes, .bank,
      .row(MC_ROW_W'({place >> COLUMN_W + $clog2(BANKS)})), .sect(writes ? be_sect : sect), .writes,
      .free_number, .queue_used, .leaves, .left, .bank_open, .bank_row, .urgent, .may_activate, .may_access,
      .may_precharge, .row_valid, .row_opens, .row_entry, .row_at, .row_new, .col_valid, .col_entry, .col_at,
      .col_sect, .col_last, .col_oldest, .col_writes
  );

  mc_banks #(.LANES(LANES)) u_banks (
      .clk, .rst, .activates(row_at & {BANKS{row_opens}}), .row(row_new),
      .precharges(row_at & {BANKS{~row_opens}}), .writes(col_at & {BANKS{col_writes}}),
      .passes(col_at & {BANKS{~col_oldest}}), .ends(col_at & {BANKS{col_oldest & col_last}}),
      .bank_open, .bank_row, .bank_passed, .urgent, .may_activate, .may_access, .may_precharge
  );

  always @* begin
    row_bank = '0;
    col_bank = '0;
    for (int b = 0; b < BANKS; b++) begin
      row_bank = row_bank | (BANK_W'(b) & {BANK_W{row_at[b]}});
      col_bank = col_bank | (BANK_W'(b) & {BANK_W{col_at[b]}});
    end
  end

  // ---- Column accesses on their way: the one of this cycle, then a place for each cycle until the last

  localparam int ACCESS_W = 1 + ENTRY_W + SECTORS + 1;

  logic [CL*ACCESS_W-1:0] way;
  logic                   next_valid, next_last, last_q;
  logic [ENTRY_W-1:0]     next_entry, entry_q;
  logic [SECTORS-1:0]     next_sect;

  assign way[0 +: ACCESS_W] = {col_valid, col_entry, col_sect, col_last};
  assign {next_valid, next_entry, next_sect, next_last} = way[(CL-1)*ACCESS_W +: ACCESS_W];

  for (genvar i = 1; i < CL; i++) begin : g_way
    logic [ACCESS_W-1:0] access_q;
    assign way[i*ACCESS_W +: ACCESS_W] = access_q;

    always_ff @(posedge clk) begin
      if (rst) access_q <= '0;
      else     access_q <= way[(i-1)*ACCESS_W +: ACCESS_W];
    end
  end

  // ---- The cells: what an entry stores is read in the cycle before

  logic [STORED_W-1:0]          stored;
  logic [LINE_BE-1:0]           line_be, stored_be;
  logic [LINE_WORDS*WORD_W-1:0] line_word;
  logic                         cell_writes;
  logic [TAG_W-1:0]             cell_number;
  logic [LINE_W-1:0]            cell_vline;

  ram #(.ROWS(QUEUE), .ROW_W(ENTRY_W), .PARTS(1), .PART_W(STORED_W)) u_stored (
      .clk, .re(next_valid), .raddr(next_entry), .rdata(stored), .we(takes), .waddr(free_number),
      .wdata({port, writes, number, line, vline})
  );
  ram #(.ROWS(QUEUE), .ROW_W(ENTRY_W), .PARTS(1), .PART_W(LINE_BE)) u_bytes (
      .clk, .re(next_valid), .raddr(next_entry), .rdata(stored_be), .we(takes), .waddr(free_number),
      .wdata(be)
  );
  ram #(.ROWS(QUEUE), .ROW_W(ENTRY_W), .PARTS(1), .PART_W(LINE_WORDS*WORD_W)) u_words (
      .clk, .re(next_valid), .raddr(next_entry), .rdata(line_word), .we(takes), .waddr(free_number),
      .wdata(word)
  );

  assign {left_port, cell_writes, cell_number, cell_line, cell_vline} = stored;

  assign cell_write = cell_writes;
  assign line_be    = stored_be & {LINE_BE{cell_valid & cell_writes}};
  assign leaves     = cell_valid & last_q;
  assign left       = entry_q;

  pick #(.WORDS(SECTORS), .WORD_W(SECTOR_BE)) u_cell_be (.one(cell_sect), .words(line_be), .word(cell_be));
  pick #(.WORDS(SECTORS), .WORD_W(SECTOR_WORDS*WORD_W)) u_cell_word (
      .one (cell_sect), .words (line_word), .word (cell_word)
  );

  always_ff @(posedge clk) begin
    if (rst) cell_valid <= 1'b0;
    else     cell_valid <= next_valid;
    if (next_valid) {entry_q, cell_sect, last_q} <= {next_entry, next_sect, next_last};
  end

  // ---- The answer

  logic              back_q;   // an access was at the cells
  logic              wrote_q;
  logic [PORT_W-1:0] port_q;

  always_ff @(posedge clk) begin
    if (rst) begin
      back_q        <= 1'b0;
      wrote_q       <= 1'b0;
      answer_number <= '0;
      answer_sect   <= '0;
      answer_vline  <= '0;
    end else begin
      back_q <= cell_valid;
      if (cell_valid) begin
        wrote_q       <= cell_writes;
        answer_number <= cell_number;
        answer_sect   <= cell_sect;
        answer_vline  <= cell_vline;
      end
    end
    if (cell_valid) port_q <= left_port;
  end

  assign answer_op   = wrote_q ? ul1_pkg::MEMOP_WRITE : ul1_pkg::MEMOP_READ;
  assign answer_err  = back_err;
  assign answer_data = {SECTORS{back_word}};

  always @* begin
    for (int i = 0; i < MC_PORTS; i++)
      answer_valid[i] = back_q & port_q == PORT_W'(i) & (~wrote_q | back_err);
  end

endmodule

`default_nettype wire
