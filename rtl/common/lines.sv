// Tags of a small read-only cache: each line has a tag, a valid bit for each of its parts, and an age among
// the ways of its set. The words are in a memory beside this.

`default_nettype none

module lines #(
    parameter int SETS  = 8,
    parameter int SET_W = 3,
    parameter int WAYS  = 4,
    parameter int WAY_W = 2,
    parameter int TAG_W = 30,
    parameter int PARTS = 2
) (
    input  wire logic                  clk,
    input  wire logic                  rst,

    // ---- The lookup
    // A line is looked up.
    input  wire logic                  looks,
    // Set of the line; valid with `looks` or `uses`.
    input  wire logic [SET_W-1:0]      set,
    // Tag of the line; valid with `looks`.
    input  wire logic [TAG_W-1:0]      tag,
    // Parts of the line that are there; zero without `looks`, or if no way has the line.
    output logic      [PARTS-1:0]      there,
    // Way of the line, or else the victim of its set; valid with `looks`.
    output logic      [WAY_W-1:0]      way,
    // The same, one-hot.
    output logic      [WAYS-1:0]       way_one,
    // A line is used: its way becomes the youngest of the set; only with `looks`.
    input  wire logic                  uses,
    // Way of the line that is used, one-hot; valid with `uses`.
    input  wire logic [WAYS-1:0]       use_one,
    // The line that is looked up has the way from now on; only with `looks`.
    input  wire logic                  opens,
    // Parts that are valid from now on, beside those that are there; valid with `opens`.
    input  wire logic [PARTS-1:0]      open_parts,

    // ---- Parts that are valid later
    // Parts become valid.
    input  wire logic                  adds,
    // Set of their line; valid with `adds`.
    input  wire logic [SET_W-1:0]      add_set,
    // Way of their line; valid with `adds`.
    input  wire logic [WAY_W-1:0]      add_way,
    // Parts that become valid; valid with `adds`.
    input  wire logic [PARTS-1:0]      add_parts,

    // ---- Invalidations
    // All lines become invalid.
    input  wire logic                  drops_all,
    // Sets of which lines with `drop_tag` become invalid.
    input  wire logic [SETS-1:0]       drops,
    // Tag of the lines that become invalid; valid with any bit of `drops`.
    input  wire logic [TAG_W-1:0]      drop_tag
);

  logic [SETS*WAYS*TAG_W-1:0] tag_q;
  logic [SETS*WAYS*PARTS-1:0] parts_q;
  logic [SETS*WAYS*WAY_W-1:0] age_q;   // 0: the way used last

  // ---------------------------------------------------------------------------------------------------------
  // The set that is looked up

  logic [WAYS*TAG_W-1:0] set_tag;
  logic [WAYS*PARTS-1:0] set_parts;
  logic [WAYS*WAY_W-1:0] set_age, age_d;
  logic [WAYS-1:0]       same, unused, oldest, rather;
  logic [SETS-1:0]       set_one;
  logic [WAY_W-1:0]      age;

  assign set_one = SETS'(looks) << set;

  pick #(.WORDS(SETS), .WORD_W(WAYS*TAG_W)) u_tag   (.one(set_one), .words(tag_q),   .word(set_tag));
  pick #(.WORDS(SETS), .WORD_W(WAYS*PARTS)) u_parts (.one(set_one), .words(parts_q), .word(set_parts));
  pick #(.WORDS(SETS), .WORD_W(WAYS*WAY_W)) u_ages  (.one(set_one), .words(age_q),   .word(set_age));

  always @* begin
    same      = '0;
    unused    = '0;
    oldest    = '0;
    rather    = '0;
    way_one   = '0;
    there     = '0;
    way       = '0;
    if (ul1_fn::sim_gate(looks)) begin
      for (int w = 0; w < WAYS; w++) begin
        unused[w] = set_parts[w*PARTS +: PARTS] == '0;
        same  [w] = ~unused[w] & set_tag[w*TAG_W +: TAG_W] == tag;
        oldest[w] = set_age[w*WAY_W +: WAY_W] == WAY_W'(WAYS - 1);
        there     = there | (set_parts[w*PARTS +: PARTS] & {PARTS{same[w]}});
      end
      rather  = unused != '0 ? unused : oldest;
      way_one = same != '0 ? same : rather & -rather;
      way     = WAY_W'({ul1_fn::index(64'(way_one))});
    end
  end

  pick #(.WORDS(WAYS), .WORD_W(WAY_W)) u_age (.one(use_one), .words(set_age), .word(age));

  // The ages with the used way as the youngest
  always @* begin
    age_d = '0;
    if (ul1_fn::sim_gate(uses)) begin
      for (int w = 0; w < WAYS; w++) begin
        age_d[w*WAY_W +: WAY_W] = use_one[w] ? '0
            : set_age[w*WAY_W +: WAY_W] + WAY_W'(set_age[w*WAY_W +: WAY_W] < age);
      end
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // The clock edge. A lookup comes before an invalidation in its cycle, so a line that it opens is dropped.

  logic [SETS*WAYS-1:0] opened, dropped;

  always @* begin
    opened  = '0;
    dropped = '0;
    if (ul1_fn::sim_gate(opens)) begin
      for (int s = 0; s < SETS; s++)
        for (int w = 0; w < WAYS; w++) opened[s*WAYS+w] = opens & set_one[s] & way_one[w];
    end
    if (ul1_fn::sim_gate(drops != '0 | drops_all)) begin
      for (int s = 0; s < SETS; s++)
        for (int w = 0; w < WAYS; w++)
          dropped[s*WAYS+w] = drops_all
              | (drops[s] & (opened[s*WAYS+w] ? tag : tag_q[(s*WAYS+w)*TAG_W +: TAG_W]) == drop_tag);
    end
  end

  always_ff @(posedge clk) begin
    if (ul1_fn::sim_gate(uses)) begin
      for (int s = 0; s < SETS; s++)
        if (uses & set_one[s]) age_q[s*WAYS*WAY_W +: WAYS*WAY_W] <= age_d;
    end
    if (ul1_fn::sim_gate(opens)) begin
      for (int i = 0; i < SETS*WAYS; i++) begin
        if (opened[i]) begin
          tag_q  [i*TAG_W +: TAG_W] <= tag;
          parts_q[i*PARTS +: PARTS] <= there | open_parts;
        end
      end
    end
    if (ul1_fn::sim_gate(adds)) begin
      for (int s = 0; s < SETS; s++) begin
        for (int w = 0; w < WAYS; w++) begin
          if (adds & add_set == SET_W'(s) & add_way == WAY_W'(w))
            parts_q[(s*WAYS+w)*PARTS +: PARTS] <= parts_q[(s*WAYS+w)*PARTS +: PARTS] | add_parts;
        end
      end
    end
    if (ul1_fn::sim_gate(drops != '0 | drops_all)) begin
      for (int i = 0; i < SETS*WAYS; i++) if (dropped[i]) parts_q[i*PARTS +: PARTS] <= '0;
    end
    if (rst) begin
      parts_q <= '0;
      for (int i = 0; i < SETS*WAYS; i++) age_q[i*WAY_W +: WAY_W] <= WAY_W'(i % WAYS);
    end
  end

  always @(posedge clk) begin
    if (!rst & (looks | adds)) begin
      assert (!ul1_fn::several(64'(same)));  // a line is in one way
      assert (!(adds && opens));             // one fetch is open at a time
    end
  end

endmodule

`default_nettype wire
