import { assign, fromPromise, setup } from 'xstate';
import type { Session } from '../../../contract/entities/auth.ts';
import { messages } from '../../../contract/messages.ts';
import { sentenceOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofEvent } from '../support/params.ts';

type Context = { sessions: readonly Session[]; chosen: string | null; error: string | null };
type Events = { type: 'session.end'; id: string } | { type: 'others.end' } | { type: 'sessions.retry' };

const text = messages.settings;

/**
 * The sessions of the user (spec 2.63 Privacy and Security; decisions 4.04).
 * Normal path: loading → shown → ending → loading, or shown → confirming → endingOthers → loading.
 * Never: end the session on the screen (that is signing out), or all others without a confirmation.
 */
export const sessionsListMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: {
    loadSessions: fromPromise<readonly Session[]>(missing('loadSessions')),
    endSession: fromPromise<void, { id: string }>(missing('endSession')),
    confirmOthers: fromPromise<boolean>(missing('confirmOthers')),
    endOthers: fromPromise<void>(missing('endOthers')),
  },
  guards: {
    isOther: ({ context }, { id }: { id: string }) => context.sessions.some((session) => session.id === id && !session.current),
    hasOthers: ({ context }) => context.sessions.some((session) => !session.current),
    isAgreed: (_, params: { agreed: boolean }) => params.agreed,
  },
  actions: {
    keepSessions: assign({ sessions: (_, params: { sessions: readonly Session[] }) => params.sessions }),
    keepChosen: assign({ chosen: (_, params: { id: string }) => params.id, error: null }),
    forgetChosen: assign({ chosen: null }),
    keepError: assign({
      error: (_, params: { error: unknown; fallback: string }) => sentenceOf(params),
    }),
    forgetError: assign({ error: null }),
    reportEnded: () => {},
    reportOthersEnded: () => {},
  },
}).createMachine({
  id: 'sessionsList',
  context: { sessions: [], chosen: null, error: null },
  initial: 'loading',
  states: {
    loading: {
      description: "The list of the user's sessions is on its way.",
      invoke: {
        id: 'loadSessions',
        src: 'loadSessions',
        onDone: { target: 'shown', actions: { type: 'keepSessions', params: ({ event }) => ({ sessions: event.output }) } },
        onError: {
          target: 'failed',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: text.sessionsFailed }) },
        },
      },
    },
    failed: {
      description: "The list couldn't be loaded; the user can try again.",
      on: { 'sessions.retry': { target: 'loading', actions: 'forgetError' } },
    },
    shown: {
      description: 'The user sees where they are signed in and can end any session but this one.',
      on: {
        'session.end': {
          guard: ofEvent('isOther'),
          target: 'ending',
          actions: ofEvent('keepChosen'),
        },
        'others.end': { guard: 'hasOthers', target: 'confirming', actions: 'forgetError' },
      },
    },
    ending: {
      description: 'One session is being ended on the server.',
      invoke: {
        id: 'endSession',
        src: 'endSession',
        input: ({ context }) => ({ id: context.chosen ?? '' }),
        onDone: { target: 'loading', actions: ['forgetChosen', 'reportEnded'] },
        // What could not be ended may be gone: the list is read again under the sentence.
        onError: {
          target: 'loading',
          actions: ['forgetChosen', { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: text.endFailed }) }],
        },
      },
    },
    confirming: {
      description: 'A dialog asks whether all other sessions should be ended.',
      invoke: {
        id: 'confirmOthers',
        src: 'confirmOthers',
        onDone: [
          { guard: { type: 'isAgreed', params: ({ event }) => ({ agreed: event.output }) }, target: 'endingOthers' },
          { target: 'shown' },
        ],
        onError: {
          target: 'shown',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: text.endFailed }) },
        },
      },
    },
    endingOthers: {
      description: 'All other sessions are being ended on the server.',
      invoke: {
        id: 'endOthers',
        src: 'endOthers',
        onDone: { target: 'loading', actions: 'reportOthersEnded' },
        onError: {
          target: 'loading',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: text.endFailed }) },
        },
      },
    },
  },
});
