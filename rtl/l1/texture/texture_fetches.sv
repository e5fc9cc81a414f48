// Fetches of the texture cache: a part of texture. They are a ring, in the order of their passes. Each is
// translated in its turn; memory answers in any order. The oldest one's words are read when its pass is at
// the head of the FIFO.

`default_nettype none

module texture_fetches #(
    parameter  int LANES      = 32,
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES),
    localparam int LINE_W     = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                  clk,
    input  wire logic                                  rst,

    // ---- A new fetch
    // All fetches are under way.
    output logic                                       full,
    // A fetch is opened; not with `full`.
    input  wire logic                                  opens,
    // Its virtual line; valid with `opens`.
    input  wire logic [LINE_W-1:0]                     open_line,
    // Its sectors, one at least; valid with `opens`.
    input  wire logic [ul1_pkg::SECTORS-1:0]           open_sect,

    // ---- Translation
    // A fetch is offered for translation.
    output logic                                       miss_valid,
    // Its virtual line; valid with `miss_valid`.
    output logic      [LINE_W-1:0]                     miss_line,
    // Its sectors; valid with `miss_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]           miss_sect,
    // Its number; valid with `miss_valid`.
    output logic      [ul1_pkg::TEX_FETCH_W-1:0]       miss_number,
    // It is translated, and goes to memory.
    input  wire logic                                  take,
    // It cannot be translated.
    input  wire logic                                  fault,
    // Cause of the failure; valid with `fault`.
    input  wire logic [ul1_pkg::ERR_W-1:0]             fault_err,
    // Page walkers that it waits for.
    input  wire logic [ul1_pkg::WALKERS-1:0]           waits,
    // Page walkers that end their walk in this cycle.
    input  wire logic [ul1_pkg::WALKERS-1:0]           walk_ends,

    // ---- Words from memory
    // A response for a fetch arrives.
    input  wire logic                                  fill,
    // Number of the fetch; valid with `fill`.
    input  wire logic [ul1_pkg::TEX_FETCH_W-1:0]       fill_fetch,
    // Sectors that it brings; valid with `fill`.
    input  wire logic [ul1_pkg::SECTORS-1:0]           fill_sect,
    // The read has failed; valid with `fill`.
    input  wire logic                                  fill_err,
    // Words of the line; valid with `fill`.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_W-1:0] fill_data,

    // ---- The oldest fetch
    // It is there, with all of its sectors, or has failed.
    output logic                                       come,
    // Its words are read at the end of this cycle.
    input  wire logic                                  read,
    // Its sectors.
    output logic      [ul1_pkg::SECTORS-1:0]           sect,
    // Its error, or none.
    output logic      [ul1_pkg::ERR_W-1:0]             err,
    // Its words, in the cycle behind `read`.
    output logic      [LINE_WORDS*ul1_pkg::WORD_W-1:0] words,
    // It ends; only with `come`.
    input  wire logic                                  ends
);

  localparam int N        = ul1_pkg::TEX_FETCHES;
  localparam int W        = ul1_pkg::TEX_FETCH_W;
  localparam int SECTORS  = ul1_pkg::SECTORS;
  localparam int SECTOR_W = LINE_WORDS/SECTORS*ul1_pkg::WORD_W;  // bits of a sector

  // One bit more than an index, to tell full from empty: the oldest, the next to be translated, the next new
  logic [W:0]                  oldest_q, asks_q, next_q;
  logic [ul1_pkg::WALKERS-1:0] walks_q;
  (* mem2reg *) logic [SECTORS-1:0]        wanted_q [0:N-1];
  (* mem2reg *) logic [SECTORS-1:0]        got_q    [0:N-1];
  (* mem2reg *) logic [ul1_pkg::ERR_W-1:0] err_q    [0:N-1];
  (* mem2reg *) logic [LINE_W-1:0]         line_q   [0:N-1];
  logic                        leaves;  // the one to be translated is taken, or has failed

  assign full        = next_q == (oldest_q ^ (W+1)'(N));
  assign miss_valid  = asks_q != next_q & walks_q == '0;
  assign miss_number = asks_q[W-1:0];
  assign miss_line   = line_q[miss_number];
  assign miss_sect   = wanted_q[miss_number];
  assign leaves      = take | fault;
  assign sect        = wanted_q[oldest_q[W-1:0]];
  assign err         = err_q[oldest_q[W-1:0]];
  assign come        = oldest_q != next_q & (sect & ~got_q[oldest_q[W-1:0]]) == '0;

  always_ff @(posedge clk) begin
    if (opens) begin
      next_q <= next_q + 1'b1;
      line_q[next_q[W-1:0]]  <= open_line;
      wanted_q[next_q[W-1:0]] <= open_sect;
      got_q[next_q[W-1:0]] <= '0;
      err_q[next_q[W-1:0]] <= ul1_pkg::ERR_NONE;
    end
    if (leaves) asks_q <= asks_q + 1'b1;
    if (fault) begin
      got_q[miss_number] <= miss_sect;
      err_q[miss_number] <= fault_err;
    end
    if (fill) begin
      got_q[fill_fetch] <= got_q[fill_fetch] | fill_sect;
      if (fill_err) err_q[fill_fetch] <= ul1_pkg::ERR_BUS;
    end
    if (ends) oldest_q <= oldest_q + 1'b1;
    if (walks_q != '0) begin
      if ((walks_q & walk_ends) != '0) walks_q <= '0;
    end else if ((waits & walk_ends) == '0) begin
      walks_q <= waits;
    end
    if (rst) begin
      oldest_q <= '0;
      asks_q   <= '0;
      next_q   <= '0;
      walks_q  <= '0;
    end
  end

  // The words that have come
  logic [SECTORS-1:0] we;
  assign we = fill_sect & {SECTORS{fill}};

  ram #(.ROWS(N), .ROW_W(W), .PARTS(SECTORS), .PART_W(SECTOR_W)) u_words (
      .clk, .re(read), .raddr(oldest_q[W-1:0]), .rdata(words), .we, .waddr(fill_fetch), .wdata(fill_data)
  );

  always @(posedge clk) begin
    if (!rst) begin
      assert (!(opens && full) && !(ends && !come));
      assert (!((take || fault || waits != '0) && !miss_valid));
      assert (!(take && fault));
    end
  end

endmodule

`default_nettype wire
