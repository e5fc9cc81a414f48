// Memory management unit: translates requests on their way to the memory. The translations of the pages used last are kept;
// for another the page walker reads the page's table entries, over the same way to the memory, while the request that
// needs them (and whatever is behind it) waits where it is.

`default_nettype none

module mmu #(
    parameter int LANES = 32
) (
    input  wire logic                                     clk,
    input  wire logic                                     rst,

    // settings
    input  wire logic [1:0]                               cfg_page,
    input  wire logic [ul1_pkg::PN_W-1:0]                 cfg_root,

    // from and to prt: a request
    input  wire logic                                     xl_valid,
    input  wire logic [ul1_pkg::PRT_W-1:0]                xl_prt,
    input  wire logic [ul1_pkg::VA_W-$clog2(LANES)-3:0]   xl_line,
    input  wire logic [3:0]                               xl_sect,
    output logic                                          xl_take,
    output logic                                          xl_fault,
    output logic                                          xl_bus,

    // from outside and tag: a page's translation is void
    input  wire logic                                     inv_valid,
    input  wire logic [ul1_pkg::VA_W-1:0]                 inv_addr,
    input  wire logic                                     inv_ready,

    // from fill: a page table entry that arrives
    input  wire logic                                     walk_valid,
    input  wire logic                                     fill_err,
    input  wire logic [LANES*32-1:0]                      fill_data,

    // to outside: requests to the memory
    output logic                                          mem_valid,
    output logic      [ul1_pkg::SUB_W-1:0]                mem_sub,
    output logic      [ul1_pkg::PA_W-$clog2(LANES)-3:0]   mem_line,
    output logic      [3:0]                               mem_sect,
    input  wire logic                                     mem_ready,
    output logic      [2:0]                               mmu_walk
);

  localparam int LG     = $clog2(LANES);
  localparam int VA_W   = ul1_pkg::VA_W;
  localparam int PA_W   = ul1_pkg::PA_W;
  localparam int PN_W   = ul1_pkg::PN_W;
  localparam int PRT    = ul1_pkg::PRT;
  localparam int SUB_W  = ul1_pkg::SUB_W;
  localparam int TLB    = ul1_pkg::TLB;
  localparam int TLB_W  = $clog2(TLB);
  localparam int LINE_W = PA_W - LG - 2;
  localparam int LOW_W  = LINE_W - PN_W;  // bits of a line's number within the smallest page

  // The settings, a cycle old (they change only while nothing is under way), and the bits of a page number that count
  logic [1:0]      page_size;
  logic [PN_W-1:0] root;
  logic            resized;
  logic [PN_W-1:0] page_bits;

  assign resized   = page_size != cfg_page | root != cfg_root;
  assign page_bits = ul1_pkg::page_bits(page_size);

  always_ff @(posedge clk) begin
    page_size <= cfg_page;
    root      <= cfg_root;
  end

  // A page that is named void in this cycle
  logic            inv_take;
  logic [PN_W-1:0] inv_page;

  assign inv_take = inv_valid & inv_ready;
  assign inv_page = inv_addr[VA_W-1 -: PN_W];

  logic unused;
  assign unused = ^inv_addr[VA_W-PN_W-1:0];

  // ---------------------------------------------------------------------------------------------------------------------
  // Translations kept

  logic [TLB-1:0]   tlb_valid, tlb_same, tlb_void;
  logic [PN_W-1:0]  tlb_page  [0:TLB-1];
  logic [PN_W-1:0]  tlb_frame [0:TLB-1];
  logic [TLB_W-1:0] tlb_next;  // to be replaced next
  logic [TLB_W-1:0] tlb_at;    // where the request's page is
  logic [PN_W-1:0]  xl_page, xl_frame;
  logic             known;     // the request's page is there
  logic             learn;     // a walk ends with a translation

  assign xl_page = xl_line[LINE_W-1 -: PN_W];

  always_comb begin
    tlb_same = '0;
    if (xl_valid) begin
      for (int i = 0; i < TLB; i++) tlb_same[i] = ((tlb_page[i] ^ xl_page) & page_bits) == '0;
    end
  end
  always_comb begin
    tlb_void = '0;
    if (inv_take) begin
      for (int i = 0; i < TLB; i++) tlb_void[i] = ((tlb_page[i] ^ inv_page) & page_bits) == '0;
    end
  end

  logic [TLB-1:0] tlb_hit;
  assign tlb_hit  = tlb_same & tlb_valid;
  assign known    = tlb_hit != '0;
  assign tlb_at   = TLB_W'({ul1_pkg::lowest(64'(tlb_hit))});
  assign xl_frame = (tlb_frame[tlb_at] & page_bits) | (xl_page & ~page_bits);

  // ---------------------------------------------------------------------------------------------------------------------
  // Walker. On the way down it keeps where the table of this level lies.

  logic [PN_W-1:0] walk_page, walk_table;
  logic [1:0]      walk_level;
  logic            walk_bus;   // it fails because the memory did
  logic            walk_void;  // it is at work for a page that is named void now: what it has read does not count
  logic [9:0]      walk_index;
  logic [PA_W-1:0] walk_addr;  // of the entry of this level

  // The topmost table has 1024 entries, so it covers two of the smallest pages, hence the sum.
  assign walk_index = walk_level == 2'd0                   ? walk_page[PN_W-1 -: 10]
                    : walk_level == 2'd1                   ? {1'b0, walk_page[17:9]}
                    : page_size == ul1_pkg::PAGE_P64K      ? {5'b0, walk_page[8:4]}
                                                           : {1'b0, walk_page[8:0]};
  assign walk_addr  = {walk_table, {PA_W-PN_W{1'b0}}} + PA_W'({walk_index, 3'b0});
  assign walk_void  = inv_take & ((walk_page ^ inv_page) & page_bits) == '0;

  logic [63:0] entry;  // the page table entry that arrives
  logic        last;   // it gives the frame

  assign entry = fill_data[{walk_addr[LG+1:3], 6'b0} +: 64];
  assign last  = walk_level == 2'd2 | (walk_level == 2'd1 & page_size[1]);
  assign learn = walk_valid & mmu_walk == ul1_pkg::WALK_WAITS & ~walk_void & ~fill_err & entry[0] & last;

  logic unused_entry;
  assign unused_entry = ^{entry[63:PA_W], entry[PA_W-PN_W-1:1], walk_addr[2:0]};

  logic room;  // one of the two places below is free
  logic asks;  // the walker puts in a request

  assign asks     = mmu_walk == ul1_pkg::WALK_ASKS & room & ~walk_void;
  assign xl_take  = xl_valid & known & room;
  assign xl_fault = xl_valid & mmu_walk == ul1_pkg::WALK_FAILS;
  assign xl_bus   = walk_bus;

  always_ff @(posedge clk) begin : walker
    logic starts;
    starts = 1'b0;
    case (mmu_walk)
      ul1_pkg::WALK_IDLE: begin
        starts = xl_valid & ~known;
        if (starts) walk_page <= xl_page;
      end
      ul1_pkg::WALK_ASKS: begin
        starts = walk_void;
        if (asks) mmu_walk <= ul1_pkg::WALK_WAITS;
      end
      ul1_pkg::WALK_WAITS: begin
        if (walk_valid) begin
          starts   = walk_void;
          mmu_walk <= fill_err | ~entry[0] ? ul1_pkg::WALK_FAILS : last ? ul1_pkg::WALK_IDLE : ul1_pkg::WALK_ASKS;
          walk_bus <= fill_err;
          if (!last) begin
            walk_level <= walk_level + 1'b1;
            walk_table <= entry[PA_W-1 -: PN_W];
          end
        end else if (walk_void) begin
          mmu_walk <= ul1_pkg::WALK_AGAIN;
        end
      end
      ul1_pkg::WALK_AGAIN: starts   = walk_valid;
      default:             mmu_walk <= ul1_pkg::WALK_IDLE;   // after failing
    endcase
    if (starts) begin
      mmu_walk   <= ul1_pkg::WALK_ASKS;
      walk_level <= 2'd0;
      walk_table <= root;
    end
    if (rst) mmu_walk <= ul1_pkg::WALK_IDLE;
  end

  always_ff @(posedge clk) begin
    if (learn) begin
      tlb_page [tlb_next] <= walk_page;
      tlb_frame[tlb_next] <= entry[PA_W-1 -: PN_W];
    end
    if (rst) begin
      tlb_valid <= '0;
      tlb_next  <= '0;
    end else if (resized) begin
      tlb_valid <= '0;
    end else if (learn | inv_take) begin
      tlb_valid <= (tlb_valid & ~tlb_void) | (TLB'(learn) << tlb_next);
      tlb_next  <= tlb_next + TLB_W'(learn);
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Two places on the way to the memory: the oldest is shown, one more may wait behind it.

  logic              shown, behind;  // the places are used
  logic              leaves, joins;
  logic [SUB_W-1:0]  new_sub,  behind_sub;
  logic [LINE_W-1:0] new_line, behind_line;
  logic [3:0]        new_sect, behind_sect;

  assign room      = ~behind;
  assign leaves    = shown & mem_ready;
  assign joins     = xl_take | asks;
  assign new_sub   = asks ? SUB_W'(PRT) : SUB_W'(xl_prt);
  assign new_line  = asks ? walk_addr[PA_W-1 -: LINE_W] : {xl_frame, xl_line[LOW_W-1:0]};
  assign new_sect  = asks ? 4'b1 << walk_addr[LG+1 -: 2] : xl_sect;
  assign mem_valid = shown;

  always_ff @(posedge clk) begin
    if (leaves) begin
      mem_sub  <= behind_sub;
      mem_line <= behind_line;
      mem_sect <= behind_sect;
    end
    if (joins & (~shown | (leaves & ~behind))) begin
      mem_sub  <= new_sub;
      mem_line <= new_line;
      mem_sect <= new_sect;
    end
    if (joins) begin
      behind_sub  <= new_sub;
      behind_line <= new_line;
      behind_sect <= new_sect;
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
      assert ((tlb_hit & (tlb_hit - 1'b1)) == '0);   // a page has one translation
      assert (!(xl_take && xl_fault));
      assert (!(xl_take && asks));                   // who needs the walker is the one who could be taken
      assert (!(learn && mmu_walk != ul1_pkg::WALK_WAITS));
      assert (!(walk_valid && mmu_walk != ul1_pkg::WALK_WAITS && mmu_walk != ul1_pkg::WALK_AGAIN));
      assert (!(walk_valid && ((shown && mem_sub == SUB_W'(PRT)) || (behind && behind_sub == SUB_W'(PRT)))));
      if (mmu_walk != ul1_pkg::WALK_IDLE) assert (xl_valid && ((walk_page ^ xl_page) & page_bits) == '0);  // who needs it waits
      assert (!(resized && (xl_valid || shown || mmu_walk != ul1_pkg::WALK_IDLE)));
      assert (shown || !behind);
    end
  end

`ifndef SYNTHESIS
  // What the memory is offered stays until it is taken.
  logic                      offered;
  logic [SUB_W+LINE_W+4-1:0] offer;
  always @(posedge clk) begin
    if (!rst && offered) assert (mem_valid && {mem_sub, mem_line, mem_sect} == offer);
    offered <= !rst && mem_valid && !mem_ready;
    offer   <= {mem_sub, mem_line, mem_sect};
  end
`endif

endmodule

`default_nettype wire
