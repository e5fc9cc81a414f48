// Whether a sub-warp that bets still does, a part of lsu: whether there is anything of its warp left that it may have to wait
// for long, but of its own.

`default_nettype none

module lsu_bets (
    input  wire logic                          bets,
    input  wire logic [ul1_pkg::PT_W-1:0]      entry,
    input  wire logic [ul1_pkg::WARP_W-1:0]    warp,
    input  wire logic                          store,
    input  wire logic                          ordered,

    // the lines of new accesses; the one that is looked up in stage 1
    input  wire logic [ul1_pkg::NEW_LINES-1:0] line_news,
    input  wire logic [ul1_pkg::NEW_LINES*ul1_pkg::PT_W-1:0]   line_entries,
    input  wire logic [ul1_pkg::NEW_LINES*ul1_pkg::WARP_W-1:0] line_warps,
    input  wire logic                          s1_look,
    input  wire logic [ul1_pkg::PT_W-1:0]      s1_entry,
    input  wire logic [ul1_pkg::WARP_W-1:0]    s1_warp,

    // of the warps: upkeep, an ordered load that is not done, a sleeper
    input  wire logic [2**ul1_pkg::WARP_W-1:0] tending,
    input  wire logic [2**ul1_pkg::WARP_W-1:0] loading,
    input  wire logic [2**ul1_pkg::WARP_W-1:0] sleeping,

    output logic                               still
);

  localparam int PT_W   = ul1_pkg::PT_W;
  localparam int WARP_W = ul1_pkg::WARP_W;

  always @* begin
    still = 1'b0;
    if (bets) begin
      still = (s1_look & s1_warp == warp & s1_entry != entry) | tending[warp] | (ordered & loading[warp])
               | (store & sleeping[warp]);
      for (int l = 0; l < ul1_pkg::NEW_LINES; l++) begin
        still = still | (line_news[l] & line_warps[l*WARP_W +: WARP_W] == warp & line_entries[l*PT_W +: PT_W] != entry);
      end
    end
  end

endmodule

`default_nettype wire
