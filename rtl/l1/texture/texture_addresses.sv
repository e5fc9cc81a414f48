// Addresses of texels: a part of texture. The quad that enters has the addresses of its slots four cycles
// later. In its stages the coordinates become columns and rows, then rows become distances, then the starts
// of rows, then addresses. A stage moves if the next one is free, or becomes free.

`default_nettype none

module texture_addresses #(
    parameter  int LANES  = 32,
    localparam int QUAD_W = ul1_pkg::tex_quad_w(LANES)
) (
    input  wire logic                                    clk,
    input  wire logic                                    rst,

    // ---- The quad that enters
    // A quad may enter in this cycle.
    output logic                                         ready,
    // A quad enters; only with `ready`.
    input  wire logic                                    enters,
    // Number of its instruction; valid with `enters`.
    input  wire logic [ul1_pkg::TEX_ID_W-1:0]            enter_id,
    // Number of the quad; valid with `enters`.
    input  wire logic [QUAD_W-1:0]                       enter_quad,
    // Its active lanes; none if the instruction has none; valid with `enters`.
    input  wire logic [ul1_pkg::TEX_LANES-1:0]           enter_lanes,
    // It is the last quad of its instruction; valid with `enters`.
    input  wire logic                                    enter_last,
    // Coordinates of the whole instruction, of the quad that entered last.
    input  wire logic [LANES*ul1_pkg::TEX_COORD_W-1:0]   u,
    // The same for rows.
    input  wire logic [LANES*ul1_pkg::TEX_COORD_W-1:0]   v,
    // Address of the texture of the quad that entered last, in blocks.
    input  wire logic [ul1_pkg::TEX_BASE_W-1:0]          base,
    // Its pitch.
    input  wire logic [ul1_pkg::TEX_PITCH_W-1:0]         pitch,
    // Its last column.
    input  wire logic [ul1_pkg::TEX_SIZE_W-1:0]          last_u,
    // Its last row.
    input  wire logic [ul1_pkg::TEX_SIZE_W-1:0]          last_v,
    // Its format.
    input  wire logic [ul1_pkg::TEXFMT_W-1:0]            format,
    // Its layout.
    input  wire logic [ul1_pkg::LAYOUT_W-1:0]            layout,
    // Its border.
    input  wire logic [ul1_pkg::BORDER_W-1:0]            border,
    // Its filter.
    input  wire logic [ul1_pkg::FILTER_W-1:0]            filter,

    // ---- The quad that leaves
    // The next stage is free, or becomes free.
    input  wire logic                                    next_ready,
    // A quad has its addresses; it leaves with `next_ready`.
    output logic                                         valid,
    // Number of its instruction; valid with `valid`.
    output logic [ul1_pkg::TEX_ID_W-1:0]                 id,
    // Number of the quad; valid with `valid`.
    output logic [QUAD_W-1:0]                            quad,
    // Its active lanes; valid with `valid`.
    output logic [ul1_pkg::TEX_LANES-1:0]                lanes,
    // It is the last quad of its instruction; valid with `valid`.
    output logic                                         last,
    // Its format; valid with `valid`.
    output logic [ul1_pkg::TEXFMT_W-1:0]                 quad_format,
    // Slots that its active lanes ask for; valid with `valid`.
    output logic [ul1_pkg::TEX_SLOTS-1:0]                slots,
    // Address of each slot; valid with `valid`.
    output logic [ul1_pkg::TEX_SLOTS*ul1_pkg::VA_W-1:0]  addr,
    // Weight of the second column of each lane's sample; valid with `valid`.
    output logic [ul1_pkg::TEX_LANES*ul1_pkg::TEX_FRAC_W-1:0] weight_u,
    // Weight of the second row; valid with `valid`.
    output logic [ul1_pkg::TEX_LANES*ul1_pkg::TEX_FRAC_W-1:0] weight_v
);

  localparam int N       = ul1_pkg::TEX_LANES;
  localparam int K       = ul1_pkg::WORDS;       // slots of a lane
  localparam int ID_W    = ul1_pkg::TEX_ID_W;
  localparam int VA_W    = ul1_pkg::VA_W;
  localparam int COORD_W = ul1_pkg::TEX_COORD_W;
  localparam int FRAC_W  = ul1_pkg::TEX_FRAC_W;
  localparam int SIZE_W  = ul1_pkg::TEX_SIZE_W;
  localparam int PITCH_W = ul1_pkg::TEX_PITCH_W;
  localparam int GRAIN_W = ul1_pkg::TEX_GRAIN_W;
  localparam int BASE_W  = ul1_pkg::TEX_BASE_W;
  localparam int FMT_W   = ul1_pkg::TEXFMT_W;
  localparam int X_W     = SIZE_W + 4;           // bits of a place within a row, in bytes
  localparam int LOW_W   = 5;                    // bits of an address below the unit of pitch
  localparam int HIGH_W  = VA_W - LOW_W;         // the others
  localparam int ROWS_W  = SIZE_W + PITCH_W;     // bits of the distance of a row
  localparam int KIND_W  = ID_W + QUAD_W + N + 1;

  // ---------------------------------------------------------------------------------------------------------
  // Four stages: coordinates, columns and rows, distances, starts of rows

  logic              a_valid_q, b_valid_q, c_valid_q, d_valid_q;
  logic              b_ready, c_ready, d_ready;
  logic [KIND_W-1:0] a_kind_q, b_kind_q, c_kind_q, d_kind_q;  // number, quad, lanes, last

  assign d_ready = ~d_valid_q | next_ready;
  assign c_ready = ~c_valid_q | d_ready;
  assign b_ready = ~b_valid_q | c_ready;
  assign ready   = ~a_valid_q | b_ready;

  always_ff @(posedge clk) begin
    if (ready)   a_valid_q <= enters;
    if (b_ready) b_valid_q <= a_valid_q;
    if (c_ready) c_valid_q <= b_valid_q;
    if (d_ready) d_valid_q <= c_valid_q;
    if (enters)              a_kind_q <= {enter_id, enter_quad, enter_lanes, enter_last};
    if (a_valid_q & b_ready) b_kind_q <= a_kind_q;
    if (b_valid_q & c_ready) c_kind_q <= b_kind_q;
    if (c_valid_q & d_ready) d_kind_q <= c_kind_q;
    if (rst) begin
      a_valid_q <= 1'b0;
      b_valid_q <= 1'b0;
      c_valid_q <= 1'b0;
      d_valid_q <= 1'b0;
    end
  end

  assign valid                   = d_valid_q;
  assign {id, quad, lanes, last} = d_kind_q;

  // ---------------------------------------------------------------------------------------------------------
  // First stage: columns and rows within the texture

  logic [QUAD_W-1:0]      a_quad;
  logic [N*COORD_W-1:0]   a_u, a_v;
  logic                   a_bilinear;
  logic [N*SIZE_W-1:0]    column, column_2, row;
  logic [N-1:0]           row_behind, row_first;  // the second row is that behind the first; row 0

  assign a_quad     = a_kind_q[N+1 +: QUAD_W];
  assign a_u        = u[32'(a_quad)*(N*COORD_W) +: N*COORD_W];
  assign a_v        = v[32'(a_quad)*(N*COORD_W) +: N*COORD_W];
  assign a_bilinear = filter == ul1_pkg::FILTER_BILINEAR & format < ul1_pkg::TEXFMT_B32;

  // The first of two columns or rows
  function automatic logic [SIZE_W-1:0] first_of(input logic [COORD_W-1:0] at, input logic [SIZE_W-1:0] end_,
                                                 input logic wraps);
    logic [SIZE_W-1:0] whole;
    whole    = at[FRAC_W +: SIZE_W];
    first_of = wraps ? whole & end_ : at[COORD_W-1] ? '0 : whole > end_ ? end_ : whole;
  endfunction

  // The second one is behind the first
  function automatic logic behind(input logic [COORD_W-1:0] at, input logic [SIZE_W-1:0] end_,
                                  input logic wraps);
    logic [SIZE_W-1:0] whole;
    whole  = at[FRAC_W +: SIZE_W];
    behind = wraps ? (whole & end_) != end_ : ~at[COORD_W-1] & whole < end_;
  endfunction

  always @* begin
    column     = '0;
    column_2   = '0;
    row        = '0;
    row_behind = '0;
    row_first  = '0;
    if (ul1_fn::sim_gate(a_valid_q)) begin
      for (int n = 0; n < N; n++) begin
        column[n*SIZE_W +: SIZE_W] = first_of(a_u[n*COORD_W +: COORD_W], last_u, border[0]);
        row   [n*SIZE_W +: SIZE_W] = first_of(a_v[n*COORD_W +: COORD_W], last_v, border[0]);
        row_behind[n] = behind(a_v[n*COORD_W +: COORD_W], last_v, border[0]);
        row_first [n] = border[0] & ~row_behind[n];
        column_2[n*SIZE_W +: SIZE_W] = behind(a_u[n*COORD_W +: COORD_W], last_u, border[0])
            ? column[n*SIZE_W +: SIZE_W] + 1'b1 : border[0] ? '0 : column[n*SIZE_W +: SIZE_W];
      end
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // Second stage: places within the row in bytes, and the distance of the row in units of pitch

  logic [N*SIZE_W-1:0]    b_column_q, b_column_2_q, b_row_q;
  logic [N-1:0]           b_behind_q, b_first_q;
  logic [N*FRAC_W-1:0]    b_weight_u_q, b_weight_v_q;
  logic [BASE_W-1:0]      b_base_q;
  logic [PITCH_W-1:0]     b_pitch_q;
  logic [FMT_W-1:0]       b_format_q;
  logic                   b_blocked_q, b_bilinear_q;
  logic [N*X_W-1:0]       x, x_2;
  logic [N*ROWS_W-1:0]    distance;
  logic [SIZE_W-1:0]      rows;    // rows, or rows of blocks, from the start to that of the lane
  logic [N-1:0]           steps;   // the second row is a pitch away
  logic [N*3-1:0]         low_2;   // lowest bits of the second row

  always_ff @(posedge clk) begin
    if (a_valid_q & b_ready) begin
      b_column_q   <= column;
      b_column_2_q <= column_2;
      b_row_q      <= row;
      b_behind_q   <= row_behind;
      b_first_q    <= row_first;
      for (int n = 0; n < N; n++) begin
        b_weight_u_q[n*FRAC_W +: FRAC_W] <= a_bilinear ? a_u[n*COORD_W +: FRAC_W] : '0;
        b_weight_v_q[n*FRAC_W +: FRAC_W] <= a_bilinear ? a_v[n*COORD_W +: FRAC_W] : '0;
      end
      b_base_q     <= base;
      b_pitch_q    <= pitch;
      b_format_q   <= format;
      b_blocked_q  <= layout == ul1_pkg::LAYOUT_BLOCKED;
      b_bilinear_q <= a_bilinear;
    end
  end

  // Bytes of a texel
  function automatic logic [X_W-1:0] bytes_of(input logic [SIZE_W-1:0] of, input logic [FMT_W-1:0] fmt);
    case (fmt)
      ul1_pkg::TEXFMT_R8:                       bytes_of = {4'b0, of};
      ul1_pkg::TEXFMT_RG8, ul1_pkg::TEXFMT_R16: bytes_of = {3'b0, of, 1'b0};
      ul1_pkg::TEXFMT_B64:                      bytes_of = {1'b0, of, 3'b0};
      ul1_pkg::TEXFMT_B128:                     bytes_of = {of, 4'b0};
      default:                                  bytes_of = {2'b0, of, 2'b0};
    endcase
  endfunction

  always @* begin
    rows     = '0;
    x        = '0;
    x_2      = '0;
    distance = '0;
    steps    = '0;
    low_2    = '0;
    if (ul1_fn::sim_gate(b_valid_q)) begin
      for (int n = 0; n < N; n++) begin
        x  [n*X_W +: X_W] = bytes_of(b_column_q  [n*SIZE_W +: SIZE_W], b_format_q);
        x_2[n*X_W +: X_W] = bytes_of(b_column_2_q[n*SIZE_W +: SIZE_W], b_format_q);
        rows = b_blocked_q ? {3'b0, b_row_q[n*SIZE_W+3 +: SIZE_W-3]} : b_row_q[n*SIZE_W +: SIZE_W];
        distance[n*ROWS_W +: ROWS_W] = ROWS_W'(rows) * ROWS_W'(b_pitch_q);
        steps[n] = b_behind_q[n] & (~b_blocked_q | b_row_q[n*SIZE_W +: 3] == 3'd7);
        low_2[n*3 +: 3] = b_first_q[n] ? 3'd0 : b_row_q[n*SIZE_W +: 3] + 3'(b_behind_q[n]);
      end
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // Third stage: where both rows start, in units of 32 bytes

  logic [N*X_W-1:0]       c_x_q, c_x_2_q;
  logic [N*ROWS_W-1:0]    c_distance_q;
  logic [N-1:0]           c_steps_q, c_first_q;
  logic [N*3-1:0]         c_low_q, c_low_2_q;
  logic [N*FRAC_W-1:0]    c_weight_u_q, c_weight_v_q;
  logic [BASE_W-1:0]      c_base_q;
  logic [PITCH_W-1:0]     c_pitch_q;
  logic [FMT_W-1:0]       c_format_q;
  logic                   c_blocked_q, c_bilinear_q;
  logic [N*HIGH_W-1:0]    start, start_2;

  always_ff @(posedge clk) begin
    if (b_valid_q & c_ready) begin
      c_x_q        <= x;
      c_x_2_q      <= x_2;
      c_distance_q <= distance;
      c_steps_q    <= steps;
      c_first_q    <= b_first_q;
      for (int n = 0; n < N; n++) c_low_q[n*3 +: 3] <= b_row_q[n*SIZE_W +: 3];
      c_low_2_q    <= low_2;
      c_weight_u_q <= b_weight_u_q;
      c_weight_v_q <= b_weight_v_q;
      c_base_q     <= b_base_q;
      c_pitch_q    <= b_pitch_q;
      c_format_q   <= b_format_q;
      c_blocked_q  <= b_blocked_q;
      c_bilinear_q <= b_bilinear_q;
    end
  end

  // In units of 32 bytes: a row of blocks is a multiple of 512 bytes away.
  function automatic logic [HIGH_W-1:0] units(input logic [ROWS_W-1:0] of, input logic blocked);
    units = blocked ? HIGH_W'({of, 4'b0}) : HIGH_W'(of);
  endfunction

  for (genvar n = 0; n < N; n++) begin : g_start
    logic [HIGH_W-1:0] origin, away, step;
    assign origin = {c_base_q, {GRAIN_W-LOW_W{1'b0}}};
    assign away = units(c_distance_q[n*ROWS_W +: ROWS_W], c_blocked_q);
    assign step = units(ROWS_W'(c_pitch_q), c_blocked_q) & {HIGH_W{c_steps_q[n]}};
    assign start[n*HIGH_W +: HIGH_W] = origin + away;
    sum #(.N(3), .W(HIGH_W)) u_second (
        .numbers({origin, away & {HIGH_W{~c_first_q[n]}}, step}), .total(start_2[n*HIGH_W +: HIGH_W])
    );
  end

  // ---------------------------------------------------------------------------------------------------------
  // Fourth stage: addresses

  logic [N*X_W-1:0]       d_x_q, d_x_2_q;
  logic [N*HIGH_W-1:0]    d_start_q, d_start_2_q;
  logic [N*3-1:0]         d_low_q, d_low_2_q;
  logic                   d_blocked_q, d_bilinear_q;

  always_ff @(posedge clk) begin
    if (c_valid_q & d_ready) begin
      d_x_q        <= c_x_q;
      d_x_2_q      <= c_x_2_q;
      d_start_q    <= start;
      d_start_2_q  <= start_2;
      d_low_q      <= c_low_q;
      d_low_2_q    <= c_low_2_q;
      d_blocked_q  <= c_blocked_q;
      d_bilinear_q <= c_bilinear_q;
      quad_format  <= c_format_q;
      weight_u     <= c_weight_u_q;
      weight_v     <= c_weight_v_q;
    end
  end

  // The place of a texel behind the start of its row, or of its row of blocks
  function automatic logic [X_W+4:0] place(input logic [X_W-1:0] at, input logic [2:0] low,
                                           input logic blocked);
    place = blocked ? {2'b0, at[X_W-1:6], at[5], low[2:1], at[4], low[0], at[3:0]} : {5'b0, at};
  endfunction

  // Slots that a lane of the format has
  logic [K-1:0] used;

  always @* begin
    used = K'(1);
    if (d_bilinear_q | quad_format == ul1_pkg::TEXFMT_B128) used = '1;
    else if (quad_format == ul1_pkg::TEXFMT_B64)            used = K'(3);
  end

  logic [X_W+4:0]    at;
  logic [HIGH_W-1:0] from;

  always @* begin
    slots = '0;
    addr  = '0;
    at    = '0;
    from  = '0;
    if (ul1_fn::sim_gate(d_valid_q)) begin
      for (int n = 0; n < N; n++) begin
        for (int k = 0; k < K; k++) begin
          slots[n*K+k] = lanes[n] & used[k];
          from = (d_bilinear_q & k >= 2) ? d_start_2_q[n*HIGH_W +: HIGH_W] : d_start_q[n*HIGH_W +: HIGH_W];
          at   = place((d_bilinear_q & k%2 == 1) ? d_x_2_q[n*X_W +: X_W] : d_x_q[n*X_W +: X_W],
                       (d_bilinear_q & k >= 2) ? d_low_2_q[n*3 +: 3] : d_low_q[n*3 +: 3], d_blocked_q);
          addr[(n*K+k)*VA_W +: VA_W] = {from + HIGH_W'(at[X_W+4:LOW_W]),
                                        at[LOW_W-1:0] | (d_bilinear_q ? LOW_W'(0) : LOW_W'(4*k))};
        end
      end
    end
  end

endmodule

`default_nettype wire
