import { assign, fromPromise, setup } from 'xstate';
import { messages } from '../../../contract/messages.ts';
import { toFormFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';
import { notifyParent } from '../support/parent.ts';

/** `fields`: the server's messages by field. */
type Context<Action> = { action: Action | null; reply: string; error: string | null; fields: Readonly<Record<string, string>> };
type Events<Action> = { type: 'action.choose'; action: Action } | { type: 'error.dismiss' };
/** Reported to the parent. `answer` is shown once, such as a password; `error` is the raw error. */
export type ActionSettled<Action> = Readonly<{ type: 'action.settled'; action: Action }> & Outcome;
type Outcome =
  | Readonly<{ outcome: 'refused' }>
  | Readonly<{ outcome: 'failed'; error: unknown }>
  | Readonly<{ outcome: 'succeeded'; answer: string | null }>;

/** Types the machine below for a specific action. Callers may override `setError` to word failures. */
export const rowActionOf = <Action = unknown>() =>
  setup({
    types: { context: {} as Context<Action>, events: {} as Events<Action> },
    actors: {
      /** The browser's dialog: null for no; otherwise the typed text, '' if none is asked for. */
      askAction: fromPromise<string | null, { action: Action }>(missing('askAction')),
      /** Resolves to a text to show once, or null. */
      saveAction: fromPromise<string | null, { action: Action; reply: string }>(missing('saveAction')),
    },
    guards: { isRefused: (_, params: { output: string | null }) => params.output === null },
    actions: {
      setAction: assign({ action: (_, params: { action: Action }) => params.action, error: null, fields: {} }),
      setTyped: assign({ reply: (_, params: { output: string | null }) => params.output ?? '' }),
      setError: assign((_, params: { error: unknown }) => toFormFailure({ ...params, fallback: messages.rowAction.failed })),
      /** The text may be a password, so it is dropped right after the call. */
      forgetTyped: assign({ reply: '' }),
      forgetError: assign({ error: null, fields: {} }),
      reportRefused: ({ self, context: { action } }) => notifyParent(self, { type: 'action.settled', action, outcome: 'refused' }),
      reportFailed: ({ self, context: { action } }, { error }: { error: unknown }) =>
        notifyParent(self, { type: 'action.settled', action, outcome: 'failed', error }),
      reportSucceeded: ({ self, context: { action } }, { output }: { output: string | null }) =>
        notifyParent(self, { type: 'action.settled', action, outcome: 'succeeded', answer: output }),
    },
  }).createMachine({
    id: 'rowAction',
    context: { action: null, reply: '', error: null, fields: {} },
    initial: 'idle',
    states: {
      idle: {
        description: 'No action has been chosen, or the last one was declined.',
        on: { 'action.choose': { target: 'asking', actions: withEvent('setAction') } },
      },
      asking: {
        description: 'A dialog asks the user to confirm the action or to type what it needs.',
        invoke: {
          id: 'askAction',
          src: 'askAction',
          // An action is always set here and in the next state.
          input: ({ context }) => ({ action: context.action as Action }),
          onDone: [
            { guard: withEvent('isRefused'), target: 'idle', actions: 'reportRefused' },
            { target: 'saving', actions: withEvent('setTyped') },
          ],
          onError: { target: 'failed', actions: [withError('setError'), withError('reportFailed')] },
        },
      },
      saving: {
        description: 'The action is on its way to the server.',
        invoke: {
          id: 'saveAction',
          src: 'saveAction',
          input: ({ context }) => ({ action: context.action as Action, reply: context.reply }),
          onDone: { target: 'succeeded', actions: [withEvent('reportSucceeded'), 'forgetTyped'] },
          onError: { target: 'failed', actions: [withError('setError'), withError('reportFailed'), 'forgetTyped'] },
        },
      },
      failed: {
        description: "The action failed: the reason is shown until it's dismissed or another action starts.",
        on: {
          'action.choose': { target: 'asking', actions: withEvent('setAction') },
          'error.dismiss': { target: 'idle', actions: 'forgetError' },
        },
      },
      succeeded: {
        description: 'The last action is done, and another one can start.',
        on: { 'action.choose': { target: 'asking', actions: withEvent('setAction') } },
      },
    },
  });

/**
 * An action on a row of a list: confirmed, saved, reported (spec 2.37, 2.58).
 * Normal path: idle → asking → saving → succeeded → asking for the next one.
 * Never: save without confirmation, or save two at once.
 */
export const rowActionMachine = rowActionOf();
