import { fromPromise, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { missing } from '../support/missing.ts';
import { ofError } from '../support/params.ts';
import { tellParent } from '../support/parent.ts';

/**
 * Sync Events (spec 2.47, 7.28, 8.15, 9.08): the sources are read on the server, then the list is.
 * Normal path: idle → syncing (until the answer) → settling (2 s) → idle, and the parent reads its list again.
 * Never: start twice, or stay disabled because a sync failed: a failure is only logged and the list is read all the same.
 */
export const eventsSyncMachine = setup({
  types: { events: {} as { type: 'sync.start' }, tags: {} as 'busy' },
  actors: { startSync: fromPromise<void>(missing('startSync')) },
  actions: {
    relaySettled: ({ self }) => tellParent(self, { type: 'sync.settled' }),
    logFailure: (_, _params: { error: unknown }) => {},
  },
  delays: { refresh: limits.events.syncRefreshMs },
}).createMachine({
  id: 'eventsSync',
  initial: 'idle',
  states: {
    idle: { on: { 'sync.start': 'syncing' } },
    syncing: {
      tags: 'busy',
      invoke: {
        id: 'startSync',
        src: 'startSync',
        onDone: 'settling',
        onError: { target: 'settling', actions: ofError('logFailure') },
      },
    },
    settling: { tags: 'busy', after: { refresh: { target: 'idle', actions: 'relaySettled' } } },
  },
});
