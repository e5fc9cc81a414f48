// Constant cache: serves loads of constants and uniform loads. A pass serves the lanes that have one address:
// the word is read once and goes to all of them.
//
// A pass has three stages. In the first a load is chosen in rotation, and its addresses are read. In the
// second the lowest waiting lane leads, and lanes with its address join it. In the third the word is looked
// up. Two cycles later the word is at the register file. One fetch is open at a time. Loads that miss wait
// for its end; hits of others continue.
//
// Without constants (CONSTANTS 0) nothing is built.

`default_nettype none

module constant #(
    parameter  int LANES      = 32,
    localparam int LANE_W     = ul1_pkg::lane_w(LANES),
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES),
    localparam int LINE_W     = ul1_pkg::line_w(LANES)
) (
    // verilator lint_off UNUSEDSIGNAL
    input  wire logic                                  clk,
    input  wire logic                                  rst,

    // ---- From the instruction side: the offer; from tag: whether a command holds it
    // A new instruction, or a remainder presented again, is offered.
    input  wire logic                                  in_valid,
    // The offer is a remainder that left on `remainder`, presented again; it is always taken; valid with
    // `in_valid`.
    input  wire logic                                  in_again,
    // Operation: load, store, fence, or a CMO. A fence has no access. An inval drops the clean sectors of its
    // lines, a flush writes the dirty ones back; valid with `in_valid`.
    input  wire logic [ul1_pkg::OP_W-1:0]              in_op,
    // Operation of an atomic or lock access on shared memory, or of a reduction on global memory. A load has
    // only `lock`. None for a plain store, ignored for any other load and operation; valid with `in_valid`.
    input  wire logic [ul1_pkg::ATOM_W-1:0]            in_atom,
    // Form of a matrix access, which is a load or store of 128 bits in shared memory: plain or transposed.
    // None for any other load or store, ignored for other operations; valid with `in_valid`.
    input  wire logic [ul1_pkg::MATRIX_W-1:0]          in_matrix,
    // Address space; valid with `in_valid`.
    input  wire logic [ul1_pkg::SPACE_W-1:0]           in_space,
    // Width of each lane's access; valid with `in_valid`.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]           in_width,
    // Loads of 8 and 16 bits are sign-extended; valid with `in_valid`.
    input  wire logic                                  in_signed,
    // Warp of the offered instruction; valid with `in_valid`.
    input  wire logic [ul1_pkg::WARP_W-1:0]            in_warp,
    // First destination register; valid with `in_valid`.
    input  wire logic [ul1_pkg::REG_W-1:0]             in_reg,
    // Active lanes; for a remainder presented again, the slots that are left; valid with `in_valid`.
    input  wire logic [LANES-1:0]                      in_mask,
    // Byte address of each lane; ignored for a remainder, as the instruction table keeps its addresses; valid
    // with `in_valid`.
    input  wire logic [LANES*ul1_pkg::VA_W-1:0]        in_addr,
    // A command other than `line` is in progress, so no new instruction is taken.
    input  wire logic                                  cmd_hold,

    // ---- To the instruction side: where a new load goes
    // A new constant load is taken in this cycle if offered.
    output logic                                       conin_ready,
    // Number that a new constant load gets in this cycle; valid with `conin_ready`.
    output logic      [ul1_pkg::CON_ID_W-1:0]          conin_entry,

    // ---- To outside: lookups
    // A word is looked up, for the first time or after a wait.
    output logic                                       conlook_valid,
    // Number of the constant load whose word is looked up; valid with `conlook_valid`.
    output logic      [ul1_pkg::CON_ID_W-1:0]          conlook_id,
    // The word is in the constant cache; valid with `conlook_valid`.
    output logic                                       conlook_hit,

    // ---- To and from mmu and fill: the fetch
    // The fetch is offered for translation.
    output logic                                       conmiss_valid,
    // Virtual line of the fetch, as memory has lines; valid with `conmiss_valid`.
    output logic      [LINE_W-1:0]                     conmiss_line,
    // Sectors that the fetch requests; valid with `conmiss_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]           conmiss_sect,
    // Warp of the load that opened the fetch; valid with `conmiss_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]            conmiss_warp,
    // State of the fetch: none, offered, waiting for a page walk, requested, arrived, or served to the load
    // that opened it.
    output logic      [ul1_pkg::CON_STATE_W-1:0]       conmiss_state,
    // The constant cache's request is translated and accepted.
    input  wire logic                                  conmmu_take,
    // The constant cache's request cannot be translated and ends here.
    input  wire logic                                  conmmu_fault,
    // Cause of the constant cache's translation failure; valid with `conmmu_fault`.
    input  wire logic [ul1_pkg::ERR_W-1:0]             conmmu_err,
    // Page walkers that the constant cache's request waits for; it is offered again when one of them ends.
    input  wire logic [ul1_pkg::WALKERS-1:0]           conmmu_wait,
    // Page walkers that end their walk in this cycle, with a translation or a failure.
    input  wire logic [ul1_pkg::WALKERS-1:0]           walk_ends,
    // The arrived response is for the constant cache.
    input  wire logic                                  fill_con,
    // Sectors that the arrived response brings; valid with `fill_here`.
    input  wire logic [ul1_pkg::SECTORS-1:0]           fill_sect,
    // The arrived response reports a read error; valid with `fill_here`.
    input  wire logic                                  fill_err,
    // Words of the arrived line; valid with `fill_here`.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_W-1:0] fill_data,

    // ---- From arb: lines that become invalid
    // The stage-1 pass is of an inval or of the command `line`: clean sectors of its line become invalid.
    input  wire logic                                  pass_inval,
    // Line (virtual) of the stage-1 pass; valid with `pass_cached`.
    input  wire logic [LINE_W-1:0]                     pass_line,

    // ---- To the register file: words
    // A word is written to the register file, the same for all lanes of `con_mask`.
    output logic                                       con_valid,
    // Number of the constant load that is written; valid with `con_valid`.
    output logic      [ul1_pkg::CON_ID_W-1:0]          con_id,
    // Warp of the constant load that is written; valid with `con_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]            con_warp,
    // First destination register of the constant load that is written; valid with `con_valid`.
    output logic      [ul1_pkg::REG_W-1:0]             con_reg,
    // Register for the word, counted from the first; valid with `con_valid`.
    output logic      [ul1_pkg::OFS_W-1:0]             con_ofs,
    // Lanes that get the word: those with its address; valid with `con_valid`.
    output logic      [LANES-1:0]                      con_mask,
    // The word, aligned and extended; valid with `con_valid`.
    output logic      [ul1_pkg::WORD_W-1:0]            con_data,

    // ---- To the instruction side: retirement; to tag: whether a load is in flight
    // A constant load retires, with its last word.
    output logic                                       conret_valid,
    // Number that the retiring constant load frees; valid with `conret_valid`.
    output logic      [ul1_pkg::CON_ID_W-1:0]          conret_id,
    // Warp of the retiring constant load; valid with `conret_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]            conret_warp,
    // Error of the retiring constant load, or none; valid with `conret_valid`.
    output logic      [ul1_pkg::ERR_W-1:0]             conret_err,
    // Lowest failing lane of the retiring constant load; valid with `conret_err`.
    output logic      [LANE_W-1:0]                     conret_lane,
    // All failing lanes of the retiring constant load; valid with `conret_err`.
    output logic      [LANES-1:0]                      conret_mask,
    // Address of the lowest failing lane; valid with `conret_err`.
    output logic      [ul1_pkg::VA_W-1:0]              conret_addr,
    // Bit i: the constant load i is in flight.
    output logic      [ul1_pkg::CON_INSTRS-1:0]        con_used,
    // No constant load is in flight.
    output logic                                       con_idle
    // verilator lint_on UNUSEDSIGNAL
);

  localparam int N          = ul1_pkg::CON_INSTRS;
  localparam int ID_W       = ul1_pkg::CON_ID_W;
  localparam int VA_W       = ul1_pkg::VA_W;
  localparam int WORD_W     = ul1_pkg::WORD_W;
  localparam int BYTE_W     = ul1_pkg::BYTE_W;
  localparam int OFS_W      = ul1_pkg::OFS_W;
  localparam int WAY_W      = ul1_pkg::CON_WAY_W;
  localparam int SETS       = ul1_pkg::CON_SETS;
  localparam int SET_W      = ul1_pkg::CON_SET_W;
  localparam int TAG_W      = ul1_pkg::CON_TAG_W;
  localparam int WAYS       = ul1_pkg::CON_WAYS;
  localparam int ROWS       = ul1_pkg::CONSTANTS;
  localparam int ROW_W      = SET_W + WAY_W;
  localparam int PLACE_W    = ul1_pkg::CON_WORD_W;
  localparam int WORDS      = ul1_pkg::CON_LINE_WORDS;
  localparam int PART_WORDS = ul1_pkg::con_part_words(LANES);
  localparam int PARTS      = ul1_pkg::con_parts(LANES);
  localparam int SECTORS    = ul1_pkg::SECTORS;
  localparam int IN_W       = PLACE_W + BYTE_W;  // bits of an address within a line
  localparam int STATE_W    = ul1_pkg::CON_STATE_W;
  // Bits of an address within a line of this cache, or of memory, the larger of both
  localparam int OUT_W      = IN_W > VA_W - LINE_W ? IN_W : VA_W - LINE_W;

  if (ul1_pkg::CONSTANTS == 0) begin : g_none
    assign {conin_ready, conin_entry, conlook_valid, conlook_id, conlook_hit}                     = '0;
    assign {conmiss_valid, conmiss_line, conmiss_sect, conmiss_warp, conmiss_state}               = '0;
    assign {con_valid, con_id, con_warp, con_reg, con_ofs, con_mask, con_data}                    = '0;
    assign {conret_valid, conret_id, conret_warp, conret_err, conret_lane, conret_mask, conret_addr} = '0;
    assign con_used                                                                               = '0;
    assign con_idle                                                                               = 1'b1;
  end
  else begin : g_built
    // -------------------------------------------------------------------------------------------------------
    // Loads in flight

    logic [N-1:0] valid_q, waits_q, issued_q, unused_ids;

    (* mem2reg *) logic [ul1_pkg::WARP_W-1:0]  warp_q     [0:ul1_fn::entries(N)-1];
    (* mem2reg *) logic [ul1_pkg::REG_W-1:0]   reg_q      [0:ul1_fn::entries(N)-1];
    (* mem2reg *) logic [ul1_pkg::WIDTH_W-1:0] width_q    [0:ul1_fn::entries(N)-1];
    (* mem2reg *) logic                        sign_q     [0:ul1_fn::entries(N)-1];
    (* mem2reg *) logic [OFS_W-1:0]            word_q     [0:ul1_fn::entries(N)-1];  // the next word
    (* mem2reg *) logic [LANES-1:0]            todo_q     [0:ul1_fn::entries(N)-1];  // lanes that wait
    (* mem2reg *) logic [LANES-1:0]            failing_q  [0:ul1_fn::entries(N)-1];
    (* mem2reg *) logic [ul1_pkg::ERR_W-1:0]   err_q      [0:ul1_fn::entries(N)-1];
    (* mem2reg *) logic [LANE_W-1:0]           err_lane_q [0:ul1_fn::entries(N)-1];
    (* mem2reg *) logic [VA_W-1:0]             err_addr_q [0:ul1_fn::entries(N)-1];

    assign con_used    = valid_q;
    assign con_idle    = valid_q == '0;
    assign conin_ready = valid_q != '1 & ~cmd_hold;
    assign unused_ids  = ~valid_q;
    assign conin_entry = ID_W'({ul1_fn::lowest(64'(unused_ids))});

    // The new load
    logic             takes, wrong;
    logic [3:0]       align;
    logic [LANES-1:0] bad;
    logic [LANE_W-1:0] bad_lane;

    always @* begin
      takes    = 1'b0;
      wrong    = 1'b0;
      align    = '0;
      bad      = '0;
      bad_lane = '0;
      if (ul1_fn::sim_gate(in_valid)) begin
        takes = in_valid & ~in_again & in_op == ul1_pkg::OP_LOAD & in_space == ul1_pkg::SPACE_CONST
                & conin_ready;
        wrong = in_atom == ul1_pkg::ATOM_LOCK | in_matrix != ul1_pkg::MATRIX_NONE;
        align = ul1_fn::align_mask(in_width);
        for (int i = 0; i < LANES; i++)
          bad[i] = in_mask[i] & (wrong | (in_addr[i*VA_W +: 4] & align) != '0);
        bad_lane = LANE_W'({ul1_fn::lowest(64'(bad))});
      end
    end

    // -------------------------------------------------------------------------------------------------------
    // First stage: the load whose line has arrived, else the next in rotation. The one in the second stage is
    // the last in rotation, so it is chosen again only if there is no other.

    logic [N-1:0]          ready, behind, next_one, unused_from;
    logic                  choice_valid_q, choice_valid_d, choice_again_q, filled;
    logic [ID_W-1:0]       choice_q, choice_d, chosen_q;
    logic [LANES*VA_W-1:0] addrs;
    logic [STATE_W-1:0]    state_q;
    logic [ID_W-1:0]       fetch_id_q;

    assign ready          = valid_q & ~waits_q & ~issued_q;
    assign behind         = ({N{1'b1}} << chosen_q) << 1;
    assign filled         = state_q == ul1_pkg::CON_STATE_FILLED;
    assign choice_valid_d = filled | ready != '0;
    assign choice_d       = filled ? fetch_id_q : ID_W'({ul1_fn::index(64'(next_one))});

    next_in #(.N(N)) u_next (
        .candidates(ready), .behind, .next(next_one), .from(unused_from)
    );

    ram #(.ROWS(N), .ROW_W(ID_W), .PARTS(1), .PART_W(LANES*VA_W)) u_addrs (
        .clk, .re(choice_valid_d), .raddr(choice_d), .rdata(addrs), .we(takes), .waddr(conin_entry),
        .wdata(in_addr)
    );

    always_ff @(posedge clk) begin
      choice_valid_q <= choice_valid_d & ~rst;
      choice_again_q <= filled;
      if (choice_valid_d) begin
        choice_q <= choice_d;
        chosen_q <= choice_d;
      end
      if (rst) chosen_q <= '0;
    end

    // -------------------------------------------------------------------------------------------------------
    // Second stage: the lowest waiting lane leads, and lanes with its address join it.

    logic [LANES-1:0] todo, first, lanes, left;
    logic [VA_W-1:0]  lead_addr;
    logic [OFS_W-1:0] word;
    logic             leads, ends, last;
    logic             voids;  // the pass in the third stage sends its load back

    logic             look_valid_q, look_again_q, look_last_q;
    logic [ID_W-1:0]  look_id_q;
    logic [OFS_W-1:0] look_word_q;
    logic [LANES-1:0] look_lanes_q;
    logic [VA_W-1:0]  look_addr_q;

    assign leads = choice_valid_q & ~issued_q[choice_q] & (~waits_q[choice_q] | choice_again_q)
                   & ~(voids & look_id_q == choice_q);

    pick #(.WORDS(LANES), .WORD_W(VA_W)) u_lead (.one(first), .words(addrs), .word(lead_addr));

    always @* begin
      todo  = '0;
      first = '0;
      word  = '0;
      if (ul1_fn::sim_gate(choice_valid_q)) begin
        todo  = todo_q[choice_q];
        first = LANES'({ul1_fn::first(64'(todo))});
        word  = word_q[choice_q];
      end
    end

    always @* begin
      lanes = '0;
      ends  = 1'b0;
      last  = 1'b0;
      left  = '0;
      if (ul1_fn::sim_gate(choice_valid_q)) begin
        for (int i = 0; i < LANES; i++) lanes[i] = todo[i] & addrs[i*VA_W +: VA_W] == lead_addr;
        ends = 3'(word) + 3'd1 == ul1_fn::words(width_q[choice_q]) | todo == '0;
        last = ends & todo == lanes;
        left = ends ? todo & ~lanes : todo;
      end
    end

    // A word lies in an aligned access, so its address has no carry.
    always_ff @(posedge clk) begin
      look_valid_q <= leads & ~rst;
      if (leads) begin
        look_id_q    <= choice_q;
        look_again_q <= choice_again_q;
        look_last_q  <= last;
        look_word_q  <= word;
        look_lanes_q <= lanes;
        look_addr_q  <= lead_addr | VA_W'({word, {BYTE_W{1'b0}}});
      end
    end

    // -------------------------------------------------------------------------------------------------------
    // Third stage: the lookup

    logic                      looks, hit, misses, fails, reads, uses, opens;
    logic [WAY_W-1:0]          way, use_way, fetch_way_q;
    logic [ul1_pkg::ERR_W-1:0] fetch_err_q;
    logic [LANES-1:0]          look_left;
    logic [VA_W-1:0]           fetch_addr_q, look_ofs, look_base;

    assign looks         = look_valid_q & look_lanes_q != '0;
    assign conlook_valid = looks & ~look_again_q;
    assign conlook_id    = look_id_q;
    assign conlook_hit   = hit;
    assign misses        = conlook_valid & ~hit;
    assign fails         = look_valid_q & look_again_q & fetch_err_q != ul1_pkg::ERR_NONE;
    assign voids         = misses | fails;
    assign reads         = look_valid_q & ~voids;
    assign uses          = reads & look_lanes_q != '0;
    assign use_way       = look_again_q ? fetch_way_q : way;
    assign opens         = misses & state_q == ul1_pkg::CON_STATE_IDLE;
    assign look_left     = todo_q[look_id_q] & ~look_lanes_q;
    assign look_ofs      = ul1_pkg::VA_W'({look_word_q, {BYTE_W{1'b0}}});
    assign look_base     = look_addr_q & ~look_ofs;

    logic               keeps, arrived, kept_q;
    logic [SECTORS-1:0] got_q;

    logic [PARTS-1:0] there;
    logic [WAYS-1:0]  way_one, use_one;
    logic [SETS-1:0]  drops;
    logic [VA_W-1:0]  drop_addr;

    // The part of an address, one-hot
    function automatic logic [PARTS-1:0] part_of(input logic [VA_W-1:0] addr);
      part_of = PARTS'(1);
      if (PARTS > 1 && addr[IN_W-1]) part_of = PARTS'(2);
    endfunction

    assign use_one   = look_again_q ? WAYS'(1) << fetch_way_q : way_one;
    assign hit       = (there & part_of(look_addr_q)) != '0;
    assign drop_addr = {pass_line, {VA_W-LINE_W{1'b0}}};

    // A line of memory may have several lines of this cache, which are in neighbouring sets.
    always @* begin
      drops = '0;
      if (ul1_fn::sim_gate(pass_inval)) begin
        for (int i = 0; i < SETS; i++)
          drops[i] = pass_inval & (SET_W'(i) ^ drop_addr[IN_W +: SET_W]) >> (OUT_W - IN_W) == '0;
      end
    end

    logic unused_low;
    assign unused_low = ^drop_addr[IN_W-1:0];

    lines #(.SETS(SETS), .SET_W(SET_W), .WAYS(WAYS), .WAY_W(WAY_W), .TAG_W(TAG_W), .PARTS(PARTS))
    u_lines (
        .clk, .rst, .looks, .set(look_addr_q[IN_W +: SET_W]), .tag(look_addr_q[VA_W-1 -: TAG_W]), .there,
        .way, .way_one, .uses, .use_one, .opens, .open_parts({PARTS{1'b0}}), .adds(keeps),
        .add_set(fetch_addr_q[IN_W +: SET_W]), .add_way(fetch_way_q), .add_parts(part_of(fetch_addr_q)),
        .drops_all(cmd_hold), .drops, .drop_tag(drop_addr[VA_W-1 -: TAG_W])
    );

    // -------------------------------------------------------------------------------------------------------
    // The loads at the clock edge

    always_ff @(posedge clk) begin
      if (leads) begin
        todo_q  [choice_q] <= left;
        word_q  [choice_q] <= ends ? '0 : word + 1'b1;
        issued_q[choice_q] <= last;
      end
      if (misses) begin
        todo_q  [look_id_q] <= todo_q[look_id_q] | look_lanes_q;
        word_q  [look_id_q] <= look_word_q;
        issued_q[look_id_q] <= 1'b0;
        waits_q [look_id_q] <= 1'b1;
      end
      if (look_valid_q & look_again_q) waits_q <= '0;
      if (fails) begin
        todo_q   [look_id_q] <= look_left;
        word_q   [look_id_q] <= '0;
        issued_q [look_id_q] <= look_left == '0;
        failing_q[look_id_q] <= failing_q[look_id_q] | look_lanes_q;
        if (failing_q[look_id_q] == '0) begin
          err_q     [look_id_q] <= fetch_err_q;
          err_lane_q[look_id_q] <= LANE_W'({ul1_fn::lowest(64'(look_lanes_q))});
          err_addr_q[look_id_q] <= look_base;
        end
      end
      if (conret_valid) valid_q[conret_id] <= 1'b0;
      if (takes) begin
        valid_q   [conin_entry] <= 1'b1;
        waits_q   [conin_entry] <= 1'b0;
        issued_q  [conin_entry] <= 1'b0;
        warp_q    [conin_entry] <= in_warp;
        reg_q     [conin_entry] <= in_reg;
        width_q   [conin_entry] <= in_width;
        sign_q    [conin_entry] <= in_signed;
        word_q    [conin_entry] <= '0;
        todo_q    [conin_entry] <= bad != '0 ? '0 : in_mask;
        failing_q [conin_entry] <= bad;
        err_q     [conin_entry] <= bad == '0 ? ul1_pkg::ERR_NONE
                                   : wrong ? ul1_pkg::ERR_OP : ul1_pkg::ERR_MISALIGNED;
        err_lane_q[conin_entry] <= bad_lane;
        err_addr_q[conin_entry] <= in_addr[32'(bad_lane)*VA_W +: VA_W];
      end
      if (rst) begin
        valid_q  <= '0;
        waits_q  <= '0;
        issued_q <= '0;
      end
    end

    // -------------------------------------------------------------------------------------------------------
    // The words: read at the end of the third stage, aligned in the next

    logic [WORDS-1:0]                 word_we;
    logic [WORDS*WORD_W-1:0]          row, fill_row;
    logic                             read_valid_q, read_retires_q, out_valid_q, out_retires_q;
    logic [ID_W-1:0]                  read_id_q, out_id_q;
    logic [OFS_W-1:0]                 read_ofs_q;
    logic [LANES-1:0]                 read_lanes_q;
    logic [IN_W-1:0]                  read_at_q;
    logic [WORD_W-1:0]                read_word, low, kept;
    logic [ul1_pkg::WORD_BYTES-1:0]   bytes;
    logic                             negative;

    ram #(.ROWS(ROWS), .ROW_W(ROW_W), .PARTS(WORDS), .PART_W(WORD_W)) u_words (
        .clk, .re(uses), .raddr({look_addr_q[IN_W +: SET_W], use_way}), .rdata(row),
        .we(word_we), .waddr({fetch_addr_q[IN_W +: SET_W], fetch_way_q}), .wdata(fill_row)
    );

    always @* begin
      read_word = '0;
      low       = '0;
      bytes     = '0;
      kept      = '0;
      negative  = 1'b0;
      if (ul1_fn::sim_gate(read_valid_q)) begin
        bytes    = ul1_fn::word_bytes(width_q[read_id_q]);
        kept     = ul1_fn::byte_bits(bytes);
        low      = row[32'(read_at_q[IN_W-1:BYTE_W])*WORD_W +: WORD_W]
                   >> ul1_fn::byte_shift(read_at_q[BYTE_W-1:0]);
        negative = sign_q[read_id_q] & (bytes == 4'b0001 ? low[7] : bytes == 4'b0011 & low[15]);
        read_word = (low & kept) | ({WORD_W{negative}} & ~kept);
      end
    end

    assign con_id      = out_id_q;
    assign con_warp    = warp_q[out_id_q];
    assign con_reg     = reg_q[out_id_q];
    assign con_valid   = out_valid_q & con_mask != '0;
    assign conret_valid = out_valid_q & out_retires_q;
    assign conret_id   = out_id_q;
    assign conret_warp = warp_q[out_id_q];
    assign conret_err  = err_q[out_id_q];
    assign conret_lane = err_lane_q[out_id_q];
    assign conret_mask = failing_q[out_id_q];
    assign conret_addr = err_addr_q[out_id_q];

    always_ff @(posedge clk) begin
      read_valid_q <= (reads | (fails & look_left == '0)) & ~rst;
      out_valid_q  <= read_valid_q & ~rst;
      if (look_valid_q) begin
        read_id_q      <= look_id_q;
        read_ofs_q     <= look_word_q;
        read_retires_q <= fails | look_last_q;
        read_lanes_q   <= fails ? '0 : look_lanes_q;
        read_at_q      <= look_addr_q[IN_W-1:0];
      end
      if (read_valid_q) begin
        out_id_q      <= read_id_q;
        con_ofs       <= read_ofs_q;
        out_retires_q <= read_retires_q;
        con_mask      <= read_lanes_q;
        con_data      <= read_word;
      end
    end

    // -------------------------------------------------------------------------------------------------------
    // The fetch

    logic [ul1_pkg::WALKERS-1:0] walks_q;
    logic [SECTORS-1:0]          wanted, got_d;
    logic                        upper;    // the part is the upper half of memory's line
    logic                        in_part;  // number of the part in its line
    logic                        touched;  // the fetch's line becomes invalid

    assign upper         = LINE_WORDS > PART_WORDS ? fetch_addr_q[IN_W] : 1'b0;
    assign in_part       = PARTS > 1 ? fetch_addr_q[IN_W-1] : 1'b0;
    assign wanted        = LINE_WORDS == PART_WORDS ? {SECTORS{1'b1}}
                           : upper ? {2'b11, 2'b00} : {2'b00, 2'b11};
    assign got_d         = got_q | fill_sect;
    assign arrived       = state_q == ul1_pkg::CON_STATE_SENT & fill_con;
    assign keeps         = arrived & (wanted & ~got_d) == '0 & kept_q & ~fill_err
                           & fetch_err_q == ul1_pkg::ERR_NONE;
    assign touched       = cmd_hold
        | (pass_inval & pass_line[LINE_W-1 -: VA_W-OUT_W] == fetch_addr_q[VA_W-1:OUT_W]);
    assign conmiss_state = state_q;
    assign conmiss_valid = state_q == ul1_pkg::CON_STATE_ASKS;
    assign conmiss_line  = fetch_addr_q[VA_W-1 -: LINE_W];
    assign conmiss_sect  = wanted;
    assign conmiss_warp  = ul1_pkg::READ_SOURCES != 0 ? warp_q[fetch_id_q] : '0;

    always @* begin
      word_we  = '0;
      fill_row = '0;
      if (ul1_fn::sim_gate(arrived)) begin
        for (int w = 0; w < WORDS; w++) begin
          fill_row[w*WORD_W +: WORD_W] =
              fill_data[(LINE_WORDS > PART_WORDS ? 32'(upper)*PART_WORDS + w : w % PART_WORDS)*WORD_W
                        +: WORD_W];
          word_we[w] = arrived & (PARTS == 1 | in_part == (w >= PART_WORDS))
              & fill_sect[LINE_WORDS > PART_WORDS ? 32'(upper)*(SECTORS/2) + w/(PART_WORDS*2/SECTORS)
                          : (w % PART_WORDS)/(PART_WORDS/SECTORS)];
        end
      end
    end

    always_ff @(posedge clk) begin
      case (state_q)
        ul1_pkg::CON_STATE_ASKS: begin
          if (conmmu_take) state_q <= ul1_pkg::CON_STATE_SENT;
          else if (conmmu_fault) begin
            state_q     <= ul1_pkg::CON_STATE_FILLED;
            fetch_err_q <= conmmu_err;
          end else if (conmmu_wait != '0 & (conmmu_wait & walk_ends) == '0) begin
            state_q <= ul1_pkg::CON_STATE_WALKS;
            walks_q <= conmmu_wait;
          end
        end
        ul1_pkg::CON_STATE_WALKS: if ((walks_q & walk_ends) != '0) state_q <= ul1_pkg::CON_STATE_ASKS;
        ul1_pkg::CON_STATE_SENT: begin
          if (arrived) begin
            got_q <= got_d;
            if (fill_err)                 fetch_err_q <= ul1_pkg::ERR_BUS;
            if ((wanted & ~got_d) == '0)  state_q     <= ul1_pkg::CON_STATE_FILLED;
          end
        end
        ul1_pkg::CON_STATE_FILLED: state_q <= ul1_pkg::CON_STATE_AGAIN;
        ul1_pkg::CON_STATE_AGAIN:  if (look_valid_q & look_again_q) state_q <= ul1_pkg::CON_STATE_IDLE;
        default: begin
          if (opens) begin
            state_q      <= ul1_pkg::CON_STATE_ASKS;
            fetch_id_q   <= look_id_q;
            fetch_way_q  <= way;
            fetch_addr_q <= look_addr_q;
            fetch_err_q  <= ul1_pkg::ERR_NONE;
            got_q        <= '0;
            kept_q       <= 1'b1;
          end
        end
      endcase
      if (touched & state_q != ul1_pkg::CON_STATE_IDLE) kept_q <= 1'b0;
      if (rst) state_q <= ul1_pkg::CON_STATE_IDLE;
    end

    always @(posedge clk) begin
      if (!rst) begin
        assert (!(fill_con && state_q != ul1_pkg::CON_STATE_SENT));
        assert (!(conret_valid && !valid_q[conret_id]));
        assert (!(opens && valid_q == '0));
      end
    end
  end

endmodule

`default_nettype wire
