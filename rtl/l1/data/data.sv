// Data array: one bank of 32-bit words for each lane, each with a decoder, a read port and a write port of
// its own, so that each bank may access another row. With BANK_WORDS 2, banks b and b+LANES have one row,
// and are the halves of a bank of 64 bits. If several lines lie side by side (ABREAST), the lowest bits of a
// row's number select the banks of its line. A load or an atomic of stage 1 has its words on `read_data` in
// stage 2. The write port serves the fill unit if it has a response, even one with an error, and the write
// data buffer otherwise.

`default_nettype none

module data #(
    parameter  int LANES      = 32,
    localparam int BANKS      = ul1_pkg::banks(LANES),
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES),
    localparam int LINE_BYTES = ul1_pkg::line_bytes(LANES)
) (
    input  wire logic                                  clk,
    input  wire logic                                  rst,

    // ---- From arb and axbar: the pass in stage 1
    // The stage-1 pass is a store; valid with `pass_valid`.
    input  wire logic                                  pass_store,
    // Operation of the stage-1 atomic or lock pass; none for any other pass.
    input  wire logic [ul1_pkg::ATOM_W-1:0]            pass_atom,
    // Banks that the stage-1 pass accesses.
    input  wire logic [BANKS-1:0]                      bank_en,
    // Row that the stage-1 pass accesses in each bank; valid where `bank_en` is set.
    input  wire logic [BANKS*ul1_pkg::ROW_W-1:0]       bank_row,

    // ---- From wdb: forwarded bytes; to dxbar and wdb: the words read, in stage 2
    // Bytes that the WDB forwards in stage 2, by bank; zero without a load or victim readout.
    input  wire logic [BANKS*ul1_pkg::WORD_BYTES-1:0]  forward_be,
    // Word of each bank with the forwarded bytes; valid where `forward_be` is set.
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]      forward_data,
    // The stage-2 pass returns old words, and no error.
    input  wire logic                                  old_here,
    // Old words of the line; valid with `old_here`.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_W-1:0] old_data,
    // Banks that were read in the previous cycle.
    output logic      [BANKS-1:0]                      read_valid,
    // Word read from each bank, in stage 2, with the bytes that the WDB forwards; old words in its place, if
    // the pass returns these; valid where `read_valid` is set.
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]      read_data,

    // ---- From and to wdb: the write port
    // A WDB entry is offered to the array.
    input  wire logic                                  write_valid,
    // Bytes to write in each bank; zero without an entry on offer.
    input  wire logic [BANKS*ul1_pkg::WORD_BYTES-1:0]  write_be,
    // Row to write in each bank; valid where `write_be` is set.
    input  wire logic [BANKS*ul1_pkg::ROW_W-1:0]       write_row,
    // Word to write in each bank; valid where `write_be` is set.
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]      write_data,
    // The array's write port takes the WDB entry on offer: there is no fill in this cycle.
    output logic                                       array_ready,

    // ---- From fill and prt: lines that arrive from memory, always accepted
    // The arrived response is for a PRT entry.
    input  wire logic                                  fill_valid,
    // Array row of the line that arrives; valid with `fill_valid`.
    input  wire logic [ul1_pkg::ROW_W-1:0]             done_fill_row,
    // Sectors that the arrived response brings; valid with `fill_here`.
    input  wire logic [ul1_pkg::SECTORS-1:0]           fill_sect,
    // The arrived response reports a read error; valid with `fill_here`.
    input  wire logic                                  fill_err,
    // Words of the arrived line; valid with `fill_here`.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_W-1:0] fill_data
);

  localparam int ROW_W      = ul1_pkg::ROW_W;
  localparam int WORD_W     = ul1_pkg::WORD_W;
  localparam int WORD_BYTES = ul1_pkg::WORD_BYTES;
  localparam int SECTORS    = ul1_pkg::SECTORS;

  logic [BANKS-1:0] read;

  assign read        = ul1_fn::returns_words(pass_store, pass_atom) ? bank_en : '0;
  assign array_ready = ~fill_valid;

  always_ff @(posedge clk) begin
    if (rst) read_valid <= '0;
    else     read_valid <= read;
  end

  // Write port: the fill has one row for all banks, the write data buffer a row for each bank
  localparam int ABREAST = ul1_pkg::ABREAST;
  localparam int LOW_W   = ul1_pkg::ABREAST_W;  // bits of a row that select the banks of a line

  logic [SECTORS-1:0]          fills;
  logic [LINE_BYTES-1:0]       fill_be;
  logic [BANKS*WORD_BYTES-1:0] put_be;
  logic [BANKS*ROW_W-1:0]      put_row;
  logic [BANKS*WORD_W-1:0]     put_data;
  int                          fills_at;  // the line that is filled, of those side by side

  assign fills    = fill_err ? '0 : fill_sect;
  assign fills_at = 32'(done_fill_row) & (ABREAST - 1);
  assign put_row  = fill_valid ? {BANKS{done_fill_row}} : write_row;
  assign put_data = fill_valid ? {ABREAST{fill_data}} : write_data;

  spread #(.BITS(SECTORS), .TIMES(LINE_BYTES/SECTORS)) u_fill_be (
      .mask (fills),
      .wide (fill_be)
  );

  for (genvar h = 0; h < ABREAST; h++) begin : g_line
    assign put_be[h*LINE_BYTES +: LINE_BYTES] = ~fill_valid ? write_be[h*LINE_BYTES +: LINE_BYTES]
                                                : fills_at == h ? fill_be : '0;
  end

  // Read data, with the bytes that the write data buffer forwards
  logic [BANKS*WORD_W-1:0] read_word;
  logic [WORD_W-1:0]       newer;

  always @* begin
    read_data = read_word;
    newer     = '0;
    if (ul1_fn::sim_gate(forward_be != '0)) begin
      for (int b = 0; b < BANKS; b++) begin
        newer = ul1_fn::byte_bits(forward_be[b*WORD_BYTES +: WORD_BYTES]);
        read_data[b*WORD_W +: WORD_W] = (read_word[b*WORD_W +: WORD_W] & ~newer)
                                        | (forward_data[b*WORD_W +: WORD_W] & newer);
      end
    end
    if (ul1_pkg::GLOBAL_ATOMICS > 1 & old_here) read_data = {ABREAST{old_data}};
  end

  if (ABREAST > 1) begin : g_unused
    logic unused_row;
    assign unused_row = ^bank_row ^ ^put_row;
  end

  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    ram #(
        .ROWS   (ul1_pkg::ARRAY_ROWS / ABREAST),
        .ROW_W  (ROW_W - LOW_W),
        .PARTS  (WORD_BYTES),
        .PART_W (ul1_fn::BITS)
    ) u_bank (
        .clk   (clk),
        .re    (read[b]),
        .raddr (bank_row[b*ROW_W + LOW_W +: ROW_W - LOW_W]),
        .rdata (read_word[b*WORD_W +: WORD_W]),
        .we    (put_be[b*WORD_BYTES +: WORD_BYTES]),
        .waddr (put_row[b*ROW_W + LOW_W +: ROW_W - LOW_W]),
        .wdata (put_data[b*WORD_W +: WORD_W])
    );
  end

  always @(posedge clk) begin
    // A write data buffer entry that is not on offer must not reach the banks.
    if (!rst & !write_valid) assert (write_be == '0);
  end

endmodule

`default_nettype wire
