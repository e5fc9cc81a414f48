// The selector of seeded faults, in programs that have them inside (scripts/faults): which one is chosen, 0 is none.
#ifdef __cplusplus
extern "C"
#else
extern
#endif
int ul1_fault;
#define UL1_FAULT(number) (ul1_fault == (number))
#define UL1_FAULT_WITHIN(low, high) (ul1_fault >= (low) && ul1_fault <= (high))
// Whether ul1_fn::worth says yes in any case, as in gates (scripts/faults/splice.py).
#ifdef __cplusplus
extern "C"
#else
extern
#endif
int ul1_gates;
