import { assign, type EventObject, emit, fromCallback, fromPromise, setup } from 'xstate';
import type { LiveChange } from '../../../contract/entities/live.ts';
import { limits } from '../../../contract/limits.ts';
import { getErrorStatus } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

type Context = {
  /** The position of the last received change, from which the next stream continues; null before the first one. */
  at: string | null;
  /** The number of streams in a row that failed without any data. */
  failures: number;
};
type StreamPosition = Readonly<{ since: string | null }>;
type Events =
  | { type: 'session.began' | 'session.ended' | 'tab.shown' | 'tab.hidden' | 'network.returned' }
  // From the stream.
  | { type: 'stream.heard' | 'stream.ended' }
  | { type: 'change.heard'; change: LiveChange }
  | { type: 'stream.failed'; error: unknown };

const toPosition = ({ context: { at } }: { context: Context }): StreamPosition => ({ since: at });
const reportChange = [withEvent('setAt'), withEvent('tell')] as const;

/**
 * Other people's changes while a page is open (decisions 6.05): each connection starts at the last change received, so that none is missed.
 * Normal path: signedOut → streaming (connecting → open) → waiting → streaming …, because a stream ends with its access token.
 * If no byte arrives, a proxy may be buffering the stream: polling, until the tab is shown again.
 * Never: hold a connection while the tab is hidden (browsers allow six), or retry without a pause.
 */
export const liveMachine = setup({
  types: { context: {} as Context, events: {} as Events, emitted: {} as { type: 'change.heard'; change: LiveChange } },
  actors: {
    /** Sends `stream.heard` for any data, `change.heard` for a change, and an event when the stream ends. */
    readStream: fromCallback<EventObject, StreamPosition>(() => {
      throw new Error('readStream not provided');
    }),
    readChanges: fromPromise<LiveChange, StreamPosition>(missing('readChanges')),
  },
  guards: {
    /** The user's limit of streams is reached: further tabs poll. */
    isFull: (_, { error }: { error: unknown }) => getErrorStatus(error) === 429,
    isRefused: (_, { error }: { error: unknown }) => [403, 404].includes(getErrorStatus(error) ?? 0),
  },
  actions: {
    setAt: assign((_, { change }: { change: LiveChange }) => ({ at: change.at, failures: 0 })),
    forgetAt: assign({ at: null, failures: 0 }),
    countFailure: assign({ failures: ({ context }) => Math.min(context.failures + 1, limits.live.againMs.length - 1) }),
    tell: emit((_, { change }: { change: LiveChange }) => ({ type: 'change.heard' as const, change })),
  },
  delays: {
    first: limits.live.firstMs,
    silent: limits.live.silentMs,
    again: ({ context }) => limits.live.againMs[context.failures] ?? 0,
    poll: limits.live.pollMs,
  },
}).createMachine({
  id: 'live',
  context: { at: null, failures: 0 },
  initial: 'signedOut',
  states: {
    signedOut: { description: "No user is signed in, so the app doesn't listen for changes.", on: { 'session.began': 'streaming' } },
    hidden: {
      description: 'The tab is hidden, so the connection is closed until the user comes back.',
      on: { 'tab.shown': 'streaming' },
    },
    streaming: {
      description: "A connection brings other people's changes as they happen.",
      invoke: { id: 'readStream', src: 'readStream', input: toPosition, onError: { target: 'waiting', actions: 'countFailure' } },
      initial: 'connecting',
      states: {
        connecting: {
          description: 'The connection is being opened; if nothing arrives soon, the app asks at intervals instead.',
          after: { first: '#live.polling' },
          on: { 'stream.heard': 'open', 'change.heard': { target: 'open', actions: reportChange } },
        },
        open: {
          description: 'Changes arrive as they happen; a connection that goes silent is opened again.',
          after: { silent: '#live.waiting' },
          on: {
            'stream.heard': { target: 'open', reenter: true },
            'change.heard': { target: 'open', reenter: true, actions: reportChange },
          },
        },
      },
      on: {
        'stream.ended': { target: 'waiting', actions: 'countFailure' },
        'stream.failed': [
          { guard: withEvent('isFull'), target: 'polling' },
          { guard: withEvent('isRefused'), target: 'off' },
          { target: 'waiting', actions: 'countFailure' },
        ],
        'tab.hidden': 'hidden',
      },
    },
    waiting: {
      description: 'The connection ended or failed, and the next one is opened after a pause.',
      after: { again: 'streaming' },
      on: { 'network.returned': 'streaming', 'tab.hidden': 'hidden' },
    },
    polling: {
      description: 'No connection gets through, so the app asks for changes at intervals.',
      initial: 'asking',
      states: {
        asking: {
          description: 'Recent changes are on their way.',
          invoke: {
            id: 'readChanges',
            src: 'readChanges',
            input: toPosition,
            onDone: {
              target: 'resting',
              actions: [
                { type: 'setAt', params: ({ event }) => ({ change: event.output }) },
                { type: 'tell', params: ({ event }) => ({ change: event.output }) },
              ],
            },
            onError: [{ guard: withError('isRefused'), target: '#live.off' }, { target: 'resting' }],
          },
        },
        resting: {
          description: 'The app waits before it asks again.',
          after: { poll: 'asking' },
          on: { 'network.returned': 'asking' },
        },
      },
      on: { 'tab.hidden': 'hidden' },
    },
    off: { description: "The user may not receive live changes, so pages show other people's changes only when they load." },
  },
  on: { 'session.ended': { target: '.signedOut', actions: 'forgetAt' } },
});
