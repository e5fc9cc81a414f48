// Fill unit: takes whatever the memory sends, at once. For a cycle it stands here while it is written to the array and
// noted where it was waited for; an entry of the pending request table that is complete with it joins a queue, from whose
// head the accesses that waited are handed out one by one, to be replayed. Answers to fences and failures of writes are
// passed on likewise.

`default_nettype none

module fill #(
    parameter int LANES = 32
) (
    input  wire logic                                    clk,
    input  wire logic                                    rst,

    // from outside: responses of the memory, always accepted
    input  wire logic                                    resp_valid,
    input  wire logic [1:0]                              resp_kind,
    input  wire logic [ul1_pkg::SUB_W-1:0]               resp_sub,
    input  wire logic [3:0]                              resp_sect,
    input  wire logic                                    resp_err,
    input  wire logic [ul1_pkg::VA_W-$clog2(LANES)-3:0]  resp_vline,
    input  wire logic [LANES*32-1:0]                     resp_data,

    // to tag, data, prt, mmu: the words, a cycle later
    output logic                                         fill_here,
    output logic                                         fill_valid,
    output logic                                         walk_valid,
    output logic      [ul1_pkg::PRT_W-1:0]               fill_prt,
    output logic      [3:0]                              fill_sect,
    output logic                                         fill_err,
    output logic      [LANES*32-1:0]                     fill_data,

    // from prt: entries that are complete
    input  wire logic                                    fill_done,
    input  wire logic                                    fault_done,
    input  wire logic [ul1_pkg::PRT_W-1:0]               xl_prt,

    // to lsu, tag: a fence is answered; to outside: a write has failed
    output logic                                         fence_here,
    output logic      [ul1_pkg::ID_W-1:0]                fence_back,
    output logic                                         wfail_valid,
    output logic      [ul1_pkg::VA_W-$clog2(LANES)-3:0]  wfail_line,

    // to and from prt, arb: the replay to make next
    output logic                                         rep_valid,
    output logic      [ul1_pkg::PRT_W-1:0]               rep_prt,
    output logic      [ul1_pkg::MRG_W-1:0]               rep_pos,
    input  wire logic                                    rep_last,
    input  wire logic                                    sel_rep
);

  localparam int PRT   = ul1_pkg::PRT;
  localparam int PRT_W = ul1_pkg::PRT_W;
  localparam int SUB_W = ul1_pkg::SUB_W;

  // The response of the cycle before. (A number is as wide as an index of the pending table.)
  logic             reads;  // it answers a read,
  logic             entry;  // of an entry of the pending request table
  logic [SUB_W-1:0] number;

  assign reads      = resp_kind == ul1_pkg::REQ_READ;
  assign entry      = resp_sub < SUB_W'(PRT);
  assign fill_here  = fill_valid | walk_valid;
  assign fill_prt   = fill_valid ? number[PRT_W-1:0] : '0;
  assign fence_back = number;

  always_ff @(posedge clk) begin
    if (rst) begin
      fill_valid  <= 1'b0;
      walk_valid  <= 1'b0;
      fence_here  <= 1'b0;
      wfail_valid <= 1'b0;
    end else begin
      fill_valid  <= resp_valid & reads & entry;
      walk_valid  <= resp_valid & reads & ~entry;
      fence_here  <= resp_valid & resp_kind == ul1_pkg::REQ_FENCE;
      wfail_valid <= resp_valid & resp_kind == ul1_pkg::REQ_WRITE;
    end
    if (resp_valid) begin
      number     <= resp_sub;
      fill_sect  <= resp_sect;
      fill_err   <= resp_err;
      wfail_line <= resp_vline;
      if (reads) fill_data <= resp_data;
    end
  end

  // The filled queue: a ring. An entry is in it once at most, so it has room for all of them. Two may join in one cycle, the
  // one that something has arrived for first.
  logic [PRT_W-1:0] queue [0:PRT-1];
  logic [PRT_W:0]   head, tail, second;  // a bit more than an index, to tell full from empty

  assign second    = tail + (PRT_W+1)'(fill_done);
  assign rep_valid = head != tail;
  assign rep_prt   = rep_valid ? queue[head[PRT_W-1:0]] : '0;

  always_ff @(posedge clk) begin
    if (fill_done)  queue[tail[PRT_W-1:0]]   <= fill_prt;
    if (fault_done) queue[second[PRT_W-1:0]] <= xl_prt;
    if (rst) begin
      head    <= '0;
      tail    <= '0;
      rep_pos <= '0;
    end else begin
      tail <= second + (PRT_W+1)'(fault_done);
      if (sel_rep) begin
        rep_pos <= rep_last ? '0 : rep_pos + 1'b1;
        head    <= head + (PRT_W+1)'(rep_last);
      end
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      assert (!(resp_valid && reads && resp_sub > SUB_W'(PRT)));  // a number that somebody asks with
      assert (!(resp_valid && reads && resp_sect == '0));
      assert (!(resp_valid && resp_kind > ul1_pkg::REQ_FENCE));
      assert (!(fill_done && !fill_valid));
      assert (!(fill_done && fault_done && fill_prt == xl_prt));  // complete once
      assert (tail - head <= (PRT_W+1)'(PRT));
      assert (!(sel_rep && !rep_valid));
      assert (rep_pos < ul1_pkg::MRG_W'(ul1_pkg::MERGE));
    end
  end

endmodule

`default_nettype wire
