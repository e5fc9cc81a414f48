// Round-robin selector: selects the first candidate behind the last selected one, else the first of all.
// `rotate` adds the register; modules that need several selectors with one register use this module directly.

`default_nettype none

module next_in #(
    parameter int N = 48
) (
    // Candidates, one bit each.
    input  wire logic [N-1:0] candidates,
    // Positions behind the last selected one.
    input  wire logic [N-1:0] behind,
    // Selected candidate, one-hot; zero if there is no candidate.
    output logic      [N-1:0] next,
    // The selected position and all above it; zero if there is no candidate.
    output logic      [N-1:0] from
);

  logic [N-1:0] rather;

  always @* begin
    rather = '0;
    from   = '0;
    next   = '0;
    if (ul1_fn::sim_gate(candidates != '0)) begin
      rather = candidates & behind;
      from   = rather != '0 ? N'({ul1_fn::from_first(64'(rather))})
          : N'({ul1_fn::from_first(64'(candidates))});
      next   = from & ~(from << 1);
    end
  end

endmodule

`default_nettype wire
