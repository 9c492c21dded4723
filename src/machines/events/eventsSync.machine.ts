import { assign, fromPromise, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { missing } from '../support/missing.ts';
import { ofError } from '../support/params.ts';
import { tellParent } from '../support/parent.ts';

/** A sync as our server tells it: its id, how much of it is done, and whether it goes on. Null: nobody tells. */
export type SyncProgress = Readonly<{ id: string; open: boolean; done: number; total: number | null }> | null;

/**
 * Sync Events (spec 2.47, 7.28, 8.15, 9.08): the sources are read on the server, then the list is.
 * Normal path: idle → syncing (until the answer) → settling (2 s, then the parent reads its list again) → idle; where the server tells how far it
 * is, pausing ⇄ watching until its runs have ended, and the list is read once more.
 * Never: start twice, or stay disabled because a sync failed: a failure is only logged and the list is read all the same.
 */
export const eventsSyncMachine = setup({
  types: { context: {} as { progress: SyncProgress }, events: {} as { type: 'sync.start' }, tags: {} as 'busy' },
  actors: {
    startSync: fromPromise<SyncProgress>(missing('startSync')),
    readSync: fromPromise<SyncProgress, { id: string }>(missing('readSync')),
  },
  guards: { isOpen: ({ context }) => context.progress?.open === true },
  actions: {
    keepProgress: assign((_, params: { output: SyncProgress }) => ({ progress: params.output })),
    forget: assign({ progress: null }),
    relaySettled: ({ self }) => tellParent(self, { type: 'sync.settled' }),
    logFailure: (_, _params: { error: unknown }) => {},
  },
  delays: { refresh: limits.events.syncRefreshMs, look: limits.events.syncLookMs },
}).createMachine({
  id: 'eventsSync',
  context: { progress: null },
  initial: 'idle',
  states: {
    idle: { entry: 'forget', on: { 'sync.start': 'syncing' } },
    syncing: {
      tags: 'busy',
      invoke: {
        id: 'startSync',
        src: 'startSync',
        onDone: { target: 'settling', actions: { type: 'keepProgress', params: ({ event }) => ({ output: event.output }) } },
        onError: { target: 'settling', actions: ofError('logFailure') },
      },
    },
    settling: {
      tags: 'busy',
      after: {
        refresh: [
          { guard: 'isOpen', target: 'watching', actions: 'relaySettled' },
          { target: 'idle', actions: 'relaySettled' },
        ],
      },
    },
    watching: {
      tags: 'busy',
      invoke: {
        id: 'readSync',
        src: 'readSync',
        input: ({ context }) => ({ id: context.progress?.id ?? '' }),
        onDone: { target: 'deciding', actions: { type: 'keepProgress', params: ({ event }) => ({ output: event.output }) } },
        onError: { target: 'idle', actions: [ofError('logFailure'), 'relaySettled'] },
      },
    },
    deciding: {
      tags: 'busy',
      always: [
        { guard: 'isOpen', target: 'pausing' },
        { target: 'idle', actions: 'relaySettled' },
      ],
    },
    pausing: { tags: 'busy', after: { look: 'watching' } },
  },
});
