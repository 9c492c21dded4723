import { setup } from 'xstate';

/** `failures`: consecutive failed calls, including this one. */
export type CircuitFacts = { failures: number };
export type CircuitEvent = { type: 'succeed' } | { type: 'fail' } | { type: 'try' };

/**
 * Decides whether an outside system is called.
 * Normal path: closed → open after several failures → trying → closed, or open again.
 * Never: called by every instance while it is down, or blocked forever.
 */
export const circuitLifecycle = setup({
  types: { context: {} as CircuitFacts, events: {} as CircuitEvent, input: {} as CircuitFacts },
  guards: { isEnough: ({ context }) => context.failures >= 5 },
}).createMachine({
  id: 'circuit',
  context: ({ input }) => input,
  initial: 'closed',
  states: {
    closed: {
      description: 'The outside system responds, and calls go through as usual.',
      on: { succeed: 'closed', fail: [{ guard: 'isEnough', target: 'open' }, { target: 'closed' }] },
    },
    open: {
      description: 'The outside system failed several times in a row, so no calls are made for a while.',
      on: { try: 'trying', succeed: 'closed', fail: 'open' },
    },
    trying: {
      description: 'A single call tests whether the outside system responds again.',
      on: { try: 'trying', succeed: 'closed', fail: 'open' },
    },
  },
});
