import { assign, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';

type Context = { pending: number };
type Events = { type: 'figures.told'; pending: number };

/**
 * Figures still being computed (decisions 7.08): their number, and when the page checks again.
 * Normal path: settled → waiting → asking → waiting … → settled, once the server reports none.
 * Never: check if nothing is being computed, check again before an answer, or give up because one answer was lost.
 */
export const pendingFiguresMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  guards: { hasPending: (_, params: { pending: number }) => params.pending > 0 },
  actions: {
    setPending: assign({ pending: (_, params: { pending: number }) => params.pending }),
    /** Makes the page reload its figures. */
    askAgain: () => {},
  },
  delays: { figuresAgain: limits.figures.againMs, figuresLost: limits.figures.lostMs },
}).createMachine({
  id: 'pendingFigures',
  context: { pending: 0 },
  on: {
    'figures.told': [
      {
        guard: { type: 'hasPending', params: ({ event }) => event },
        target: '.waiting',
        reenter: true,
        actions: { type: 'setPending', params: ({ event }) => event },
      },
      { target: '.settled', actions: { type: 'setPending', params: ({ event }) => event } },
    ],
  },
  initial: 'settled',
  states: {
    settled: { description: 'All figures on the page are final, so nothing is requested.' },
    waiting: {
      description: 'Some figures are still being computed; the page waits a moment before it loads them again.',
      after: { figuresAgain: { target: 'asking', actions: 'askAgain' } },
    },
    asking: {
      description: 'The page is loading its figures again; if no answer arrives, it waits and tries once more.',
      after: { figuresLost: { target: 'waiting' } },
    },
  },
});
