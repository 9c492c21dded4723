import { assign, fromPromise, setup } from 'xstate';
import type { ConnectionKind, Integration, PlacementChoice, SyncFrequency } from '../../../contract/entities/connection.ts';
import { limits } from '../../../contract/limits.ts';
import { integrationMessages, integrations as text } from '../../../contract/messages/integrations.ts';
import { toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

/** An action on a connection or on one of its held records. */
export type IntegrationAction = Readonly<{ id: string; name: string }> &
  (
    | Readonly<{ kind: 'test' | 'sync' | 'refresh' | 'delete' }>
    | Readonly<{ kind: 'schedule'; frequency: SyncFrequency }>
    | Readonly<{ kind: 'settings'; settings: Readonly<Record<string, unknown>> }>
    | Readonly<{ kind: 'retryHeld'; record: string; answer?: string }>
    | Readonly<{ kind: 'answerQuestion'; choice: PlacementChoice }>
    | Readonly<{ kind: 'dropHeld'; record: string; label: string }>
  );
type Context = {
  kind: ConnectionKind;
  items: readonly Integration[];
  action: IntegrationAction | null;
  error: string | null;
};
type Events =
  | { type: 'action.choose'; action: IntegrationAction }
  | { type: 'list.reload' }
  | { type: 'list.retry' }
  | { type: 'error.dismiss' };

const ACTIONS_TO_CONFIRM: ReadonlySet<IntegrationAction['kind']> = new Set(['delete', 'dropHeld']);
/** Failures are only logged: the reloaded list shows the outcome (spec 8.15). */
const SILENT_ACTIONS: ReadonlySet<IntegrationAction['kind']> = new Set(['test', 'sync', 'refresh']);
const toFailureMessage = ({ kind, action }: Context): string => {
  if (action?.kind === 'delete') return integrationMessages[kind].deleteFailed;
  return action?.kind === 'retryHeld' || action?.kind === 'dropHeld' ? text.settleFailed : text.changeFailed;
};

/**
 * The connections of one system (spec 2.51, 7.07-7.12, 8.07, 8.15).
 * Normal path: loading → idle → asking, for an action that cannot be undone → acting → reloading → idle.
 * Never: run two actions at once, delete without confirmation, or lose the list because something failed.
 */
export const integrationsMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { kind: ConnectionKind }, tags: {} as 'busy' },
  actors: {
    loadList: fromPromise<readonly Integration[]>(missing('loadList')),
    askAction: fromPromise<boolean, { action: IntegrationAction }>(missing('askAction')),
    runAction: fromPromise<void, { action: IntegrationAction }>(missing('runAction')),
  },
  guards: {
    isAsked: (_, params: { action: IntegrationAction }) => ACTIONS_TO_CONFIRM.has(params.action.kind),
    isRefused: (_, params: { output: boolean }) => !params.output,
    isQuiet: ({ context }) => context.action !== null && SILENT_ACTIONS.has(context.action.kind),
    isRunning: ({ context }) => context.items.some(({ run }) => run != null),
  },
  actions: {
    setItems: assign({ items: (_, params: { output: readonly Integration[] }) => params.output }),
    setAction: assign({ action: (_, params: { action: IntegrationAction }) => params.action, error: null }),
    forgetAction: assign({ action: null }),
    forgetError: assign({ error: null }),
    setLoadError: assign({
      error: ({ context }, params: { error: unknown }) =>
        toFailure({ ...params, fallback: integrationMessages[context.kind].loadFailed }).message,
    }),
    setActionError: assign({
      error: ({ context }, params: { error: unknown }) => toFailure({ ...params, fallback: toFailureMessage(context) }).message,
    }),
    logFailure: (_, _params: { error: unknown }) => {},
  },
  delays: { runPoll: limits.connections.runPollMs },
}).createMachine({
  id: 'integrations',
  context: ({ input }) => ({ kind: input.kind, items: [], action: null, error: null }),
  initial: 'loading',
  on: { 'error.dismiss': { actions: 'forgetError' } },
  states: {
    loading: {
      description: 'The connections of this system are on their way.',
      invoke: {
        id: 'loadList',
        src: 'loadList',
        onDone: { target: 'idle', actions: withEvent('setItems') },
        onError: { target: 'failed', actions: withError('setLoadError') },
      },
    },
    failed: {
      description: "The connections couldn't be loaded; the user can try again.",
      on: { 'list.retry': { target: 'loading', actions: 'forgetError' } },
    },
    idle: {
      description: 'The connections are listed and can be acted on; while a sync runs, the list refreshes itself.',
      on: {
        'action.choose': [
          { guard: withEvent('isAsked'), target: 'asking', actions: withEvent('setAction') },
          { target: 'acting', actions: withEvent('setAction') },
        ],
        'list.reload': 'reloading',
      },
      after: { runPoll: { guard: 'isRunning', target: 'reloading' } },
    },
    asking: {
      description: "A dialog asks the user to confirm an action that can't be undone.",
      tags: 'busy',
      invoke: {
        id: 'askAction',
        src: 'askAction',
        input: ({ context }) => ({ action: context.action as IntegrationAction }),
        onDone: [{ guard: withEvent('isRefused'), target: 'idle', actions: 'forgetAction' }, { target: 'acting' }],
        onError: { target: 'idle', actions: 'forgetAction' },
      },
    },
    acting: {
      description: 'The action is on its way to the server, and no other can start.',
      tags: 'busy',
      invoke: {
        id: 'runAction',
        src: 'runAction',
        input: ({ context }) => ({ action: context.action as IntegrationAction }),
        onDone: { target: 'reloading', actions: 'forgetAction' },
        onError: [
          { guard: 'isQuiet', target: 'reloading', actions: [withError('logFailure'), 'forgetAction'] },
          { target: 'reloading', actions: [withError('setActionError'), 'forgetAction'] },
        ],
      },
    },
    reloading: {
      description: 'The list is being refreshed; the old one stays on the screen and can be used.',
      invoke: {
        id: 'loadList',
        src: 'loadList',
        onDone: { target: 'idle', actions: withEvent('setItems') },
        onError: { target: 'idle', actions: withError('setLoadError') },
      },
      on: {
        'list.reload': { target: 'reloading', reenter: true },
        'action.choose': [
          { guard: withEvent('isAsked'), target: 'asking', actions: withEvent('setAction') },
          { target: 'acting', actions: withEvent('setAction') },
        ],
      },
    },
  },
});
