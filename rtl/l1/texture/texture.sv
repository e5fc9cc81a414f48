// Texture unit: samples of two-dimensional arrays in memory, by point or bilinear, from a read-only cache of
// its own.
//
// An instruction is worked by quads of four lanes, in order. A quad gets the addresses of its slots
// (texture_addresses), then has a pass for each line that has any of them. A pass is looked up, and joins a
// FIFO. The tags are ahead of the data: a line belongs to its way from the lookup on, and its words are put
// there when its pass is at the head of the FIFO. So hits flow behind misses, and no pass finds the words of
// a later one. Behind the FIFO the words of a quad are collected (texture_words) and summed (texture_filter).
//
// Without textures (TEXTURE 0) nothing is built.

`default_nettype none

module texture #(
    parameter  int LANES      = 32,
    localparam int LANE_W     = ul1_pkg::lane_w(LANES),
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES),
    localparam int TEX_QUAD_W = ul1_pkg::tex_quad_w(LANES),
    localparam int LINE_W     = ul1_pkg::line_w(LANES)
) (
    // verilator lint_off UNUSEDSIGNAL
    input  wire logic                                          clk,
    input  wire logic                                          rst,

    // ---- From the instruction side: the offer; from tag: whether a command holds it
    // A new instruction, or a remainder presented again, is offered.
    input  wire logic                                          in_valid,
    // The offer is a remainder that left on `remainder`, presented again; it is always taken; valid with
    // `in_valid`.
    input  wire logic                                          in_again,
    // Operation: load, store, fence, or a CMO. A fence has no access. An inval drops the clean sectors of its
    // lines, a flush writes the dirty ones back; valid with `in_valid`.
    input  wire logic [ul1_pkg::OP_W-1:0]                      in_op,
    // Warp of the offered instruction; valid with `in_valid`.
    input  wire logic [ul1_pkg::WARP_W-1:0]                    in_warp,
    // First destination register; valid with `in_valid`.
    input  wire logic [ul1_pkg::REG_W-1:0]                     in_reg,
    // Active lanes; for a remainder presented again, the slots that are left; valid with `in_valid`.
    input  wire logic [LANES-1:0]                              in_mask,
    // A command other than `line` is in progress, so no new instruction is taken.
    input  wire logic                                          cmd_hold,

    // ---- From and to the instruction side: the texture and the coordinates; where a new instruction goes
    // Column of each lane's sample, signed, in 1/256 of a texel; valid with `in_valid`.
    input  wire logic [LANES*ul1_pkg::TEX_COORD_W-1:0]         texin_u,
    // Row of each lane's sample, likewise; valid with `in_valid`.
    input  wire logic [LANES*ul1_pkg::TEX_COORD_W-1:0]         texin_v,
    // Address of the texture, in blocks of 512 bytes; valid with `in_valid`.
    input  wire logic [ul1_pkg::TEX_BASE_W-1:0]                texin_base,
    // Bytes from one row to the next, in units of 32 bytes if linear, of 64 bytes if blocked; valid with
    // `in_valid`.
    input  wire logic [ul1_pkg::TEX_PITCH_W-1:0]               texin_pitch,
    // Last column of the texture; valid with `in_valid`.
    input  wire logic [ul1_pkg::TEX_SIZE_W-1:0]                texin_last_u,
    // Last row of the texture; valid with `in_valid`.
    input  wire logic [ul1_pkg::TEX_SIZE_W-1:0]                texin_last_v,
    // Format of a texel: its bytes and components; valid with `in_valid`.
    input  wire logic [ul1_pkg::TEXFMT_W-1:0]                  texin_format,
    // Rows of texels one behind the other, or blocks of 64 bytes by 8 rows; valid with `in_valid`.
    input  wire logic [ul1_pkg::LAYOUT_W-1:0]                  texin_layout,
    // A sample beyond the border is that at the border, or on the other side; valid with `in_valid`.
    input  wire logic [ul1_pkg::BORDER_W-1:0]                  texin_border,
    // One texel, or the weighted sum of four; valid with `in_valid`.
    input  wire logic [ul1_pkg::FILTER_W-1:0]                  texin_filter,
    // A new texture instruction is taken in this cycle if offered.
    output logic                                               texin_ready,
    // Number that a new texture instruction gets in this cycle; valid with `texin_ready`.
    output logic      [ul1_pkg::TEX_ID_W-1:0]                  texin_entry,

    // ---- To outside: lookups
    // A pass is looked up, and joins the FIFO.
    output logic                                               texlook_valid,
    // A pass waits for the FIFO, or for a free fetch.
    output logic                                               texlook_waits,
    // Number of the texture instruction that the pass belongs to; valid with `texlook_valid`.
    output logic      [ul1_pkg::TEX_ID_W-1:0]                  texlook_id,
    // Virtual line of the pass; valid with `texlook_valid`.
    output logic      [LINE_W-1:0]                             texlook_line,
    // Slots of the quad that lie in the line; valid with `texlook_valid`.
    output logic      [ul1_pkg::TEX_SLOTS-1:0]                 texlook_slots,
    // All sectors that the pass needs are there, or under fetch; valid with `texlook_valid`.
    output logic                                               texlook_hit,

    // ---- To outside: passes between tags and data
    // Passes in the FIFO, its head included.
    output logic      [ul1_pkg::TEX_PASS_W-1:0]                texfifo_passes,
    // The pass at the head waits for its fetch.
    output logic                                               texfifo_waits,
    // The words of that fetch are put in their line, and the fetch ends.
    output logic                                               texfifo_fills,

    // ---- To and from mmu and fill: the fetches
    // The fetch is offered for translation.
    output logic                                               texmiss_valid,
    // Virtual line of the fetch; valid with `texmiss_valid`.
    output logic      [LINE_W-1:0]                             texmiss_line,
    // Sectors that the fetch requests; valid with `texmiss_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]                   texmiss_sect,
    // Number of the fetch; valid with `texmiss_valid`.
    output logic      [ul1_pkg::TEX_FETCH_W-1:0]               texmiss_number,
    // The texture cache's request is translated and accepted.
    input  wire logic                                          texmmu_take,
    // The texture cache's request cannot be translated and ends here.
    input  wire logic                                          texmmu_fault,
    // Cause of the texture cache's translation failure; valid with `texmmu_fault`.
    input  wire logic [ul1_pkg::ERR_W-1:0]                     texmmu_err,
    // Page walkers that the texture cache's request waits for; it is offered again when one of them ends.
    input  wire logic [ul1_pkg::WALKERS-1:0]                   texmmu_wait,
    // Page walkers that end their walk in this cycle, with a translation or a failure.
    input  wire logic [ul1_pkg::WALKERS-1:0]                   walk_ends,
    // The arrived response is for the texture cache.
    input  wire logic                                          fill_tex,
    // Fetch of the texture cache that the arrived response is for; valid with `fill_tex`.
    input  wire logic [ul1_pkg::TEX_FETCH_W-1:0]               fill_fetch,
    // Sectors that the arrived response brings; valid with `fill_here`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                   fill_sect,
    // The arrived response reports a read error; valid with `fill_here`.
    input  wire logic                                          fill_err,
    // Words of the arrived line; valid with `fill_here`.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_W-1:0]         fill_data,

    // ---- From arb: lines that become invalid
    // The stage-1 pass is of an inval or of the command `line`: clean sectors of its line become invalid.
    input  wire logic                                          pass_inval,
    // Line (virtual) of the stage-1 pass; valid with `pass_cached`.
    input  wire logic [LINE_W-1:0]                             pass_line,

    // ---- To the register file: words; to tag: whether an instruction is in flight
    // A word of each lane of a quad is written to the register file.
    output logic                                               tex_valid,
    // Number of the texture instruction that is written; valid with `tex_valid`.
    output logic      [ul1_pkg::TEX_ID_W-1:0]                  tex_id,
    // Warp of the texture instruction that is written; valid with `tex_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]                    tex_warp,
    // First destination register of the texture instruction that is written; valid with `tex_valid`.
    output logic      [ul1_pkg::REG_W-1:0]                     tex_reg,
    // Register for the words, counted from the first; valid with `tex_valid`.
    output logic      [ul1_pkg::OFS_W-1:0]                     tex_ofs,
    // Quad that is written: lanes 4 x quad to 4 x quad + 3; valid with `tex_valid`.
    output logic      [TEX_QUAD_W-1:0]                         tex_quad,
    // Lanes of the quad that get a word; valid with `tex_valid`.
    output logic      [ul1_pkg::TEX_LANES-1:0]                 tex_mask,
    // Words of the quad's lanes; valid with `tex_mask`.
    output logic      [ul1_pkg::TEX_LANES*ul1_pkg::WORD_W-1:0] tex_data,
    // Bit i: the texture instruction i is in flight.
    output logic      [ul1_pkg::TEX_INSTRS-1:0]                tex_used,
    // No texture instruction is in flight.
    output logic                                               tex_idle,

    // ---- To the instruction side: retirement
    // A texture instruction retires, with its last words.
    output logic                                               texret_valid,
    // Number that the retiring texture instruction frees; valid with `texret_valid`.
    output logic      [ul1_pkg::TEX_ID_W-1:0]                  texret_id,
    // Warp of the retiring texture instruction; valid with `texret_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]                    texret_warp,
    // Error of the retiring texture instruction, or none; valid with `texret_valid`.
    output logic      [ul1_pkg::ERR_W-1:0]                     texret_err,
    // Lowest failing lane of the retiring texture instruction; valid with `texret_err`.
    output logic      [LANE_W-1:0]                             texret_lane,
    // All failing lanes of the retiring texture instruction; valid with `texret_err`.
    output logic      [LANES-1:0]                              texret_mask,
    // Address of the lowest failing lane's word that failed; valid with `texret_err`.
    output logic      [ul1_pkg::VA_W-1:0]                      texret_addr
    // verilator lint_on UNUSEDSIGNAL
);

  localparam int ID_W     = ul1_pkg::TEX_ID_W;
  localparam int N        = ul1_pkg::TEX_INSTRS;
  localparam int QUADS    = ul1_pkg::tex_quads(LANES);
  localparam int QUAD_W   = TEX_QUAD_W;
  localparam int Q        = ul1_pkg::TEX_LANES;
  localparam int SLOTS    = ul1_pkg::TEX_SLOTS;
  localparam int COORD_W  = ul1_pkg::TEX_COORD_W;
  localparam int FRAC_W   = ul1_pkg::TEX_FRAC_W;
  localparam int FMT_W    = ul1_pkg::TEXFMT_W;
  localparam int VA_W     = ul1_pkg::VA_W;
  localparam int WORD_W   = ul1_pkg::WORD_W;
  localparam int ERR_W    = ul1_pkg::ERR_W;
  localparam int SECTORS  = ul1_pkg::SECTORS;
  localparam int SECTOR_W = LINE_WORDS/SECTORS*WORD_W;  // bits of a sector
  localparam int LINES    = ul1_pkg::TEXTURE;
  localparam int SETS     = ul1_pkg::TEX_SETS;
  localparam int SET_W    = ul1_pkg::TEX_SET_W;
  localparam int WAYS     = ul1_pkg::TEX_WAYS;
  localparam int WAY_W    = ul1_pkg::TEX_WAY_W;
  localparam int TAG_W    = LINE_W - SET_W;
  localparam int IN_W     = VA_W - LINE_W;              // bits of an address within a line
  localparam int FIFO     = ul1_pkg::TEX_FIFO;
  localparam int FIFO_W   = $clog2(FIFO);
  // A texture: base, pitch, last column and row, format, layout, border, filter
  localparam int IMAGE_W  = ul1_pkg::TEX_BASE_W + ul1_pkg::TEX_PITCH_W + 2*ul1_pkg::TEX_SIZE_W + FMT_W
                            + ul1_pkg::LAYOUT_W + ul1_pkg::BORDER_W + ul1_pkg::FILTER_W;
  localparam int KEPT_W   = 2*LANES*COORD_W + IMAGE_W;
  // A quad for the data side: number, quad, lanes, last, format, weights
  localparam int SAMPLE_W = ID_W + QUAD_W + Q + 1 + FMT_W + 2*Q*FRAC_W;
  // A pass in the FIFO: ends, fetch, way, slots, line, places, quad
  localparam int PASS_W   = 1 + 1 + WAY_W + SLOTS + LINE_W + SLOTS*IN_W + SAMPLE_W;

  if (ul1_pkg::TEXTURE == 0) begin : g_none
    assign {texin_ready, texin_entry}                                                               = '0;
    assign {texlook_valid, texlook_waits, texlook_id, texlook_line, texlook_slots, texlook_hit}     = '0;
    assign {texfifo_passes, texfifo_waits, texfifo_fills}                                           = '0;
    assign {texmiss_valid, texmiss_line, texmiss_sect, texmiss_number}                              = '0;
    assign {tex_valid, tex_id, tex_warp, tex_reg, tex_ofs, tex_quad, tex_mask, tex_data, tex_used}  = '0;
    assign {texret_valid, texret_id, texret_warp, texret_err, texret_lane, texret_mask, texret_addr} = '0;
    assign tex_idle                                                                                 = 1'b1;
  end
  else begin : g_built
    // -------------------------------------------------------------------------------------------------------
    // Instructions in flight, a ring: the one with quads that enter, the next new one

    logic [N-1:0]           used_q, enters_q;  // in flight; quads have yet to enter
    logic [ID_W-1:0]        front_q, next_q;
    logic                   takes;
    logic [KEPT_W-1:0]      kept;

    (* mem2reg *) logic [QUADS-1:0]           quads_q [0:ul1_fn::entries(N)-1];  // that have yet to enter
    (* mem2reg *) logic [LANES-1:0]           lanes_q [0:ul1_fn::entries(N)-1];
    (* mem2reg *) logic [ul1_pkg::WARP_W-1:0] warp_q  [0:ul1_fn::entries(N)-1];
    (* mem2reg *) logic [ul1_pkg::REG_W-1:0]  reg_q   [0:ul1_fn::entries(N)-1];

    assign tex_used    = used_q;
    assign tex_idle    = used_q == '0;
    assign texin_ready = ~used_q[next_q] & ~cmd_hold;
    assign texin_entry = next_q;
    assign takes       = in_valid & ~in_again & in_op == ul1_pkg::OP_TEX & texin_ready;

    // Quads with an active lane
    logic [QUADS-1:0] new_quads;
    always @* begin
      for (int i = 0; i < QUADS; i++) new_quads[i] = in_mask[i*Q +: Q] != '0;
    end

    // The quad that enters: the lowest that is left
    logic                quad_ready, enters, enter_last;
    logic [QUADS-1:0]    quads, quad_one, quads_left;
    logic [QUAD_W-1:0]   enter_quad;
    logic [LANES-1:0]    front_lanes;
    logic [Q-1:0]        enter_lanes;

    always @* begin
      quads       = '0;
      front_lanes = '0;
      if (ul1_fn::sim_gate(enters_q[front_q])) begin
        quads       = quads_q[front_q];
        front_lanes = lanes_q[front_q];
      end
    end

    assign enters      = enters_q[front_q] & quad_ready;
    assign quad_one    = quads & -quads;
    assign quads_left  = quads & ~quad_one;
    assign enter_last  = quads_left == '0;
    assign enter_quad  = QUAD_W'({ul1_fn::index(64'(quad_one))});
    assign enter_lanes = front_lanes[32'(enter_quad)*Q +: Q];

    always_ff @(posedge clk) begin
      if (enters) begin
        quads_q[front_q] <= quads_left;
        if (enter_last) begin
          enters_q[front_q] <= 1'b0;
          front_q           <= front_q + 1'b1;
        end
      end
      if (texret_valid) used_q[texret_id] <= 1'b0;
      if (takes) begin
        used_q  [next_q] <= 1'b1;
        enters_q[next_q] <= 1'b1;
        warp_q  [next_q] <= in_warp;
        reg_q   [next_q] <= in_reg;
        next_q           <= next_q + 1'b1;
        lanes_q [next_q] <= in_mask;
        quads_q [next_q] <= new_quads;
      end
      if (rst) begin
        used_q   <= '0;
        enters_q <= '0;
        front_q  <= '0;
        next_q   <= '0;
      end
    end

    ram #(.ROWS(N), .ROW_W(ID_W), .PARTS(1), .PART_W(KEPT_W)) u_kept (
        .clk, .re(enters), .raddr(front_q), .rdata(kept), .we(takes), .waddr(next_q),
        .wdata({texin_u, texin_v, texin_base, texin_pitch, texin_last_u, texin_last_v, texin_format,
                texin_layout, texin_border, texin_filter})
    );

    // -------------------------------------------------------------------------------------------------------
    // Addresses of the quad's slots

    logic [LANES*COORD_W-1:0]         u, v;
    logic [ul1_pkg::TEX_BASE_W-1:0]   base;
    logic [ul1_pkg::TEX_PITCH_W-1:0]  pitch;
    logic [ul1_pkg::TEX_SIZE_W-1:0]   last_u, last_v;
    logic [FMT_W-1:0]                 format, new_format;
    logic [ul1_pkg::LAYOUT_W-1:0]     layout;
    logic [ul1_pkg::BORDER_W-1:0]     border;
    logic [ul1_pkg::FILTER_W-1:0]     filter;
    logic                             new_valid, new_last, picks;
    logic [ID_W-1:0]                  new_id;
    logic [QUAD_W-1:0]                new_quad;
    logic [Q-1:0]                     new_lanes;
    logic [SLOTS-1:0]                 new_slots;
    logic [SLOTS*VA_W-1:0]            new_addr;
    logic [Q*FRAC_W-1:0]              new_u, new_v;

    assign {u, v, base, pitch, last_u, last_v, format, layout, border, filter} = kept;

    texture_addresses #(.LANES(LANES)) u_addresses (
        .clk, .rst, .ready(quad_ready), .enters, .enter_id(front_q), .enter_quad, .enter_lanes, .enter_last,
        .u, .v, .base, .pitch, .last_u, .last_v, .format, .layout, .border, .filter, .next_ready(picks),
        .valid(new_valid), .id(new_id), .quad(new_quad), .lanes(new_lanes), .last(new_last),
        .quad_format(new_format), .slots(new_slots), .addr(new_addr), .weight_u(new_u), .weight_v(new_v)
    );

    // -------------------------------------------------------------------------------------------------------
    // Passes: the lowest slot of the quad leads, and all slots on its line join it.

    logic                   quad_q, goes;
    logic [SLOTS-1:0]       todo_q, lead, joins, todo_left;
    logic [SLOTS*VA_W-1:0]  addr_q;
    logic [SAMPLE_W-1:0]    sample_q;
    logic [SLOTS*LINE_W-1:0] slot_lines;
    logic [SLOTS*IN_W-1:0]  slot_at;
    logic [LINE_W-1:0]      line;
    logic [SECTORS-1:0]     sect;
    logic [SET_W-1:0]       set;

    logic                   look_q, look_ends_q;
    logic [SLOTS-1:0]       look_slots_q;
    logic [LINE_W-1:0]      look_line_q;
    logic [SLOTS*IN_W-1:0]  look_at_q;
    logic [SECTORS-1:0]     look_sect_q;
    logic [SET_W-1:0]       look_set_q;
    logic [SAMPLE_W-1:0]    look_sample_q;
    logic                   look_ready;

    // The set of a line: all bits of its number count, so that rows at any power of two apart differ.
    function automatic logic [SET_W-1:0] set_of(input logic [LINE_W-1:0] number);
      set_of = '0;
      for (int i = 0; i < LINE_W; i += SET_W) set_of = set_of ^ SET_W'(number >> i);
    endfunction

    assign look_ready = ~look_q | goes;
    assign lead       = todo_q & -todo_q;
    assign todo_left  = todo_q & ~joins;
    assign picks      = ~quad_q | (look_ready & todo_left == '0);

    pick #(.WORDS(SLOTS), .WORD_W(LINE_W)) u_line (.one(lead), .words(slot_lines), .word(line));

    always @* begin
      for (int n = 0; n < SLOTS; n++) begin
        slot_lines[n*LINE_W +: LINE_W] = addr_q[n*VA_W+IN_W +: LINE_W];
        slot_at   [n*IN_W   +: IN_W]   = addr_q[n*VA_W      +: IN_W];
      end
    end

    always @* begin
      joins = '0;
      sect  = '0;
      set   = '0;
      if (ul1_fn::sim_gate(quad_q)) begin
        set = set_of(line);
        for (int n = 0; n < SLOTS; n++) begin
          joins[n] = todo_q[n] & slot_lines[n*LINE_W +: LINE_W] == line;
          for (int s = 0; s < SECTORS; s++)
            sect[s] = sect[s] | (joins[n] & 32'(slot_at[n*IN_W +: IN_W]) >> (IN_W - ul1_pkg::SECTOR_W) == s);
        end
      end
    end

    always_ff @(posedge clk) begin
      if (picks) quad_q <= new_valid;
      if (quad_q & look_ready) todo_q <= todo_left;
      if (picks & new_valid) begin
        todo_q   <= new_slots;
        addr_q   <= new_addr;
        sample_q <= {new_id, new_quad, new_lanes, new_last, new_format, new_u, new_v};
      end
      if (look_ready) look_q <= quad_q;
      if (look_ready & quad_q) begin
        look_ends_q   <= todo_left == '0;
        look_slots_q  <= joins;
        look_line_q   <= line;
        look_at_q     <= slot_at;
        look_sect_q   <= sect;
        look_set_q    <= set;
        look_sample_q <= sample_q;
      end
      if (rst) begin
        quad_q <= 1'b0;
        look_q <= 1'b0;
      end
    end

    // -------------------------------------------------------------------------------------------------------
    // The lookup

    logic               looks, misses, fetches_full, fifo_full, fails;
    logic [SECTORS-1:0] there, lacks;
    logic [WAY_W-1:0]   way;
    logic [WAYS-1:0]    way_one;
    logic [SETS-1:0]    drops;

    assign looks         = look_q & look_slots_q != '0;
    assign lacks         = looks ? look_sect_q & ~there : '0;
    assign goes          = look_q & ~fifo_full & (lacks == '0 | ~fetches_full);
    assign misses        = goes & lacks != '0;
    assign texlook_valid = looks & goes;
    assign texlook_waits = look_q & ~goes;
    assign texlook_id    = look_sample_q[SAMPLE_W-1 -: ID_W];
    assign texlook_line  = look_line_q;
    assign texlook_slots = look_slots_q;
    assign texlook_hit   = lacks == '0;

    always @* begin
      drops = '0;
      if (ul1_fn::sim_gate(pass_inval)) drops = SETS'(pass_inval) << set_of(pass_line);
    end

    lines #(.SETS(SETS), .SET_W(SET_W), .WAYS(WAYS), .WAY_W(WAY_W), .TAG_W(TAG_W), .PARTS(SECTORS))
    u_lines (
        .clk, .rst, .looks, .set(look_set_q), .tag(look_line_q[LINE_W-1 -: TAG_W]), .there, .way,
        .way_one, .uses(texlook_valid), .use_one(way_one), .opens(misses), .open_parts(lacks), .adds(1'b0),
        .add_set({SET_W{1'b0}}), .add_way({WAY_W{1'b0}}), .add_parts({SECTORS{1'b0}}),
        .drops_all(cmd_hold | fails), .drops, .drop_tag(pass_line[LINE_W-1 -: TAG_W])
    );

    // -------------------------------------------------------------------------------------------------------
    // The fetches

    logic                         come, begins, moves_q;
    logic [SECTORS-1:0]           fetch_sect;
    logic [ERR_W-1:0]             fetch_err;
    logic [LINE_WORDS*WORD_W-1:0] fetch_words;

    texture_fetches #(.LANES(LANES)) u_fetches (
        .clk, .rst, .full(fetches_full), .opens(misses), .open_line(look_line_q), .open_sect(lacks),
        .miss_valid(texmiss_valid), .miss_line(texmiss_line), .miss_sect(texmiss_sect),
        .miss_number(texmiss_number), .take(texmmu_take), .fault(texmmu_fault), .fault_err(texmmu_err),
        .waits(texmmu_wait), .walk_ends, .fill(fill_tex), .fill_fetch, .fill_sect, .fill_err, .fill_data,
        .come, .read(begins), .sect(fetch_sect), .err(fetch_err), .words(fetch_words), .ends(moves_q)
    );

    // -------------------------------------------------------------------------------------------------------
    // The FIFO: a ring in a memory; its output is the head

    logic [FIFO_W:0]     last_q, first_q;  // one bit more than an index, to tell full from empty
    logic                head_q, served_q, leaves, reads;
    logic [1:0]          holds_q;          // cycles in which no further pass may leave
    logic [PASS_W-1:0]   pass;
    logic                head_ends, head_fetch, head_waits;
    logic [WAY_W-1:0]    head_way;
    logic [SLOTS-1:0]    head_slots;
    logic [LINE_W-1:0]   head_line;
    logic [SLOTS*IN_W-1:0] head_at;
    logic [SAMPLE_W-1:0] head_sample;
    logic [Q-1:0]        head_lanes;
    logic [FMT_W-1:0]    head_format;

    assign fifo_full   = last_q == (first_q ^ (FIFO_W+1)'(FIFO));
    assign reads       = last_q != first_q & (~head_q | leaves);
    assign head_waits  = head_q & head_fetch & ~served_q;
    assign begins      = head_waits & ~moves_q & come;
    assign leaves      = head_q & ~head_waits & holds_q == '0;
    assign fails       = moves_q & fetch_err != ul1_pkg::ERR_NONE;
    assign head_lanes  = head_sample[2*Q*FRAC_W+FMT_W+1 +: Q];
    assign head_format = head_sample[2*Q*FRAC_W +: FMT_W];
    assign {head_ends, head_fetch, head_way, head_slots, head_line, head_at, head_sample} = pass;
    assign texfifo_passes = ul1_pkg::TEX_PASS_W'(last_q - first_q) + ul1_pkg::TEX_PASS_W'(head_q);
    assign texfifo_waits  = head_waits;
    assign texfifo_fills  = moves_q;

    ram #(.ROWS(FIFO), .ROW_W(FIFO_W), .PARTS(1), .PART_W(PASS_W)) u_fifo (
        .clk, .re(reads), .raddr(first_q[FIFO_W-1:0]), .rdata(pass), .we(goes), .waddr(last_q[FIFO_W-1:0]),
        .wdata({look_ends_q, misses, way, look_slots_q, look_line_q, look_at_q, look_sample_q})
    );

    always_ff @(posedge clk) begin
      if (goes)  last_q  <= last_q + 1'b1;
      if (reads) first_q <= first_q + 1'b1;
      head_q   <= reads | (head_q & ~leaves);
      moves_q  <= begins;
      served_q <= moves_q | (served_q & ~leaves);
      if (leaves & head_ends & head_lanes != '0 & head_format >= ul1_pkg::TEXFMT_B64)
        holds_q <= head_format == ul1_pkg::TEXFMT_B128 ? 2'd3 : 2'd1;
      else if (holds_q != '0) holds_q <= holds_q - 1'b1;
      if (rst) begin
        last_q   <= '0;
        first_q  <= '0;
        head_q   <= 1'b0;
        moves_q  <= 1'b0;
        served_q <= 1'b0;
        holds_q  <= '0;
      end
    end

    // -------------------------------------------------------------------------------------------------------
    // The words of the lines, and the error of each sector. Those of a fetch are written when its pass is at
    // the head, in the cycle behind their reading.

    logic [SECTORS-1:0]                  word_we;
    logic [SECTORS*(SECTOR_W+ERR_W)-1:0] row, new_row;
    logic [SET_W-1:0]                    head_set;
    logic                                row_read, read_q, read_ends_q;
    logic [SLOTS-1:0]                    read_slots_q;
    logic [LINE_W-1:0]                   read_line_q;
    logic [SLOTS*IN_W-1:0]               read_at_q;
    logic [SAMPLE_W-1:0]                 read_sample_q;
    logic [LINE_WORDS*WORD_W-1:0]        words;
    logic [SECTORS*ERR_W-1:0]            errs;

    assign head_set = set_of(head_line);
    assign row_read = leaves & head_slots != '0;
    assign word_we  = fetch_sect & {SECTORS{moves_q}};

    always @* begin
      for (int s = 0; s < SECTORS; s++) begin
        new_row[s*(SECTOR_W+ERR_W) +: SECTOR_W+ERR_W] = {fetch_err, fetch_words[s*SECTOR_W +: SECTOR_W]};
        {errs[s*ERR_W +: ERR_W], words[s*SECTOR_W +: SECTOR_W]}
            = row[s*(SECTOR_W+ERR_W) +: SECTOR_W+ERR_W];
      end
    end

    ram #(.ROWS(LINES), .ROW_W(WAY_W + SET_W), .PARTS(SECTORS), .PART_W(SECTOR_W + ERR_W)) u_words (
        .clk, .re(row_read), .raddr({head_way, head_set}), .rdata(row), .we(word_we),
        .waddr({head_way, head_set}), .wdata(new_row)
    );

    always_ff @(posedge clk) begin
      read_q <= leaves & ~rst;
      if (leaves) begin
        read_ends_q   <= head_ends;
        read_slots_q  <= head_slots;
        read_line_q   <= head_line;
        read_at_q     <= head_at;
        read_sample_q <= head_sample;
      end
    end

    // -------------------------------------------------------------------------------------------------------
    // The words of a quad, and their sums

    logic [ID_W-1:0]         read_id;
    logic [QUAD_W-1:0]       read_quad;
    logic [Q-1:0]            read_lanes, good;
    logic                    read_last, out_valid, out_retires;
    logic [FMT_W-1:0]        read_format;
    logic [Q*FRAC_W-1:0]     read_u, read_v;
    logic [SLOTS*WORD_W-1:0] slot;
    logic [ERR_W-1:0]        err;
    logic [LANE_W-1:0]       err_lane;
    logic [LANES-1:0]        err_mask;
    logic [VA_W-1:0]         err_addr;
    logic [ID_W-1:0]         out_id;
    logic [Q-1:0]            out_mask;

    assign {read_id, read_quad, read_lanes, read_last, read_format, read_u, read_v} = read_sample_q;

    texture_words #(.LANES(LANES)) u_quad (
        .clk, .rst, .valid(read_q), .ends(read_ends_q), .last(read_last), .quad(read_quad),
        .lanes(read_lanes), .slots(read_slots_q), .line(read_line_q), .at(read_at_q), .words, .errs, .slot,
        .good, .err, .err_lane, .err_mask, .err_addr
    );

    texture_filter #(.LANES(LANES)) u_filter (
        .clk, .rst, .enters(read_q & read_ends_q), .enter_id(read_id), .enter_quad(read_quad),
        .enter_lanes(read_lanes), .enter_last(read_last), .enter_format(read_format), .enter_u(read_u),
        .enter_v(read_v), .enter_good(good), .enter_err(err), .enter_err_lane(err_lane),
        .enter_err_mask(err_mask), .enter_err_addr(err_addr), .slot, .valid(out_valid), .id(out_id),
        .quad(tex_quad), .ofs(tex_ofs), .mask(out_mask), .data(tex_data), .retires(out_retires),
        .err(texret_err), .err_lane(texret_lane), .err_mask(texret_mask), .err_addr(texret_addr)
    );

    assign tex_valid    = out_valid & out_mask != '0;
    assign tex_mask     = out_mask & {Q{out_valid}};
    assign tex_id       = out_id;
    assign tex_warp     = warp_q[out_id];
    assign tex_reg      = reg_q[out_id];
    assign texret_valid = out_retires;
    assign texret_id    = out_id;
    assign texret_warp  = warp_q[out_id];

    always @(posedge clk) begin
      if (!rst) begin
        assert (!(texret_valid && !used_q[texret_id]));
        assert (!(goes && fifo_full));
        assert (!(moves_q && !come));
      end
    end
  end

endmodule

`default_nettype wire
