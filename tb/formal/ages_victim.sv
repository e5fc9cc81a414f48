// The victim is exactly one of the ways that may be given up: the lowest empty one, else the least recently
// touched. A pending or locked way is not among them, so it is never given up.

module ages_victim (
    input wire clk,
    input wire rst,
    input wire next, looks_in, gives_in, touches_in, oldest,
    input wire [ul1_pkg::SET_W-1:0] ahead_set,
    input wire [ul1_pkg::WAYS-1:0] can, empty, way
);

  localparam int WAYS = ul1_pkg::WAYS, SET_W = ul1_pkg::SET_W;
  wire [WAYS-1:0] victim;
  wire clear = rst;
  reg  [SET_W-1:0] set;
  wire ahead_stays = ahead_set == set;

  // As the tag unit has it: a set is looked up in the cycle after it was announced
  reg announced;
  wire looks = looks_in & announced, gives = gives_in & looks, touches = touches_in & looks;

  tag_ages dut (.*);

  // The order of touches in one set. Row w: the ways touched before way w.
  (* anyconst *) reg [SET_W-1:0] candidates;
  reg [WAYS*WAYS-1:0] earlier;
  reg begins = 1'b1;
  reg [WAYS-1:0] both;
  always @(posedge clk) begin
    begins     <= 1'b0;
    assume (rst == begins);
    assume (way != '0 && (way & (way - 1'b1)) == '0);
    announced  <= !rst & next;
    if (next) set <= ahead_set;
    for (int w = 0; w < WAYS; w++) begin
      // as if higher ways had been touched first
      if (rst) earlier[w*WAYS +: WAYS] <= ~((WAYS'(2) << w) - 1'b1);
      else if (touches && set == candidates) earlier[w*WAYS +: WAYS] <= way[w] ? ~way
          : earlier[w*WAYS +: WAYS]
          & ~way;
    end
    if (!rst) begin
      if (!gives) assert (victim == '0);
      else begin
        assert ((victim & ~can) == '0 && (victim & (victim - 1'b1)) == '0 && (victim != '0) == (can != '0));
        both = can & empty;
        if (both != '0) assert (victim == (both & -both));
        else if (set == candidates) begin
          for (int w = 0; w < WAYS; w++) if (victim[w]) assert ((can & earlier[w*WAYS +: WAYS]) == '0);
        end
      end
    end
  end

endmodule
