// Memory management unit: translates requests of prt on their way to memory, and drives the request port. Its
// TLB keeps the translations of the pages used last. For another page a walker (mmu_walks) reads page-table
// entries over the same port, while the request waits in prt and others are offered. A write that cannot be
// translated is reported on `pagefail_*`.

`default_nettype none

module mmu #(
    parameter  int LANES      = 32,
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES),
    localparam int COLUMN_W   = ul1_pkg::column_w(LANES),
    localparam int LINE_W     = ul1_pkg::line_w(LANES),
    localparam int PLINE_W    = ul1_pkg::pline_w(LANES)
) (
    input  wire logic                                              clk,
    input  wire logic                                              rst,

    // ---- From tag: settings in use
    // Page size in use.
    input  wire logic [ul1_pkg::PAGE_W-1:0]                        use_page,
    // Physical address of the topmost page table in use, without its low 12 bits.
    input  wire logic [ul1_pkg::PN_W-1:0]                          use_root,

    // ---- From prt: the request on offer; to prt: its outcome
    // A request is offered for translation.
    input  wire logic                                              head_valid,
    // The request on offer is a write.
    input  wire logic                                              head_write,
    // The request on offer is a fence.
    input  wire logic                                              head_fence,
    // PRT entry of the offered read; else 0; valid with `head_valid`.
    input  wire logic [ul1_pkg::PRT_W-1:0]                         head_prt,
    // WDB entry that the offered write sends; valid with `head_write`.
    input  wire logic [ul1_pkg::WDB_W-1:0]                         head_wdb,
    // Virtual line of the offered request; 0 for a fence; valid with `head_valid`.
    input  wire logic [LINE_W-1:0]                                 head_line,
    // Sectors that the offered read requests; else 0; valid with `head_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                       head_sect,
    // Number of the offered fence; valid with `head_fence`.
    input  wire logic [ul1_pkg::NUMBER_W-1:0]                      head_number,
    // Scope of the offered fence; valid with `head_fence`.
    input  wire logic [ul1_pkg::LEVEL_W-1:0]                       head_level,
    // The offered read is of a fetch that a store opened; else 0; valid with `head_valid`.
    input  wire logic                                              head_store,
    // The offered read is of a fetch that a fresh load opened; else 0; valid with `head_valid`.
    input  wire logic                                              head_fresh,
    // verilator lint_off UNUSEDSIGNAL
    // Warp of the access that opened the offered read's fetch; valid with `head_valid`.
    input  wire logic [ul1_pkg::WARP_W-1:0]                        head_warp,
    // Space of the access that opened the offered read's fetch; valid with `head_valid`.
    input  wire logic [ul1_pkg::SPACE_W-1:0]                       head_space,
    // verilator lint_on UNUSEDSIGNAL
    // The request on offer is translated and accepted.
    output logic                                                   mmu_take,
    // The request on offer cannot be translated and ends here.
    output logic                                                   mmu_fault,
    // Cause of the translation failure; valid with `mmu_fault`.
    output logic      [ul1_pkg::ERR_W-1:0]                         mmu_err,
    // Page walkers that the request on offer waits for; it is offered again when one of them ends.
    output logic      [ul1_pkg::WALKERS-1:0]                       mmu_wait,

    // ---- From constant: its request; to constant: its outcome
    // verilator lint_off UNUSEDSIGNAL
    // The fetch is offered for translation.
    input  wire logic                                              conmiss_valid,
    // Virtual line of the fetch, as memory has lines; valid with `conmiss_valid`.
    input  wire logic [LINE_W-1:0]                                 conmiss_line,
    // Sectors that the fetch requests; valid with `conmiss_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                       conmiss_sect,
    // Warp of the load that opened the fetch; valid with `conmiss_valid`.
    input  wire logic [ul1_pkg::WARP_W-1:0]                        conmiss_warp,
    // verilator lint_on UNUSEDSIGNAL
    // The constant cache's request is translated and accepted.
    output logic                                                   conmmu_take,
    // The constant cache's request cannot be translated and ends here.
    output logic                                                   conmmu_fault,
    // Cause of the constant cache's translation failure; valid with `conmmu_fault`.
    output logic      [ul1_pkg::ERR_W-1:0]                         conmmu_err,
    // Page walkers that the constant cache's request waits for; it is offered again when one of them ends.
    output logic      [ul1_pkg::WALKERS-1:0]                       conmmu_wait,

    // ---- From texture: its request; to texture: its outcome
    // verilator lint_off UNUSEDSIGNAL
    // The fetch is offered for translation.
    input  wire logic                                              texmiss_valid,
    // Virtual line of the fetch; valid with `texmiss_valid`.
    input  wire logic [LINE_W-1:0]                                 texmiss_line,
    // Sectors that the fetch requests; valid with `texmiss_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                       texmiss_sect,
    // Number of the fetch; valid with `texmiss_valid`.
    input  wire logic [ul1_pkg::TEX_FETCH_W-1:0]                   texmiss_number,
    // verilator lint_on UNUSEDSIGNAL
    // The texture cache's request is translated and accepted.
    output logic                                                   texmmu_take,
    // The texture cache's request cannot be translated and ends here.
    output logic                                                   texmmu_fault,
    // Cause of the texture cache's translation failure; valid with `texmmu_fault`.
    output logic      [ul1_pkg::ERR_W-1:0]                         texmmu_err,
    // Page walkers that the texture cache's request waits for; it is offered again when one of them ends.
    output logic      [ul1_pkg::WALKERS-1:0]                       texmmu_wait,

    // ---- From old; to outside the L1: failed writes
    // The write on offer to translation is an atomic's, which reports its failures itself.
    input  wire logic                                              old_leaves,
    // A write that is no atomic's ends with a translation failure; its data are lost.
    output logic                                                   pagefail_valid,
    // Virtual line of the failed write; valid with `pagefail_valid`.
    output logic      [LINE_W-1:0]                                 pagefail_line,
    // Cause of the write's failure; valid with `pagefail_valid`.
    output logic      [ul1_pkg::ERR_W-1:0]                         pagefail_err,

    // ---- From tag: translations to forget
    // All translations are forgotten; new settings are in use from the next cycle on.
    input  wire logic                                              forget_all,
    // The translation of one page, and all page-table locations, are forgotten.
    input  wire logic                                              forget_valid,
    // An address in the page that is forgotten; valid with `forget_valid`.
    input  wire logic [ul1_pkg::VA_W-1:0]                          forget_addr,

    // ---- From fill: page-table entries that arrive; to prt: walks that end
    // Page walkers that end their walk in this cycle, with a translation or a failure.
    output logic      [ul1_pkg::WALKERS-1:0]                       walk_ends,
    // Page walkers that the arrived response is for (one bit at most).
    input  wire logic [ul1_pkg::WALKERS-1:0]                       fill_walk,
    // The arrived response reports a read error; valid with `fill_here`.
    input  wire logic                                              fill_err,
    // Words of the arrived line; valid with `fill_here`.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_W-1:0]             fill_data,

    // ---- To memory: requests; to perf: the page walkers
    // A request is offered to memory; it stays unchanged until it is taken.
    output logic                                                   mem_valid,
    // Kind of the request: read, write or fence; valid with `mem_valid`.
    output logic      [ul1_pkg::MEMOP_W-1:0]                       mem_op,
    // Number of the request, which its response returns; for a write its WDB entry; valid with `mem_valid`.
    output logic      [ul1_pkg::NUMBER_W-1:0]                      mem_number,
    // Physical line of the request: the address without the bits within a line; 0 for a fence; valid with
    // `mem_valid`.
    output logic      [PLINE_W-1:0]                                mem_line,
    // Sectors that a read requests; else 0; valid with `mem_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]                       mem_sect,
    // Virtual line of a write, which its failure response returns; else 0; valid with `mem_valid`.
    output logic      [LINE_W-1:0]                                 mem_vline,
    // Scope of a fence; else 0; valid with `mem_valid`.
    output logic      [ul1_pkg::LEVEL_W-1:0]                       mem_level,
    // Memory takes the offered request in this cycle.
    input  wire logic                                              mem_ready,
    // Purpose of a read: the fetch of a load, of a fresh load or of a store, a page walk, constants, or a
    // texture; else 0; valid with `mem_valid`.
    output logic      [ul1_pkg::READKIND_W-1:0]                    memread_kind,
    // Warp of the access that opened the fetch of a read; zero of a page walk and a texture; valid
    // with `mem_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]                        memread_warp,
    // Space of the access that opened the fetch of a read; zero of a page walk and a texture; valid
    // with `mem_valid`.
    output logic      [ul1_pkg::SPACE_W-1:0]                       memread_space,
    // State of each page walker.
    output logic      [ul1_pkg::WALKERS*ul1_pkg::WALK_STATE_W-1:0] walk_state
);

  localparam int SECTORS    = ul1_pkg::SECTORS;
  localparam int SECTOR_W   = ul1_pkg::SECTOR_W;
  localparam int BYTE_W     = ul1_pkg::BYTE_W;
  localparam int VA_W       = ul1_pkg::VA_W;
  localparam int PA_W       = ul1_pkg::PA_W;
  localparam int PAGE_MIN_W = ul1_pkg::PAGE_MIN_W;
  localparam int VPN_W      = ul1_pkg::VPN_W;
  localparam int PN_W       = ul1_pkg::PN_W;
  localparam int LEVEL_W    = ul1_pkg::LEVEL_W;
  localparam int MEMOP_W    = ul1_pkg::MEMOP_W;
  localparam int NUMBER_W   = ul1_pkg::NUMBER_W;
  localparam int TLB        = ul1_pkg::TLB;
  localparam int TLB_W      = ul1_pkg::TLB_W;
  localparam int LOW_W      = LINE_W - VPN_W;  // bits of a line's number within the smallest page

  // The request that is looked up, of constant, of texture or of prt. The two caches take turns, and the one
  // of them that is next takes turns with prt. A turn changes with each outcome.
  logic              con, tex;
  logic              ask_valid, ask_write, ask_fence;
  logic [LINE_W-1:0] ask_line;

  if (ul1_pkg::CONSTANTS + ul1_pkg::TEXTURE == 0) begin : g_head
    assign con       = 1'b0;
    assign tex       = 1'b0;
    assign ask_valid = head_valid;
    assign ask_write = head_write;
    assign ask_fence = head_fence;
    assign ask_line  = head_line;
  end else begin : g_caches
    logic cache, cache_turn_q, con_asks, tex_asks, tex_first, con_ends, tex_ends;

    assign con_asks  = ul1_pkg::CONSTANTS > 0 & conmiss_valid;
    assign tex_asks  = ul1_pkg::TEXTURE > 0 & texmiss_valid;
    assign cache     = (con_asks | tex_asks) & (~head_valid | cache_turn_q);
    assign tex       = cache & tex_asks & (~con_asks | tex_first);
    assign con       = cache & ~tex;
    assign ask_valid = head_valid | con_asks | tex_asks;
    assign ask_write = head_write & ~cache;
    assign ask_fence = head_fence & ~cache;
    assign ask_line  = tex ? texmiss_line : con ? conmiss_line : head_line;
    assign con_ends  = conmmu_take | conmmu_fault | conmmu_wait != '0;
    assign tex_ends  = texmmu_take | texmmu_fault | texmmu_wait != '0;

    always_ff @(posedge clk) begin
      if (mmu_take | mmu_fault | mmu_wait != '0) cache_turn_q <= 1'b1;
      else if (con_ends | tex_ends)              cache_turn_q <= 1'b0;
      if (rst) cache_turn_q <= 1'b0;
    end

    if (ul1_pkg::CONSTANTS > 0 && ul1_pkg::TEXTURE > 0) begin : g_turn
      logic tex_turn_q;
      assign tex_first = tex_turn_q;
      always_ff @(posedge clk) begin
        if (con_ends)      tex_turn_q <= 1'b1;
        else if (tex_ends) tex_turn_q <= 1'b0;
        if (rst) tex_turn_q <= 1'b0;
      end
    end else begin : g_one
      assign tex_first = 1'b0;
    end
  end

  // Masks of the bits that identify a page, in a page number and in a frame
  logic [ul1_fn::INDEX_W-1:0] low_bits;
  logic [VPN_W-1:0]           page_bits;
  logic [PN_W-1:0]            frame_bits;

  assign low_bits   = ul1_fn::page_bits(use_page);
  assign page_bits  = {{VPN_W-ul1_fn::INDEX_W{1'b1}}, low_bits};
  assign frame_bits = {{PN_W-ul1_fn::INDEX_W{1'b1}}, low_bits};

  // ---------------------------------------------------------------------------------------------------------
  // The TLB

  logic [TLB-1:0]   tlb_valid_q, tlb_same, tlb_hit, tlb_void;
  logic [TLB-1:0]   tlb_write_q;  // the page may be written
  logic [VPN_W-1:0] tlb_page_q  [0:TLB-1];
  logic [PN_W-1:0]  tlb_frame_q [0:TLB-1];
  logic [TLB_W-1:0] tlb_next_q;   // TLB entry to replace next
  logic [TLB_W-1:0] tlb_index;  // TLB entry of the request's page
  logic [VPN_W-1:0] ask_vpn, forget_page;
  logic [PN_W-1:0]  ask_frame;
  logic             known;      // the TLB holds the request's page
  logic             readonly;   // the request writes to a page that may not be written

  assign ask_vpn     = ask_line[LINE_W-1 -: VPN_W];
  assign forget_page = forget_addr[VA_W-1 -: VPN_W];

  logic unused;
  assign unused = ^forget_addr[PAGE_MIN_W-1:0];

  // The low bits of the frame, within a large page, are those of the address.
  always @* begin
    tlb_same   = '0;
    tlb_hit    = '0;
    known      = 1'b0;
    tlb_index  = '0;
    ask_frame  = '0;
    readonly   = 1'b0;
    if (ul1_fn::sim_gate(ask_valid)) begin
      for (int i = 0; i < TLB; i++)
        tlb_same[i] = ask_valid & ((tlb_page_q[i] ^ ask_vpn) & page_bits) == '0;
      tlb_hit    = tlb_same & tlb_valid_q;
      known      = tlb_hit != '0;
      tlb_index  = TLB_W'({ul1_fn::index(64'(tlb_hit))});
      ask_frame  = (tlb_frame_q[tlb_index] & frame_bits) | (PN_W'(ask_vpn) & ~frame_bits);
      readonly   = ask_write & (tlb_hit & ~tlb_write_q) != '0;
    end
  end
  always @* begin
    tlb_void = '0;
    if (forget_valid) begin
      for (int i = 0; i < TLB; i++) tlb_void[i] = ((tlb_page_q[i] ^ forget_page) & page_bits) == '0;
    end else if (forget_all) begin
      tlb_void = '1;
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // Page walks

  logic                room;       // one of the two entries to memory is free
  logic                seeks;      // the request's page needs a walk
  logic                fails;      // the walk of the request's page has failed
  logic                fails_bus;  // the walk failed because memory did
  logic                asks;       // a page walker sends a request
  logic [NUMBER_W-1:0] ask_number;
  logic [PA_W-1:0]     ask_addr;
  logic                learn;      // a walk ends with a translation
  logic [VPN_W-1:0]    learn_page;
  logic [PN_W-1:0]     learn_frame;
  logic                learn_write;

  logic [ul1_pkg::WALKERS-1:0] waits;  // page walkers that the request waits for

  assign seeks       = ask_valid & ~ask_fence & ~known;
  assign mmu_wait    = con | tex ? '0 : waits;
  assign conmmu_wait = con ? waits : '0;
  assign texmmu_wait = tex ? waits : '0;

  mmu_walks #(.LANES(LANES)) u_walks (
      .clk, .rst, .page_size(use_page), .root(use_root), .page_bits, .forgets(forget_valid | forget_all),
      .seeks, .head_page(ask_vpn), .waits, .fails, .fails_bus, .room, .asks, .ask_number, .ask_addr,
      .fill_walk, .fill_err, .fill_data, .walk_ends, .learns(learn), .learn_page, .learn_frame, .learn_write,
      .walk_state
  );

  // A page walker's request has priority.
  always @* begin
    mmu_take       = 1'b0;
    mmu_fault      = 1'b0;
    mmu_err        = ul1_pkg::ERR_NONE;
    pagefail_valid = 1'b0;
    pagefail_line  = '0;
    pagefail_err   = ul1_pkg::ERR_NONE;
    conmmu_take    = 1'b0;
    conmmu_fault   = 1'b0;
    conmmu_err     = ul1_pkg::ERR_NONE;
    texmmu_take    = 1'b0;
    texmmu_fault   = 1'b0;
    texmmu_err     = ul1_pkg::ERR_NONE;
    if (ul1_fn::sim_gate(ask_valid)) begin
      mmu_take       = ask_valid & ~con & ~tex & room & ~asks & (ask_fence | (known & ~readonly));
      mmu_fault      = ~con & ~tex & (readonly | fails);
      conmmu_take    = con & room & ~asks & known;
      conmmu_fault   = con & fails;
      conmmu_err     = ~con ? ul1_pkg::ERR_NONE : fails_bus ? ul1_pkg::ERR_BUS : ul1_pkg::ERR_PAGE;
      texmmu_take    = tex & room & ~asks & known;
      texmmu_fault   = tex & fails;
      texmmu_err     = ~tex ? ul1_pkg::ERR_NONE : fails_bus ? ul1_pkg::ERR_BUS : ul1_pkg::ERR_PAGE;
      mmu_err        = readonly ? ul1_pkg::ERR_READONLY : fails_bus ? ul1_pkg::ERR_BUS : ul1_pkg::ERR_PAGE;
      pagefail_valid = mmu_fault & head_write & ~(ul1_pkg::GLOBAL_ATOMICS > 1 & old_leaves);
      pagefail_line  = head_line;
      pagefail_err   = mmu_err;
    end
  end

  always_ff @(posedge clk) begin
    if (learn) begin
      tlb_page_q [tlb_next_q] <= learn_page;
      tlb_frame_q[tlb_next_q] <= learn_frame;
      tlb_write_q[tlb_next_q] <= learn_write;
    end
    if (rst) begin
      tlb_valid_q <= '0;
      tlb_next_q  <= '0;
    end else if (ul1_fn::sim_gate(learn | forget_valid | forget_all)) begin
      tlb_valid_q <= (tlb_valid_q & ~tlb_void) | (TLB'(learn) << tlb_next_q);
      tlb_next_q  <= tlb_next_q + TLB_W'(learn);
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // Two entries on the way to memory: the oldest request is shown on the port, one more may wait behind it.

  // Fields of a request, in the order of the ports; the origin of a read's fetch, if reads tell it
  localparam int KIND_W   = ul1_pkg::READKIND_W;
  localparam int WARP_W   = ul1_pkg::WARP_W;
  localparam int SPACE_W  = ul1_pkg::SPACE_W;
  localparam bit TELLS    = ul1_pkg::READ_SOURCES != 0;
  localparam int SOURCE_W = TELLS ? WARP_W + SPACE_W : 1;
  localparam int REQ_W    = MEMOP_W + NUMBER_W + PLINE_W + SECTORS + LINE_W + LEVEL_W + KIND_W + SOURCE_W;

  logic                shown_q, behind_q;  // the entries in use: the shown one, the one behind it
  logic                leaves, joins;
  logic [REQ_W-1:0]    shown_req_q, behind_req_q, new_req, own_req;
  logic [MEMOP_W-1:0]  op;
  logic [NUMBER_W-1:0] number;
  logic [PLINE_W-1:0]  line;
  logic [LINE_W-1:0]   vline;
  logic [LEVEL_W-1:0]  level;
  logic [SECTORS-1:0]  sect;
  logic [SECTORS-1:0]  ask_sect;       // the sector of the page-table entry that the walker reads
  logic [KIND_W-1:0]   kind;
  logic [SOURCE_W-1:0] source, shown_source;

  assign room    = ~behind_q;
  assign leaves  = shown_q & mem_ready;
  assign joins   = mmu_take | conmmu_take | texmmu_take | asks;

  always @* begin
    op       = '0;
    number   = '0;
    line     = '0;
    vline    = '0;
    level    = '0;
    sect     = '0;
    ask_sect = '0;
    kind     = '0;
    source   = '0;
    own_req  = '0;
    new_req  = '0;
    if (ul1_fn::sim_gate(joins)) begin
      op       = ask_fence ? ul1_pkg::MEMOP_FENCE : ask_write ? ul1_pkg::MEMOP_WRITE : ul1_pkg::MEMOP_READ;
      number   = tex ? NUMBER_W'(ul1_pkg::TEX_NUMBER) + NUMBER_W'(texmiss_number)
                 : con ? NUMBER_W'(ul1_pkg::CON_NUMBER)
                 : ask_fence ? head_number : ask_write ? NUMBER_W'(head_wdb) : NUMBER_W'(head_prt);
      line     = ask_fence ? '0 : {ask_frame, ask_line[LOW_W-1:0]};
      vline    = ask_write ? head_line : '0;
      level    = ask_fence ? head_level : '0;
      sect     = tex ? texmiss_sect : con ? conmiss_sect : head_sect;
      ask_sect = SECTORS'(1) << (ask_addr[COLUMN_W+BYTE_W-1:0] >> (COLUMN_W + BYTE_W - SECTOR_W));
      own_req  = {ul1_pkg::MEMOP_READ, ask_number, ask_addr[PA_W-1 -: PLINE_W], ask_sect,
                  {LINE_W{1'b0}}, {LEVEL_W{1'b0}}, ul1_pkg::READKIND_WALK, {SOURCE_W{1'b0}}};
      kind     = tex ? ul1_pkg::READKIND_TEXTURE
                 : con ? ul1_pkg::READKIND_CONSTANT
                 : head_store ? ul1_pkg::READKIND_STORE
                 : ul1_pkg::CACHES_BEHIND != 0 & head_fresh ? ul1_pkg::READKIND_FRESH
                 : ul1_pkg::READKIND_LOAD;
      if (TELLS) source = tex ? '0
                          : SOURCE_W'(con ? {conmiss_warp, ul1_pkg::SPACE_CONST} : {head_warp, head_space});
      new_req  = asks ? own_req : {op, number, line, sect, vline, level, kind, source};
    end
  end

  assign mem_valid = shown_q;
  assign {mem_op, mem_number, mem_line, mem_sect, mem_vline, mem_level, memread_kind, shown_source} =
      shown_req_q;
  assign {memread_warp, memread_space} = TELLS ? (WARP_W+SPACE_W)'(shown_source) : '0;

  always_ff @(posedge clk) begin
    if (leaves) shown_req_q <= behind_req_q;
    if (joins) begin
      behind_req_q <= new_req;
      if (~shown_q | (leaves & ~behind_q)) shown_req_q <= new_req;
    end
    if (rst) begin
      shown_q  <= 1'b0;
      behind_q <= 1'b0;
    end else begin
      shown_q  <= behind_q | joins | (shown_q & ~leaves);
      behind_q <= (behind_q & ~leaves) | (joins & shown_q & ~leaves);
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      assert (shown_q || !behind_q);
      if (head_valid | forget_valid | forget_all) begin
        assert (!ul1_fn::several(64'(tlb_hit)));  // a page has one translation
        assert (!(mmu_take && mmu_fault) && !(mmu_wait != '0 && (mmu_take || mmu_fault)));
        assert (!(head_valid && head_write && head_fence));
        assert (!((forget_valid || forget_all) && (ask_valid || shown_q)));
      end
    end
  end

`ifndef SYNTHESIS
  // A request stays on offer, unchanged, until memory takes it.
  logic             offered_q;
  logic [REQ_W-1:0] offer_q;
  always @(posedge clk) begin
    if (!rst && offered_q) assert (mem_valid && shown_req_q == offer_q);
    offered_q <= !rst && mem_valid && !mem_ready;
    offer_q   <= shown_req_q;
  end
`endif

endmodule

`default_nettype wire
