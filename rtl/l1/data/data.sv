// Data array: a bank a lane, of words of 32 bits, each with a decoder, a read port and a write port of its own, so that
// every bank may work on a different row. Reads are those of the load pass in stage 1; the words stand on `read_data` in
// stage 2. The write port belongs to the fill whenever there is one, be it one that could not be read, and to the write
// data buffer otherwise.

`default_nettype none

module data #(
    parameter  int LANES      = 32,
    localparam int BANKS      = ul1_pkg::banks(LANES),
    localparam int LINE_BYTES = ul1_pkg::line_bytes(LANES)
) (
    input  wire logic                                 clk,
    input  wire logic                                 rst,

    // from arb, axbar: the pass in stage 1
    input  wire logic                                 pass_store,
    input  wire logic [BANKS-1:0]                     bank_en,
    input  wire logic [BANKS*ul1_pkg::ROW_W-1:0]      bank_row,

    // from wdb: bytes for the load in stage 2 that are newer than what it has read; to dxbar, wdb: the words, in stage 2
    input  wire logic [BANKS*ul1_pkg::WORD_BYTES-1:0] forward_be,
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]     forward_data,
    output logic      [BANKS-1:0]                     read_valid,
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]     read_data,

    // from and to wdb: an entry to write
    input  wire logic                                 write_valid,
    input  wire logic [BANKS*ul1_pkg::WORD_BYTES-1:0] write_be,
    input  wire logic [BANKS*ul1_pkg::ROW_W-1:0]      write_row,
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]     write_data,
    output logic                                      array_ready,

    // from fill, prt: lines that arrive from memory, always accepted
    input  wire logic                                 fill_valid,
    input  wire logic [ul1_pkg::ROW_W-1:0]            done_fill_row,
    input  wire logic [ul1_pkg::SECTORS-1:0]          fill_sect,
    input  wire logic                                 fill_err,
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]     fill_data
);

  localparam int ROW_W      = ul1_pkg::ROW_W;
  localparam int WORD_W     = ul1_pkg::WORD_W;
  localparam int WORD_BYTES = ul1_pkg::WORD_BYTES;
  localparam int SECTORS    = ul1_pkg::SECTORS;

  logic [BANKS-1:0] read;

  assign read        = pass_store ? '0 : bank_en;
  assign array_ready = ~fill_valid;

  always_ff @(posedge clk) begin
    if (rst) read_valid <= '0;
    else     read_valid <= read;
  end

  // The write port: one row for all banks from the fill, a row for each bank from the write data buffer
  logic [SECTORS-1:0]      fills;
  logic [LINE_BYTES-1:0]   fill_be, put_be;
  logic [BANKS*ROW_W-1:0]  put_row;
  logic [BANKS*WORD_W-1:0] put_data;

  assign fills    = fill_err ? '0 : fill_sect;
  assign put_be   = fill_valid ? fill_be : write_be;
  assign put_row  = fill_valid ? {BANKS{done_fill_row}} : write_row;
  assign put_data = fill_valid ? fill_data : write_data;

  spread #(.BITS(SECTORS), .TIMES(LINE_BYTES/SECTORS)) u_fill_be (
      .mask (fills),
      .wide (fill_be)
  );

  // The words of the banks, and over them what waits to be written there
  logic [BANKS*WORD_W-1:0] read_word;
  logic [WORD_W-1:0]       newer;

  always @* begin
    read_data = read_word;
    newer     = '0;
    if (ul1_fn::worth(forward_be != '0)) begin
      for (int b = 0; b < BANKS; b++) begin
        newer = ul1_fn::byte_bits(forward_be[b*WORD_BYTES +: WORD_BYTES]);
        read_data[b*WORD_W +: WORD_W] = (read_word[b*WORD_W +: WORD_W] & ~newer)
                                        | (forward_data[b*WORD_W +: WORD_W] & newer);
      end
    end
  end

  for (genvar b = 0; b < BANKS; b++) begin : g_bank
    ram #(
        .ROWS   (ul1_pkg::ARRAY_ROWS),
        .ROW_W  (ROW_W),
        .PARTS  (WORD_BYTES),
        .PART_W (ul1_fn::BITS)
    ) u_bank (
        .clk   (clk),
        .re    (read[b]),
        .raddr (bank_row[b*ROW_W +: ROW_W]),
        .rdata (read_word[b*WORD_W +: WORD_W]),
        .we    (put_be[b*WORD_BYTES +: WORD_BYTES]),
        .waddr (put_row[b*ROW_W +: ROW_W]),
        .wdata (put_data[b*WORD_W +: WORD_W])
    );
  end

  always @(posedge clk) begin
    // What the write data buffer offers without being valid must not reach the banks.
    if (!rst & !write_valid) assert (write_be == '0);
  end

endmodule

`default_nettype wire
