// Old words of atomics on global memory. An access is noted in stage 1, when its write gets an entry of the
// write data buffer. The write tells memory the number of its entry here. Memory answers with the old words,
// or the write ends with an error. Then the access is offered to lsu, and its pass reads the words.
//
// Without such atomics (GLOBAL_ATOMICS below 2) nothing is built.

`default_nettype none

module old #(
    parameter  int LANES      = 32,
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES)
) (
    // verilator lint_off UNUSEDSIGNAL
    input  wire logic                                  clk,
    input  wire logic                                  rst,

    // ---- From lsu: the entering access, in stage 0
    // An access enters the pipeline in this cycle.
    input  wire logic                                  req_valid,
    // The entering reduction is an atomic: memory answers with the old words; else zero.
    input  wire logic                                  req_returns,
    // Instruction-table entry of the entering access (for traces and checks); valid with `req_valid`.
    input  wire logic [ul1_pkg::ID_W-1:0]              req_id,
    // Sub-warp of the entering access, of a cached one its part (for traces and checks); valid with
    // `req_valid`.
    input  wire logic [ul1_pkg::PART_W-1:0]            req_sub,
    // Slots of the entering access: those that still wait, for a cached one those on its line; zero without
    // an access.
    input  wire logic [LANES-1:0]                      req_mask,

    // ---- From wdb: the entry of its write, in stage 1
    // WDB entry that the stage-1 store allocates; valid with `alloc_new`.
    input  wire logic [ul1_pkg::WDB_W-1:0]             alloc_store,

    // ---- From prt and mmu: writes that cannot be sent
    // The offered request is a write; else 0.
    input  wire logic                                  head_write,
    // WDB entry that the offered write sends; valid with `head_write`.
    input  wire logic [ul1_pkg::WDB_W-1:0]             head_wdb,
    // The request on offer cannot be translated and ends here.
    input  wire logic                                  mmu_fault,
    // Cause of the translation failure; valid with `mmu_fault`.
    input  wire logic [ul1_pkg::ERR_W-1:0]             mmu_err,

    // ---- From mmu and memory: the request on offer; to memory: the number of its answer
    // A request is offered to memory; it stays unchanged until it is taken.
    input  wire logic                                  mem_valid,
    // Kind of the request: read, write or fence; valid with `mem_valid`.
    input  wire logic [ul1_pkg::MEMOP_W-1:0]           mem_op,
    // Number of the request, which its response returns; for a write its WDB entry; valid with `mem_valid`.
    input  wire logic [ul1_pkg::NUMBER_W-1:0]          mem_number,
    // Memory takes the offered request in this cycle.
    input  wire logic                                  mem_ready,
    // Memory answers the write that is offered with the old words of its line; else zero.
    output logic                                       memold_valid,
    // Number that the answer has; valid with `memold_valid`.
    output logic      [ul1_pkg::NUMBER_W-1:0]          memold_number,

    // ---- From memory: responses
    // A response of memory arrives.
    input  wire logic                                  resp_valid,
    // Kind of request that the response answers; a write is answered only if it failed, or with its old words
    // as `atom`; valid with `resp_valid`.
    input  wire logic [ul1_pkg::MEMOP_W-1:0]           resp_op,
    // Number of the request that the response answers; valid with `resp_valid`.
    input  wire logic [ul1_pkg::NUMBER_W-1:0]          resp_number,
    // The read failed: the sectors of the response have no data; valid with `resp_valid`.
    input  wire logic                                  resp_err,
    // Words of the line, for a read response; valid with `resp_valid`.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_W-1:0] resp_data,

    // ---- To lsu: a credit, and the access that is next to return its words; from lsu: its pass
    // Credit for an atomic on global memory: the old words of its access have an entry, beside those of the
    // access in stage 1.
    output logic                                       old_credit,
    // The write on offer to translation is an atomic's, which reports its failures itself.
    output logic                                       old_leaves,
    // An access with old words, or an error, waits for its pass.
    output logic                                       old_valid,
    // Number of the access that waits for its pass; valid with `old_valid`.
    output logic      [ul1_pkg::OLD_W-1:0]             old_number,
    // Instruction-table entry of the access that waits for its pass; valid with `old_valid`.
    output logic      [ul1_pkg::ID_W-1:0]              old_id,
    // Part (of a sub-warp) that the access that waits for its pass is of; valid with `old_valid`.
    output logic      [ul1_pkg::PART_W-1:0]            old_part,
    // Slots of the access that waits for its pass; valid with `old_valid`.
    output logic      [LANES-1:0]                      old_mask,
    // Error of the access that waits for its pass, or none; valid with `old_valid`.
    output logic      [ul1_pkg::ERR_W-1:0]             old_err,
    // The access with old words is taken in this cycle: no replay of a line is on offer.
    input  wire logic                                  coalesce_old,
    // The entering access returns old words, or an error, of an atomic on global memory.
    input  wire logic                                  req_old,
    // Number of the access that returns its words; valid with `req_old`.
    input  wire logic [ul1_pkg::OLD_W-1:0]             req_old_number,
    // verilator lint_on UNUSEDSIGNAL

    // ---- To data: the words, in stage 2 of the pass
    // The stage-2 pass returns old words, and no error.
    output logic                                       old_here,
    // Old words of the line; valid with `old_here`.
    output logic      [LINE_WORDS*ul1_pkg::WORD_W-1:0] old_data
);

  if (ul1_pkg::GLOBAL_ATOMICS < 2) begin : g_none
    assign {memold_valid, memold_number, old_leaves, old_credit, old_valid, old_number, old_id} = '0;
    assign {old_part, old_mask, old_err, old_here, old_data}                       = '0;
  end else begin : g_built
    localparam int OLDS     = ul1_pkg::OLDS;
    localparam int OLD_W    = ul1_pkg::OLD_W;
    localparam int NUMBER_W = ul1_pkg::NUMBER_W;
    localparam int ID_W     = ul1_pkg::ID_W;
    localparam int ERR_W    = ul1_pkg::ERR_W;
    localparam int PART_W   = ul1_pkg::PART_W;
    localparam int WDB_W    = ul1_pkg::WDB_W;

    // Entries in use; those whose write is in the write data buffer; those that are answered and not taken
    logic [OLDS-1:0]   used_q, waits_q, answered_q;
    logic [ID_W-1:0]   id_q   [0:ul1_fn::entries(OLDS)-1];
    logic [PART_W-1:0] part_q [0:ul1_fn::entries(OLDS)-1];
    logic [LANES-1:0]  mask_q [0:ul1_fn::entries(OLDS)-1];
    logic [ERR_W-1:0]  err_q  [0:ul1_fn::entries(OLDS)-1];
    (* mem2reg *) logic [WDB_W-1:0]  wdb_q  [0:ul1_fn::entries(OLDS)-1];

    // The access in stage 1, and the pass in stage 1 that returns words
    logic              s1_comes_q, s1_returns_q;
    logic [ID_W-1:0]   s1_id_q;
    logic [PART_W-1:0] s1_part_q;
    logic [LANES-1:0]  s1_mask_q;
    logic [OLD_W-1:0]  s1_number_q;

    logic [OLDS-1:0]  leaves;
    logic [OLDS-1:0]  unused, noted, offered, faulted, answers, next, from, behind_q, takes, freed;
    logic [OLD_W-1:0] free_number;
    logic             answer;

    assign unused      = ~used_q;
    assign noted       = s1_comes_q ? unused & -unused : '0;
    assign free_number = OLD_W'({ul1_fn::lowest(64'(unused))});
    assign old_credit  = (unused & ~noted) != '0;

    // Writes on offer to translation and to memory
    always @* begin
      offered = '0;
      leaves  = '0;
      for (int e = 0; e < OLDS; e++) begin
        offered[e] = waits_q[e] & mem_valid & mem_op == ul1_pkg::MEMOP_WRITE
                     & mem_number == NUMBER_W'(wdb_q[e]);
        leaves[e]  = waits_q[e] & head_write & head_wdb == wdb_q[e];
      end
    end

    assign faulted = mmu_fault ? leaves : '0;

    assign old_leaves = leaves != '0;

    assign memold_valid  = offered != '0;
    assign memold_number = NUMBER_W'({ul1_fn::index(64'(offered))});

    assign answer  = resp_valid & resp_op == ul1_pkg::MEMOP_ATOM;
    assign answers = answer ? OLDS'(1) << resp_number[OLD_W-1:0] : '0;

    // The answered access behind the last one taken
    next_in #(.N(OLDS)) u_next (.candidates(answered_q), .behind(behind_q), .next, .from);

    assign old_valid  = answered_q != '0;
    assign old_number = OLD_W'({ul1_fn::index(64'(next))});
    assign old_id     = id_q  [old_number];
    assign old_part   = part_q[old_number];
    assign old_mask   = mask_q[old_number];
    assign old_err    = err_q [old_number];
    assign takes      = coalesce_old ? next : '0;
    assign freed      = s1_returns_q ? OLDS'(1) << s1_number_q : '0;

    always_ff @(posedge clk) begin
      if (rst) begin
        used_q       <= '0;
        waits_q      <= '0;
        answered_q   <= '0;
        behind_q     <= {{(OLDS-1){1'b1}}, 1'b0};
        s1_comes_q   <= 1'b0;
        s1_returns_q <= 1'b0;
        old_here     <= 1'b0;
      end else begin
        used_q       <= (used_q & ~freed) | noted;
        waits_q      <= (waits_q & ~faulted & ~(mem_ready ? offered : '0)) | noted;
        answered_q   <= (answered_q & ~takes) | answers | faulted;
        if (takes != '0) behind_q <= from << 1;
        s1_comes_q   <= req_valid & req_returns;
        s1_returns_q <= req_valid & req_old;
        old_here     <= s1_returns_q & err_q[s1_number_q] == ul1_pkg::ERR_NONE;
      end
      s1_id_q     <= req_id;
      s1_part_q   <= req_sub;
      s1_mask_q   <= req_mask;
      s1_number_q <= req_old_number;
      if (noted != '0) begin
        id_q  [free_number] <= s1_id_q;
        part_q[free_number] <= s1_part_q;
        mask_q[free_number] <= s1_mask_q;
        wdb_q [free_number] <= alloc_store;
      end
      for (int e = 0; e < OLDS; e++) begin
        if (answers[e]) err_q[e] <= resp_err ? ul1_pkg::ERR_BUS : ul1_pkg::ERR_NONE;
        if (faulted[e]) err_q[e] <= mmu_err;
      end
    end

    ram #(.ROWS(OLDS), .ROW_W(OLD_W), .PARTS(1), .PART_W(LINE_WORDS*ul1_pkg::WORD_W)) u_words (
        .clk, .re(s1_returns_q), .raddr(s1_number_q), .rdata(old_data), .we(answer),
        .waddr(resp_number[OLD_W-1:0]), .wdata(resp_data)
    );

    always @(posedge clk) begin
      if (!rst) begin
        // An access has an entry; memory answers once what it took
        assert (!(s1_comes_q && unused == '0) && (answers & (~used_q | waits_q | answered_q)) == '0);
      end
    end
  end

endmodule

`default_nettype wire
