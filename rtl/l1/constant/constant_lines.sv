// Lines of the constant cache: a part of constant. Each line has a tag, a valid bit for each part, and an age
// among the four ways of its set; the words are in a memory beside this.

`default_nettype none

module constant_lines #(
    parameter  int LANES     = 32,
    localparam int CON_PARTS = ul1_pkg::con_parts(LANES),
    localparam int COLUMN_W  = ul1_pkg::column_w(LANES),
    localparam int LINE_W    = ul1_pkg::line_w(LANES)
) (
    input  wire logic                              clk,
    input  wire logic                              rst,

    // ---- The lookup
    // A word is looked up, or a line is used again that was fetched.
    input  wire logic                              looks,
    // Address of the word; valid with `looks`.
    input  wire logic [ul1_pkg::VA_W-1:0]          look_addr,
    // The word's part of its line is there; zero without `looks`.
    output logic                                   hit,
    // Way of the line, or else the victim of its set; valid with `looks`.
    output logic      [ul1_pkg::CON_WAY_W-1:0]     way,
    // The word is used, of this way; its way becomes the youngest.
    input  wire logic                              uses,
    // Way of the word that is used; valid with `uses`.
    input  wire logic [ul1_pkg::CON_WAY_W-1:0]     use_way,
    // A fetch is opened for the word: its line has the way from now on.
    input  wire logic                              opens,

    // ---- The fetch
    // The part that was fetched is there from now on.
    input  wire logic                              keeps,
    // Address of the fetch; valid with `keeps`.
    input  wire logic [ul1_pkg::VA_W-1:0]          fetch_addr,
    // Way of the fetch; valid with `keeps`.
    input  wire logic [ul1_pkg::CON_WAY_W-1:0]     fetch_way,

    // ---- Invalidations
    // All lines become invalid.
    input  wire logic                              drops_all,
    // The line of memory at `drop_line` becomes invalid.
    input  wire logic                              drops,
    // Line that becomes invalid; valid with `drops`.
    input  wire logic [LINE_W-1:0]                 drop_line
);

  localparam int VA_W   = ul1_pkg::VA_W;
  localparam int WAYS   = ul1_pkg::CON_WAYS;
  localparam int WAY_W  = ul1_pkg::CON_WAY_W;
  localparam int SETS   = ul1_pkg::CON_SETS;
  localparam int SET_W  = ul1_pkg::CON_SET_W;
  localparam int TAG_W  = ul1_pkg::CON_TAG_W;
  localparam int IN_W   = ul1_pkg::CON_WORD_W + ul1_pkg::BYTE_W;  // bits of an address within a line
  localparam int LINE_IN_W = COLUMN_W + ul1_pkg::BYTE_W;          // the same, within memory's line
  localparam int OVER   = LINE_IN_W > IN_W ? LINE_IN_W - IN_W : 0;  // lowest bits of a set that are in a line
  localparam int PART_B = IN_W - (CON_PARTS > 1 ? $clog2(CON_PARTS) : 1);  // bit of the part's number

  logic [SETS*WAYS*TAG_W-1:0]     tag_q;
  logic [SETS*WAYS*CON_PARTS-1:0] parts_q;
  logic [SETS*WAYS*WAY_W-1:0]     age_q;   // 0: the way used last

  // The part of an address, one-hot
  function automatic logic [CON_PARTS-1:0] part_of(input logic [VA_W-1:0] addr);
    part_of = CON_PARTS'(1);
    if (CON_PARTS > 1 && addr[PART_B]) part_of = CON_PARTS'(2);
  endfunction

  // ---------------------------------------------------------------------------------------------------------
  // The set that is looked up

  logic [SET_W-1:0]          set;
  logic [WAYS*TAG_W-1:0]     set_tag;
  logic [WAYS*CON_PARTS-1:0] set_parts;
  logic [WAYS*WAY_W-1:0]     set_age, age_d;
  logic [WAYS-1:0]           same, there, unused, oldest, rather, chosen;
  logic [WAY_W-1:0]          age;

  always @* begin
    set       = look_addr[IN_W +: SET_W];
    set_tag   = '0;
    set_parts = '0;
    set_age   = '0;
    same      = '0;
    there     = '0;
    unused    = '0;
    oldest    = '0;
    rather    = '0;
    chosen    = '0;
    hit       = 1'b0;
    way       = '0;
    if (ul1_fn::sim_gate(looks)) begin
      set_tag   = tag_q  [32'(set)*WAYS*TAG_W     +: WAYS*TAG_W];
      set_parts = parts_q[32'(set)*WAYS*CON_PARTS +: WAYS*CON_PARTS];
      set_age   = age_q  [32'(set)*WAYS*WAY_W     +: WAYS*WAY_W];
      for (int w = 0; w < WAYS; w++) begin
        unused[w] = set_parts[w*CON_PARTS +: CON_PARTS] == '0;
        same  [w] = ~unused[w] & set_tag[w*TAG_W +: TAG_W] == look_addr[VA_W-1 -: TAG_W];
        there [w] = same[w] & (set_parts[w*CON_PARTS +: CON_PARTS] & part_of(look_addr)) != '0;
        oldest[w] = set_age[w*WAY_W +: WAY_W] == WAY_W'(WAYS - 1);
      end
      hit    = looks & there != '0;
      rather = unused != '0 ? unused : oldest;
      chosen = same != '0 ? same : rather & -rather;
      way    = WAY_W'({ul1_fn::index(64'(chosen))});
    end
  end

  // The ages with the used way as the youngest
  always @* begin
    age   = '0;
    age_d = '0;
    if (ul1_fn::sim_gate(uses)) begin
      age = set_age[32'(use_way)*WAY_W +: WAY_W];
      for (int w = 0; w < WAYS; w++) begin
        age_d[w*WAY_W +: WAY_W] = use_way == WAY_W'(w) ? '0
            : set_age[w*WAY_W +: WAY_W] + WAY_W'(set_age[w*WAY_W +: WAY_W] < age);
      end
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // Lines that become invalid

  logic [SETS*WAYS-1:0] dropped;
  logic [VA_W-1:0]      drop_addr;

  assign drop_addr = {drop_line, {LINE_IN_W{1'b0}}};

  logic unused_low;
  assign unused_low = ^drop_addr[IN_W-1:0];

  always @* begin
    dropped = '0;
    if (ul1_fn::sim_gate(drops | drops_all)) begin
      for (int s = 0; s < SETS; s++) begin
        for (int w = 0; w < WAYS; w++) begin
          dropped[s*WAYS+w] = drops_all
              | (drops & (SET_W'(s) ^ drop_addr[IN_W +: SET_W]) >> OVER == '0
                 & tag_q[(s*WAYS+w)*TAG_W +: TAG_W] == drop_addr[VA_W-1 -: TAG_W]);
        end
      end
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // The clock edge

  logic [SET_W-1:0] fetch_set;
  assign fetch_set = fetch_addr[IN_W +: SET_W];

  always_ff @(posedge clk) begin
    if (uses) age_q[32'(set)*WAYS*WAY_W +: WAYS*WAY_W] <= age_d;
    if (opens) begin
      tag_q[(32'(set)*WAYS + 32'(way))*TAG_W +: TAG_W] <= look_addr[VA_W-1 -: TAG_W];
      if (same == '0) parts_q[(32'(set)*WAYS + 32'(way))*CON_PARTS +: CON_PARTS] <= '0;
    end
    if (keeps) begin
      parts_q[(32'(fetch_set)*WAYS + 32'(fetch_way))*CON_PARTS +: CON_PARTS] <=
          parts_q[(32'(fetch_set)*WAYS + 32'(fetch_way))*CON_PARTS +: CON_PARTS] | part_of(fetch_addr);
    end
    if (ul1_fn::sim_gate(drops | drops_all)) begin
      for (int i = 0; i < SETS*WAYS; i++) if (dropped[i]) parts_q[i*CON_PARTS +: CON_PARTS] <= '0;
    end
    if (rst) begin
      parts_q <= '0;
      for (int i = 0; i < SETS*WAYS; i++) age_q[i*WAY_W +: WAY_W] <= WAY_W'(i % WAYS);
    end
  end

  always @(posedge clk) begin
    if (!rst & (looks | keeps)) begin
      assert (!ul1_fn::several(64'(same)));  // a line is in one way
      assert (!(keeps && opens));            // one fetch is open at a time
    end
  end

endmodule

`default_nettype wire
