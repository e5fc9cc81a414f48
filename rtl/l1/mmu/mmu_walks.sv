// Page walkers: each reads the page-table entries of one page, level by level; it is a part of mmu. Its reads
// take the same way to memory as requests. Requests of the page wait in prt meanwhile, and are counted here,
// so that a walker that has failed keeps its result until each of them has received it. A page walk cache
// keeps the addresses of lower tables, so that later walks begin there.

`default_nettype none

module mmu_walks #(
    parameter  int LANES      = 32,
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES)
) (
    input  wire logic                                              clk,
    input  wire logic                                              rst,

    // ---- Settings in use, and invalidation
    // Page size in use.
    input  wire logic [ul1_pkg::PAGE_W-1:0]                        page_size,
    // Physical address of the topmost page table in use, without its low 12 bits.
    input  wire logic [ul1_pkg::PN_W-1:0]                          root,
    // Mask of the bits of a page number that identify a page of the size in use.
    input  wire logic [ul1_pkg::VPN_W-1:0]                         page_bits,
    // All kept page-table locations become invalid at the end of this cycle.
    input  wire logic                                              forgets,

    // ---- From and to mmu: the request on offer
    // The request on offer needs a translation that the TLB does not hold.
    input  wire logic                                              seeks,
    // Page number of the request on offer; valid with `seeks`.
    input  wire logic [ul1_pkg::VPN_W-1:0]                         head_page,
    // Page walkers that the request on offer waits for; zero if it does not wait.
    output logic      [ul1_pkg::WALKERS-1:0]                       waits,
    // The request on offer ends: the walk of its page has failed.
    output logic                                                   fails,
    // The walk failed because memory could not deliver an entry; valid with `fails`.
    output logic                                                   fails_bus,

    // ---- To mmu: reads of page-table entries
    // An entry of the request buffer to memory is free.
    input  wire logic                                              room,
    // A page walker sends a read of a page-table entry in this cycle.
    output logic                                                   asks,
    // Request number of the page walker's read; valid with `asks`.
    output logic      [ul1_pkg::NUMBER_W-1:0]                      ask_number,
    // Physical address of the page-table entry to read; valid with `asks`.
    output logic      [ul1_pkg::PA_W-1:0]                          ask_addr,

    // ---- From fill: the entry that arrives; to mmu: the new translation
    // Page walkers that the arrived response is for (one bit at most).
    input  wire logic [ul1_pkg::WALKERS-1:0]                       fill_walk,
    // The arrived response reports a read error; valid with `fill_here`.
    input  wire logic                                              fill_err,
    // Words of the arrived line; valid with `fill_here`.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_W-1:0]             fill_data,
    // Page walkers that end their walk in this cycle, with a translation or a failure.
    output logic      [ul1_pkg::WALKERS-1:0]                       walk_ends,
    // A walk ends with a translation.
    output logic                                                   learns,
    // Page number of the new translation; valid with `learns`.
    output logic      [ul1_pkg::VPN_W-1:0]                         learn_page,
    // Frame of the new translation; valid with `learns`.
    output logic      [ul1_pkg::PN_W-1:0]                          learn_frame,
    // The page of the new translation may be written; valid with `learns`.
    output logic                                                   learn_write,

    // State of each page walker.
    output logic      [ul1_pkg::WALKERS*ul1_pkg::WALK_STATE_W-1:0] walk_state
);

  localparam int BYTE_W   = ul1_pkg::BYTE_W;
  localparam int COLUMN_W   = ul1_pkg::column_w(LANES);
  localparam int PA_W     = ul1_pkg::PA_W;
  localparam int VPN_W    = ul1_pkg::VPN_W;
  localparam int PN_W     = ul1_pkg::PN_W;
  localparam int WALKERS  = ul1_pkg::WALKERS;
  localparam int STATE_W  = ul1_pkg::WALK_STATE_W;
  localparam int UPPER    = ul1_pkg::UPPER;
  localparam int UPPER_W  = ul1_pkg::UPPER_W;
  localparam int LEVELS_W = 2;                                        // bits of a level's number
  // Requests of the constant cache and of the texture cache, and bits of a number of requests
  localparam int CACHES   = (ul1_pkg::CONSTANTS > 0 ? 1 : 0) + (ul1_pkg::TEXTURE > 0 ? 1 : 0);
  localparam int ASKED_W  = $clog2(ul1_pkg::PRT + ul1_pkg::WDB + CACHES + 1);
  localparam int PTE_W    = 64;                                       // bits of a page-table entry
  // Bits of a byte's number within a page-table entry
  localparam int PTE_B_W  = $clog2(PTE_W/ul1_fn::BITS);
  // Bits of a page-table entry's number within a line
  localparam int PTES_W   = BYTE_W + COLUMN_W - PTE_B_W;

  // Table index of a level, from the page number: INDEX_W bits for the lower two levels, the remaining bits
  // for the topmost. The topmost table may be larger than the smallest page, so the address below is a sum.
  localparam int INDEX_W = ul1_fn::INDEX_W;
  localparam int TOP_W   = VPN_W - 2*INDEX_W;
  localparam int WIDE_W  = TOP_W > INDEX_W ? TOP_W : INDEX_W;
  localparam int ABOVE_W = VPN_W - INDEX_W;  // bits of a page number that select a table of the last level

  function automatic logic [WIDE_W-1:0] index(input logic [VPN_W-1:0] page, input logic [LEVELS_W-1:0] level,
                                              input logic p64k);
    index = level == 2'd0 ? WIDE_W'(page[VPN_W-1 -: TOP_W])
            : level == 2'd1 ? WIDE_W'(page[INDEX_W +: INDEX_W])
            : p64k ? WIDE_W'(page[INDEX_W-1:ul1_fn::P64K_W]) : WIDE_W'(page[INDEX_W-1:0]);
  endfunction

  logic p64k, widest;  // pages have 64 KB; pages have the largest size
  assign p64k   = page_size == ul1_pkg::PAGE_P64K;
  assign widest = page_size != ul1_pkg::PAGE_P4K & ~p64k;

  // State of each walker
  logic [WALKERS*VPN_W-1:0]    page_q;
  logic [WALKERS*PN_W-1:0]     place_q;  // address of the table of its level
  logic [WALKERS*LEVELS_W-1:0] level_q;
  logic [WALKERS-1:0]          bus_q;    // the walk failed because memory did
  logic [WALKERS-1:0]          busy, failing, asking;

  always @* begin
    for (int w = 0; w < WALKERS; w++) begin
      busy   [w] = walk_state[w*STATE_W +: STATE_W] != ul1_pkg::WALK_STATE_IDLE;
      failing[w] = walk_state[w*STATE_W +: STATE_W] == ul1_pkg::WALK_STATE_FAILS;
      asking [w] = walk_state[w*STATE_W +: STATE_W] == ul1_pkg::WALK_STATE_ASKS;
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // Walker that a request waits for: the one of its page; else one that begins the walk; else all of them. A
  // failed walker begins only if none is idle; requests that have not received its result have their page
  // walked again.

  logic [WALKERS-1:0] same, free, first, begins, joins, told;

  always @* begin
    same      = '0;
    free      = '0;
    first     = '0;
    fails     = 1'b0;
    fails_bus = 1'b0;
    begins    = '0;
    joins     = '0;
    told      = '0;
    waits     = '0;
    if (ul1_fn::sim_gate(seeks)) begin
      for (int w = 0; w < WALKERS; w++)
        same[w] = busy[w] & ((page_q[w*VPN_W +: VPN_W] ^ head_page) & page_bits) == '0;
      free      = ~busy != '0 ? ~busy : failing;
      first     = free & -free;
      fails     = seeks & (same & failing) != '0;
      fails_bus = (same & failing & bus_q) != '0;
      if (seeks & same == '0) begins = first;
      if (fails)              told   = same;
      if (seeks & ~fails) begin
        joins = same;
        waits = same != '0 ? same : free != '0 ? first : '1;
      end
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // Page walk cache: addresses of tables of level 1 and level 2 (deep), with the page number bits that lead
  // there. Two concurrent walks may store the same table twice.

  logic [UPPER-1:0]         upper_valid_q, upper_deep_q, upper_high_hit, upper_deep_hit, upper_hit,
                            upper_first;
  logic [UPPER*ABOVE_W-1:0] upper_page_q;
  logic [UPPER*PN_W-1:0]    upper_index_q;
  logic [UPPER_W-1:0]       upper_next_q;   // entry to replace next
  logic                     keeps;        // a walk reaches a table
  logic [PN_W-1:0]          begin_place;  // table where a walk begins
  logic [LEVELS_W-1:0]      begin_level;  // level where a walk begins

  logic [ABOVE_W-1:0] differs;

  always @* begin
    differs        = '0;
    upper_high_hit = '0;
    upper_deep_hit = '0;
    upper_hit      = '0;
    upper_first    = '0;
    begin_level    = '0;
    begin_place    = '0;
    if (ul1_fn::sim_gate(begins != '0)) begin
      for (int i = 0; i < UPPER; i++) begin
        differs           = upper_page_q[i*ABOVE_W +: ABOVE_W] ^ head_page[VPN_W-1 -: ABOVE_W];
        upper_high_hit[i] = upper_valid_q[i] & ~upper_deep_q[i] & differs[ABOVE_W-1:INDEX_W] == '0;
        upper_deep_hit[i] = upper_valid_q[i] & upper_deep_q[i] & differs == '0;
      end
      upper_hit   = upper_deep_hit != '0 ? upper_deep_hit : upper_high_hit;
      upper_first = upper_hit & -upper_hit;
      begin_level = upper_deep_hit != '0 ? 2'd2 : upper_high_hit != '0 ? 2'd1 : 2'd0;
      begin_place = upper_hit == '0 ? root : '0;
      for (int i = 0; i < UPPER; i++) begin
        begin_place = begin_place | (upper_index_q[i*PN_W +: PN_W] & {PN_W{upper_first[i]}});
      end
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // Reads: the lowest walker that needs one

  logic [WALKERS-1:0]  asks_now;
  logic [VPN_W-1:0]    ask_page;
  logic [PN_W-1:0]     ask_place;
  logic [LEVELS_W-1:0] ask_level;
  logic [WIDE_W-1:0]   ask_index;

  always @* begin
    asks_now   = asking & -asking & {WALKERS{room}};
    asks       = asks_now != '0;
    ask_number = '0;
    ask_page   = '0;
    ask_place  = '0;
    ask_level  = '0;
    ask_index  = '0;
    ask_addr   = '0;
    if (ul1_fn::sim_gate(asks)) begin
      for (int w = 0; w < WALKERS; w++) begin
        if (asks_now[w]) begin
          ask_number = ul1_pkg::NUMBER_W'(ul1_pkg::PRT + w);
          ask_page   = page_q [w*VPN_W +: VPN_W];
          ask_place  = place_q[w*PN_W +: PN_W];
          ask_level  = level_q[w*LEVELS_W +: LEVELS_W];
        end
      end
      ask_index = index(ask_page, ask_level, p64k);
      ask_addr  = {ask_place, {ul1_pkg::PAGE_MIN_W{1'b0}}} + PA_W'({ask_index, {PTE_B_W{1'b0}}});
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // An entry that arrives. Tables are aligned, so its position in the line follows from the index alone.

  logic [LEVELS_W-1:0] fill_level;
  logic [PTES_W-1:0]   fill_index;
  logic [PTE_W-1:0]    entry;
  logic                there;  // the entry is present
  logic                last;   // the entry gives the frame

  always @* begin
    learn_page  = '0;
    learn_frame = '0;
    learn_write = 1'b0;
    fill_level  = '0;
    fill_index  = '0;
    entry       = '0;
    there       = 1'b0;
    last        = 1'b0;
    walk_ends   = '0;
    learns      = 1'b0;
    keeps       = 1'b0;
    if (fill_walk != '0) begin
      for (int w = 0; w < WALKERS; w++) begin
        if (fill_walk[w]) begin
          learn_page = page_q [w*VPN_W +: VPN_W];
          fill_level = level_q[w*LEVELS_W +: LEVELS_W];
        end
      end
      fill_index = PTES_W'({index(learn_page, fill_level, p64k)});
      entry      = fill_data[fill_index*PTE_W +: PTE_W];
      there      = ~fill_err & entry[0];
      last       = fill_level == 2'd2 | (fill_level == 2'd1 & widest);
      learns     = there & last;
      keeps      = there & ~last;
      walk_ends  = keeps ? '0 : fill_walk;

      learn_frame = entry[ul1_pkg::PAGE_MIN_W +: PN_W];
      learn_write = entry[1];
    end
  end

  logic unused;
  assign unused = ^{entry[PTE_W-1:PA_W], entry[ul1_pkg::PAGE_MIN_W-1:2]};

  always_ff @(posedge clk) begin
    if (keeps) begin
      upper_page_q [upper_next_q*ABOVE_W +: ABOVE_W] <= learn_page[VPN_W-1 -: ABOVE_W];
      upper_index_q[upper_next_q*PN_W +: PN_W]       <= learn_frame;
      upper_deep_q [upper_next_q]                    <= fill_level == 2'd1;
      upper_valid_q                                <= upper_valid_q | UPPER'(1) << upper_next_q;
      upper_next_q <= upper_next_q == UPPER_W'(UPPER-1) ? '0 : upper_next_q + 1'b1;
    end
    if (rst | forgets) upper_valid_q <= '0;
    if (rst)           upper_next_q  <= '0;
  end

  // ---------------------------------------------------------------------------------------------------------
  // State of the walkers

  // requests that wait for each walker, or have not received its failure
  logic [WALKERS*ASKED_W-1:0] asked_q;

  always_ff @(posedge clk) begin
    if (ul1_fn::sim_gate(asks | seeks | fill_walk != '0)) begin
      for (int w = 0; w < WALKERS; w++) begin
        if (asks_now[w]) walk_state[w*STATE_W +: STATE_W] <= ul1_pkg::WALK_STATE_WAITS;
        if (joins[w])    asked_q[w*ASKED_W +: ASKED_W]      <= asked_q[w*ASKED_W +: ASKED_W] + 1'b1;
        if (told[w]) begin
          asked_q[w*ASKED_W +: ASKED_W] <= asked_q[w*ASKED_W +: ASKED_W] - 1'b1;
          if (asked_q[w*ASKED_W +: ASKED_W] == ASKED_W'(1))
            walk_state[w*STATE_W +: STATE_W] <= ul1_pkg::WALK_STATE_IDLE;
        end
        if (begins[w]) begin
          walk_state[w*STATE_W +: STATE_W]   <= ul1_pkg::WALK_STATE_ASKS;
          page_q      [w*VPN_W +: VPN_W]       <= head_page;
          level_q     [w*LEVELS_W +: LEVELS_W] <= begin_level;
          place_q     [w*PN_W +: PN_W]         <= begin_place;
          asked_q     [w*ASKED_W +: ASKED_W]   <= ASKED_W'(1);
        end
        if (fill_walk[w]) begin
          walk_state[w*STATE_W +: STATE_W] <= ~there ? ul1_pkg::WALK_STATE_FAILS
                                              : last ? ul1_pkg::WALK_STATE_IDLE : ul1_pkg::WALK_STATE_ASKS;
          bus_q[w]                           <= fill_err;
          level_q[w*LEVELS_W +: LEVELS_W]    <= fill_level + 1'b1;
          place_q[w*PN_W +: PN_W]            <= learn_frame;
        end
      end
    end
    if (rst) walk_state <= {WALKERS{ul1_pkg::WALK_STATE_IDLE}};
  end

  always @(posedge clk) begin
    if (!rst & (busy | fill_walk) != '0) begin
      for (int w = 0; w < WALKERS; w++) begin
        assert (!(fill_walk[w] && walk_state[w*STATE_W +: STATE_W] != ul1_pkg::WALK_STATE_WAITS));
        assert (!(busy[w] && (asked_q[w*ASKED_W +: ASKED_W] == '0
                              || 32'(asked_q[w*ASKED_W +: ASKED_W]) > ul1_pkg::PRT + ul1_pkg::WDB + CACHES)));
      end
      assert (!ul1_fn::several(64'(fill_walk)));
      assert (!(seeks && ul1_fn::several(64'(same))));  // a page has one walker
      assert (!(forgets && busy != '0));
    end
  end

endmodule

`default_nettype wire
