// Memory management unit: translates requests on their way to the memory. The translations of the pages used last are
// kept; for another a page walker (mmu_walks) reads the page's table entries, over the same way to the memory, while the
// request waits where it is and others are offered. A write that cannot be translated is reported here.

`default_nettype none

module mmu #(
    parameter  int LANES   = 32,
    localparam int BANKS   = ul1_pkg::banks(LANES),
    localparam int BANK_W  = ul1_pkg::bank_w(LANES),
    localparam int LINE_W  = ul1_pkg::line_w(LANES),
    localparam int PLINE_W = ul1_pkg::pline_w(LANES)
) (
    input  wire logic                             clk,
    input  wire logic                             rst,

    // from tag: the settings in use
    input  wire logic [ul1_pkg::PAGE_W-1:0]       use_page,
    input  wire logic [ul1_pkg::PN_W-1:0]         use_root,

    // from and to prt: a request
    input  wire logic                             head_valid,
    input  wire logic                             head_write,
    input  wire logic                             head_fence,
    input  wire logic [ul1_pkg::PRT_W-1:0]        head_prt,
    input  wire logic [ul1_pkg::WDB_W-1:0]        head_wdb,
    input  wire logic [LINE_W-1:0]                head_line,
    input  wire logic [ul1_pkg::SECTORS-1:0]      head_sect,
    input  wire logic [ul1_pkg::NUMBER_W-1:0]     head_number,
    input  wire logic [ul1_pkg::LEVEL_W-1:0]      head_level,
    output logic                                  mmu_take,
    output logic                                  mmu_fault,
    output logic      [ul1_pkg::ERR_W-1:0]        mmu_err,
    output logic      [ul1_pkg::WALKERS-1:0]        mmu_wait,

    // to outside: a write that ends here
    output logic                                  pagefail_valid,
    output logic      [LINE_W-1:0]                pagefail_line,
    output logic      [ul1_pkg::ERR_W-1:0]        pagefail_err,

    // from tag: a page's translation is void, or all are
    input  wire logic                             forget_all,
    input  wire logic                             forget_valid,
    input  wire logic [ul1_pkg::VA_W-1:0]         forget_addr,

    // from fill: a page table entry that arrives; to prt: walks that end with it
    output logic      [ul1_pkg::WALKERS-1:0]        walk_ends,
    input  wire logic [ul1_pkg::WALKERS-1:0]        fill_walk,
    input  wire logic                             fill_err,
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0] fill_data,

    // to outside: requests to the memory
    output logic                                  mem_valid,
    output logic      [ul1_pkg::MEMOP_W-1:0]      mem_op,
    output logic      [ul1_pkg::NUMBER_W-1:0]     mem_number,
    output logic      [PLINE_W-1:0]               mem_line,
    output logic      [ul1_pkg::SECTORS-1:0]      mem_sect,
    output logic      [LINE_W-1:0]                mem_vline,
    output logic      [ul1_pkg::LEVEL_W-1:0]      mem_level,
    input  wire logic                             mem_ready,
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
  localparam int LOW_W      = LINE_W - VPN_W;     // bits of a line's number within the smallest page

  // The bits that say which page it is, of a page's number and of a frame's
  logic [ul1_fn::INDEX_W-1:0] low_bits;
  logic [VPN_W-1:0]           page_bits;
  logic [PN_W-1:0]            frame_bits;

  assign low_bits   = ul1_fn::page_bits(use_page);
  assign page_bits  = {{VPN_W-ul1_fn::INDEX_W{1'b1}}, low_bits};
  assign frame_bits = {{PN_W-ul1_fn::INDEX_W{1'b1}}, low_bits};

  // ---------------------------------------------------------------------------------------------------------------------
  // Translations kept

  logic [TLB-1:0]   tlb_valid, tlb_same, tlb_hit, tlb_void;
  logic [TLB-1:0]   tlb_write;             // the page may be written
  logic [VPN_W-1:0] tlb_page  [0:TLB-1];
  logic [PN_W-1:0]  tlb_frame [0:TLB-1];
  logic [TLB_W-1:0] tlb_next;              // to be replaced next
  logic [TLB_W-1:0] tlb_place;             // where the request's page is
  logic [VPN_W-1:0] head_page, forget_page;
  logic [PN_W-1:0]  head_frame;
  logic             known;                 // the request's page is there
  logic             readonly;              // but the request writes, and may not

  assign head_page   = head_line[LINE_W-1 -: VPN_W];
  assign forget_page = forget_addr[VA_W-1 -: VPN_W];

  logic unused;
  assign unused = ^forget_addr[PAGE_MIN_W-1:0];

  // Within a page the frame's bits are those of the address.
  always @* begin
    tlb_same   = '0;
    tlb_hit    = '0;
    known      = 1'b0;
    tlb_place  = '0;
    head_frame = '0;
    readonly   = 1'b0;
    if (ul1_fn::worth(head_valid)) begin
      for (int i = 0; i < TLB; i++) tlb_same[i] = head_valid & ((tlb_page[i] ^ head_page) & page_bits) == '0;
      tlb_hit    = tlb_same & tlb_valid;
      known      = tlb_hit != '0;
      tlb_place  = TLB_W'({ul1_fn::index(64'(tlb_hit))});
      head_frame = (tlb_frame[tlb_place] & frame_bits) | (PN_W'(head_page) & ~frame_bits);
      readonly   = head_write & (tlb_hit & ~tlb_write) != '0;
    end
  end
  always @* begin
    tlb_void = '0;
    if (forget_valid) begin
      for (int i = 0; i < TLB; i++) tlb_void[i] = ((tlb_page[i] ^ forget_page) & page_bits) == '0;
    end else if (forget_all) begin
      tlb_void = '1;
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Walks

  logic                room;   // one of the two places below is free
  logic                seeks;  // the request's page is to be walked for
  logic                fails;  // that was done in vain,
  logic                fails_bus;   // because the memory failed
  logic                asks;   // a walker puts in a request
  logic [NUMBER_W-1:0] ask_number;
  logic [PA_W-1:0]     ask_addr;
  logic                learn;  // a walk ends with a translation
  logic [VPN_W-1:0]    learn_page;
  logic [PN_W-1:0]     learn_frame;
  logic                learn_write;

  assign seeks = head_valid & ~head_fence & ~known;

  mmu_walks #(.LANES(LANES)) u_walks (
      .clk, .rst, .page_size(use_page), .root(use_root), .page_bits, .forgets(forget_valid | forget_all),
      .seeks, .head_page, .waits(mmu_wait), .fails, .fails_bus, .room, .asks, .ask_number, .ask_addr,
      .fill_walk, .fill_err, .fill_data, .walk_ends, .learns(learn), .learn_page, .learn_frame, .learn_write, .walk_state
  );

  // A walker's request goes first.
  always @* begin
    mmu_take       = 1'b0;
    mmu_fault      = 1'b0;
    mmu_err        = ul1_pkg::ERR_NONE;
    pagefail_valid = 1'b0;
    pagefail_line  = '0;
    pagefail_err   = ul1_pkg::ERR_NONE;
    if (ul1_fn::worth(head_valid)) begin
      mmu_take       = head_valid & room & ~asks & (head_fence | (known & ~readonly));
      mmu_fault      = readonly | fails;
      mmu_err        = readonly ? ul1_pkg::ERR_READONLY : fails_bus ? ul1_pkg::ERR_BUS : ul1_pkg::ERR_PAGE;
      pagefail_valid = mmu_fault & head_write;
      pagefail_line  = head_line;
      pagefail_err   = mmu_err;
    end
  end

  always_ff @(posedge clk) begin
    if (learn) begin
      tlb_page [tlb_next] <= learn_page;
      tlb_frame[tlb_next] <= learn_frame;
      tlb_write[tlb_next] <= learn_write;
    end
    if (rst) begin
      tlb_valid <= '0;
      tlb_next  <= '0;
    end else if (ul1_fn::worth(learn | forget_valid | forget_all)) begin
      tlb_valid <= (tlb_valid & ~tlb_void) | (TLB'(learn) << tlb_next);
      tlb_next  <= tlb_next + TLB_W'(learn);
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Two places on the way to the memory: the oldest is shown, one more may wait behind it.

  // What there is of a request, in the order of the ports
  localparam int REQ_W = MEMOP_W + NUMBER_W + PLINE_W + SECTORS + LINE_W + LEVEL_W;

  logic                shown, behind;  // the places are used
  logic                leaves, joins;
  logic [REQ_W-1:0]    shown_req, behind_req, new_req, own_req;
  logic [MEMOP_W-1:0]  op;
  logic [NUMBER_W-1:0] number;
  logic [PLINE_W-1:0]  line;
  logic [LINE_W-1:0]   vline;
  logic [LEVEL_W-1:0]  level;
  logic [SECTORS-1:0]  ask_sect;       // that the walker's entry is in

  assign room    = ~behind;
  assign leaves  = shown & mem_ready;
  assign joins   = mmu_take | asks;

  always @* begin
    op       = '0;
    number   = '0;
    line     = '0;
    vline    = '0;
    level    = '0;
    ask_sect = '0;
    own_req  = '0;
    new_req  = '0;
    if (ul1_fn::worth(joins)) begin
      op       = head_fence ? ul1_pkg::MEMOP_FENCE : head_write ? ul1_pkg::MEMOP_WRITE : ul1_pkg::MEMOP_READ;
      number   = head_fence ? head_number : head_write ? NUMBER_W'(head_wdb) : NUMBER_W'(head_prt);
      line     = head_fence ? '0 : {head_frame, head_line[LOW_W-1:0]};
      vline    = head_write ? head_line : '0;
      level    = head_fence ? head_level : '0;
      ask_sect = SECTORS'(1) << ask_addr[BANK_W+BYTE_W-1 -: SECTOR_W];
      own_req  = {ul1_pkg::MEMOP_READ, ask_number, ask_addr[PA_W-1 -: PLINE_W], ask_sect, {LINE_W{1'b0}}, {LEVEL_W{1'b0}}};
      new_req  = asks ? own_req : {op, number, line, head_sect, vline, level};
    end
  end

  logic unused_addr;
  assign unused_addr = ^ask_addr[BANK_W+BYTE_W-SECTOR_W-1:0];

  assign mem_valid                                                      = shown;
  assign {mem_op, mem_number, mem_line, mem_sect, mem_vline, mem_level} = shown_req;

  always_ff @(posedge clk) begin
    if (leaves) shown_req <= behind_req;
    if (joins) begin
      behind_req <= new_req;
      if (~shown | (leaves & ~behind)) shown_req <= new_req;
    end
    if (rst) begin
      shown  <= 1'b0;
      behind <= 1'b0;
    end else begin
      shown  <= behind | joins | (shown & ~leaves);
      behind <= (behind & ~leaves) | (joins & shown & ~leaves);
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      assert (shown || !behind);
      if (head_valid | forget_valid | forget_all) begin
        assert (!ul1_fn::several(64'(tlb_hit)));        // a page has one translation
        assert (!(mmu_take && mmu_fault) && !(mmu_wait != '0 && (mmu_take || mmu_fault)));
        assert (!(head_valid && head_write && head_fence));
        assert (!((forget_valid || forget_all) && (head_valid || shown)));
      end
    end
  end

`ifndef SYNTHESIS
  // What the memory is offered stays until it is taken.
  logic             offered;
  logic [REQ_W-1:0] offer;
  always @(posedge clk) begin
    if (!rst && offered) assert (mem_valid && shown_req == offer);
    offered <= !rst && mem_valid && !mem_ready;
    offer   <= shown_req;
  end
`endif

endmodule

`default_nettype wire
