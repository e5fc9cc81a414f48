// Of the instructions of a warp in the new queue the one that joined first is the first, and one of them is; who is followed is so by
// the next of its warp, and that is its heir.
//
// The order in which they joined is kept beside the module: `older`, of each those that were there when it came. Proved is a step, from
// a reset or any state in which all that is here fits that order, to one in which it does again.

module order_warps (
    input wire clk,
    input wire rst,
    input wire joins,
    input wire [ul1_pkg::PT_W-1:0] join_entry,
    input wire [1:0] goes, join_warp,
    input wire [2*ul1_pkg::PT_W-1:0] leaver,
    input wire [ul1_pkg::PT-1:0] stale, of_some
);

  localparam int PT = ul1_pkg::PT, PT_W = ul1_pkg::PT_W;
  wire [PT-1:0] members, first, heirs;
  wire [2*PT-1:0] leavers = {PT'(1) << leaver[PT_W +: PT_W], PT'(1) << leaver[0 +: PT_W]};

  // The warp of each
  reg [1:0] warp [0:PT-1];
  reg [PT-1:0] join_kin;
  always @* for (int i = 0; i < PT; i++) join_kin[i] = members[i] ? warp[i] == join_warp : stale[i];

  lsu_order #(.LEAVERS(2)) dut (.*);

  // names within the module
  (* hierconn *) wire [PT-1:0] \dut.followed ;
  (* hierconn *) wire [PT-1:0] \dut.behind[0] , \dut.behind[1] , \dut.behind[2] , \dut.behind[3] , \dut.behind[4] ;

  // Who joined before whom; of each the others of its warp, and of those who came behind it; who is told to be the next
  reg [PT-1:0]   older [0:PT-1];
  reg [PT-1:0]   kin [0:PT-1], later [0:PT-1];
  reg [PT_W-1:0] next [0:PT-1];
  reg [PT-1:0]   fits;               // of each that it is first, followed, and by whom, as the order says
  reg            total;
  always @* begin
    total = 1'b1;
    for (int i = 0; i < PT; i++) begin
      for (int j = 0; j < PT; j++) begin
        kin[i][j]   = i != j && members[i] && members[j] && warp[i] == warp[j];
        later[i][j] = older[j][i];
        if (i != j && members[i] && members[j]) total = total & older[i][j] != older[j][i];
        if (i != j && members[i] && members[j] && older[i][j]) total = total & (older[j] & members & ~older[i]) == '0;
      end
      total = total & !(members[i] && older[i][i]);
      next[i] = {\dut.behind[4] [i], \dut.behind[3] [i], \dut.behind[2] [i], \dut.behind[1] [i], \dut.behind[0] [i]};
    end
    for (int i = 0; i < PT; i++) begin
      fits[i] = first[i] == (members[i] && (kin[i] & older[i]) == '0)
                && (!members[i] || \dut.followed [i] == ((kin[i] & later[i]) != '0));
      if (members[i] && \dut.followed [i]) begin
        fits[i] = fits[i] && next[i] < PT;
        for (int j = 0; j < PT; j++) begin
          if (next[i] == PT_W'(j)) fits[i] = fits[i] && kin[i][j] && later[i][j] && (kin[i] & later[i] & older[j]) == '0;
        end
      end
    end
  end

  // Of each warp that is here one is the first, and one is followed by none. (It could be told from the order, but by nobody soon.)
  reg [3:0] ends;
  reg [PT-1:0] of_warp;
  always @* begin
    for (int w = 0; w < 4; w++) begin
      for (int i = 0; i < PT; i++) of_warp[i] = members[i] && warp[i] == 2'(w);
      ends[w] = of_warp == '0 || ((of_warp & first) != '0 && (of_warp & ~\dut.followed ) != '0);
    end
  end

  // The order is one of any three
  (* anyconst *) reg [PT_W-1:0] x, y, z;
  (* anyconst *) reg [1:0] some;
  wire of_three = !(members[x] && members[y] && members[z])
                  || ((older[x][y] ^ older[y][x]) == (x != y) && !(older[x][y] && older[y][z] && !older[x][z]) && !older[x][x]);

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (!begins || rst || (total && fits == '1 && ends == '1));
    assume (x < PT && y < PT && z < PT);
    // the contract: who joins is not in it; who goes is the first of its warp
    assume (!joins || (join_entry < PT && !members[join_entry]));
    for (int k = 0; k < 2; k++) assume (leaver[k*PT_W +: PT_W] < PT && (!goes[k] || (leavers[k*PT +: PT] & members & ~first) == '0));
    if (joins) begin
      warp[join_entry] <= join_warp;
      for (int i = 0; i < PT; i++) older[i] <= join_entry == PT_W'(i) ? members : older[i] & ~(PT'(1) << join_entry);
    end
    if (!rst) begin
      assert (of_three);
      assert (fits[x]);
      assert (ends[some]);
      // (what follows from such a state: an heir is the next of a first one)
      if (begins && heirs[y]) assert ((kin[y] & first & of_some & older[y]) != '0);
    end
  end

endmodule
