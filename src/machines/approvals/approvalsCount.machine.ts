import { assign, fromPromise, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { missing } from '../support/missing.ts';
import { withError } from '../support/params.ts';

type Context = { count: number };
type Events = { type: 'count.refresh' } | { type: 'tab.hidden' } | { type: 'tab.shown' };

/**
 * The number of approvals waiting for the user, in the menu (decisions 2.10); equals the list's count.
 * Normal path: counting ⇄ resting; a decision triggers a new count at once.
 * Never: count while the tab is hidden, or stop because one count failed.
 */
export const approvalsCountMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: { countApprovals: fromPromise<number>(missing('countApprovals')) },
  actions: {
    setCount: assign({ count: (_, params: { count: number }) => params.count }),
    logFailure: (_, _params: { error: unknown }) => {},
  },
  delays: { poll: limits.approvals.pollMs },
}).createMachine({
  id: 'approvalsCount',
  context: { count: 0 },
  initial: 'counting',
  states: {
    counting: {
      description: 'The number of items that wait for the user is on its way.',
      invoke: {
        id: 'countApprovals',
        src: 'countApprovals',
        onDone: { target: 'resting', actions: { type: 'setCount', params: ({ event }) => ({ count: event.output }) } },
        onError: { target: 'resting', actions: withError('logFailure') },
      },
      // A count started before a decision is out of date.
      on: { 'tab.hidden': 'paused', 'count.refresh': { target: 'counting', reenter: true } },
    },
    resting: {
      description: 'The number in the menu was just loaded and is loaded again after a minute.',
      after: { poll: 'counting' },
      on: { 'tab.hidden': 'paused', 'count.refresh': 'counting' },
    },
    paused: { description: 'The tab is hidden, so nothing is counted until the user comes back.', on: { 'tab.shown': 'counting' } },
  },
});
