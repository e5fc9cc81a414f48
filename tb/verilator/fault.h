// The selector of seeded faults, in programs that contain them (scripts/faults): the number of the active
// fault, 0 for none.
#ifdef __cplusplus
extern "C"
#else
extern
#endif
    int ul1_fault;
#define UL1_FAULT(number) (ul1_fault == (number))
#define UL1_FAULT_WITHIN(low, high) (ul1_fault >= (low) && ul1_fault <= (high))
// Whether the simulation gate ul1_fn::sim_gate is forced to true, as in gates (scripts/faults/splice.py).
#ifdef __cplusplus
extern "C"
#else
extern
#endif
    int ul1_gates;
