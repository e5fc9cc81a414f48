// Computes the registers of a sub-warp, slot by slot: the lane and the register's offset; it is a part of
// lsu. It serves the beats to pull and the words to write.

`default_nettype none

module lsu_registers #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES)
) (
    // The registers are needed; the outputs are zero otherwise (in simulation).
    input  wire logic                            valid,
    // Access width of the instruction.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     width,
    // Sub-warp.
    input  wire logic [ul1_pkg::SUB_W-1:0]       sub,
    // A matrix access, plain or transposed; none for any other.
    input  wire logic [ul1_pkg::MATRIX_W-1:0]    matrix,
    // Lane of each slot; of a matrix access, of the lower half of its word.
    output logic      [LANES*LANE_W-1:0]         lane,
    // Register of that lane for each slot, counted from the first of the access.
    output logic      [LANES*ul1_pkg::OFS_W-1:0] ofs,
    // Lane of the upper half of each slot's word of a matrix access; zero for any other.
    output logic      [LANES*LANE_W-1:0]         high,
    // Slots of a transposed matrix access that stand for upper halves of registers.
    output logic      [LANES-1:0]                half
);

  // Lane numbers in order, in pairs, in quads; and the topmost bits of each
  function automatic logic [LANES*LANE_W-1:0] every(input int number);
    for (int s = 0; s < LANES; s++) every[s*LANE_W +: LANE_W] = LANE_W'(s / number);
  endfunction

  localparam logic [LANES*LANE_W-1:0] SINGLE = every(1), PAIRS = every(2), QUADS = every(4);
  localparam logic [LANES*LANE_W-1:0] HALF    = {LANES{1'b1, {LANE_W-1{1'b0}}}};
  localparam logic [LANES*LANE_W-1:0] QUARTER = {LANES{2'b01, {LANE_W-2{1'b0}}}};

  logic [LANES*LANE_W-1:0]         lane_own;  // those of any access but a matrix access
  logic [LANES*ul1_pkg::OFS_W-1:0] ofs_own;

  always @* begin
    lane_own = '0;
    ofs_own  = '0;
    if (ul1_fn::sim_gate(valid)) begin
      case (ul1_fn::words(width))
        3'd1: lane_own = SINGLE;
        3'd2: begin
          lane_own = PAIRS | (sub[0] ? HALF : '0);
          ofs_own  = {LANES/2{4'b01_00}};
        end
        default: begin
          lane_own = QUADS | (sub[1] ? HALF : '0) | (sub[0] ? QUARTER : '0);
          ofs_own  = {LANES/4{8'b11_10_01_00}};
        end
      endcase
    end
  end

  // A row of a matrix has four slots, and a slot two columns. A column has LANES/8 lanes, each with a pair of
  // rows. These are the lanes of even columns.
  function automatic logic [LANES*LANE_W-1:0] columns();
    for (int s = 0; s < LANES; s++) columns[s*LANE_W +: LANE_W] = LANE_W'(s % 4 * (LANES/4) + s / 8);
  endfunction

  localparam logic [LANES*LANE_W-1:0] EVEN_COLUMN = columns();
  localparam logic [LANES*LANE_W-1:0] ODD         = {LANES{LANE_W'(LANES/8)}};

  always @* begin
    lane = lane_own;
    ofs  = ofs_own;
    high = '0;
    half = '0;
    if (ul1_pkg::MATRIX != 0 & matrix != ul1_pkg::MATRIX_NONE) begin
      lane = SINGLE;
      ofs  = {LANES{sub}};
      high = SINGLE;
    end
    if (ul1_pkg::MATRIX != 0 & matrix == ul1_pkg::MATRIX_TRANS) begin
      lane = EVEN_COLUMN;
      high = EVEN_COLUMN | ODD;
      half = {LANES/8{8'hf0}};
    end
  end

endmodule

`default_nettype wire
