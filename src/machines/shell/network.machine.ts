import { assign, emit, fromPromise, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { missing } from '../support/missing.ts';
import { withEvent } from '../support/params.ts';

type Context = {
  /** The time of the oldest stored answer on the page; null if the page shows none. */
  asOf: string | null;
  /** The server's last answer before the network was lost; null if unknown. */
  lastAnswerAt: string | null;
};
type Events =
  | { type: 'answer.restored'; at: string }
  | { type: 'server.answered' }
  | { type: 'network.lost'; at: string | null }
  | { type: 'network.returned' }
  | { type: 'place.changed' }
  | { type: 'figures.renew' };

/**
 * Whether the server answers, and how old the figures on the page are without it (decisions 8.09).
 * Normal path: connected → offline → connected, through outdated if the page shows stored answers.
 * Never: reload a page by itself, because the user may be typing there, or show a stored answer without its time.
 */
export const networkMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    tags: {} as 'offline' | 'outdated',
    emitted: {} as { type: 'page.renew' } | { type: 'figures.left' },
  },
  actors: {
    /** Resolves if the server answers. */
    askServer: fromPromise<void>(missing('askServer')),
  },
  guards: { hasStoredAnswers: ({ context }) => context.asOf !== null },
  actions: {
    setOldest: assign(({ context }, { at }: { at: string }) => ({ asOf: context.asOf !== null && context.asOf < at ? context.asOf : at })),
    setLastAnswer: assign((_, { at }: { at: string | null }) => ({ lastAnswerAt: at })),
    clearTimes: assign({ asOf: null, lastAnswerAt: null }),
    renewPage: emit({ type: 'page.renew' }),
    leaveFigures: emit({ type: 'figures.left' }),
  },
  delays: { patience: limits.network.patienceMs, askAgain: limits.network.askAgainMs },
}).createMachine({
  id: 'network',
  context: { asOf: null, lastAnswerAt: null },
  initial: 'connected',
  states: {
    connected: {
      description: 'The server answers, and the page shows its answers.',
      on: {
        'answer.restored': { target: 'offline', actions: withEvent('setOldest') },
        'network.lost': { target: 'offline', actions: withEvent('setLastAnswer') },
      },
    },
    offline: {
      description: "The server doesn't answer. The page shows the last figures with their time, and nothing can be sent.",
      tags: 'offline',
      initial: 'asking',
      states: {
        asking: {
          description: 'The server is asked whether it answers again.',
          invoke: {
            id: 'askServer',
            src: 'askServer',
            onDone: [{ guard: 'hasStoredAnswers', target: '#network.outdated' }, { target: '#network.connected' }],
            onError: 'waiting',
          },
          after: { patience: 'waiting' },
          on: { 'network.returned': { target: 'asking', reenter: true } },
        },
        waiting: {
          description: "The server didn't answer in time, and is asked again after a while or when the network returns.",
          after: { askAgain: 'asking' },
          on: { 'network.returned': 'asking' },
        },
      },
      on: {
        'answer.restored': { actions: withEvent('setOldest') },
        'place.changed': { actions: ['clearTimes', 'leaveFigures'] },
        'server.answered': [{ guard: 'hasStoredAnswers', target: 'outdated' }, { target: 'connected' }],
      },
    },
    outdated: {
      description: 'The server answers again, but the page still shows stored figures until the user reloads or leaves it.',
      tags: 'outdated',
      on: {
        'answer.restored': { target: 'offline', actions: withEvent('setOldest') },
        'network.lost': { target: 'offline', actions: withEvent('setLastAnswer') },
        'place.changed': { target: 'connected', actions: ['clearTimes', 'leaveFigures'] },
        'figures.renew': { target: 'connected', actions: ['clearTimes', 'renewPage'] },
      },
    },
  },
});
