import { setup } from 'xstate';

/** `failures`: calls that failed in a row, this one included. */
export type CircuitFacts = { failures: number };
export type CircuitEvent = { type: 'succeed' } | { type: 'fail' } | { type: 'try' };

/**
 * Whether an outside system is called at all.
 * Normal path: closed. After several failures in a row it is open and nobody calls; after a while one call tries, and closes or opens it again.
 * Never: called by everybody while it is down, or left alone for ever.
 */
export const circuitLifecycle = setup({
  types: { context: {} as CircuitFacts, events: {} as CircuitEvent, input: {} as CircuitFacts },
  guards: { isEnough: ({ context }) => context.failures >= 5 },
}).createMachine({
  id: 'circuit',
  context: ({ input }) => input,
  initial: 'closed',
  states: {
    closed: { on: { succeed: 'closed', fail: [{ guard: 'isEnough', target: 'open' }, { target: 'closed' }] } },
    open: { on: { try: 'trying', succeed: 'closed', fail: 'open' } },
    trying: { on: { try: 'trying', succeed: 'closed', fail: 'open' } },
  },
});
