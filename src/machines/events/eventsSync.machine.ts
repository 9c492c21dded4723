import { assign, fromPromise, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { missing } from '../support/missing.ts';
import { withError } from '../support/params.ts';
import { notifyParent } from '../support/parent.ts';

/** The progress of a sync: its id, whether it is running, and how many records are done; null if the provider reports none. */
export type SyncProgress = Readonly<{ id: string; open: boolean; done: number; total: number | null }> | null;

/**
 * Sync Events (spec 2.47, 7.28, 8.15, 9.08): the server reads the sources, then the list reloads.
 * Normal path: idle → syncing → settling → idle; if the server reports progress, settling → watching ⇄ pausing → idle.
 * Never: start twice, or stay disabled because a sync failed: a failure is only logged, and the list still reloads.
 */
export const eventsSyncMachine = setup({
  types: { context: {} as { progress: SyncProgress }, events: {} as { type: 'sync.start' }, tags: {} as 'busy' },
  actors: {
    startSync: fromPromise<SyncProgress>(missing('startSync')),
    readSync: fromPromise<SyncProgress, { id: string }>(missing('readSync')),
  },
  guards: { isOpen: ({ context }) => context.progress?.open === true },
  actions: {
    setProgress: assign((_, params: { output: SyncProgress }) => ({ progress: params.output })),
    forget: assign({ progress: null }),
    relaySettled: ({ self }) => notifyParent(self, { type: 'sync.settled' }),
    logFailure: (_, _params: { error: unknown }) => {},
  },
  delays: { refresh: limits.events.syncRefreshMs, look: limits.events.syncLookMs },
}).createMachine({
  id: 'eventsSync',
  context: { progress: null },
  initial: 'idle',
  states: {
    idle: { description: 'The button is ready to start a sync.', entry: 'forget', on: { 'sync.start': 'syncing' } },
    syncing: {
      description: 'The server is told to read the event sources, and the button is disabled.',
      tags: 'busy',
      invoke: {
        id: 'startSync',
        src: 'startSync',
        onDone: { target: 'settling', actions: { type: 'setProgress', params: ({ event }) => ({ output: event.output }) } },
        onError: { target: 'settling', actions: withError('logFailure') },
      },
    },
    settling: {
      description: 'The sync is answered; after two seconds the list is loaded again.',
      tags: 'busy',
      after: {
        refresh: [
          { guard: 'isOpen', target: 'watching', actions: 'relaySettled' },
          { target: 'idle', actions: 'relaySettled' },
        ],
      },
    },
    watching: {
      description: 'The page checks how far the sync is.',
      tags: 'busy',
      invoke: {
        id: 'readSync',
        src: 'readSync',
        input: ({ context }) => ({ id: context.progress?.id ?? '' }),
        onDone: { target: 'deciding', actions: { type: 'setProgress', params: ({ event }) => ({ output: event.output }) } },
        onError: { target: 'idle', actions: [withError('logFailure'), 'relaySettled'] },
      },
    },
    deciding: {
      description: 'Decision point: the sync is still running or has ended.',
      tags: 'busy',
      always: [
        { guard: 'isOpen', target: 'pausing' },
        { target: 'idle', actions: 'relaySettled' },
      ],
    },
    pausing: {
      description: 'The sync is still running, and its progress is shown until the next check.',
      tags: 'busy',
      after: { look: 'watching' },
    },
  },
});
