// Pending request table: the lines being fetched. An access that misses opens an entry here or merges into the one its line
// has already; the entry asks for sectors, one request for all that it lacks at a time, and when all have arrived (or
// failed) its accesses are replayed in the order in which they came.

`default_nettype none

module prt #(
    parameter int LANES = 32
) (
    input  wire logic                                                  clk,
    input  wire logic                                                  rst,

    // settings
    input  wire logic                                                  cfg_fetch,

    // from arb, tag: the cached access in stage 1
    input  wire logic [ul1_pkg::ID_W-1:0]                              pass_id,
    input  wire logic [1:0]                                            pass_sub,
    input  wire logic [ul1_pkg::VA_W-$clog2(LANES)-3:0]                pass_line,
    input  wire logic                                                  pass_bypass,
    input  wire logic                                                  look_miss,
    input  wire logic [ul1_pkg::SET_W-1:0]                             look_set,
    input  wire logic [3:0]                                            look_need,
    input  wire logic [3:0]                                            look_have,
    input  wire logic                                                  look_doom,
    input  wire logic                                                  look_way,
    input  wire logic [ul1_pkg::ROW_W-1:0]                             look_row,

    // to lsu, tag: what becomes of it if it misses
    output logic                                                       miss_open,
    output logic                                                       miss_merge,
    output logic                                                       miss_defer,
    output logic      [1:0]                                            miss_cause,
    output logic      [ul1_pkg::KEY_W-1:0]                             miss_key,

    // to and from mmu: the request to send next
    output logic                                                       xl_valid,
    output logic      [ul1_pkg::PRT_W-1:0]                             xl_prt,
    output logic      [ul1_pkg::VA_W-$clog2(LANES)-3:0]                xl_line,
    output logic      [3:0]                                            xl_sect,
    input  wire logic                                                  xl_take,
    input  wire logic                                                  xl_fault,
    input  wire logic                                                  xl_bus,

    // from fill: what arrives; to fill, data, tag: where it belongs, and which entries are complete
    input  wire logic                                                  fill_valid,
    input  wire logic [ul1_pkg::PRT_W-1:0]                             fill_prt,
    input  wire logic [3:0]                                            fill_sect,
    input  wire logic                                                  fill_err,
    output logic      [ul1_pkg::ROW_W-1:0]                             fill_row,
    output logic                                                       fill_done,
    output logic                                                       fault_done,
    output logic      [ul1_pkg::ROW_W-1:0]                             fault_row,

    // from fill: which access is replayed next; to lsu, arb, fill: what is known of it
    input  wire logic                                                  rep_valid,
    input  wire logic [ul1_pkg::PRT_W-1:0]                             rep_prt,
    input  wire logic [ul1_pkg::MRG_W-1:0]                             rep_pos,
    output logic      [ul1_pkg::ID_W-1:0]                              rep_id,
    output logic      [1:0]                                            rep_sub,
    output logic      [ul1_pkg::VA_W-$clog2(LANES)-3:0]                rep_line,
    output logic                                                       rep_last,
    output logic                                                       rep_drop,
    output logic      [2:0]                                            rep_err,

    // from arb: the replay in stage 1
    input  wire logic                                                  pass_rep,
    input  wire logic [ul1_pkg::PRT_W-1:0]                             pass_prt,
    input  wire logic                                                  pass_last,

    // to outside
    output logic      [ul1_pkg::PRT-1:0]                               prt_used,
    output logic      [ul1_pkg::PRT*2-1:0]                             prt_state,
    output logic      [ul1_pkg::PRT*(ul1_pkg::VA_W-$clog2(LANES)-2)-1:0] prt_line,
    output logic      [ul1_pkg::PRT*ul1_pkg::MRG_W-1:0]                prt_merges
);

  localparam int LG     = $clog2(LANES);
  localparam int ID_W   = ul1_pkg::ID_W;
  localparam int KEY_W  = ul1_pkg::KEY_W;
  localparam int ROW_W  = ul1_pkg::ROW_W;
  localparam int PRT    = ul1_pkg::PRT;
  localparam int PRT_W  = ul1_pkg::PRT_W;
  localparam int MERGE  = ul1_pkg::MERGE;
  localparam int MRG_W  = ul1_pkg::MRG_W;
  localparam int LINE_W = ul1_pkg::VA_W - LG - 2;
  localparam int ACC_W  = $clog2(PRT*MERGE);  // bits of an access' place

  // Of each entry, beside the outputs: row, sectors wanted, sent for and got, error, whether the line is dropped in the end.
  // An entry is in the request queue while its state is PRT_ASKS. The accesses of entry i have the places from i x MERGE up.
  logic [ROW_W-1:0]  row    [0:PRT-1];
  logic [3:0]        wanted [0:PRT-1];
  logic [3:0]        sent   [0:PRT-1];
  logic [3:0]        got    [0:PRT-1];
  logic [2:0]        err    [0:PRT-1];
  logic [PRT-1:0]    drop;
  logic [ID_W+2-1:0] access [0:PRT*MERGE-1];

  logic fetch;  // the setting, a cycle old: it changes only while nothing is under way
  always_ff @(posedge clk) fetch <= cfg_fetch;

  // ---------------------------------------------------------------------------------------------------------------------
  // A miss

  logic [PRT-1:0]   same, match, from;
  logic             known;    // its line has an entry,
  logic [PRT_W-1:0] at;       // this one, or else the one to open
  logic             closed, full;
  logic [MRG_W-1:0] merges;   // accesses that wait there already
  logic [3:0]       lacks;    // sectors to be fetched for it
  logic [3:0]       adds;     // those of them that are new to the entry it merges into
  logic             asks;     // its entry has something to ask for

  always_comb begin
    same = '0;
    if (look_miss) begin
      for (int i = 0; i < PRT; i++) same[i] = prt_line[i*LINE_W +: LINE_W] == pass_line;
    end
  end

  assign match      = same & prt_used;
  assign known      = match != '0;
  assign from       = known ? match : ~prt_used;
  assign at         = PRT_W'({ul1_pkg::lowest(64'(from))});
  assign closed     = prt_state[at*2 +: 2] == ul1_pkg::PRT_FILLED | look_doom;
  assign full       = prt_merges[at*MRG_W +: MRG_W] == MRG_W'(MERGE);

  assign miss_open  = look_miss & ~known & look_way & from != '0;
  assign miss_merge = look_miss & known & ~closed & ~full;
  assign miss_defer = look_miss & ~miss_open & ~miss_merge;

  always_comb begin
    if (known) begin
      miss_cause = closed ? ul1_pkg::CAUSE_CLOSED : ul1_pkg::CAUSE_MERGE;
      miss_key   = KEY_W'(at);
    end else if (~look_way) begin
      miss_cause = ul1_pkg::CAUSE_WAY;
      miss_key   = KEY_W'(look_set);
    end else begin
      miss_cause = ul1_pkg::CAUSE_ENTRY;
      miss_key   = '0;
    end
  end

  assign lacks  = (fetch == ul1_pkg::FETCH_LINE ? 4'b1111 : look_need) & ~look_have;
  assign adds   = miss_merge ? lacks & ~wanted[at] : '0;
  assign asks   = miss_open | adds != '0;
  assign merges = known ? prt_merges[at*MRG_W +: MRG_W] : '0;

  // ---------------------------------------------------------------------------------------------------------------------
  // Requests: a ring of entries, with room for all of them

  logic [PRT_W-1:0] queue [0:PRT-1];
  logic [PRT_W:0]   head, tail;      // a bit more than an index, to tell full from empty
  logic             sends;           // the head leaves
  logic             joins;

  assign xl_valid = head != tail;
  assign xl_prt   = xl_valid ? queue[head[PRT_W-1:0]] : '0;
  assign xl_line  = prt_line[xl_prt*LINE_W +: LINE_W];
  assign xl_sect  = wanted[xl_prt] & ~sent[xl_prt];
  assign sends    = xl_take | xl_fault;
  assign joins    = asks & (prt_state[at*2 +: 2] != ul1_pkg::PRT_ASKS | (sends & xl_prt == at));

  always_ff @(posedge clk) begin
    if (joins) queue[tail[PRT_W-1:0]] <= at;
    if (rst) begin
      head <= '0;
      tail <= '0;
    end else begin
      head <= head + (PRT_W+1)'(sends);
      tail <= tail + (PRT_W+1)'(joins);
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Arrivals, and requests that fail. Both may concern one entry in one cycle, and an access merge into it in the same.

  logic       both;                   // they do concern one entry
  logic [3:0] fill_got,  fault_got;   // what the entry has got with them
  logic [3:0] fill_lack, fault_lack;  // what is still to come

  assign both       = fill_valid & xl_fault & fill_prt == xl_prt;
  assign fill_got   = got[fill_prt] | fill_sect | (both ? xl_sect : '0);
  assign fault_got  = got[xl_prt] | xl_sect | (both ? fill_sect : '0);
  assign fill_lack  = (wanted[fill_prt] | (at == fill_prt ? adds : '0)) & ~fill_got;
  assign fault_lack = (wanted[xl_prt] | (at == xl_prt ? adds : '0)) & ~fault_got;

  assign fill_done  = fill_valid & fill_lack == '0;
  assign fault_done = xl_fault & fault_lack == '0 & ~both;
  assign fill_row   = row[fill_prt];
  assign fault_row  = row[xl_prt];

  // ---------------------------------------------------------------------------------------------------------------------
  // Replays

  assign {rep_id, rep_sub} = access[ACC_W'(rep_prt)*ACC_W'(MERGE) + ACC_W'(rep_pos)];
  assign rep_line          = prt_line[rep_prt*LINE_W +: LINE_W];
  assign rep_last          = rep_pos + 1'b1 == prt_merges[rep_prt*MRG_W +: MRG_W];
  assign rep_err           = err[rep_prt];
  assign rep_drop          = drop[rep_prt] | rep_err != ul1_pkg::ERR_NONE;

  logic frees;
  assign frees = pass_rep & pass_last;

  // ---------------------------------------------------------------------------------------------------------------------
  // The entries

  // What changes one entry several times in a cycle stands in this order: a request sent, arrivals, a merge that asks again.
  always_ff @(posedge clk) begin
    if (sends)      prt_state[xl_prt*2   +: 2] <= ul1_pkg::PRT_WAITS;
    if (fill_done)  prt_state[fill_prt*2 +: 2] <= ul1_pkg::PRT_FILLED;
    if (fault_done) prt_state[xl_prt*2   +: 2] <= ul1_pkg::PRT_FILLED;
    if (asks)       prt_state[at*2       +: 2] <= ul1_pkg::PRT_ASKS;
    if (frees)      prt_state[pass_prt*2 +: 2] <= ul1_pkg::PRT_FREE;
    if (miss_open)  prt_used[at]               <= 1'b1;
    if (frees)      prt_used[pass_prt]         <= 1'b0;
    if (rst) begin
      prt_state <= '0;
      prt_used  <= '0;
    end
  end

  always_ff @(posedge clk) begin
    if (miss_open) begin
      prt_line[at*LINE_W +: LINE_W] <= pass_line;
      row [at]                      <= look_row;
      drop[at]                      <= pass_bypass;
    end
    if (miss_open | miss_merge) begin
      prt_merges[at*MRG_W +: MRG_W]                      <= merges + 1'b1;
      access[ACC_W'(at)*ACC_W'(MERGE) + ACC_W'(merges)]  <= {pass_id, pass_sub};
      wanted[at]                                         <= known ? wanted[at] | adds : lacks;
    end
  end

  always_ff @(posedge clk) begin
    if (sends) sent[xl_prt] <= sent[xl_prt] | xl_sect;
    if (xl_fault) begin
      got[xl_prt] <= fault_got;
      if (err[xl_prt] == ul1_pkg::ERR_NONE) err[xl_prt] <= xl_bus ? ul1_pkg::ERR_BUS : ul1_pkg::ERR_PAGE;
    end
    if (fill_valid) begin
      got[fill_prt] <= fill_got;
      if (fill_err & err[fill_prt] == ul1_pkg::ERR_NONE) err[fill_prt] <= ul1_pkg::ERR_BUS;  // before a fault's
    end
    if (miss_open) begin
      sent[at] <= '0;
      got [at] <= '0;
      err [at] <= ul1_pkg::ERR_NONE;
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      assert ((match & (match - 1'b1)) == '0);                          // a line has one entry
      assert (!(miss_open && prt_used[at]));
      assert (!(miss_open && lacks == '0));                             // who misses lacks a sector
      assert (!(miss_merge && merges >= MRG_W'(MERGE)));
      assert (tail - head <= (PRT_W+1)'(PRT));
      assert (!(xl_valid && (prt_state[xl_prt*2 +: 2] != ul1_pkg::PRT_ASKS || xl_sect == '0)));
      assert (!(sends && !xl_valid) && !(xl_take && xl_fault));
      assert (!(fill_valid && prt_state[fill_prt*2 +: 2] == ul1_pkg::PRT_FREE));
      assert (!(fill_valid && (fill_sect & ~sent[fill_prt]) != '0));    // what comes was asked for,
      assert (!(fill_valid && (fill_sect & got[fill_prt]) != '0));      // and comes once
      assert (!(rep_valid && prt_state[rep_prt*2 +: 2] != ul1_pkg::PRT_FILLED));
      assert (!(rep_valid && rep_pos >= prt_merges[rep_prt*MRG_W +: MRG_W]));
      assert (!(pass_rep && prt_state[pass_prt*2 +: 2] != ul1_pkg::PRT_FILLED));
      assert (!(pass_rep && look_miss));
    end
  end

endmodule

`default_nettype wire
